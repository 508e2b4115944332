package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"highwater/core"
)

// scenarioModule is the name under which the page imports the scenarios that core's tests play, too: a list of the
// first alone. The whole list, and each of the other scripts, are modules below it that are loaded when they are asked
// for.
const scenarioModule = "virtual:scenarios"

// libraryModule is the list of all scenarios, with what the library says of each.
const libraryModule = scenarioModule + "/library"

// opened is the scenario that the page opens with.
const opened = "opening"

// scenario is one script that the page offers.
type scenario struct {
	id   string
	text json.RawMessage
	book book
}

// book is what the library says of a scenario. A script without a lesson has a title only.
type book struct {
	ID       string          `json:"id"`
	Title    string          `json:"title,omitempty"`
	Group    string          `json:"group,omitempty"`
	Order    int             `json:"order,omitempty"`
	Question json.RawMessage `json:"question,omitempty"`
	Refutes  json.RawMessage `json:"refutes,omitempty"`
}

// scenarioPlugin resolves scenarioModule, and what is below it, to the scripts in the project's folder for them.
func (p project) scenarioPlugin() api.Plugin {
	return api.Plugin{Name: "scenarios", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + scenarioModule + "(/.*)?$"},
			func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: args.Path, Namespace: "scenarios"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "scenarios"},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				content, err := p.scenarioSource(args.Path)
				return api.OnLoadResult{Contents: &content, Loader: api.LoaderJS, ResolveDir: p.path("site")}, err
			})
	}}
}

// scenarioSource returns the source of scenarioModule or of one below it.
func (p project) scenarioSource(module string) (string, error) {
	all, err := p.readScenarios()
	if err != nil {
		return "", err
	}
	switch module {
	case scenarioModule:
		return firstScenario(all), nil
	case libraryModule:
		return library(all)
	}
	id := strings.TrimPrefix(module, scenarioModule+"/")
	for _, s := range all {
		if s.id == id {
			return s.source()
		}
	}
	return "", fmt.Errorf("there is no scenario %q", id)
}

// source writes the module of one scenario: its script, with which the plan of its lesson is noted.
func (s scenario) source() (string, error) {
	script, err := core.Parse(s.text)
	if err != nil {
		return "", fmt.Errorf("%s.json: %w", s.id, err)
	}
	plan, _ := core.MakePlan(core.New(script), math.MaxInt)
	if plan == nil {
		return fmt.Sprintf("export default %s;", s.text), nil
	}
	const source = "import {planned} from \"./src/plans.js\";\nexport default planned(%s, %s);"
	return fmt.Sprintf(source, s.text, plan.AppendJSON(nil)), nil
}

// firstScenario writes the list that the page begins with, and what loads the whole one.
func firstScenario(all []scenario) string {
	return fmt.Sprintf("import script from %q;\nexport default [{id: %q, script}];\nexport const library = %s;\n",
		scenarioModule+"/"+all[0].id, all[0].id, loading(libraryModule))
}

// library writes a list of what is said of each scenario and what loads its script.
func library(all []scenario) (string, error) {
	var b strings.Builder
	b.WriteString("export default [\n")
	for _, s := range all {
		book, err := json.Marshal(s.book)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "{...%s, load: %s},\n", book, loading(scenarioModule+"/"+s.id))
	}
	return b.String() + "];\n", nil
}

// loading is a function that loads what a module has to offer.
func loading(module string) string {
	return fmt.Sprintf("() => import(%q).then((m) => m.default)", module)
}

// readScenarios reads the scripts: the one that the page opens with first, the rest by name.
func (p project) readScenarios() ([]scenario, error) {
	files, err := filepath.Glob(filepath.Join(p.scenarios, "*.json"))
	if err != nil {
		return nil, err
	}
	all := []scenario{}
	for _, file := range files {
		s, err := readScenario(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no scenario in %s", p.scenarios)
	}
	slices.SortStableFunc(all, func(a, b scenario) int {
		if (a.id == opened) != (b.id == opened) {
			return map[bool]int{true: -1, false: 1}[a.id == opened]
		}
		return strings.Compare(a.id, b.id)
	})
	return all, nil
}

func readScenario(file string) (scenario, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return scenario{}, err
	}
	var script struct {
		Title  string
		Lesson *book
	}
	var text bytes.Buffer
	if err := json.Compact(&text, content); err != nil {
		return scenario{}, err
	}
	if err := json.Unmarshal(content, &script); err != nil {
		return scenario{}, err
	}
	s := scenario{id: strings.TrimSuffix(filepath.Base(file), ".json"), text: text.Bytes()}
	if script.Lesson != nil {
		s.book = *script.Lesson
	} else {
		s.book.Title = script.Title
	}
	s.book.ID = s.id
	return s, nil
}

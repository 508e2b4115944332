package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// scenarioModule is the name under which the page imports the scenarios that core's tests play, too.
const scenarioModule = "virtual:scenarios"

// bundle joins an entry point, a script or a style sheet below site/, with all it imports.
// It returns the minified content and the files that went into it, relative to the root.
func (p project) bundle(entry string, defines map[string]string) ([]byte, []string, error) {
	quoted := map[string]string{}
	for name, value := range defines {
		quoted[name] = fmt.Sprintf("%q", value)
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     p.root,
		EntryPoints:       []string{"site/" + entry},
		Outdir:            "dist",
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // LICENSES.txt carries them.
		Define:            quoted,
		Metafile:          true,
		Plugins:           []api.Plugin{p.scenarioPlugin()},
	})
	if len(result.Errors) > 0 {
		lines := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, nil, errors.New(strings.TrimSpace(strings.Join(lines, "")))
	}
	var meta struct{ Inputs map[string]any }
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, nil, err
	}
	var inputs []string
	for input := range meta.Inputs {
		inputs = append(inputs, input)
	}
	slices.Sort(inputs)
	return result.OutputFiles[0].Contents, inputs, nil
}

// scenarioPlugin resolves scenarioModule to the scripts in the project's folder for them.
func (p project) scenarioPlugin() api.Plugin {
	return api.Plugin{Name: "scenarios", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + scenarioModule + "$"},
			func(api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: scenarioModule, Namespace: "scenarios"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "scenarios"},
			func(api.OnLoadArgs) (api.OnLoadResult, error) {
				content, err := p.scenarioList()
				return api.OnLoadResult{Contents: &content, Loader: api.LoaderJS}, err
			})
	}}
}

// scenarioList writes the scenarios as a script module: a list of {id, script}, "opening" first, the rest by name.
func (p project) scenarioList() (string, error) {
	files, err := filepath.Glob(filepath.Join(p.scenarios, "*.json"))
	if err != nil {
		return "", err
	}
	type scenario struct {
		ID     string          `json:"id"`
		Script json.RawMessage `json:"script"`
	}
	list := []scenario{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if !json.Valid(content) {
			return "", fmt.Errorf("%s is not JSON", filepath.Base(file))
		}
		list = append(list, scenario{strings.TrimSuffix(filepath.Base(file), ".json"), content})
	}
	slices.SortStableFunc(list, func(a, b scenario) int {
		if (a.ID == "opening") != (b.ID == "opening") {
			return map[bool]int{true: -1, false: 1}[a.ID == "opening"]
		}
		return strings.Compare(a.ID, b.ID)
	})
	content, err := json.Marshal(list)
	return "export default " + string(content) + ";", err
}

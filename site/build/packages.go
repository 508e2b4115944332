package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/evanw/esbuild/pkg/api"

	"highwater/site/build/trust"
)

// gradingFolder has the adapters to the standards by which learning platforms grade, and the templates of packages.
const gradingFolder = "site/src/grading/"

// standard is one of them: what its adapter is called, and the file in which a package lists its lessons.
type standard struct{ name, list string }

var standards = []standard{
	{"scorm12", "imsmanifest.xml"},
	{"scorm2004", "imsmanifest.xml"},
	{"cmi5", "cmi5.xml"},
	{"xapi", "tincan.xml"},
}

// packagedFiles are the files of the site that a lesson needs: the element, and the page in its frame.
var packagedFiles = []string{"embed.html", elementScript}

// course is what a template of a package may use.
type course struct {
	Title, Description, Version string
	Lessons                     []courseLesson
	Files                       []string // of the package
}

// courseLesson is a lesson with its question in two languages.
type courseLesson struct{ ID, Title, German string }

// addGrading adds for each standard its adapter, highwater-NAME.js, for authors who write a page themselves, and a
// package, highwater-NAME.zip: the lessons of the path, which a learning platform takes as it is.
func (p project) addGrading(files site, made manifest) error {
	lessons, err := p.pathLessons()
	if err != nil {
		return err
	}
	about := course{
		Title: "Highwater: acks=all in ten minutes", Version: made.Version, Lessons: lessons,
		Description: "What happens to a produce request between the leader's append and the acknowledgement.",
	}
	for _, standard := range standards {
		adapter := fmt.Sprintf("export * from './%s.js'", standard.name)
		if files[adapterName(standard.name)], err = p.gradingScript(adapter); err != nil {
			return err
		}
		if files["highwater-"+standard.name+".zip"], err = p.coursePackage(files, standard, about); err != nil {
			return err
		}
	}
	return nil
}

// coursePackage packs the lessons as one standard wants them.
func (p project) coursePackage(files site, as standard, about course) ([]byte, error) {
	inside := site{}
	for _, name := range packagedFiles {
		inside[name] = files[name]
	}
	script := fmt.Sprintf("import {grade} from './%s.js'; import {begin} from './package.js'; begin(grade)", as.name)
	var err error
	if inside["grade.js"], err = p.gradingScript(script); err != nil {
		return nil, err
	}
	about.Files = append([]string{"index.html"}, slices.Sorted(maps.Keys(inside))...)
	for name, from := range map[string]string{"index.html": "index.html", as.list: as.name + ".xml"} {
		if inside[name], err = p.fillTemplate(from, about); err != nil {
			return nil, err
		}
	}
	return zipped(inside)
}

// pathLessons returns the lessons of the path, in their order.
func (p project) pathLessons() ([]courseLesson, error) {
	all, err := p.readScenarios()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(s scenario) bool { return s.book.Group != "path" })
	slices.SortFunc(all, func(a, b scenario) int { return a.book.Order - b.book.Order })
	var lessons []courseLesson
	for _, s := range all {
		var question struct{ En, De string }
		if err := json.Unmarshal(s.book.Question, &question); err != nil {
			return nil, fmt.Errorf("%s: %w", s.id, err)
		}
		lessons = append(lessons, courseLesson{s.id, question.En, question.De})
	}
	return lessons, nil
}

// adapterName is the name of the file with the adapter to a standard.
func adapterName(standard string) string { return "highwater-" + standard + ".js" }

// gradingScript joins a script with what it imports from the adapters.
func (p project) gradingScript(source string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: p.root,
		Stdin: &api.StdinOptions{
			Contents:   source,
			ResolveDir: p.path(gradingFolder),
		},
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
	})
	if err := failure(result.Errors); err != nil {
		return nil, err
	}
	return result.OutputFiles[0].Contents, nil
}

// fillTemplate writes a file of a package.
func (p project) fillTemplate(name string, about course) ([]byte, error) {
	escape := func(text string) (string, error) {
		var b strings.Builder
		err := xml.EscapeText(&b, []byte(text))
		return b.String(), err
	}
	file := p.path(gradingFolder + "package/" + name + ".tmpl")
	filled, err := template.New(name + ".tmpl").Funcs(template.FuncMap{"xml": escape}).ParseFiles(file)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = filled.Execute(&b, about)
	return b.Bytes(), err
}

// zipped packs files, by name, so that equal files give an equal archive.
func zipped(files site) ([]byte, error) {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file, err := archive.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return b.Bytes(), err
}

// packageName is what the site is called as a package of npm.
const packageName = "highwater-playground"

// packageFile describes dist/ as such a package, so that `npm publish dist` or a local path is enough to have it.
const packageFile = "package.json"

// releasePattern takes a version out of what git says of a commit: a tag v1.2.3, or how far it is beyond one.
var releasePattern = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)(?:-(\d+)-(g[0-9a-f]+))?$`)

// npmPackage is the description of a package, as npm reads it.
type npmPackage struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	Keywords    []string          `json:"keywords"`
	License     string            `json:"license"`
	Type        string            `json:"type"`
	Main        string            `json:"main"`
	SideEffects bool              `json:"sideEffects"`
	Exports     map[string]string `json:"exports"`
	Files       []string          `json:"files"`
}

// addPackage adds the description.
func (p project) addPackage(files site, made manifest) error {
	described := npmPackage{
		Name: packageName, Version: p.release(made.Version), License: "MIT", Type: "module",
		Main: "./highwater.js", SideEffects: true,
		Description: "A playground for Kafka's acks=all path, as the element highwater-playground",
		Keywords:    []string{"kafka", "acks", "min.insync.replicas", "simulator", "education", "web component"},
		Exports: map[string]string{
			".": "./highwater.js", "./highwater.js": "./highwater.js", "./embed.html": "./embed.html",
			"./highwater.html": "./highwater.html", "./package.json": "./" + packageFile,
		},
		Files: []string{"*"},
	}
	for _, standard := range standards {
		described.Exports["./"+standard.name] = "./" + adapterName(standard.name)
	}
	text, err := json.MarshalIndent(described, "", "  ")
	files[packageFile] = append(text, '\n')
	return err
}

// release is the version for npm: that of the tag where git knows one, else one before all releases that has the
// fingerprint of the sources in it.
func (p project) release(version string) string {
	described, err := p.output(nil, "git", "describe", "--tags", "--match", "v[0-9]*")
	if tagged := released(strings.TrimSpace(string(described))); err == nil && tagged != "" {
		return tagged
	}
	return "0.0.0-source.g" + version
}

// released takes the version out of what git says; "" if there is none in it.
func released(described string) string {
	found := releasePattern.FindStringSubmatch(described)
	switch {
	case found == nil:
		return ""
	case found[2] == "":
		return found[1]
	}
	return found[1] + "-" + found[2] + "." + found[3]
}

// trustPage says what the playground models, and how that is known.
const trustPage = "trust.html"

// addTrust adds that page.
func (p project) addTrust(files site, made manifest) error {
	about := trust.Build{Version: made.Version, Go: made.Go}
	for _, name := range append([]string{made.Module, hostedPage, elementScript}, wholePages...) {
		if content := files[name]; content != nil {
			about.Files = append(about.Files, trust.File{Name: name, Bytes: len(content), Gzip: gzipSize(content)})
		}
	}
	page, err := trust.Page(p.root, about)
	files[trustPage] = page
	return err
}

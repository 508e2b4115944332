package main

import (
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundled is what an entry point became.
type bundled struct {
	name   string   // the file in dist/ that the page names; "" if it is put into the page itself
	text   []byte   // that file
	first  []string // the files that it imports at once, and they in turn
	files  site     // all of them, with what is loaded later, by name
	inputs []string // the files that went into them, relative to the root
	// what a file is that is no program: a lesson, or words in a second language
	content map[string]string
}

// form is how an entry point is bundled.
type form int

const (
	split   form = iota // what import() loads stays in files of its own, which a browser fetches when they are asked for
	whole               // everything is in one file
	early               // a script that any engine can read, however old: it is no module, and keeps to ECMAScript 5
	classic             // a script that is no module, for pages of other sites
)

// bundle joins an entry point, a script or a style sheet below site/, with all it imports, minified. defines are the
// constants that scripts may use.
func (p project) bundle(entry string, as form, defines map[string]any) (bundled, error) {
	quoted := map[string]string{}
	for name, value := range defines {
		text, err := json.Marshal(value)
		if err != nil {
			return bundled{}, err
		}
		quoted[name] = string(text)
	}
	options := api.BuildOptions{
		AbsWorkingDir:     p.root,
		EntryPoints:       []string{"site/" + entry},
		Outdir:            "dist",
		EntryNames:        "[name]-[hash]",
		ChunkNames:        "[name]-[hash]",
		Bundle:            true,
		Splitting:         as == split && filepath.Ext(entry) == ".js",
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // LICENSES.txt carries them.
		Define:            quoted,
		Metafile:          true,
		Plugins:           []api.Plugin{p.scenarioPlugin(), p.gluePlugin(), p.sheetPlugin()},
	}
	switch as {
	case classic:
		options.Format = api.FormatIIFE
	case early:
		options.Format, options.Target = api.FormatIIFE, api.ES5
		options.Supported = map[string]bool{"const-and-let": true} // at the top of a file only, where they become var
	}
	result := api.Build(options)
	if err := failure(result.Errors); err != nil {
		return bundled{}, err
	}
	made := bundled{files: site{}}
	for _, file := range result.OutputFiles {
		made.files[filepath.Base(file.Path)] = file.Contents
	}
	err := made.read(result.Metafile, "site/"+entry)
	made.text = made.files[made.name]
	return made, err
}

// failure joins what esbuild complains of into one error; nil if it does not.
func failure(messages []api.Message) error {
	if len(messages) == 0 {
		return nil
	}
	lines := api.FormatMessages(messages, api.FormatMessagesOptions{Kind: api.ErrorMessage})
	return errors.New(strings.TrimSpace(strings.Join(lines, "")))
}

// read takes from esbuild's account of a bundle what depends on what.
func (b *bundled) read(metafile, entry string) error {
	type imported struct{ Path, Kind string }
	type input struct{ BytesInOutput int }
	type output struct {
		EntryPoint string
		Imports    []imported
		Inputs     map[string]input
	}
	var meta struct {
		Inputs  map[string]any
		Outputs map[string]output
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return err
	}
	b.inputs = slices.Sorted(maps.Keys(meta.Inputs))
	var follow func(path string)
	follow = func(path string) {
		for _, other := range meta.Outputs[path].Imports {
			name := filepath.Base(other.Path)
			if other.Kind == "import-statement" && !slices.Contains(b.first, name) {
				b.first = append(b.first, name)
				follow(other.Path)
			}
		}
	}
	b.content = map[string]string{}
	for path, output := range meta.Outputs {
		bytes := map[string]int{}
		for from, part := range output.Inputs {
			bytes[contentOf(from)] += part.BytesInOutput
		}
		for kind, n := range bytes {
			if kind != "" && n > bytes[""] {
				b.content[filepath.Base(path)] = kind
			}
		}
		if output.EntryPoint == entry {
			b.name = filepath.Base(path)
			follow(path)
		}
	}
	return nil
}

// What a file of dist/ may be that is no program.
const (
	lessonContent   = "lesson"
	languageContent = "language"
	authorContent   = "author" // what only those need who embed the page, or write for it
)

// authorSources are parts of the names of the sources that are for authors.
var authorSources = []string{
	"src/embed/", "src/studio/", "src/parameters.js", "src/words/en/embed.js", "styles/guide.css",
}

// contentOf returns what a source file is that is no program; "" for a program.
func contentOf(input string) string {
	switch {
	case strings.Contains(input, scenarioModule):
		return lessonContent
	case strings.Contains(input, "src/words/de"):
		return languageContent
	case slices.ContainsFunc(authorSources, func(part string) bool { return strings.Contains(input, part) }):
		return authorContent
	}
	return ""
}

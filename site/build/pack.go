package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// manifestName is the file in dist/ that lists all others.
const manifestName = "build-manifest.json"

// manifest says what a build is made of, so that a published copy can be compared with it, byte by byte.
type manifest struct {
	Version string         `json:"version"`
	Go      string         `json:"go"`
	Module  string         `json:"module"`
	Files   []manifestFile `json:"files"`
}

// manifestFile is one file of the site.
type manifestFile struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
	Later  bool   `json:"later,omitempty"` // The page asks for it only when it is needed.
	// what it is, if it is no program: "lesson", "language" for the words of a second one, or "author"
	Content string `json:"content,omitempty"`
}

// site collects the files of a build before any is written.
type site map[string][]byte

// addHashed adds a file under a name that changes with its content, and returns that name.
func (s site) addHashed(name string, content []byte) string {
	extension := filepath.Ext(name)
	hashed := strings.TrimSuffix(filepath.Base(name), extension) + "-" + hashOf(content)[:hashLength] + extension
	s[hashed] = content
	return hashed
}

// runPack makes dist/ and says what is in it.
func runPack(p project, args []string) error {
	flags := flag.NewFlagSet("pack", flag.ContinueOnError)
	if err := flags.Parse(args); err != nil {
		return err
	}
	made, err := p.pack()
	if err != nil {
		return err
	}
	for _, file := range made.Files {
		fmt.Printf("%9d  dist/%s\n", file.Bytes, file.Name)
	}
	fmt.Printf("version %s, %s\n", made.Version, made.Go)
	return nil
}

// pack builds the module and the pages and puts them into dist/, all or nothing.
func (p project) pack() (manifest, error) {
	version, err := p.version()
	if err != nil {
		return manifest{}, err
	}
	module, stamp, err := p.compileModule()
	if err != nil {
		return manifest{}, err
	}
	files := site{}
	made := manifest{Version: version, Go: runtime.Version()}
	made.Module = files.addHashed("highwater.wasm", module)
	inputs, after, err := p.addPages(files, map[string]any{
		"HIGHWATER_VERSION":    version,
		"HIGHWATER_WASM_URL":   "./" + made.Module,
		"HIGHWATER_WASM_BYTES": len(module),
		"HIGHWATER_WASM_STAMP": stamp,
	})
	if err != nil {
		return manifest{}, err
	}
	notices, err := p.notices(inputs)
	if err != nil {
		return manifest{}, err
	}
	files["LICENSES.txt"] = notices
	ofPages := maps.Clone(files)
	for _, add := range p.beside {
		if err := add(p, files, made); err != nil {
			return manifest{}, err
		}
	}
	for name := range files {
		if _, known := ofPages[name]; !known {
			after.names = append(after.names, name)
			after.content[name] = authorContent
		}
	}
	if !p.plain {
		if err := p.compress(files); err != nil {
			return manifest{}, err
		}
	}
	return p.write(files, after, made)
}

// addPages adds every page of site/ with what it names, and the one that is whole. It returns the sources that went
// into the bundles, and which files are loaded later.
func (p project) addPages(files site, defines map[string]any) (inputs []string, after later, err error) {
	pages, err := filepath.Glob(p.path("site/*.html"))
	if err != nil || len(pages) == 0 {
		return nil, later{}, errors.Join(errors.New("site/ has no page"), err)
	}
	entries := map[string]bundled{}
	for _, page := range pages {
		source, err := os.ReadFile(page)
		if err != nil {
			return nil, later{}, err
		}
		for _, entry := range pageEntries(source) {
			if _, known := entries[entry]; known {
				continue
			}
			if filepath.Ext(entry) == ".webmanifest" {
				entries[entry], err = p.addManifest(files, entry, entries)
			} else {
				entries[entry], err = p.addEntry(files, entry, isEarly(source, entry), defines)
			}
			if err != nil {
				return nil, later{}, err
			}
			inputs = append(inputs, entries[entry].inputs...)
		}
		name := filepath.Base(page)
		if files[name], err = finishPage(source, entries); err != nil {
			return nil, later{}, fmt.Errorf("%s: %w", name, err)
		}
		if name == hostedPage {
			if err := errors.Join(p.addWhole(files, source, defines), p.addElement(files, defines)); err != nil {
				return nil, later{}, err
			}
		}
	}
	return inputs, laterFiles(entries), nil
}

// later is the files that no page loads at once, and what those are that are no program.
type later struct {
	names   []string
	content map[string]string
}

// laterFiles finds them in bundles.
func laterFiles(entries map[string]bundled) later {
	found := later{content: map[string]string{}}
	var at []string
	for _, entry := range entries {
		at = append(append(at, entry.name), entry.first...)
		found.names = slices.AppendSeq(found.names, maps.Keys(entry.files))
		maps.Copy(found.content, entry.content)
	}
	found.names = slices.DeleteFunc(found.names, func(name string) bool { return slices.Contains(at, name) })
	return found
}

// addEntry adds one file that a page names: a script or a style sheet with all it imports, anything else as it is. What
// runs early becomes part of the page and is no file.
func (p project) addEntry(files site, entry string, runsEarly bool, defines map[string]any) (bundled, error) {
	if runsEarly {
		made, err := p.bundle(entry, early, defines)
		return bundled{text: bytes.TrimSpace(made.text), inputs: made.inputs}, err
	}
	if extension := filepath.Ext(entry); extension == ".js" || extension == ".css" {
		made, err := p.bundle(entry, split, defines)
		maps.Copy(files, made.files)
		return made, err
	}
	content, err := os.ReadFile(p.path("site/" + entry))
	return bundled{name: files.addHashed(entry, content), text: content}, err
}

// addManifest adds what a browser reads when a person installs the page. Its icons are those that the page has named
// before it.
func (p project) addManifest(files site, entry string, named map[string]bundled) (bundled, error) {
	content, err := os.ReadFile(p.path("site/" + entry))
	if err != nil {
		return bundled{}, err
	}
	for source, made := range named {
		content = bytes.ReplaceAll(content, []byte(`"src": "`+source+`"`), []byte(`"src": "./`+made.name+`"`))
	}
	if loose := looseIcon.FindSubmatch(content); loose != nil {
		return bundled{}, fmt.Errorf("%s: %s is no file that the page has named before", entry, loose[1])
	}
	return bundled{name: files.addHashed(entry, content)}, nil
}

// looseIcon finds the icon of a manifest that is no file of the build.
var looseIcon = regexp.MustCompile(`"src": "([^."][^"]*)"`)

// write adds the manifest and swaps the finished site in for the old one, so that no reader meets half a build.
func (p project) write(files site, after later, made manifest) (manifest, error) {
	for name, content := range files {
		made.Files = append(made.Files, manifestFile{
			name, len(content), hashOf(content), slices.Contains(after.names, name), after.content[name],
		})
	}
	slices.SortFunc(made.Files, func(a, b manifestFile) int { return strings.Compare(a.Name, b.Name) })
	list, err := json.MarshalIndent(made, "", "  ")
	if err != nil {
		return manifest{}, err
	}
	files[manifestName] = append(list, '\n')
	fresh := p.dist + ".new"
	if err := errors.Join(os.RemoveAll(fresh), os.MkdirAll(fresh, 0o755)); err != nil {
		return manifest{}, err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(fresh, name), content, 0o644); err != nil {
			return manifest{}, err
		}
	}
	return made, errors.Join(os.RemoveAll(p.dist), os.Rename(fresh, p.dist))
}

// readManifest reads what the last build made.
func (p project) readManifest() (manifest, error) {
	var made manifest
	content, err := os.ReadFile(filepath.Join(p.dist, manifestName))
	if err != nil {
		return made, fmt.Errorf("%w; `./build.sh build` makes dist/", err)
	}
	return made, json.Unmarshal(content, &made)
}

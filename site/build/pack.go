package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
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
	Glue    string         `json:"glue"`
	Files   []manifestFile `json:"files"`
}

// manifestFile is one file of the site.
type manifestFile struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
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
	module, err := p.compileModule()
	if err != nil {
		return manifest{}, err
	}
	glue, err := p.glue()
	if err != nil {
		return manifest{}, err
	}
	files := site{}
	made := manifest{Version: version, Go: runtime.Version()}
	made.Module = files.addHashed("highwater.wasm", module)
	made.Glue = files.addHashed("wasm_exec.js", glue)
	inputs, err := p.addPages(files, made)
	if err != nil {
		return manifest{}, err
	}
	notices, err := p.notices(inputs)
	if err != nil {
		return manifest{}, err
	}
	files["LICENSES.txt"] = notices
	return p.write(files, made)
}

// addPages adds every page of site/ with what it names, and returns the sources that went into the bundles.
func (p project) addPages(files site, made manifest) ([]string, error) {
	pages, err := filepath.Glob(p.path("site/*.html"))
	if err != nil || len(pages) == 0 {
		return nil, errors.Join(errors.New("site/ has no page"), err)
	}
	defines := map[string]string{
		"HIGHWATER_WASM_URL": "./" + made.Module,
		"HIGHWATER_GLUE_URL": "./" + made.Glue,
	}
	var inputs []string
	names := map[string]string{}
	for _, page := range pages {
		source, err := os.ReadFile(page)
		if err != nil {
			return nil, err
		}
		for _, entry := range pageEntries(source) {
			if names[entry] != "" {
				continue
			}
			name, more, err := p.addEntry(files, entry, defines)
			if err != nil {
				return nil, err
			}
			names[entry] = name
			inputs = append(inputs, more...)
		}
		finished, err := finishPage(source, names, made)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(page), err)
		}
		files[filepath.Base(page)] = finished
	}
	return inputs, nil
}

// addEntry adds one file that a page names: a script or a style sheet with all it imports, anything else as it is.
// It returns the name in dist/ and the sources that went into it.
func (p project) addEntry(files site, entry string, defines map[string]string) (string, []string, error) {
	if extension := filepath.Ext(entry); extension == ".js" || extension == ".css" {
		content, inputs, err := p.bundle(entry, defines)
		return files.addHashed(entry, content), inputs, err
	}
	content, err := os.ReadFile(p.path("site/" + entry))
	return files.addHashed(entry, content), nil, err
}

// write adds the manifest and swaps the finished site in for the old one, so that no reader meets half a build.
func (p project) write(files site, made manifest) (manifest, error) {
	for name, content := range files {
		made.Files = append(made.Files, manifestFile{name, len(content), hashOf(content)})
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

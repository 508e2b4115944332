package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// notices writes the licences of everything that dist/ carries: ours, Go's, and those of the packages that the module
// and the bundles are made from. inputs are the files that went into the bundles.
func (p project) notices(inputs []string) ([]byte, error) {
	var out bytes.Buffer
	goroot, err := p.goroot()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(notice(&out, "Highwater", p.root), notice(&out, "Go", goroot)); err != nil {
		return nil, err
	}
	list, err := p.output([]string{"GOOS=js", "GOARCH=wasm"}, "go", "list", "-deps",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", "./wasm")
	if err != nil {
		return nil, err
	}
	lines := slices.Compact(slices.Sorted(strings.Lines(string(list))))
	for _, line := range lines {
		name, dir, found := strings.Cut(strings.TrimSpace(line), " ")
		if !found {
			continue
		}
		if err := notice(&out, name, dir); err != nil {
			return nil, err
		}
	}
	for _, name := range npmPackages(inputs) {
		if err := notice(&out, name, p.path("site/node_modules/"+name)); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// notice adds the licence that lies in the folder of a package.
func notice(out *bytes.Buffer, name, dir string) error {
	for _, file := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "COPYING"} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			continue
		}
		fmt.Fprintf(out, "%s\n%s\n\n%s\n\n\n", name, strings.Repeat("=", len(name)), bytes.TrimSpace(text))
		return nil
	}
	return fmt.Errorf("%s goes into dist/, but no licence of it was found", name)
}

// npmPackages lists, each once and in order, the packages of npm that files come from.
func npmPackages(inputs []string) []string {
	var names []string
	for _, input := range inputs {
		_, rest, found := strings.Cut(input, "node_modules/")
		if !found {
			continue
		}
		parts := strings.SplitN(rest, "/", 3)
		if strings.HasPrefix(rest, "@") {
			names = append(names, parts[0]+"/"+parts[1])
		} else {
			names = append(names, parts[0])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

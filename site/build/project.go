package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// hashLength is how many hexadecimal digits of a SHA-256 go into the name of a file and into the version.
const hashLength = 12

// project says where the sources are and where the site made from them goes.
type project struct {
	root      string // The folder of go.mod.
	dist      string // The finished site.
	scenarios string // The scripts that the page offers.
	kept      string // What takes long to make, for later builds.
	plain     bool   // No file is compressed beforehand.
	// beside adds what stands beside the pages.
	beside []func(project, site, manifest) error
}

// findProject walks up from the working directory to the folder that holds go.mod.
func findProject() (project, error) {
	dir, err := os.Getwd()
	if err != nil {
		return project{}, err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			p := project{root: dir}
			p.dist, p.scenarios, p.kept = p.path("dist"), p.path("core/testdata/scenarios"), p.path(".build/kept")
			p.beside = []func(project, site, manifest) error{project.addGrading, project.addPackage, project.addTrust}
			return p, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return project{}, errors.New("no go.mod here or above: run this inside the repository")
		}
		dir = up
	}
}

// path names a file or folder below the root; the parts are separated by slashes.
func (p project) path(name string) string { return filepath.Join(p.root, filepath.FromSlash(name)) }

// output runs a command in the root and returns what it printed; extra are further NAME=value settings.
func (p project) output(extra []string, name string, args ...string) ([]byte, error) {
	command := exec.Command(name, args...)
	command.Dir = p.root
	command.Env = append(os.Environ(), extra...)
	var out, complaint bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaint
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, complaint.String())
	}
	return out.Bytes(), nil
}

// outputWasm runs a Go command for the browser's target, whose programs Node runs. Go's start code there has room for a
// small environment only, so it gets the few variables that it needs.
func (p project) outputWasm(name string, args ...string) ([]byte, error) {
	values, err := p.output(nil, "go", "env", "GOROOT", "GOCACHE", "GOMODCACHE", "GOPROXY")
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(values)), "\n")
	small := []string{
		"-i", "HOME=" + os.Getenv("HOME"), "PATH=" + filepath.Join(lines[0], "lib", "wasm") + ":" + os.Getenv("PATH"),
		"GOOS=js", "GOARCH=wasm", oldCollector, "GOCACHE=" + lines[1], "GOMODCACHE=" + lines[2], "GOPROXY=" + lines[3], name,
	}
	return p.output(nil, "env", append(small, args...)...)
}

// sourceFolders are the folders whose files make the site, tests aside.
var sourceFolders = []string{"core", "wasm", "site/src", "site/styles"}

// sourceFiles lists, in order, the files that the site is made from.
func (p project) sourceFiles() ([]string, error) {
	files := []string{"go.mod", "go.sum", "site/package-lock.json"}
	pages, err := filepath.Glob(p.path("site/*.html"))
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		source, err := os.ReadFile(page)
		if err != nil {
			return nil, err
		}
		files = append(files, "site/"+filepath.Base(page))
		for _, entry := range pageEntries(source) {
			files = append(files, "site/"+entry)
		}
	}
	for _, folder := range sourceFolders {
		err := filepath.WalkDir(p.path(folder), func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name, err := filepath.Rel(p.root, path)
			files = append(files, filepath.ToSlash(name))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// version returns a fingerprint of the sources and the toolchain. Equal sources give equal versions in every clone,
// with or without git, so that a module changes its name, and leaves the caches, only when it changes itself.
func (p project) version() (string, error) {
	files, err := p.sourceFiles()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version())
	for _, name := range files {
		content, err := os.ReadFile(p.path(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		fmt.Fprintln(sum, name, len(content))
		sum.Write(content)
	}
	return hex.EncodeToString(sum.Sum(nil))[:hashLength], nil
}

// runVersion prints the version.
func runVersion(p project, _ []string) error {
	version, err := p.version()
	if err == nil {
		fmt.Println(version)
	}
	return err
}

// hashOf returns the SHA-256 of a content in hexadecimal digits.
func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// emptyProgram is what the module's size and start are judged against.
const emptyProgram = "./site/build/testdata/empty"

// compile builds one program for the browser. Every program goes through here, so that sizes compare like with like;
// flags are further ones of go build.
func (p project) compile(program, version string, flags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "highwater-module-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "module.wasm")
	args := append([]string{
		"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X main.version=" + version, "-o", file,
	}, flags...)
	_, err = p.output([]string{"GOOS=js", "GOARCH=wasm"}, "go", append(args, program)...)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// compileModule builds the page's module. Its own functions are not inlined: what Go keeps about each call that was,
// for the traces of errors, weighs more than the call does, and a simulation is a tenth slower for it.
func (p project) compileModule(version string) ([]byte, error) {
	flags, err := p.lighten()
	if err != nil {
		return nil, err
	}
	return p.compile("./wasm", version, append(flags, "-gcflags=highwater/...=-l")...)
}

const (
	safejsPath = "github.com/hack-pad/safejs"
	// leanFormat stands in for fmt, under its name, in the module's copy of safejs.
	leanFormat = `fmt "highwater/core/format"`
	// leanFolder is where that copy lies, below the root. A folder of one name, for the name goes into the module.
	leanFolder = ".build/lean"
)

// lighten has a program do without fmt, and so without reflection and the operating system's files, which safejs alone
// would bring in to write the texts of its errors. It makes a copy of safejs that imports core/format in fmt's place
// and returns the flags of go build that have it used: a go.mod like ours with a replacement.
func (p project) lighten() ([]string, error) {
	mod, err := os.ReadFile(p.path("go.mod"))
	if err != nil || !strings.Contains(string(mod), safejsPath) {
		return nil, err
	}
	sums, err := os.ReadFile(p.path("go.sum"))
	if err != nil {
		return nil, err
	}
	dir, err := p.output([]string{"GOOS=js", "GOARCH=wasm"}, "go", "list", "-f", "{{.Module.Dir}}", safejsPath)
	if err != nil {
		return nil, err
	}
	if err := p.leanCopy(strings.TrimSpace(string(dir))); err != nil {
		return nil, err
	}
	mod = append(mod, "\nreplace "+safejsPath+" => ./"+leanFolder+"/safejs\n"...)
	err = errors.Join(p.keep(leanFolder+"/go.mod", mod), p.keep(leanFolder+"/go.sum", sums))
	return []string{"-modfile=" + leanFolder + "/go.mod"}, err
}

// leanCopy copies a safejs as published, all but its tests and tools, and changes one line of some files: the import.
func (p project) leanCopy(dir string) error {
	names := []string{filepath.Join(dir, "go.mod")}
	for _, pattern := range []string{"*.go", "internal/catch/*.go", "internal/stackerr/*.go"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		names = append(names, files...)
	}
	for _, file := range names {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		lean := strings.Replace(string(content), "\t\"fmt\"\n", "\t"+leanFormat+"\n", 1)
		if err := p.keep(leanFolder+"/safejs/"+filepath.ToSlash(name), []byte(lean)); err != nil {
			return err
		}
	}
	return nil
}

// keep writes a file below the root unless it is there already: two builds at a time must not meet half a file.
func (p project) keep(name string, content []byte) error {
	file := p.path(name)
	if old, err := os.ReadFile(file); err == nil && string(old) == string(content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}

// goroot is the folder of the toolchain that compile uses.
func (p project) goroot() (string, error) {
	out, err := p.output(nil, "go", "env", "GOROOT")
	return strings.TrimSpace(string(out)), err
}

// glue reads the script that starts a module, from the toolchain that built the module: the two must be of one version.
func (p project) glue() ([]byte, error) {
	goroot, err := p.goroot()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
}

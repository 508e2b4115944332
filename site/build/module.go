package main

import (
	"os"
	"path/filepath"
	"strings"
)

// emptyProgram is what the module's start is compared with.
const emptyProgram = "./site/build/testdata/empty"

// compile builds one program for the browser, in the form that compresses best (joinSegments). Every program goes
// through here, so that sizes compare like with like;
// flags are further ones of go build.
func (p project) compile(program string, flags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "highwater-module-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "module.wasm")
	args := append([]string{
		"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file,
	}, flags...)
	_, err = p.output([]string{"GOOS=js", "GOARCH=wasm"}, "go", append(args, program)...)
	if err != nil {
		return nil, err
	}
	module, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return joinSegments(module)
}

// compileModule builds the page's module. Its own functions are not inlined: what Go keeps about each call that was,
// for the traces of errors, weighs more than the call does, and a simulation is a tenth slower for it.
func (p project) compileModule() ([]byte, error) {
	return p.compile("./wasm", "-gcflags=highwater/...=-l")
}

// goroot returns the folder of the toolchain that compile uses.
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

package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// emptyProgram is what the module's start is compared with.
const emptyProgram = "./site/build/testdata/empty"

// Go's own runtime is compiled into every program without its bounds checks, for its authors have tested it, and with
// the collector that Go had before 1.26: the new one gains by wide instructions, which Go does not use in WebAssembly;
// here it is larger, and no faster. Our packages keep their checks.
const (
	leanRuntime  = "-gcflags=runtime=-B"
	oldCollector = "GOEXPERIMENT=nogreenteagc"
)

// inlined is the packages in which a simulation spends its time. Only in them are calls inlined: what Go keeps about
// each such call, for the traces of errors, weighs more than the call does.
var inlined = []string{
	"chunk", "cluster", "network", "order", "paged", "producer", "protocol", "rules", "sim", "storage", "timer", "vtime",
}

// compile builds one program for the browser, in the form that compresses best (joinSegments). Every program goes
// through here, so that sizes compare like with like; flags are further ones of go build.
func (p project) compile(program string, flags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "highwater-module-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "module.wasm")
	args := append([]string{
		"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", leanRuntime, "-o", file,
	}, flags...)
	_, err = p.output([]string{"GOOS=js", "GOARCH=wasm", oldCollector}, "go", append(args, program)...)
	if err != nil {
		return nil, err
	}
	module, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return joinSegments(module)
}

// compileModule builds the page's module.
func (p project) compileModule() ([]byte, error) { return p.compile("./wasm", inlining()...) }

// inlining returns the flags of go build that say where calls are inlined in the module.
func inlining() []string {
	flags := []string{"-gcflags=highwater/...=-l"}
	for _, name := range inlined {
		flags = append(flags, "-gcflags=highwater/core/internal/"+name+"=") // the last that fits a package counts
	}
	return flags
}

// goroot returns the folder of the toolchain that compile uses.
func (p project) goroot() (string, error) {
	out, err := p.output(nil, "go", "env", "GOROOT")
	return strings.TrimSpace(string(out)), err
}

// glue reads the script that starts a module, from the toolchain that built the module, since the two must be of one
// version, and minifies it.
func (p project) glue() ([]byte, error) {
	goroot, err := p.goroot()
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	result := api.Transform(string(source), api.TransformOptions{
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // LICENSES.txt carries them.
	})
	return result.Code, failure(result.Errors)
}

package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"highwater/site/build/slim"
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

// compile builds one program for the browser, in the form that compresses best (package slim).
// Every program goes through here, so that sizes compare like with like.
func (p project) compile(program string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "highwater-module-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "module.wasm")
	_, err = p.output([]string{"GOOS=js", "GOARCH=wasm", oldCollector},
		"go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", leanRuntime, "-o", file, program)
	if err != nil {
		return nil, err
	}
	module, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return slim.Module(module)
}

// stampSection is the custom section that says what a module is, so that the page knows its own from another build's.
const stampSection = "highwater"

// compileModule builds the page's module and puts a stamp on it, which is returned, too.
func (p project) compileModule() (module []byte, stamp string, err error) {
	if module, err = p.compile("./wasm"); err != nil {
		return nil, "", err
	}
	stamp = hashOf(module)[:hashLength]
	return appendCustom(module, stampSection, stamp), stamp, nil
}

// appendCustom adds a custom section to a module (WebAssembly Core Specification, 5.5.3).
func appendCustom(module []byte, name, content string) []byte {
	body := append(binary.AppendUvarint(nil, uint64(len(name))), name+content...)
	module = append(module, 0)
	module = binary.AppendUvarint(module, uint64(len(body)))
	return append(module, body...)
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

// glueModule is the name under which the page imports the glue.
const glueModule = "virtual:glue"

// glueFormat runs the glue, and leaves it as a function to whoever starts a module elsewhere: a worker's text has it.
const glueFormat = "const glue = () => {%s};\nglue();\nglobalThis.Go.glue = glue;\n"

// gluePlugin resolves glueModule.
func (p project) gluePlugin() api.Plugin {
	return api.Plugin{Name: "glue", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + glueModule + "$"},
			func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: args.Path, Namespace: "glue"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "glue"},
			func(api.OnLoadArgs) (api.OnLoadResult, error) {
				script, err := p.glue()
				content := fmt.Sprintf(glueFormat, script)
				return api.OnLoadResult{Contents: &content, Loader: api.LoaderJS}, err
			})
	}}
}

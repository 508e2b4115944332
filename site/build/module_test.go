package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheModuleDoesWithoutFmtAndReflection(t *testing.T) {
	p, err := findProject()
	require.NoError(t, err)
	out, err := p.output([]string{"GOOS=js", "GOARCH=wasm"}, "go", "list", "-deps", "./wasm", emptyProgram)
	require.NoError(t, err)
	packages := strings.Fields(string(out))
	require.Contains(t, packages, "github.com/hack-pad/safejs")
	for _, heavy := range []string{"fmt", "reflect", "os", "encoding/json"} {
		require.NotContains(t, packages, heavy, "it costs tens of kilobytes: write by hand what is needed of it")
	}
}

// What a program prints by println goes to its standard error.
func printed(t *testing.T, name string, args ...string) string {
	t.Helper()
	var text strings.Builder
	program := exec.Command(name, args...)
	program.Stderr = &text
	program.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()} // Go's start has no room for a large one
	require.NoError(t, program.Run(), text.String())
	return text.String()
}

func TestAModuleWithoutTracesDoesTheSame(t *testing.T) {
	p, err := findProject()
	require.NoError(t, err)
	const program = "./site/build/testdata/traces"
	dir := t.TempDir()
	native, module := filepath.Join(dir, "native"), filepath.Join(dir, "module.wasm")
	_, err = p.output(nil, "go", "build", "-o", native, program)
	require.NoError(t, err)
	compiled, err := p.compile(program)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(module, compiled, 0o600))
	goroot, err := p.goroot()
	require.NoError(t, err)
	want := printed(t, native)
	require.Contains(t, want, "index out of range [3] with length 1")
	require.Contains(t, want, "main.names main.outer main.main")
	require.Equal(t, want, printed(t, "node", filepath.Join(goroot, "lib", "wasm", "wasm_exec_node.js"), module))
}

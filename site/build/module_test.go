package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheModuleDoesWithoutFmtAndReflection(t *testing.T) {
	p, err := findProject()
	require.NoError(t, err)
	lean, err := p.lighten()
	require.NoError(t, err)
	packages := func(flags ...string) []string {
		args := append(append([]string{"list", "-deps"}, flags...), "./wasm")
		out, err := p.output([]string{"GOOS=js", "GOARCH=wasm"}, "go", args...)
		require.NoError(t, err)
		return strings.Fields(string(out))
	}
	for _, heavy := range []string{"fmt", "reflect", "os"} {
		require.Contains(t, packages(), heavy, "if safejs has no need of it any more, neither has the copy")
		require.NotContains(t, packages(lean...), heavy)
	}
}

func TestAProjectWithoutSafejsIsBuiltAsItIs(t *testing.T) {
	flags, err := sampleProject(t).lighten()
	require.NoError(t, err)
	require.Empty(t, flags)
}

package main

import (
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

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../../.."

func TestTidyMadeFilesAreFresh(t *testing.T) {
	files, err := makeAll(root)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file.path)))
		require.NoError(t, err)
		require.Equal(t, string(file.content), string(have), "run `go run ./core/cmd/contract`")
	}
}

func TestANameInCamelCase(t *testing.T) {
	for name, want := range map[string]string{
		"ISR": "isr", "ISRSize": "isrSize", "LastKnownELR": "lastKnownElr", "BaseOffset": "baseOffset", "N": "n", "T": "t",
		"EffectiveMinISR": "effectiveMinIsr", "ID": "id", "TickMs": "tickMs",
	} {
		require.Equal(t, want, camel(name))
	}
}

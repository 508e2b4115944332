package core_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

var update = flag.Bool("update", false, "write testdata/hashes.txt anew")

const hashesFile = "testdata/hashes.txt"

// The hash of a script's events is the same on every platform: natively and under Node this test compares with the
// file, in Chromium the page's tests do.
func TestEveryScriptHasTheSameEventsOnEveryPlatform(t *testing.T) {
	var got bytes.Buffer
	for _, folder := range [][2]string{
		{"scenarios", "testdata/scenarios"}, {"oracle/scripts", "internal/realkafka/testdata/scripts"},
	} {
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(folder[1]), "*.json"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			_, s := modeltest.Play(t, text)
			name := folder[0] + "/" + strings.TrimSuffix(filepath.Base(f), ".json")
			got.WriteString(name + " " + s.Hash + "\n")
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(hashesFile, got.Bytes(), 0o644))
	}
	want, err := os.ReadFile(hashesFile)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String(), "events have changed; where that is meant, run with -update")
}

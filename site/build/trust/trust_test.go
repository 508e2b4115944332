package trust

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePageHasEverythingThatItSpeaksOf(t *testing.T) {
	made := Build{Version: "0123456789ab", Go: "go1", Files: []File{{"module.wasm", 6, 5}}}
	content, err := Page("../../..", made)
	require.NoError(t, err)
	page := string(content)
	require.NotContains(t, page, "ZgotmplZ", "what the template takes for dangerous")
	for _, wanted := range append(modelPackages, "0123456789ab", "as Kafka 4.", "module.wasm", "axe finds nothing") {
		require.Contains(t, page, wanted)
	}
	require.NotRegexp(t, `\b0 (scripts|cases|published)`, page, "nothing that is counted is missing")
}

func TestAResultCountsForItsOwnVersionOnly(t *testing.T) {
	f := folder(t.TempDir())
	var about page
	require.NoError(t, f.readResults(&about), "nothing has been run")
	require.False(t, about.Core.Passed)

	results := f.path(resultsFolder)
	require.NoError(t, os.MkdirAll(results, 0o755))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(results, name), []byte(text), 0o644))
	}
	write("core.json", `{"version": "new"}`)
	write("page.json", `{"version": "old"}`)
	write("soak.json", `{"version": "new", "seed": 7, "scripts": 1000, "events": 250000, "broken": 0}`)
	write("engines.json", `{"version": "new", "engines": [{"name": "firefox", "version": "153"}],
		"cases": [{"name": "it starts", "found": {"firefox": "ok"}}]}`)
	about.Version = "new"
	require.NoError(t, f.readResults(&about))
	require.True(t, about.Core.Passed)
	require.False(t, about.Page.Passed)
	require.True(t, about.Soak.Passed)
	require.Equal(t, 250000, about.Soak.Events)
	require.Equal(t, "ok", about.Engines.Cases[0].Found["firefox"])

	write("core.json", `{`)
	require.ErrorContains(t, f.readResults(&about), "core")
}

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheTrustPageHasEverythingThatItSpeaksOf(t *testing.T) {
	p, err := findProject()
	require.NoError(t, err)
	files := site{"module.wasm": []byte("module"), hostedPage: []byte("page")}
	require.NoError(t, p.addTrust(files, manifest{Version: "0123456789ab", Go: "go1", Module: "module.wasm"}))
	page := string(files[trustPage])
	require.NotContains(t, page, "ZgotmplZ", "what the template takes for dangerous")
	for _, wanted := range append(modelPackages, "0123456789ab", "as Kafka 4.", "module.wasm", "axe finds nothing") {
		require.Contains(t, page, wanted)
	}
	require.NotContains(t, page, ">0 ", "nothing that is counted is missing")
	require.NotRegexp(t, `\b0 (scripts|cases|published)`, page)
}

func TestAResultCountsForItsOwnVersionOnly(t *testing.T) {
	p := project{root: t.TempDir()}
	var about trust
	require.NoError(t, p.readResults(&about), "nothing has been run")
	require.False(t, about.Core.Passed)

	folder := p.path(resultsFolder)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	write("core.json", `{"version": "new"}`)
	write("page.json", `{"version": "old"}`)
	write("soak.json", `{"version": "new", "seed": 7, "scripts": 1000, "events": 250000, "broken": 0}`)
	write("engines.json", `{"version": "new", "engines": [{"name": "firefox", "version": "153"}],
		"cases": [{"name": "it starts", "found": {"firefox": "ok"}}]}`)
	about.Version = "new"
	require.NoError(t, p.readResults(&about))
	require.True(t, about.Core.Passed)
	require.False(t, about.Page.Passed)
	require.True(t, about.Soak.Passed)
	require.Equal(t, 250000, about.Soak.Events)
	require.Equal(t, "ok", about.Engines.Cases[0].Found["firefox"])

	write("core.json", `{`)
	require.ErrorContains(t, p.readResults(&about), "core")
}

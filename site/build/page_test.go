package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const samplePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="icon.svg" />
    <link rel="stylesheet" href="styles/main.css" />
    <script type="module" src="./src/main.js"></script>
  </head>
  <body></body>
</html>
`

var sampleNames = map[string]bundled{
	"icon.svg": {name: "icon-0.svg"}, "styles/main.css": {name: "main-1.css"},
	"src/main.js": {name: "main-2.js", first: []string{"chunk-5.js"}},
}

func TestAPageNamesItsEntriesEachOnce(t *testing.T) {
	entries := pageEntries([]byte(samplePage + samplePage))
	require.Equal(t, []string{"icon.svg", "styles/main.css", "src/main.js"}, entries)
}

func TestAFinishedPageNamesTheHashedFilesRelatively(t *testing.T) {
	page, err := finishPage([]byte(samplePage), sampleNames, manifest{Module: "m-3.wasm", Glue: "g-4.js"})
	require.NoError(t, err)
	for _, want := range []string{
		`href="./icon-0.svg"`, `href="./main-1.css"`, `src="./main-2.js"`, `href="./m-3.wasm"`, `href="./g-4.js"`,
		`rel="modulepreload" href="./chunk-5.js"`,
	} {
		require.Contains(t, string(page), want)
	}
}

func TestThePolicyStandsBeforeAllThatLoads(t *testing.T) {
	page, err := finishPage([]byte(samplePage), sampleNames, manifest{})
	require.NoError(t, err)
	at := strings.Index(string(page), policy)
	require.Positive(t, at)
	require.Less(t, at, strings.Index(string(page), "<link"))
	require.Less(t, strings.Index(string(page), "charset"), 1024, "browsers look no further for the encoding")
}

func TestAnAddressThatIsNotRelativeIsRefused(t *testing.T) {
	for _, address := range []string{"/icon.svg", "https://example.org/x.js", "//example.org/x.js"} {
		_, err := finishPage([]byte(samplePage+`<img src="`+address+`">`), sampleNames, manifest{})
		require.ErrorContains(t, err, address)
	}
}

func TestThePolicyAllowsNothingInlineAndNoOtherHost(t *testing.T) {
	require.True(t, strings.HasPrefix(policy, "default-src 'none'"))
	for _, unsafe := range []string{"'unsafe-inline'", "'unsafe-eval'", "http:", "https:", "data:", "*"} {
		require.NotContains(t, policy, unsafe)
	}
}

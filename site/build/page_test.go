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
    <script src="src/start.js"></script>
    <link rel="stylesheet" href="styles/main.css" />
    <script type="module" src="./src/main.js"></script>
  </head>
  <body></body>
</html>
`

var sampleNames = map[string]bundled{
	"icon.svg": {name: "icon-0.svg"}, "styles/main.css": {name: "main-1.css"},
	"src/main.js":  {name: "main-2.js", first: []string{"chunk-5.js"}},
	"src/start.js": {text: []byte("early()")},
}

func TestAPageNamesItsEntriesEachOnce(t *testing.T) {
	entries := pageEntries([]byte(samplePage + samplePage))
	require.Equal(t, []string{"icon.svg", "src/start.js", "styles/main.css", "src/main.js"}, entries)
}

func TestAFinishedPageNamesTheHashedFilesRelatively(t *testing.T) {
	page, err := finishPage([]byte(samplePage), sampleNames)
	require.NoError(t, err)
	for _, want := range []string{
		`href="./icon-0.svg"`, `href="./main-1.css"`, `src="./main-2.js"`, `rel="modulepreload" href="./chunk-5.js"`,
	} {
		require.Contains(t, string(page), want)
	}
}

func TestThePolicyStandsBeforeAllThatLoads(t *testing.T) {
	page, err := finishPage([]byte(samplePage), sampleNames)
	require.NoError(t, err)
	at := policyPattern.FindIndex(page)
	require.NotNil(t, at)
	require.Less(t, at[0], strings.Index(string(page), "<link"))
	require.Less(t, strings.Index(string(page), "charset"), 1024, "browsers look no further for the encoding")
}

func TestAScriptThatIsNoModuleStandsInThePageAndIsLetInByItsHash(t *testing.T) {
	page, err := finishPage([]byte(samplePage), sampleNames)
	require.NoError(t, err)
	require.Contains(t, string(page), "<script>early()</script>")
	require.Contains(t, policyOf(page), "script-src 'self' "+inlineHash([]byte("early()"))+" 'wasm-unsafe-eval';")
	require.NotContains(t, string(page), "start.js")
}

func TestAnAddressThatIsNotRelativeIsRefused(t *testing.T) {
	for _, address := range []string{"/icon.svg", "https://example.org/x.js", "//example.org/x.js"} {
		_, err := finishPage([]byte(samplePage+`<img src="`+address+`">`), sampleNames)
		require.ErrorContains(t, err, address)
	}
}

func TestThePolicyAllowsNothingInlineAndNoOtherHost(t *testing.T) {
	for _, policy := range []string{policy, wholeFormat} {
		require.True(t, strings.HasPrefix(policy, "default-src 'none'"))
		for _, unsafe := range []string{"'unsafe-inline'", "'unsafe-eval'", "http:", "https:", "script-src data:", "*"} {
			require.NotContains(t, policy, unsafe)
		}
	}
}

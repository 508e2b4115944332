package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/site/build/lzma"
)

func TestThePageThatIsWholeHasEverythingAndNamesNothing(t *testing.T) {
	p := sampleProject(t)
	made, err := p.pack()
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(p.dist, "highwater.html"))
	require.NoError(t, err)
	require.NotRegexp(t, regexp.MustCompile(`(?:src|href)="[^d]`), string(page))
	module, err := os.ReadFile(filepath.Join(p.dist, made.Module))
	require.NoError(t, err)
	require.Contains(t, string(page), encoded(lzma.Compress(module)))
	require.Contains(t, string(page), `"`+made.Version+`"`, "the early script")
	require.Contains(t, string(page), "CanvasText", "the style")
	other, err := os.ReadFile(filepath.Join(p.dist, "embed.html"))
	require.NoError(t, err)
	require.Equal(t, page, other)
}

func TestEveryTextOfThePageThatIsWholeIsLetInByItsHash(t *testing.T) {
	p := sampleProject(t)
	_, err := p.pack()
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(p.dist, "highwater.html"))
	require.NoError(t, err)
	texts := regexp.MustCompile(`(?s)<(?:script|script type="module"|style)>(.*?)</(?:script|style)>`)
	found := texts.FindAllSubmatch(page, -1)
	require.Len(t, found, 3)
	for _, text := range found {
		require.Contains(t, policyOf(page), inlineHash(text[1]))
	}
}

func TestATextThatWouldEndItsElementIsRefused(t *testing.T) {
	for _, text := range []string{"'</script>'", "'<SCRIPT>'", "'</style '"} {
		entries := map[string]bundled{"src/start.js": {text: []byte(text)}}
		_, err := project{kept: t.TempDir()}.wholePage([]byte(samplePage), entries, nil, nil)
		require.ErrorContains(t, err, "cannot stand in a page")
	}
}

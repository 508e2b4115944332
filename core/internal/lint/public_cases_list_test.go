//go:build !js

package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// publicExpected is the public cases about the broker, elections, deadlines, configuration and the producer, by what
// they are about.
var publicExpected = map[string]string{
	"broker-core": "01 07 08 09 10 12 22 24 25 26 27 52 57 58 90",
	"election":    "28 49 51 67 68 69 71 73 74",
	"timers":      "14 80 82 83",
	"config":      "05 06 15 16 19 21 31 32 48 55 56 61",
	"producer":    "02 23 30 34 35 36 38 39 42 43 44 45 54 59 63 64",
}

func publicIDs() (ids []string) {
	for _, numbers := range publicExpected {
		for number := range strings.FieldsSeq(numbers) {
			ids = append(ids, "PK-"+number)
		}
	}
	slices.Sort(ids)
	return ids
}

func readPublicCases(t *testing.T) (rows []caseRow) {
	t.Helper()
	text, err := os.ReadFile("../publiccases/cases.md")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) == 5 && strings.HasPrefix(cells[1], " PK-") {
			rows = append(rows, caseRow{strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])})
		}
	}
	return rows
}

// TestTheListOfPublicCasesIsComplete: every case once, where it says, and no row without a word on what it is.
func TestTheListOfPublicCasesIsComplete(t *testing.T) {
	tests := testsByName(t)
	var listed []string
	for _, row := range readPublicCases(t) {
		listed = append(listed, row.id)
		require.NotEmpty(t, row.what, row.id)
		kind, name, _ := strings.Cut(row.where, " ")
		if kind != "test" {
			require.Equal(t, "not expressible", row.where, row.id)
			continue
		}
		require.Contains(t, tests, name, row.id)
		require.Contains(t, tests[name], `"`+row.id, "%s plays no script of the case", name)
	}
	require.Equal(t, publicIDs(), listed)
}

var publicScript = regexp.MustCompile(`"(PK-[0-9]{2}[a-z-]*)"`)

// TestEveryScriptOfAPublicCaseIsPlayed: no script lies about that no test plays, none is played under another case's
// test, and every script has a title of its own.
func TestEveryScriptOfAPublicCaseIsPlayed(t *testing.T) {
	where := map[string]string{}
	for _, row := range readPublicCases(t) {
		where[row.id] = row.where
	}
	var played []string
	for name, text := range testsByName(t) {
		for _, found := range publicScript.FindAllStringSubmatch(text, -1) {
			require.Equal(t, "test "+name, where[found[1][:5]], found[1])
			played = append(played, found[1])
		}
	}
	slices.Sort(played)
	files, err := filepath.Glob("../publiccases/testdata/*.json")
	require.NoError(t, err)
	var scripts, titles []string
	for _, f := range files {
		scripts = append(scripts, strings.TrimSuffix(filepath.Base(f), ".json"))
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		_, title, _ := strings.Cut(string(text), `"title": "`)
		title, _, _ = strings.Cut(title, `"`)
		require.NotContains(t, titles, title, f)
		titles = append(titles, title)
	}
	slices.Sort(scripts)
	require.Equal(t, scripts, slices.Compact(played))
}

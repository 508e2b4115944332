//go:build !js

package lint

import (
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// casesExpected is every case of Kafka's test suites, and of its source, that kafka_cases.md must tell of: prefix
// and numbers, as ranges.
var casesExpected = []struct {
	prefix string
	ranges [][2]int
}{
	{"PUR", [][2]int{{1, 1}, {4, 17}}},
	{"TMR", [][2]int{{1, 7}}},
	{"REP", [][2]int{{5, 14}}},
	{"PAR", [][2]int{
		{5, 16}, {19, 19}, {24, 25}, {27, 34}, {44, 45}, {47, 47}, {50, 50}, {52, 52}, {54, 55}, {63, 65},
	}},
	{"EXP", [][2]int{{3, 3}, {7, 7}}},
	{"FET", [][2]int{{2, 3}, {5, 8}, {17, 22}}},
	{"RMG", [][2]int{{1, 4}, {7, 7}, {13, 13}, {15, 20}, {22, 25}, {27, 32}}},
	{"FOL", [][2]int{{3, 5}, {7, 7}, {10, 13}, {15, 15}, {18, 21}}},
	{"EPC", [][2]int{{1, 5}, {8, 10}, {13, 13}}},
	{"LOG", [][2]int{{1, 5}, {7, 7}}},
	{"PCB", [][2]int{{1, 6}, {10, 10}, {12, 12}, {18, 18}, {20, 21}, {24, 27}}},
	{"CTL", [][2]int{{1, 2}, {8, 13}, {16, 16}, {18, 28}, {30, 36}}},
	{"APS", [][2]int{{1, 1}, {3, 3}}},
	{"DER", [][2]int{{1, 10}, {12, 18}, {20, 20}}},
	{"CFG", [][2]int{{1, 8}, {12, 16}, {19, 19}}},
	{"BAT", [][2]int{{1, 5}, {8, 9}, {11, 14}}},
	{producersPAR, [][2]int{{3, 3}, {5, 9}}},
	{"MEM", [][2]int{{2, 3}, {5, 6}, {8, 8}}},
	{"TIM", [][2]int{{2, 11}, {13, 14}, {17, 17}, {19, 21}}},
	{"NET", [][2]int{{1, 3}}},
	{"CMP", [][2]int{{1, 2}, {4, 6}, {8, 12}, {14, 14}, {16, 16}, {18, 18}}},
	{"ACK", [][2]int{{3, 5}, {7, 8}}},
	{"RTY", [][2]int{{1, 5}}},
	{"IDC", [][2]int{{1, 2}, {6, 9}, {11, 12}, {15, 15}, {17, 17}, {20, 21}, {25, 27}, {29, 31}}},
	{"IDB", [][2]int{{3, 3}, {5, 5}, {7, 14}, {17, 20}, {23, 23}}},
	{"SPL", [][2]int{{2, 2}, {4, 7}}},
}

// producersPAR is the prefix PAR as the producer's cases have it, which the leader's have, too.
const producersPAR = "PAR of the producer"

func caseIDs() (ids []string) {
	for _, c := range casesExpected {
		for _, r := range c.ranges {
			for n := r[0]; n <= r[1]; n++ {
				prefix, of, _ := strings.Cut(c.prefix, " ")
				ids = append(ids, strings.TrimSpace(prefix+"-"+strconv.Itoa(n/10)+strconv.Itoa(n%10)+" "+of))
			}
		}
	}
	return ids
}

// caseRow is one row of the list.
type caseRow struct{ id, where, what string }

func readCases(t *testing.T) (rows []caseRow) {
	t.Helper()
	text, err := os.ReadFile("kafka_cases.md")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) == 5 && strings.Contains(cells[1], "-") && !strings.HasPrefix(cells[1], "-") {
			rows = append(rows, caseRow{strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])})
		}
	}
	return rows
}

func TestTheListOfCasesIsComplete(t *testing.T) {
	var listed []string
	for _, row := range readCases(t) {
		listed = append(listed, row.id)
	}
	require.Equal(t, caseIDs(), listed)
}

// TestTheListOfCasesIsTrue: a test that is named exists and carries the case's id, in its comment or in the name of a
// subtest; a recording exists; and where there is neither, the reason is given.
func TestTheListOfCasesIsTrue(t *testing.T) {
	tests := testsByName(t)
	for _, row := range readCases(t) {
		kind, name, _ := strings.Cut(row.where, " ")
		switch kind {
		case "test":
			require.NotEmpty(t, tests[name], "%s: there is no %s", row.id, name)
			require.Contains(t, tests[name], row.id, "%s does not carry the case's id", name)
		case "recording":
			require.FileExists(t, filepath.Join("..", "realkafka", "testdata", "recordings", name+".json"), row.id)
		default:
			require.Equal(t, "not modelled", row.where, row.id)
		}
		require.NotEmpty(t, row.what, "%s: what it is, and why it is not tested", row.id)
	}
}

// testsByName is the text of every test of the core, its comment included; a name may stand in several packages.
func testsByName(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, s := range sources(t) {
		if !s.isTest() || !strings.HasPrefix(s.name, "core/") {
			continue
		}
		for _, declaration := range s.file.Decls {
			if f, is := declaration.(*ast.FuncDecl); is && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				from := s.places.Position(f.Pos()).Offset
				text := f.Doc.Text() + string(s.content[from:s.places.Position(f.End()).Offset])
				texts[f.Name.Name] += text
			}
		}
	}
	return texts
}

// TestEveryCaseThatATestCarriesIsListed finds ids in tests that the list does not tell of, or places elsewhere.
func TestEveryCaseThatATestCarriesIsListed(t *testing.T) {
	rows := readCases(t)
	for name, text := range testsByName(t) {
		for _, id := range caseIDs() {
			if !strings.Contains(text, id) {
				continue
			}
			i := slices.IndexFunc(rows, func(r caseRow) bool { return r.id == id })
			require.True(t, strings.HasPrefix(rows[i].where, "test "), "%s is tested by %s: say so", id, name)
		}
	}
}

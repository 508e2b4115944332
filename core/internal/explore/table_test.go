//go:build !js

package explore

import (
	"bufio"
	"encoding/json"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// row is a line of testdata/table.jsonl, which `./build.sh explore --table` writes.
type row struct {
	Replicas, MinInsyncReplicas int
	ELR, Unclean                bool
	Failures                    map[string]int
	Lost                        bool
	Steps                       *int
}

// searchedTable is one configuration's part of the table, as it is searched.
type searchedTable struct {
	Config
	cells []Cell
}

// searchedTables searches every configuration with two records, and in short mode those of at most two replicas.
var searchedTables = sync.OnceValue(func() (list []searchedTable) {
	for _, c := range Configurations(2) {
		if testing.Short() && c.Replicas > 2 {
			break
		}
		table := NewTable(c)
		for table.Work(1 << 12) {
		}
		list = append(list, searchedTable{c, table.Cells()})
	}
	return list
})

func rows(t *testing.T) (list []row) {
	t.Helper()
	file, err := os.Open("testdata/table.jsonl")
	require.NoError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r row
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
		list = append(list, r)
	}
	return list
}

// TestTheTable: the table was made with three records, and is the same with two.
func TestTheTable(t *testing.T) {
	kept := rows(t)
	require.Len(t, kept, 1344)
	for i, c := range searchedTables() {
		for j, cell := range c.cells {
			want := kept[i*56+j]
			require.Equal(t, want.Replicas, c.Replicas)
			require.Equal(t, want.MinInsyncReplicas, c.MinInSyncReplicas)
			require.Equal(t, want.ELR, c.ELR)
			require.Equal(t, want.Unclean, c.Unclean)
			for kind := range FailureKinds {
				require.Equal(t, want.Failures[kind.String()], cell.Failures[kind])
			}
			require.Equal(t, want.Lost, cell.Trace != nil, "%+v", want)
			if want.Lost {
				require.Equal(t, *want.Steps, len(cell.Trace), "%+v", want)
			}
		}
	}
}

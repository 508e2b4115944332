//go:build !js

package explore

import (
	"bufio"
	"encoding/json"
	"os"
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

// TestTheTable searches every configuration with two records, and in short mode those of at most two replicas. The
// table was made with three records: it is the same.
func TestTheTable(t *testing.T) {
	kept := rows(t)
	require.Len(t, kept, 1344)
	for i, c := range Configurations(2) {
		if testing.Short() && c.Replicas > 2 {
			return
		}
		table := NewTable(c)
		for table.Work(1 << 12) {
		}
		for j, cell := range table.Cells() {
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

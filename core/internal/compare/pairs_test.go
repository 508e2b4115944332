package compare_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/vtime"
)

var update = flag.Bool("update", false, "write the differences of the pairs anew")

// at returns a comparison of the runs of two scripts, both played up to an instant.
func at(t *testing.T, scripts []json.RawMessage, instant vtime.Time) (comparison, string) {
	t.Helper()
	var runs [2]*core.Run
	for i := range runs {
		s, err := core.Parse(scripts[i])
		require.NoError(t, err)
		runs[i] = core.New(s)
		runs[i].SeekTime(instant)
	}
	text := core.AppendComparison(nil, runs[0], runs[1], 100)
	var c comparison
	require.NoError(t, json.Unmarshal(text, &c))
	return c, string(text)
}

// lines returns a comparison as text, a difference in a line.
func lines(t *testing.T, text string) string {
	t.Helper()
	var c struct{ Records, Partitions []json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(text), &c))
	var out strings.Builder
	for _, line := range append(c.Records, c.Partitions...) {
		out.Write(line)
		out.WriteByte('\n')
	}
	return out.String()
}

// The pairs that the page offers, of one script with one value or another: in what they differ at the end. The scripts
// are those that the page makes; a test of the page holds them to that.
func TestTheReadyMadePairsDiffer(t *testing.T) {
	files, err := filepath.Glob("testdata/pairs/*.json")
	require.NoError(t, err)
	require.Len(t, files, 5)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var scripts []json.RawMessage
			require.NoError(t, json.Unmarshal(text, &scripts))
			s, err := core.Parse(scripts[1])
			require.NoError(t, err)
			c, all := at(t, scripts, s.Until)
			require.NotZero(t, len(c.Records)+len(c.Partitions))
			requireSince(t, scripts, &c)
			golden := strings.TrimSuffix(file, ".json") + ".txt"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(lines(t, all)), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), lines(t, all), "where the change is meant: go test -update")
		})
	}
}

// requireSince checks that each difference is there since it says so, and was not just before: the earliest of them is
// the first at which the runs part.
func requireSince(t *testing.T, scripts []json.RawMessage, c *comparison) {
	t.Helper()
	instant := func(ms float64) vtime.Time { return vtime.Time(ms*1000 + 0.5) }
	record := func(c *comparison, producer, value string) float64 {
		for _, r := range c.Records {
			if r.Producer == producer && r.Value == value {
				return r.T
			}
		}
		return -1
	}
	property := func(c *comparison, topic string, partition int, what string) float64 {
		for _, p := range c.Partitions {
			if p.Topic == topic && p.Partition == partition && p.What == what {
				return p.T
			}
		}
		return -1
	}
	for _, r := range c.Records {
		now, _ := at(t, scripts, instant(r.T))
		require.Equal(t, r.T, record(&now, r.Producer, r.Value), "%s differs since then", r.Value)
		if r.T > 0 {
			before, _ := at(t, scripts, instant(r.T)-1)
			require.EqualValues(t, -1, record(&before, r.Producer, r.Value), "%s did not differ before", r.Value)
		}
	}
	for _, p := range c.Partitions {
		now, _ := at(t, scripts, instant(p.T))
		require.Equal(t, p.T, property(&now, p.Topic, p.Partition, p.What), "%s differs since then", p.What)
		if p.T > 0 {
			before, _ := at(t, scripts, instant(p.T)-1)
			require.EqualValues(t, -1, property(&before, p.Topic, p.Partition, p.What), "%s did not before", p.What)
		}
	}
}

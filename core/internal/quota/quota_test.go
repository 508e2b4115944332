package quota

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorded is one client of a real broker: what it sent when, and the throttle time that Kafka's ClientQuotaManager
// (4.4.0, on a clock that a test turns) gave it each time.
type recorded struct {
	Samples int
	Seconds int64
	Rate    int64
	Record  [][3]int64 // time in ms, bytes, throttle time in ms
}

func TestThrottleTimesAreKafkas(t *testing.T) {
	f, err := os.Open("testdata/throttle.jsonl")
	require.NoError(t, err)
	defer f.Close()
	lines, throttled := 0, 0
	for scanner := bufio.NewScanner(f); scanner.Scan(); lines++ {
		var k recorded
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &k))
		w := Window{Samples: k.Samples, SampleMs: k.Seconds * 1000}
		var r Rate
		for i, request := range k.Record {
			copied := r.Clone()
			got := r.Record(w, k.Rate, request[1], request[0])
			require.Equal(t, request[2], got, "line %d, request %d", lines+1, i)
			require.Equal(t, got, copied.Record(w, k.Rate, request[1], request[0]), "a copy is as good")
			if got > 0 {
				throttled++
			}
		}
	}
	require.Greater(t, lines, 8)
	require.Greater(t, throttled, 100)
}

// TestTheFirstMomentIsMeasuredByTheWholeWindow: ten seconds of quota may come at once, and not a byte more.
func TestTheFirstMomentIsMeasuredByTheWholeWindow(t *testing.T) {
	w := Window{Samples: 11, SampleMs: 1000}
	var kept, exceeded Rate
	require.Zero(t, kept.Record(w, 1000, 10_000, 5))
	require.EqualValues(t, 1, exceeded.Record(w, 1000, 10_001, 5))
}

// TestACopyIsItsOwn: what is recorded in a copy of a run is not in the run.
func TestACopyIsItsOwn(t *testing.T) {
	w := Window{Samples: 11, SampleMs: 1000}
	var r Rate
	r.Record(w, 1000, 5000, 0)
	before := slices.Clone(r.samples)
	c := r.Clone()
	c.Record(w, 1000, 5000, 10)
	c.Record(w, 1000, 5000, 2000)
	require.Equal(t, before, r.samples)
}

package look_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

// highAt returns the high watermark that is shown at an instant (ms) of a built-in scenario.
func highAt(t *testing.T, scenario string, ms float64) int64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scenarios", scenario+".json"))
	require.NoError(t, err)
	s, err := core.Parse(text)
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(core.Time(ms * 1000))
	return r.State(12).Partitions[0].HighWatermark
}

// A process that is killed comes back with an older high watermark. What it had committed is committed all the same,
// and falls, if it does, with the next leader.
func TestTheHighWatermarkDoesNotFallBecauseItsLeaderDies(t *testing.T) {
	require.EqualValues(t, 4, highAt(t, "leader-dies", 4_199))
	require.EqualValues(t, 4, highAt(t, "leader-dies", 4_201))
	require.EqualValues(t, 4, highAt(t, "leader-dies", 13_500.5), "the next leader is elected, and does not know it yet")
	require.EqualValues(t, 4, highAt(t, "leader-dies", 13_502))
	require.EqualValues(t, 5, highAt(t, "unclean-election", 8_001), "all who could lead are dead")
	require.EqualValues(t, 5, highAt(t, "unclean-election", 21_000))
	require.EqualValues(t, 3, highAt(t, "unclean-election", 36_000), "an unclean leader goes by its own log")
}

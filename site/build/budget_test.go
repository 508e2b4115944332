package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAVerdictComparesWithAimAndLimit(t *testing.T) {
	for want, line := range map[string]row{
		"aim met":             {measured: 1.1, hard: 1.35, aim: 1.15},
		"within the limit":    {measured: 1.2, hard: 1.35, aim: 1.15},
		"OVER THE LIMIT":      {measured: 2.9, hard: 3, aim: 6, atLeast: true},
		"aim missed":          {measured: 41, hard: none, aim: 40},
		"-":                   {measured: 41, hard: none, aim: none},
		"not measured: no go": {hard: 3, aim: 2, missing: "no go"},
	} {
		require.Equal(t, want, line.verdict())
	}
}

func TestALimitOfNothingIsALimit(t *testing.T) {
	require.Equal(t, "aim met", row{}.verdict())
	require.Equal(t, "OVER THE LIMIT", row{measured: 1}.verdict())
	require.Equal(t, "OVER THE LIMIT", row{measured: 2, hard: 1, aim: none}.verdict())
	require.Equal(t, "within the limit", row{measured: 1, hard: 1, aim: none}.verdict())
}

func TestABrokenLimitFailsAfterTheTable(t *testing.T) {
	var out strings.Builder
	err := printBudget(&out, []row{{what: "weight", measured: 61, hard: 60, aim: 30, unit: " KB"}})
	require.EqualError(t, err, "over the hard limit: weight")
	require.Contains(t, out.String(), "61 KB")
}

func TestBenchmarksAreReadAndCompared(t *testing.T) {
	found, err := parseBench(`goos: linux
BenchmarkTimerCancelAdd/wheel/100000-2   100   50.0 ns/op   0 B/op   0 allocs/op
BenchmarkTimerCancelAdd/wheel/100000-2   100   40.0 ns/op   0 B/op   1 allocs/op
BenchmarkTimerCancelAdd/wheel/100000-2   100   90.0 ns/op   0 B/op   0 allocs/op
BenchmarkTimerCancelAdd/heap/100000      100   400 ns/op
PASS
`)
	require.NoError(t, err)
	line := found.against(row{}, "TimerCancelAdd/heap/100000", "TimerCancelAdd/wheel/100000")
	require.InDelta(t, 8, line.measured, 1e-9)
	require.InDelta(t, 1, found.allocations(row{}, "/wheel/").measured, 1e-9)
	require.NotEmpty(t, found.against(row{}, "PurgatoryWatchComplete/1", "TimerCancelAdd/heap/100000").missing)
}

func TestAQuantileIsOneOfTheValues(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	require.InDelta(t, 3, median(values), 0)
	require.InDelta(t, 5, quantile(values, 0.99), 0)
	require.InDelta(t, 5, quantile(values, 1), 0)
}

package producer

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What depends on the client's draws: there the recording is one of many, and what is compared is the range.

// maxOwnRuns is how many seeds a distribution is played under.
const maxOwnRuns = 400

func TestDistributions(t *testing.T) {
	lines := readLines[scenario]("testdata/distributions.jsonl")
	require.NotEmpty(t, lines)
	for i := range lines {
		s := &lines[i]
		t.Run(s.ID, func(t *testing.T) {
			var gaps [][]int64
			for seed := range uint64(maxOwnRuns) {
				for n, g := range s.gaps(newReplay(t, s, seed).play()) {
					if n == len(gaps) {
						gaps = append(gaps, nil)
					}
					gaps[n] = append(gaps[n], g)
				}
			}
			for n, want := range s.Gaps {
				if want.Runs < 100 {
					continue // Few of the recorded runs came so far.
				}
				require.Greater(t, len(gaps), n)
				low, high, mean := spread(gaps[n])
				require.GreaterOrEqual(t, low, float64(want.Min)*0.94-1, "retry %d", want.Retry)
				require.LessOrEqual(t, high, float64(want.Max), "retry %d", want.Retry)
				if n+1 < len(s.Gaps) && s.Gaps[n+1].Runs >= 100 { // The last ones are cut off by the end of the run.
					require.InEpsilon(t, want.Mean, mean, 0.02, "retry %d", want.Retry)
				}
			}
		})
	}
}

// gaps is how long each retry left after the error, or the disconnect, before it.
func (s *scenario) gaps(events []observed) (gaps []int64) {
	rtt := int64(2)
	if s.Default.Disconnect != nil {
		rtt = *s.Default.Disconnect
	}
	last := int64(-1)
	for _, o := range events {
		if o.E == "request" {
			if last >= 0 {
				gaps = append(gaps, o.T-last-rtt)
			}
			last = o.T
		}
	}
	return gaps
}

func spread(values []int64) (low, high, mean float64) {
	low = math.Inf(1)
	for _, v := range values {
		low, high, mean = min(low, float64(v)), max(high, float64(v)), mean+float64(v)/float64(len(values))
	}
	return low, high, mean
}

// drawn is the scenarios whose times depend on draws: they run with backoffs that vary.
var drawn = []string{"M05d", "R05d", "R18d"}

// TestDrawnTimes compares those: what happens is the same, and each step comes as long after the one before as some
// seed has it.
func TestDrawnTimes(t *testing.T) {
	for _, id := range drawn {
		t.Run(id, func(t *testing.T) {
			s := scenarioNamed(t, id)
			for _, kind := range []string{"request", "callback", "returned", "metadata"} {
				want, wantGaps := apart(s.facts(s.Observed, true)[kind])
				low, high := slices.Repeat([]int64{math.MaxInt64}, len(wantGaps)), make([]int64, len(wantGaps))
				same := 0
				for seed := range uint64(maxOwnRuns) {
					got, gaps := apart(s.facts(newReplay(t, s, seed).play(), false)[kind])
					if !slices.Equal(want, got) {
						require.Equal(t, "metadata", kind, "what happens does not depend on draws")
						continue // One look more or less before the end of the run.
					}
					same++
					for i, g := range gaps {
						low[i], high[i] = min(low[i], g), max(high[i], g)
					}
				}
				require.Greater(t, same, maxOwnRuns/10, kind)
				for i, g := range wantGaps {
					require.GreaterOrEqual(t, g, low[i], "%s %d", kind, i)
					require.LessOrEqual(t, g, high[i], "%s %d", kind, i)
				}
			}
		})
	}
}

// apart takes the times out of some lines: what is left, and how long each comes after the one before.
func apart(lines []string) (rest []string, gaps []int64) {
	last := int64(0)
	for _, line := range lines {
		_, after, _ := strings.Cut(line, " ")
		at := instant(line)
		rest, gaps = append(rest, after), append(gaps, at-last)
		last = at
	}
	return rest, gaps
}

func scenarioNamed(t *testing.T, id string) *scenario {
	t.Helper()
	all := readLines[scenario]("testdata/scenarios.jsonl")
	i := slices.IndexFunc(all, func(s scenario) bool { return s.ID == id })
	require.GreaterOrEqual(t, i, 0, id)
	return &all[i]
}

// TestStickyChoicesChangeWhereTheyDid compares where the client chooses anew: never between records that the recorded
// client sent to different partitions without a choice between them.
func TestStickyChoicesChangeWhereTheyDid(t *testing.T) {
	n := 0
	all := readLines[scenario]("testdata/scenarios.jsonl")
	for i := range all {
		s := &all[i]
		if !s.sticky() {
			continue
		}
		n++
		recorded := map[string]string{}
		for _, o := range s.Observed {
			for _, b := range o.Batches {
				for _, v := range b.Values {
					recorded[v] = b.TP
				}
			}
		}
		r := newReplay(t, s, 5)
		r.play()
		places := map[int32]string{}
		choices := map[int32]bool{}
		for value, choice := range r.choices {
			choices[choice] = true
			if recorded[value] == "" {
				continue
			}
			if places[choice] == "" {
				places[choice] = recorded[value]
			}
			require.Equal(t, places[choice], recorded[value], "%s: %s", s.ID, value)
		}
		require.NotEmpty(t, choices, s.ID)
	}
	require.Greater(t, n, 5)
}

// TestAdaptiveChoiceAvoidsTheLongQueue is S06, whose choices follow the draws of its run: the partition with a queue
// of its own gets few of the records that name none.
func TestAdaptiveChoiceAvoidsTheLongQueue(t *testing.T) {
	s := scenarioNamed(t, "S06")
	share := func(events []observed) float64 {
		there, all := 0, 0
		for _, o := range events {
			if o.E == "callback" && strings.HasPrefix(o.Value, "v") {
				all++
				if o.TP == "t-0" {
					there++
				}
			}
		}
		require.Greater(t, all, 10)
		return float64(there) / float64(all)
	}
	low, high, mean := 1.0, 0.0, 0.0
	for seed := range uint64(100) {
		own := share(newReplay(t, s, seed).play())
		low, high, mean = min(low, own), max(high, own), mean+own/100
	}
	require.Less(t, mean, 0.2, "a third if queues did not count")
	recorded := share(s.Observed)
	require.GreaterOrEqual(t, recorded, low)
	require.LessOrEqual(t, recorded, high)
}

// leftOut is what of the recordings the tests do not compare, or compare in part; testdata/left-out.md tells why.
var leftOut = []string{
	"B19", "M04", "M07", "M14", "S06", "X07", "X09", "table config", "table defaults", "table realtime",
}

func TestLeftOutIsToldOf(t *testing.T) {
	content, err := os.ReadFile("testdata/left-out.md")
	require.NoError(t, err)
	var told []string
	for _, m := range regexp.MustCompile("(?m)^- `([^`]+)`: ").FindAllStringSubmatch(string(content), -1) {
		told = append(told, m[1])
	}
	slices.Sort(told)
	require.Equal(t, leftOut, told)

	var ids, named []string
	for _, s := range readLines[scenario]("testdata/scenarios.jsonl") {
		ids = append(ids, s.ID)
	}
	for _, row := range readLines[struct{ Table string }](tables) {
		ids = append(ids, "table "+row.Table)
	}
	for _, name := range told {
		if !slices.Contains(ids, name) {
			named = append(named, strconv.Quote(name))
		}
	}
	require.Empty(t, named, "no such recording")
}

package behaviour

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/modeltest"
)

// worth is what a level of acks was worth in a crash: of the records of one producer, how many it had been told of,
// how many the next leader had, and how many of the others it still held and sent once more.
type worth struct{ acknowledged, survived, lost, heldAndSentAgain int }

func worthOf(s modeltest.Summary, producer string) worth {
	var w worth
	for _, r := range s.Records {
		c := r.Crash
		if r.Producer != producer || c == nil || c.Survived == nil {
			continue
		}
		switch {
		case c.Acknowledged && *c.Survived:
			w.acknowledged++
			w.survived++
		case c.Acknowledged:
			w.acknowledged++
			w.lost++
		case c.Held && r.Attempts == c.Attempts+1:
			w.heldAndSentAgain++
		}
	}
	return w
}

func TestTheSameCrashUnderEveryLevelOfAcks(t *testing.T) {
	_, s := scenario(t, "same-crash")
	require.Len(t, s.Records, 15)
	require.Equal(t, worth{acknowledged: 5, survived: 3, lost: 2}, worthOf(s, "acks-0"))
	require.Equal(t, worth{acknowledged: 5, survived: 3, lost: 2}, worthOf(s, "acks-1"))
	require.Equal(t, worth{acknowledged: 3, survived: 3, heldAndSentAgain: 2}, worthOf(s, "acks-all"))
	for _, r := range s.Records {
		require.Equal(t, "acknowledged", r.Outcome, r.Value)
		switch {
		case r.Crash.Held:
			require.Equal(t, 2, r.Attempts, r.Value)
			require.Len(t, r.Offsets, 1, "the new leader has %s, and has it once", r.Value)
			require.False(t, r.Lost)
		case !*r.Crash.Survived:
			require.Equal(t, []int{1}, r.Crash.Copies, "only the log of the leader that died had %s", r.Value)
			require.True(t, r.Lost, r.Value)
		default:
			require.Len(t, r.Offsets, 1, r.Value)
		}
	}
}

func TestWhatIsAcknowledgedAndGoneIsThereToSee(t *testing.T) {
	run := scenarioRun(t, "same-crash")
	run.SeekTime(run.Script().Until)
	var gone [][]string
	for _, p := range run.State(12).Partitions {
		names := []string{}
		for _, g := range p.Ghosts {
			names = append(names, g.Acks.String()+" "+g.Value)
		}
		gone = append(gone, names)
	}
	require.Equal(t, [][]string{{"0 zero-late-1", "0 zero-late-2"}, {"1 one-late-1", "1 one-late-2"}, {}}, gone)
}

func TestWhatIsStillOnTheWayIsNotLost(t *testing.T) {
	run := scenarioRun(t, "same-crash")
	for _, c := range []struct {
		atMs  float64
		lost  int
		about string
	}{
		{1000.5, 0, "zero-1 is told of as acknowledged, and travels"},
		{1001.2, 0, "it is being appended"},
		{2000, 0, "it is in the log"},
		{11_653, 4, "after the crash"},
	} {
		run.SeekTime(core.Time(c.atMs * 1000))
		require.Equal(t, c.lost, strings.Count(string(run.AppendSummary(nil)), `"lost":true`), c.about)
	}
}

func TestTheWaitForAnAnswerGrowsWithAcks(t *testing.T) {
	_, s := scenario(t, "same-crash")
	for i, want := range []float64{0, 2.5, 7.5} { // acks=0, 1 and all; the latency is 1 ms, an append takes 0.5 ms
		require.InDelta(t, want, *s.Records[i].Network, 0.001, s.Records[i].Producer)
	}
}

func TestATimedOutWriteIsThereTwiceUnlessTheProducerIsIdempotent(t *testing.T) {
	events, s := scenario(t, "timeout-duplicate")
	plain, idempotent := s.Records[0], s.Records[1]
	for _, r := range s.Records {
		require.Equal(t, []string{"REQUEST_TIMED_OUT"}, r.Errors)
		require.Equal(t, 2, r.Attempts)
		require.Equal(t, "acknowledged", r.Outcome)
	}
	require.Equal(t, []int64{0, 1}, plain.Offsets)
	require.EqualValues(t, 1, *plain.Offset, "the application is told of the second copy only")
	require.Equal(t, []int64{0}, idempotent.Offsets)
	require.EqualValues(t, 0, *idempotent.Offset)
	require.Len(t, modeltest.EventsOf(events, "duplicate"), 1)
}

func TestABudgetOf40MillisecondsAndWhatTheRunTakesOfIt(t *testing.T) {
	_, s := scenario(t, "latency-budget")
	for i, want := range []struct{ batching, network float64 }{
		{5, 20},
		{20, 20}, // linger.ms: the batch waits for more records, and none come
		{5, 20},  // flush() sends it on its way
	} {
		require.InDelta(t, want.batching, *s.Records[i].Batching, 0.001, s.Records[i].Value)
		require.InDelta(t, want.network, *s.Records[i].Network, 0.001, s.Records[i].Value)
	}
}

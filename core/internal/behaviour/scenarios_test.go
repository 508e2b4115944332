package behaviour

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/modeltest"
)

// scenario plays a script that the page offers.
func scenario(t *testing.T, name string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return modeltest.Play(t, scenarioText(t, name))
}

// scenarioRun is a run of a script that the page offers, at its beginning.
func scenarioRun(t *testing.T, name string) *core.Run {
	t.Helper()
	s, err := core.Parse(scenarioText(t, name))
	require.NoError(t, err)
	return core.New(s)
}

func scenarioText(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scenarios", name+".json"))
	require.NoError(t, err)
	return text
}

func TestAHealthyWriteIsParkedAndCompletesWithTheSecondFollowersNextFetch(t *testing.T) {
	events, s := scenario(t, "healthy-write")
	r := s.Requests[0]
	require.True(t, r.Parked)
	require.Equal(t, "high-watermark", r.CompletedBy)
	require.Len(t, modeltest.EventsOf(events, "response"), 1)
	acknowledged := modeltest.EventsOf(events, "acknowledge")
	require.Len(t, acknowledged, 1)
	chain := modeltest.Causes(events, *acknowledged[0].N)
	require.Equal(t, []string{"acknowledge", "response", "complete", "high-watermark", "fetch", "replicate"}, chain[:6])
	advanced := modeltest.EventsOf(events, "high-watermark")[0]
	fetch := events[*advanced.Cause]
	require.Equal(t, "fetch", fetch.Kind)
	earlier := 0
	for _, e := range events[:*fetch.N] {
		if e.Kind == "fetch" && e.T >= 1000 && e.Partitions[0].FetchOffset == 1 {
			earlier++
		}
	}
	require.Equal(t, 1, earlier, "the first follower's fetch alone moved nothing")
}

func TestTheSlowestInSyncReplicaDecidesLongAfterTheMinimumHasCopies(t *testing.T) {
	events, s := scenario(t, "slowest-in-sync")
	var copied []float64
	for _, e := range modeltest.EventsOf(events, "replicate") {
		copied = append(copied, e.T)
	}
	require.Len(t, copied, 2)
	require.Less(t, copied[0], 1010.0, "broker 2 has it at once: two copies, as many as the minimum")
	require.InDelta(t, 4500, copied[1], 10, "broker 3's fetch that took it arrived after 4 s")
	require.InDelta(t, 8504.5, *s.Requests[0].Answered, 0.001, "and only its next one told the leader")
	require.Equal(t, "NONE", s.Requests[0].Partitions[0].Error)
}

func TestUnderTheMinimumAcksAllIsRefusedAndAcksOneIsInvisible(t *testing.T) {
	events, s := scenario(t, "refused-under-minimum")
	all, one := s.Requests[0], s.Requests[1]
	require.Equal(t, "NOT_ENOUGH_REPLICAS", all.Partitions[0].Error)
	require.EqualValues(t, -1, *all.Partitions[0].BaseOffset)
	require.False(t, all.Parked)
	require.Equal(t, "NONE", one.Partitions[0].Error)
	require.EqualValues(t, 2, *one.Partitions[0].BaseOffset)
	leader := s.Partitions[0].Replicas[0]
	require.Equal(t, []string{"pay-1", "pay-2", "pay-4"}, leader.Values, "the refused record is nowhere")
	seen := modeltest.EventsOf(events, "visible")
	require.Len(t, seen, 2)
	require.Greater(t, seen[1].T, 6000.0, "the acknowledged one lies above the edge until the ISR is large enough")
}

func TestAnISRThatFallsBelowTheMinimumLocksTheEdgeUntilTheWriteTimesOut(t *testing.T) {
	events, s := scenario(t, "locked-while-waiting")
	waiting, late := s.Requests[0], s.Requests[1]
	require.Equal(t, "timeout", waiting.CompletedBy)
	require.Equal(t, "REQUEST_TIMED_OUT", waiting.Partitions[0].Error)
	require.EqualValues(t, 3, *waiting.Partitions[0].BaseOffset, "the base offset is real")
	require.InDelta(t, 11001, *waiting.Answered, 1)
	require.Equal(t, "NOT_ENOUGH_REPLICAS", late.Partitions[0].Error)
	require.Equal(t, []int{1}, s.Partitions[0].ISR)
	require.ElementsMatch(t, []int{2, 3}, s.Partitions[0].ELR)
	require.EqualValues(t, 3, *s.Partitions[0].HighWatermark)
	require.Contains(t, s.Partitions[0].Replicas[0].Values, "pay-4", "the record is still in the log")
	for _, e := range modeltest.EventsOf(events, "high-watermark") {
		require.Less(t, e.T, 1000.0, "the edge is locked")
	}
}

func TestThreePartitionsOneStalledGiveOneAnswerAtTheTimeout(t *testing.T) {
	events, s := scenario(t, "three-partitions")
	require.Len(t, modeltest.EventsOf(events, "response"), 1)
	r := s.Requests[0]
	require.InDelta(t, 6001, *r.Answered, 1)
	var errors []string
	for _, p := range r.Partitions {
		errors = append(errors, p.Error)
		require.EqualValues(t, 0, *p.BaseOffset)
	}
	require.Equal(t, []string{"NONE", "NONE", "REQUEST_TIMED_OUT"}, errors)
	require.Equal(t, 1, s.Purgatory.Expired)
}

func TestOneReplicaCompletesInsideTheAppend(t *testing.T) {
	events, s := scenario(t, "single-replica")
	require.False(t, s.Requests[0].Parked)
	require.Equal(t, "append", s.Requests[0].CompletedBy)
	require.Equal(t, modeltest.EventsOf(events, "append")[0].T, *s.Requests[0].Answered)
	require.Empty(t, modeltest.EventsOf(events, "park"))
	require.Empty(t, modeltest.EventsOf(events, "timer"))
}

func TestAMinimumAboveTheReplicasIsCapped(t *testing.T) {
	_, s := scenario(t, "minimum-capped")
	require.Equal(t, "NONE", s.Requests[0].Partitions[0].Error)
	require.Equal(t, "NOT_ENOUGH_REPLICAS", s.Requests[1].Partitions[0].Error, "one of two is under the cap")
}

func TestALoweredMinimumReleasesNothingUntilTheNextTrigger(t *testing.T) {
	events, s := scenario(t, "lowered-minimum")
	config := modeltest.EventsOf(events, "config")[0]
	var released modeltest.Line
	for _, e := range modeltest.EventsOf(events, "high-watermark") {
		if string(e.Leader) == "true" && e.T > 1000 {
			released = e
			break
		}
	}
	require.Equal(t, 4000.0, config.T)
	require.Equal(t, 10001.5, released.T, "six seconds later, with the next append")
	require.Equal(t, "append", events[*released.Cause].Kind)
	require.Equal(t, "NONE", s.Requests[0].Partitions[0].Error)
	require.Equal(t, "high-watermark", s.Requests[0].CompletedBy)
}

func TestEveryScenarioHasATitleOfItsOwn(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scenarios", "*.json"))
	require.NoError(t, err)
	titles := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		_, title, _ := strings.Cut(string(text), `"title": "`)
		title, _, _ = strings.Cut(title, `"`)
		require.NotEmpty(t, title, f)
		require.Empty(t, titles[title], "%s and %s", f, titles[title])
		titles[title] = f
	}
}

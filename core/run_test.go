package core

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/vtime"
)

func TestALongRunKeepsFewCopiesAndGoesAnywhere(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"config": {"replica.fetch.wait.max.ms": 5}, "topics": [
		{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": [], "until": 100000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(100 * vtime.Second)
	require.Greater(t, len(r.Events()), maxCopies*checkpointEvery)
	require.LessOrEqual(t, len(r.kept), maxCopies)
	before := 0 // the start needs no copy
	for _, m := range r.kept {
		require.LessOrEqual(t, m.Emitted()-before, 2*r.spacing)
		before = m.Emitted()
	}
	require.LessOrEqual(t, len(r.Events())-before, 2*r.spacing)
	fresh := New(s)
	for _, place := range []int{len(r.Events()) - 1, 12345, 1, 0, 7777} {
		r.SeekEvent(place)
		fresh.SeekTime(r.Now())
		fresh.SeekEvent(place)
		require.Equal(t, string(fresh.State(5).AppendJSON(nil)), string(r.State(5).AppendJSON(nil)))
	}
}

func TestWhatHasNotBeenLookedAtIsNoFuture(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]},
		"steps": [{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": 2}]}},
			{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": 1}]}}],
		"until": 3000}`))
	require.NoError(t, err)
	r := New(s)
	ahead := false
	for range 12 {
		require.Equal(t, 1, r.Step(1))
		require.False(t, r.Past(), "one comes here for the first time: %d", r.Place())
		ahead = ahead || len(r.Events()) > r.Place()
	}
	require.True(t, ahead, "some of what lies ahead is known")
	r.Step(-1)
	require.True(t, r.Past())
	_, err = r.Act([]byte(`{"fetch-pause": {"broker": 2}}`))
	require.NoError(t, err)
	require.False(t, r.Past(), "what followed is given up")
}

// A run keeps its events, so there is an end to them. The clock stands there, and the run says why.
func TestARunThatHasHadAllItsEventsSaysSo(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"config": {"replica.fetch.wait.max.ms": 1}, "topics": [
		{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": [], "until": 86400000}`))
	require.NoError(t, err)
	r := New(s)
	require.False(t, r.Ended())
	require.Empty(t, r.WhyEnded())
	r.SeekTime(86_400 * vtime.Second)
	require.True(t, r.Ended())
	require.Contains(t, r.WhyEnded(), "100000 events")
	at := r.Now()
	r.SeekTime(86_400 * vtime.Second)
	require.Equal(t, at, r.Now())
	require.Zero(t, r.Step(1))
	_, ok := r.Next()
	require.False(t, ok)
	_, err = r.Act([]byte(`{"kill": {"broker": 1}}`))
	require.ErrorContains(t, err, "go back")
	require.Contains(t, string(r.AppendSummary(nil)), `"ended":{"limit":"events","most":100000}`)
	r.SeekTime(vtime.Second)
	require.False(t, r.Ended())
	_, err = r.Act([]byte(`{"kill": {"broker": 1}}`))
	require.NoError(t, err)
}

// Nothing is reported while an idle broker's heartbeats come and go, so the copies of those times lie after as many
// events as the place of the act. They know nothing of it all the same.
func TestAnActForgetsWhatIsKnownOfLaterTimesThoughNothingWasReportedThere(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"brokers": 2, "topics": [{"name": "t", "partitions": [
		{"replicas": [1, 2]}]}]}, "steps": [{"at": 0, "fetch-pause": {"broker": 2}}], "until": 1000000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(100 * vtime.Second)
	place := r.Place()
	r.SeekTime(s.Until)
	require.Equal(t, place, r.Place(), "nothing is reported")
	require.Greater(t, r.kept[len(r.kept)-1].Now(), 200*vtime.Second, "and still there are copies")
	r.SeekTime(100 * vtime.Second)
	at, err := r.Act([]byte(`{"produce": {"timeout.ms": 300000,
		"partitions": [{"topic": "t", "partition": 0, "records": 1}]}}`))
	require.NoError(t, err)
	require.InDelta(t, int64(100*vtime.Second), int64(at), 1, "or a microsecond later, where something happens then")
	// Broker 2 leaves the ISR half a minute later, and that completes the request. A copy of later would know nothing of
	// the checks in between.
	fresh := New(*r.Script())
	for _, later := range []Time{999 * vtime.Second, 500 * vtime.Second, 150 * vtime.Second} {
		r.SeekTime(later)
		fresh.SeekTime(later)
		require.Equal(t, string(fresh.State(5).AppendJSON(nil)), string(r.State(5).AppendJSON(nil)))
		require.Equal(t, string(fresh.AppendLines(nil, 0, 100)), string(r.AppendLines(nil, 0, 100)))
	}
}

// What the learner did later is done no more, once something earlier is done instead; the script's own steps stay.
func TestAnActGivesUpTheActsOfTheFutureItReplaces(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"brokers": 3, "topics": [{"name": "t", "partitions": [
		{"replicas": [1, 2, 3]}]}]}, "steps": [{"at": 30000, "freeze": {"broker": 3}}], "until": 60000}`))
	require.NoError(t, err)
	r := New(s)
	do := func(at Time, action string) {
		r.SeekTime(at)
		_, err := r.Act([]byte(action))
		require.NoError(t, err)
	}
	const ms = vtime.Millisecond
	do(10_123*ms, `{"fetch-pause": {"broker": 2}}`)
	do(40_123*ms, `{"kill": {"broker": 2}}`)
	do(40_123*ms, `{"kill": {"broker": 1}}`)
	require.Len(t, r.Script().Steps, 4)
	do(20_123*ms, `{"fetch-resume": {"broker": 2}}`)
	require.Len(t, r.Script().Steps, 3)
	r.SeekTime(50_000 * ms)
	var processes []string
	for _, b := range r.State(5).Brokers {
		processes = append(processes, string(b.Process))
	}
	require.Equal(t, []string{"running", "running", "frozen"}, processes)
}

func TestLookingAheadSaysUntilWhenNothingComes(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]},
		"steps": [{"at": 50000, "kill": {"broker": 1}}], "until": 90000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(10 * vtime.Second)
	place, last := r.Place(), r.Now()
	for clear, done := r.LookAhead(50); !done; clear, done = r.LookAhead(50) {
		require.GreaterOrEqual(t, clear, last)
		require.Less(t, clear, 50*vtime.Second)
		last = clear
	}
	require.Greater(t, last, 20*vtime.Second)
	r.SeekTime(last)
	require.False(t, slices.ContainsFunc(r.Events()[place:r.Place()], isNotable))
}

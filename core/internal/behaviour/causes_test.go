package behaviour

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/modeltest"
)

// One advance of the high watermark completes three raw requests and a client's, whose next request it lets in: each
// has the advance as its cause, and none another's answer.
func TestWhatOneCheckCompletesHasOneCause(t *testing.T) {
	events, _ := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]},
		"producers": [{"id": "p1", "config": {"linger.ms": 0}}],
		"steps": [{"at": 1000, "fetch-pause": {"broker": 2}}, {"at": 1000, "fetch-pause": {"broker": 3}},
			{"at": 2000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 2001, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 2002, "send": {"producer": "p1", "topic": "t", "value": "s1"}},
			{"at": 2002.5, "send": {"producer": "p1", "topic": "t", "value": "s2"}},
			{"at": 2003, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 5000, "fetch-resume": {"broker": 2}}, {"at": 5000, "fetch-resume": {"broker": 3}}], "until": 9000}`))
	var advance int
	completed := 0
	for _, e := range events {
		if e.Kind == "high-watermark" && string(e.Leader) == "true" && completed == 0 {
			advance = *e.N
		}
		if e.Kind == "complete" && e.T < 5010 && e.Request != 4 { // that one waited behind request 3
			completed++
			require.Equal(t, advance, *e.Cause, "request %d", e.Request)
		}
	}
	require.Equal(t, 4, completed)
	answered := 0
	for _, e := range events {
		if e.Kind == "fetch-response" && e.Reason == "new-data" {
			require.Equal(t, "append", events[*e.Cause].Kind)
			answered++
		}
	}
	require.NotZero(t, answered)
}

// An outsider that was never caught up is not waited for, however young the run.
func TestTheEdgeDoesNotWaitForOneThatWasNeverCaughtUp(t *testing.T) {
	_, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3], "isr": [1], "elr": [2],
			"highWatermarks": {"1": 40}, "logs": {
			"1": [{"epoch": 0, "records": 40}], "2": [{"epoch": 0, "records": 40}]}}]}]},
		"steps": [{"at": 90, "fetch-rate": {"broker": 3, "records-per-second": 1}},
			{"at": 100, "isr": {"topic": "t", "partition": 0, "members": [1, 2, 3]}},
			{"at": 3000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["a"]}]}}], "until": 5000}`))
	require.Equal(t, []int{1, 2}, s.Partitions[0].ISR)
	require.InDelta(t, 3004, *s.Requests[0].Answered, 1)
}

// Whoever joins has all up to the start of the leader's epoch: the high watermark alone is not enough.
func TestNobodyJoinsBeforeItReachesTheStartOfTheEpoch(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3], "isr": [1], "elr": [2],
			"leaderEpoch": 2, "highWatermarks": {"1": 3}, "logs": {
			"1": [{"epoch": 0, "records": 5}], "2": [{"epoch": 0, "records": 3}]}}]}]},
		"steps": [{"at": 100, "isr": {"topic": "t", "partition": 0, "members": [1, 2]}}], "until": 2000}`))
	proposed := modeltest.EventsOf(events, "isr")[0]
	fetch := events[*proposed.Cause]
	require.EqualValues(t, 5, fetch.Partitions[0].FetchOffset, "at offset 3 it has all that is committed, and waits")
	require.Equal(t, []int{1, 2}, s.Partitions[0].ISR)
}

// Only one batch of an answer comes whatever its size, and who gave goes to the end of the line: partitions whose every
// batch is too large take turns.
func TestPartitionsOfLargeBatchesTakeTurns(t *testing.T) {
	steps := `{"at": 1000, "fetch-delay": {"broker": 2, "ms": 1500}}`
	for range 3 {
		steps += `,{"at": 3000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 3000, "produce": {"partitions": [{"topic": "t", "partition": 1, "records": 1}]}}`
	}
	events, _ := modeltest.Play(t, []byte(`{"version": 1,
		"cluster": {"brokers": 2, "config": {"replica.fetch.max.bytes": 1},
		"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}, {"replicas": [1, 2]}]}]}, "steps": [`+steps+`],
		"until": 32000}`))
	var turns []int
	for _, e := range modeltest.EventsOf(events, "replicate") {
		turns = append(turns, e.Partition)
	}
	require.Equal(t, []int{0, 1, 0, 1, 0, 1}, turns)
}

// A limit that is lifted lets what is being copied go on at full speed.
func TestALiftedRateHealsTheCopyUnderWay(t *testing.T) {
	events, _ := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"config": {"replica.lag.time.max.ms": 300000},
		"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [{"at": 0, "fetch-rate": {"broker": 2, "records-per-second": 1}},
			{"at": 600, "produce": {"acks": "1", "partitions": [{"topic": "t", "partition": 0, "records": 100}]}},
			{"at": 2000, "fetch-rate": {"broker": 2, "records-per-second": 0}}], "until": 10000}`))
	require.InDelta(t, 2000, modeltest.EventsOf(events, "replicate")[0].T, 1)
}

// A cluster-wide minimum empties the ELR even when its value is the one it has: that is a change.
func TestASetThatEmptiesTheELRChangesSomething(t *testing.T) {
	script, err := core.Parse([]byte(`{"version": 1, "cluster": {"config": {"min.insync.replicas": 2}, "topics": [
		{"name": "t", "partitions": [{"replicas": [1, 2, 3], "isr": [1]}]}]},
		"steps": [{"at": 100, "set": {"config": {"min.insync.replicas": 2}}},
			{"at": 200, "set": {"config": {"min.insync.replicas": 2}}}], "until": 1000}`))
	require.NoError(t, err)
	var text []byte
	require.NoError(t, core.Result(script, func(line []byte) { text = append(text, line...) }))
	require.Contains(t, string(text), `"kind":"step","step":0,"verb":"set"}`)
	require.Contains(t, string(text), `"kind":"step","step":1,"verb":"set","changed":false}`)
}

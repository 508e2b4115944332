package core

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/vtime"
)

// Broker 3 is slow and on its way into the ISR when broker 4 is put back: the hand on the ISR must not make the leader
// forget that broker 3 counts.
const putBackWhileAnotherJoins = `{"version": 1, "cluster": {"brokers": 4, "network": {"latency.ms": 40}, "topics": [
	{"name": "t", "config": {"min.insync.replicas": 1}, "partitions": [{"replicas": [1, 2, 3, 4], "isr": [1, 2], "logs": {
		"1": [{"epoch": 0, "records": 10}], "2": [{"epoch": 0, "records": 5}], "3": [{"epoch": 0, "records": 4}]}}]}]},
	"steps": [{"at": 0, "fetch-pause": {"broker": 2}}, {"at": 0, "fetch-rate": {"broker": 3, "records-per-second": 1}},
		{"at": 31000, "isr": {"topic": "t", "partition": 0, "members": [1, 2, 3]}},
		{"at": 32130, "fetch-resume": {"broker": 2}},
		{"at": 32180, "isr": {"topic": "t", "partition": 0, "members": [1, 2, 3, 4]}}],
	"until": 34000}`

func TestEveryMemberHoldsWhatIsCommittedThoughAHandPutsOneBack(t *testing.T) {
	s, err := Parse([]byte(putBackWhileAnotherJoins))
	require.NoError(t, err)
	keeps(t, &s)
}

func TestWhoIsHeldOutFromTheStartKeepsTheLogItWasGiven(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"brokers": 3, "topics": [{"name": "t", "partitions": [
		{"replicas": [1, 2, 3], "isr": [1, 2], "logs": {"1": [{"epoch": 0, "records": 10}],
			"2": [{"epoch": 0, "records": 10}], "3": [{"epoch": 0, "records": 4}]}}]}]}, "steps": [], "until": 5000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(s.Until)
	p := r.State(1).Partitions[0]
	require.Equal(t, []int{1, 2}, p.ISR)
	require.True(t, p.Replicas[2].HeldOut)
	require.EqualValues(t, 4, p.Replicas[2].LogEndOffset)
}

func TestAPartitionMayStartWithAnELRThatIsNotTheOneTheHandWouldLeave(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"brokers": 3, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3], "isr": [1], "elr": [2]}]}]},
		"steps": [], "until": 1000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(s.Until)
	p := r.State(1).Partitions[0]
	require.Equal(t, []int{1}, p.ISR)
	require.Equal(t, []int{2}, p.ELR)
	require.Equal(t, 0, p.PartitionEpoch)
	require.True(t, p.Replicas[1].HeldOut)
	require.Equal(t, "none", p.Replicas[1].Fetch.Phase)
}

func TestWhatAClosedConnectionLosesIsToldOf(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"brokers": 1, "config": {"message.max.bytes": 100},
		"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p", "config": {"acks": "0", "linger.ms": 0}}],
		"steps": [{"at": 0, "send": {"producer": "p", "topic": "t", "value": "large", "size": 500}},
			{"at": 0.1, "send": {"producer": "p", "topic": "t", "value": "waits"}},
			{"at": 2, "send": {"producer": "p", "topic": "t", "value": "on the wire"}},
			{"at": 9, "send": {"producer": "p", "topic": "t", "value": "later"}}], "until": 1000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(s.Until)
	state := r.State(9)
	var closed []bool
	for _, q := range state.Requests {
		require.Equal(t, "answered", q.Phase)
		closed = append(closed, q.Closed)
	}
	require.Equal(t, []bool{true, true, true, false}, closed)
	require.Len(t, state.Partitions[0].Replicas[0].Cells, 1)
	require.Equal(t, 3, strings.Count(string(r.AppendSummary(nil)), `"connectionClosed":true`))
}

func TestOfACrowdTheOldestAndTheNewestAreListedAndAllAreCounted(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t", "config": {"min.insync.replicas": 2},
		"partitions": [{"replicas": [1, 2]}, {"replicas": [1, 2]}]}]}, "steps": [
			{"at": 0, "fetch-pause": {"broker": 2}},
			{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 1, "records": 1}]}}` +
		strings.Repeat(`,
			{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": 1}]}}`, 100) +
		`], "until": 5000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(2000 * vtime.Millisecond)
	state := r.State(9)
	require.Equal(t, []int{101, 101}, []int{state.Waiting, state.Parked})
	require.Equal(t, []int{100, 1}, []int{state.Partitions[0].Waiting, state.Partitions[1].Waiting})
	var listed []int
	for _, q := range state.Requests {
		listed = append(listed, q.Request)
	}
	require.Len(t, listed, 8+16)
	require.Equal(t, []int{1, 8, 86, 101}, []int{listed[0], listed[7], listed[8], listed[23]})
}

func TestAnAnswerIsListedHoweverLongItsRequestHasWaited(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [{"at": 0, "fetch-pause": {"broker": 2}},
			{"at": 0, "produce": {"acks": "all", "timeout.ms": 5000,
				"partitions": [{"topic": "t", "partition": 0, "records": 1}]}}` +
		strings.Repeat(`,
			{"at": 1000, "produce": {"acks": "1", "partitions": [{"topic": "t", "partition": 0, "records": 1}]}}`, 50) +
		`], "until": 9000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(6 * vtime.Second)
	state := r.State(9)
	require.Len(t, state.Requests, 12)
	require.Equal(t, 1, state.Requests[0].Request)
	require.Equal(t, "timed-out", state.Requests[0].Partitions[0].State)
}

func TestTheWindowOfCellsIsTheNewestUnlessTheWaterIsFarBehind(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "cluster": {"brokers": 2, "topics": [{"name": "t", "partitions": [
		{"replicas": [1, 2], "logs": {"1": [{"epoch": 0, "records": 30}], "2": [{"epoch": 0, "records": 4}]}}]}]},
		"steps": [{"at": 0, "fetch-pause": {"broker": 2}}], "until": 60000}`))
	require.NoError(t, err)
	r := New(s)
	r.SeekTime(vtime.AtMs(1))
	p := r.State(8).Partitions[0]
	require.EqualValues(t, 4, p.HighWatermark)
	require.EqualValues(t, 3, p.FirstOffset)
	require.Len(t, p.Replicas[0].Cells, 8)
	require.EqualValues(t, 3, p.Replicas[0].Cells[0].Offset)
	require.Len(t, p.Replicas[1].Cells, 1)
	r.SeekTime(s.Until)
	p = r.State(8).Partitions[0]
	require.EqualValues(t, 30, p.HighWatermark)
	require.EqualValues(t, 22, p.FirstOffset)
}

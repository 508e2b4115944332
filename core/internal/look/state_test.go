package look_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/look"
	"highwater/core/internal/vtime"
)

func TestOfACrowdTheOldestAndTheNewestAreListedAndAllAreCounted(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t", "config": {"min.insync.replicas": 2},
		"partitions": [{"replicas": [1, 2]}, {"replicas": [1, 2]}]}]}, "steps": [
			{"at": 0, "fetch-pause": {"broker": 2}},
			{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 1, "records": 1}]}}` +
		strings.Repeat(`,
			{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": 1}]}}`, 100) +
		`], "until": 5000}`))
	require.NoError(t, err)
	r := core.New(s)
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
	s, err := core.Parse([]byte(`{"version": 1,
		"cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [{"at": 0, "fetch-pause": {"broker": 2}},
			{"at": 0, "produce": {"acks": "all", "timeout.ms": 5000,
				"partitions": [{"topic": "t", "partition": 0, "records": 1}]}}` +
		strings.Repeat(`,
			{"at": 1000, "produce": {"acks": "1", "partitions": [{"topic": "t", "partition": 0, "records": 1}]}}`, 50) +
		`], "until": 9000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(6 * vtime.Second)
	state := r.State(9)
	require.Len(t, state.Requests, 12)
	require.Equal(t, 1, state.Requests[0].Request)
	require.Equal(t, look.TimedOut, state.Requests[0].Partitions[0].State)
}

func TestTheWindowOfCellsIsTheNewestUnlessTheWaterIsFarBehind(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 2, "topics": [{"name": "t", "partitions": [
		{"replicas": [1, 2], "logs": {"1": [{"epoch": 0, "records": 30}], "2": [{"epoch": 0, "records": 4}]}}]}]},
		"steps": [{"at": 0, "fetch-pause": {"broker": 2}}], "until": 60000}`))
	require.NoError(t, err)
	r := core.New(s)
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

// The leader loses "v" with its disk, and another record of the same value takes its place. It is another record.
func TestAnAcknowledgedRecordIsGoneThoughAnotherOfItsValueStandsInItsPlace(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 2, "topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2]}]}]}, "producers": [
			{"id": "p", "config": {"acks": "1", "linger.ms": 0}}, {"id": "q", "config": {"acks": "1", "linger.ms": 0,
				"request.timeout.ms": 500}}],
		"steps": [{"at": 0, "fetch-pause": {"broker": 2}},
			{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v"}},
			{"at": 1100, "power-off": {"broker": 1, "lose": "all"}},
			{"at": 1200, "fetch-resume": {"broker": 2}},
			{"at": 20000, "send": {"producer": "q", "topic": "t", "partition": 0, "value": "v"}}], "until": 30000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(s.Until)
	p := r.State(9).Partitions[0]
	require.Equal(t, 2, p.Leader)
	require.Len(t, p.Replicas[1].Cells, 1)
	require.Equal(t, "v", p.Replicas[1].Cells[0].Value)
	require.Len(t, p.Ghosts, 1)
	require.EqualValues(t, 0, p.Ghosts[0].Offset)
}

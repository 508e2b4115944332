package behaviour

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// A producer whose process dies with three records under way and two in a batch that lingers, which is started again.
const killedProducer = `{"version": 1,
	"cluster": {"topics": [
		{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]},
	"producers": [{"id": "p1", "config": {"linger.ms": 50}}],
	"steps": [
		{"at": 0, "fetch-delay": {"broker": 3, "ms": 2000}},
		{"at": 100, "send": {"producer": "p1", "topic": "t", "value": "sent", "count": 3}},
		{"at": 190, "send": {"producer": "p1", "topic": "t", "value": "kept", "count": 5, "every.ms": 10}},
		{"at": 205, "kill": {"producer": "p1"}},
		{"at": 300, "send": {"producer": "p1", "topic": "t", "value": "to nobody"}},
		{"at": 1000, "start": {"producer": "p1"}},
		{"at": 1100, "send": {"producer": "p1", "topic": "t", "value": "new"}},
		{"at": 9000, "kill": {"producer": "p1"}}, {"at": 9000, "kill": {"producer": "p1"}}],
	"until": 10000}`

func TestOfAKilledProducerWhatWasSentIsWrittenAndTheRestIsGone(t *testing.T) {
	events, s := modeltest.Play(t, []byte(killedProducer))
	require.Len(t, s.Records, 6, "what was still to be sent by the dead process, or to it, is nobody's")
	for _, r := range s.Records[:3] {
		require.Equal(t, "never-told", r.Outcome)
		require.Len(t, r.Offsets, 1)
	}
	for _, r := range s.Records[3:5] {
		require.Equal(t, "never-sent", r.Outcome)
		require.Empty(t, r.Copies)
	}
	require.Equal(t, "acknowledged", s.RecordOf(t, "new").Outcome)
	require.Equal(t, []string{"sent-1", "sent-2", "sent-3", "new"}, s.Partitions[0].Replicas[0].Values)
	require.Equal(t, "high-watermark", s.Requests[0].CompletedBy, "the broker handles the request all the same")
	require.Len(t, modeltest.EventsOf(events, "client"), 3, "a second kill finds a dead process")
}

func TestAStartedProducerHasANewIDAndLooksForTheCluster(t *testing.T) {
	events, _ := modeltest.Play(t, []byte(killedProducer))
	var ids []int64
	for _, e := range modeltest.EventsOf(events, "request") {
		ids = append(ids, e.Partitions[0].ProducerID)
	}
	require.Len(t, ids, 2)
	require.NotEqual(t, ids[0], ids[1])
	blocked := modeltest.EventsOf(events, "block")
	require.Len(t, blocked, 1)
	require.Equal(t, "metadata", blocked[0].WaitsFor)
}

func TestAClosedProducerIsReplacedAndALiveOneIsNot(t *testing.T) {
	_, s := modeltest.Play(t, []byte(`{"version": 1,
		"cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]},
		"producers": [{"id": "p1"}],
		"steps": [
			{"at": 0, "start": {"producer": "p1"}},
			{"at": 10, "send": {"producer": "p1", "topic": "t", "value": "a"}},
			{"at": 100, "close": {"producer": "p1"}},
			{"at": 200, "send": {"producer": "p1", "topic": "t", "value": "b"}},
			{"at": 300, "start": {"producer": "p1"}},
			{"at": 400, "send": {"producer": "p1", "topic": "t", "value": "c"}}]}`))
	require.Equal(t, "acknowledged", s.RecordOf(t, "a").Outcome)
	require.Equal(t, "PRODUCER_CLOSED", s.RecordOf(t, "b").Error)
	require.Equal(t, "acknowledged", s.RecordOf(t, "c").Outcome)
}

// A started producer opens its connections in the order of its needs, not in that of the brokers.
func TestRequestsAreNumberedInTheOrderInWhichTheyLeave(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1,
		"cluster": {"topics": [
			{"name": "t", "partitions": [{"replicas": [3]}]}, {"name": "u", "partitions": [{"replicas": [2, 3]}]}]},
		"producers": [{"id": "p1"}],
		"steps": [
			{"at": 0, "kill": {"broker": 3}}, {"at": 0, "start": {"broker": 3}},
			{"at": 0, "kill": {"producer": "p1"}}, {"at": 0, "start": {"producer": "p1"}},
			{"at": 0, "send": {"producer": "p1", "topic": "t", "value": "a"}},
			{"at": 434, "send": {"producer": "p1", "topic": "u", "value": "b"}},
			{"at": 1000, "kill": {"broker": 2}}, {"at": 1000, "start": {"broker": 2}}]}`))
	for i, e := range modeltest.EventsOf(events, "request") {
		require.Equal(t, i+1, e.Request)
	}
	require.NotNil(t, s.RecordOf(t, "a").Committed)
}

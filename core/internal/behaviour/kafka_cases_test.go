package behaviour

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/look"
	"highwater/core/internal/modeltest"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Case PAR-65, with the hand on the ISR in place of a fetcher that is started, and a pause in place of one that is
// stopped.
func TestTheISRGrowsAndShrinksUnderConcurrentWrites(t *testing.T) {
	r := modeltest.RunAt(t, `{"version": 1,
		"cluster": {"brokers": 2, "config": {"replica.lag.time.max.ms": 5000}, "topics": [
			{"name": "t", "partitions": [{"replicas": [1, 2], "isr": [1]}]}]},
		"producers": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
		"steps": [
			{"at": 10, "send": {"producer": "a", "topic": "t", "partition": 0, "value": "a", "count": 200, "every.ms": 70}},
			{"at": 20, "send": {"producer": "b", "topic": "t", "partition": 0, "value": "b", "count": 200, "every.ms": 70}},
			{"at": 30, "send": {"producer": "c", "topic": "t", "partition": 0, "value": "c", "count": 200, "every.ms": 70}},
			{"at": 2000, "isr": {"topic": "t", "partition": 0, "members": [1, 2]}},
			{"at": 4000, "fetch-pause": {"broker": 2}}]}`, 0)
	require.Equal(t, protocol.SetOf(1), modeltest.PartitionAt(r, 1999).ISR)
	require.Equal(t, protocol.SetOf(1, 2), modeltest.PartitionAt(r, 2500).ISR)
	require.Equal(t, protocol.SetOf(1, 2), modeltest.PartitionAt(r, 9000).ISR, "for as long as the lag time allows")
	require.Equal(t, protocol.SetOf(1), modeltest.PartitionAt(r, 12_600).ISR)
	for _, p := range r.State(0).Producers {
		require.Zero(t, p.Failed)
	}
	r.SeekTime(vtime.AtMs(20_000))
	require.EqualValues(t, 600, r.State(0).Partitions[0].HighWatermark)
}

func TestOneTakenOutByHandDoesNotFetchAndComesBackByTheLeadersRule(t *testing.T) {
	r := modeltest.RunAt(t, `{"version": 1,
		"cluster": {"brokers": 3, "topics": [
			{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]},
		"steps": [
			{"at": 1000, "isr": {"topic": "t", "partition": 0, "members": [1, 2]}},
			{"at": 2000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 3}]}},
			{"at": 5000, "isr": {"topic": "t", "partition": 0, "members": [1, 2, 3]}}]}`, 0)
	out := modeltest.PartitionAt(r, 4999)
	require.Equal(t, protocol.SetOf(1, 2), out.ISR)
	require.EqualValues(t, 3, out.HighWatermark, "the edge does not wait for it")
	require.Equal(t, look.FetchNone, out.Replicas[2].Fetch.Phase)
	require.Zero(t, out.Replicas[2].LogEndOffset)
	require.True(t, out.Replicas[2].HeldOut)
	require.False(t, out.Replicas[2].Eligible)

	back := modeltest.PartitionAt(r, 5002)
	require.False(t, back.Replicas[2].HeldOut)
	require.Equal(t, protocol.SetOf(1, 2), back.ISR, "it is only free to come back")
	back = modeltest.PartitionAt(r, 5020)
	require.Equal(t, protocol.SetOf(1, 2, 3), back.ISR, "and does once it has everything below the high watermark")
	require.EqualValues(t, 3, back.Replicas[2].LogEndOffset)
}

// A request behind another on its producer's connection is not at the log before that is answered; other producers'
// are.
func TestAProducersNextWriteWaitsBehindTheOneThatIsParked(t *testing.T) {
	r := modeltest.RunAt(t, `{"version": 1,
		"cluster": {"brokers": 2, "topics": [
			{"name": "t", "config": {"min.insync.replicas": 1}, "partitions": [{"replicas": [1, 2]}]}]},
		"producers": [
			{"id": "a", "config": {"acks": "all", "linger.ms": 0, "max.in.flight.requests.per.connection": 5}},
			{"id": "b", "config": {"acks": "1", "linger.ms": 0}}],
		"steps": [
			{"at": 0, "fetch-pause": {"broker": 2}},
			{"at": 1000, "send": {"producer": "a", "topic": "t", "partition": 0, "value": "first"}},
			{"at": 1001, "send": {"producer": "a", "topic": "t", "partition": 0, "value": "second"}},
			{"at": 1002, "send": {"producer": "b", "topic": "t", "partition": 0, "value": "other"}},
			{"at": 3000, "fetch-resume": {"broker": 2}}]}`, 2999)
	requests := r.State(12).Requests
	require.Equal(t, look.Parked, requests[0].Phase)
	require.Equal(t, look.Queued, requests[1].Phase)
	values := func() (list []string) {
		for _, c := range r.State(12).Partitions[0].Replicas[0].Cells {
			list = append(list, c.Value)
		}
		return list
	}
	require.Equal(t, []string{"first", "other"}, values())
	r.SeekTime(vtime.AtMs(4000))
	require.Equal(t, []string{"first", "other", "second"}, values())
}

// Case RMG-30: the first batch of an answer comes whatever its size, so one beyond replica.fetch.max.bytes is copied
// all the same.
func TestABatchBeyondTheSizeOfAFetchIsCopied(t *testing.T) {
	_, s := modeltest.Play(t, []byte(`{"version": 1,
		"cluster": {"brokers": 2, "config": {"replica.fetch.max.bytes": 100}, "topics": [
			{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [{"at": 1000, "produce": {"acks": "all", "partitions": [
			{"topic": "t", "partition": 0, "records": ["`+strings.Repeat("x", 500)+`"]}]}}], "until": 5000}`))
	require.Equal(t, "NONE", s.Requests[0].Partitions[0].Error)
	require.Len(t, s.Partitions[0].Replicas[1].Values, 1)
}

// Case RMG-31. Which of the errors it is depends on what comes first; here the ISR has shrunk before the second write.
func TestTooFewReplicasAfterABrokerIsStopped(t *testing.T) {
	_, s := modeltest.Play(t, []byte(`{"version": 1,
		"cluster": {"brokers": 2, "topics": [
			{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [
			{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": ["a"]}]}},
			{"at": 2000, "stop": {"broker": 2}},
			{"at": 6000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": ["b"]}]}}],
		"until": 20000}`))
	require.Equal(t, "NONE", s.Requests[0].Partitions[0].Error)
	require.Equal(t, "NOT_ENOUGH_REPLICAS", s.Requests[1].Partitions[0].Error)
	require.Equal(t, []int{1}, s.Partitions[0].ISR)
}

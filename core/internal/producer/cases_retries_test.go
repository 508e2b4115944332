package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// TestARetryAfterADisconnect is case RTY-01: the batch stays listed in flight until the error has been handled.
func TestARetryAfterADisconnect(t *testing.T) {
	s := newStory(t, plain, settings{"retries": "1"}).begin()
	s.send(0, "a")
	s.expect("0: t-0 [a]")
	require.Len(t, s.client.queues[0].sent, 1)
	s.until(10)
	s.hangUp(1)
	require.Len(t, s.client.queues[0].sent, 1, "the sender has not come to it yet")
	s.settle()
	require.Empty(t, s.client.queues[0].sent)
	s.until(200)
	s.expect("110: t-0 [a]")
	s.store("a", 0)
	s.expect("200: a at 0")
	require.Empty(t, s.client.queues[0].sent)
	require.Empty(t, s.client.incomplete)
}

// TestRetriesAreUsedUp is case RTY-02.
func TestRetriesAreUsedUp(t *testing.T) {
	s := newStory(t, plain, settings{"retries": "1"}).begin()
	s.send(0, "a")
	s.until(10)
	s.hangUp(1)
	s.until(200)
	s.expect("0: t-0 [a]", "110: t-0 [a]")
	s.hangUp(1)
	s.until(1000)
	s.expect("200: a NETWORK_EXCEPTION")
	require.Empty(t, s.client.queues[0].sent)
	require.Zero(t, s.client.flying())
}

// TestOneRequestInFlightKeepsTheOrder is case RTY-03.
func TestOneRequestInFlightKeepsTheOrder(t *testing.T) {
	s := newStoryOf(t, []int32{1, 2}, alone).begin()
	s.send(0, "a")
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 2, LeaderEpoch: 1}
	s.until(100)
	s.client.metadata.needFull = true
	s.send(1, "other")
	s.until(900)
	require.EqualValues(t, 2, s.client.metadata.leader(0))
	s.seen()
	s.send(0, "b")
	s.until(1000)
	s.expect()
	s.store("a", 0)
	s.store("other", 0)
	s.expect("1000: a at 0", "1000: other at 0", "1000: t-0 [b]")
}

// TestAFatalErrorWithoutIdempotence is case RTY-04.
func TestAFatalErrorWithoutIdempotence(t *testing.T) {
	s := newStory(t, plain).begin()
	s.send(0, "a")
	s.expect("0: t-0 [a]")
	s.until(5)
	s.refuse("a", topicAuthorizationFailed)
	s.until(1000)
	s.expect("5: a " + topicAuthorizationFailed.String())
}

const topicAuthorizationFailed protocol.Error = 29

// TestALeadershipErrorWithoutANewLeader is case RTY-05.
func TestALeadershipErrorWithoutANewLeader(t *testing.T) {
	s := newStory(t, plain).begin()
	s.send(0, "warm")
	s.store("warm", 0)
	s.until(1000)
	s.hand(0, 0, "a")
	s.hand(1, 0, "b")
	s.hand(2, 0, "c")
	s.settle()
	s.seen()
	before := s.client.metadata.clone()
	s.until(1005)
	s.reply("a", refusedAt(0, protocol.NotLeaderOrFollower, -1), refusedAt(1, protocol.FencedLeaderEpoch, -1),
		protocol.ProduceResult{Partition: 2, BaseOffset: 7})
	s.expect("1005: c at 7")
	require.Equal(t, [][]string{{"a"}}, s.queue(0))
	require.Equal(t, [][]string{{"b"}}, s.queue(1))
	require.Equal(t, before.partitions, s.client.metadata.partitions)
	asked := 0
	for _, o := range s.events {
		if o.E == "metadata" && o.T == 1005 {
			asked++
		}
	}
	require.Equal(t, 1, asked)
}

// TestAnOlderLeaderIsNotBelieved is about a leader epoch below one that is known, in metadata and in the hint of a
// refusal (Metadata.updateLatestMetadata, updatePartitionLeadership).
func TestAnOlderLeaderIsNotBelieved(t *testing.T) {
	s := newStoryOf(t, []int32{1, 2}, plain)
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 1, LeaderEpoch: 5}
	s.begin().send(0, "a")
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 2, LeaderEpoch: 4}
	s.reply("a", protocol.ProduceResult{
		Partition: 0, Error: protocol.NotLeaderOrFollower, BaseOffset: -1, LogStart: -1, Leader: 2, LeaderEpoch: 4,
	})
	require.EqualValues(t, 1, s.client.metadata.leader(0), "a hint")
	s.until(1000)
	require.EqualValues(t, 1, s.client.metadata.leader(0), "an answer")
	require.EqualValues(t, 5, s.client.metadata.epoch(0))
}

// TestBothErrorsOfLeadershipTellWhoLeads is about the leader that a refusal names (Sender.handleProduceResponse): the
// retry goes there, and does not wait for metadata.
func TestBothErrorsOfLeadershipTellWhoLeads(t *testing.T) {
	for _, e := range []protocol.Error{protocol.NotLeaderOrFollower, protocol.FencedLeaderEpoch} {
		s := newStoryOf(t, []int32{1, 2}, plain)
		s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 1, LeaderEpoch: 5}
		s.begin().send(0, "a")
		s.reply("a", protocol.ProduceResult{
			Partition: 0, Error: e, BaseOffset: -1, LogStart: -1, Leader: 2, LeaderEpoch: 6,
		})
		require.EqualValues(t, 2, s.client.metadata.leader(0), "after %v", e)
		require.EqualValues(t, 6, s.client.metadata.epoch(0))
	}
	s := newStoryOf(t, []int32{1, 2}, plain)
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 1, LeaderEpoch: 5}
	s.begin().send(0, "a")
	s.reply("a", protocol.ProduceResult{
		Partition: 0, Error: protocol.NotEnoughReplicas, BaseOffset: -1, LogStart: -1, Leader: 2, LeaderEpoch: 6,
	})
	require.EqualValues(t, 1, s.client.metadata.leader(0), "no other error does")
}

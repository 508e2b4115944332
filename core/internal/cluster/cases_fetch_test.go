package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// The cases of Kafka's PartitionTest, ReplicaTest and ReplicaManagerTest that concern what a leader makes of a fetch.

// gets is what a follower's fetch that waits for nothing is answered, for its first partition.
func (s *brokerHarness) gets(r *protocol.FetchRequest) protocol.FetchData {
	s.deliver(r.Follower, r)
	return lastSent[*protocol.FetchResponse](&s.recorder).Partitions[0]
}

// fetchOf is a follower's fetch of the partition, under its own broker epoch.
func fetchOf(follower protocol.NodeID, leaderEpoch, lastEpoch int32, offset int64) *protocol.FetchRequest {
	return &protocol.FetchRequest{
		Follower: follower, BrokerEpoch: int64(follower), MaxBytes: 1 << 20, MaxBytesInAll: 10 << 20,
		Partitions: []protocol.FetchAt{{LeaderEpoch: leaderEpoch, LastEpoch: lastEpoch, Offset: offset}},
	}
}

// reader is a consumer's connection.
const reader protocol.NodeID = 9

// reads is what a consumer is answered, for its first partition; nil while it waits.
func (s *brokerHarness) reads(leaderEpoch, lastEpoch int32, offset int64) *protocol.FetchData {
	n := len(sent[*protocol.ConsumerFetchResponse](&s.recorder))
	s.deliver(reader, &protocol.ConsumerFetchRequest{
		MaxWaitMs:  500,
		Partitions: []protocol.FetchAt{{LeaderEpoch: leaderEpoch, LastEpoch: lastEpoch, Offset: offset}},
	})
	answers := sent[*protocol.ConsumerFetchResponse](&s.recorder)
	if len(answers) == n {
		return nil
	}
	return &answers[n].Partitions[0]
}

const noEpoch = protocol.UndefinedEpoch

func TestAConsumersEpochIsComparedBeforeAnythingElse(t *testing.T) {
	for _, c := range []struct {
		name                 string
		epoch                int32
		ofFollower, ofLeader protocol.Error
	}{
		{"none", noEpoch, protocol.NotLeaderOrFollower, protocol.None},
		{"the present one", 5, protocol.NotLeaderOrFollower, protocol.None},
		{"an older one", 4, protocol.FencedLeaderEpoch, protocol.FencedLeaderEpoch},
		{"a newer one", 6, protocol.UnknownLeaderEpoch, protocol.UnknownLeaderEpoch},
	} {
		t.Run("FET-02 a follower refuses "+c.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, leader: 2, log: 1})
			require.Equal(t, c.ofFollower, s.reads(c.epoch, noEpoch, 0).Error)
		})
		// In place of the separate request for the end of an epoch, a consumer says the last epoch that it has read.
		t.Run("FET-08 a leader compares an epoch's end with "+c.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly, log: 3})
			got := s.reads(c.epoch, 4, 1)
			require.Equal(t, c.ofLeader, got.Error)
			require.Equal(t, c.ofLeader == protocol.None, len(got.Batches) == 2)
			got = s.reads(c.epoch, 4, 9)
			require.Equal(t, c.ofLeader, got.Error)
			if got.Error == protocol.None {
				require.True(t, got.Diverges)
				require.Equal(t, protocol.EpochEnd{Epoch: 4, EndOffset: 3}, got.Diverging)
			}
		})
	}
}

func TestABrokerWithoutAReplicaIsNotServed(t *testing.T) {
	for _, c := range []struct {
		name     string
		follower protocol.NodeID
		epoch    int32
		want     protocol.Error
	}{
		{"FET-05 it knows an assignment that the leader may not know", 3, 8, protocol.UnknownLeaderEpoch},
		{"FET-06 it says nothing of an epoch", 4, noEpoch, protocol.NotLeaderOrFollower},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, strangers: 2, isr: withR1, epoch: 8})
			require.Equal(t, c.want, s.gets(fetchOf(c.follower, c.epoch, noEpoch, 0)).Error)
			require.Nil(t, s.partition().follower(c.follower), "nothing is noted of it")
			require.Len(t, s.partition().followers, 1)
		})
	}
}

// Case FET-07. Broker 2 is a replica from the start; 3 and 4 are added, in the same leader epoch.
func TestWhoIsAddedIsServedInTheSameLeaderEpoch(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, strangers: 2, isr: withR1, epoch: 8})
	s.fetches(2, 0)
	before := s.progress(2)
	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{{
		Leader: 1, LeaderEpoch: 8, PartitionEpoch: 2, ISR: withR1, Replicas: protocol.ListOf(1, 2, 3, 4),
	}}})
	require.Equal(t, before, s.progress(2), "what is known of the others stays")
	for follower, epoch := range map[protocol.NodeID]int32{3: 8, 4: noEpoch} {
		require.Equal(t, protocol.None, s.gets(fetchOf(follower, epoch, noEpoch, 0)).Error)
		require.Zero(t, s.progress(follower).LogEndOffset)
	}

	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{{
		Leader: 1, LeaderEpoch: 9, PartitionEpoch: 9, ISR: leaderOnly, Replicas: protocol.ListOf(1, 3),
	}}})
	require.Nil(t, s.partition().follower(2), "it is removed")
	require.Equal(t, protocol.UnknownLeaderEpoch, s.gets(fetchOf(2, 9, noEpoch, 0)).Error)
	require.Equal(t, protocol.FencedLeaderEpoch, s.gets(fetchOf(2, 8, noEpoch, 0)).Error)
}

// Case FET-17. Kafka answers the consumer with nothing; the model lets it wait for what it may read.
func TestOnlyFollowersReadBeyondTheHighWatermark(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR2})
	s.produces(protocol.AcksLeader, 0, 1, 0)
	s.produces(protocol.AcksLeader, 0, 1, 0)
	got := s.gets(fetchOf(2, 5, 5, 1))
	require.Equal(t, protocol.None, got.Error)
	require.Len(t, got.Batches, 1)
	require.EqualValues(t, 1, got.Batches[0].BaseOffset)
	require.Nil(t, s.reads(5, 5, 1), "that is no error")
	s.fetches(2, 2)
	s.fetches(3, 2)
	answers := sent[*protocol.ConsumerFetchResponse](&s.recorder)
	require.Len(t, answers, 1, "it is answered when the edge has passed its offset")
	require.Len(t, answers[0].Partitions[0].Batches, 1)
}

func TestAReadThatFailsSaysNothingOfTheFollower(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	for range 5 {
		s.produces(protocol.AcksLeader, 0, 1, 0)
	}
	s.fetches(2, 0)
	before := s.progress(2)
	t.Run("FET-18 of an older epoch", func(t *testing.T) {
		got := s.gets(fetchOf(2, 4, 5, 3))
		require.Equal(t, protocol.FencedLeaderEpoch, got.Error)
		require.Equal(t, before, s.progress(2))
		require.Zero(t, s.progress(2).LogEndOffset)
	})
	t.Run("FET-19 whose log parts from the leader's", func(t *testing.T) {
		got := s.gets(fetchOf(2, 5, 4, 3))
		require.Equal(t, protocol.None, got.Error)
		require.True(t, got.Diverges)
		require.Equal(t, protocol.EpochEnd{Epoch: 4, EndOffset: 0}, got.Diverging)
		require.Empty(t, got.Batches)
		require.Equal(t, before, s.progress(2))
	})
}

// Case FET-20: broker 2 has a replica of the first partition and none of the second.
func TestOneFetchMeetsAnErrorInOnePartitionOnly(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR2, partitions: 2})
	s.broker.layout.Replicas = [][]protocol.NodeID{{1, 2}, {1, 3}}
	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{
		{Partition: 0, Leader: 2, LeaderEpoch: 6, PartitionEpoch: 2, ISR: withR1},
		{Partition: 1, Leader: 3, LeaderEpoch: 6, PartitionEpoch: 2, ISR: protocol.SetOf(1, 3)},
	}})
	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{
		{Partition: 0, Leader: 1, LeaderEpoch: 7, PartitionEpoch: 3, ISR: withR1},
		{Partition: 1, Leader: 1, LeaderEpoch: 7, PartitionEpoch: 3, ISR: protocol.SetOf(1, 3)},
	}})
	s.produces(protocol.AcksLeader, 0, 1, 0, 1)
	s.produces(protocol.AcksLeader, 0, 1, 0, 1)
	r := fetchOf(2, 7, 7, 1)
	r.Partitions = append(r.Partitions, protocol.FetchAt{Partition: 1, LeaderEpoch: 7, LastEpoch: 7, Offset: 1})
	r.MaxWaitMs = 500
	s.deliver(2, r)
	got := lastSent[*protocol.FetchResponse](&s.recorder).Partitions
	require.Equal(t, protocol.None, got[0].Error)
	require.Equal(t, protocol.UnknownLeaderEpoch, got[1].Error, "and it does not wait")
	require.Zero(t, got[0].HighWatermark, "as it was before")
	require.EqualValues(t, 1, s.broker.Log(0).HighWatermark())
	require.Zero(t, got[1].HighWatermark)
	require.Zero(t, s.broker.Log(1).HighWatermark())
}

func TestTheHighWatermarkTravelsWithTheNextAnswer(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	id := s.produces(protocol.AcksAll, 30_000, 2, 0)
	answers := func() []*protocol.FetchResponse { return sent[*protocol.FetchResponse](&s.recorder) }
	t.Run("FET-21 the fetch that acknowledges is told of the edge before it", func(t *testing.T) {
		s.fetches(2, 2)
		require.Zero(t, answers()[0].Partitions[0].HighWatermark)
		require.Equal(t, noError, s.errors(id))
	})
	t.Run("FET-22 the next waits, and learns of it when its wait is over", func(t *testing.T) {
		s.fetchesAs(2, 2, 1000, 0, 2)
		s.until(startMs + 999)
		require.Len(t, answers(), 1)
		s.until(startMs + 1000)
		require.Len(t, answers(), 2)
		require.EqualValues(t, 2, answers()[1].Partitions[0].HighWatermark)
	})
}

// A broker that came up again has a new broker epoch; what its former life had sent still travels.
func TestAFetchOfAFormerLifeIsFenced(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
	s.registers(protocol.BrokerMetadata{Broker: 2, Epoch: 7})
	life := func(epoch, offset int64) protocol.FetchData {
		r := fetchOf(2, 5, 4, offset)
		r.BrokerEpoch = epoch
		return s.gets(r)
	}
	require.Equal(t, protocol.None, life(7, 5).Error)
	before := *s.partition().follower(2)
	t.Run("REP-13 PAR-19 an older epoch is refused, and nothing is noted", func(t *testing.T) {
		got := life(6, 10)
		require.Equal(t, protocol.FetchData{Error: protocol.NotLeaderOrFollower}, got)
		require.Equal(t, before, *s.partition().follower(2))
		require.EqualValues(t, 7, before.BrokerEpoch)
	})
	t.Run("REP-14 one that says none is not asked", func(t *testing.T) {
		require.Equal(t, protocol.None, life(none, 10).Error)
		require.EqualValues(t, 10, s.progress(2).LogEndOffset)
	})
	t.Run("nor is one that the controller has fenced", func(t *testing.T) {
		s.registers(protocol.BrokerMetadata{Broker: 2, Epoch: 7, Fenced: true})
		require.Equal(t, protocol.None, life(6, 10).Error)
	})
}

package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// The cases of Kafka's ReplicaManagerTest and PartitionTest that concern a broker that becomes leader or follower.

var notLeader = []protocol.Error{protocol.NotLeaderOrFollower}

func (s *brokerHarness) roles() int { return len(emitted[*event.Role](&s.recorder)) }

func TestABrokerThatStepsDownAnswersWhatWaits(t *testing.T) {
	for name, records := range map[string]int{"RMG-02 with one record": 1, "RMG-03 with three": 3} {
		t.Run(name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
			id := s.produces(protocol.AcksAll, 1000, records, 0)
			require.Nil(t, s.answer(id))
			s.elects(2, withR1)
			require.Equal(t, notLeader, s.errors(id))
			require.Zero(t, s.answer(id).Results[0].BaseOffset, "they are in the log, and where")
			require.EqualValues(t, records, s.partition().log.End())
			require.EqualValues(t, 6, s.partition().leaderEpoch)
			require.Zero(t, s.broker.Produces().NumDelayed())
		})
	}
}

// Case RMG-04.
func TestOnlyWhatIsNotAnsweredYetIsToldOfTheNewLeader(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	first := s.produces(protocol.AcksAll, 1000, 3, 0)
	s.fetches(2, 3)
	require.Equal(t, noError, s.errors(first))
	second := s.produces(protocol.AcksAll, 1000, 3, 0)
	s.elects(2, withR1)
	require.Equal(t, notLeader, s.errors(second))
	require.Equal(t, noError, s.errors(first))
	require.Equal(t, []protocol.FetchAt{{LeaderEpoch: 6, LastEpoch: 5, Offset: 6}},
		lastSent[*protocol.FetchRequest](&s.recorder).Partitions, "it fetches from the new leader")
	require.EqualValues(t, 2, s.broker.fetchers[s.broker.Fetching(0).Fetcher].leader)
	third := s.produces(protocol.AcksAll, 1000, 1, 0)
	require.Equal(t, notLeader, s.errors(third))
	require.EqualValues(t, 6, s.partition().log.End())
}

// A request that is parked in an epoch goes on in the next one when its leader stays (2.3 of the rules: no epoch is
// compared; Partition.checkEnoughReplicasReachOffset).
func TestALeaderThatIsElectedAgainKeepsWhatWaits(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	id := s.produces(protocol.AcksAll, 1000, 1, 0)
	s.elects(1, withR1)
	require.Nil(t, s.answer(id))
	s.fetches(2, 1)
	require.Equal(t, noError, s.errors(id))
}

func TestAFetchThatWaitsIsToldThatItsLeaderLeadsNoMore(t *testing.T) {
	for _, c := range []struct {
		name  string
		epoch int32
		want  protocol.Error
	}{
		{"RMG-07 one that says no epoch", noEpoch, protocol.NotLeaderOrFollower},
		{"one that says the epoch before", 5, protocol.FencedLeaderEpoch},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
			r := fetchOf(2, c.epoch, noEpoch, 0)
			r.MaxWaitMs = 1000
			s.deliver(2, r)
			require.Empty(t, sent[*protocol.FetchResponse](&s.recorder))
			s.elects(2, withR1)
			require.Equal(t, c.want, lastSent[*protocol.FetchResponse](&s.recorder).Partitions[0].Error)
		})
	}
}

func TestAFetcherIsRestartedForANewEpochOnly(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, leader: 2})
	n, roles := s.fetchCount(), s.roles()
	// The set of replicas does not change in the model: a change of the ISR stands for it.
	t.Run("RMG-17 not when only the partition epoch is new", func(t *testing.T) {
		s.publishes(2, withR2, 0)
		require.EqualValues(t, 5, s.partition().leaderEpoch)
		require.EqualValues(t, 2, s.partition().partitionEpoch)
		require.Equal(t, n, s.fetchCount())
		require.Equal(t, roles, s.roles())
	})
	t.Run("RMG-18 but when another leads", func(t *testing.T) {
		s.elects(3, withR2)
		require.Equal(t, n+1, s.fetchCount())
		require.Equal(t, []protocol.FetchAt{{LeaderEpoch: 6, LastEpoch: noEpoch}},
			lastSent[*protocol.FetchRequest](&s.recorder).Partitions)
		require.EqualValues(t, 3, s.broker.fetchers[s.broker.Fetching(0).Fetcher].leader)
	})
}

// Case RMG-19. What the controller says of a broker that is going stops it from fetching where it is in sync no more,
// or where nobody leads, and there only (ReplicaManager.applyLocalFollowersDelta).
func TestABrokerThatIsGoingStopsFetchingWhereItIsToldSo(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 3, leader: 2})
	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{
		{Partition: 1, Leader: 1, LeaderEpoch: 6, PartitionEpoch: 2, ISR: leaderOnly},
		{Partition: 2, Leader: 2, LeaderEpoch: 5, PartitionEpoch: 2, ISR: protocol.SetOf(2)},
	}})
	fetching := func(partition int32) bool { return s.broker.Fetching(partition).Fetcher != event.None }
	s.deliver(0, &protocol.Terminate{})
	require.True(t, fetching(0))
	require.True(t, fetching(2))

	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{
		{Partition: 0, Leader: 2, LeaderEpoch: 6, PartitionEpoch: 2, ISR: protocol.SetOf(2)},
		{Partition: 1, Leader: protocol.NoLeader, LeaderEpoch: 7, PartitionEpoch: 3, ISR: leaderOnly},
	}})
	for i, want := range []struct {
		fetches     bool
		leaderEpoch int32
	}{{false, 6}, {false, 7}, {true, 5}} {
		require.Equal(t, want.fetches, fetching(int32(i)), i)
		require.False(t, s.broker.Leads(int32(i)), i)
		require.Equal(t, want.leaderEpoch, s.broker.partitions[i].leaderEpoch, i)
	}
	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{
		{Partition: 2, Leader: 2, LeaderEpoch: 5, PartitionEpoch: 3, ISR: protocol.SetOf(2)},
	}})
	require.False(t, fetching(2), "even where the epoch is the same")
}

// Case PAR-54.
func TestAFollowerBeginsAnewWithANewEpoch(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, leader: 2, epoch: 1})
	follow := func() bool {
		_, renewed := s.broker.makeFollower(s.partition(), protocol.PartitionMetadata{
			Leader: 2, LeaderEpoch: 4, PartitionEpoch: 1, ISR: withR1,
		}, event.None)
		return renewed
	}
	s.broker.begin(0, s)
	require.True(t, follow())
	require.False(t, follow())
	require.Equal(t, 1, s.roles())
}

// Case PAR-55.
func TestANewLeadersEpochBeginsWhereItsLogEnds(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, epoch: 8, epochs: []int32{0, 0, 5, 5}})
	require.EqualValues(t, 4, s.partition().epochStart)
	require.Equal(t, protocol.EpochEnd{Epoch: 8, EndOffset: 4}, s.partition().log.EndOffsetForEpoch(8))
	require.Equal(t, protocol.EpochEnd{Epoch: 5, EndOffset: 4}, s.partition().log.EndOffsetForEpoch(5))
	require.Equal(t, protocol.EpochEnd{Epoch: 0, EndOffset: 2}, s.partition().log.EndOffsetForEpoch(0))
}

// A broker that did not lead knows nothing of the others' logs, so its high watermark stands until the whole ISR has
// fetched; one that goes on leading keeps what it knows (Replica.resetReplicaState).
func TestANewLeaderWaitsUntilItsFollowersHaveFetched(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, leader: 2, log: 10})
	s.elects(1, withR1)
	s.requireISR(withR1, withR1, rules.NoChange, 0)
	require.EqualValues(t, -1, s.progress(2).LogEndOffset)
	s.fetches(2, 10)
	s.requireISR(withR1, withR1, rules.NoChange, 10)
	s.elects(1, withR1)
	require.EqualValues(t, 10, s.progress(2).LogEndOffset)
}

// Cases LOG-05, as far as a log begins at 0, and LOG-07: what a broker that is killed finds on its disk is the high
// watermark as it was written down last.
func TestHighWatermarksAreWrittenDownEverySoOften(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 2, log: 20})
	marks := func() []int64 {
		copied := s.broker.Clone()
		copied.Kill(vtime.AtMs(s.nowMs), s, event.None)
		return []int64{copied.Log(0).HighWatermark(), copied.Log(1).HighWatermark()}
	}
	s.until(startMs + 100)
	s.fetchesAs(2, 2, 0, 0, 5)
	require.Equal(t, []int64{0, 0}, marks(), "not at once")
	s.until(startMs + 5000)
	require.Equal(t, []int64{5, 0}, marks())
	s.fetchesAs(2, 2, 0, 0, 10)
	s.fetchesAs(2, 2, 0, 1, 15)
	require.Equal(t, []int64{5, 0}, marks())
	s.until(startMs + 10_000)
	require.Equal(t, []int64{10, 15}, marks())
	s.produces(protocol.AcksLeader, 0, 3, 0)
	require.EqualValues(t, 10, s.broker.Log(0).HighWatermark(), "an append moves none by itself")
}

package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
)

// The cases of Kafka's PartitionTest that concern the ISR and the high watermark.

var (
	leaderOnly = protocol.SetOf(1)
	withR1     = protocol.SetOf(1, 2)
	withR2     = protocol.SetOf(1, 2, 3)
	withR3     = protocol.SetOf(1, 2, 3, 4)
)

// Case PAR-05.
func TestALeaderAloneInTheISRHasEverythingCommittedAtOnce(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
	s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 10)
}

func TestARefusedExpansionStaysPending(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     protocol.Error
		retries int
	}{
		{"PAR-06 after INVALID_REQUEST", protocol.InvalidRequest, 0},
		{"PAR-07 after INVALID_UPDATE_VERSION", protocol.InvalidUpdateVersion, 0},
		{"PAR-08 after NEW_LEADER_ELECTED", protocol.NewLeaderElected, 0},
		{"PAR-09 after UNKNOWN_TOPIC_OR_PARTITION", protocol.UnknownTopicOrPartition, 0},
		{"after FENCED_LEADER_EPOCH", protocol.FencedLeaderEpoch, 0},
		{"PAR-10 after UNKNOWN_SERVER_ERROR, and is asked again", protocol.UnknownServerError, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
			s.fetches(2, 10)
			s.requireISR(leaderOnly, withR1, rules.Expand, 10)
			s.refuses(c.err)
			s.requireISR(leaderOnly, withR1, rules.Expand, 10)
			require.Len(t, s.proposals(), 1+c.retries)
			require.Equal(t, 1, s.changes(event.Rejected))
			require.Zero(t, s.changes(event.Committed))
			s.fetches(2, 10)
			require.Len(t, s.proposals(), 1+c.retries, "and nothing else is proposed meanwhile")
		})
	}
}

// Case PAR-11. Each proposal carries the broker epochs of its members: of the leader, and of those that have fetched
// (Partition.addBrokerEpochToIsr).
func TestAnExpansionIsAskedAgainUntilItIsTaken(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 4, isr: withR2, log: 10})
	s.fetches(4, 10)
	s.refuses(protocol.UnknownServerError)
	s.confirms()
	asked := protocol.AlterPartitionItem{
		LeaderEpoch: 5, PartitionEpoch: 1, ISR: withR3, BrokerEpochs: []int64{1, none, none, 4},
	}
	require.Equal(t, []protocol.AlterPartitionItem{asked, asked}, s.proposals())
	s.requireISR(withR3, withR3, rules.NoChange, 0)
	require.EqualValues(t, 2, s.partition().partitionEpoch)
	require.Empty(t, s.broker.alter.sent)
	require.Empty(t, s.broker.alter.unsent)
}

// Case PAR-12.
func TestOnlyOneChangeIsInFlight(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 4, isr: withR2, log: 10})
	s.fetches(4, 10)
	s.nowMs += 30_001
	s.checksISRs()
	require.Len(t, s.proposals(), 1)
}

// Case PAR-13.
func TestAnIneligibleReplicaIsGivenUp(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
	s.fetches(2, 10)
	s.refuses(protocol.IneligibleReplica)
	s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 10)
	require.Empty(t, s.broker.alter.sent)
	require.Len(t, s.proposals(), 1)
	s.fetches(2, 10)
	require.Len(t, s.proposals(), 2, "its next fetch proposes it anew")
	s.refuses(protocol.OperationNotAttempted)
	s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 10)
}

// Case PAR-24: asked of leaders only; a follower has no such view.
func TestAtTheMinimum(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: leaderOnly})
	require.True(t, rules.AtMinISR(s.view().ISR, s.view().EffectiveMin))
}

// Case PAR-25.
func TestUnderTheMinimum(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, minISR: 2})
	require.False(t, rules.UnderMinISR(s.view().ISR, s.view().EffectiveMin))
	s.publishes(2, leaderOnly, 0)
	require.True(t, rules.UnderMinISR(s.view().ISR, s.view().EffectiveMin))
}

func TestAFetchTellsTheLeaderHowFarAFollowerIs(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 6})
	t.Run("PAR-27 one that is behind counts as caught up when the epoch began", func(t *testing.T) {
		s.nowMs = startMs + 500
		s.fetches(2, 3)
		require.EqualValues(t, 3, s.progress(2).LogEndOffset)
		require.EqualValues(t, startMs, s.progress(2).LastCaughtUpMs)
	})
	t.Run("PAR-28 one that has everything is caught up now", func(t *testing.T) {
		s.nowMs = startMs + 1000
		s.fetches(2, 6)
		require.EqualValues(t, 6, s.progress(2).LogEndOffset)
		require.EqualValues(t, startMs+1000, s.progress(2).LastCaughtUpMs)
	})
}

// aFollowerTakenOut is the start of the next two: R1 has everything, the leader appends ten more, and the controller
// takes R1 out of the ISR.
func aFollowerTakenOut(t *testing.T, heldOut protocol.BrokerSet) *brokerHarness {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
	s.fetches(2, 10)
	s.requireISR(withR1, withR1, rules.NoChange, 10)
	s.produces(protocol.AcksLeader, 0, 10, 0)
	s.publishes(2, leaderOnly, heldOut)
	require.True(t, s.partition().leads)
	return s
}

// Case PAR-31.
func TestTheHighWatermarkWaitsForACaughtUpOutsider(t *testing.T) {
	s := aFollowerTakenOut(t, 0)
	require.Empty(t, rules.OutOfSync(s.view()))
	s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 10)
}

func TestTheHighWatermarkDoesNotWaitForOneThatIsHeldOut(t *testing.T) {
	aFollowerTakenOut(t, protocol.SetOf(2)).requireISR(leaderOnly, leaderOnly, rules.NoChange, 20)
}

func TestAShrinkCountsWhenItIsConfirmed(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
	t.Run("PAR-32 not when it is proposed", func(t *testing.T) {
		s.nowMs += 30_001
		s.checksISRs()
		require.Equal(t, leaderOnly, s.last().ISR)
		s.requireISR(withR1, withR1, rules.Shrink, 0)
	})
	t.Run("PAR-33 not when the network fails it, and it is asked again", func(t *testing.T) {
		s.refuses(protocol.NetworkException)
		require.Len(t, s.proposals(), 2)
		require.Zero(t, s.changes(event.Committed))
		require.Equal(t, 1, s.changes(event.Rejected))
		require.EqualValues(t, 1, s.partition().partitionEpoch)
		s.requireISR(withR1, withR1, rules.Shrink, 0)
	})
	t.Run("PAR-34 but when the controller has taken it", func(t *testing.T) {
		s.confirms()
		require.Equal(t, 1, s.changes(event.Committed))
		s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 10)
	})
}

func TestAFollowerThatReachedTheEndOfItsFetchBeforeStaysInTheISR(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
	t.Run("PAR-44 it counts as caught up when the epoch began", func(t *testing.T) {
		s.nowMs = startMs + 5000
		s.fetches(2, 5)
		require.EqualValues(t, startMs, s.progress(2).LastCaughtUpMs)
		s.requireISR(withR1, withR1, rules.NoChange, 5)
	})
	t.Run("PAR-45 and then at its fetch before", func(t *testing.T) {
		s.nowMs = startMs + 10_001
		s.produces(protocol.AcksLeader, 0, 5, 0)
		s.fetches(2, 10)
		require.EqualValues(t, startMs+5000, s.progress(2).LastCaughtUpMs)
		s.checksISRs()
		require.Empty(t, s.proposals())
		s.requireISR(withR1, withR1, rules.NoChange, 10)
	})
}

// Case PAR-47.
func TestARefusedShrinkStaysPending(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
	s.nowMs += 30_001
	s.checksISRs()
	s.refuses(protocol.InvalidUpdateVersion)
	s.requireISR(withR1, withR1, rules.Shrink, 0)
	require.Len(t, s.proposals(), 1)
	s.checksISRs()
	require.Len(t, s.proposals(), 1)
}

// Case PAR-50, without a cache of epochs.
func TestAnEpochThatGoesOnKeepsItsStart(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, epoch: 8})
	s.produces(protocol.AcksLeader, 0, 2, 0)
	s.publishes(2, withR1, 0)
	require.Zero(t, s.partition().epochStart)
	require.EqualValues(t, 8, s.partition().leaderEpoch)
	require.EqualValues(t, 2, s.partition().partitionEpoch)
	first := s.partition().log.Read(0, storage.ReadLimit{Bytes: 1 << 20, Records: 1000, AtLeastOne: true})[0]
	require.EqualValues(t, 8, first.Epoch)
}

// Case PAR-52.
func TestAFollowerThatHearsTheSameAgainDoesNothing(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, epoch: 8, leader: 2, log: 10})
	before, timers := *s.partition(), len(s.timers)
	s.publishes(1, withR1, 0)
	require.Equal(t, before, *s.partition())
	require.Empty(t, s.events)
	require.Len(t, sent[*protocol.FetchRequest](&s.recorder), 1, "no other fetch goes out")
	require.Len(t, s.timers, timers)
}

func TestWhoIsNotActiveIsNotProposed(t *testing.T) {
	for _, c := range []struct {
		name string
		away protocol.BrokerMetadata
	}{
		{"PAR-14 PAR-15 one that is fenced", protocol.BrokerMetadata{Broker: 2, Epoch: 2, Fenced: true}},
		{"PAR-16 one in controlled shutdown", protocol.BrokerMetadata{Broker: 2, Epoch: 2, ShuttingDown: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
			s.fetches(2, 10)
			s.refuses(protocol.IneligibleReplica)
			s.registers(c.away)
			s.fetches(2, 10)
			require.Len(t, s.proposals(), 1, "nothing is proposed while it is so")
			s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 10)

			s.registers(protocol.BrokerMetadata{Broker: 2, Epoch: 2})
			s.fetches(2, 10)
			s.requireISR(leaderOnly, withR1, rules.Expand, 10)
			s.confirms()
			s.requireISR(withR1, withR1, rules.NoChange, 10)
		})
	}
}

// One that the controller has registered anew is known by another broker epoch: what it said before does not count
// (Partition.isBrokerEpochIsrEligible).
func TestWhoHasNotFetchedInItsPresentLifeIsNotProposed(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
	s.registers(protocol.BrokerMetadata{Broker: 2, Epoch: 7, Fenced: true})
	s.fetches(2, 10)
	s.registers(protocol.BrokerMetadata{Broker: 2, Epoch: 7})
	require.False(t, s.partition().follower(2).Eligible)
	require.Empty(t, s.proposals())
	s.fetchesAs(2, 7, 0, 0, 10)
	require.Equal(t, []int64{1, 7}, s.last().BrokerEpochs)
}

// Nor does what it says in a life that the leader has not been told of.
func TestWhoIsAheadOfTheLeadersMetadataIsNotProposed(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
	s.fetchesAs(2, 7, 0, 0, 10)
	require.False(t, s.partition().follower(2).Eligible)
	require.Empty(t, s.proposals())
	s.registers(protocol.BrokerMetadata{Broker: 2, Epoch: 7})
	require.True(t, s.partition().follower(2).Eligible)
	s.fetchesAs(2, 7, 0, 0, 10)
	require.Equal(t, []int64{1, 7}, s.last().BrokerEpochs)
}

// One that names no life is not asked for it.
func TestWhoNamesNoLifeIsProposed(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
	s.fetchesAs(2, none, 0, 0, 10)
	require.Equal(t, []int64{1, none}, s.last().BrokerEpochs)
}

func TestTheHighWatermarkDoesNotWaitForOneThatMayNotJoin(t *testing.T) {
	for _, c := range []struct {
		name string
		away protocol.BrokerMetadata
	}{
		{"PAR-29 fenced", protocol.BrokerMetadata{Broker: 2, Epoch: 2, Fenced: true}},
		{"PAR-30 in controlled shutdown", protocol.BrokerMetadata{Broker: 2, Epoch: 2, ShuttingDown: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
			s.fetches(2, 10)
			s.registers(c.away)
			s.produces(protocol.AcksLeader, 0, 10, 0)
			s.requireISR(withR1, withR1, rules.NoChange, 10)
			s.publishes(2, leaderOnly, 0)
			require.True(t, s.partition().leads)
			s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 20)
		})
	}
}

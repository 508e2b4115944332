package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// The cases of the produce path that no test of Kafka's holds, derived from its source.

var (
	noError   = []protocol.Error{protocol.None}
	notEnough = []protocol.Error{protocol.NotEnoughReplicas}
	timedOut  = []protocol.Error{protocol.RequestTimedOut}
)

// Case DER-08.
func TestAcksAllIsLetInAtTheMinimum(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, minISR: 2})
	id := s.produces(protocol.AcksAll, 1000, 1, 0)
	require.Nil(t, s.answer(id), "it waits for R1")
	s.fetches(2, 1)
	require.Equal(t, noError, s.errors(id))
}

// Case DER-09.
func TestUnderTheMinimumOnlyAcksAllIsRefused(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: leaderOnly, minISR: 2})
	all := s.produces(protocol.AcksAll, 1000, 1, 0)
	require.Equal(t, notEnough, s.errors(all))
	require.EqualValues(t, -1, s.answer(all).Results[0].BaseOffset)
	require.Zero(t, s.partition().log.End(), "nothing is written")
	one := s.produces(protocol.AcksLeader, 1000, 1, 0)
	require.Equal(t, noError, s.errors(one))
	zero := s.produces(protocol.AcksNone, 1000, 1, 0)
	require.Nil(t, s.answer(zero), "written, and no answer")
	require.EqualValues(t, 2, s.partition().log.End())
	require.Zero(t, s.partition().log.HighWatermark(), "the edge stands still for every level")
}

// Case DER-10.
func TestAMinimumBeyondTheReplicasIsCapped(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, minISR: 3})
	id := s.produces(protocol.AcksAll, 1000, 1, 0)
	require.Nil(t, s.answer(id))
	s.fetches(2, 1)
	require.Equal(t, noError, s.errors(id))
}

// Case DER-12.
func TestWithOneReplicaAnAppendCommitsAndIsAnsweredUnwatched(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly, log: 10})
	id := s.produces(protocol.AcksAll, 1000, 5, 0)
	require.Equal(t, noError, s.errors(id))
	require.EqualValues(t, 10, s.answer(id).Results[0].BaseOffset)
	require.EqualValues(t, 15, s.partition().log.HighWatermark())
	require.Zero(t, s.broker.Produces().Watched())
	require.Empty(t, emitted[*event.Park](&s.recorder))
	require.Empty(t, emitted[*event.Timer](&s.recorder))
}

// Case DER-13.
func TestARequestRunsOutOfTimeAndItsRecordStays(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR2, minISR: 2, log: 10})
	id := s.produces(protocol.AcksAll, 1000, 1, 0)
	s.until(startMs + 999)
	require.Nil(t, s.answer(id))
	s.until(startMs + 1000)
	require.Equal(t, timedOut, s.errors(id))
	require.EqualValues(t, 10, s.answer(id).Results[0].BaseOffset, "the real one")
	require.Equal(t, 1, s.broker.Expired())
	require.EqualValues(t, 11, s.partition().log.End())
	s.fetches(2, 11)
	s.fetches(3, 11)
	require.EqualValues(t, 11, s.partition().log.HighWatermark(), "and is committed later")
	require.Equal(t, timedOut, s.errors(id), "which changes nothing for the client")
}

// Case DER-14.
func TestARequestWhoseISRShrinksUnderTheMinimumWaitsUntilItsTimeIsUp(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR2, minISR: 2, log: 10})
	s.nowMs += 30_001
	id := s.produces(protocol.AcksAll, 1000, 1, 0)
	s.checksISRs()
	s.confirms()
	s.requireISR(leaderOnly, leaderOnly, rules.NoChange, 0)
	require.Nil(t, s.answer(id))
	s.until(s.nowMs + 1000)
	require.Equal(t, timedOut, s.errors(id))
}

// Case DER-15. In Kafka it is a race between the edge's advance and the check that follows it; nothing comes between
// the two here, so the test moves the edge by hand.
func TestARequestWhoseEdgeIsThereButWhoseISRIsUnderARaisedMinimumFails(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, minISR: 2})
	id := s.produces(protocol.AcksAll, 1000, 1, 0)
	s.partition().log.SetHighWatermark(1)
	s.setsMinISR(3)
	require.Nil(t, s.answer(id), "a changed minimum checks nothing")
	s.broker.begin(vtime.AtMs(s.nowMs), s)
	s.broker.checkProduces(s.partition(), event.None)
	require.Equal(t, []protocol.Error{protocol.NotEnoughReplicasAfter}, s.errors(id))
}

// ledElsewhere is a harness with three partitions, of which the last two are led by broker 2.
func ledElsewhere(t *testing.T) *brokerHarness {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 3})
	for i := 1; i < 3; i++ {
		p := &s.broker.partitions[i]
		p.leads, p.leader = false, 2
	}
	return s
}

// Case DER-16.
func TestOneAnswerTellsOfAllPartitions(t *testing.T) {
	s := ledElsewhere(t)
	id := s.produces(protocol.AcksAll, 1000, 1, 0, 1)
	require.Nil(t, s.answer(id), "the refused partition waits for the other")
	s.fetches(2, 1)
	require.Equal(t, []protocol.ProduceResult{
		{Partition: 0, BaseOffset: 0},
		{Partition: 1, Error: protocol.NotLeaderOrFollower, BaseOffset: -1, LogStart: -1, Leader: 2, LeaderEpoch: 5},
	}, s.answer(id).Results)
}

// Case DER-17.
func TestARequestThatNoPartitionTookIsAnsweredAtOnce(t *testing.T) {
	s := ledElsewhere(t)
	id := s.produces(protocol.AcksAll, 1000, 1, 1, 2)
	require.Equal(t, []protocol.Error{protocol.NotLeaderOrFollower, protocol.NotLeaderOrFollower}, s.errors(id))
	require.Zero(t, s.broker.Produces().Estimated(), "it was never watched")
}

func TestAPartitionDecidedStaysDecidedWhenTheOthersTimeOut(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 2})
	id := s.produces(protocol.AcksAll, 1000, 1, 0, 1)
	s.fetches(2, 1)
	s.until(startMs + 1000)
	require.Equal(t, []protocol.Error{protocol.None, protocol.RequestTimedOut}, s.errors(id))
	require.Equal(t, 1, s.broker.Expired(), "the meter counts partitions that were pending")
}

func TestABatchThatIsTooLargeIsRefusedAfterTheMinimumIsAsked(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, minISR: 2, messageMaxByte: 61 + 2*7})
	require.Nil(t, s.answer(s.produces(protocol.AcksAll, 1000, 2, 0)), "a batch of just the size is taken")
	tooLarge := s.produces(protocol.AcksAll, 1000, 3, 0)
	require.Equal(t, []protocol.Error{protocol.MessageTooLarge}, s.errors(tooLarge))
	s.publishes(2, leaderOnly, 0)
	require.Equal(t, notEnough, s.errors(s.produces(protocol.AcksAll, 1000, 3, 0)))
}

func TestAnUnknownLevelOfAcksIsRefusedForEveryPartition(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 2})
	id := s.produces(2, 1000, 1, 0, 1)
	require.Equal(t, []protocol.Error{protocol.InvalidRequiredAcks, protocol.InvalidRequiredAcks}, s.errors(id))
	require.Zero(t, s.partition().log.End())
}

// Case DER-20.
func TestAFollowerTakesALowerHighWatermark(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, leader: 2, log: 10})
	s.partition().log.SetHighWatermark(10)
	s.deliver(2, &protocol.FetchResponse{
		Session: s.broker.sessions, Partitions: []protocol.FetchData{{HighWatermark: 8}},
	})
	require.EqualValues(t, 8, s.partition().log.HighWatermark())
}

func TestAFetchTellsOfTheHighWatermarkBeforeItsOwnEffect(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
	s.fetches(2, 10)
	require.EqualValues(t, 10, s.partition().log.HighWatermark())
	answer := lastSent[*protocol.FetchResponse](&s.recorder)
	require.Zero(t, answer.Partitions[0].HighWatermark)
}

func TestAChangedMinimumMovesNothingByItself(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, minISR: 3})
	s.produces(protocol.AcksLeader, 0, 1, 0)
	s.fetches(2, 1)
	s.setsMinISR(2)
	require.Zero(t, s.partition().log.HighWatermark())
	s.produces(protocol.AcksNone, 0, 1, 0)
	require.EqualValues(t, 1, s.partition().log.HighWatermark(), "the next append does, of any level")
}

// Cases RMG-01 and ACK-05.
func TestOtherAcksAreRefused(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly})
	id := s.produces(3, 0, 1, 0)
	require.Equal(t, []protocol.ProduceResult{
		{Error: protocol.InvalidRequiredAcks, BaseOffset: -1, LogStart: -1},
	}, s.answer(id).Results)
	require.Zero(t, s.partition().log.End())
}

// writes sends a batch of an idempotent producer, of so many records from a sequence on.
func (s *brokerHarness) writes(acks protocol.Acks, sequence int32, n int) protocol.ProduceResult {
	s.requests++
	s.deliver(-s.requests, &protocol.ProduceRequest{
		ID: s.requests, Acks: acks, TimeoutMs: 1000, Partitions: []protocol.ProduceData{{
			Records: make([]protocol.Record, n),
			Numbers: protocol.Numbers{Idempotent: true, ProducerID: 1000, Sequence: sequence},
		}},
	})
	return s.answer(s.requests).Results[0]
}

// Case RMG-20.
func TestASequenceThatDoesNotFollowIsRefused(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly})
	for sequence := range int32(3) {
		got := s.writes(protocol.AcksAll, sequence, 1)
		require.Equal(t, protocol.ProduceResult{BaseOffset: int64(sequence)}, got)
	}
	got := s.writes(protocol.AcksAll, 13, 1)
	require.Equal(t, protocol.ProduceResult{Error: protocol.OutOfOrderSequenceNumber, BaseOffset: -1}, got)
	require.EqualValues(t, 3, s.partition().log.End())
	require.Equal(t, protocol.ProduceResult{BaseOffset: 1}, s.writes(protocol.AcksAll, 1, 1), "a retry is none")
	require.EqualValues(t, 3, s.partition().log.End())
}

// Case RMG-22. The time of the append is left out: topics in the model keep the producer's.
func TestProducedRecordsGetTheNextOffsets(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	for i, want := range []int64{0, 1} {
		id := s.produces(protocol.AcksAll, 3000, i+1, 0)
		require.Nil(t, s.answer(id))
		s.fetches(2, s.partition().log.End())
		require.Equal(t, []protocol.ProduceResult{{BaseOffset: want}}, s.answer(id).Results)
	}
}

// Case RMG-23.
func TestABrokerWithoutAReplicaRefuses(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{self: 2, replicas: 1, strangers: 1, isr: leaderOnly})
	require.Equal(t, notLeader, s.errors(s.produces(protocol.AcksAll, 1000, 1, 0)))
	require.Equal(t, protocol.NotLeaderOrFollower, s.reads(noEpoch, noEpoch, 0).Error)
	require.Equal(t, protocol.NotLeaderOrFollower, s.reads(4, noEpoch, 0).Error, "whatever the epoch")
}

func TestARefusalNamesTheLeader(t *testing.T) {
	refused := func(leader protocol.NodeID, epoch int32) []protocol.ProduceResult {
		return []protocol.ProduceResult{
			{
				Error: protocol.NotLeaderOrFollower, BaseOffset: -1, LogStart: -1, Leader: leader, LeaderEpoch: epoch,
			},
		}
	}
	t.Run("RMG-25 that a replica knows", func(t *testing.T) {
		s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, leader: 2})
		id := s.produces(protocol.AcksLeader, 1000, 1, 0)
		require.Equal(t, refused(2, 5), s.answer(id).Results)
	})
	t.Run("that the metadata tells of", func(t *testing.T) {
		s := newBrokerHarness(t, brokerSetup{self: 2, replicas: 1, strangers: 1, isr: leaderOnly})
		id := s.produces(protocol.AcksLeader, 1000, 1, 0)
		require.Equal(t, refused(1, 5), s.answer(id).Results)
	})
	t.Run("RMG-27 not when nobody is known to lead", func(t *testing.T) {
		s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, leader: protocol.NoLeader})
		id := s.produces(protocol.AcksLeader, 1000, 1, 0)
		require.Equal(t, refused(0, 0), s.answer(id).Results)
	})
	t.Run("to a request that was parked, too", func(t *testing.T) {
		s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
		id := s.produces(protocol.AcksAll, 1000, 1, 0)
		s.elects(2, withR1)
		require.EqualValues(t, 2, s.answer(id).Results[0].Leader)
		require.EqualValues(t, 6, s.answer(id).Results[0].LeaderEpoch)
	})
}

func TestABatchThatIsTooLarge(t *testing.T) {
	begin := func() *brokerHarness {
		return newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly, messageMaxByte: 61 + 7})
	}
	t.Run("RMG-28 without acks only closes the connection", func(t *testing.T) {
		s := begin()
		id := s.produces(protocol.AcksNone, 1000, 2, 0)
		require.Equal(t, &protocol.ProduceResponse{ID: id, Closed: true}, s.answer(id), "nobody is told why")
		require.Zero(t, s.partition().log.End())
	})
	t.Run("RMG-29 is an error with acks", func(t *testing.T) {
		s := begin()
		id := s.produces(protocol.AcksLeader, 1000, 2, 0)
		require.Equal(t, []protocol.Error{protocol.MessageTooLarge}, s.errors(id))
		require.Zero(t, s.partition().log.End())
	})
}

package producer

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// numbered is a story whose producer has an epoch to begin with.
func numbered(t *testing.T, epoch int16, given ...settings) *story {
	s := newStory(t, given...)
	s.s.Init = []initAnswer{{Epoch: epoch}}
	return s.begin()
}

// TestTheFirstSequenceNumber is case IDC-01.
func TestTheFirstSequenceNumber(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.expect("0: t-0 e0 s0 [a]")
	require.Equal(t, [3]int32{0, 1, noSequence}, s.numbers(0))
	s.store("a", 0)
	require.Equal(t, [3]int32{0, 1, 0}, s.numbers(0))
}

// TestTwoBatchesInFlight is case IDC-02.
func TestTwoBatchesInFlight(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.send(0, "b")
	require.Equal(t, [3]int32{0, 2, noSequence}, s.numbers(0))
	s.store("a", 0)
	require.Equal(t, [3]int32{0, 2, 0}, s.numbers(0))
	require.EqualValues(t, 0, s.client.identity.partitions[0].lastAckedOffset)
	s.store("b", 1)
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	require.EqualValues(t, 1, s.client.identity.partitions[0].lastAckedOffset)
	s.expect("0: t-0 e0 s0 [a]", "0: t-0 e0 s1 [b]", "0: a at 0", "0: b at 1")
}

// bothAcknowledged sends a first record to partitions 0 and 1, and has it acknowledged.
func (s *story) bothAcknowledged() {
	s.t.Helper()
	for partition, value := range []string{"a0", "b0"} {
		s.send(int32(partition), value)
		s.store(value, 0)
		require.Equal(s.t, [3]int32{0, 1, 0}, s.numbers(int32(partition)))
	}
	s.seen()
}

// TestTheOtherPartitionsTakeTheirTime is case IDC-06: a partition that did not ask for the new epoch takes it with its
// next batch.
func TestTheOtherPartitionsTakeTheirTime(t *testing.T) {
	s := newStory(t).begin()
	s.bothAcknowledged()
	s.send(0, "a1")
	s.refuse("a1", protocol.OutOfOrderSequenceNumber)
	s.until(100)
	s.expect("0: t-0 e0 s1 [a1]", "100: t-0 e1 s0 [a1]")
	require.Equal(t, [3]int32{1, 1, noSequence}, s.numbers(0))
	require.Equal(t, [3]int32{0, 1, 0}, s.numbers(1))
	s.store("a1", 1)
	s.send(1, "b1")
	s.expect("100: a1 at 1", "100: t-1 e1 s0 [b1]")
	require.Equal(t, [3]int32{1, 1, noSequence}, s.numbers(1))
}

// TestAnOldEpochIsKeptWhileSomethingIsInFlight is case IDC-07.
func TestAnOldEpochIsKeptWhileSomethingIsInFlight(t *testing.T) {
	s := newStory(t, settings{"retries": "1"}).begin()
	s.bothAcknowledged()
	s.send(0, "a1")
	s.send(1, "b1")
	s.refuse("a1", protocol.OutOfOrderSequenceNumber)
	s.until(100)
	require.Equal(t, [3]int32{1, 1, noSequence}, s.numbers(0))
	require.Equal(t, [3]int32{0, 2, 0}, s.numbers(1))
	s.refuse("b1", protocol.NotLeaderOrFollower)
	require.Equal(t, [3]int32{0, 2, 0}, s.numbers(1))
	s.store("a1", 1)
	require.Equal(t, [3]int32{1, 1, 0}, s.numbers(0))
	s.until(200)
	s.refuse("b1", protocol.NotLeaderOrFollower)
	require.Equal(t, [3]int32{0, 2, 0}, s.numbers(1))
	s.until(300)
	s.send(1, "b2")
	s.expect("0: t-0 e0 s1 [a1]", "0: t-1 e0 s1 [b1]", "100: t-0 e1 s0 [a1]", "100: a1 at 1", "200: t-1 e0 s1 [b1]",
		"200: b1 NOT_LEADER_OR_FOLLOWER", "300: t-1 e1 s0 [b2]")
	require.Equal(t, [3]int32{1, 1, noSequence}, s.numbers(1))
	s.store("b2", 0)
	require.Equal(t, [3]int32{1, 1, 0}, s.numbers(1))
	s.send(0, "a2")
	require.Equal(t, [3]int32{1, 2, 0}, s.numbers(0))
	s.store("a2", 2)
	require.Equal(t, [3]int32{1, 2, 1}, s.numbers(0))
}

// TestANewRecordWaitsForTheOldEpoch is the same with a record that comes while the batch of the old epoch is in flight:
// its batch has no number before that has ended (RecordAccumulator.shouldStopDrainBatchesForPartition).
func TestANewRecordWaitsForTheOldEpoch(t *testing.T) {
	s := newStory(t).begin()
	s.bothAcknowledged()
	s.send(0, "a1")
	s.send(1, "b1")
	s.refuse("a1", protocol.OutOfOrderSequenceNumber)
	s.until(100)
	s.store("a1", 1)
	s.seen()
	s.until(200)
	s.send(1, "b2")
	s.until(300)
	s.expect()
	require.False(t, s.batchOf("b2").hasSequence())
	s.store("b1", 1)
	s.expect("300: b1 at 1", "300: t-1 e1 s0 [b2]")
}

// TestAnswersThatCross is case IDC-08.
func TestAnswersThatCross(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.refuse("b", protocol.OutOfOrderSequenceNumber)
	require.Equal(t, [][]string{{"b"}}, s.queue(0))
	s.refuse("a", protocol.NotLeaderOrFollower)
	require.Equal(t, [][]string{{"a"}, {"b"}}, s.queue(0))
	require.Equal(t, [3]int32{0, 2, noSequence}, s.numbers(0))
	s.until(500)
	s.store("a", 0)
	require.Equal(t, [3]int32{0, 2, 0}, s.numbers(0))
	s.store("b", 1)
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	s.expect("0: t-0 e0 s0 [a]", "0: t-0 e0 s1 [b]", "100: t-0 e0 s0 [a]", "500: a at 0", "500: t-0 e0 s1 [b]",
		"500: b at 1")
}

// TestTheSecondSucceedsFirst is case IDC-09.
func TestTheSecondSucceedsFirst(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.store("b", 1)
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	s.refuse("a", protocol.RequestTimedOut)
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	s.until(100)
	s.store("a", 0)
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	require.EqualValues(t, 1, s.client.identity.partitions[0].lastAckedOffset)
	s.expect("0: t-0 e0 s0 [a]", "0: t-0 e0 s1 [b]", "0: b at 1", "100: t-0 e0 s0 [a]", "100: a at 0")
}

// unresolved is a story in which the first of two batches has expired, in retry, and a third waits behind the second,
// which has been sent again.
func unresolved(t *testing.T, e protocol.Error) *story {
	s := slow(t)
	s.send(0, "a")
	s.until(1000)
	s.send(0, "b")
	s.refuse("a", e)
	require.Equal(t, [][]string{{"a"}}, s.queue(0), "it waits for its turn")
	s.down[1], s.down[bootstrapNode] = true, true
	s.hangUp(1)
	s.until(1600)
	require.NotEqual(t, noSequence, s.client.identity.partitions[0].unresolved)
	require.Empty(t, s.client.queues[0].sent)
	s.expect("0: t-0 e0 s0 [a]", "1000: t-0 e0 s1 [b]", "1500: a DELIVERY_TIMEOUT")
	s.send(0, "c")
	s.down[1], s.down[bootstrapNode] = false, false
	s.until(1700)
	s.expect("1650: t-0 e0 s1 [b]")
	return s
}

// TestALaterBatchSettlesAnExpiredOne is case IDC-11: it is in the log, so the expired one before it is, too.
func TestALaterBatchSettlesAnExpiredOne(t *testing.T) {
	s := unresolved(t, protocol.RequestTimedOut)
	require.False(t, s.batchOf("c").hasSequence())
	require.EqualValues(t, 2, s.numbers(0)[1])
	s.store("b", 1)
	s.expect("1700: b at 1", "1700: t-0 e0 s2 [c]")
	require.EqualValues(t, noSequence, s.client.identity.partitions[0].unresolved)
	require.EqualValues(t, 0, s.client.identity.epoch)
}

// TestALaterBatchIsRefusedAfterAnExpiredOne is case IDC-12: it was not in the log, so the numbers begin anew.
func TestALaterBatchIsRefusedAfterAnExpiredOne(t *testing.T) {
	s := unresolved(t, protocol.NotLeaderOrFollower)
	s.refuse("b", protocol.OutOfOrderSequenceNumber)
	require.Equal(t, [][]string{{"b"}, {"c"}}, s.queue(0))
	require.Equal(t, [3]int32{1, 1, noSequence}, s.numbers(0))
	require.EqualValues(t, noSequence, s.client.identity.partitions[0].unresolved)
	s.until(1800)
	s.expect("1800: t-0 e1 s0 [b]", "1800: t-0 e1 s1 [c]")
}

// TestAfterTheLastEpoch is case IDC-15: a new producer id is asked for, the other partition goes on with the old one,
// and what was to be numbered anew leaves without an id (as 4.4.0 does).
func TestAfterTheLastEpoch(t *testing.T) {
	s := newStory(t)
	s.s.Init = []initAnswer{{Epoch: math.MaxInt16}}
	s.begin().hand(0, 0, "a")
	s.hand(1, 0, "b")
	s.settle()
	s.reply("a", refusedAt(1, protocol.NotLeaderOrFollower, -1), refusedAt(0, protocol.OutOfOrderSequenceNumber, -1))
	require.EqualValues(t, producerID+1, s.client.identity.id)
	require.EqualValues(t, 2, s.inits)
	s.until(100)
	s.expect("0: t-0 e32767 s0 [a] t-1 e32767 s0 [b]", "100: t-0 e-1 s0 [a] t-1 e32767 s0 [b]")
	last := s.events[len(s.events)-1].Batches
	require.EqualValues(t, -1, *last[0].PID)
	require.EqualValues(t, producerID, *last[1].PID)
	s.reply("a", protocol.ProduceResult{Partition: 0, BaseOffset: 4}, protocol.ProduceResult{Partition: 1, BaseOffset: 10})
	s.expect("100: a at 4", "100: b at 10")
	require.EqualValues(t, 1, s.numbers(1)[1])
}

// TestADuplicateIsASuccess is case IDC-17.
func TestADuplicateIsASuccess(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.store("b", 1000)
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	s.refuse("a", protocol.DuplicateSequenceNumber)
	s.expect("0: t-0 e0 s0 [a]", "0: t-0 e0 s1 [b]", "0: b at 1000", "0: a at -1")
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	require.EqualValues(t, 1000, s.client.identity.partitions[0].lastAckedOffset)
}

// TestALeaderThatForgotTheProducer is case IDC-20: two batches in flight, one new epoch.
func TestALeaderThatForgotTheProducer(t *testing.T) {
	s := newStory(t, settings{"retry.backoff.ms": "0", "retry.backoff.max.ms": "0"}).begin()
	s.send(0, "a")
	s.store("a", 1000)
	s.send(0, "b")
	s.send(0, "c")
	s.seen()
	s.reply("b", refusedAt(0, protocol.UnknownProducerID, 1010))
	require.Equal(t, [3]int32{1, 2, noSequence}, s.numbers(0))
	s.expect("0: t-0 e1 s0 [b]")
	s.reply("c", refusedAt(0, protocol.UnknownProducerID, 1010))
	require.Equal(t, [3]int32{1, 2, noSequence}, s.numbers(0))
	s.expect()
	s.store("b", 1011)
	require.Equal(t, [3]int32{1, 2, 0}, s.numbers(0))
	s.store("c", 1012)
	s.expect("0: b at 1011", "0: t-0 e1 s1 [c]", "0: c at 1012")
}

// TestASplitKeepsItsNumbers is case IDC-21: two values of half a batch, thought to compress well.
func TestASplitKeepsItsNumbers(t *testing.T) {
	s := newStory(t, settings{"compression.type": "gzip", "batch.size": "2000"})
	s.client.ratios[0] = 0.2
	s.begin().hand(0, 1000, "a", "b")
	s.settle()
	s.expect("0: t-0 e0 s0 [a b]")
	require.EqualValues(t, 2, s.numbers(0)[1])
	s.refuse("a", protocol.MessageTooLarge)
	require.EqualValues(t, 2, s.numbers(0)[1])
	s.expect("0: t-0 e0 s0 [a]")
	s.store("a", 0)
	require.Equal(t, [3]int32{0, 2, 0}, s.numbers(0))
	s.expect("0: a at 0", "0: t-0 e0 s1 [b]")
	s.store("b", 1)
	require.Equal(t, [3]int32{0, 2, 1}, s.numbers(0))
	s.expect("0: b at 1")
}

// TestANewEpochNumbersAnew is case IDC-25.
func TestANewEpochNumbersAnew(t *testing.T) {
	s := numbered(t, 1)
	values := []string{"a", "b", "c", "d", "e"}
	for _, value := range values {
		s.send(0, value)
	}
	require.Equal(t, [3]int32{1, 5, noSequence}, s.numbers(0))
	s.store("a", 500)
	s.reply("b", refusedAt(0, protocol.UnknownProducerID, 500))
	require.EqualValues(t, 2, s.client.identity.epoch)
	for sequence, value := range values[1:] {
		b := s.batchOf(value)
		require.EqualValues(t, 2, b.epoch, value)
		require.EqualValues(t, sequence, b.sequence, value)
	}
}

// TestOnePartitionBeginsAnew is case IDC-26.
func TestOnePartitionBeginsAnew(t *testing.T) {
	s := numbered(t, math.MaxInt16)
	for partition := range int32(2) {
		s.hand(partition, 0, "x", "y", "z")
		s.settle()
		require.EqualValues(t, 3, s.numbers(partition)[1])
		s.store("x", 0)
	}
	c := s.ask(10)
	c.identity.wantBump(0)
	c.identity.bumpEpoch(c.batches)
	require.EqualValues(t, 0, s.numbers(0)[1])
	require.EqualValues(t, 3, s.numbers(1)[1])
	require.False(t, c.identity.numbering.valid, "another id is asked for")
}

// giveUp fails a batch in flight as one of unknown fate, or of a fate that is known.
func (s *story) giveUp(value string, unknown bool) {
	c := s.client
	id := s.found(value)
	if unknown {
		c.identity.partitions[0].markUnresolved(c.batches[id].lastSequence() + 1)
	}
	c.failBatch(id, protocol.ProduceResult{Error: protocol.DeliveryTimeout}, false, noCause)
}

// TestTheLastOneInFlightSettlesTheOthers is case IDC-27.
func TestTheLastOneInFlightSettlesTheOthers(t *testing.T) {
	s := numbered(t, 5)
	for _, value := range []string{"a", "b", "c"} {
		s.send(0, value)
	}
	c := s.ask(10)
	unsettled := func() bool {
		c.identity.resolve()
		return c.identity.partitions[0].unresolved != noSequence
	}
	s.giveUp("a", true)
	require.True(t, unsettled())
	s.giveUp("b", false)
	require.True(t, unsettled())
	require.False(t, c.identity.bump)
	c.succeed(s.found("c"), protocol.ProduceResult{BaseOffset: 500}, &completion{})
	require.False(t, unsettled())
	require.False(t, c.identity.bump)
	require.Equal(t, [3]int32{5, 3, 2}, s.numbers(0))
}

// TestNothingInFlightSettlesNothing is case IDC-29.
func TestNothingInFlightSettlesNothing(t *testing.T) {
	s := numbered(t, 5)
	s.send(0, "a")
	s.store("a", 500)
	require.Equal(t, [3]int32{5, 1, 0}, s.numbers(0))
	c := s.ask(10)
	c.identity.partitions[0].markUnresolved(1)
	c.identity.resolve()
	require.EqualValues(t, noSequence, c.identity.partitions[0].unresolved)
	require.False(t, c.identity.bump)
	s.send(0, "b")
	require.EqualValues(t, 2, s.numbers(0)[1])
	s.giveUp("b", true)
	require.NotEqual(t, noSequence, c.identity.partitions[0].unresolved)
	c.identity.resolve()
	require.EqualValues(t, noSequence, c.identity.partitions[0].unresolved)
	c.runOnce()
	require.EqualValues(t, 6, c.identity.epoch)
}

// TestAFailedProducerTakesNoNewEpoch is case IDC-30.
func TestAFailedProducerTakesNoNewEpoch(t *testing.T) {
	s := numbered(t, 5)
	s.send(0, "a")
	c := s.ask(10)
	c.failBatch(s.found("a"), protocol.ProduceResult{Error: protocol.OutOfOrderSequenceNumber}, false, noCause)
	require.True(t, c.identity.bump)
	c.runOnce()
	require.EqualValues(t, 6, c.identity.epoch)
	s.send(0, "b")
	c.identity.fail(fatal, protocol.UnknownServerError)
	c.failBatch(s.found("b"), protocol.ProduceResult{Error: protocol.DeliveryTimeout}, true, noCause)
	require.False(t, c.identity.bump)
	c.runOnce()
	require.EqualValues(t, 6, c.identity.epoch)
}

// TestANewEpochWhileTheOldOneIsOnTheWire is case IDC-31: the batch has expired, its second request has not.
func TestANewEpochWhileTheOldOneIsOnTheWire(t *testing.T) {
	s := newStory(t, settings{
		"request.timeout.ms": "10000", "delivery.timeout.ms": "15000",
	}).begin()
	s.send(0, "a")
	s.until(14999)
	s.expect("0: t-0 e0 s0 [a]", "10101: t-0 e0 s0 [a]")
	require.Len(t, s.client.identity.partitions[0].inFlight, 1)
	s.until(15000)
	s.expect("15000: a DELIVERY_TIMEOUT")
	require.Empty(t, s.client.identity.partitions[0].inFlight)
	require.Equal(t, 1, s.client.flying(), "the request is out still")
	require.EqualValues(t, 0, s.client.identity.epoch)
	s.send(0, "b")
	s.expect("15000: t-0 e1 s0 [b]")
	require.Equal(t, [3]int32{1, 1, noSequence}, s.numbers(0))
	s.until(20112)
	s.expect()
	require.Len(t, s.client.identity.partitions[0].inFlight, 1, "it has failed once, and is in retry")
	require.Equal(t, pending, s.batchOf("b").outcome)
}

// TestABatchThatMustWaitEndsTheDrain is about the partitions that come after its own in the walk: they wait, too, until
// the elder batch has been answered (RecordAccumulator.drainBatchesForOneNode leaves its loop there).
func TestABatchThatMustWaitEndsTheDrain(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.refuse("b", protocol.OutOfOrderSequenceNumber)
	s.until(200)
	s.expect("0: t-0 e0 s0 [a]", "0: t-0 e0 s1 [b]")
	s.send(1, "c")
	s.send(2, "d")
	s.until(300)
	s.expect()
	s.store("a", 0)
	s.expect("300: a at 0", "300: t-0 e0 s1 [b] t-1 e0 s0 [c] t-2 e0 s0 [d]")
}

// TestALateSuccessCounts is about a batch that has expired on the wire: its answer tells the application nothing, and
// yet its numbers are acknowledged (Sender.completeBatch, TransactionManager.handleCompletedBatch).
func TestALateSuccessCounts(t *testing.T) {
	s := slow(t)
	s.send(0, "a")
	s.until(1600)
	require.Equal(t, [3]int32{0, 1, noSequence}, s.numbers(0))
	s.store("a", 7)
	s.expect("0: t-0 e0 s0 [a]", "1500: a DELIVERY_TIMEOUT")
	require.Equal(t, [3]int32{0, 1, 0}, s.numbers(0))
	require.EqualValues(t, 7, s.client.identity.partitions[0].lastAckedOffset)
}

// TestARefusalBehindTheGapAsksForNoEpoch is about two batches behind one that has expired in retry: only the first of
// them, refused, tells that the expired one is not in the log (TransactionManager.canRetry,
// isNextSequenceForUnresolvedPartition).
func TestARefusalBehindTheGapAsksForNoEpoch(t *testing.T) {
	s := slow(t, settings{"retry.backoff.ms": "600", "retry.backoff.max.ms": "600"})
	s.send(0, "a")
	s.until(1000)
	s.send(0, "b")
	s.send(0, "c")
	s.refuse("a", protocol.RequestTimedOut)
	s.until(1510)
	require.EqualValues(t, 1, s.client.identity.partitions[0].unresolved)
	s.refuse("c", protocol.OutOfOrderSequenceNumber)
	require.Equal(t, [3]int32{0, 3, noSequence}, s.numbers(0))
	s.until(1520)
	s.refuse("b", protocol.OutOfOrderSequenceNumber)
	require.Equal(t, [3]int32{1, 2, noSequence}, s.numbers(0))
	s.until(2200)
	s.expect("0: t-0 e0 s0 [a]", "1000: t-0 e0 s1 [b]", "1000: t-0 e0 s2 [c]", "1500: a DELIVERY_TIMEOUT",
		"2120: t-0 e1 s0 [b]")
}

// TestARefusalOfOldNumbersAsksForNoEpoch is about a batch that was numbered anew on the wire: that its old numbers are
// refused tells nothing of the new ones (TransactionManager.canRetry, ProducerBatch.sequenceHasBeenReset).
func TestARefusalOfOldNumbersAsksForNoEpoch(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.store("a", 0)
	s.send(0, "b")
	s.send(0, "c")
	s.refuse("b", protocol.MessageTooLarge)
	require.Equal(t, [3]int32{1, 1, noSequence}, s.numbers(0))
	require.True(t, s.batchOf("c").renumbered)
	s.refuse("c", protocol.OutOfOrderSequenceNumber)
	s.until(100)
	s.expect("0: t-0 e0 s0 [a]", "0: a at 0", "0: t-0 e0 s1 [b]", "0: t-0 e0 s2 [c]", "0: b MESSAGE_TOO_LARGE",
		"100: t-0 e1 s0 [c]")
}

// TestErrorsThatAProducerDoesNotGetOver is about all of them, and two that it does get over: the next record is thrown
// back though it is in a batch already, and fails with the same error when the sender turns next.
func TestErrorsThatAProducerDoesNotGetOver(t *testing.T) {
	for _, e := range []protocol.Error{31, 35, 49, 53, 90, topicAuthorizationFailed, protocol.InvalidProducerEpoch} {
		t.Run(e.String(), func(t *testing.T) {
			s := newStory(t).begin()
			s.send(0, "a")
			s.refuse("a", e)
			s.expect("0: t-0 e0 s0 [a]", "0: a "+e.String())
			s.send(0, "b")
			if e == topicAuthorizationFailed || e == protocol.InvalidProducerEpoch {
				s.expect("0: t-0 e1 s0 [b]")
				return
			}
			s.until(200)
			require.Equal(t, []string{"0: threw send b PRODUCER_FAILED", "100: b " + e.String()},
				s.seen("request", "threw", "callback"))
		})
	}
}

// TestALeaderThatForgetsAndDoesNotKnowItsLog: UNKNOWN_PRODUCER_ID without a log start is tried again as it is; with any
// log start the epoch changes, wherever the log begins (TransactionManager.canRetry).
func TestALeaderThatForgetsAndDoesNotKnowItsLog(t *testing.T) {
	for logStart, want := range map[int64]string{
		-1: "100: t-0 e0 s1 [b]", 0: "100: t-0 e1 s0 [b]", 999: "100: t-0 e1 s0 [b]", 2000: "100: t-0 e1 s0 [b]",
	} {
		s := newStory(t).begin()
		s.send(0, "a")
		s.store("a", 1000)
		s.send(0, "b")
		s.seen()
		s.reply("b", refusedAt(0, protocol.UnknownProducerID, logStart))
		s.until(500)
		s.expect(want)
	}
}

// TestALeaderThatForgetsOnceTooOften: when the retries are used up the batch fails, and the partition's numbers are
// given up with all that was in flight, so the next batch begins from 0, in the same epoch
// (TransactionManager.handleFailedBatch, resetSequenceForPartition). A wish for a new epoch is kept.
func TestALeaderThatForgetsOnceTooOften(t *testing.T) {
	s := newStory(t, settings{"retries": "1"}).begin()
	s.send(0, "a")
	s.store("a", 1000)
	s.send(0, "b")
	s.reply("b", refusedAt(0, protocol.UnknownProducerID, -1))
	s.until(200)
	s.seen()
	s.reply("b", refusedAt(0, protocol.UnknownProducerID, 0))
	require.Equal(t, [3]int32{0, 0, noSequence}, s.numbers(0))
	s.send(0, "c")
	s.expect("200: b UNKNOWN_PRODUCER_ID", "200: t-0 e0 s0 [c]")

	wants := sequences{rewrite: true, next: 7, lastAcked: 6, unresolved: 9, inFlight: []int32{1}}
	fresh := newSequences()
	fresh.rewrite = true
	require.Equal(t, fresh, wants.forgotten())
}

package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// spinning is a story in which the loop spins from 1100 on: b waits for the answer to a, which was sent before it
// (RecordAccumulator.shouldStopDrainBatchesForPartition), and its broker, 1, could take it. Broker 2 leads the others.
func spinning(t *testing.T, given ...settings) *story {
	s := newStoryOf(t, []int32{1, 2, 2}, append(given, settings{"linger.ms": "500"})...).begin()
	s.send(0, "a")
	s.until(500)
	s.send(0, "b")
	s.until(1000)
	s.refuse("b", protocol.OutOfOrderSequenceNumber)
	s.expect("500: t-0 e0 s0 [a]", "1000: t-0 e0 s1 [b]")
	return s
}

// TestASpinningLoopSleepsUntilTheClockMatters: it goes on in the millisecond in which the first timeout is
// over, and at its beginning, as Kafka reads whole ones.
func TestASpinningLoopSleepsUntilTheClockMatters(t *testing.T) {
	s := spinning(t, settings{"request.timeout.ms": "2000"})
	s.until(1200)
	require.True(t, s.client.spins)
	require.Equal(t, vtime.AtMs(500+2000+1), s.client.alarm, "when a's answer is overdue")
	s.client.woken = true
	s.client.Wake(vtime.AtMs(1200)+vtime.Millisecond/4, s.replay, noCause)
	require.Equal(t, vtime.AtMs(500+2000+1), s.client.alarm)
	s.until(1300)
	s.store("a", 0)
	s.expect("1300: a at 0", "1300: t-0 e0 s1 [b]")
	require.False(t, s.client.spins)
}

// TestASpinningLoopSeesWhoWaitsForMemory: while somebody waits for memory all batches leave
// (RecordAccumulator.batchReady), and a loop that sleeps is not woken by that.
func TestASpinningLoopSeesWhoWaitsForMemory(t *testing.T) {
	s := spinning(t, settings{"batch.size": "1000", "buffer.memory": "3000"})
	s.until(1200)
	s.send(1, "c")
	s.expect()
	s.send(2, "d")
	s.expect("1200: t-1 e0 s0 [c]")
}

// TestASpinningLoopDrawsOften: another batch's wait, 80 to 119 ms, is drawn anew each turn, and soon the draws are
// short enough.
func TestASpinningLoopDrawsOften(t *testing.T) {
	sum := int64(0)
	for seed := range int64(100) {
		s := spinning(t, settings{"retry.backoff.max.ms": "1000"})
		s.client.random = random(seed)
		s.send(1, "c")
		s.until(1500)
		s.seen()
		s.refuse("c", protocol.NotEnoughReplicas)
		s.until(1579)
		s.expect()
		s.until(1700)
		require.Len(t, s.seen("request"), 1)
		sum += s.events[len(s.events)-1].T - 1500
	}
	require.Less(t, sum, int64(100*86), "with one draw in a millisecond it takes longer, in the mean")
}

// TestWithoutATimeoutMetadataAreAskedForOverAndOver: with a request.timeout.ms of 0 a request that is under way keeps
// the loop from asking again for no time, so it asks in every turn, about fifty times a millisecond
// (NetworkClient.DefaultMetadataUpdater.maybeUpdate).
func TestWithoutATimeoutMetadataAreAskedForOverAndOver(t *testing.T) {
	s := newStory(t, plain, settings{"max.in.flight.requests.per.connection": "1000000"}).begin()
	s.send(0, "first")
	s.store("first", 0)
	s.until(500)
	s.s.Cluster.MetaRTT = 5
	s.client.config.RequestTimeoutMs = 0
	s.client.metadata.needFull = true
	s.seen()
	s.hand(0, 0, "a")
	s.client.Wake(vtime.AtMs(500), s.replay, noCause)
	for turns := 0; s.client.alarm == vtime.AtMs(500); turns++ {
		require.Less(t, turns, 2*turnsPerMs)
		s.client.Wake(vtime.AtMs(500), s.replay, noCause)
	}
	require.InDelta(t, turnsPerMs, len(s.seen("metadata")), 1)
}

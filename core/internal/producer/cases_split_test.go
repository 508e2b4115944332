package producer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// TestSplitsCostNoMemory is case SPL-02: what a batch is split into lies outside of the pool.
func TestSplitsCostNoMemory(t *testing.T) {
	s := newStory(t, plain, settings{"compression.type": "gzip", "batch.size": "1024", "buffer.memory": "3072"})
	s.client.ratios[0] = 0.1
	s.begin()
	for i := range 20 {
		s.hand(0, 100, fmt.Sprint("v", i))
	}
	s.settle()
	splits, offset := 0, int64(0)
	for len(s.client.incomplete) > 0 {
		b := s.client.batches[s.client.incomplete[0]]
		first := b.records[0].Value
		if b.size > 1024 && len(b.records) > 1 {
			splits++
			s.refuse(first, protocol.MessageTooLarge)
			continue
		}
		s.store(first, offset)
		offset += int64(len(b.records))
	}
	require.NotZero(t, splits)
	require.EqualValues(t, 20, offset)
	require.EqualValues(t, 3072, s.client.pool.free)
	require.Len(t, s.seen("callback"), 20)
}

// TestWhatASplitMakes is case SPL-05, but for formats and codecs, of which there is one each.
func TestWhatASplitMakes(t *testing.T) {
	for _, compression := range []string{"none", "gzip"} {
		s := newStory(t, plain, settings{"compression.type": compression, "batch.size": "2000", "linger.ms": "10"}).begin()
		for i := range 9 {
			s.hand(0, 190, fmt.Sprint("v", i))
		}
		s.until(10)
		require.Len(t, s.seen("request"), 1)
		s.client.config.BatchSize = 512
		s.ask(20).splitAndReenqueue(s.found("v0"))
		parts := s.client.queues[0].batches
		require.GreaterOrEqual(t, len(parts), 2)
		records := 0
		for _, id := range parts {
			b := &s.client.batches[id]
			require.True(t, b.split)
			require.True(t, b.isFull(compression == "gzip"), "it takes no more")
			require.LessOrEqual(t, b.uncompressed+protocol.BatchOverhead, int32(512))
			require.EqualValues(t, 0, b.attempts)
			require.Equal(t, fmt.Sprint("v", records), b.records[0].Value, "in order")
			records += len(b.records)
		}
		require.Equal(t, 9, records)
	}
}

// TestASplitBatchIsGone is case SPL-06, without its transaction: once the parts are done, nothing of it is left that
// could expire.
func TestASplitBatchIsGone(t *testing.T) {
	s := slow(t)
	s.hand(0, 0, "a", "b")
	s.settle()
	s.refuse("a", protocol.MessageTooLarge)
	s.store("a", 0)
	s.expect("0: t-0 e0 s0 [a b]", "0: t-0 e0 s0 [a b]", "0: a at 0", "0: b at 1")
	require.Empty(t, s.client.queues[0].sent)
	require.Empty(t, s.client.identity.partitions[0].inFlight)
	require.Empty(t, s.client.incomplete)
	s.until(4000)
	s.expect()
}

// TestASplitBatchKeepsItsAge is about the deadline of what a batch is split into, which is the batch's own
// (ProducerBatch.createBatchOffAccumulatorForRecord).
func TestASplitBatchKeepsItsAge(t *testing.T) {
	s := slow(t)
	s.hand(0, 0, "a", "b")
	s.settle()
	s.until(1000)
	s.refuse("a", protocol.MessageTooLarge)
	s.until(4000)
	s.expect("0: t-0 e0 s0 [a b]", "1000: t-0 e0 s0 [a b]", "1500: a DELIVERY_TIMEOUT", "1500: b DELIVERY_TIMEOUT")
}

// TestAFlushWaitsForWhatABatchIsSplitInto is about one that begins before the split, and ends with the last part, as in
// 4.4.0 (RecordAccumulator.awaitFlushCompletion, ProduceRequestResult.awaitAllDependents).
func TestAFlushWaitsForWhatABatchIsSplitInto(t *testing.T) {
	s := newStory(t, settings{"batch.size": "2000", "compression.type": "gzip"})
	s.client.ratios[0] = 0.2
	s.begin().hand(0, 1000, "a", "b")
	s.settle()
	s.client.ask(s.client.now, call{verb: flushVerb, thread: 1}, s.replay, noCause)
	s.until(10)
	s.refuse("a", protocol.MessageTooLarge)
	s.until(20)
	s.store("a", 0)
	s.until(30)
	require.Empty(t, s.seen("returned"), "b is out still")
	s.store("b", 1)
	require.Equal(t, []string{"30: returned flush"}, s.seen("returned"))
}

// TestTheEstimateIsNeverBelow is case SPL-07.
func TestTheEstimateIsNeverBelow(t *testing.T) {
	for _, c := range [][3]float32{{0.8, 0.84, 0.85}, {0.6, 0.7, 0.7}, {0.6, 0.4, 0.595}, {0.004, 0.001, 0.001}} {
		require.InDelta(t, c[2], updatedRatio(c[0], c[1]), 1e-6)
		require.GreaterOrEqual(t, updatedRatio(c[0], c[1]), c[1])
	}
}

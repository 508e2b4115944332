package producer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// fill is so many records of 15 bytes in a batch, and of 16 from the 64th on: a key of 3 bytes and a value of 5.
func (s *story) fill(partition int32, from, to int) (values []string) {
	key := "key"
	for i := from; i <= to; i++ {
		value := fmt.Sprintf("%c%d", "abc"[partition], i)
		values = append(values, value)
		s.replay.send(&scriptSend{Value: value, Partition: &partition, Size: 5, Key: &key}, 0)
	}
	return values
}

// roomFor1025 is a batch with room for 1025 bytes of records, behind its header.
var roomFor1025 = settings{"batch.size": "1086", "linger.ms": "10"}

// TestAFullBatch is case BAT-01: 68 records are 1024 bytes, and leave room for one byte.
func TestAFullBatch(t *testing.T) {
	s := newStory(t, plain, roomFor1025).begin()
	s.knowsLeaders()
	values := s.fill(0, 1, 68)
	require.Len(t, s.client.queues[0].batches, 1)
	b := s.batchOf("a1")
	require.EqualValues(t, 1024, b.uncompressed)
	require.False(t, b.isFull(false), "it can still be written to")
	require.Empty(t, s.client.ready().nodes)
	s.until(s.nowMs + 5)
	s.expect()
	s.fill(0, 69, 69)
	require.Len(t, s.client.queues[0].batches, 2)
	require.Equal(t, []protocol.NodeID{1}, s.client.ready().nodes)
	s.settle()
	s.expect(fmt.Sprint(s.nowMs, ": t-0 ", values))
	require.Equal(t, [][]string{{"a69"}}, s.queue(0))
}

// knowsLeaders lets the client learn of the topic and connect to its leaders, by way of a record to each partition.
func (s *story) knowsLeaders() {
	s.t.Helper()
	for partition := range s.counts[0] {
		value := fmt.Sprint("warm", partition)
		s.send(partition, value)
		s.until(s.nowMs + s.client.config.LingerMs)
		s.store(value, 0)
	}
	require.Empty(s.t, s.client.incomplete)
	s.seen()
}

// TestARecordAboveTheBatchSize is case BAT-02: it is taken, and has its batch for itself, which leaves at once only as
// nothing lingers.
func TestARecordAboveTheBatchSize(t *testing.T) {
	for _, compression := range []string{"none", "gzip"} {
		t.Run(compression, func(t *testing.T) {
			s := newStory(t, plain, settings{"batch.size": "573", "compression.type": compression}).begin()
			s.knowsLeaders()
			s.hand(0, 1024, "a")
			require.Len(t, s.batchOf("a").records, 1)
			require.Equal(t, []protocol.NodeID{1}, s.client.ready().nodes)
			s.settle()
			s.expect("0: t-0 [a]")
			s.store("a", 0)
			s.expect("0: a at 0")
			require.Greater(t, s.batchOf("a").size, int32(1024), "a record whose compression is not told of does not compress")
		})
	}
	s := newStory(t, plain, settings{"batch.size": "573", "linger.ms": "10"}).begin()
	s.hand(0, 1024, "a")
	s.until(9)
	s.expect()
	s.until(10)
	s.expect("10: t-0 [a]")
}

// TestABatchLingers is case BAT-03.
func TestABatchLingers(t *testing.T) {
	s := newStory(t, plain, settings{"batch.size": "1085", "linger.ms": "10"}).begin()
	s.knowsLeaders()
	s.until(100)
	s.send(0, "a")
	require.Empty(t, s.ask(100).ready().nodes)
	require.Empty(t, s.ask(109).ready().nodes)
	require.Equal(t, []protocol.NodeID{1}, s.ask(110).ready().nodes)
	s.until(110)
	s.expect("110: t-0 [a]")
}

// TestARequestHasASize is case BAT-04: of two partitions with more than a batch each, one batch leaves with the first
// request.
func TestARequestHasASize(t *testing.T) {
	s := newStory(t, plain, settings{
		"batch.size": "1086", "linger.ms": "10", "max.request.size": "1086", "max.in.flight.requests.per.connection": "1",
	}).begin()
	s.knowsLeaders()
	s.fill(0, 1, 100)
	s.fill(1, 1, 100)
	s.settle()
	require.Len(t, s.seen("request"), 1)
	require.Equal(t, 3, len(s.client.queues[0].batches)+len(s.client.queues[1].batches))
}

// TestWhenToLookAgain is case BAT-05: partitions 0 and 1 are one broker's, 2 is another's.
func TestWhenToLookAgain(t *testing.T) {
	s := newStoryOf(t, []int32{1, 1, 2}, plain, roomFor1025).begin()
	s.knowsLeaders()
	s.until(100)
	s.fill(0, 1, 68)
	r := s.client.ready()
	require.Empty(t, r.nodes)
	require.EqualValues(t, 10, r.delayMs)
	s.until(105)
	s.fill(2, 1, 68)
	r = s.client.ready()
	require.Empty(t, r.nodes)
	require.EqualValues(t, 5, r.delayMs)
	s.fill(1, 1, 69)
	r = s.client.ready()
	require.Equal(t, []protocol.NodeID{1}, r.nodes)
	require.LessOrEqual(t, r.delayMs, int64(10))
}

// TestAMutedPartition is case BAT-08.
func TestAMutedPartition(t *testing.T) {
	s := newStory(t, alone, settings{"linger.ms": "10"}).begin()
	s.send(0, "a")
	s.until(10)
	s.expect("10: t-0 [a]")
	s.send(0, "b")
	s.until(2010)
	require.Empty(t, s.client.ready().nodes)
	require.Empty(t, s.client.drainNode(1))
	s.expect()
	s.store("a", 0)
	s.expect("2010: a at 0", "2010: t-0 [b]")
}

// TestAFlushSendsWhatLingers is case BAT-09.
func TestAFlushSendsWhatLingers(t *testing.T) {
	s := newStory(t, plain, settings{"linger.ms": "2147483647"}).begin()
	for i := range 100 {
		s.hand(int32(i%3), 0, fmt.Sprint("v", i))
	}
	s.until(1000)
	require.Empty(t, s.client.ready().nodes)
	s.client.Flush(s.client.now, s.replay, noCause)
	require.Equal(t, []protocol.NodeID{1}, s.client.ready().nodes)
	s.settle()
	require.Len(t, s.seen("request"), 1)
	s.until(1500)
	require.Empty(t, s.seen("returned"))
	require.Len(t, s.client.incomplete, 3)
	s.reply("v0", protocol.ProduceResult{Partition: 0}, protocol.ProduceResult{Partition: 1},
		protocol.ProduceResult{Partition: 2})
	require.Empty(t, s.client.incomplete)
	require.Equal(t, []string{"1500: returned flush"}, s.seen("returned"))
	require.False(t, s.client.undrained())
}

// TestABrokerWithoutPartitions is case BAT-12.
func TestABrokerWithoutPartitions(t *testing.T) {
	s := newStoryOf(t, []int32{1, 2}, plain, settings{"linger.ms": "1000"}).begin()
	s.send(0, "a")
	require.Empty(t, s.client.drainNode(3))
	require.Empty(t, s.client.drain([]protocol.NodeID{3}))
	require.Len(t, s.client.drainNode(1), 1)
}

// TestAClosedBatch is case BAT-13: one that is closed for appends takes nothing, room or not.
func TestAClosedBatch(t *testing.T) {
	b := batch{capacity: 1000, estimate: 1}
	require.True(t, b.add(record{valueSize: 10, keySize: -1}, false))
	b.full = true
	require.False(t, b.add(record{valueSize: 10, keySize: -1}, false))
	b.full = false
	require.True(t, b.add(record{valueSize: 10, keySize: -1}, false))
}

// TestTheLargestRecord is about max.request.size and buffer.memory, which bound what a batch of the record alone may
// take at most (KafkaProducer.ensureValidRecordSize): with the defaults, and without a key, a value of 1048489 bytes.
func TestTheLargestRecord(t *testing.T) {
	for _, given := range []settings{{}, {"max.request.size": "2000000", "buffer.memory": "1048576"}} {
		s := newStory(t, plain, given).begin()
		s.hand(0, 1_048_489, "fits")
		s.hand(0, 1_048_490, "not")
		s.settle()
		s.expect("0: not RECORD_TOO_LARGE in caller", "0: t-0 [fits]")
	}
}

// TestABatchAboveTheRequestSize is about batch.size above max.request.size: such a batch leaves alone
// (RecordAccumulator.drainBatchesForOneNode).
func TestABatchAboveTheRequestSize(t *testing.T) {
	s := newStory(t, plain, settings{"batch.size": "4000", "max.request.size": "1000", "linger.ms": "10"}).begin()
	s.hand(0, 600, "a", "b", "c")
	s.hand(1, 600, "d", "e")
	s.until(10)
	s.expect("10: t-0 [a b c]", "10: t-1 [d e]")
}

// TestWhatWakesTheSender is about a record that only joins a batch: it lets the sender sleep, so that a timeout is not
// noticed any sooner (KafkaProducer.doSend wakes it for a batch that is full or new).
func TestWhatWakesTheSender(t *testing.T) {
	s := newStory(t, plain, settings{"linger.ms": "1000", "batch.size": "150"}).begin()
	s.send(0, "a")
	s.hand(0, 0, "joins")
	require.False(t, s.client.woken)
	s.hand(1, 0, "new")
	require.True(t, s.client.woken)
	s.settle()
	require.False(t, s.client.woken)
	s.hand(0, 100, "another")
	require.True(t, s.client.woken, "it does not fit, and the batch before it is full")
}

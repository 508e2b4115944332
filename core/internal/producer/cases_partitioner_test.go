package producer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// Kafka's cases of the leader have a PAR-05, too: these are the producer's.

// TestPartitionsWithoutALeader is case PAR-03 of the producer.
func TestPartitionsWithoutALeader(t *testing.T) {
	for _, c := range []struct {
		leaders []int32
		picks   []int32
	}{
		{[]int32{1, -1, 1}, []int32{0, 2}},
		{[]int32{-1, 1}, []int32{1}},
		{[]int32{-1}, []int32{0}},
	} {
		s := newStoryOf(t, c.leaders, plain, settings{"linger.ms": "10000"})
		s.begin().hand(0, 0, "a")
		s.settle()
		picked := map[int32]bool{}
		for range 100 {
			s.client.chooseSticky(&call{})
			picked[s.client.stickies[0].partition] = true
		}
		require.Len(t, picked, len(c.picks))
		for _, partition := range c.picks {
			require.True(t, picked[partition], "%v: %d", c.leaders, partition)
		}
	}
}

// loaded is a story in which the partitions have 1, 7 and 2 batches queued: 0 and 1 on broker 1, 2 on broker 2.
func loaded(t *testing.T) *story {
	s := newStoryOf(t, []int32{1, 1, 2}, plain, settings{
		"batch.size": "128", "linger.ms": "60000", "partitioner.availability.timeout.ms": "100",
	}).begin()
	s.hand(0, 0, "warm")
	s.settle()
	s.client.ask(s.client.now, call{verb: flushVerb, thread: 1}, s.replay, noCause)
	s.settle()
	s.store("warm", 0)
	for partition, n := range []int{1, 7, 2} {
		for i := range n {
			s.hand(int32(partition), 128, fmt.Sprint("p", partition, "-", i))
		}
		require.Len(t, s.client.queues[partition].batches, n)
	}
	s.client.ready()
	return s
}

// TestTheLongerTheQueueTheFewerRecords is case PAR-05 of the producer: every draw of two rounds, as Kafka's test has
// them one after the other.
func TestTheLongerTheQueueTheFewerRecords(t *testing.T) {
	loads := loaded(t).client.stickies[0].loads
	counts := [3]int{}
	for draw := range 2 * loads[2].upTo {
		counts[pick(draw, loads, []int32{0, 1, 2}, 3)]++
	}
	require.Equal(t, [3]int{14, 2, 12}, counts)
}

// TestABrokerThatCannotTakeMore is case PAR-06 of the producer.
func TestABrokerThatCannotTakeMore(t *testing.T) {
	s := loaded(t)
	c := s.ask(1000)
	c.nowMs -= 200
	c.noteStats(1, true)
	c.nowMs += 200
	c.noteStats(1, false)
	c.ready()
	for range 10 {
		c.chooseSticky(&call{})
		require.EqualValues(t, 2, c.stickies[0].partition)
	}
}

// TestALargeRecordAndTheStickyChoice is case PAR-07 of the producer, under a seed whose draws fall on 0, 1, 2 and 0:
// the choice changes with the second large record, since the first finds a batch that is not full.
func TestALargeRecordAndTheStickyChoice(t *testing.T) {
	for seed := range uint64(2000) {
		s := newStory(t, plain, settings{"batch.size": "1024", "linger.ms": "60000"})
		s.begin().hand(0, 0, "warm") // So that the topic is known.
		s.settle()
		s.client.queues[0].batches = nil
		s.client.random = random(seed)
		var partitions, draws []int32
		for i, size := range []int32{8, 1024, 1024, 1024, 1024} {
			value := fmt.Sprint("v", i)
			s.replay.send(&scriptSend{Value: value, Size: size}, 0)
			partitions = append(partitions, s.batchOf(value).partition)
			draws = append(draws, s.client.stickies[0].choice)
		}
		require.Equal(t, []int32{1, 1, 2, 3, 4}, draws)
		if partitions[0] == 0 && partitions[2] == 1 && partitions[3] == 2 {
			require.EqualValues(t, 0, partitions[1])
			return
		}
	}
	require.Fail(t, "no such seed")
}

// TestTwiceABatchIsEnough is about the choice when so many bytes have gone to one partition that it changes at once,
// though the last batch could take more (BuiltInPartitioner.updatePartitionInfo).
func TestTwiceABatchIsEnough(t *testing.T) {
	s := newStory(t, plain, settings{"batch.size": "1024", "linger.ms": "60000"}).begin()
	s.hand(0, 0, "warm")
	s.settle()
	s.client.queues[0].batches = nil
	for i, c := range []struct{ size, choice int32 }{{900, 1}, {1000, 1}, {8, 2}, {2 * 1024, 3}} {
		value := fmt.Sprint("v", i)
		s.replay.send(&scriptSend{Value: value, Size: c.size}, 0)
		require.Equal(t, c.choice, s.client.stickies[0].choice, value)
		require.False(t, s.batchOf(value).isFull(false), value)
	}
}

// TestNoFractionsOfBatches is case PAR-08 of the producer: two thirds of a batch in each time to linger are one batch
// each time.
func TestNoFractionsOfBatches(t *testing.T) {
	s := newStory(t, plain, settings{"batch.size": "512", "linger.ms": "10"}).begin()
	s.knowsLeaders()
	for round := range int64(10) {
		from := 1000 + 10*round
		s.until(from)
		for i := range 512 * 2 / 3 / 32 {
			s.replay.send(&scriptSend{Value: fmt.Sprint("r", round, "-", i), Size: 32}, 0)
		}
		require.Empty(t, s.ask(from).ready().nodes)
		nodes := s.ask(from + 10).ready().nodes
		require.Equal(t, []protocol.NodeID{1}, nodes)
		batches := s.client.drainNode(1)
		require.Len(t, batches, 1)
		require.Greater(t, s.client.batches[batches[0]].size, int32(256))
		require.Less(t, s.client.batches[batches[0]].size, int32(512))
	}
}

// TestACallKnowsItsTopicAsItWasWhenItBeganToWait is about a record without a partition that gets its memory when the
// client has forgotten the topic, as it does when no broker can be reached: the call chooses among the partitions that
// had a leader when it asked for them, and switches among them, too (KafkaProducer.doSend hands its Cluster on).
func TestACallKnowsItsTopicAsItWasWhenItBeganToWait(t *testing.T) {
	picked := map[int32]bool{}
	for seed := range uint64(40) {
		s := newStoryOf(t, []int32{-1, 1, 1, -1}, plain, settings{"buffer.memory": "1000", "batch.size": "600"}).begin()
		s.hand(1, 400, "a")
		s.settle()
		s.client.random = random(seed)
		s.replay.send(&scriptSend{Value: "b", Size: 500}, 0)
		require.True(t, s.client.pool.exhausted())
		s.client.stickies[0].partition = -1 // nobody has chosen yet
		s.client.bootstrap()
		require.Zero(t, s.client.metadata.count(s.client.topics[0]))
		s.store("a", 0)
		picked[s.batchOf("b").partition] = true
	}
	require.Equal(t, map[int32]bool{1: true, 2: true}, picked)
}

// TestACallWithoutALeaderKnowsItsTopicToo is the same where there was no leader at all: any partition will do.
func TestACallWithoutALeaderKnowsItsTopicToo(t *testing.T) {
	s := newStoryOf(t, []int32{-1, -1}, plain, settings{"buffer.memory": "1000", "batch.size": "600"}).begin()
	s.hand(1, 400, "a")
	s.settle()
	s.replay.send(&scriptSend{Value: "b", Size: 500}, 0)
	require.True(t, s.client.pool.exhausted())
	s.client.stickies[0].partition = -1
	s.client.bootstrap()
	s.client.failBatch(s.found("a"), protocol.ProduceResult{Error: protocol.DeliveryTimeout}, false, noCause)
	s.settle()
	s.client.application()
	require.Len(t, s.batchOf("b").records, 1)
}

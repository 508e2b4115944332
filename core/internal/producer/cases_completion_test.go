package producer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// TestAnAbortIsTheEnd is cases CMP-01 and CMP-02: what comes after it is ignored, a second abort, too.
func TestAnAbortIsTheEnd(t *testing.T) {
	s := newStory(t, plain).begin()
	s.send(0, "a")
	c := s.ask(5)
	id := s.found("a")
	c.abortAll(protocol.ProducerClosed)
	s.expect("0: t-0 [a]", "5: a PRODUCER_CLOSED")
	require.Equal(t, aborted, c.batches[id].outcome)
	c.abortAll(protocol.ProducerClosed)
	c.failBatch(id, protocol.ProduceResult{Error: protocol.UnknownServerError}, true, noCause)
	s.store("a", 3)
	s.until(1000)
	s.expect()
	require.Equal(t, aborted, c.batches[id].outcome)
	require.Equal(t, c.pool.total, c.pool.free)
}

// TestSuccessWithoutAnOffset is case CMP-08: where the batch has no offset, no record of it has one.
func TestSuccessWithoutAnOffset(t *testing.T) {
	s := newStory(t, settings{"acks": "0"}).begin()
	s.hand(0, 0, "a", "b")
	s.settle()
	s.expect("0: t-0 [a b]", "0: a at -1", "0: b at -1")
}

// TestATopicThatCannotBe is case CMP-09: the callback runs in the caller, at once. It is not told of a partition,
// though the record names one. There are no interceptors.
func TestATopicThatCannotBe(t *testing.T) {
	s := newStory(t, plain, settings{"max.block.ms": "1000"})
	s.topics[0] = "not a topic"
	s.begin().send(0, "a")
	s.until(2000)
	s.expect("0: a INVALID_TOPIC_EXCEPTION in caller")
	require.Zero(t, s.client.pool.total-s.client.pool.free)
}

// TestATopicThatNeverComes is case CMP-10, with all the requests for metadata that there are in the time.
func TestATopicThatNeverComes(t *testing.T) {
	s := newStoryOf(t, nil, plain, settings{
		"max.block.ms": "60000", "retry.backoff.ms": "16000", "retry.backoff.max.ms": "16000",
	}).begin()
	s.until(10000)
	s.seen()
	s.send(0, "a")
	s.until(69999)
	require.Equal(t, []string{"10000: metadata", "26000: metadata", "42000: metadata", "58000: metadata"},
		s.seen("metadata", "callback"))
	s.until(70000)
	want := []string{"70000: a METADATA_TIMEOUT in caller", "70000: returned send a"}
	require.Equal(t, want, s.seen("callback", "returned"))
}

// TestAPartitionThatComes is case CMP-11: partition 2, of which the client hears with the third answer.
func TestAPartitionThatComes(t *testing.T) {
	s := newStoryOf(t, []int32{1}, plain).begin()
	s.until(1000)
	s.seen()
	s.send(2, "a")
	s.until(1150)
	s.setTopic("t", []int32{1, 1, 1})
	s.until(1400)
	require.Equal(t, []string{
		"1000: metadata", "1100: metadata", "1200: metadata", "1200: returned send a", "1200: t-2 [a]",
	},
		s.seen("metadata", "returned", "request", "callback"))
}

// TestAPartitionThatNeverComes is cases CMP-12 and ACK-08.
func TestAPartitionThatNeverComes(t *testing.T) {
	s := newStoryOf(t, []int32{1}, plain, settings{"max.block.ms": "60000"}).begin()
	s.send(1, "a")
	s.until(100000)
	s.expect("60000: a METADATA_TIMEOUT in caller")
}

// TestAForcedEnd is case CMP-14: a hundred records, some of them on the wire, each with its callback.
func TestAForcedEnd(t *testing.T) {
	s := newStory(t, plain, settings{"batch.size": "189", "linger.ms": "2147483647"}).begin()
	for i := range 100 {
		s.hand(int32(i%3), 0, fmt.Sprint("v", i))
	}
	s.settle()
	require.NotZero(t, s.client.flying())
	require.True(t, s.client.undrained())
	s.seen()
	s.client.Close(s.client.now, 0, s.replay, noCause)
	s.settle()
	told := s.seen("callback")
	require.Len(t, told, 100)
	for _, line := range told {
		require.True(t, strings.HasSuffix(line, " PRODUCER_CLOSED"), line)
	}
	slices.Sort(told)
	require.Len(t, slices.Compact(told), 100)
	require.Empty(t, s.client.incomplete)
}

// TestCloseEndsAWaitForMetadata is case CMP-16.
func TestCloseEndsAWaitForMetadata(t *testing.T) {
	s := newStoryOf(t, nil, plain, settings{"max.block.ms": "9223372036854775"}).begin()
	s.send(0, "a")
	s.until(5000)
	s.client.ask(s.client.now, call{verb: closeVerb, thread: 1}, s.replay, noCause)
	s.settle()
	require.Equal(t, []string{"5000: threw send a PRODUCER_CLOSED", "5000: blocked-threw send a PRODUCER_CLOSED"},
		s.seen("threw", "callback", "blocked-threw"))
}

// TestACallbackThatSendsAndCloses is case CMP-18: the flush comes back, what was being completed is, and what the
// callback has sent is told of.
func TestACallbackThatSendsAndCloses(t *testing.T) {
	s := newStory(t, plain).begin()
	first := int32(0)
	for _, send := range []scriptSend{
		{Value: "a", OnCallback: &callbackAction{Send: &scriptSend{Value: "more", Partition: &first}}},
		{Value: "b", OnCallback: &callbackAction{Close: new(int64)}},
		{Value: "c"},
	} {
		send.Partition = &first
		s.replay.send(&send, 0)
	}
	s.settle()
	s.until(10)
	s.client.Flush(s.client.now, s.replay, noCause)
	s.settle()
	s.store("a", 0)
	s.until(1000)
	require.Equal(t, []string{
		"0: t-0 [a b c]", "10: a at 0", "10: b at 1", "10: returned close in callback", "10: c at 2", "10: returned flush",
		"10: more PRODUCER_CLOSED",
	}, s.seen("request", "callback", "returned", "threw"))
	require.True(t, s.client.over)
}

// TestCloseSendsWhatLingers is about a close without a limit (RecordAccumulator.batchReady, closed).
func TestCloseSendsWhatLingers(t *testing.T) {
	s := newStory(t, plain, settings{"linger.ms": "1000"}).begin()
	s.send(0, "a")
	s.until(10)
	s.client.Close(s.client.now, -1, s.replay, noCause)
	s.until(20)
	s.store("a", 0)
	require.Equal(t, []string{"10: t-0 [a]", "20: a at 0", "20: returned close"},
		s.seen("request", "callback", "returned"))
}

// TestCloseWaitsForRequests is about a close without a limit: a batch that has expired has ended, its request has not
// (Sender.run asks NetworkClient.inFlightRequestCount).
func TestCloseWaitsForRequests(t *testing.T) {
	s := slow(t, plain)
	s.send(0, "a")
	s.until(1000)
	s.send(1, "b")
	s.client.Close(s.client.now, -1, s.replay, noCause)
	s.until(2000)
	s.store("b", 0)
	require.Equal(t, []string{"0: t-0 [a]", "1000: t-1 [b]", "1500: a DELIVERY_TIMEOUT", "2000: b at 0"},
		s.seen("request", "callback", "returned"))
	s.until(3000)
	s.store("a", 0)
	require.Equal(t, []string{"3000: returned close"}, s.seen("callback", "returned"))
}

// TestWhatTheBrokerWillNotTake is case ACK-07: an internal topic is an invalid one for clients.
func TestWhatTheBrokerWillNotTake(t *testing.T) {
	s := newStory(t).begin()
	s.send(0, "a")
	s.until(5)
	s.refuse("a", protocol.InvalidTopic)
	s.until(1000)
	s.expect("0: t-0 e0 s0 [a]", "5: a INVALID_TOPIC_EXCEPTION")
}

// TestRecordsThatABrokerRefuses is case CMP-05, without its texts: of five records three are named. The others are told
// that they were in the wrong batch.
func TestRecordsThatABrokerRefuses(t *testing.T) {
	s := newStory(t, plain).begin()
	s.hand(0, 0, "a", "b", "c", "d", "e")
	s.settle()
	result := refusedAt(0, protocol.InvalidRecord, -1)
	result.RecordErrors = []int32{0, 2, 3}
	s.reply("a", result)
	s.expect("0: t-0 [a b c d e]", "0: a INVALID_RECORD", "0: b BATCH_WITH_INVALID_RECORDS", "0: c INVALID_RECORD",
		"0: d INVALID_RECORD", "0: e BATCH_WITH_INVALID_RECORDS")
}

// TestARecordAlone: one that is named alone has the error of the batch; of several each has INVALID_RECORD, whatever
// the batch's; without names all have the batch's (Sender.failBatch, case CMP-04).
func TestARecordAlone(t *testing.T) {
	const invalidTimestamp protocol.Error = 32
	for _, of := range []struct {
		named []int32
		want  []protocol.Error
	}{
		{nil, []protocol.Error{invalidTimestamp, invalidTimestamp, invalidTimestamp}},
		{
			[]int32{1},
			[]protocol.Error{protocol.BatchWithInvalidRecords, invalidTimestamp, protocol.BatchWithInvalidRecords},
		},
		{
			[]int32{2, 0},
			[]protocol.Error{protocol.InvalidRecord, protocol.BatchWithInvalidRecords, protocol.InvalidRecord},
		},
	} {
		r := protocol.ProduceResult{Error: invalidTimestamp, RecordErrors: of.named}
		var got []protocol.Error
		for place := range of.want {
			got = append(got, recordError(r, int32(place)))
		}
		require.Equal(t, of.want, got, of.named)
	}
}

// TestARefusedRecordNeedsANewEpoch: the numbers of the whole batch are a gap, as after any refusal for good.
func TestARefusedRecordNeedsANewEpoch(t *testing.T) {
	s := newStory(t).begin()
	s.hand(0, 0, "a", "b")
	s.settle()
	result := refusedAt(0, protocol.InvalidRecord, -1)
	result.RecordErrors = []int32{1}
	s.reply("a", result)
	s.send(0, "c")
	s.expect("0: t-0 e0 s0 [a b]", "0: a BATCH_WITH_INVALID_RECORDS", "0: b INVALID_RECORD", "0: t-0 e1 s0 [c]")
}

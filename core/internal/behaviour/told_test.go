package behaviour

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// refusedOnce is a record whose first attempt is refused, at 1001.5, and whose second leaves at 1102.5, after the steps
// given. Its time is over at 3400, that of its second request a little later.
func refusedOnce(t *testing.T, steps ...string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	first := []string{`"at": 900, "isr": {"topic": "t", "partition": 0, "members": [1]}`, sends(1000, "a")}
	steps = append(first, steps...)
	return toldOf(t, `"request.timeout.ms": 2400, "delivery.timeout.ms": 2400`, 20_000, steps...)
}

// The request takes 6000 ms to its broker. By the time it is refused there, the record's time is over and the client
// has closed the connection: nobody hears of the refusal.
func TestAnAnswerOnAClosedConnectionIsToldToNobody(t *testing.T) {
	events, s := refusedOnce(t, `"at": 1050, "link": {"from": "p", "to": 1, "latency.ms": 6000}`)
	require.Len(t, modeltest.EventsOf(events, "refuse"), 2)
	a := s.RecordOf(t, "a")
	require.Equal(t, "DELIVERY_TIMEOUT", a.Error)
	want := []string{"NOT_ENOUGH_REPLICAS", "REQUEST_TIMED_OUT"}
	require.Equal(t, want, a.Errors, "the client's own, with the connection")
	require.Equal(t, "", s.Requests[1].Partitions[0].Error)
	require.EqualValues(t, -1, *s.Requests[1].Partitions[0].BaseOffset)
	require.NotNil(t, s.Requests[1].Answered, "though the broker has answered")
}

// A record's time is over while its request is under way, and the answer comes on a connection that stands: the client
// hears it, and has nobody to tell.
func TestAnAnswerThatComesTooLate(t *testing.T) {
	const slow = `"at": 1050, "link": {"from": 1, "to": "p", "latency.ms": 2350}`
	for late, step := range map[string]string{
		"NOT_ENOUGH_REPLICAS": `"at": 1050, "thaw": {"broker": 1}`,
		"NONE":                `"at": 1050, "isr": {"topic": "t", "partition": 0, "members": [1, 2, 3]}`,
	} {
		events, s := refusedOnce(t, slow, step)
		a := s.RecordOf(t, "a")
		require.Equal(t, "DELIVERY_TIMEOUT", a.Error)
		require.Equal(t, 2, a.Attempts)
		want := []string{"NOT_ENOUGH_REPLICAS"}
		if late != "NONE" {
			want = append(want, late)
		}
		require.Equal(t, want, a.Errors)
		heard := modeltest.EventsOf(events, "late")
		require.Len(t, heard, 1)
		require.Equal(t, late, heard[0].Error)
		require.Greater(t, heard[0].T, *a.Failed)
		require.Equal(t, late, s.Requests[1].Partitions[0].Error)
	}
}

// A producer that is closed at once hears nothing any more of what is under way.
func TestACloseGivesUpWhatIsUnderWay(t *testing.T) {
	script := `{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p", "config": {"linger.ms": 0}}], "steps": [
		{"at": 0, "link": {"from": 1, "to": "p", "latency.ms": 500}},
		{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "a"}},
		{"at": 1100, "close": {"producer": "p", "timeout.ms": 0}}], "until": 10000}`
	require.Equal(t, []string{
		"fail producer:p,value:a,topic:t,partition:0,request:1,error:PRODUCER_CLOSED",
		"cancel producer:p,broker:1,requests:1,error:PRODUCER_CLOSED",
	}, linesOf(t, script, "fail", "cancel", "late"))
	_, s := modeltest.Play(t, []byte(script))
	require.Equal(t, "", s.Requests[0].Partitions[0].Error, "the broker has written it and said so, to nobody")
	require.Empty(t, s.RecordOf(t, "a").Errors)
}

// A record that the client hears of by the answer to its last attempt says which that was.
func TestAFailureNamesTheAttemptItIsTheAnswerTo(t *testing.T) {
	script := `{"version": 1, "cluster": {"topics": [{"name": "t", "config": {"min.insync.replicas": 2},
		"partitions": [{"replicas": [1, 2], "isr": [1]}]}]},
		"producers": [{"id": "p", "config": {"linger.ms": 0, "retries": 2, "enable.idempotence": false}}], "steps": [
		{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "a"}}], "until": 10000}`
	lines := linesOf(t, script, "fail")
	require.Equal(t,
		[]string{"fail producer:p,value:a,topic:t,partition:0,request:3,error:NOT_ENOUGH_REPLICAS,attempt:3"}, lines)
	_, s := modeltest.Play(t, []byte(script))
	require.Equal(t, strings.Fields("NOT_ENOUGH_REPLICAS NOT_ENOUGH_REPLICAS NOT_ENOUGH_REPLICAS"),
		s.RecordOf(t, "a").Errors)
}

// A blocked call tells what it waits for, each time that is something else, and whose batches have the memory; and it
// ends with a return. Broker 2 stands still, and its partition takes all the memory that there is.
func TestABlockedCallTellsWhatItWaitsFor(t *testing.T) {
	script := `{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1]}, {"replicas": [2]}]}]},
		"producers": [{"id": "p", "config": {"linger.ms": 0, "buffer.memory": 40000, "max.block.ms": 2000}}], "steps": [
		{"at": 900, "freeze": {"broker": 2}},
		{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 1, "value": "bad-1", "size": 12000}},
		{"at": 1001, "send": {"producer": "p", "topic": "t", "partition": 1, "value": "bad-2", "size": 12000}},
		{"at": 1100, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "good"}},
		{"at": 1200, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "after"}},
		{"at": 4000, "thaw": {"broker": 2}},
		{"at": 5000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "last"}},
		{"at": 5000, "flush": {"producer": "p"}}, {"at": 6000, "close": {"producer": "p"}}], "until": 10000}`
	const full = "waitsFor:memory,bytes:16384,held:[{topic:t,partition:1,batches:2,bytes:32768}]"
	require.Equal(t, []string{
		"block producer:p,verb:send,value:good,topic:t,partition:0," + full,
		"block producer:p,verb:send,value:after,topic:t,partition:0,waitsFor:call",
		"return producer:p,verb:send,value:good,tookMs:2000",
		"block producer:p,verb:send,value:after,topic:t,partition:0," + full,
		"return producer:p,verb:send,value:after,tookMs:901",
		"block producer:p,verb:flush,waitsFor:batches",
		"return producer:p,verb:flush,tookMs:2",
		"block producer:p,verb:close,waitsFor:end",
		"return producer:p,verb:close,tookMs:0",
	}, linesOf(t, script, "block", "return"))
}

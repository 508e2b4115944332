package behaviour

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// What an application may see of the producer client, and what is in the log by then, as scripts.

// toldOf plays a script of three brokers and a producer p of one topic, whose minimum is 2. Steps stand without their
// braces.
func toldOf(t *testing.T, config string, until int, steps ...string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return toldOfCluster(t, `"config": {}`, config, until, steps...)
}

// toldOfCluster also says what else is true of the cluster.
func toldOfCluster(
	t *testing.T, cluster, config string, until int, steps ...string,
) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return modeltest.Play(t, fmt.Appendf(nil, `{"version": 1, "cluster": {"brokers": 3, %s, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]},
		"producers": [{"id": "p", "config": {"linger.ms": 0, "retry.backoff.ms": 100, "retry.backoff.max.ms": 100, %s}}],
		"consumers": [{"id": "c"}], "steps": [{%s}], "until": %d}`, cluster, config, strings.Join(steps, "}, {"), until))
}

// sends is a step for each value, all at one instant.
func sends(at int, values ...string) string {
	var steps []string
	for _, v := range values {
		const step = `"at": %d, "send": {"producer": "p", "topic": "t", "partition": 0, "value": %q}`
		steps = append(steps, fmt.Sprintf(step, at, v))
	}
	return strings.Join(steps, "}, {")
}

// followers is a step for broker 2 and one for broker 3.
func followers(at int, verb string) string {
	return fmt.Sprintf(`"at": %d, %q: {"broker": 2}}, {"at": %[1]d, %[2]q: {"broker": 3}`, at, verb)
}

const (
	idempotent = `"enable.idempotence": true`
	unnumbered = `"enable.idempotence": false`
)

// The first attempt runs out of time at the client while the record waits for its copies. What is sent again finds
// itself in the log, or becomes a second copy.
func TestTimedOutButWritten(t *testing.T) {
	for config, log := range map[string][]string{idempotent: {"a"}, unnumbered: {"a", "a"}} {
		events, s := toldOf(t, `"request.timeout.ms": 3000, "delivery.timeout.ms": 20000, `+config, 14_000,
			followers(0, "fetch-pause"), sends(1000, "a"), followers(6000, "fetch-resume"))
		a := s.RecordOf(t, "a")
		require.Equal(t, "acknowledged", a.Outcome)
		require.Equal(t, 2, a.Attempts)
		require.Equal(t, []string{"REQUEST_TIMED_OUT"}, a.Errors)
		require.Equal(t, log, s.LogAt1(), config)
		require.Len(t, modeltest.EventsOf(events, "duplicate"), 2-len(log))
		require.EqualValues(t, len(log)-1, *a.Offset, "the first copy's offset, or the second's own")
	}
}

// A request of three in flight is refused, those behind it are not. b and c reach the log first; with sequence numbers
// they are refused until a is there.
func TestARefusedRequestIsOvertaken(t *testing.T) {
	for config, log := range map[string][]string{
		idempotent: {"first", "a", "b", "c"}, unnumbered: {"first", "b", "c", "a"},
		unnumbered + `, "max.in.flight.requests.per.connection": 1`: {"first", "a", "b", "c"},
	} {
		events, s := toldOfCluster(t, `"network": {"latency.ms": 20}`, config, 5000,
			`"at": 0, "link": {"from": "controller", "to": 1, "latency.ms": 1}`, sends(0, "first"),
			`"at": 500, "set": {"topic": "t", "config": {"min.insync.replicas": 3}}`,
			`"at": 500, "isr": {"topic": "t", "partition": 0, "members": [1, 2]}`,
			sends(1000, "a"), `"at": 1022, "set": {"topic": "t", "config": {"min.insync.replicas": 2}}`,
			sends(1008, "b"), sends(1012, "c"))
		require.Equal(t, log, s.LogAt1(), config)
		require.Equal(t, []string{"NOT_ENOUGH_REPLICAS"}, s.RecordOf(t, "a").Errors)
		for _, r := range s.Records {
			require.Equal(t, "acknowledged", r.Outcome, "%s, %s", config, r.Value)
		}
		if config == idempotent {
			require.Equal(t, "OUT_OF_ORDER_SEQUENCE_NUMBER", s.RecordOf(t, "b").Errors[0])
			require.Empty(t, modeltest.EventsOf(events, "duplicate"))
		}
	}
}

// Five requests are in the log, and their answers are lost with the connection. Without numbers the last one is sent
// again first.
func TestALostConnectionTurnsTheOrderAround(t *testing.T) {
	values := []string{"a", "b", "c", "d", "e"}
	for config, log := range map[string]string{idempotent: "abcde", unnumbered: "abcdeedcba"} {
		_, s := toldOf(t, config, 10_000, `"at": 900, "link": {"from": 1, "to": "p", "up": false}`,
			sends(1000, "a"), sends(1001, "b"), sends(1002, "c"), sends(1003, "d"), sends(1004, "e"),
			`"at": 2000, "link": {"from": 1, "to": "p", "up": true}`)
		require.Equal(t, log, strings.Join(s.LogAt1(), ""), config)
		for _, v := range values {
			r := s.RecordOf(t, v)
			require.Equal(t, "acknowledged", r.Outcome)
			require.Equal(t, []string{"NETWORK_EXCEPTION"}, r.Errors)
			require.Len(t, r.Offsets, len(log)/5)
		}
	}
}

// A batch of unknown fate ends with its delivery timeout, in the log or not. Its numbers are used by nobody: the next
// record begins a new epoch, and is neither taken for the old one nor refused for a gap.
func TestASequenceOfUnknownFate(t *testing.T) {
	for _, c := range []struct {
		link string
		log  []string
	}{
		{`{"from": 1, "to": "p", "up": %t}`, []string{"first", "a", "b"}},
		{`{"from": "p", "to": 1, "up": %t}`, []string{"first", "b"}},
	} {
		events, s := toldOf(t, `"request.timeout.ms": 2000, "delivery.timeout.ms": 5000, `+idempotent, 60_000,
			sends(0, "first"), `"at": 900, "link": `+fmt.Sprintf(c.link, false), sends(1000, "a"),
			`"at": 20000, "link": `+fmt.Sprintf(c.link, true), sends(40_000, "b"))
		a, b := s.RecordOf(t, "a"), s.RecordOf(t, "b")
		require.Equal(t, "failed", a.Outcome)
		require.Equal(t, "DELIVERY_TIMEOUT", a.Error)
		require.EqualValues(t, 6000, *a.Failed)
		require.Greater(t, a.Attempts, 0)
		require.Equal(t, "acknowledged", b.Outcome)
		require.Equal(t, 1, b.Attempts)
		require.Equal(t, c.log, s.LogAt1())
		require.EqualValues(t, len(c.log)-1, *b.Offset)
		require.Len(t, modeltest.EventsOf(events, "append"), len(c.log))
	}
}

// The two deadlines are as long, and the client's begins earlier: it closes the connection, and the broker's answer
// reaches nobody. Only where nothing takes any time the answer is there first, and the connection stays.
func TestTheClientsTimerComesFirst(t *testing.T) {
	const config = `"request.timeout.ms": 3000, "delivery.timeout.ms": 20000, "retries": 1`
	steps := []string{followers(0, "fetch-pause"), sends(1000, "a")}
	events, s := toldOf(t, config, 4050, steps...)
	cancelled := modeltest.EventsOf(events, "cancel")
	require.Len(t, cancelled, 1)
	require.Equal(t, 4001.0, cancelled[0].T, "a sleep of exactly request.timeout.ms ends a millisecond late")
	require.Equal(t, "REQUEST_TIMED_OUT", cancelled[0].Error)
	require.Equal(t, 1, s.Purgatory.Expired, "the broker's own deadline passes all the same")
	require.Equal(t, "expire", modeltest.Causes(events, *modeltest.EventsOf(events, "response")[0].N)[2])
	retry := modeltest.EventsOf(events, "retry")
	require.Len(t, retry, 1)
	require.Equal(t, *cancelled[0].N, *retry[0].Cause)

	events, s = toldOfCluster(t, `"network": {"latency.ms": 0}, "append.ms": 0`, config, 4050, steps...)
	require.Empty(t, modeltest.EventsOf(events, "cancel"))
	retry = modeltest.EventsOf(events, "retry")
	require.Len(t, retry, 1)
	require.Equal(t, "response", events[*retry[0].Cause].Kind)
	require.Equal(t, 4000.0, retry[0].T)
	require.Equal(t, 1, s.Purgatory.Expired)
}

// With acks=0 what the broker refuses is reported as a success without an offset. It is nowhere.
func TestAcksZeroReportsSuccessForARefusedRecord(t *testing.T) {
	_, s := toldOfCluster(t, `"config": {"message.max.bytes": 100}`, `"acks": "0"`, 5000,
		`"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "large", "size": 500}`,
		sends(3000, "later"))
	large := s.RecordOf(t, "large")
	require.Equal(t, "acknowledged", large.Outcome)
	require.Equal(t, "NONE", large.Error)
	require.Nil(t, large.Offset)
	require.EqualValues(t, 1000, *large.Acknowledged, "when it is written to the socket")
	require.True(t, large.Lost)
	require.Empty(t, large.Copies)
	require.True(t, s.Requests[0].ConnectionClosed)
	require.Equal(t, []string{"later"}, s.LogAt1())
}

// Closing with a deadline fails everything that has not ended by then, each record once: those that wait, those on the
// way, and those that are in the log and only wait for their copies.
func TestClosingAccountsForWhatItDrops(t *testing.T) {
	events, s := toldOf(t, unnumbered+`, "max.in.flight.requests.per.connection": 2`, 10_000,
		sends(500, "done"), followers(900, "fetch-pause"), sends(1000, "a"), sends(1001, "b"), sends(1002, "c", "d"),
		`"at": 1500, "close": {"producer": "p", "timeout.ms": 700}`, sends(1600, "e"), followers(5000, "fetch-resume"))
	require.Equal(t, "acknowledged", s.RecordOf(t, "done").Outcome)
	for _, v := range []string{"a", "b", "c", "d"} {
		r := s.RecordOf(t, v)
		require.Equal(t, "failed", r.Outcome, v)
		require.Equal(t, "PRODUCER_CLOSED", r.Error, v)
		require.EqualValues(t, 2200, *r.Failed, v)
	}
	require.Equal(t, "PRODUCER_CLOSED", s.RecordOf(t, "e").Error, "it stands behind the close, and is thrown")
	require.Len(t, modeltest.EventsOf(events, "fail"), 5)
	require.Equal(t, []string{"done", "a", "b"}, s.LogAt1(), "a closed connection brings one request behind a")
	require.NotNil(t, s.RecordOf(t, "a").Committed)
	require.Empty(t, s.RecordOf(t, "c").Offsets)
}

// The application is told of a timeout, and the record is committed later and read.
func TestATimeoutOfARecordThatIsCommittedLater(t *testing.T) {
	events, s := toldOf(t, `"request.timeout.ms": 2000, "delivery.timeout.ms": 3000`, 20_000,
		followers(0, "fetch-pause"), sends(1000, "a"), followers(10_000, "fetch-resume"))
	a := s.RecordOf(t, "a")
	require.Equal(t, "failed", a.Outcome)
	require.Equal(t, "DELIVERY_TIMEOUT", a.Error)
	require.EqualValues(t, 4000, *a.Failed)
	require.Equal(t, []int64{0}, a.Offsets)
	require.Equal(t, []int{1, 2, 3}, a.Copies)
	require.Greater(t, *a.Committed, 10_000.0)
	require.Len(t, modeltest.EventsOf(events, "visible"), 1)
	require.False(t, a.Lost, "nobody was told that it is there")
}

// ACK-03. Two brokers, both needed: the second write, after one of them has stopped, fails. Kafka's test takes any of
// three errors; here a stop takes the broker out of the ISR before the write comes.
func TestNotEnoughReplicasAfterAStop(t *testing.T) {
	_, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"brokers": 2, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2]}]}]},
		"producers": [{"id": "p", "config": {"retries": 0}}], "steps": [
		{"at": 0, "send": {"producer": "p", "topic": "t", "value": "a"}}, {"at": 1000, "stop": {"broker": 2}},
		{"at": 5000, "send": {"producer": "p", "topic": "t", "value": "b"}}], "until": 60000}`))
	require.Equal(t, "acknowledged", s.RecordOf(t, "a").Outcome)
	require.Equal(t, "NOT_ENOUGH_REPLICAS", s.RecordOf(t, "b").Error)
	require.Equal(t, []string{"a"}, s.LogAt1())
}

// ACK-04. A record larger than what a follower's fetch may take is copied all the same: the first batch always comes.
func TestARecordAboveTheFollowersFetch(t *testing.T) {
	_, s := toldOfCluster(t, `"config": {"replica.fetch.max.bytes": 100, "replica.fetch.response.max.bytes": 100}`,
		idempotent, 5000, `"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "large",
			"size": 5000}`)
	require.Equal(t, "acknowledged", s.RecordOf(t, "large").Outcome)
	require.Equal(t, []int{1, 2, 3}, s.RecordOf(t, "large").Copies)
}

// Each batch of one record of one byte has 69 bytes: 61 of the batch and 8 of the record
// (RecordAccumulator.drainBatchesForOneNode).
func TestARequestMayBeExactlyAsLargeAsMaxRequestSize(t *testing.T) {
	for size, want := range map[int]int{138: 1, 137: 2} {
		_, s := modeltest.Play(t, fmt.Appendf(nil, `{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [
			{"replicas": [1]}, {"replicas": [1]}]}]}, "producers": [{"id": "p", "config": {"max.request.size": %d}}],
			"steps": [{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "a"}},
				{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 1, "value": "b"}}]}`, size))
		require.Len(t, s.Requests, want, "max.request.size %d", size)
	}
}

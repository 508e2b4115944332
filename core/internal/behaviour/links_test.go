package behaviour

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// onLinks plays steps with a topic of three replicas and a producer p that is not idempotent.
func onLinks(t *testing.T, cluster, producer, steps string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return modeltest.Play(t, []byte(`{"version": 1, "cluster": {`+cluster+`"topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2, 3]}]}]}, "producers": [{"id": "p", "config": {"linger.ms": 0,
		"enable.idempotence": false, `+producer+`}}], "steps": [`+steps+`], "until": 30000}`))
}

func sendsAt(at, value string) string {
	return `{"at": ` + at + `, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "` + value + `"}}`
}

// The way to the leader is long from the start, and becomes short while a request is on it: the one that is sent then
// is not the first.
func TestARequestDoesNotOvertakeTheOneBeforeIt(t *testing.T) {
	_, s := onLinks(t, `"network": {"latency.ms": 400}, `, `"acks": "1"`,
		sendsAt("10000", "a")+`,{"at": 10100, "link": {"from": "p", "to": 1, "latency.ms": 1}},`+sendsAt("10200", "b"))
	require.Equal(t, []string{"a", "b"}, s.LogAt1())
	require.InDelta(t, 10400, *s.Requests[0].Received, 1)
	require.InDelta(t, 10400, *s.Requests[1].Received, 1)
}

// A connection that a client has given up holds nothing up: what is sent on the next one is there first.
func TestTheNextConnectionDoesNotWaitForTheOneBefore(t *testing.T) {
	_, s := onLinks(t, "", `"acks": "1", "request.timeout.ms": 3000, "delivery.timeout.ms": 20000`,
		`{"at": 900, "link": {"from": "p", "to": 1, "latency.ms": 7000}},`+sendsAt("1000", "a")+
			`,{"at": 1500, "link": {"from": "p", "to": 1, "latency.ms": 1}}`)
	require.Equal(t, []string{"a", "a"}, s.LogAt1(), "and what was on the first is still handled")
	require.Less(t, *s.RecordOf(t, "a").Acknowledged, 5000.0)
	require.EqualValues(t, 0, *s.RecordOf(t, "a").Offset)
}

// A cut way back loses an answer. When it heals, both ends find the connection closed: the client sends everything
// again, and the leader, with a request parked and two behind it, handles one of these.
func TestBothEndsOfAConnectionLearnThatItWasReset(t *testing.T) {
	_, s := onLinks(t, "", `"acks": "all"`,
		`{"at": 1000, "link": {"from": 1, "to": "p", "up": false}},`+sendsAt("1100", "lost")+
			`,{"at": 1800, "fetch-pause": {"broker": 2}}, {"at": 1800, "fetch-pause": {"broker": 3}},`+
			sendsAt("2500", "parked")+`,`+sendsAt("2501", "one")+`,`+sendsAt("2502", "two")+
			`,{"at": 4000, "link": {"from": 1, "to": "p", "up": true}},
			{"at": 8000, "fetch-resume": {"broker": 2}}, {"at": 8000, "fetch-resume": {"broker": 3}}`)
	copies := map[string]int{}
	for _, value := range s.LogAt1() {
		copies[value]++
	}
	require.Equal(t, map[string]int{"lost": 2, "parked": 2, "one": 2, "two": 1}, copies)
	lost := s.RecordOf(t, "lost")
	require.Less(t, *lost.Committed, 1200.0, "of a record that stands there twice the first counts")
	require.EqualValues(t, lost.Offsets[1], *lost.Offset, "though the client was told of the second")
}

// Both directions are cut. One that is open again carries no word of the reset back.
func TestAClientLearnsOfAResetWhenBothDirectionsAreOpen(t *testing.T) {
	_, s := onLinks(t, "", `"acks": "1"`,
		`{"at": 1000, "link": {"from": 1, "to": "p", "up": false}},
			{"at": 1000, "link": {"from": "p", "to": 1, "up": false}},`+sendsAt("1100", "a")+`,
			{"at": 3000, "link": {"from": "p", "to": 1, "up": true}},
			{"at": 6000, "link": {"from": 1, "to": "p", "up": true}}`)
	require.Equal(t, []string{"a"}, s.LogAt1())
	require.InDelta(t, 6100, *s.RecordOf(t, "a").Acknowledged, 100)
	require.Equal(t, []string{"NETWORK_EXCEPTION"}, s.RecordOf(t, "a").Errors)
}

// What clients sent to a leader that stands still waits with raw requests, each on a connection of its own that the
// process has not seen yet. At the thaw the connections that were open come first, in order of arrival.
func TestOpenConnectionsComeFirstAtAThaw(t *testing.T) {
	raw := func(at, value string) string {
		return `{"at": ` + at + `, "produce": {"acks": "1", "partitions": [{"topic": "t", "partition": 0, "records": ["` +
			value + `"]}]}}`
	}
	_, s := onLinks(t, "", `"acks": "1"`, `{"at": 1000, "freeze": {"broker": 1}},`+raw("2000", "raw-1")+`,`+
		sendsAt("3000", "client")+`,`+raw("4000", "raw-2")+`,{"at": 5000, "thaw": {"broker": 1}}`)
	require.Equal(t, []string{"client", "raw-1", "raw-2"}, s.LogAt1())
}

// A leader that was deposed while it stood still takes all that five requests on one connection bring, before the news:
// acknowledged and lost.
func TestAThawedLeaderHandlesAllThatWaitsBeforeTheNews(t *testing.T) {
	for _, latency := range []string{"0", "1"} {
		t.Run(latency+" ms", func(t *testing.T) { thawsDeposed(t, latency) })
	}
}

func thawsDeposed(t *testing.T, latency string) {
	_, s := onLinks(t, `"network": {"latency.ms": `+latency+`}, `, `"acks": "1"`,
		`{"at": 1000, "freeze": {"broker": 1}},`+sendsAt("2000", "a")+`,`+
			sendsAt("2001", "b")+`,`+sendsAt("2002", "c")+`,`+sendsAt("2003", "d")+`,`+sendsAt("2004", "e")+
			`,{"at": 20000, "thaw": {"broker": 1}}`)
	for _, value := range []string{"a", "b", "c", "d", "e"} {
		r := s.RecordOf(t, value)
		require.Equal(t, "acknowledged", r.Outcome)
		require.Empty(t, r.Errors)
		require.True(t, r.Lost, value)
	}
	require.Equal(t, 2, s.Partitions[0].Leader)
	require.Empty(t, s.LogAt1())
}

// Who waits for an answer reads what has come before it looks at what took too long: a heartbeat's answer that comes at
// the last instant counts, and one that comes later does not.
func TestAnAnswerAtTheLastInstantIsTaken(t *testing.T) {
	for latency, fenced := range map[string]bool{"1000": false, "1000.001": true} {
		events, _ := onLinks(t, `"network": {"latency.ms": `+latency+`}, `, `"acks": "1"`, sendsAt("1000", "a"))
		require.Equal(t, fenced, len(modeltest.EventsOf(events, "fence")) > 0, "there and back, twice %s ms", latency)
	}
}

// A follower stands still for longer than it waits for a fetch. The answer is in its socket, but it gives the fetch up
// without a look, and backs off. One that stood still for less than that asks on from the answer.
func TestAFollowerThatSleptForTooLongGivesItsFetchUp(t *testing.T) {
	replicated, lost := sleepsFor(t, 5000)
	require.Equal(t, []float64{21002.5}, replicated, "a backoff, one round trip and an append")
	require.Equal(t, 1, lost)
	replicated, lost = sleepsFor(t, 30000)
	require.Equal(t, []float64{20002.5}, replicated)
	require.Zero(t, lost)
}

// sleepsFor is when a follower has copied what was written while it stood still for 18 s, and how often it has given a
// fetch up, if it waits for one for so long.
func sleepsFor(t *testing.T, fetchTimeoutMs int) (replicated []float64, lost int) {
	t.Helper()
	events, _ := onLinks(t, `"config": {"broker.session.timeout.ms": 100000, "replica.socket.timeout.ms": `+
		strconv.Itoa(fetchTimeoutMs)+`}, `, `"acks": "1"`,
		`{"at": 2000, "freeze": {"broker": 3}},`+sendsAt("3000", "a")+`,{"at": 20000, "thaw": {"broker": 3}}`)
	for _, e := range modeltest.EventsOf(events, "replicate") {
		if e.Broker == 3 {
			replicated = append(replicated, e.T)
		}
	}
	return replicated, len(modeltest.EventsOf(events, "disconnect"))
}

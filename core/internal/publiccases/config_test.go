package publiccases

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/modeltest"
	"highwater/core/internal/protocol"
)

// Public cases of configuration, and of deadlines and checks in time.

// PK-14. A follower leaves at the first check that finds it out for longer than the lag time: within one and a half
// times of it. One that always has what there was at its last fetch counts as caught up, though it never has
// everything.
func TestPublicEvictionTakesUpToOneAndAHalfTimes(t *testing.T) {
	for name, at := range map[string]float64{"PK-14-before": 15_000, "PK-14-after": 20_000} {
		c := public(t, name)
		proposed := c.isrChanges("proposed")
		require.Len(t, proposed, 1)
		require.InDelta(t, at, proposed[0].T, 0.001)
		require.Equal(t, []int{1, 2}, modeltest.BrokerSet(proposed[0].To))
	}
	c := public(t, "PK-14-behind")
	require.Empty(t, c.isrChanges("proposed"))
	end, fetches := int64(0), 0
	for _, e := range c.events {
		switch {
		case e.Kind == "append":
			end = numberIn(t, c.more[*e.N].LastOffset) + 1
		case e.Kind == "fetch" && e.Follower == 3 && end > 0:
			require.Less(t, e.Partitions[0].FetchOffset, end, "it never has what is there when it asks")
			fetches++
		}
	}
	require.Greater(t, fetches, 40)
}

// PK-15. The case's numbers are refused, by Kafka too: the wait may not be longer than the lag time. With both alike a
// quiet topic loses nobody, for who has everything is never out of sync.
func TestPublicQuietTopicAndALongFetchWait(t *testing.T) {
	_, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 3, "config": {
		"replica.lag.time.max.ms": 2000, "replica.fetch.wait.max.ms": 5000}, "topics": [
		{"name": "payments", "partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": []}`))
	require.ErrorContains(t, err, "replica.fetch.wait.max.ms")
	c := public(t, "PK-15")
	require.Empty(t, modeltest.EventsOf(c.events, "isr"))
	for i := range 4 {
		sent := float64(5000 + 10_000*i)
		c.told(i+1, "NONE", int64(i), sent+4, sent+4)
	}
}

// PK-16. A lowered minimum looks at nothing: the write that waits is released by the next append, or by nothing.
func TestPublicLoweredMinimum(t *testing.T) {
	c := public(t, "PK-16")
	require.Equal(t, protocol.SetOf(1), c.at(49_999).ISR)
	require.Equal(t, 50_000.0, modeltest.EventsOf(c.events, "config")[0].T)
	require.Zero(t, c.at(55_001).HighWatermark)
	c.told(1, "NONE", 0, 55_001.5, 55_001.5)
	c.told(2, "NONE", 1, 55_001.5, 55_001.5)
	moved := modeltest.EventsOf(c.events, "high-watermark")
	require.Len(t, moved, 1, "over both at once")
	require.Equal(t, "append", c.events[*moved[0].Cause].Kind)
	require.Empty(t, c.log(2), "one copy of each")

	c = public(t, "PK-16-quiet")
	c.timedOut(1, 0, 1000, 60_000)
}

// PK-19. Without eligible leader replicas brokers may disagree, and the answer depends on who leads; with them a
// broker can have no minimum of its own.
func TestPublicBrokersThatDisagree(t *testing.T) {
	c := public(t, "PK-19")
	c.told(1, "NONE", 0, 10_001.5, 10_001.5)
	require.Equal(t, []electionOf{{2, "clean"}}, c.elections())
	require.Equal(t, protocol.SetOf(2), c.at(40_000).ISR)
	c.refused(2, "NOT_ENOUGH_REPLICAS", 40_000)

	c = public(t, "PK-19-elr")
	for _, e := range modeltest.EventsOf(c.events, "config") {
		require.Equal(t, "INVALID_CONFIG", e.Error)
	}
	require.Len(t, modeltest.EventsOf(c.events, "config"), 2)
	c.told(1, "NONE", 0, 10_004, 10_004)
	require.Equal(t, 1, c.at(10_000).EffectiveMinISR, "broker 1 was to have 3")
}

// PK-21. With one replica a restart takes the partition away, whatever the acks; raw requests have nowhere to go.
func TestPublicOneReplicaIsRestarted(t *testing.T) {
	c := public(t, "PK-21")
	require.Equal(t, 1, c.at(0).EffectiveMinISR)
	c.told(1, "NONE", 0, 5001.5, 5001.5)
	require.Equal(t, -1, c.at(10_100).Leader)
	require.Equal(t, -1, c.at(19_999).Leader)
	require.Len(t, modeltest.EventsOf(c.events, "unsent"), 2)
	c.told(4, "NONE", 1, 25_001.5, 25_001.5)
	c.told(5, "NONE", 2, 25_001.5, 25_001.5)

	c = public(t, "PK-21-client")
	for _, v := range []string{"b", "c"} {
		r := c.record(v)
		require.Equal(t, "acknowledged", r.Outcome)
		require.Greater(t, *r.Acknowledged, 20_000.0)
		require.Less(t, *r.Acknowledged, 22_000.0)
	}
}

// PK-31. Whoever asks again before the followers answer leaves copies, all of which are committed; a batch with a
// number leaves one. The application is told of success once.
func TestPublicTimeoutShorterThanAPause(t *testing.T) {
	c := public(t, "PK-31")
	c.timedOut(1, 0, 1000, 100)
	c.timedOut(2, 1, 1150, 100)
	c.told(3, "NONE", 2, 1303.5, 1303.5)
	require.Equal(t, []string{"a", "a", "a"}, c.log(1))
	require.EqualValues(t, 3, c.committed())

	c = public(t, "PK-31-numbered")
	c.timedOut(1, 0, 1000, 100)
	c.timedOut(2, 0, 1150, 100)
	c.told(3, "NONE", 0, 1301, 1301)
	require.Equal(t, []string{"a"}, c.log(1))

	for name, copies := range map[string]int{"PK-31-client": 3, "PK-31-client-numbered": 1} {
		c = public(t, name)
		a := c.acknowledged("a", int64(copies)-1)
		require.Equal(t, []string{"REQUEST_TIMED_OUT", "REQUEST_TIMED_OUT"}, a.Errors)
		require.Len(t, a.Offsets, copies)
		require.EqualValues(t, copies, c.committed())
		require.Len(t, modeltest.EventsOf(c.events, "acknowledge"), 1)
	}
}

// PK-32. A timeout that ends before the slow follower can leave the ISR is in vain, and each attempt is in the log.
func TestPublicTimeoutShorterThanTheEviction(t *testing.T) {
	c := public(t, "PK-32")
	c.timedOut(2, 1, 2000, 5000)
	c.timedOut(3, 2, 2000, 1000)
	c.timedOut(4, 3, 3100, 1000)
	c.timedOut(5, 4, 7100, 5000)
	c.told(1, "NONE", 0, 15_002, 15_002)
	require.Equal(t, []string{"a", "b", "c", "c", "b"}, c.log(1))
	require.EqualValues(t, 5, c.committed(), "all of them, with the eviction")

	c = public(t, "PK-32-client")
	for value, attempts := range map[string][2]int{"one": {8, 14}, "five": {2, 3}, "thirty": {1, 1}} {
		r := c.record(value)
		require.Equal(t, "acknowledged", r.Outcome)
		require.GreaterOrEqual(t, r.Attempts, attempts[0])
		require.LessOrEqual(t, r.Attempts, attempts[1])
		require.Len(t, r.Offsets, r.Attempts)
		require.Greater(t, *r.Acknowledged, 11_000.0, "not before the eviction")
	}
}

// PK-48. What turns idempotence off without a word, and what is refused: seen by what becomes of a record whose answer
// is lost. Numbers make it one copy, acks=1 two, and without retries it fails.
func TestPublicSettingsThatTurnIdempotenceOff(t *testing.T) {
	c := public(t, "PK-48")
	require.Len(t, c.acknowledged("default", 0).Offsets, 1)
	require.Len(t, c.acknowledged("one", 1).Offsets, 2)
	require.Len(t, c.failed("never", "NETWORK_EXCEPTION", 2000).Offsets, 1)
	for _, acks := range []string{"all", "1"} {
		for _, retries := range []int{math.MaxInt32, 0} {
			for _, inFlight := range []int{5, 6} {
				for _, set := range []bool{false, true} {
					config := fmt.Sprintf(`"acks": %q, "retries": %d, "max.in.flight.requests.per.connection": %d`,
						acks, retries, inFlight)
					if set {
						config += `, "enable.idempotence": true`
					}
					err := refusedConfig(config)
					refused := inFlight > 5 || set && (acks != "all" || retries == 0)
					require.Equal(t, refused, err != nil, "%s: %v", config, err)
				}
			}
		}
	}
}

// refusedConfig is what a script is told whose producer has this configuration; nil: nothing is wrong with it.
func refusedConfig(config string) error {
	_, err := core.Parse([]byte(`{"version": 1, "cluster": {"topics": [
		{"name": "payments", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p1", "config": {` + config + `}}], "steps": []}`))
	return err
}

// PK-61. A delivery timeout that is set must hold linger.ms and request.timeout.ms; one that is not is raised to their
// sum. The waits between attempts are no part of it.
func TestPublicDeliveryTimeoutAndItsParts(t *testing.T) {
	c := public(t, "PK-61")
	c.failed("a", "DELIVERY_TIMEOUT", 312_000)
	const short = `"delivery.timeout.ms": 10000, "linger.ms": 0, "request.timeout.ms": 30000`
	require.ErrorContains(t, refusedConfig(short), "delivery.timeout.ms")
	require.NoError(t, refusedConfig(strings.Replace(short, "30000", "10000", 1)))
	require.NoError(t, refusedConfig(strings.Replace(short, "30000", "10000", 1)+
		`, "retry.backoff.ms": 60000, "retry.backoff.max.ms": 60000`))
}

// PK-55. A broker knows three values of acks, and a producer's configuration four spellings.
func TestPublicAcksThatDoNotExist(t *testing.T) {
	c := public(t, "PK-55")
	for i := range 3 {
		c.refused(i+1, "INVALID_REQUIRED_ACKS", float64(1000*(i+1)))
	}
	c.told(4, "NONE", 0, 4004, 4004)
	c.told(5, "NONE", 1, 5004, 5004)
	require.Equal(t, []string{"d", "e"}, c.log(1))
	for _, spelled := range []string{"2", "3", "-2", "ALL"} {
		_, err := core.Parse([]byte(`{"version": 1, "cluster": {"topics": [
			{"name": "payments", "partitions": [{"replicas": [1]}]}]},
			"producers": [{"id": "p1", "config": {"acks": "` + spelled + `"}}], "steps": []}`))
		require.ErrorContains(t, err, "acks", spelled)
	}
}

// PK-56. The word and the number mean the same.
func TestPublicAcksAsAWordAndAsANumber(t *testing.T) {
	c := public(t, "PK-56")
	for i := range 3 {
		sent := float64(1000 * (i + 1))
		c.told(i+1, "NONE", int64(i), sent+4, sent+4)
		require.Equal(t, "all", c.Requests[i].Acks)
	}
}

// PK-80. A request that completes takes its deadline along: the wheels hold those that wait and no others, and nothing
// expires.
func TestPublicDeadlinesThatAreCancelled(t *testing.T) {
	c := public(t, "PK-80")
	parked := len(modeltest.EventsOf(c.events, "park"))
	require.Greater(t, parked, 250)
	require.Equal(t, parked, c.timers("armed"))
	require.Equal(t, parked, c.timers("cancelled"))
	require.Zero(t, c.timers("fired"))
	require.Zero(t, c.Purgatory.Expired)
	waiting := 0
	for _, e := range modeltest.EventsOf(c.events, "timer") {
		switch c.more[*e.N].Action {
		case "armed":
			waiting++
		case "cancelled":
			waiting--
		}
		require.LessOrEqual(t, waiting, 1, "one connection, one request at a time")
	}
	require.Zero(t, c.brokersAt(10_000)[0].Delayed)
}

// PK-82, as far as a script can say it, for it has no threads: a request of several partitions has one deadline and
// one answer; one that is complete with its appends has no deadline.
func TestPublicSeveralPartitionsOneAnswer(t *testing.T) {
	c := public(t, "PK-82")
	require.Equal(t, 1, c.timers("armed"))
	require.Equal(t, 1, c.timers("cancelled"))
	require.Len(t, modeltest.EventsOf(c.events, "response"), 1)
	c.told(1, "NONE", 0, 1004, 1004)
	require.Zero(t, c.brokersAt(10_000)[0].Delayed)

	c = public(t, "PK-82-inside")
	require.Zero(t, c.timers("armed"))
	require.Len(t, modeltest.EventsOf(c.events, "response"), 1)
	c.told(1, "NONE", 0, 1001.5, 1001.5)
	require.Empty(t, c.brokersAt(10_000)[0].Keys, "nothing is watched")
}

// PK-83. The deadline and the fetch that makes the high watermark at one instant, 31001: one answer, whichever comes
// first, and the record's fate is the same. A millisecond before and after there is no doubt.
func TestPublicDeadlineAndCompletionAtOneInstant(t *testing.T) {
	for name, told := range map[string][]string{
		"PK-83": {"NONE", "REQUEST_TIMED_OUT"}, "PK-83-before": {"NONE"}, "PK-83-after": {"REQUEST_TIMED_OUT"},
	} {
		c := public(t, name)
		require.Len(t, modeltest.EventsOf(c.events, "response"), 1, name)
		require.Len(t, modeltest.EventsOf(c.events, "complete"), 1, name)
		require.Equal(t, 1, c.timers("fired")+c.timers("cancelled"), name)
		require.Contains(t, told, c.Requests[0].Partitions[0].Error, name)
		moved := c.on(1, "high-watermark")
		require.Len(t, moved, 1, name)
		require.EqualValues(t, 1, c.committed())
		require.Equal(t, []string{"a"}, c.log(2))
		if name == "PK-83" {
			require.InDelta(t, 31_001, moved[0].T, 0.001)
			require.InDelta(t, 31_001, *c.Requests[0].Answered, 0.001)
		}
	}
}

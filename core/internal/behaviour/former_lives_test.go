package behaviour

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// A fetch of a follower's former life is slow, and arrives when the follower is back without what it had then.

// The leader has not heard yet that broker 2 has been away: its proposal names the former life, and the controller sees
// that.
func TestTheControllerLetsNobodyIntoAnISRByAFetchOfItsFormerLife(t *testing.T) {
	events, _ := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"brokers": 2,
		"config": {"replica.lag.time.max.ms": 1000, "broker.session.timeout.ms": 6000, "broker.heartbeat.interval.ms": 4000},
		"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [{"at": 100, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 1000, "fetch-pause": {"broker": 2}},
			{"at": 1600, "produce": {"acks": 1, "partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 4500, "link": {"from": "controller", "to": 1, "latency.ms": 1500}},
			{"at": 5000, "fetch-resume": {"broker": 2}},
			{"at": 5002, "link": {"from": 2, "to": 1, "latency.ms": 6000}},
			{"at": 6000, "power-off": {"broker": 2, "lose": "all"}},
			{"at": 6600, "start": {"broker": 2}}], "until": 30000}`))
	rejected := 0
	for _, e := range modeltest.EventsOf(events, "isr") {
		if e.State == "rejected" && e.Error == "INELIGIBLE_REPLICA" {
			rejected++
		}
	}
	require.Equal(t, 1, rejected)
}

// Broker 2 is in the ISR again, and copies slowly. What it had in its former life does not count.
func TestALeaderDoesNotBelieveAFetchOfAFormerLife(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"brokers": 2,
		"config": {"replica.lag.time.max.ms": 4000, "broker.session.timeout.ms": 400, "broker.heartbeat.interval.ms": 100},
		"topics": [{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [{"at": 100, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 900, "fetch-delay": {"broker": 2, "ms": 6200}},
			{"at": 901, "produce": {"acks": 1, "partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 1100, "power-off": {"broker": 2, "lose": 1}}, {"at": 1101, "fetch-delay": {"broker": 2, "ms": 0}},
			{"at": 1101, "fetch-rate": {"broker": 2, "records-per-second": 0.1}},
			{"at": 5500, "start": {"broker": 2}},
			{"at": 5500, "link": {"from": 1, "to": 2, "up": false}}, {"at": 5600, "link": {"from": 1, "to": 2, "up": true}}],
		"until": 7900}`))
	refused := 0
	for _, e := range modeltest.EventsOf(events, "fetch") {
		if e.T > 7000 && e.Partitions[0].FetchOffset == 2 {
			refused++
		}
	}
	require.Equal(t, 1, refused, "the old fetch has arrived")
	require.ElementsMatch(t, []int{1, 2}, s.Partitions[0].ISR)
	require.EqualValues(t, 1, *s.Partitions[0].HighWatermark)
}

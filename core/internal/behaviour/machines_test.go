package behaviour

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// What brokers may differ in: the phase of their periodic tasks, and the speed of their disks.

// perBroker plays a script of three brokers, of which some differ, and one write of acks=all at 20 ms.
func perBroker(t *testing.T, differ, steps string, until int) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return modeltest.Play(t, fmt.Appendf(nil, `{"version": 1, "cluster": {"perBroker": {%s}, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": [%s
		{"at": 20, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["a"]}]}}], "until": %d}`,
		differ, steps, until))
}

// The last heartbeat before the kill was at time 0, or before it: the session ends with a check more or less.
func TestThePhaseOfHeartbeatsDecidesWhenABrokerIsFenced(t *testing.T) {
	for differ, at := range map[string]float64{
		``:                        10_125,
		`"2": {"phase.ms": 1900}`: 9000,
		`"2": {"phase.ms": 5900}`: 9000,
		`"1": {"phase.ms": 1900}`: 10_125,
	} {
		events, _ := perBroker(t, differ, `{"at": 10, "kill": {"broker": 2}},`, 12_000)
		fenced := modeltest.EventsOf(events, "fence")
		require.Len(t, fenced, 1)
		require.Equal(t, at, fenced[0].T, differ)
	}
}

// Broker 3 stops fetching; the leader looks at its ISR every 15 s, from its phase on. A process that starts anew begins
// periods of its own.
func TestThePhaseOfISRChecksDecidesWhenAFollowerLeaves(t *testing.T) {
	for differ, at := range map[string]float64{
		``:                         45_000,
		`"1": {"phase.ms": 1000}`:  31_000,
		`"1": {"phase.ms": 14999}`: 44_999,
		`"1": {"phase.ms": 16000}`: 31_000,
		`"3": {"phase.ms": 1000}`:  45_000,
	} {
		events, _ := perBroker(t, differ, `{"at": 10, "fetch-pause": {"broker": 3}},`, 50_000)
		proposed := modeltest.EventsOf(events, "isr")
		require.NotEmpty(t, proposed)
		require.Equal(t, at, proposed[0].T, differ)
	}
}

// With its own append.ms a leader answers later whatever acks says; a follower holds up those who wait for it.
func TestASlowDiskHoldsUpWhoeverWaitsForIt(t *testing.T) {
	answered := func(differ string) float64 {
		_, s := perBroker(t, differ, ``, 5000)
		return *s.Requests[0].Answered
	}
	usual := answered(``)
	require.InDelta(t, usual+19.5, answered(`"3": {"append.ms": 20}`), 0.001)
	require.InDelta(t, usual+19.5, answered(`"1": {"append.ms": 20}`), 0.001)
	require.InDelta(t, usual+39, answered(`"1": {"append.ms": 20}, "3": {"append.ms": 20}`), 0.001)
	require.InDelta(t, usual, answered(`"2": {"append.ms": 0.5}`), 0.001)
}

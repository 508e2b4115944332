package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/rules"
)

func TestWhatAHeartbeatMakesOfABroker(t *testing.T) {
	const registration, shutdown = 100, 99
	read := func(offset int64) rules.Heartbeat { return rules.Heartbeat{MetadataOffset: offset} }
	stay, fence := rules.Heartbeat{MetadataOffset: 1000}, rules.Heartbeat{WantFence: true, MetadataOffset: 1000}
	goes, both := rules.Heartbeat{WantShutDown: true}, rules.Heartbeat{WantFence: true, WantShutDown: true}
	for _, c := range []struct {
		name    string
		current rules.BrokerState
		says    rules.Heartbeat
		leads   bool
		lowest  int64
		want    rules.BrokerState
	}{
		{"CTL-33 fenced, wants to go", rules.Fenced, goes, false, 0, rules.ShutdownNow},
		{"CTL-33 fenced, has read its registration", rules.Fenced, read(100), false, 0, rules.Unfenced},
		{"CTL-33 fenced, has not read so far", rules.Fenced, read(50), false, 0, rules.Fenced},
		{"fenced, is short of it by one", rules.Fenced, read(99), false, 0, rules.Fenced},
		{"CTL-33 fenced, wants to stay so", rules.Fenced, fence, false, 0, rules.Fenced},
		{"CTL-34 unfenced, wants to go and leads", rules.Unfenced, goes, true, 0, rules.ControlledShutdown},
		{"CTL-34 unfenced, wants to go and leads nothing", rules.Unfenced, goes, false, 0, rules.ShutdownNow},
		{"CTL-34 unfenced, wants nothing", rules.Unfenced, stay, true, 0, rules.Unfenced},
		{"unfenced, wants to be fenced", rules.Unfenced, fence, true, 0, rules.Fenced},
		{"unfenced, wants to be fenced and to go", rules.Unfenced, both, true, 0, rules.ShutdownNow},
		{"CTL-35 going, leads, others behind", rules.ControlledShutdown, goes, true, 98, rules.ControlledShutdown},
		{"CTL-35 going, others behind", rules.ControlledShutdown, goes, false, 98, rules.ControlledShutdown},
		{"CTL-35 going, others beyond", rules.ControlledShutdown, goes, false, 100, rules.ShutdownNow},
		{"CTL-35 going, leads", rules.ControlledShutdown, goes, true, 100, rules.ControlledShutdown},
		{"going, others just there", rules.ControlledShutdown, goes, false, 99, rules.ShutdownNow},
		{"gone", rules.ShutdownNow, stay, false, 100, rules.ShutdownNow},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, rules.NextBrokerState(c.current, c.says, registration, c.leads, shutdown, c.lowest))
		})
	}
}

// Case CTL-30, but for the broker that never registered: who keeps the contacts has none of it.
func TestASessionIsValidUntilItsTimeoutIsPassed(t *testing.T) {
	require.True(t, rules.SessionValid(0, 5, 10))
	require.True(t, rules.SessionValid(5, 5, 10))
	require.True(t, rules.SessionValid(0, 10, 10), "the timeout itself is still in it")
	require.False(t, rules.SessionValid(0, 11, 10))
	require.True(t, rules.SessionValid(5, 11, 10))
}

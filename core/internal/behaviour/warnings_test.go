package behaviour

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// What warnings say comes true, and does not just below what they warn of.

// warnedPlay plays a script with this configuration of the brokers and of producer p, and these steps. It returns the
// lines of events of these kinds, and the paths of the warnings.
func warnedPlay(t *testing.T, brokers, producer, steps string, kinds ...string) (lines, paths []string) {
	t.Helper()
	script := `{"version": 1, "cluster": {"config": {` + brokers + `}, "network": {"latency.ms": 20}, "topics":
		[{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]}, "producers": [{"id": "p", "config": {` + producer +
		`}}], "steps": [` + steps + `], "until": 60000}`
	_, s := modeltest.Play(t, []byte(script))
	for _, w := range s.Warnings {
		require.NotEmpty(t, w.Message)
		paths = append(paths, w.Path)
	}
	return linesOf(t, script, kinds...), paths
}

func TestAFollowerLeavesTheISRWhenItsFetchesWaitAsLongAsItMayLag(t *testing.T) {
	const send = `{"at": 3200, "send": {"producer": "p", "topic": "t", "value": "v"}}`
	lines, paths := warnedPlay(t, `"replica.lag.time.max.ms": 500, "replica.fetch.wait.max.ms": 500`, ``, send, "isr")
	require.Equal(t, []string{"cluster.config.replica.fetch.wait.max.ms"}, paths)
	require.NotEmpty(t, lines)
	lines, paths = warnedPlay(t, `"replica.lag.time.max.ms": 500, "replica.fetch.wait.max.ms": 250`, ``, send, "isr")
	require.Empty(t, paths)
	require.Empty(t, lines)
}

func TestABrokerIsFencedByOneLostHeartbeatWhenTwoDoNotFitInASession(t *testing.T) {
	// Of either interval one heartbeat, that at 12 s, comes late, when its connection has been reset: before the session
	// is over only if it is the second. One that is given up would be followed by another an interval later.
	const down = `{"at": 11000, "link": {"from": 1, "to": "controller", "up": false}},
		{"at": 15900, "link": {"from": 1, "to": "controller", "up": true}}`
	lines, paths := warnedPlay(t, `"broker.heartbeat.interval.ms": 6000`, ``, down, "fence")
	require.Equal(t, []string{"cluster.config.broker.heartbeat.interval.ms"}, paths)
	require.NotEmpty(t, lines)
	lines, paths = warnedPlay(t, `"broker.heartbeat.interval.ms": 4000`, ``, down, "fence")
	require.Empty(t, paths)
	require.Empty(t, lines)
}

func TestNothingCanBeSentWithLessMemoryThanABatchTakes(t *testing.T) {
	const send = `{"at": 1000, "send": {"producer": "p", "topic": "t", "value": "v"}}`
	lines, paths := warnedPlay(t, ``, `"buffer.memory": 16383`, send, "fail")
	require.Equal(t, []string{"producers[0].config.buffer.memory"}, paths)
	require.Len(t, lines, 1)
	require.Contains(t, lines[0], "error:BATCH_ABOVE_MEMORY")
	lines, paths = warnedPlay(t, ``, `"buffer.memory": 16384`, send, "fail")
	require.Empty(t, paths)
	require.Empty(t, lines)
}

package behaviour

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// What becomes of a cluster whose controller is frozen, killed and started. The outcomes are those of a real cluster,
// of which package realkafka has recordings by these names where they say the same each time.

// withController plays a script of three brokers and a topic t with a minimum of 2, whose followers may lag 10 s.
func withController(t *testing.T, until int, steps ...string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return modeltest.Play(t, fmt.Appendf(nil, `{"version": 1, "cluster": {"config": {"replica.lag.time.max.ms": 10000},
		"topics": [{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]},
		"steps": [{%s}], "until": %d}`, strings.Join(steps, "}, {"), until))
}

// writes is a raw request at an instant.
func writes(at int, value, rest string) string {
	return fmt.Sprintf(`"at": %d, "produce": {%s "partitions": [{"topic": "t", "partition": 0, "records": [%q]}]}`,
		at, rest, value)
}

// controller is a step that does something to the controller.
func controller(at int, verb string) string {
	return fmt.Sprintf(`"at": %d, %q: {"node": "controller"}`, at, verb)
}

// errorsOf returns what each request was told.
func errorsOf(s *modeltest.Summary) (errors []string) {
	for _, r := range s.Requests {
		errors = append(errors, r.Partitions[0].Error)
	}
	return errors
}

// Case controller-frozen-short: writes need no controller.
func TestWritesGoOnWithoutAController(t *testing.T) {
	for _, deeds := range [][2]string{{"freeze", "thaw"}, {"kill", "start"}} {
		events, s := withController(t, 12_000, controller(2000, deeds[0]), writes(4000, "a", ""),
			controller(7000, deeds[1]), writes(9000, "b", ""))
		require.Equal(t, []string{"NONE", "NONE"}, errorsOf(&s))
		require.Empty(t, modeltest.EventsOf(events, "fence"))
		require.Len(t, modeltest.EventsOf(events, "controller"), 2)
	}
}

// Case controller-frozen-long: a check that is overdue comes before the heartbeats that wait in the sockets. It fences
// one broker, which is let in again by its own heartbeat.
func TestAControllerThatStoodStillForASessionFencesOneBroker(t *testing.T) {
	events, s := withController(t, 36_000, controller(2000, "freeze"), controller(26_000, "thaw"),
		writes(30_000, "a", ""))
	require.Equal(t, []string{"NONE"}, errorsOf(&s))
	fenced, unfenced := modeltest.EventsOf(events, "fence"), modeltest.EventsOf(events, "unfence")
	require.Len(t, fenced, 1)
	require.Len(t, unfenced, 1)
	require.Equal(t, 26_000.0, fenced[0].T)
	require.Equal(t, 26_000.0, unfenced[0].T)
	require.Equal(t, 2, s.Partitions[0].Leader, "broker 1 led")
	require.Len(t, s.Partitions[0].ISR, 3)
}

// Case controller-killed-briefly: sessions begin anew with another process.
func TestSessionsBeginAnewWithAnotherProcess(t *testing.T) {
	events, s := withController(t, 45_000, controller(2000, "kill"), `"at": 4000, "kill": {"broker": 3}`,
		writes(6000, "a", `"timeout.ms": 6000,`), writes(20_000, "b", ""), controller(30_000, "start"))
	require.Equal(t, []string{"REQUEST_TIMED_OUT", "NONE"}, errorsOf(&s))
	fenced := modeltest.EventsOf(events, "fence")
	require.Len(t, fenced, 1)
	require.Equal(t, 40_125.0, fenced[0].T, "after a whole session from 30 s on, at the next check")
	require.InDelta(t, 30_050, *s.Requests[1].Answered, 50, "by the leader's own change of the ISR, which has waited")
}

// Case controller-killed-leader-dies: there is no election without a controller.
func TestThereIsNoElectionWithoutAController(t *testing.T) {
	events, s := withController(t, 60_000, controller(2000, "kill"), `"at": 4000, "kill": {"broker": 1}`,
		controller(24_000, "start"), writes(44_000, "a", ""))
	elected := modeltest.EventsOf(events, "leader")
	require.Len(t, elected, 1)
	require.Equal(t, 34_125.0, elected[0].T)
	require.Equal(t, []string{"NONE"}, errorsOf(&s))
}

// Case controller-killed-shrink: a change of the ISR is asked for until there is somebody to answer.
func TestAChangeOfTheISRWaitsForTheController(t *testing.T) {
	events, s := withController(t, 50_000, `"at": 1000, "fetch-pause": {"broker": 3}`, controller(4000, "kill"),
		writes(5000, "a", `"timeout.ms": 60000,`), controller(40_000, "start"))
	changes := modeltest.EventsOf(events, "isr")
	require.Len(t, changes, 2)
	require.Equal(t, 15_000.0, changes[0].T, "proposed")
	require.InDelta(t, 40_050, changes[1].T, 50, "committed")
	require.Equal(t, []string{"NONE"}, errorsOf(&s))
	require.InDelta(t, changes[1].T, *s.Requests[0].Answered, 0.001)
}

// Case controller-frozen-expand: a follower that is to join holds writes back, though nobody can let it in.
func TestAFollowerThatIsToJoinHoldsWritesBackWhileTheControllerIsFrozen(t *testing.T) {
	_, s := withController(t, 60_000, `"at": 1000, "fetch-pause": {"broker": 3}`, writes(2000, "a", ""),
		controller(24_000, "freeze"), `"at": 26000, "fetch-resume": {"broker": 3}`, `"at": 32000, "kill": {"broker": 3}`,
		writes(34_000, "b", `"timeout.ms": 5000,`), writes(36_000, "c", `"acks": 1,`), controller(44_000, "thaw"),
		writes(50_000, "d", ""))
	require.Equal(t, []string{"NONE", "REQUEST_TIMED_OUT", "NONE", "NONE"}, errorsOf(&s))
}

// A broker that comes up without a controller waits for it; one that is to stop waits, too.
func TestWhoComesAndGoesWaitsForTheController(t *testing.T) {
	events, s := withController(t, 50_000, `"at": 1000, "kill": {"broker": 3}`, controller(16_000, "kill"),
		`"at": 24000, "start": {"broker": 3}`, `"at": 25000, "stop": {"broker": 2}`, writes(27_000, "a", ""),
		controller(36_000, "start"), writes(44_000, "b", ""))
	registered := modeltest.EventsOf(events, "register")
	require.Len(t, registered, 1)
	require.InDelta(t, 37_000, registered[0].T, 1000.5)
	stopped := modeltest.EventsOf(events, "process")
	require.Equal(t, "stopped", stopped[len(stopped)-1].State)
	require.Greater(t, stopped[len(stopped)-1].T, 36_000.0)
	require.Equal(t, []string{"NONE", "NONE"}, errorsOf(&s))
}

// What an admin tool asks waits in the socket of a controller that is frozen; without one it is tried again for a
// minute.
func TestWhatIsAskedOfTheControllerWaits(t *testing.T) {
	const raise = `"at": 5000, "set": {"topic": "t", "config": {"min.insync.replicas": 3}}`
	for _, c := range []struct {
		deeds [2]string
		until int
		at    float64
	}{
		{[2]string{"freeze", "thaw"}, 100_000, 100_000},
		{[2]string{"kill", "start"}, 60_000, 60_000},
		{[2]string{"kill", "start"}, 100_000, 0},
	} {
		events, _ := withController(t, 110_000, controller(2000, c.deeds[0]), raise, controller(c.until, c.deeds[1]))
		set := modeltest.EventsOf(events, "config")
		if c.at == 0 {
			require.Empty(t, set)
			continue
		}
		require.Len(t, set, 1)
		require.Equal(t, c.at, set[0].T)
	}
}

// A step that finds the controller as it wants it says so.
func TestStepsThatFindTheControllerSo(t *testing.T) {
	events, _ := withController(t, 10_000, controller(1000, "start"), controller(1000, "thaw"), controller(2000, "kill"),
		controller(2000, "kill"), controller(2000, "freeze"), controller(3000, "start"), controller(4000, "freeze"),
		controller(4000, "freeze"), controller(5000, "kill"), controller(6000, "start"))
	var states []string
	for _, e := range modeltest.EventsOf(events, "controller") {
		states = append(states, e.State)
	}
	require.Equal(t, strings.Fields("killed started frozen killed started"), states)
}

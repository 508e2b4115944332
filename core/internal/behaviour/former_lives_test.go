package behaviour

import (
	"fmt"
	"slices"
	"strings"
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

// lifeOf is what a broker's processes went through, in order: the states they were in, "registered" and "refused" for
// what the controller said, and how it took them after that.
func lifeOf(events []modeltest.Line, broker int) (said []string) {
	for _, e := range events {
		switch {
		case e.Broker != broker:
		case e.Kind == "process":
			said = append(said, e.State)
		case e.Kind == "register" && e.Error == "":
			said = append(said, "registered")
		case e.Kind == "register":
			said = append(said, "refused")
		case e.Kind == "unfence":
			said = append(said, "unfenced")
		}
	}
	return slices.Compact(said)
}

// Whatever was under way to or from the former process, the one that is there now registers once, runs after that and
// is unfenced. That no process registers twice, or runs without, is held in every run.
func TestAProcessRegistersOnceAndRunsAfterThat(t *testing.T) {
	const cluster = `"cluster": {"topics": [{"name": "t", "config": {"min.insync.replicas": 1},
		"partitions": [{"replicas": [2, 3, 1]}]}]}`
	cut := func(at string, up bool) string {
		return fmt.Sprintf(`{"at": %s, "link": {"from": 2, "to": "controller", "up": %t}},
			{"at": %[1]s, "link": {"from": "controller", "to": 2, "up": %[2]t}}`, at, up)
	}
	restart := func(at string) string {
		return fmt.Sprintf(`{"at": %s, "kill": {"broker": 2}}, {"at": %[1]s, "start": {"broker": 2}}`, at)
	}
	const minimum = `{"at": 1000.5, "set": {"topic": "t", "config": {"min.insync.replicas": 2}}}`
	for _, c := range []struct {
		name  string
		steps []string
	}{
		{"twice at once", []string{restart("1000"), restart("1000")}},
		{"twice, an instant between each", []string{
			`{"at": 1000, "kill": {"broker": 2}}, {"at": 1000.001, "start": {"broker": 2}}`,
			`{"at": 1000.002, "kill": {"broker": 2}}, {"at": 1000.003, "start": {"broker": 2}}`,
		}},
		{"while its link is cut, with news in it", []string{cut("1000", false), minimum, restart("1001"), cut("1002", true)}},
		{"twice while its link is cut", []string{
			cut("1000", false), minimum, restart("1001"), restart("1002"), cut("1003", true),
		}},
		{"without power while its link is cut", []string{
			cut("1000", false), minimum, `{"at": 1001, "power-off": {"broker": 2, "lose": 0}}`,
			`{"at": 1002, "start": {"broker": 2}}`,
			cut("1003", true),
		}},
		{"while the answers take long", []string{
			`{"at": 1000, "link": {"from": "controller", "to": 2, "latency.ms": 3000}}`, minimum, restart("2000"),
			restart("2500"),
			`{"at": 2600, "link": {"from": "controller", "to": 2, "latency.ms": 1}}`,
		}},
		{"while the registration's answer is lost", []string{
			`{"at": 1000, "kill": {"broker": 2}}, {"at": 12000, "start": {"broker": 2}}`,
			`{"at": 12000, "link": {"from": "controller", "to": 2, "up": false}}`,
			`{"at": 12500, "link": {"from": "controller", "to": 2, "up": true}}`,
		}},
		{"frozen, killed and thawed", []string{
			`{"at": 1000, "freeze": {"broker": 2}}`, minimum, restart("1500"), `{"at": 1600, "freeze": {"broker": 2}}`,
			restart("1700"), `{"at": 1800, "freeze": {"broker": 2}}, {"at": 2600, "thaw": {"broker": 2}}`,
		}},
		{"stopped, and started before the rest has gone", []string{
			`{"at": 1000, "stop": {"broker": 2}}`, restart("1001.5"), restart("1002"), `{"at": 1003, "stop": {"broker": 2}}`,
			`{"at": 1003, "start": {"broker": 2}}`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			events, _ := modeltest.Play(t, fmt.Appendf(nil, `{"version": 1, %s, "steps": [%s], "until": 100000}`, cluster,
				strings.Join(c.steps, ", ")))
			life := lifeOf(events, 2)
			require.Equal(t, []string{"registered", "running", "unfenced"}, life[len(life)-3:], "%v", life)
		})
	}
}

// Two processes, one after the other, have asked to be registered over a cut link: when it heals, the one that lives
// asks once more, and once.
func TestALostRegistrationIsRepeatedByTheProcessThatSentIt(t *testing.T) {
	events, _ := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"partitions": [{"replicas": [2, 3, 1]}]}]}, "steps": [
		{"at": 1000, "link": {"from": 2, "to": "controller", "up": false}},
		{"at": 1001, "kill": {"broker": 2}}, {"at": 1002, "start": {"broker": 2}},
		{"at": 1003, "kill": {"broker": 2}}, {"at": 1004, "start": {"broker": 2}},
		{"at": 1500, "link": {"from": 2, "to": "controller", "up": true}}], "until": 2000}`))
	require.Len(t, modeltest.EventsOf(events, "register"), 1)
}

func TestALifeThatAnswersOfTheFormerOneMet(t *testing.T) {
	for _, name := range []string{"stale-life-registered-twice", "stale-life-runs-unregistered", "stale-life-by-hand"} {
		events, s := playRandom(t, name)
		life := lifeOf(events, 2)
		require.Equal(t, []string{"refused", "registered", "running", "unfenced"}, life[len(life)-4:], name)
		require.ElementsMatch(t, []int{1, 2, 3}, s.Partitions[0].ISR, name)
	}
}

// slowToClient is a cluster of one broker whose process is killed and started while its word to the producer takes
// 20 s: for so long the producer takes its connection for a good one.
const slowToClient = `{"version": 1, "cluster": {"brokers": 1, "config": {"broker.session.timeout.ms": 400,
	"broker.heartbeat.interval.ms": 100}, "topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
	"producers": [{"id": "p", "config": {"acks": "1", "enable.idempotence": false, "linger.ms": 0}}],
	"steps": [{"at": 1000, "link": {"from": 1, "to": "p", "latency.ms": 20000}},
		{"at": 1100, "kill": {"broker": 1}}, {"at": 1200, "start": {"broker": 1}},
		{"at": 5000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v"}}%s], "until": 120000}`

// What is sent on a connection to a process that is no more finds nobody, though another process is there by then.
func TestARequestOnAFormerProcesssConnectionIsNotHandled(t *testing.T) {
	const faster = `, {"at": 22000, "link": {"from": 1, "to": "p", "latency.ms": 1}}`
	events, s := modeltest.Play(t, fmt.Appendf(nil, slowToClient, faster))
	require.Empty(t, s.Requests[0].Received)
	require.Equal(t, []string{"v"}, s.LogAt1())
	require.Equal(t, "acknowledged", s.Records[0].Outcome)
	require.Equal(t, []string{"killed", "started", "refused", "registered", "running", "unfenced"}, lifeOf(events, 1))
}

// The word that the former process has ended is overtaken by that of the present one, and is old news then.
func TestTheEndOfAFormerProcessClosesNoNewConnection(t *testing.T) {
	const faster = `, {"at": 6000, "link": {"from": 1, "to": "p", "latency.ms": 1}},
		{"at": 6001, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "w"}},
		{"at": 21098, "link": {"from": "p", "to": 1, "latency.ms": 5}},
		{"at": 21099, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "x"}}`
	_, s := modeltest.Play(t, fmt.Appendf(nil, slowToClient, faster))
	require.Equal(t, 1, s.RecordOf(t, "x").Attempts, "it was under way when the old connection's end came")
	require.Equal(t, "acknowledged", s.RecordOf(t, "x").Outcome)
}

// A machine without power tells nobody. A consumer that waits for it gives up after request.timeout.ms and reads on
// from the next leader.
func TestAConsumerReadsOnWhenItsLeaderHasLostPower(t *testing.T) {
	events, _ := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2, 3]}]}]}, "consumers": [{"id": "c"}], "steps": [
		{"at": 500, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
		{"at": 1000, "power-off": {"broker": 1, "lose": 0}},
		{"at": 20000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}}]}`))
	seen := modeltest.EventsOf(events, "visible")
	require.Len(t, seen, 2)
	require.Equal(t, 2, seen[1].Broker)
	require.InDelta(t, 31_000, seen[1].T, 600, "the fetch was sent in the half second before the power went")
}

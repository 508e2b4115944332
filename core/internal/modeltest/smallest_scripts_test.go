package modeltest

import (
	"testing"

	"highwater/core"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/account"
)

// Scripts in which a promise was once broken, and what was to be learnt from them.

// judgedText plays a script and requires that every promise is kept.
func judgedText(t *testing.T, text string) *judge {
	t.Helper()
	s, err := core.Parse([]byte(text))
	require.NoError(t, err)
	return keeps(t, &s)
}

func TestAKilledProcessTakesTheSignalAlongThatItNeverSaw(t *testing.T) {
	j := judgedText(t, `{"version": 1, "cluster": {}, "steps": [{"at": 1, "freeze": {"broker": 1}},
		{"at": 1500, "stop": {"broker": 1}}, {"at": 6000, "kill": {"broker": 1}}]}`)
	require.False(t, j.m.Broker(1).Alive())
}

// Broker 4 copies slowly and is proposed; metadata of the partition epoch that the leader knows already has it forget
// that, as Kafka's does. The controller lets broker 4 in.
func TestALeaderForgetsAProposalOverMetadataOfTheSameEpoch(t *testing.T) {
	j := judgedText(t, `{"version": 1, "cluster": {"brokers": 5,
		"config": {"broker.heartbeat.interval.ms": 40, "broker.session.timeout.ms": 400},
		"topics": [{"name": "t", "partitions": [{"replicas": [1, 4, 5]}]}]},
		"producers": [{"id": "p"}], "steps": [{"at": 0.001, "power-off": {"broker": 4, "lose": 5}},
			{"at": 0.001, "isr": {"members": [1], "partition": 0, "topic": "t"}},
			{"at": 820, "send": {"producer": "p", "topic": "t", "value": "v"}}, {"at": 6500, "start": {"broker": 4}},
			{"at": 6501, "isr": {"members": [4, 5], "partition": 0, "topic": "t"}}]}`)
	require.Equal(t, 1, j.faults["(proposal forgotten)"])
}

// The same as a broken rule would have it: each of these scripts is the smallest in which one was seen to break.
func TestSmallScriptsInWhichABrokenRuleShows(t *testing.T) {
	for _, c := range []struct{ rule, script string }{
		{"a follower joins only when it has reached the start of the leader's epoch", `{"version": 1, "cluster": {
			"topics": [{"name": "t1", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [3, 1, 2],
				"logs": {"2": [{"epoch": 0, "records": 1}], "3": [{"epoch": 0, "records": 1}]}}]}]},
			"steps": [{"at": 0, "stop": {"broker": 1}}, {"at": 0.007, "kill": {"broker": 1}},
				{"at": 1.003, "power-off": {"broker": 2, "lose": 0}}, {"at": 31, "start": {"broker": 1}},
				{"at": 31.003, "start": {"broker": 2}}, {"at": 731, "kill": {"broker": 3}},
				{"at": 8000, "start": {"broker": 3}}]}`},
		{"a shrink counts only when the controller has confirmed it", `{"version": 1, "cluster": {"brokers": 4,
			"config": {"replica.fetch.max.bytes": 1, "replica.fetch.wait.max.ms": 200, "replica.lag.time.max.ms": 300},
			"network": {"latency.ms": 40}, "topics": [{"name": "t2", "partitions": [{"replicas": [4, 1]}]}]},
			"producers": [{"id": "p1", "config": {"acks": "0"}}],
			"steps": [{"at": 6500, "send": {"count": 8, "producer": "p1", "topic": "t2", "value": "v1"}}]}`},
		{"the floor is checked against the committed ISR", `{"version": 1, "cluster": {
			"config": {"broker.heartbeat.interval.ms": 100, "broker.session.timeout.ms": 1000, "replica.fetch.wait.max.ms": 50},
			"network": {"latency.ms": 40}, "topics": [{"name": "t1", "config": {"min.insync.replicas": 3},
				"partitions": [{"replicas": [1, 2]}]}]},
			"steps": [{"at": 0, "kill": {"broker": 2}}, {"at": 1000, "start": {"broker": 2}},
				{"at": 1322, "produce": {"partitions": [{"partition": 0, "records": 2, "topic": "t1"}]}}]}`},
		{"a large ISR has no ELR beside it", `{"version": 1, "cluster": {"brokers": 5,
			"config": {"broker.session.timeout.ms": 1000}, "topics": [{"name": "t1", "config": {"min.insync.replicas": 2},
				"partitions": [{"replicas": [4, 3, 5]}]}]}, "steps": [], "until": 60000}`},
	} {
		s, err := core.Parse([]byte(c.script))
		require.NoError(t, err)
		require.Empty(t, judged(&s).broken, c.rule)
	}
}

// Every broker is fenced, and the one that is alive says so.
func TestAProducerKeepsTheBrokersItKnowsWhenAnAnswerHasNone(t *testing.T) {
	j := judgedText(t, `{"version": 1, "cluster": {"brokers": 2,
		"config": {"broker.heartbeat.interval.ms": 250, "broker.session.timeout.ms": 1000},
		"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p", "config": {"linger.ms": 0}}],
		"steps": [{"at": 0, "kill": {"broker": 1}},
			{"at": 1500, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v"}},
			{"at": 1500, "link": {"from": 2, "to": "controller", "up": false}},
			{"at": 6000, "link": {"from": 2, "to": "controller", "up": true}},
			{"at": 6000, "start": {"broker": 1}}], "until": 60000}`)
	require.Equal(t, account.Acknowledged, j.m.Account.Records.At(0).Outcome)
}

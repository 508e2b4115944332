package script

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAScriptIsWrittenForReading(t *testing.T) {
	s := parse(t, `{"version": 1, "title": "A \"slow\" follower", "cluster": {
		"config": {"replica.lag.time.max.ms": "20000", "message.max.bytes": 1048588,
		"auto.leader.rebalance.enable": "false", "controlled.shutdown.enable": true}, "topics": [
		{"name": "payments", "config": {"min.insync.replicas": 2, "unclean.leader.election.enable": false}, "partitions": [
			{"replicas": [1, 2, 3], "leader": 1, "isr": [1, 2, 3], "highWatermarks": {}, "logs": {"1": [], "2": []}},
			{"replicas": [2, 3, 1], "leader": 3, "isr": [3], "elr": [2], "leaderEpoch": 2, "logs": {
				"3": [{"epoch": 1, "records": 40}, {"epoch": 1, "values": ["x", "1-42", "1-43", "1-44"]},
					{"epoch": 2, "values": ["y"]}]},
				"highWatermarks": {"1": 0, "3": 0}}]}]},
		"producers": [{"id": "p1", "config": {"acks": "all", "linger.ms": 0}}, {"id": "p2"}],
		"consumers": [{"id": "c1"}, {"id": "c2", "topics": ["payments"]}],
		"steps": [{"at": 0.5, "fetch-delay": {"broker": 3, "ms": 4000}}]}`)
	require.Equal(t, `{
  "version": 1,
  "title": "A \"slow\" follower",
  "seed": 1,
  "cluster": {
    "brokers": 3,
    "config": {"replica.lag.time.max.ms": 20000, "auto.leader.rebalance.enable": false},
    "features": {"eligible.leader.replicas.version": 1},
    "network": {"latency.ms": 1},
    "append.ms": 0.5,
    "topics": [
      {"name": "payments", "config": {"min.insync.replicas": 2, "unclean.leader.election.enable": false},
       "partitions": [
         {"replicas": [1, 2, 3]},
         {"replicas": [2, 3, 1], "leader": 3, "isr": [3], "elr": [2], "leaderEpoch": 2, "logs": `+
		`{"3": [{"epoch": 1, "records": 40}, {"epoch": 1, "values": ["x"]}, {"epoch": 1, "records": 3}, `+
		`{"epoch": 2, "values": ["y"]}]}, "highWatermarks": {"3": 0, "1": 0}}]}
    ]
  },
  "producers": [
    {"id": "p1", "config": {"linger.ms": 0}},
    {"id": "p2"}
  ],
  "consumers": [
    {"id": "c1"},
    {"id": "c2"}
  ],
  "steps": [
    {"at": 0.5, "fetch-delay": {"broker": 3, "ms": 4000}}
  ],
  "until": 60000.5
}
`, string(AppendScript(nil, &s)))
	requireRoundTrip(t, &s)
}

func TestNothingIsAnEmptyScript(t *testing.T) {
	s := parse(t, `{"version": 1, "cluster": {"topics": []}, "producers": [], "steps": []}`)
	require.Equal(t, `prefix {
  "version": 1,
  "seed": 1,
  "cluster": {
    "brokers": 3,
    "features": {"eligible.leader.replicas.version": 1},
    "network": {"latency.ms": 1},
    "append.ms": 0.5
  },
  "steps": [],
  "until": 60000
}
`, string(AppendScript([]byte("prefix "), &s)))
}

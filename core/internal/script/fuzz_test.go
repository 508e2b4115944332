package script

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// fuzzSeeds is the texts that fuzzing sets out from: every word of the format is in one of them.
var fuzzSeeds = []string{
	``, `{`, `null`, `{"version": 1, "cluster": {}, "steps": []}`,
	withPartition(`"replicas": [3, 1, 2], "leader": 1, "isr": [1], "leaderEpoch": 4, "logs": {"1":
		[{"epoch": 0, "records": 2}, {"epoch": 4, "values": ["a", "4-2"]}]}, "highWatermarks": {"1": 4}`),
	withRoot(`"title": "\u00e9", "until": 1e3, "producers": [{"id": "p", "config": {"acks": "1", "linger.ms": "0"}}]`),
	withSteps(`{"at": 0.001, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 3, "every.ms": 1}},
		{"at": 0, "send": {"producer": "p1", "topic": "orders", "partition": 1, "key": "", "value": "a", "size": 9}}`),
	withSteps(`{"at": 2, "produce": {"acks": 7, "partitions": [{"topic": "orders", "partition": 1, "records": ["x"]},
		{"topic": "payments", "partition": 0, "records": 7}]}}, {"at": 1, "close": {"producer": "p1"}}`),
	withSteps(`{"at": 2, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1, "producerId": 7,
		"producerEpoch": 1, "sequence": 3}]}}, {"at": 1, "kill": {"broker": 1}}, {"at": 1, "stop": {"broker": 2}},
		{"at": 1, "power-off": {"broker": 1, "lose": "all"}}, {"at": 1, "power-off": {"broker": 1, "lose": 2}},
		{"at": 1, "start": {"broker": 1}}, {"at": 1, "freeze": {"broker": 3}}, {"at": 1, "thaw": {"broker": 3}}`),
	withSteps(`{"at": 1, "link": {"from": 1, "to": "controller", "up": false}},
		{"at": 1, "link": {"from": "p1", "to": 2, "latency.ms": 3}},
		{"at": 1, "link": {"from": 2, "to": "c2", "latency.ms": 0, "up": true}},
		{"at": 1, "elect": {"topic": "orders", "partition": 1, "type": "UNCLEAN"}},
		{"at": 1, "set": {"broker": 1, "config": {"min.insync.replicas": 2}}},
		{"at": 1, "set": {"topic": "orders", "config": {"unclean.leader.election.enable": " True"}}}`),
	withConsumers(`[{"id": "c", "topics": ["orders"]}, {"id": "d"}]`),
	withCluster(`"config": {"unclean.leader.election.enable": true, "replica.socket.timeout.ms": 500}, "topics": [{
		"name": "t", "config": {"unclean.leader.election.enable": "false"}, "partitions": [{"replicas": [1, 2, 3],
		"isr": [], "leader": -1, "logs": {"1": [{"epoch": 0, "values": ["a"]}], "2": [{"epoch": 0, "values": ["b"]}]}}]}]`),
	withSteps(`{"at": 3, "fetch-delay": {"broker": 2, "ms": 0, "topic": "payments"}},
		{"at": 4, "fetch-rate": {"broker": 3, "records-per-second": 0.1}}, {"at": 5, "fetch-pause": {"broker": 1}},
		{"at": 8, "set": {"config": {"min.insync.replicas": "3"}}},
		{"at": 9, "isr": {"topic": "payments", "partition": 0, "members": [3, 1]}}`),
}

// requireSense requires that a text is either refused with an Error or is a script that comes back from its own text.
func requireSense(t require.TestingT, text []byte) {
	s, err := Parse(text)
	if err != nil {
		require.IsType(t, &Error{}, err)
		require.NotEmpty(t, err.(*Error).Message)
		require.Less(t, len(err.Error()), 2000)
		return
	}
	requireRoundTrip(t, &s)
}

// FuzzParse checks that any text makes sense.
func FuzzParse(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { requireSense(t, text) })
}

// TestMangledTextsMakeSense is a short fuzzing in every run of the tests: pieces of the texts are cut out, doubled,
// moved to another, or overwritten.
func TestMangledTextsMakeSense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			text := []byte(rapid.SampledFrom(fuzzSeeds).Draw(t, "seed"))
			for range rapid.IntRange(1, 4).Draw(t, "changes") {
				from := rapid.IntRange(0, len(text)).Draw(t, "from")
				to := min(len(text), from+rapid.IntRange(0, 12).Draw(t, "length"))
				other := rapid.SampledFrom(fuzzSeeds).Draw(t, "other")
				at := rapid.IntRange(0, len(other)).Draw(t, "at")
				piece := other[at:min(len(other), at+rapid.IntRange(0, 12).Draw(t, "piece"))]
				if rapid.Bool().Draw(t, "byte") {
					piece = string([]byte{rapid.Byte().Draw(t, "value")})
				}
				text = append(append(append([]byte{}, text[:from]...), piece...), text[to:]...)
			}
			requireSense(t, text)
		}
	})
}

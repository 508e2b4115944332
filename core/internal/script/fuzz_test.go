package script

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzParse checks that any text is either refused with an Error or is a script that comes back from its own text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, `{`, `null`, `{"version": 1, "cluster": {}, "steps": []}`,
		withPartition(`"replicas": [3, 1, 2], "leader": 1, "isr": [1], "leaderEpoch": 4, "logs": {"1":
			[{"epoch": 0, "records": 2}, {"epoch": 4, "values": ["a", "4-2"]}]}, "highWatermarks": {"1": 4}`),
		withRoot(`"title": "\u00e9", "until": 1e3, "producers": [{"id": "p", "config": {"acks": "1", "linger.ms": "0"}}]`),
		withSteps(`{"at": 0.001, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 3, "every.ms": 1}},
			{"at": 0, "send": {"producer": "p1", "topic": "orders", "partition": 1, "key": "", "value": "a", "size": 9}}`),
		withSteps(`{"at": 2, "produce": {"acks": 7, "partitions": [{"topic": "orders", "partition": 1, "records": ["x"]},
			{"topic": "payments", "partition": 0, "records": 7}]}}, {"at": 1, "kill": {"broker": 1}}`),
		withSteps(`{"at": 3, "fetch-delay": {"broker": 2, "ms": 0, "topic": "payments"}},
			{"at": 4, "fetch-rate": {"broker": 3, "records-per-second": 0.1}}, {"at": 5, "fetch-pause": {"broker": 1}},
			{"at": 8, "set": {"config": {"min.insync.replicas": "3"}}},
			{"at": 9, "isr": {"topic": "payments", "partition": 0, "members": [3, 1]}}`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		if err != nil {
			require.IsType(t, &Error{}, err)
			require.NotEmpty(t, err.(*Error).Message)
			require.Less(t, len(err.Error()), 2000)
			return
		}
		requireRoundTrip(t, &s)
	})
}

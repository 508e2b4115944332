package script

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func read(t *testing.T, partition, step string) (*Script, error) {
	t.Helper()
	return Read([]byte(`{"version": 1, "lesson": {}, "cluster": {"topics": [{"name": "t", "partitions": [`+partition+`]}]},
		"producers": [{"id": "p"}], "steps": [`+step+`]}`), 9000)
}

const replicas = `{"replicas": [2, 1, 3]}`

func TestAScriptIsRead(t *testing.T) {
	s, err := read(t, `{"replicas": [2, 1, 3], "leader": 1, "isr": [1, 2, 3]}`,
		`{"at": 1000, "link": {"from": 2, "to": "p", "up": false}}`)
	require.NoError(t, err)
	require.Equal(t, 3, s.Cluster.Brokers, "unless said otherwise")
	require.Equal(t, 1, s.Cluster.ELR(), "as in a new cluster")
	require.Equal(t, int32(1), s.Cluster.Topics[0].Partitions[0].First())
	require.Equal(t, 9000.0, s.Until)
	require.Equal(t, "link", s.Steps[0].Verb)
	require.Equal(t, []string{"b2", "p"}, []string{End(s.Steps[0].From), End(s.Steps[0].To)})
	require.False(t, *s.Steps[0].Up)
}

func TestWhatARealClusterCannotDoIsRefused(t *testing.T) {
	for _, test := range []struct{ partition, step, why string }{
		{`{"replicas": [1, 2], "isr": [1]}`, ``, "every replica in sync"},
		{`{"replicas": [1, 2], "leader": -1}`, ``, "a leader"},
		{`{"replicas": [1, 2], "leaderEpoch": 3}`, ``, `"leaderEpoch"`},
		{`{"replicas": [1, 2], "logs": {}}`, ``, `"logs"`},
		{replicas, `{"at": 1, "isr": {"topic": "t", "members": [1]}}`, `steps[0]: a real cluster cannot be made`},
		{replicas, `{"at": 1, "fetch-delay": {"broker": 2, "ms": 5, "topic": "t", "partition": 0}}`, "for all its part"},
		{replicas, `{"at": 1, "kill": {"broker": 2, "gently": true}}`, "gently"},
	} {
		_, err := read(t, test.partition, test.step)
		require.ErrorContains(t, err, test.why)
	}
}

func TestValuesAreThoseGivenOrNumbered(t *testing.T) {
	b := Batch{Records: []byte(`["a", "b"]`)}
	require.Equal(t, []string{"a", "b"}, b.Values(3, 1))
	b.Records = []byte(`2`)
	require.Equal(t, []string{"r3-1-1", "r3-1-2"}, b.Values(3, 1))
}

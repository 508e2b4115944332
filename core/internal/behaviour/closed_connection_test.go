package behaviour

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/look"
)

func TestWhatAClosedConnectionLosesIsToldOf(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 1, "config": {"message.max.bytes": 100},
		"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p", "config": {"acks": "0", "linger.ms": 0}}],
		"steps": [{"at": 0, "send": {"producer": "p", "topic": "t", "value": "large", "size": 500}},
			{"at": 0.1, "send": {"producer": "p", "topic": "t", "value": "waits"}},
			{"at": 2, "send": {"producer": "p", "topic": "t", "value": "on the wire"}},
			{"at": 9, "send": {"producer": "p", "topic": "t", "value": "later"}}], "until": 1000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(s.Until)
	state := r.State(9)
	var closed []bool
	for _, q := range state.Requests {
		require.Equal(t, look.Answered, q.Phase)
		closed = append(closed, q.ConnectionClosed)
	}
	require.Equal(t, []bool{true, true, true, false}, closed)
	require.Len(t, state.Partitions[0].Replicas[0].Cells, 1)
	require.Equal(t, 3, strings.Count(string(r.AppendSummary(nil)), `"connectionClosed":true`))
}

package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// A producer asks to be called at the end of every sleep, half a minute later, and wakes long before that each time it
// is given a record.
func TestWhatAProducerNoLongerWaitsForLeavesTheQueue(t *testing.T) {
	s, err := script.Parse([]byte(`{"version": 1, "cluster": {"topics": [
		{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]}, "producers": [{"id": "p"}], "steps": [
		{"at": 0, "send": {"producer": "p", "topic": "t", "value": "v", "count": 1000, "every.ms": 10}}]}`))
	require.NoError(t, err)
	m := New(&s)
	m.Run(10*vtime.Second, func() bool { return false })
	require.Greater(t, m.records, int32(900))
	require.Less(t, m.queue.Len(), 30)
}

package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
)

// TestAStartUnderTheMinimumMakesOnlyThemEligibleWhoHaveWhatIsCommitted: brokers 2 and 3 are out of the ISR from the
// first, and 3 has not the second record. Kafka cannot have made it eligible.
func TestAStartUnderTheMinimumMakesOnlyThemEligibleWhoHaveWhatIsCommitted(t *testing.T) {
	s, err := script.Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3], "isr": [1], "logs": {
		"1": [{"epoch": 0, "values": ["a", "b"]}],
		"2": [{"epoch": 0, "values": ["a", "b"]}], "3": [{"epoch": 0, "values": ["a"]}]}}]}]},
		"steps": [{"at": 100, "kill": {"broker": 1}}]}`))
	require.NoError(t, err)
	m := New(&s)
	m.Run(0, func() bool { return false })
	require.Equal(t, protocol.SetOf(1), m.controller.Registration(0).ISR)
	require.Equal(t, protocol.SetOf(2), m.controller.Registration(0).ELR)
	require.Equal(t, protocol.SetOf(2, 3), m.controller.Registration(0).HeldOut)
	m.Run(s.Until, func() bool { return false })
	require.EqualValues(t, 2, m.controller.Registration(0).Leader, "and so nothing is lost")
}

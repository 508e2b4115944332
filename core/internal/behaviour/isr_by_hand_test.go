package behaviour

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/look"
	"highwater/core/internal/modeltest"
	"highwater/core/internal/protocol"
)

// Broker 3 is slow and on its way into the ISR when broker 4 is put back: the hand on the ISR must not make the leader
// forget that broker 3 counts.
const putBackWhileAnotherJoins = `{"version": 1, "cluster": {"brokers": 4, "network": {"latency.ms": 40}, "topics": [
	{"name": "t", "config": {"min.insync.replicas": 1}, "partitions": [{"replicas": [1, 2, 3, 4], "isr": [1, 2], "logs": {
		"1": [{"epoch": 0, "records": 10}], "2": [{"epoch": 0, "records": 5}], "3": [{"epoch": 0, "records": 4}]}}]}]},
	"steps": [{"at": 0, "fetch-pause": {"broker": 2}}, {"at": 0, "fetch-rate": {"broker": 3, "records-per-second": 1}},
		{"at": 31000, "isr": {"topic": "t", "partition": 0, "members": [1, 2, 3]}},
		{"at": 32130, "fetch-resume": {"broker": 2}},
		{"at": 32180, "isr": {"topic": "t", "partition": 0, "members": [1, 2, 3, 4]}}],
	"until": 34000}`

func TestEveryMemberHoldsWhatIsCommittedThoughAHandPutsOneBack(t *testing.T) {
	s, err := core.Parse([]byte(putBackWhileAnotherJoins))
	require.NoError(t, err)
	require.Empty(t, modeltest.Judge(s))
}

func TestWhoIsHeldOutFromTheStartKeepsTheLogItWasGiven(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 3, "topics": [{"name": "t", "partitions": [
		{"replicas": [1, 2, 3], "isr": [1, 2], "logs": {"1": [{"epoch": 0, "records": 10}],
			"2": [{"epoch": 0, "records": 10}], "3": [{"epoch": 0, "records": 4}]}}]}]}, "steps": [], "until": 5000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(s.Until)
	p := r.State(1).Partitions[0]
	require.Equal(t, protocol.SetOf(1, 2), p.ISR)
	require.True(t, p.Replicas[2].HeldOut)
	require.EqualValues(t, 4, p.Replicas[2].LogEndOffset)
}

func TestAPartitionMayStartWithAnELRThatIsNotTheOneTheHandWouldLeave(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 3, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3], "isr": [1], "elr": [2]}]}]},
		"steps": [], "until": 1000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(s.Until)
	p := r.State(1).Partitions[0]
	require.Equal(t, protocol.SetOf(1), p.ISR)
	require.Equal(t, protocol.SetOf(2), p.ELR)
	require.Equal(t, 0, p.PartitionEpoch)
	require.True(t, p.Replicas[1].HeldOut)
	require.Equal(t, look.FetchNone, p.Replicas[1].Fetch.Phase)
}

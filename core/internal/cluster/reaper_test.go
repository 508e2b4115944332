package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// lingering parks n requests on two partitions and completes them through the second: each leaves an entry behind in
// the list of the first.
func lingering(t *testing.T, n int) *brokerHarness {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 2, purgeInterval: 2})
	for range n {
		s.produces(protocol.AcksAll, 10_000, 1, 0, 1)
	}
	at := []protocol.FetchAt{s.from(0, int64(n)), s.from(1, int64(n))}
	s.deliver(2, &protocol.FetchRequest{Follower: 2, BrokerEpoch: 2, MaxBytes: 1, MaxBytesInAll: 10 << 20, Partitions: at})
	require.Zero(t, s.broker.Produces().NumDelayed())
	require.Equal(t, n, s.broker.Produces().Watched())
	return s
}

func TestAnIdleReaperPurgesAfterAQuietSpell(t *testing.T) {
	s := lingering(t, 3)
	s.until(startMs + 199)
	require.Equal(t, 3, s.broker.Produces().Watched())
	s.until(startMs + 200)
	require.Zero(t, s.broker.Produces().Watched())
}

func TestAsManyCompletedOperationsAsTheIntervalAllowsAreNotPurged(t *testing.T) {
	s := lingering(t, 2)
	s.until(startMs + 5000)
	require.Equal(t, 2, s.broker.Produces().Watched())
}

func TestAReaperThatPollsForADeadlinePurgesThen(t *testing.T) {
	s := lingering(t, 2)
	s.produces(protocol.AcksAll, 50, 1, 0)
	s.until(startMs + 49)
	require.Equal(t, 3, s.broker.Produces().Watched())
	s.until(startMs + 50)
	require.Zero(t, s.broker.Produces().Watched(), "the third makes it too many, and the quiet spell is not awaited")
	require.Equal(t, 1, s.broker.Expired())
}

func TestAnEarlierDeadlineIsNotMissed(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	late := s.produces(protocol.AcksAll, 5000, 1, 0)
	soon := s.produces(protocol.AcksAll, 30, 1, 0)
	s.until(startMs + 30)
	require.Equal(t, timedOut, s.errors(soon))
	require.Nil(t, s.answer(late))
	s.until(startMs + 5000)
	require.Equal(t, timedOut, s.errors(late))
}

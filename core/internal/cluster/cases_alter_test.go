package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// The cases of Kafka's AlterPartitionManagerTest.

// fails is the controller's answer to a whole request.
func (s *brokerHarness) fails(err protocol.Error) {
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{Attempt: s.broker.alter.Attempt, Error: err})
}

func (s *brokerHarness) alterRequests() []*protocol.AlterPartitionRequest {
	return sent[*protocol.AlterPartitionRequest](&s.recorder)
}

// Case APS-03. The model has no authorization; another error stands for its failure.
func TestARequestThatFailsAsAWholeIsSentAgain(t *testing.T) {
	for _, err := range []protocol.Error{
		protocol.NotController, protocol.StaleBrokerEpoch, protocol.UnknownServerError,
	} {
		t.Run(err.String(), func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
			s.fetches(2, 10)
			s.fails(err)
			s.requireISR(leaderOnly, withR1, rules.Expand, 10)
			require.Zero(t, s.changes(event.Rejected), "no partition hears of it")
			s.until(startMs + alterRetryMs - 1)
			require.Len(t, s.alterRequests(), 1)
			s.until(startMs + alterRetryMs)
			require.Len(t, s.alterRequests(), 2)
			first, second := *s.alterRequests()[0], *s.alterRequests()[1]
			second.Attempt--
			require.Equal(t, first, second)
			s.confirms()
			s.requireISR(withR1, withR1, rules.NoChange, 10)
			s.until(startMs + 1000)
			require.Len(t, s.alterRequests(), 2)
			require.Empty(t, s.broker.alter.unsent)
		})
	}
}

// A change that is submitted before the time is up takes what failed along.
func TestAnotherChangeDoesNotWaitForTheNextAttempt(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, partitions: 2})
	s.fetchesAs(2, 2, 0, 0, 0)
	s.fails(protocol.StaleBrokerEpoch)
	s.until(startMs + 10)
	s.fetchesAs(2, 2, 0, 1, 0)
	require.Len(t, s.alterRequests(), 2)
	require.Len(t, s.alterRequests()[1].Items, 2)
	s.until(startMs + 1000)
	require.Len(t, s.alterRequests(), 2, "one is in flight")
}

// Case APS-01: while a change of a partition is unanswered the manager takes no other of it, even when newer metadata
// has made the leader drop the first.
func TestThereIsOneUnansweredChangeOfAPartition(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.publishes(2, withR1, 0)
	s.fetches(3, 10)
	refused := func(e *event.ISR) bool {
		return e.State == event.Rejected && e.Error == protocol.OperationNotAttempted
	}
	require.Equal(t, 1, count(&s.recorder, refused))
	require.Len(t, s.alterRequests(), 1)
	s.refuses(protocol.InvalidUpdateVersion)
	s.fetches(3, 10)
	require.Len(t, s.alterRequests(), 2, "after the answer it is taken")
	s.confirms()
	s.requireISR(withR2, withR2, rules.NoChange, 0)
}

// A request whose connection was reset before the answer goes out anew as it was made, after a handshake; what came
// meanwhile waits for the next (NodeToControllerRequestThread.handleResponse).
func TestAnAlterPartitionThatIsLostIsSentAnew(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, partitions: 2})
	s.fetchesAs(2, 2, 0, 0, 0)
	s.fetchesAs(2, 2, 0, 1, 0)
	require.Len(t, s.alterRequests(), 1)
	lose := func() {
		requests := s.alterRequests()
		s.deliver(network.Controller, &protocol.Disconnect{Lost: requests[len(requests)-1]})
	}
	lose()
	s.until(startMs + reconnectMs - 1)
	require.Len(t, s.alterRequests(), 1)
	s.until(startMs + reconnectMs)
	require.Len(t, s.alterRequests(), 2)
	require.True(t, s.alterRequests()[1].Handshake)
	lose()
	s.until(startMs + 2*reconnectMs)
	require.Len(t, s.alterRequests(), 3)
	s.fails(protocol.None) // the handshake's answer
	require.Len(t, s.alterRequests(), 4)
	last := s.alterRequests()[3]
	require.False(t, last.Handshake)
	require.Equal(t, s.alterRequests()[0].Items, last.Items)
	s.confirms()
	require.Len(t, s.alterRequests(), 5)
	require.EqualValues(t, 1, s.alterRequests()[4].Items[0].Partition)
}

// One that is not answered for half a minute goes out again on a new connection, for ever
// (controller.socket.timeout.ms, and no retry timeout).
func TestAnAlterPartitionThatIsNotAnsweredGoesOutAgain(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, log: 10})
	s.fetches(2, 10)
	for n := range int64(3) {
		again := (n + 1) * (controllerSocketTimeoutMs + reconnectMs)
		s.until(startMs + again - 1)
		require.Len(t, s.alterRequests(), int(n+1))
		s.until(startMs + again)
		require.Len(t, s.alterRequests(), int(n+2))
	}
	s.requireISR(leaderOnly, withR1, rules.Expand, 10)
}

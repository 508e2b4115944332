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
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{Error: err})
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
			require.Equal(t, s.alterRequests()[0], s.alterRequests()[1])
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

// A request whose connection was reset before the answer goes out anew, with whatever came meanwhile.
func TestAnAlterPartitionThatIsLostIsSentAnew(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, partitions: 2})
	s.fetchesAs(2, 2, 0, 0, 0)
	s.fetchesAs(2, 2, 0, 1, 0)
	require.Len(t, s.alterRequests(), 1)
	s.deliver(network.Controller, &protocol.Disconnect{Lost: s.alterRequests()[0]})
	require.Len(t, s.alterRequests(), 2)
	require.Len(t, s.alterRequests()[1].Items, 2)
}

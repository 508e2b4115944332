package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// newBeatingBroker is a broker that is registered and has its first heartbeat under way.
func newBeatingBroker(t *testing.T) *brokerHarness {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 2, log: 20})
	s.broker.epoch, s.broker.connected = 7, true
	s.acts(func() { s.broker.beat(event.None) })
	return s
}

// acts lets the broker do something now.
func (s *brokerHarness) acts(what func()) {
	s.broker.begin(vtime.AtMs(s.nowMs), s)
	what()
	s.broker.end()
}

// beatsNext is after how many milliseconds the next heartbeat is due.
func (s *brokerHarness) beatsNext() int64 {
	next := s.timers[len(s.timers)-1]
	require.Equal(s.t, timerHeartbeat, next.What)
	return int64((next.at - vtime.AtMs(s.nowMs)) / vtime.Millisecond)
}

// answersBeat brings the answer to the heartbeat under way.
func (s *brokerHarness) answersBeat(shouldShutDown bool) {
	s.deliver(network.Controller, &protocol.BrokerHeartbeatResponse{
		Attempt: s.broker.attempt, ShouldShutDown: shouldShutDown,
	})
}

// BrokerLifecycleManager.scheduleNextCommunicationAfterFailure.
func TestTheWaitAfterAHeartbeatThatFailedDoublesUpToTheIntervalAndBeginsAnewAfterSuccess(t *testing.T) {
	s := newBeatingBroker(t)
	fails := func() int64 {
		s.acts(s.broker.loseHeartbeat)
		wait := s.beatsNext()
		s.acts(func() { s.broker.beat(event.None) })
		return wait
	}
	for _, want := range []int64{100, 200, 400, 800, 1600, 2000, 2000} {
		require.Equal(t, want, fails())
	}
	s.answersBeat(false) // the handshake of the new connection
	s.answersBeat(false)
	s.acts(func() { s.broker.beat(event.None) })
	require.EqualValues(t, 100, fails())
}

// BrokerLifecycleManager.BrokerHeartbeatResponseEvent: the controller may need a moment to move what the broker leads.
func TestABrokerThatStopsAsksOnceMoreSoonAndThenAtEveryInterval(t *testing.T) {
	s := newBeatingBroker(t)
	s.acts(func() { s.broker.stop(event.None) })
	s.answersBeat(false)
	require.EqualValues(t, 50, s.beatsNext())
	s.acts(func() { s.broker.beat(event.None) })
	asked := len(s.timers)
	require.EqualValues(t, 2000, s.beatsNext())
	s.answersBeat(false)
	require.Len(t, s.timers, asked, "the interval's is the next")
	s.answersBeat(true)
	require.True(t, s.broker.Alive(), "an answer to no heartbeat")
	s.acts(func() { s.broker.beat(event.None) })
	s.answersBeat(true)
	require.False(t, s.broker.Alive())
}

// ReplicaManager.shutdown, BrokerServer.shutdown: a process that ends in good order writes its high watermarks down,
// however long ago it did last, and leaves the file that says so.
func TestABrokerThatStopsWritesDownWhatItKnows(t *testing.T) {
	s := newBeatingBroker(t)
	s.until(startMs + 100)
	s.fetchesAs(2, 2, 0, 0, 7)
	s.fetchesAs(2, 2, 0, 1, 9)
	stopped, killed := s.broker.Clone(), s.broker.Clone()
	killed.Kill(vtime.AtMs(s.nowMs), s, event.None)
	stopped.begin(vtime.AtMs(s.nowMs), s)
	stopped.exit(event.None)
	stopped.end()
	marks := func(b *Broker) []int64 { return []int64{b.Log(0).HighWatermark(), b.Log(1).HighWatermark()} }
	require.Equal(t, []int64{0, 0}, marks(killed))
	require.Equal(t, []int64{7, 9}, marks(stopped))
	require.Equal(t, none, killed.cleanEpoch)
	require.EqualValues(t, 7, stopped.cleanEpoch)
}

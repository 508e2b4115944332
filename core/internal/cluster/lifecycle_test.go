package cluster

import (
	"slices"
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
	s.broker.epoch, s.broker.heartbeat.Connected = 7, true
	s.acts(func() { s.broker.communicate(event.None) })
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
		Attempt: s.broker.heartbeat.Attempt, ShouldShutDown: shouldShutDown,
	})
}

// lastBeat is the last heartbeat or handshake that was sent.
func (s *brokerHarness) lastBeat() *heartbeat { return lastSent[*heartbeat](&s.recorder) }

// beatsUntil moves the clock, with the timers of the heartbeats.
func (s *brokerHarness) beatsUntil(ms int64) {
	for ; s.nowMs < ms; s.until(s.nowMs + 1) {
		due := func(w waking) bool { return w.What == timerHeartbeat && w.at <= vtime.AtMs(s.nowMs+1) }
		for i := slices.IndexFunc(s.timers, due); i >= 0; i = slices.IndexFunc(s.timers, due) {
			w := s.timers[i]
			s.timers = slices.Delete(s.timers, i, i+1)
			s.broker.Wake(w.at, w.Timer, s)
			s.atOnce()
		}
	}
}

// BrokerLifecycleManager.scheduleNextCommunicationAfterFailure.
func TestAHeartbeatThatIsNotAnsweredIsFollowedByAnotherAnIntervalAfterItWasGivenUp(t *testing.T) {
	s := newBeatingBroker(t)
	first := s.lastBeat().Attempt
	s.beatsUntil(startMs + 2000)
	require.Equal(t, first, s.lastBeat().Attempt, "given up, and nothing sent")
	s.beatsUntil(startMs + 3999)
	require.Equal(t, first, s.lastBeat().Attempt)
	s.beatsUntil(startMs + 4000)
	require.True(t, s.lastBeat().Handshake, "on a new connection")
	s.answersBeat(false)
	require.False(t, s.lastBeat().Handshake)
	s.answersBeat(false)
	answered := s.lastBeat().Attempt
	s.beatsUntil(startMs + 5999)
	require.Equal(t, answered, s.lastBeat().Attempt)
	s.beatsUntil(startMs + 6000)
	require.Greater(t, s.lastBeat().Attempt, answered)
}

// NodeToControllerRequestThread.handleResponse, generateRequests.
func TestAHeartbeatWhoseConnectionIsRefusedGoesOutAgainForAnInterval(t *testing.T) {
	s := newBeatingBroker(t)
	refuse := func() { s.deliver(network.Controller, &protocol.Disconnect{Lost: s.lastBeat()}) }
	sent := []int64{}
	for ms := int64(1); ms <= 4200; ms++ {
		before := s.lastBeat().Attempt
		s.beatsUntil(startMs + ms)
		if s.lastBeat().Attempt != before {
			sent = append(sent, ms)
			require.True(t, s.lastBeat().Handshake)
		}
		if ms > 100 && s.broker.heartbeat.Flying {
			refuse()
		}
	}
	require.Equal(t, []int64{151, 201, 251}, sent[:3], "the first was lost at 101")
	last := slices.IndexFunc(sent, func(ms int64) bool { return ms >= 2000 })
	require.Equal(t, []int64{2001, 4001, 4051}, sent[last:last+3], "given up after an interval, and begun again after one")
}

// BrokerLifecycleManager.BrokerHeartbeatResponseEvent: the controller may need a moment to move what the broker leads.
func TestABrokerThatStopsAsksOnceMoreSoonAndThenAtEveryInterval(t *testing.T) {
	s := newBeatingBroker(t)
	s.acts(func() { s.broker.stop(event.None) })
	s.answersBeat(false)
	require.EqualValues(t, 50, s.beatsNext())
	s.acts(func() { s.broker.communicate(event.None) })
	asked := len(s.timers)
	require.EqualValues(t, 2000, s.beatsNext())
	s.answersBeat(false)
	require.Len(t, s.timers, asked, "the interval's is the next")
	s.answersBeat(true)
	require.True(t, s.broker.Alive(), "an answer to no heartbeat")
	s.acts(func() { s.broker.communicate(event.None) })
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

package cluster

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// client and other are two connections.
const (
	client protocol.NodeID = 7
	other  protocol.NodeID = 8
)

// begun reports whether the broker has begun to handle a request.
func (s *brokerHarness) begun(id int32) bool {
	return count(&s.recorder, func(e *event.Receive) bool { return e.Request == id && !e.Queued }) == 1
}

func (s *brokerHarness) queued(id int32) bool {
	return count(&s.recorder, func(e *event.Receive) bool { return e.Request == id && e.Queued }) == 1
}

func TestAConnectionsNextRequestWaitsForTheAnswerBefore(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	s.producesOn(client, 1, protocol.AcksAll, 1000, 1, 0)
	s.producesOn(client, 2, protocol.AcksLeader, 1000, 1, 0)
	s.producesOn(client, 3, protocol.AcksLeader, 1000, 1, 0)
	require.True(t, s.queued(2))
	require.True(t, s.queued(3))
	require.EqualValues(t, 1, s.partition().log.End(), "neither is at the log, whatever its acks")

	s.producesOn(other, 4, protocol.AcksLeader, 1000, 1, 0)
	require.Equal(t, noError, s.errors(4), "another connection goes on")

	s.fetches(2, 1)
	require.Equal(t, noError, s.errors(1))
	require.Equal(t, noError, s.errors(2))
	require.Equal(t, noError, s.errors(3))
	require.EqualValues(t, 2, s.answer(2).Results[0].BaseOffset, "what waits comes in its order")
	require.EqualValues(t, 3, s.answer(3).Results[0].BaseOffset)
	busy := func(c connection) bool { return c.current != nil }
	require.False(t, slices.ContainsFunc(s.broker.connections, busy), "nobody is kept waiting")
}

func TestARequestThatTimesOutLetsTheNextIn(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	s.producesOn(client, 1, protocol.AcksAll, 1000, 1, 0)
	s.producesOn(client, 2, protocol.AcksAll, 500, 1, 0)
	s.until(startMs + 1000)
	require.Equal(t, timedOut, s.errors(1))
	require.True(t, s.begun(2))
	s.until(startMs + 1499)
	require.Nil(t, s.answer(2), "its own time begins when it is handled")
	s.until(startMs + 1500)
	require.Equal(t, timedOut, s.errors(2))
}

func TestWithoutAcksTheNextRequestComesAfterTheWork(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	s.broker.config.AppendTime = 2 * vtime.Millisecond
	s.producesOn(client, 1, protocol.AcksNone, 1000, 1, 0)
	s.producesOn(client, 2, protocol.AcksLeader, 1000, 1, 0)
	s.until(startMs + 2)
	require.EqualValues(t, 1, s.partition().log.End())
	require.True(t, s.begun(2))
	s.until(startMs + 4)
	require.Equal(t, noError, s.errors(2))
	require.Nil(t, s.answer(1))
}

func TestWithoutAcksAnErrorClosesTheConnectionAndDropsWhatWaits(t *testing.T) {
	s := ledElsewhere(t)
	s.broker.config.AppendTime = 2 * vtime.Millisecond
	s.producesOn(client, 1, protocol.AcksNone, 1000, 1, 0, 1)
	s.producesOn(client, 2, protocol.AcksNone, 1000, 1, 0)
	s.producesOn(other, 3, protocol.AcksLeader, 1000, 1, 0)
	s.until(startMs + 10)
	require.True(t, s.answer(1).Closed)
	require.Empty(t, s.answer(1).Results, "nobody is told which partition it was")
	require.False(t, s.begun(2))
	require.Equal(t, noError, s.errors(3), "another connection is not concerned")
	require.EqualValues(t, 2, s.partition().log.End(), "what the other partition took stays")
	lost := count(&s.recorder, func(e *event.Response) bool { return e.Request == 2 && e.ConnectionClosed })
	require.Equal(t, 1, lost, "what waited is told of as lost")
	s.producesOn(client, 4, protocol.AcksLeader, 1000, 1, 0)
	s.until(startMs + 20)
	require.False(t, s.begun(4), "what was on the wire comes to a closed connection")
	s.deliver(client, &protocol.ProduceRequest{
		ID: 5, Connection: 1, Acks: protocol.AcksLeader, TimeoutMs: 1000,
		Partitions: []protocol.ProduceData{{Records: make([]protocol.Record, 1)}},
	})
	s.until(startMs + 30)
	require.Equal(t, noError, s.errors(5), "the client's next connection begins afresh")
}

// closesAfter sends requests with these acks on one connection, which the client then closes, and returns how many of
// them the broker has begun to handle when nothing is left to do.
func (s *brokerHarness) closesAfter(acks ...protocol.Acks) (begun int) {
	for i, a := range acks {
		s.producesOn(client, int32(i+1), a, 1000, 1, 0)
	}
	s.deliver(client, &protocol.Close{})
	for range acks {
		s.until(s.nowMs + 10)
		s.fetches(2, s.partition().log.End())
	}
	for i := range acks {
		if s.begun(int32(i + 1)) {
			begun++
		}
	}
	return begun
}

func TestAClosedConnectionBringsOneOfTheRequestsBehindTheOneBeingHandled(t *testing.T) {
	const all, leader, no = protocol.AcksAll, protocol.AcksLeader, protocol.AcksNone
	for _, test := range []struct {
		name  string
		acks  []protocol.Acks
		begun int
	}{
		{"acks=1", []protocol.Acks{leader, leader, leader, leader}, 2},
		{"acks=all", []protocol.Acks{all, all, all, all}, 2},
		{"nothing behind", []protocol.Acks{all}, 1},
		{"one behind", []protocol.Acks{all, leader}, 2},
		{"without answers nothing shows that nobody is there", []protocol.Acks{no, no, no, no}, 4},
		{"only answers count", []protocol.Acks{no, all, no, leader, leader}, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
			s.broker.config.AppendTime = 2 * vtime.Millisecond
			require.Equal(t, test.begun, s.closesAfter(test.acks...))
			require.EqualValues(t, test.begun, s.partition().log.End())
			for i := test.begun; i < len(test.acks); i++ {
				id := int32(i + 1)
				lost := count(&s.recorder, func(e *event.Response) bool { return e.Request == id && e.ConnectionClosed })
				require.Equal(t, 1, lost, "request %d is lost with the connection", id)
			}
		})
	}
}

func TestWhatComesOnAClosedConnectionThatIsAtRestIsLost(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	s.producesOn(client, 1, protocol.AcksLeader, 1000, 1, 0)
	s.deliver(client, &protocol.Close{})
	s.producesOn(client, 2, protocol.AcksLeader, 1000, 1, 0)
	require.True(t, s.begun(1))
	require.False(t, s.begun(2))
}

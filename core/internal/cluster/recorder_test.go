package cluster

import (
	"testing"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// recorder is a node's world in a test (network.Effects): it keeps what the node emits, sends and wants to be woken
// for, and brings nothing about.
type recorder struct {
	t        *testing.T
	nowMs    int64
	events   []event.Event
	messages []network.Message
	extra    []vtime.Duration // beside the link's latency, of each fetch
	timers   []waking
	requests int32
	hungUp   int // how often all connections were closed
}

type waking struct {
	at vtime.Time
	network.Timer
}

// Emit numbers an event and keeps it.
func (r *recorder) Emit(cause int32, body event.Body) int32 {
	n := int32(len(r.events))
	r.events = append(r.events, event.Event{N: n, Cause: cause, T: vtime.AtMs(r.nowMs), Body: body})
	return n
}

// Send keeps a message.
func (r *recorder) Send(m network.Message, extra vtime.Duration) vtime.Time {
	r.messages = append(r.messages, m)
	if _, fetch := m.Body.(*protocol.FetchRequest); fetch {
		r.extra = append(r.extra, extra)
	}
	return vtime.AtMs(r.nowMs) + extra
}

// NextRequest counts.
func (r *recorder) NextRequest() int32 {
	r.requests++
	return r.requests
}

// Wake keeps a timer.
func (r *recorder) Wake(at vtime.Time, t network.Timer) { r.timers = append(r.timers, waking{at, t}) }

// Life is the first there is, of every broker.
func (r *recorder) Life(protocol.NodeID) int32 { return network.FirstLife }

// HangUp counts.
func (r *recorder) HangUp(protocol.NodeID, int32) { r.hungUp++ }

// emitted is every event of one kind so far.
func emitted[B event.Body](r *recorder) (list []B) {
	for _, e := range r.events {
		if body, is := e.Body.(B); is {
			list = append(list, body)
		}
	}
	return list
}

// count is the number of events of one kind that is holds for.
func count[B event.Body](r *recorder, is func(B) bool) (n int) {
	for _, body := range emitted[B](r) {
		if is(body) {
			n++
		}
	}
	return n
}

// sent is every message of one kind so far.
func sent[B protocol.Body](r *recorder) (list []B) {
	for _, m := range r.messages {
		if body, is := m.Body.(B); is {
			list = append(list, body)
		}
	}
	return list
}

// lastSent is the newest of them.
func lastSent[B protocol.Body](r *recorder) B {
	list := sent[B](r)
	return list[len(list)-1]
}

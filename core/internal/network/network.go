// Package network is what lies between nodes: how long a message travels, and the terms in which a node speaks to
// whoever schedules it. A node takes a message or a timer of its own and answers through Effects; it never sees a
// queue.
//
// It models links with one latency for all. Loss and cuts, per direction, come with the brokers that die.
package network

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Controller is the node id of the controller. Brokers are 1..N, producers N+1.., and the connection of raw request r
// is node -r: each has one of its own.
const Controller protocol.NodeID = 0

// Message is a body on its way between two nodes.
type Message struct {
	From, To protocol.NodeID
	Body     protocol.Body
	Cause    int32 // the event that made From send it
	Sent     vtime.Time
}

// Timer is a node's own wake-up call. What and Arg mean something to that node alone.
type Timer struct {
	Node  protocol.NodeID
	What  uint8
	Arg   int32
	Body  protocol.Body // what the timer is about, where it is about a message
	Cause int32
}

// Effects is how a node acts on the world while it handles a message or a timer.
type Effects interface {
	// Emit records e, fills in its number and time, and returns the number.
	Emit(e event.Event) int32
	// Send puts m on its way and returns when it arrives; it takes extra beside the link's latency.
	Send(m Message, extra vtime.Duration) vtime.Time
	// NextRequest numbers a new produce request.
	NextRequest() int32
	// Wake calls the node back at the instant given, never before what is already scheduled for it.
	Wake(at vtime.Time, t Timer)
}

// Links is the latency of every link.
type Links struct {
	Latency vtime.Duration
}

// Transit is how long a message travels between two nodes.
func (l Links) Transit(from, to protocol.NodeID) vtime.Duration {
	if from == to {
		return 0
	}
	return l.Latency
}

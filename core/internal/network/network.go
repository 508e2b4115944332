// Package network is what lies between nodes: how long a message travels, which directions are cut, and the interface
// between a node and its scheduler. A node takes a message or a timer of its own and answers through Effects; it never
// sees a queue.
//
// It models connections as TCP has them, as far as a learner can tell: what is sent on one connection arrives in order;
// a cut direction drops what is sent without telling anyone; and once both directions are open, the connections that
// lost something are reset. It leaves out bandwidth and retransmission.
package network

import (
	"iter"
	"math"
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Controller is the node id of the controller. Brokers are 1..N, producers N+1.., consumers after them, and the
// connection of raw request r is node -r: each has one of its own.
const Controller protocol.NodeID = 0

// Admin is the node id of the administrator's client, below those of all raw requests. It waits for answers, and acts
// on none.
const Admin protocol.NodeID = math.MinInt32

// FirstLife is the life of a process that is there at time 0.
const FirstLife int32 = 1

// Message is a body on its way between two nodes.
type Message struct {
	From, To protocol.NodeID
	Body     protocol.Body
	Cause    int32 // the event that made From send it
	Sent     vtime.Time
	// Life is the life of To that it is for: a connection does not outlive a process. An answer is for the life that
	// asked, and a message on a connection is for the life that it leads to; 0: a new connection, to whatever life is
	// there.
	Life int32
	// FromLife is the life of From that sent it. The sender's scheduler sets it.
	FromLife int32
}

// Asker returns the node that waits for the outcome: the sender of a request, or the receiver of an answer.
func (m *Message) Asker() protocol.NodeID {
	switch m.Body.(type) {
	case *protocol.ProduceRequest, *protocol.FetchRequest, *protocol.AlterPartitionRequest, *protocol.MetadataRequest,
		*protocol.BrokerRegistrationRequest, *protocol.BrokerHeartbeatRequest, *protocol.ConsumerFetchRequest,
		*protocol.Handshake, *protocol.InitProducerIDRequest, *protocol.DeleteRecordsRequest:
		return m.From
	}
	return m.To
}

// ConnectionOf returns which of a client's connections a message travels on, by the client's own numbers; false: it is
// about all of them, or it travels on none that is numbered.
func ConnectionOf(body protocol.Body) (number int32, known bool) {
	switch b := body.(type) {
	case *protocol.ProduceRequest:
		return b.Connection, true
	case *protocol.ProduceResponse:
		return b.Connection, true
	case *protocol.Handshake:
		return b.Connection, true
	case *protocol.HandshakeResponse:
		return b.Connection, true
	case *protocol.MetadataRequest:
		return b.Connection, true
	case *protocol.Metadata:
		return b.Connection, true
	case *protocol.InitProducerIDRequest:
		return b.Connection, true
	case *protocol.InitProducerIDResponse:
		return b.Connection, true
	case *protocol.Close:
		return b.Connection, true
	}
	return 0, false
}

// Timer is a node's own wake-up call. What and Arg mean something to that node alone.
type Timer struct {
	Node  protocol.NodeID
	What  uint8
	Arg   int32
	Body  protocol.Body // what the timer is about, where it is about a message
	Cause int32
	Life  int32 // of the node: a process that has ended takes its timers along
}

// Effects is what a node can do while it handles a message or a timer.
type Effects interface {
	// Emit records what has happened now, and the event that caused it (event.None for none), and returns the number of
	// the new event. The body must not be changed afterwards.
	Emit(cause int32, body event.Body) int32
	// Send puts m on its way and returns when it arrives, or would if it were not lost; it takes extra beside the
	// link's latency.
	Send(m Message, extra vtime.Duration) vtime.Time
	// NextRequest numbers a new produce request.
	NextRequest() int32
	// Wake calls the node back at the instant given, never before what is already scheduled for it.
	Wake(at vtime.Time, t Timer)
	// HangUp closes every connection of a node: its peers learn of it after the latency.
	HangUp(node protocol.NodeID, cause int32)
	// Life returns which life of a node a connection made now leads to; 0 for a node that has one life only.
	Life(node protocol.NodeID) int32
}

// Links is every direction between two nodes: the latency of all, and what is different about some.
type Links struct {
	Latency vtime.Duration
	lost    int // messages in all directions
	changed []direction
	silent  []silence
}

// silence is the connections of a producer to a broker that have died without a word, as when a firewall has forgotten
// them: nothing on them arrives, either way.
type silence struct {
	client, broker protocol.NodeID
	last           int32 // the newest of them
	newer          bool  // the client has opened another
	told           bool  // somebody's system has begun to send again what was not acknowledged
}

// GivesUp is how long a system sends again what is not acknowledged, before it ends the connection: Linux, with its
// net.ipv4.tcp_retries2 of 15. Keep-alive probes, after two hours, are left out.
const GivesUp = 924_600 * vtime.Millisecond

// Silence has the connections die that a client has to a broker, up to the one of a number.
func (l *Links) Silence(client, broker protocol.NodeID, last int32) {
	l.silent = append(l.silent, silence{client: client, broker: broker, last: last})
}

// silenced returns the silence that a message is lost in; nil: none.
func (l *Links) silenced(m *Message) *silence {
	for i := range l.silent {
		s := &l.silent[i]
		if (s.client != m.From || s.broker != m.To) && (s.client != m.To || s.broker != m.From) {
			continue
		}
		body := m.Body
		end, ends := body.(*protocol.Disconnect)
		if ends {
			body = end.Lost
		}
		number, known := ConnectionOf(body)
		s.newer = s.newer || known && number > s.last
		if known && number <= s.last || !known && ends && !s.newer {
			return s
		}
	}
	return nil
}

// Unacknowledged returns what the sender of a message is told after GivesUp, when it was lost in silence and is the
// first; false: nothing.
func (l *Links) Unacknowledged(m *Message) (told Message, tells bool) {
	s := l.silenced(m)
	number := int32(0)
	if s != nil {
		number, tells = ConnectionOf(m.Body)
	}
	if !tells || s.told {
		return told, false
	}
	s.told = true
	told = Message{From: m.To, To: m.From, Life: m.FromLife, FromLife: m.Life, Cause: m.Cause, Sent: m.Sent + GivesUp}
	told.Body = &protocol.Close{Connection: number}
	if m.From == s.client {
		told.Body = &protocol.Disconnect{Lost: told.Body}
	}
	return told, true
}

// direction is one way between two nodes that a script has changed.
type direction struct {
	from, to protocol.NodeID
	latency  vtime.Duration
	down     bool
	lost     []Message  // since it was cut
	newest   int32      // the newest connection on which something was sent here
	busy     vtime.Time // when the last of what was sent on that one arrives
}

// inOrder returns when a message arrives that would do so at an instant, if nothing were ahead of it: one connection
// keeps its order, also when its latency falls, and another waits for none of it. Of those that a client has had to
// this node only the newest matters, since nothing but a late answer comes on one that it has given up. The end of a
// process comes after all that it has sent (FIN); a refused connection does not wait (RST).
func (d *direction) inOrder(m *Message, arrives vtime.Time) vtime.Time {
	if end, is := m.Body.(*protocol.Disconnect); is && end.Lost == nil {
		return max(arrives, d.busy)
	}
	number, known := ConnectionOf(m.Body)
	if !known || number < d.newest {
		return arrives
	}
	if number == d.newest {
		arrives = max(arrives, d.busy)
	}
	d.newest, d.busy = number, arrives
	return arrives
}

// Clone returns an independent copy.
func (l Links) Clone() Links {
	l.changed, l.silent = slices.Clone(l.changed), slices.Clone(l.silent)
	for i := range l.changed {
		l.changed[i].lost = slices.Clone(l.changed[i].lost)
	}
	return l
}

func (l *Links) find(from, to protocol.NodeID) *direction {
	for i := range l.changed {
		if d := &l.changed[i]; d.from == from && d.to == to {
			return d
		}
	}
	return nil
}

func (l *Links) direction(from, to protocol.NodeID) *direction {
	if d := l.find(from, to); d != nil {
		return d
	}
	l.changed = append(l.changed, direction{from: from, to: to, latency: l.Latency})
	return &l.changed[len(l.changed)-1]
}

// Transit returns how long a message travels between two nodes.
func (l *Links) Transit(from, to protocol.NodeID) vtime.Duration {
	if from == to {
		return 0
	}
	if d := l.find(from, to); d != nil {
		return d.latency
	}
	return l.Latency
}

// Down reports whether a direction is cut.
func (l *Links) Down(from, to protocol.NodeID) bool {
	d := l.find(from, to)
	return d != nil && d.down
}

// Carry returns when a message sent now arrives; false when it is lost on the way.
func (l *Links) Carry(m *Message, extra vtime.Duration) (vtime.Time, bool) {
	arrives := m.Sent + l.Transit(m.From, m.To) + extra
	if l.silenced(m) != nil {
		return arrives, false
	}
	d := l.find(m.From, m.To)
	if d == nil {
		return arrives, true
	}
	if d.down {
		d.lost = append(d.lost, *m)
		l.lost++
		return arrives, false
	}
	return d.inOrder(m, arrives), true
}

// Watch begins to keep order on a direction that is about to change for the first time; underWay yields everything
// that is on its way anywhere, and when it arrives. Before that order is kept by itself, for all takes the same time.
func (l *Links) Watch(from, to protocol.NodeID, underWay iter.Seq2[vtime.Time, Message]) {
	if l.find(from, to) != nil {
		return
	}
	d := l.direction(from, to)
	for at, m := range underWay {
		if m.From == from && m.To == to {
			d.inOrder(&m, at)
		}
	}
}

// SetLatency makes what is sent from now on travel so long.
func (l *Links) SetLatency(from, to protocol.NodeID, latency vtime.Duration) {
	l.direction(from, to).latency = latency
}

// Cut makes a direction drop what is sent.
func (l *Links) Cut(from, to protocol.NodeID) { l.direction(from, to).down = true }

// Heal lets messages through again and returns those whose connections are to be reset: what was lost in either
// direction, once both are open. While the other direction is cut no reset gets through, and nothing is returned.
func (l *Links) Heal(from, to protocol.NodeID) (lost []Message) {
	l.direction(from, to).down = false
	if l.Down(to, from) {
		return nil
	}
	for _, d := range []*direction{l.find(to, from), l.find(from, to)} {
		if d != nil {
			lost, d.lost = append(lost, d.lost...), nil
		}
	}
	l.lost -= len(lost)
	return lost
}

// Lost returns how many messages were lost in directions that are still cut.
func (l *Links) Lost() int { return l.lost }

// Differs reports whether a direction has not this latency, or, as down says, is not cut or open.
func (l *Links) Differs(from, to protocol.NodeID, latency vtime.Duration, down bool) bool {
	return l.Transit(from, to) != latency || l.Down(from, to) != down
}

// Changed yields every direction that has been changed, in the order of the first changes.
func (l *Links) Changed(yield func(from, to protocol.NodeID) bool) {
	for i := range l.changed {
		if !yield(l.changed[i].from, l.changed[i].to) {
			return
		}
	}
}

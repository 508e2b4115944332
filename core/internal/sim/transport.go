package sim

import (
	"cmp"

	"highwater/core/internal/cluster"
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/order"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// How messages and timers reach their nodes: over links that may be cut, and into processes that may be dead or frozen.

// frozen is a frozen process. What arrives for it is kept: its timers and the messages in its sockets. They are told
// apart by their node, the controller or a broker.
type frozen struct {
	still bool
	since vtime.Time
	held  []happening
}

// Life returns which life of a node a connection made now leads to; 0: it has one life only.
func (m *Sim) Life(id protocol.NodeID) int32 {
	if b := m.Broker(id); b != nil {
		return b.Life()
	}
	if id == network.Controller {
		return m.controller.Life()
	}
	return 0
}

// Send puts a message on its way. A cut link drops it silently.
func (m *Sim) Send(msg network.Message, extra vtime.Duration) vtime.Time {
	msg.Sent, msg.FromLife = m.now, m.Life(msg.From)
	if msg.Life == 0 {
		msg.Life = m.Life(msg.To)
	}
	arrives, carried := m.links.Carry(&msg, extra)
	if carried {
		*m.queue.Add(arrives) = happening{Message: msg}
	} else if told, tells := m.links.Unacknowledged(&msg); tells {
		*m.queue.Add(told.Sent) = happening{Message: told}
	}
	return arrives
}

// HangUp closes every connection of a node: every other live node is told. The controller has none with clients.
func (m *Sim) HangUp(node protocol.NodeID, cause int32) {
	peers := m.layout.Brokers + 1
	if node != network.Controller {
		peers += len(m.clients) + len(m.consumers)
	}
	for id := range protocol.NodeID(peers) {
		if id != node {
			m.Send(network.Message{From: node, To: id, Body: &protocol.Disconnect{}, Cause: cause}, 0)
		}
	}
}

// take lets a message arrive or a timer fire, unless its process is frozen: then it waits there.
func (m *Sim) take(h *happening) {
	if id := h.To; m.Frozen(id) {
		if opens, ok := h.Body.(*protocol.Handshake); ok && !opens.Versions && !h.timer {
			m.accept(&h.Message)
			return
		}
		m.frozen[id].held = append(m.frozen[id].held, *h)
		m.held++
		if !h.timer {
			m.tellReceived(&h.Message)
		}
		return
	}
	if h.timer {
		m.wake(h)
	} else {
		m.deliver(&h.Message)
	}
}

// accept opens a connection to a frozen process: its operating system does that.
func (m *Sim) accept(msg *network.Message) {
	h := msg.Body.(*protocol.Handshake)
	m.Send(network.Message{
		From: msg.To, To: msg.From, Body: &protocol.HandshakeResponse{Connection: h.Connection}, Cause: msg.Cause,
	}, 0)
}

// tellReceived reports a request that has reached the socket of a frozen process.
func (m *Sim) tellReceived(msg *network.Message) {
	if r, ok := msg.Body.(*protocol.ProduceRequest); ok {
		m.Emit(msg.Cause, &event.Receive{Request: r.ID, Broker: msg.To, Queued: true})
	}
}

func (m *Sim) deliver(msg *network.Message) {
	switch b := m.Broker(msg.To); {
	case b != nil:
		if !b.Alive() || b.Life() != msg.Life || m.closedTo(msg) {
			m.bounce(msg)
			return
		}
		b.Receive(m.now, msg, m)
	case msg.To == network.Controller:
		deliverToController(m, msg)
	case msg.To < 0: // the answer to a raw request: no node acts on it
	default:
		if producer, consumer := m.Client(msg.To); consumer < 0 {
			m.clients[producer].Receive(m.now, msg, m)
		} else {
			m.consumers[consumer].Receive(m.now, msg, m)
		}
	}
}

// deliverToController hands the controller a message. What an admin tool asks is tried again until there is one.
func deliverToController(m *Sim, msg *network.Message) {
	ask, admin := msg.Body.(*protocol.AdminRequest)
	switch c := m.controller; {
	case !c.Alive() && admin:
		m.asked = append(m.asked, *msg)
	case admin:
		administer(m, m.script.Steps[ask.Step].Action, msg.Cause)
	case !c.Alive() || c.Life() != msg.Life:
		m.bounce(msg)
	default:
		c.Receive(m.now, msg, m)
	}
}

// closedTo reports whether a broker that is coming up refuses a message: it takes requests once it knows the metadata.
func (m *Sim) closedTo(msg *network.Message) bool {
	if m.Broker(msg.To).Serving() {
		return false
	}
	switch msg.Body.(type) {
	case *protocol.ProduceRequest, *protocol.FetchRequest, *protocol.ConsumerFetchRequest, *protocol.Handshake,
		*protocol.MetadataRequest, *protocol.InitProducerIDRequest, *protocol.DeleteRecordsRequest:
		return true
	}
	return false
}

// bounce handles a message to a dead process: the node that waits for an answer sees its connection closed, unless the
// whole machine is off, or the way back is cut. A signal to the process is dropped.
func (m *Sim) bounce(msg *network.Message) {
	if b := m.Broker(msg.To); b != nil && b.PoweredOff() || msg.Asker() != msg.From || msg.From == msg.To {
		return
	}
	switch r := msg.Body.(type) {
	case *protocol.ProduceRequest:
		if msg.From < 0 {
			m.Emit(msg.Cause, &event.Response{Request: r.ID, Broker: msg.To, ConnectionClosed: true})
			return
		}
	case *protocol.DeleteRecordsRequest:
		m.Emit(msg.Cause, &event.DeleteRecordsResponse{Partition: r.Partition, Broker: msg.To, ConnectionClosed: true})
		return
	}
	m.Send(network.Message{
		From: msg.To, To: msg.From, Life: msg.FromLife, Body: &protocol.Disconnect{Lost: msg.Body}, Cause: msg.Cause,
	}, 0)
}

func (m *Sim) wake(h *happening) {
	switch b := m.Broker(h.To); {
	case b != nil:
		if b.Alive() && b.Life() == h.Life {
			b.Wake(m.now, h.asTimer(), m)
		}
	case h.To == network.Controller:
		if m.controller.Alive() && m.controller.Life() == h.Life {
			m.controller.Wake(m.now, h.asTimer(), m)
		}
	default:
		switch producer, consumer := m.Client(h.To); {
		case consumer < 0 && h.what == timerLook:
			m.waits.look(m, h.arg, h.Cause)
		case consumer < 0:
			m.clients[producer].Wake(m.now, m, h.Cause)
		default:
			m.consumers[consumer].Wake(m.now, h.asTimer(), m)
		}
	}
}

// freeze stops a process where it is.
func (m *Sim) freeze(id protocol.NodeID, cause int32) {
	m.frozen[id].still, m.frozen[id].since = true, m.now
	emitProcess(m, id, event.Frozen, cause)
}

// emitProcess reports what becomes of the process of a broker, or of the controller.
func emitProcess(m *Sim, id protocol.NodeID, state event.ProcessState, cause int32) int32 {
	if id == network.Controller {
		return m.Emit(cause, &event.Controller{State: state})
	}
	return m.Emit(cause, &event.Process{Broker: id, State: state})
}

// thaw lets a process go on. Everything that waits there happens at this instant, before anything that it causes. The
// order is
//
//  1. timers that are overdue; of the controller that is the stale check, which fences one broker whose heartbeats wait
//     in its sockets (in recordings of long freezes it nearly always came first);
//  2. the fetch of the metadata that goes out anew, so news is at least a round trip away (cluster.Broker.Resume,
//     cluster.ResumeController);
//  3. what came on connections that were open, in order of arrival: one poll finds it all (Selector.poll);
//  4. what came on connections that the process has not seen yet: the system has accepted them, but the acceptor must
//     hand each to a network thread first (SocketServer.Acceptor.acceptNewConnections,
//     Processor.configureNewConnections). In a real broker that is a head start and no more.
func (m *Sim) thaw(id protocol.NodeID, cause int32) {
	held, stood := m.frozen[id].held, m.now-m.frozen[id].since
	m.frozen[id] = frozen{}
	m.held -= len(held)
	cause = emitProcess(m, id, event.Thawed, cause)
	m.release(held, func(h *happening) bool { return h.timer })
	if id == network.Controller {
		cluster.ResumeController(m.controller, m.now, stood, m)
	} else {
		m.brokers[id-1].Resume(m.now, stood, fullest(held), m, cause)
	}
	m.release(held, func(h *happening) bool { return !h.timer && h.From >= 0 })
	m.release(held, func(h *happening) bool { return !h.timer && h.From < 0 })
}

// fullest returns how many produce requests lie on the connection that has the most of them.
func fullest(held []happening) (most int) {
	var on []int64 // the connection of each
	for i := range held {
		if r, is := held[i].Body.(*protocol.ProduceRequest); is && !held[i].timer {
			on = append(on, int64(held[i].From)<<32|int64(r.Connection))
		}
	}
	on = order.Stable(on, func(a, b *int64) int { return cmp.Compare(*a, *b) })
	for first, i := 0, 0; i < len(on); i++ {
		if on[i] != on[first] {
			first = i
		}
		most = max(most, i-first+1)
	}
	return most
}

// release lets what a process has kept of one kind happen now.
func (m *Sim) release(held []happening, of func(*happening) bool) {
	for i := range held {
		if of(&held[i]) {
			*m.queue.Add(m.now) = held[i]
		}
	}
}

// melt drops what a frozen process kept, after it has died. The messages in its sockets bounce.
func (m *Sim) melt(id protocol.NodeID) {
	held := m.frozen[id].held
	m.frozen[id] = frozen{}
	m.held -= len(held)
	for _, h := range held {
		*m.queue.Add(m.now) = h
	}
}

// link changes one direction between two nodes. When it is up again, connections that lost something are reset: the
// nodes that wait on them are told.
func (m *Sim) link(a script.Link, cause int32) {
	m.links.Watch(a.From, a.To, m.UnderWay)
	if a.Silent {
		client, broker := max(a.From, a.To), min(a.From, a.To)
		producer, _ := m.Client(client)
		m.links.Silence(client, broker, m.clients[producer].Newest(broker))
	}
	if a.Latency >= 0 {
		m.links.SetLatency(a.From, a.To, a.Latency)
	}
	switch a.Up {
	case script.No:
		m.links.Cut(a.From, a.To)
	case script.Yes:
		for _, lost := range m.links.Heal(a.From, a.To) {
			m.reset(lost, cause)
		}
	}
}

// reset handles a message that a cut link has dropped: both ends of its connection see it closed. The life that waits
// for an answer is told which one, if it is alive; a broker sees that a client's connection has ended.
func (m *Sim) reset(lost network.Message, cause int32) {
	lost.Sent, lost.Cause = m.now, cause
	switch lost.Body.(type) {
	case *protocol.Disconnect, *protocol.Close:
		*m.queue.Add(m.now) = happening{Message: lost}
		return
	}
	told := lost
	told.Body = &protocol.Disconnect{Lost: lost.Body}
	if lost.Asker() == lost.From {
		told.From, told.To, told.Life, told.FromLife = lost.To, lost.From, lost.FromLife, lost.Life
	}
	*m.queue.Add(m.now) = happening{Message: told}
	if number, known := network.ConnectionOf(lost.Body); known && m.Broker(told.From) != nil {
		told.From, told.To, told.Life, told.FromLife = told.To, told.From, told.FromLife, told.Life
		told.Body = &protocol.Close{Connection: number}
		*m.queue.Add(m.now) = happening{Message: told}
	}
}

// linkDiffers reports whether a link step would change anything.
func (m *Sim) linkDiffers(a script.Link) bool {
	latency, down := a.Latency, m.links.Down(a.From, a.To)
	if latency < 0 {
		latency = m.links.Transit(a.From, a.To)
	}
	if a.Up != script.Unset {
		down = a.Up == script.No
	}
	return a.Silent || m.links.Differs(a.From, a.To, latency, down)
}

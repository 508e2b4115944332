package producer

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// completion is the result of a request: an answer, or none because the connection is gone, in which case error tells
// why (ClientResponse).
type completion struct {
	flight flight
	node   protocol.NodeID
	error  protocol.Error // None, NetworkException or RequestTimedOut
	answer protocol.Body
	cause  int32
}

// send sends on a connection, or opens it.
func (c *Client) send(k *connection, body protocol.Body, cause int32) {
	c.fx.Send(network.Message{From: c.node, To: k.peer, Life: k.life, Body: body, Cause: cause}, 0)
}

// updateDue reports whether metadata are to be asked for now.
func (c *Client) updateDue() bool { return !c.updating && c.timeToUpdate() == 0 }

// maybeUpdate asks for metadata if that is due, and returns how long nothing is to be done about them
// (NetworkClient.DefaultMetadataUpdater.maybeUpdate).
func (c *Client) maybeUpdate() int64 {
	wait := c.timeToUpdate()
	if c.updating {
		wait = max(wait, c.config.RequestTimeoutMs)
	}
	if wait > 0 {
		return wait
	}
	if c.updating && !c.asksOnceMore(c.nowMs) {
		return 1
	}
	node, ok, usable := c.leastLoaded()
	if !usable {
		c.bootstrap()
		node, ok, _ = c.leastLoaded()
	}
	switch {
	case !ok:
		return c.config.ReconnectBackoffMs
	case c.canSend(node):
		topics, partial := c.newMetadataRequest()
		c.session++
		c.depart(node, flight{
			what: metadataRequest, id: c.session, answered: true, cause: c.because,
			topics: topics, partial: partial, version: c.metadata.requestVersion,
		})
		c.updating = true
		return c.config.RequestTimeoutMs
	case slices.ContainsFunc(c.metadata.nodes, c.isConnecting):
		return c.config.ReconnectBackoffMs
	case c.canConnect(node):
		c.connect(node)
		return c.config.ReconnectBackoffMs
	}
	return never
}

// write writes what waits for its socket. It reports whether there was anything, and whether that ended a request
// without an answer.
func (c *Client) write() (wrote, freed bool) {
	for i := range c.connections {
		k := &c.connections[i]
		if k.held {
			continue
		}
		for j := range k.flights {
			if f := &k.flights[j]; !f.written {
				f.written = true
				wrote, freed = true, freed || !f.answered
				c.writeFlight(k, f)
			}
		}
	}
	return wrote, freed
}

func (c *Client) writeFlight(k *connection, f *flight) {
	var body protocol.Body
	switch f.what {
	case produceRequest:
		f.id = c.fx.NextRequest()
		body = c.produceRequest(k, f)
	case metadataRequest:
		body = &protocol.MetadataRequest{AtOnce: true, Session: f.id, Connection: k.number}
	case versionsRequest:
		body = &protocol.Handshake{Connection: k.number, Versions: true}
	case initRequest:
		body = &protocol.InitProducerIDRequest{Session: f.id, Connection: k.number}
	}
	k.activeMs = c.nowMs
	c.send(k, body, f.cause)
}

// afterPoll does what the network client does after a sleep: it handles what was written, received, closed, idle and
// timed out, in this order, and then completes the ended requests (NetworkClient.poll).
func (c *Client) afterPoll() {
	done := c.takeWritten(c.scratch.done[:0])
	if len(c.arrived) > 0 {
		done = c.takeArrived(done)
	}
	if i := c.idle.tooIdle(c.connections, c.config.ConnectionsMaxIdleMs, c.nowMs); i >= 0 {
		c.send(&c.connections[i], &protocol.Close{Connection: c.connections[i].number}, c.because)
		done = c.disconnect(i, protocol.NetworkException, c.because, done)
	}
	for i := range c.connections {
		c.askVersions(&c.connections[i])
	}
	for i := range c.connections {
		if k := &c.connections[i]; k.state == connecting && c.nowMs-k.lastAttemptMs > k.setupMs {
			done = c.disconnect(i, protocol.RequestTimedOut, noCause, done)
		}
	}
	for i := range c.connections {
		if c.connections[i].anyLate(c) {
			done = c.disconnect(i, protocol.RequestTimedOut, noCause, done)
		}
	}
	for i := range done {
		c.complete(&done[i])
	}
	c.scratch.done = done
}

// anyLate reports whether a request on the connection has waited for too long.
func (k *connection) anyLate(c *Client) bool {
	for i := range k.flights {
		if c.timedOut(&k.flights[i]) {
			return true
		}
	}
	return false
}

// takeWritten ends the requests that have no answer, once they are written.
func (c *Client) takeWritten(done []completion) []completion {
	for i := range c.connections {
		k := &c.connections[i]
		for j := 0; j < len(k.flights); {
			f := &k.flights[j]
			if !f.written || f.answered {
				j++
				continue
			}
			done = append(done, completion{flight: *f, node: k.node, cause: f.cause})
			k.flights = slices.Delete(k.flights, j, j+1)
		}
	}
	return done
}

// takeArrived handles what has arrived: one answer per connection, since a poll reads no more, then closed and new
// connections.
func (c *Client) takeArrived(done []completion) []completion {
	arrived := c.arrived
	c.arrived, c.scratch.arrived = c.scratch.arrived[:0], arrived
	read := append(c.scratch.read[:0], make([]bool, len(c.connections))...)
	c.scratch.read = read
	var closed []network.Message
	for i := range arrived {
		m := &arrived[i]
		if _, closes := closing(m.Body); closes {
			closed = append(closed, *m)
			continue
		}
		i := c.concerned(m)
		switch {
		case i < 0:
		case read[i]:
			c.arrived = append(c.arrived, *m)
		default:
			read[i] = true
			done = c.takeAnswer(&c.connections[i], m, done)
		}
	}
	for _, m := range closed {
		if slices.ContainsFunc(c.arrived, func(a network.Message) bool { return a.From == m.From }) {
			c.arrived = append(c.arrived, m) // What came before it is read first.
			continue
		}
		done = c.takeClose(m, done)
	}
	return done
}

// closing reports whether a message means the end of a connection, and of which; below 0: of all to its sender.
func closing(body protocol.Body) (number int32, closes bool) {
	switch b := body.(type) {
	case *protocol.ProduceResponse:
		return b.Connection, b.Closed
	case *protocol.Disconnect:
		if number, known := network.ConnectionOf(b.Lost); known {
			return number, true
		}
		return -1, true
	}
	return 0, false
}

// concerned returns the index of the connection that an answer comes on; -1: none of the present ones.
func (c *Client) concerned(m *network.Message) int {
	h, shakes := m.Body.(*protocol.HandshakeResponse)
	for i := range c.connections {
		k := &c.connections[i]
		if k.peer != m.From {
			continue
		}
		if shakes && k.number == h.Connection || !shakes && k.awaits(m.Body) >= 0 {
			return i
		}
	}
	return -1
}

// awaits returns the index of the flight that an answer is to; -1: to none.
func (k *connection) awaits(answer protocol.Body) int {
	what, id := answerTo(answer)
	for i := range k.flights {
		if f := &k.flights[i]; f.what == what && f.id == id {
			return i
		}
	}
	return -1
}

// answerTo returns which request an answer is to.
func answerTo(body protocol.Body) (what request, id int32) {
	switch b := body.(type) {
	case *protocol.ProduceResponse:
		return produceRequest, b.ID
	case *protocol.Metadata:
		return metadataRequest, b.Session
	case *protocol.InitProducerIDResponse:
		return initRequest, b.Session
	}
	return versionsRequest, 0
}

func (c *Client) takeAnswer(k *connection, m *network.Message, done []completion) []completion {
	k.activeMs = c.nowMs
	if h, ok := m.Body.(*protocol.HandshakeResponse); ok && !h.Versions {
		if k.state == connecting {
			k.versions, k.life = true, m.FromLife
		}
		return done
	}
	i := k.awaits(m.Body)
	if i < 0 {
		return done
	}
	f := k.flights[i]
	k.flights = slices.Delete(k.flights, i, i+1)
	if r, ok := m.Body.(*protocol.ProduceResponse); ok && r.ThrottleMs > 0 {
		c.fx.Emit(m.Cause, &event.Mute{Producer: c.index, Broker: k.peer, Time: vtime.AtMs(r.ThrottleMs)})
		c.throttle(k, r.ThrottleMs)
	}
	switch body := m.Body.(type) {
	case *protocol.HandshakeResponse:
		c.becomeReady(k)
	case *protocol.Metadata:
		c.because = m.Cause
		c.updating = false
		c.update(&f, body)
	default:
		done = append(done, completion{flight: f, node: k.node, answer: m.Body, cause: m.Cause})
	}
	return done
}

// askVersions asks a node that has accepted a connection which versions it speaks
// (NetworkClient.handleInitiateApiVersionRequests).
func (c *Client) askVersions(k *connection) {
	if k.versions && c.hasRoom(k) {
		k.versions, k.state, k.failedConnects = false, checkingVersions, 0
		k.setupMs = c.setupWait(0)
		c.depart(k.node, flight{what: versionsRequest, answered: true, cause: c.because})
	}
}

// takeClose handles the end of a connection, or of all to a process of a peer.
func (c *Client) takeClose(m network.Message, done []completion) []completion {
	number, _ := closing(m.Body)
	for i := range c.connections {
		k := &c.connections[i]
		if k.peer != m.From || k.state == disconnected {
			continue
		}
		if number == k.number || number < 0 && k.life == m.FromLife {
			done = c.disconnect(i, protocol.NetworkException, m.Cause, done)
		}
	}
	return done
}

// disconnect gives up a connection with all that is in flight on it, oldest first; after a timeout the client closes it
// itself. Metadata must be requested again (NetworkClient.processDisconnection).
func (c *Client) disconnect(i int, e protocol.Error, cause int32, done []completion) []completion {
	k := &c.connections[i]
	flights := k.flights
	k.flights = nil
	if e == protocol.RequestTimedOut {
		cause = c.because
		if len(flights) > 0 {
			cause = flights[0].cause
		}
		c.send(k, &protocol.Close{Connection: k.number}, cause)
	}
	c.lost(k)
	cause = c.tellCancel(k, flights, e, cause)
	for _, f := range flights {
		switch f.what {
		case metadataRequest:
			c.updating = false
			c.failedUpdate()
		case versionsRequest:
		default:
			done = append(done, completion{flight: f, node: k.node, error: e, cause: cause})
		}
	}
	if c.updateDue() {
		c.failedUpdate()
	}
	c.metadata.needFull = true
	return done
}

// tellCancel reports requests that are given up with their connection, if there are any.
func (c *Client) tellCancel(k *connection, flights []flight, e protocol.Error, cause int32) int32 {
	if len(flights) == 0 {
		return cause
	}
	return c.fx.Emit(cause, &event.Cancel{
		Producer: c.index, Broker: k.peer, Requests: int32(len(flights)), Error: e, Produce: appendProduce(nil, flights),
	})
}

// appendProduce appends the produce requests among flights that have been written.
func appendProduce(list []int32, flights []flight) []int32 {
	for i := range flights {
		if f := &flights[i]; f.what == produceRequest && f.written {
			list = append(list, f.id)
		}
	}
	return list
}

// sleepFor returns when a poll with this timeout ends. On a wall clock that is a little late.
func (c *Client) sleepFor(ms int64) vtime.Time {
	if ms > 0 && ms == c.config.RequestTimeoutMs {
		ms += c.config.OvershootMs
	}
	return c.now + vtime.AtMs(ms)
}

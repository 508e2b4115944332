package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/quota"
	"highwater/core/internal/vtime"
)

// connection is one of a client's connections. A broker reads the next request only when the answer to the one before
// is on its way, so a parked request holds back everything its connection sends after it (Processor, RequestChannel).
type connection struct {
	client  protocol.NodeID
	number  int32      // which of the client's connections
	active  vtime.Time // when something was read from it, or written to it, last
	state   connectionState
	current *protocol.ProduceRequest // that is being handled; nil: none
	waiting []protocol.Body          // behind it
	// throttled: its client has produced more than its quota, and nothing is read for a while
	throttled bool
}

// muted reports whether the broker reads nothing from the connection for now (KafkaChannel.ChannelMuteState).
func (c *connection) muted() bool { return c.current != nil || c.throttled }

// connectionState is how much of a connection is left. While a request is being handled its channel is muted, and the
// broker does not see that the client has closed it (SocketServer.Processor.processCompletedReceives): what has come
// before is still read, one request at a time. The first answer is written as if somebody were there; a reset comes
// back, and the second cannot be written. That ends the connection, with all that is unread: a failed send closes with
// CloseMode.NOTIFY_ONLY (Selector.pollSelectionKeys). A request without an answer, of acks=0, writes nothing and so
// finds out nothing.
//
// The reset takes a round trip, in which a real broker may handle more requests of acks=1; here it is there when the
// second answer is, as in the recordings, where nodes are neighbours.
type connectionState uint8

const (
	open   connectionState = iota
	left                   // the client has closed it, and no answer has found that out
	reset                  // an answer has: the next one cannot be written
	closed                 // requests on it are lost, and the one being handled goes on without a reader
)

// maxClosed is how many closed connections of a client are remembered: longer than anything sent on one can be on its
// way behind what is sent on the next.
const maxClosed = 4

// connection returns the client's connection of that number, a new one where there is none.
func (b *Broker) connection(client protocol.NodeID, number int32) *connection {
	for i := range b.connections {
		if c := &b.connections[i]; c.client == client && c.number == number {
			c.active = b.now
			return c
		}
	}
	b.connections = slices.DeleteFunc(b.connections, func(c connection) bool {
		return c.client == client && c.state == closed && !c.muted() && c.number < number-maxClosed
	})
	b.connections = append(b.connections, connection{client: client, number: number, active: b.now})
	watchIdle(b, b.now, b.now)
	return &b.connections[len(b.connections)-1]
}

// Connect gives a broker that is there at time 0 the connection of a client that is there, too.
func Connect(b *Broker, now vtime.Time, client protocol.NodeID, fx network.Effects) {
	b.begin(now, fx)
	b.connection(client, 0)
	b.end()
}

// networkPoll is how long a network thread of a broker sleeps at most (SocketServer.Processor.poll).
const networkPoll = 300 * vtime.Millisecond

// watchIdle has a broker look for idle connections when one that was active last at an instant may be one, and not
// before another.
func watchIdle(b *Broker, active, earliest vtime.Time) {
	if most := b.config.ConnectionsMaxIdleMs; most >= 0 && b.idleWatched != b.life {
		b.idleWatched = b.life
		b.wake(max(active+vtime.AtMs(most)+vtime.Microsecond, earliest), timerIdle, 0, event.None)
	}
}

// closeIdle closes the connections of clients that have been idle for too long (Selector.maybeCloseOldestConnection).
// In a real broker each of its network threads closes one in a poll; here all that are due close at once. One whose
// request is being handled stays, which in Kafka it does not: with the usual timeouts an answer comes long before. A
// connection of another broker is never idle.
func closeIdle(b *Broker) {
	most := vtime.AtMs(b.config.ConnectionsMaxIdleMs)
	oldest := vtime.Time(-1)
	for i := range b.connections {
		c := &b.connections[i]
		switch {
		case c.client < 0 || c.state == closed:
			continue
		case c.muted():
			c.active = b.now
		case b.now-c.active > most:
			c.state = closed
			b.send(c.client, &protocol.Disconnect{Lost: &protocol.Close{Connection: c.number}}, event.None)
			continue
		}
		if oldest < 0 || c.active < oldest {
			oldest = c.active
		}
	}
	if b.idleWatched = 0; oldest >= 0 {
		watchIdle(b, oldest, b.now+networkPoll)
	}
}

// receiveProduce starts handling a request that has arrived, or queues it behind another of its connection. Requests on
// a closed connection are lost.
func (b *Broker) receiveProduce(from protocol.NodeID, r *protocol.ProduceRequest, cause int32) {
	c := b.connection(from, r.Connection)
	switch {
	case c.state == closed:
		b.lose(r, cause)
	case c.muted():
		c.waiting = append(c.waiting, r)
		b.emit(&event.Receive{Request: r.ID, Broker: b.id, Queued: true}, cause)
	default:
		b.handle(from, r, cause)
	}
}

// receiveOther answers a client's request other than a produce request, or queues it behind one.
func (b *Broker) receiveOther(from protocol.NodeID, number int32, body protocol.Body, cause int32) {
	switch c := b.connection(from, number); {
	case c.state == closed:
	case c.muted():
		c.waiting = append(c.waiting, body)
	default:
		b.answerOther(from, body, cause)
	}
}

// answerOther answers such a request from what the broker knows. Producer ids come out of blocks that the controller
// hands out, so those of two brokers differ (ProducerIdManager).
func (b *Broker) answerOther(client protocol.NodeID, body protocol.Body, cause int32) {
	switch r := body.(type) {
	case *protocol.MetadataRequest:
		if b.cache.cause != event.None {
			cause = b.cache.cause // Its content follows from the metadata it last heard, not from the request.
		}
		b.send(client, b.clientMetadata(r), cause)
	case *protocol.InitProducerIDRequest:
		b.producerIDs++
		b.send(client, &protocol.InitProducerIDResponse{
			Connection: r.Connection, Session: r.Session, ProducerID: int64(b.id)*producerIDBlock + b.producerIDs,
		}, cause)
	}
}

// producerIDBlock is how many producer ids a block has.
const producerIDBlock = 1000

// clientMetadata returns the live brokers and the leaders of partitions, as far as this broker has heard
// (KRaftMetadataCache.getTopicMetadata).
func (b *Broker) clientMetadata(r *protocol.MetadataRequest) *protocol.Metadata {
	m := &protocol.Metadata{Session: r.Session, Connection: r.Connection, Brokers: slices.Clone(b.cache.brokers)}
	for i := range m.Brokers {
		m.Brokers[i].Fenced = m.Brokers[i].Fenced || m.Brokers[i].Epoch == none
	}
	for i := range b.partitions {
		p := &b.partitions[i]
		m.Partitions = append(m.Partitions, protocol.PartitionMetadata{
			Partition: int32(i), Leader: p.leader, LeaderEpoch: p.leaderEpoch,
		})
	}
	return m
}

// handle schedules the append of a request. Kafka tests the minimum, appends and updates the high watermark under one
// lock; here that happens at one instant, after the time that an append takes.
func (b *Broker) handle(client protocol.NodeID, r *protocol.ProduceRequest, cause int32) {
	b.connection(client, r.Connection).current = r
	e := b.receive.New()
	e.Request, e.Broker = r.ID, b.id
	received := b.emit(e, cause)
	b.fx.Wake(b.now+b.config.appendTime(b.id), network.Timer{
		Node: b.id, What: timerHandle, Arg: int32(client), Body: r, Cause: received, Life: b.life,
	})
}

// answered notes that an answer has been written to a connection, and reports whether the client may still read it.
func (b *Broker) answered(client protocol.NodeID, number, cause int32) bool {
	switch c := b.connection(client, number); c.state {
	case left:
		c.state = reset
	case reset:
		b.disconnect(client, number, cause)
		return false
	}
	return true
}

// release lets a connection's next request in, after an answer or, without one, after the work. A raw request's
// connection has no other.
func (b *Broker) release(client protocol.NodeID, number, cause int32) {
	c := b.connection(client, number)
	c.current = nil
	if len(c.waiting) > 0 {
		next := c.waiting[0]
		c.waiting = slices.Clone(c.waiting[1:])
		if r, ok := next.(*protocol.ProduceRequest); ok {
			b.handle(client, r, cause)
			return
		}
		b.answerOther(client, next, cause)
		if b.answered(client, number, cause) {
			b.release(client, number, cause)
		}
		return
	}
	if c.state != open {
		c.state = closed
	}
	if client < 0 {
		i := slices.IndexFunc(b.connections, func(c connection) bool { return c.client == client })
		b.connections = append(b.connections[:i], b.connections[i+1:]...)
	}
}

// disconnect closes a connection. The requests queued on it are lost (RequestChannel.closeConnection).
func (b *Broker) disconnect(client protocol.NodeID, number, cause int32) {
	lost := b.connection(client, number).close()
	b.release(client, number, cause)
	b.loseAll(lost, cause)
}

// close ends a connection and returns the requests queued on it. The one being handled goes on, but its answer reaches
// nobody.
func (c *connection) close() (waiting []protocol.Body) {
	waiting = c.waiting
	c.waiting, c.state = nil, closed
	return waiting
}

// leave notes that the client has closed a connection: what it sent before that is still read in its turn.
func (b *Broker) leave(client protocol.NodeID, number int32) {
	switch c := b.connection(client, number); {
	case !c.muted():
		c.state = closed
	case c.state == open:
		c.state = left
	}
}

// closeAll ends every connection of a client that is gone, without telling it.
func (b *Broker) closeAll(client protocol.NodeID) {
	for i := range b.connections {
		if c := &b.connections[i]; c.client == client {
			c.close()
		}
	}
}

// loseAll reports the produce requests among bodies as lost.
func (b *Broker) loseAll(bodies []protocol.Body, cause int32) {
	for _, body := range bodies {
		if r, ok := body.(*protocol.ProduceRequest); ok {
			b.lose(r, cause)
		}
	}
}

// lose reports that a request will not be handled, or not be answered.
func (b *Broker) lose(r *protocol.ProduceRequest, cause int32) {
	b.emit(&event.Response{Request: r.ID, Broker: b.id, ConnectionClosed: true}, cause)
}

// throttleTime counts a request against its producer's quota and returns how long its connection is throttled; 0: not
// at all. A request is counted when it is answered, in full, whatever its outcome (KafkaApis.handleProduceRequest,
// sendResponseCallback). A raw request belongs to no producer.
func (b *Broker) throttleTime(client protocol.NodeID, r *protocol.ProduceRequest, cause int32) (vtime.Duration, int32) {
	if client < 0 || !b.cache.settings.limits() {
		return 0, cause
	}
	if b.rates == nil {
		b.rates = make([]quota.Rate, len(b.cache.settings.ByteRates))
	}
	producer := int32(client) - int32(b.layout.Brokers) - 1
	rate := b.cache.settings.ByteRates[producer]
	if rate == 0 {
		rate = quota.Unlimited
	}
	bytes := r.Size(b.layout.Topic)
	time := vtime.AtMs(b.rates[producer].Record(b.config.quotaWindow(), rate, bytes, b.now.Ms()))
	if time > 0 {
		cause = b.emit(&event.Throttle{Request: r.ID, Producer: producer, Broker: b.id, Bytes: bytes, Time: time}, cause)
	}
	return time, cause
}

// mute stops reading from a connection for a while (ThrottledChannel, RequestChannel.startThrottling).
func (b *Broker) mute(client protocol.NodeID, r *protocol.ProduceRequest, time vtime.Duration, cause int32) {
	c := b.connection(client, r.Connection)
	c.current, c.throttled = nil, true
	b.fx.Wake(b.now+time, network.Timer{
		Node: b.id, What: timerUnmute, Arg: int32(client), Body: r, Cause: cause, Life: b.life,
	})
}

// Package producer is the producer client: it takes records from an application, sends them to the partitions' leaders,
// and tells the application what became of them.
//
// It models the smallest part of org.apache.kafka.clients.producer.KafkaProducer that a write needs: one record a
// batch, one batch a request, linger.ms as a wait before it leaves, max.in.flight.requests.per.connection, and a
// callback. It leaves out what makes a producer a producer: batching, partitioning, retries, the client's own
// timeouts and idempotence.
package producer

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Config is a producer's configuration.
type Config struct {
	Acks             protocol.Acks
	LingerMs         int64
	RequestTimeoutMs int64 // goes with the request as the broker's deadline
	MaxInFlight      int   // per broker
}

// Client is one producer.
type Client struct {
	node    protocol.NodeID
	index   int32 // in the script's order
	config  Config
	leaders []protocol.NodeID // by partition: the metadata it has
	linger  fifo              // waiting for linger.ms to pass
	ready   []fifo            // to be sent, by leader; those of partitions without one under 0
	flying  []outgoing        // sent and not answered
	// connections counts, by broker, the connections that have been closed.
	connections []int32
}

// outgoing is one record on its way.
type outgoing struct {
	partition int32
	record    protocol.Record
	request   int32
	broker    protocol.NodeID // that it was sent to
	cause     int32
}

// fifo is a queue of records, oldest first. What has left is cut off now and then, so that a long queue costs no more
// than its length.
type fifo struct {
	items []outgoing
	head  int
}

func (q *fifo) len() int { return len(q.items) - q.head }

func (q *fifo) add(o outgoing) { q.items = append(q.items, o) }

func (q *fifo) take() outgoing {
	o := q.items[q.head]
	q.head++
	if 2*q.head > len(q.items) {
		q.items = slices.Clone(q.items[q.head:])
		q.head = 0
	}
	return o
}

func (q fifo) clone() fifo { return fifo{items: slices.Clone(q.items[q.head:])} }

// New is a producer that knows the partitions' leaders.
func New(node protocol.NodeID, index int32, config Config, leaders []protocol.NodeID) *Client {
	return &Client{
		node: node, index: index, config: config, leaders: leaders,
		ready: make([]fifo, protocol.MaxBrokers+1), connections: make([]int32, protocol.MaxBrokers+1),
	}
}

// Clone is an independent copy.
func (c *Client) Clone() *Client {
	d := *c
	d.linger, d.ready = c.linger.clone(), slices.Clone(c.ready)
	for i := range d.ready {
		d.ready[i] = d.ready[i].clone()
	}
	d.flying, d.connections = slices.Clone(c.flying), slices.Clone(c.connections)
	return &d
}

// InFlight is the number of requests sent and not answered.
func (c *Client) InFlight() int { return len(c.flying) }

// Queued is the number of records taken and not sent.
func (c *Client) Queued() int {
	n := c.linger.len()
	for i := range c.ready {
		n += c.ready[i].len()
	}
	return n
}

// Send takes a record from the application (KafkaProducer.send).
func (c *Client) Send(now vtime.Time, partition int32, r protocol.Record, fx network.Effects, cause int32) {
	n := fx.Emit(event.Event{
		Kind: event.Enqueue, Producer: c.index, Value: r.Value, Partition: partition,
		Index: r.Number, Cause: cause,
	})
	o := outgoing{partition: partition, record: r, cause: n}
	if c.config.LingerMs == 0 {
		c.close(o, fx)
		return
	}
	c.linger.add(o)
	fx.Wake(now+vtime.AtMs(c.config.LingerMs), network.Timer{Node: c.node, Cause: n})
}

// Wake ends the oldest record's linger.
func (c *Client) Wake(fx network.Effects) {
	c.close(c.linger.take(), fx)
}

// close makes a record a batch that is ready to go.
func (c *Client) close(o outgoing, fx network.Effects) {
	o.cause = fx.Emit(event.Event{Kind: event.Batch, Producer: c.index, Partition: o.partition, Count: 1, Cause: o.cause})
	leader := max(c.leaders[o.partition], 0)
	c.ready[leader].add(o)
	c.drain(leader, fx)
}

// drain sends what is ready for a leader, in order, as far as its connection has room (Sender.sendProducerData).
func (c *Client) drain(leader protocol.NodeID, fx network.Effects) {
	for leader > 0 && c.ready[leader].len() > 0 && c.flyingTo(leader) < c.config.MaxInFlight {
		c.transmit(leader, c.ready[leader].take(), fx)
	}
}

func (c *Client) flyingTo(leader protocol.NodeID) int {
	n := 0
	for _, o := range c.flying {
		if o.broker == leader {
			n++
		}
	}
	return n
}

func (c *Client) transmit(leader protocol.NodeID, o outgoing, fx network.Effects) {
	o.request, o.broker = fx.NextRequest(), leader
	o.record.Request = o.request
	records := []protocol.Record{o.record}
	n := fx.Emit(event.Event{
		Kind: event.Request, Request: o.request, Producer: c.index, Broker: leader, Acks: c.config.Acks,
		Span: vtime.AtMs(c.config.RequestTimeoutMs), Cause: o.cause,
		Items: []event.Item{{Partition: o.partition, Records: records}},
	})
	request := &protocol.ProduceRequest{
		ID: o.request, Connection: c.connections[leader], Acks: c.config.Acks, TimeoutMs: c.config.RequestTimeoutMs,
		Partitions: []protocol.ProduceData{{Partition: o.partition, Records: records}},
	}
	fx.Send(network.Message{From: c.node, To: leader, Body: request, Cause: n}, 0)
	if c.config.Acks == protocol.AcksNone {
		c.tell(o, protocol.ProduceResult{Partition: o.partition, BaseOffset: -1}, fx, n)
		return
	}
	c.flying = append(c.flying, o)
}

// Receive takes a broker's answer and tells the application (Sender.handleProduceResponse). After a connection that was
// closed the client opens another; it tells nobody, for with acks=0 its records counted as delivered when they left.
func (c *Client) Receive(m network.Message, fx network.Effects) {
	r := m.Body.(*protocol.ProduceResponse)
	if r.Closed {
		c.connections[m.From]++
	}
	i := slices.IndexFunc(c.flying, func(o outgoing) bool { return o.request == r.ID })
	if i < 0 {
		return
	}
	o := c.flying[i]
	c.flying = slices.Delete(slices.Clone(c.flying), i, i+1)
	c.tell(o, r.Results[0], fx, m.Cause)
	c.drain(o.broker, fx)
}

func (c *Client) tell(o outgoing, r protocol.ProduceResult, fx network.Effects, cause int32) {
	e := event.Event{
		Kind: event.Acknowledge, Producer: c.index, Value: o.record.Value, Partition: o.partition, Request: o.request,
		Offset: r.BaseOffset, Index: o.record.Number, Cause: cause,
	}
	if r.Error != protocol.None {
		e.Kind, e.Error = event.Fail, r.Error
	}
	fx.Emit(e)
}

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
	linger  []outgoing        // waiting for linger.ms to pass, oldest first
	ready   []outgoing        // to be sent, oldest first
	flying  []outgoing        // sent and not answered
	// connections counts, by broker, the connections that have been closed.
	connections []int32
}

// outgoing is one record on its way.
type outgoing struct {
	partition int32
	record    protocol.Record
	request   int32
	cause     int32
}

// New is a producer that knows the partitions' leaders.
func New(node protocol.NodeID, index int32, config Config, leaders []protocol.NodeID) *Client {
	connections := make([]int32, protocol.MaxBrokers+1)
	return &Client{node: node, index: index, config: config, leaders: leaders, connections: connections}
}

// Clone is an independent copy.
func (c *Client) Clone() *Client {
	d := *c
	d.linger, d.ready, d.flying = slices.Clone(c.linger), slices.Clone(c.ready), slices.Clone(c.flying)
	d.connections = slices.Clone(c.connections)
	return &d
}

// InFlight is the number of requests sent and not answered.
func (c *Client) InFlight() int { return len(c.flying) }

// Queued is the number of records taken and not sent.
func (c *Client) Queued() int { return len(c.linger) + len(c.ready) }

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
	c.linger = append(c.linger, o)
	fx.Wake(now+vtime.AtMs(c.config.LingerMs), network.Timer{Node: c.node, Cause: n})
}

// Wake ends the oldest record's linger.
func (c *Client) Wake(fx network.Effects) {
	o := c.linger[0]
	c.linger = slices.Clone(c.linger[1:])
	c.close(o, fx)
}

// close makes a record a batch that is ready to go.
func (c *Client) close(o outgoing, fx network.Effects) {
	o.cause = fx.Emit(event.Event{Kind: event.Batch, Producer: c.index, Partition: o.partition, Count: 1, Cause: o.cause})
	c.ready = append(c.ready, o)
	c.drain(fx)
}

// drain sends what is ready, in order, as far as the leaders' connections have room (Sender.sendProducerData).
func (c *Client) drain(fx network.Effects) {
	var kept []outgoing
	for _, o := range c.ready {
		leader := c.leaders[o.partition]
		if leader <= 0 || c.flyingTo(leader) >= c.config.MaxInFlight {
			kept = append(kept, o)
			continue
		}
		c.transmit(leader, o, fx)
	}
	c.ready = kept
}

func (c *Client) flyingTo(leader protocol.NodeID) int {
	n := 0
	for _, o := range c.flying {
		if c.leaders[o.partition] == leader {
			n++
		}
	}
	return n
}

func (c *Client) transmit(leader protocol.NodeID, o outgoing, fx network.Effects) {
	o.request = fx.NextRequest()
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
	c.drain(fx)
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

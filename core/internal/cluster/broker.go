package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Config is what every broker of a run is set to. Times are on the broker's clock, in ms, but for AppendTime.
type Config struct {
	MaxLagMs             int64 // replica.lag.time.max.ms
	FetchWaitMs          int64 // replica.fetch.wait.max.ms
	FetchMaxBytes        int64 // replica.fetch.max.bytes
	MessageMaxBytes      int64 // message.max.bytes
	ProducePurgeInterval int   // producer.purgatory.purge.interval.requests
	FetchPurgeInterval   int   // fetch.purgatory.purge.interval.requests
	AppendTime           vtime.Duration
}

// Layout is which partitions there are and where; it does not change during a run.
type Layout struct {
	Brokers  int
	Topic    []int32             // of each partition, by its index
	Replicas [][]protocol.NodeID // of each partition, in assignment order
}

// Broker is one broker.
type Broker struct {
	id     protocol.NodeID
	config *Config
	layout *Layout

	partitions []partition // by partition index; those not hosted here are empty
	minISR     Minima      // min.insync.replicas as this broker knows it

	produces    waiting[delayedProduce]
	fetches     waiting[delayedFetch]
	connections []connection
	alter       alterPartitionManager
	fetchers    []fetcher
	throttle    throttle
	expired     int // partitions of produce requests that ran out of time (the metric ExpiresPerSec counts them)

	// The message or timer being handled.
	now     vtime.Time
	fx      network.Effects
	because int32 // the event that led to what is happening
}

// Timers of a broker, as network.Timer.What.
const (
	timerHandle  uint8 = iota // Body: the produce request whose time at the log has come
	timerReap                 // Arg: which purgatory's reaper polls
	timerWritten              // Arg: the fetcher whose records have been written
	timerShrink               // the periodic check of the ISRs
)

// New is broker id at time 0, with the partitions it hosts as metadata says, and empty logs.
func New(
	id protocol.NodeID, config *Config, layout *Layout, minima Minima, metadata protocol.Metadata,
) *Broker {
	b := &Broker{id: id, config: config, layout: layout, minISR: minima.clone()}
	b.produces.Purgatory = newPurgatory(config.ProducePurgeInterval)
	b.fetches.Purgatory = newPurgatory(config.FetchPurgeInterval)
	b.produces.reapAt, b.fetches.reapAt = never, never
	b.partitions = make([]partition, len(layout.Replicas))
	for _, m := range metadata.Partitions {
		if slices.Contains(layout.Replicas[m.Partition], id) {
			b.partitions[m.Partition] = newPartition(id, m, layout.Replicas[m.Partition])
		}
	}
	for _, hold := range metadata.Holds {
		b.partitions[hold.Partition].hold(hold.HeldOut)
	}
	b.throttle = newThrottle(len(layout.Replicas))
	return b
}

// begin notes what is being handled.
func (b *Broker) begin(now vtime.Time, fx network.Effects, cause int32) {
	b.now, b.fx, b.because = now, fx, cause
}

// end sees to it that the reapers are called in time.
func (b *Broker) end() {
	b.callReaper(reapProduces, &b.produces.reapAt, &b.produces.Purgatory)
	b.callReaper(reapFetches, &b.fetches.reapAt, &b.fetches.Purgatory)
	b.fx = nil
}

// Receive handles a message that has arrived.
func (b *Broker) Receive(now vtime.Time, m network.Message, fx network.Effects) {
	b.begin(now, fx, m.Cause)
	switch body := m.Body.(type) {
	case *protocol.ProduceRequest:
		b.receiveProduce(m.From, body)
	case *protocol.FetchRequest:
		b.handleFetch(body)
	case *protocol.FetchResponse:
		b.handleFetchResponse(body)
	case *protocol.AlterPartitionResponse:
		b.handleAlterPartition(body)
	case *protocol.Metadata:
		b.applyMetadata(body)
	default:
		panic("cluster: a broker does not take " + m.Body.Name())
	}
	b.end()
}

// Wake handles a timer of the broker's own.
func (b *Broker) Wake(now vtime.Time, t network.Timer, fx network.Effects) {
	b.begin(now, fx, t.Cause)
	switch t.What {
	case timerHandle:
		b.handleProduce(protocol.NodeID(t.Arg), t.Body.(*protocol.ProduceRequest))
	case timerReap:
		b.reap(t.Arg)
	case timerWritten:
		if f := &b.fetchers[t.Arg]; f.phase == writing && f.until == now { // else the rate has changed meanwhile
			b.written(t.Arg)
		}
	case timerShrink:
		b.checkISRs()
	}
	b.end()
}

// Start sets the broker going at time 0: its ISR check runs every half of the lag time from then on, and its followers'
// first fetches are already waiting at their leaders; they are returned for the simulation to deliver.
func (b *Broker) Start(now vtime.Time, fx network.Effects) []network.Message {
	b.begin(now, fx, event.None)
	b.wakeShrink()
	b.assignFetchers()
	var first []network.Message
	for i := range b.fetchers {
		first = append(first, b.fetchMessage(int32(i)))
		b.fetchers[i].sent(now, now)
	}
	b.end()
	return first
}

// Clone is an independent copy of the broker between two messages.
func (b *Broker) Clone() *Broker {
	c := *b
	c.partitions = slices.Clone(b.partitions)
	for i := range c.partitions {
		c.partitions[i] = c.partitions[i].clone()
	}
	c.minISR = b.minISR.clone()
	c.produces = b.produces.clone(delayedProduce.clone)
	c.fetches = b.fetches.clone(delayedFetch.clone)
	c.connections = slices.Clone(b.connections)
	for i := range c.connections {
		c.connections[i].waiting = slices.Clone(c.connections[i].waiting)
	}
	c.alter = b.alter.clone()
	c.fetchers = slices.Clone(b.fetchers)
	for i := range c.fetchers {
		c.fetchers[i].partitions = slices.Clone(c.fetchers[i].partitions)
	}
	c.throttle = b.throttle.clone()
	return &c
}

// emit records an event caused by what is happening.
func (b *Broker) emit(e event.Event) int32 {
	e.Cause = b.because
	e.Broker = b.id
	return b.fx.Emit(e)
}

// led records an event and makes it the cause of what follows.
func (b *Broker) led(e event.Event) {
	b.because = b.emit(e)
}

func (b *Broker) send(to protocol.NodeID, body protocol.Body, extra vtime.Duration) {
	b.fx.Send(network.Message{From: b.id, To: to, Body: body, Cause: b.because}, extra)
}

func (b *Broker) wake(at vtime.Time, what uint8, arg int32, body protocol.Body) {
	b.fx.Wake(at, network.Timer{Node: b.id, What: what, Arg: arg, Body: body, Cause: b.because})
}

package cluster

import (
	"slices"

	"highwater/core/internal/chunk"
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/purgatory"
	"highwater/core/internal/quota"
	"highwater/core/internal/vtime"
)

// Layout is which brokers and partitions there are; it does not change during a run.
type Layout struct {
	Brokers  int
	Topic    []int32             // of each partition, by its index
	Replicas [][]protocol.NodeID // of each partition at time 0, in assignment order; the controller knows the present ones
}

// Broker is one broker: a disk, and most of the time a process.
type Broker struct {
	id     protocol.NodeID
	config *Config
	layout *Layout

	// What the process leaves behind: the logs in its partitions, and the broker epoch in the clean-shutdown file.
	partitions []partition // by partition index; those not hosted here are empty
	cleanEpoch int64       // none: there is no such file
	throttle   throttle    // set by script steps; it outlives the process

	lifecycle
	cache metadataCache

	produces    waiting[delayedProduce]
	fetches     waiting[delayedFetch]
	reads       []delayedRead // of consumers
	deletes     []delayedDelete
	connections []connection
	idleWatched int32        // the life that looks for idle ones
	producerIDs int64        // given out so far, over all lives
	rates       []quota.Rate // of each producer; nil: none was measured in this life
	alter       alterPartitionManager
	fetchers    []fetcher
	sessions    int32 // requests of fetchers so far, over all lives: so that no answer is mistaken for another's
	expired     int   // partitions of produce requests that ran out of time (the metric ExpiresPerSec counts them)

	// The message or timer being handled.
	now vtime.Time
	fx  network.Effects

	made                 // not a copy's, too
	keys []purgatory.Key // of the operation that is being put into a purgatory
	news []bool          // by partition of the fetch that is being handled: it has told of progress
	gave []int32         // the partitions for which the answer that is being written brought records
}

// none is the broker epoch of a broker that is not registered, or that nobody knows.
const none int64 = -1

// Timers of a broker, as network.Timer.What.
const (
	timerHandle        uint8 = iota // Body: the produce request whose time at the log has come
	timerReap                       // Arg: which purgatory's reaper polls
	timerWritten                    // Arg: the fetcher whose records have been written
	timerShrink                     // the periodic check of the ISRs
	timerHeartbeat                  // Arg: the attempt after which another is due, or that has waited for too long
	timerHeartbeatOver              // Arg: the attempt that has waited for so long that it is given up
	timerShutdown                   // the time a controlled shutdown may take is up
	timerFetch                      // Arg: the fetcher that has backed off
	timerFetchTimeout               // Arg: the fetcher whose request may have waited too long
	timerFetchOver                  // Arg: the fetcher whose request has
	timerAskMetadata                // Arg: the session of the fetch of the metadata that goes out after a thaw
	timerReconnect                  // the same, over a new connection
	timerAlter                      // the next attempt at ISR changes, after one that was refused as a whole
	timerAlterAgain                 // Arg: the attempt whose connection was closed
	timerAlterDue                   // Arg: the attempt that may have waited too long
	timerAlterOver                  // Arg: the attempt that has
	timerRead                       // Arg: the consumer whose fetch has waited as long as it may
	timerExpire                     // producers have been silent for long enough to be forgotten
	timerDelete                     // requests to delete records have waited as long as they may
	timerRetain                     // records may be old enough to be deleted
	timerIdle                       // a connection may have been idle for too long
	timerUnmute                     // Arg, Body: the client, and the request for which its connection was throttled
)

// New returns broker id at time 0, with the partitions it hosts as metadata says, and empty logs. It is registered,
// under the epoch that metadata gives it, and knows all there is to know.
func New(
	id protocol.NodeID, config *Config, layout *Layout, minISR MinISRConfig, metadata protocol.Metadata,
) *Broker {
	b := &Broker{id: id, config: config, layout: layout, cleanEpoch: none, throttle: newThrottle(len(layout.Replicas))}
	b.cache = metadataCache{
		cause: event.None, offset: metadata.Offset,
		brokers: make([]protocol.BrokerMetadata, layout.Brokers), minISR: minISR.clone(),
		settings: startingSettings(config, layout),
	}
	for i := range b.cache.brokers {
		b.cache.brokers[i] = protocol.BrokerMetadata{Broker: protocol.NodeID(i + 1), Epoch: int64(i + 1)}
	}
	b.lifecycle = lifecycle{
		state: running, life: network.FirstLife, phase: config.phase(id), epoch: b.cache.brokers[id-1].Epoch, ready: true,
		heartbeat: network.Channel{Connected: true},
	}
	b.alter.Connected = true
	b.openPurgatories()
	b.partitions = make([]partition, len(layout.Replicas))
	for _, m := range metadata.Partitions {
		if slices.Contains(layout.Replicas[m.Partition], id) {
			m.Replicas = protocol.ListOf(layout.Replicas[m.Partition]...)
			b.partitions[m.Partition] = newPartition(id, m)
		} else {
			b.partitions[m.Partition].leader, b.partitions[m.Partition].leaderEpoch = m.Leader, m.LeaderEpoch
		}
	}
	for _, hold := range metadata.Holds {
		b.partitions[hold.Partition].heldOut = hold.HeldOut
	}
	b.refreshEligible(&protocol.Metadata{}, event.None)
	return b
}

func (b *Broker) openPurgatories() {
	produces := newPurgatory(b.config.ProducerPurgeInterval, b.now.Ms(), false)
	fetches := newPurgatory(b.config.FetchPurgeInterval, b.now.Ms(), true)
	b.produces = waiting[delayedProduce]{Purgatory: produces, reapAt: never}
	b.fetches = waiting[delayedFetch]{Purgatory: fetches, reapAt: never}
}

// begin notes what is being handled.
func (b *Broker) begin(now vtime.Time, fx network.Effects) {
	b.now, b.fx = now, fx
}

// end schedules the reapers.
func (b *Broker) end() {
	if b.state != down {
		if b.produces.touched {
			b.produces.touched = false
			b.callReaper(reapProduces, &b.produces.reapAt, &b.produces.Purgatory)
		}
		if b.fetches.touched {
			b.fetches.touched = false
			b.callReaper(reapFetches, &b.fetches.reapAt, &b.fetches.Purgatory)
		}
	}
	b.fx = nil
}

// Receive handles a message that has arrived. It keeps the body, and not the message.
func (b *Broker) Receive(now vtime.Time, m *network.Message, fx network.Effects) {
	b.begin(now, fx)
	switch body := m.Body.(type) {
	case *protocol.ProduceRequest:
		b.receiveProduce(m.From, body, m.Cause)
	case *protocol.FetchRequest:
		b.handleFetch(m.FromLife, body, m.Cause)
	case *protocol.FetchResponse:
		b.handleFetchResponse(m.From, body, m.Cause)
	case *protocol.ConsumerFetchRequest:
		b.handleRead(m.From, body, m.Cause)
	case *protocol.DeleteRecordsRequest:
		handleDelete(b, m.From, body, m.Cause)
	case *protocol.AlterPartitionResponse:
		b.handleAlterPartition(body, m.Cause)
	case *protocol.Metadata:
		b.handleMetadata(body, m.Cause)
	case *protocol.BrokerRegistrationResponse:
		b.handleRegistration(body, m.Cause)
	case *protocol.BrokerHeartbeatResponse:
		b.handleHeartbeat(body, m.Cause)
	case *protocol.Disconnect:
		b.handleDisconnect(m, body)
	case *protocol.Terminate:
		b.stop(m.Cause)
	case *protocol.Handshake:
		b.send(m.From, &protocol.HandshakeResponse{Connection: body.Connection, Versions: body.Versions}, m.Cause)
	case *protocol.HandshakeResponse:
		b.handleHandshake(body, m.Cause)
	case *protocol.MetadataRequest:
		b.receiveOther(m.From, body.Connection, body, m.Cause)
	case *protocol.InitProducerIDRequest:
		b.receiveOther(m.From, body.Connection, body, m.Cause)
	case *protocol.Close:
		b.leave(m.From, body.Connection)
	default:
		panic("cluster: a broker does not take " + m.Body.Name())
	}
	b.end()
}

// Wake handles a timer of the broker's own.
func (b *Broker) Wake(now vtime.Time, t network.Timer, fx network.Effects) {
	b.begin(now, fx)
	switch t.What {
	case timerHandle:
		b.handleProduce(protocol.NodeID(t.Arg), t.Body.(*protocol.ProduceRequest), t.Cause)
	case timerReap:
		b.reap(t.Arg)
	case timerWritten:
		if f := &b.fetchers[t.Arg]; f.phase == writing && f.until <= now { // else the rate has changed meanwhile
			b.written(t.Arg, t.Cause)
		}
	case timerShrink:
		b.checkISRs()
	case timerHeartbeat, timerHeartbeatOver:
		b.heartbeatDue(t.Arg, t.What == timerHeartbeatOver, t.Cause)
	case timerShutdown:
		b.exit(t.Cause)
	case timerFetch:
		b.ask(t.Arg, t.Cause)
	case timerFetchTimeout, timerFetchOver:
		b.checkFetchTimeout(t.Arg, t.What == timerFetchOver, t.Cause)
	case timerAskMetadata, timerReconnect:
		b.resumed(t.Arg, t.What == timerReconnect, t.Cause)
	case timerRead:
		b.endRead(t.Arg)
	case timerAlter:
		b.sendAlterPartition(t.Cause)
	case timerAlterAgain, timerAlterDue, timerAlterOver:
		alterDue(b, t.What, t.Arg, t.Cause)
	case timerExpire:
		b.expireProducers()
	case timerDelete:
		endDeletes(b)
	case timerRetain:
		checkRetention(b)
	case timerIdle:
		closeIdle(b)
	case timerUnmute:
		client, number := protocol.NodeID(t.Arg), t.Body.(*protocol.ProduceRequest).Connection
		b.connection(client, number).throttled = false
		b.release(client, number, t.Cause)
	}
	b.end()
}

// Begin starts the broker at time 0: its periodic checks run from then on, and its followers' first fetches are already
// waiting at their leaders; they are returned for the simulation to deliver.
func (b *Broker) Begin(now vtime.Time, fx network.Effects) []network.Message {
	b.begin(now, fx)
	b.wakeShrink()
	interval := vtime.AtMs(b.config.BrokerHeartbeatIntervalMs)
	b.wake(nextRound(b.phase, now, interval), timerHeartbeat, b.heartbeat.Attempt, event.None)
	b.askMetadata(event.None)
	b.assignFetchers()
	var first []network.Message
	for i := range b.fetchers {
		first = append(first, b.fetchMessage(int32(i), event.None))
		b.fetchers[i].sent(now, now)
	}
	b.end()
	return first
}

// Clone returns an independent copy of the broker between two messages.
func (b *Broker) Clone() *Broker {
	c := *b
	c.partitions = slices.Clone(b.partitions)
	for i := range c.partitions {
		c.partitions[i] = c.partitions[i].clone()
	}
	c.cache = b.cache.clone()
	c.produces = b.produces.clone(delayedProduce.clone)
	c.fetches = b.fetches.clone(delayedFetch.clone)
	c.reads = slices.Clone(b.reads)
	c.deletes = slices.Clone(b.deletes)
	c.connections = slices.Clone(b.connections)
	for i := range c.connections {
		c.connections[i].waiting = slices.Clone(c.connections[i].waiting)
	}
	c.rates = slices.Clone(b.rates)
	for i := range c.rates {
		c.rates[i] = c.rates[i].Clone()
	}
	c.alter = b.alter.clone()
	c.fetchers = slices.Clone(b.fetchers)
	for i := range c.fetchers {
		c.fetchers[i].partitions = slices.Clone(c.fetchers[i].partitions)
	}
	c.throttle = b.throttle.clone()
	c.made, c.keys, c.news, c.gave = made{}, nil, nil, nil
	return &c
}

// emit records an event and returns its number, for it is the cause of what follows.
func (b *Broker) emit(body event.Body, cause int32) int32 { return b.fx.Emit(cause, body) }

// send sends to a node that has one life only: to the controller, or to a client.
func (b *Broker) send(to protocol.NodeID, body protocol.Body, cause int32) {
	b.sendTo(to, 0, body, cause)
}

// sendTo sends to one life of another broker.
func (b *Broker) sendTo(to protocol.NodeID, life int32, body protocol.Body, cause int32) {
	b.fx.Send(network.Message{From: b.id, To: to, Life: life, Body: body, Cause: cause}, 0)
}

// wake schedules a timer of the broker. cause is event.None for periodic timers.
func (b *Broker) wake(at vtime.Time, what uint8, arg, cause int32) {
	b.fx.Wake(at, network.Timer{Node: b.id, What: what, Arg: arg, Cause: cause, Life: b.life})
}

// made is where a broker gets what it makes with every record and every fetch.
type made struct {
	fetchRequests  chunk.Of[protocol.FetchRequest]
	fetchedFrom    chunk.Of[protocol.FetchAt]
	fetchResponses chunk.Of[protocol.FetchResponse]
	fetchedData    chunk.Of[protocol.FetchData]
	responses      chunk.Of[protocol.ProduceResponse]
	results        chunk.Of[protocol.ProduceResult]
	status         chunk.Of[produceStatus]
	produceDrivers chunk.Of[produceDriver]
	fetchDrivers   chunk.Of[fetchDriver]

	// Bodies of events, and what is in them.
	receive       chunk.Of[event.Receive]
	append        chunk.Of[event.Append]
	park          chunk.Of[event.Park]
	parked        chunk.Of[event.ParkedPartition]
	timer         chunk.Of[event.Timer]
	check         chunk.Of[event.Check]
	complete      chunk.Of[event.Complete]
	response      chunk.Of[event.Response]
	answered      chunk.Of[event.AnsweredPartition]
	fetch         chunk.Of[event.Fetch]
	fetched       chunk.Of[event.FetchedPartition]
	fetchResponse chunk.Of[event.FetchResponse]
	replicate     chunk.Of[event.Replicate]
	highWatermark chunk.Of[event.HighWatermark]
}

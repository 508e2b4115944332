package producer

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// phase is what the sender does once its present sleep is over.
type phase uint8

const (
	// turning: its loop turns again (Sender.runOnce).
	turning phase = iota
	// awaiting: it looks whether the node that it wants a producer id of is ready (NetworkClientUtils.awaitReady).
	awaiting
	// resting: it has slept after a failure to ask for a producer id; the network was not looked at.
	resting
	// pausing: it has slept before asking once more.
	pausing
)

// loop is the state of the sender's loop between two moments of work.
type loop struct {
	phase     phase
	until     vtime.Time // the sleep's end
	woken     bool       // the loop is asked to turn (KafkaClient.wakeup)
	wrote     bool       // a request was written
	freed     bool       // one of those has no answer: the sleep is over at once
	changed   bool       // the turn has sent or failed something: the next one may find more to do
	spins     bool       // the sleep has no length, and nothing has changed
	draws     int        // turns at this instant for which only chance gave a reason
	asked     int        // for metadata, in this millisecond and while another request for them is under way
	askedMs   int64      // that millisecond
	asleep    bool       // in a poll, or resting
	node      protocol.NodeID
	startedMs int64 // of awaiting
}

// poll lets the network client sleep, at most so long; what comes of it is looked at when the sleep is over
// (NetworkClient.poll).
func (c *Client) poll(timeoutMs int64, then phase) {
	wait := min(timeoutMs, c.maybeUpdate(), c.config.RequestTimeoutMs)
	c.phase, c.asleep = then, true
	c.spins = wait == 0 && !c.changed
	if c.spins {
		c.until = c.afterSpinning()
	} else {
		c.until = c.sleepFor(wait)
	}
	c.wrote, c.freed = c.write()
}

// rest sleeps without looking at the network.
func (c *Client) rest(ms int64, then phase) {
	c.phase, c.until, c.asleep = then, c.now+vtime.AtMs(ms), true
}

// due reports whether the present sleep is over.
func (c *Client) due() bool {
	if c.now >= c.until {
		return true
	}
	return (c.phase == turning || c.phase == awaiting) && (c.woken || c.freed || len(c.arrived) > 0)
}

// turn runs one turn of the sender's loop, from the end of one sleep to the beginning of the next.
func (c *Client) turn() {
	c.wrote, c.spins = false, false
	if c.asleep && (c.phase == turning || c.phase == awaiting) {
		c.woken, c.freed = false, false
		c.afterPoll()
		c.application()
	}
	c.asleep, c.changed = false, false
	switch c.phase {
	case turning:
		c.runOnce()
	case awaiting:
		c.await()
	case resting:
		c.metadata.needFull = true
		c.identity.asking, c.identity.again = true, true
		c.phase, c.until = turning, c.now
	case pausing:
		c.sendInit()
	}
}

// runOnce runs the body of the loop (Sender.run, runOnce). Once the producer is closing, it ends when nothing is left
// to do, or at once when that is wanted.
func (c *Client) runOnce() {
	if c.closing && (c.forced || !c.undrained() && c.flying() == 0) {
		c.end()
		return
	}
	if c.config.Idempotence {
		c.identity.resolve()
		switch t := &c.identity; {
		case t.state == fatal:
			c.abortAll(t.lastError)
			c.poll(c.config.RetryBackoffMs, turning)
			return
		case t.state == abortable && isAuthorization(t.lastError):
			c.abortAll(t.lastError)
			t.state, t.lastError = uninitialized, protocol.None
			c.phase, c.until = turning, c.now
			return
		}
		if c.identity.bump {
			c.identity.bumpEpoch(c.batches)
		}
		if c.initialize() {
			return
		}
	}
	c.poll(c.sendProduceData(), turning)
}

// sendProduceData sends what is ready to the brokers that are, fails what has expired, and returns how long nothing
// else is to be done: no time, where a broker was ready, whether anything was drained for it or not
// (Sender.sendProducerData).
func (c *Client) sendProduceData() (timeoutMs int64) {
	r := c.ready()
	for _, topic := range r.unknown {
		c.metadata.add(topic, c.config.MetadataMaxIdleMs, c.nowMs)
		c.metadata.needFull = true
	}
	notReadyMs := never
	nodes := c.scratch.nodes[:0]
	for _, node := range r.nodes {
		ready := c.makeReady(node)
		c.noteStats(node, ready)
		if ready {
			nodes = append(nodes, node)
		} else {
			notReadyMs = min(notReadyMs, c.delay(node))
		}
	}
	c.scratch.nodes = nodes
	requests := c.drain(nodes)
	for _, d := range requests {
		for _, id := range d.batches {
			q := &c.queues[c.batches[id].partition]
			q.sent = append(q.sent, id)
			q.muted = q.muted || c.config.MaxInFlight == 1
		}
	}
	expiryMs := c.expire()
	timeoutMs = min(r.delayMs, notReadyMs)
	if expiryMs != never {
		timeoutMs = min(timeoutMs, expiryMs-c.nowMs)
	}
	timeoutMs = max(timeoutMs, 0)
	if len(nodes) > 0 {
		timeoutMs = 0
	}
	for _, d := range requests {
		c.sendProduceRequest(d)
	}
	return timeoutMs
}

// sendProduceRequest puts a broker's batches in flight as one request, in which those of a topic stand together
// (Sender.sendProduceRequest).
func (c *Client) sendProduceRequest(d drained) {
	batches := c.scratch.ids.List(len(d.batches))
	for i, id := range d.batches {
		c.batches[id].inFlight = true
		topic := c.topicOf(c.batches[id].partition)
		if !slices.ContainsFunc(d.batches[:i], func(id int32) bool { return c.topicOf(c.batches[id].partition) == topic }) {
			batches = c.addOfTopic(batches, d.batches[i:], topic)
		}
	}
	c.depart(d.node, flight{
		what: produceRequest, answered: c.config.Acks != protocol.AcksNone, batches: batches,
		cause: c.batches[d.batches[len(d.batches)-1]].cause,
	})
}

// produceRequest returns a request as it is written to the socket.
func (c *Client) produceRequest(k *connection, f *flight) *protocol.ProduceRequest {
	r := c.scratch.requests.New()
	r.ID, r.ClientID, r.Connection, r.Acks = f.id, c.clientID, k.number, c.config.Acks
	r.TimeoutMs, r.Partitions = c.config.RequestTimeoutMs, c.scratch.data.List(len(f.batches))
	e := c.scratch.requested.New()
	e.Request, e.Producer, e.Broker, e.Acks, e.Timeout = f.id, c.index, k.peer, r.Acks, vtime.AtMs(r.TimeoutMs)
	e.Partitions = c.scratch.sent.List(len(f.batches))
	for _, id := range f.batches {
		b := &c.batches[id]
		data := protocol.ProduceData{Partition: b.partition, Bytes: int64(b.size)}
		data.Records = b.wireRecords(f.id, &c.scratch.wire)
		data.TimestampMs = b.records[len(b.records)-1].timestampMs
		data.Numbers = protocol.Numbers{
			Idempotent: b.hasSequence(), ProducerID: b.id, ProducerEpoch: b.epoch, Sequence: max(b.sequence, 0),
		}
		r.Partitions = append(r.Partitions, data)
		e.Partitions = append(e.Partitions, event.Sent(data))
	}
	f.cause = c.fx.Emit(f.cause, e)
	for _, id := range f.batches {
		c.batches[id].cause, c.batches[id].request = f.cause, f.id
	}
	return r
}

// addOfTopic adds to a list those of some batches that are of a topic.
func (c *Client) addOfTopic(list, batches []int32, topic int32) []int32 {
	for _, id := range batches {
		if c.topicOf(c.batches[id].partition) == topic {
			list = append(list, id)
		}
	}
	return list
}

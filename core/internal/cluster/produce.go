package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// connection is one client's connection. A broker reads the next request only when the answer to the one before is on
// its way, so a parked request holds back everything its connection sends after it (Processor, RequestChannel).
type connection struct {
	client  protocol.NodeID
	number  int32 // which of the client's connections; those before it are closed
	busy    bool
	waiting []*protocol.ProduceRequest // behind the one that is being handled
}

// receiveProduce begins to handle a request that has arrived, or keeps it behind another of its connection. What
// comes on a connection that this broker has closed is lost.
func (b *Broker) receiveProduce(from protocol.NodeID, r *protocol.ProduceRequest) {
	c := b.connection(from)
	switch {
	case r.Connection < c.number:
		b.lose(r)
	case c.busy:
		c.waiting = append(c.waiting, r)
		b.emit(event.Event{Kind: event.Receive, Request: r.ID, Queued: true})
	default:
		c.number, c.busy = r.Connection, true
		b.handle(from, r)
	}
}

// connection is the client's connection, a new one where there is none.
func (b *Broker) connection(client protocol.NodeID) *connection {
	for i := range b.connections {
		if b.connections[i].client == client {
			return &b.connections[i]
		}
	}
	b.connections = append(b.connections, connection{client: client})
	return &b.connections[len(b.connections)-1]
}

// handle takes a request to the log. The test of the minimum, the append and the look at the high watermark happen
// under one lock in Kafka; here they happen at one instant, once the time that an append takes has passed.
func (b *Broker) handle(client protocol.NodeID, r *protocol.ProduceRequest) {
	b.led(event.Event{Kind: event.Receive, Request: r.ID})
	b.wake(b.now+b.config.AppendTime, timerHandle, client, r)
}

// release lets a connection's next request in, after an answer or, without one, after the work. A raw request's
// connection has no other.
func (b *Broker) release(client protocol.NodeID) {
	c := b.connection(client)
	if len(c.waiting) > 0 {
		next := c.waiting[0]
		c.waiting = slices.Clone(c.waiting[1:])
		b.handle(client, next)
		return
	}
	c.busy = false
	if client < 0 {
		b.connections = slices.DeleteFunc(b.connections, func(c connection) bool { return c.client == client })
	}
}

// disconnect closes a connection. What waits on it is lost with it (RequestChannel.closeConnection).
func (b *Broker) disconnect(client protocol.NodeID) {
	c := b.connection(client)
	lost := c.waiting
	c.waiting = nil
	c.number++
	b.release(client)
	for _, r := range lost {
		b.lose(r)
	}
}

// lose tells of a request that will not be handled.
func (b *Broker) lose(r *protocol.ProduceRequest) {
	b.emit(event.Event{Kind: event.Response, Request: r.ID, Closed: true})
}

// handleProduce appends to every partition of the request, then answers it or parks it, and only then wakes others that
// its appends may have completed (ReplicaManager.appendRecords, addCompletePurgatoryAction).
func (b *Broker) handleProduce(client protocol.NodeID, r *protocol.ProduceRequest) {
	d := delayedProduce{request: r, client: client, parked: event.None}
	received := b.because
	var moved []appended
	for _, data := range r.Partitions {
		b.because = received
		var s produceStatus
		if rules.ValidAcks(r.Acks) {
			var a appended
			if s, a = b.append(r, data); s.Error == protocol.None {
				moved = append(moved, a)
			}
		} else {
			s = b.refuse(r, data.Partition, protocol.InvalidRequiredAcks)
		}
		d.status = append(d.status, s)
	}
	b.because = received
	if len(moved) > 0 {
		b.because = moved[len(moved)-1].because
	}
	if rules.MustWait(r.Acks, len(d.status), len(d.status)-len(moved)) {
		b.park(d)
	} else {
		b.respond(&d, event.ByAppend)
	}
	for _, a := range moved {
		b.because = a.because
		if a.raised {
			b.checkProduces(a.partition)
		}
		b.checkFetches(a.partition)
	}
}

// appended is a partition that a request was written to, for the checks that follow.
type appended struct {
	partition *partition
	raised    bool  // the append moved the high watermark
	because   int32 // the append's event, or the high watermark's
}

// append writes one partition's records to the log this broker leads (Partition.appendRecordsToLeader). A partition
// that is led elsewhere is refused, then one under its minimum, then a batch that is too large.
func (b *Broker) append(r *protocol.ProduceRequest, data protocol.ProduceData) (produceStatus, appended) {
	p := &b.partitions[data.Partition]
	if !p.hosted || !p.leads {
		return b.refuse(r, data.Partition, protocol.NotLeaderOrFollower), appended{}
	}
	if err := rules.Admit(r.Acks, p.isr, b.effectiveMin(p)); err != protocol.None {
		return b.refuse(r, data.Partition, err), appended{}
	}
	if protocol.BatchBytes(data.Records) > b.config.MessageMaxBytes {
		return b.refuse(r, data.Partition, protocol.MessageTooLarge), appended{}
	}
	base := p.log.Append(p.leaderEpoch, data.Records)
	b.led(event.Event{
		Kind: event.Append, Request: r.ID, Partition: p.index, From: base, To: p.log.End(), Epoch: p.leaderEpoch,
	})
	raised := b.advanceHighWatermark(p)
	s := produceStatus{required: p.log.End(), pending: true}
	s.Partition, s.BaseOffset = p.index, base
	return s, appended{partition: p, raised: raised, because: b.because}
}

func (b *Broker) refuse(r *protocol.ProduceRequest, index int32, err protocol.Error) produceStatus {
	e := event.Event{Kind: event.Refuse, Request: r.ID, Partition: index, Error: err}
	if p := &b.partitions[index]; err == protocol.NotEnoughReplicas {
		e.From, e.To = int64(p.isr.Committed.Len()), int64(b.effectiveMin(p))
	}
	b.emit(e)
	return produceStatus{ProduceResult: protocol.ProduceResult{Partition: index, Error: err, BaseOffset: -1}}
}

// respond sends the answer, or closes the connection where acks=0 leaves no other way to tell of an error, and lets the
// connection's next request in (KafkaApis.handleProduceRequest, sendResponseCallback).
func (b *Broker) respond(d *delayedProduce, by event.By) {
	r := d.request
	b.led(event.Event{Kind: event.Complete, Request: r.ID, By: by})
	answer := &protocol.ProduceResponse{ID: r.ID}
	failed := false
	items := make([]event.Item, 0, len(d.status))
	for _, s := range d.status {
		answer.Results = append(answer.Results, s.ProduceResult)
		items = append(items, event.Item{Partition: s.Partition, Error: s.Error, Offset: s.BaseOffset})
		failed = failed || s.Error != protocol.None
	}
	switch {
	case r.Acks == protocol.AcksNone && failed:
		answer.Results, answer.Closed = nil, true
		b.led(event.Event{Kind: event.Response, Request: r.ID, Closed: true})
		b.send(d.client, answer, 0)
		b.disconnect(d.client)
		return
	case r.Acks != protocol.AcksNone:
		b.led(event.Event{Kind: event.Response, Request: r.ID, Items: items})
		b.send(d.client, answer, 0)
	}
	b.release(d.client)
}

// deadline is when a request that is parked now runs out of time, on the broker's clock.
func (b *Broker) deadline(r *protocol.ProduceRequest) vtime.Time {
	return vtime.AtMs(b.now.Ms() + r.TimeoutMs)
}

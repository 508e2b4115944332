package cluster

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

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
		if a.raised {
			b.checkReads(a.partition)
		}
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
	base, duplicate, err := b.sequence(p, data)
	if err != protocol.None {
		return b.refuse(r, data.Partition, err), appended{}
	}
	if !duplicate {
		base = p.log.AppendAsLeader(protocol.Batch{
			Epoch: p.leaderEpoch, Records: data.Records,
			Idempotent: data.Idempotent, ProducerID: data.ProducerID, ProducerEpoch: data.Epoch, Sequence: data.Sequence,
		})
	}
	next := base + int64(len(data.Records))
	if duplicate {
		b.led(&event.Duplicate{
			Request: r.ID, Partition: p.index, Broker: b.id, BaseOffset: base, LastOffset: next - 1,
		})
	} else {
		b.led(&event.Append{
			Request: r.ID, Partition: p.index, Broker: b.id, BaseOffset: base, LastOffset: next - 1,
			LeaderEpoch: p.leaderEpoch,
		})
	}
	raised := b.advanceHighWatermark(p)
	s := produceStatus{required: next, pending: true}
	s.Partition, s.BaseOffset = p.index, base
	return s, appended{partition: p, raised: raised, because: b.because}
}

// sequence judges a batch by its producer's sequence numbers: it may be new, or one that is in the log already, or
// neither. A duplicate waits like any other (UnifiedLog.analyzeAndValidateProducerState).
func (b *Broker) sequence(p *partition, data protocol.ProduceData) (base int64, duplicate bool, err protocol.Error) {
	if !data.Idempotent {
		return 0, false, protocol.None
	}
	last := protocol.AddSequence(data.Sequence, int64(len(data.Records))-1)
	return p.log.CheckProducer(data.ProducerID, data.Epoch, data.Sequence, last)
}

func (b *Broker) refuse(r *protocol.ProduceRequest, index int32, err protocol.Error) produceStatus {
	e := &event.Refuse{Request: r.ID, Partition: index, Broker: b.id, Error: err}
	if p := &b.partitions[index]; err == protocol.NotEnoughReplicas {
		e.ISRSize, e.EffectiveMinISR = int32(p.isr.Committed.Len()), int32(b.effectiveMin(p))
	}
	b.emit(e)
	return produceStatus{ProduceResult: protocol.ProduceResult{Partition: index, Error: err, BaseOffset: -1}}
}

// respond sends the answer, or closes the connection where acks=0 leaves no other way to tell of an error, and lets the
// connection's next request in. Who is told that this broker does not lead is told who does, as far as it knows
// (KafkaApis.handleProduceRequest, sendResponseCallback, getCurrentLeader).
func (b *Broker) respond(d *delayedProduce, by event.By) {
	r := d.request
	b.led(&event.Complete{Request: r.ID, Broker: b.id, By: by})
	answer := &protocol.ProduceResponse{ID: r.ID, Connection: r.Connection}
	failed := false
	told := make([]event.AnsweredPartition, 0, len(d.status))
	for _, s := range d.status {
		if p := &b.partitions[s.Partition]; s.Error == protocol.NotLeaderOrFollower && p.leader > 0 {
			s.Leader, s.LeaderEpoch = p.leader, p.leaderEpoch
		}
		answer.Results = append(answer.Results, s.ProduceResult)
		told = append(told, event.AnsweredPartition{Partition: s.Partition, Error: s.Error, BaseOffset: s.BaseOffset})
		failed = failed || s.Error != protocol.None
	}
	switch {
	case r.Acks == protocol.AcksNone && failed:
		answer.Results, answer.Closed = nil, true
		b.led(&event.Response{Request: r.ID, Broker: b.id, ConnectionClosed: true})
		b.send(d.client, answer, 0)
		b.disconnect(d.client, r.Connection)
		return
	case r.Acks != protocol.AcksNone:
		b.led(&event.Response{Request: r.ID, Broker: b.id, Partitions: told})
		b.send(d.client, answer, 0)
	}
	b.release(d.client, r.Connection)
}

// deadline is when a request that is parked now runs out of time, on the broker's clock.
func (b *Broker) deadline(r *protocol.ProduceRequest) vtime.Time {
	return vtime.AtMs(b.now.Ms() + r.TimeoutMs)
}

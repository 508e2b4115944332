package cluster

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// handleProduce appends to every partition of the request, then answers it or parks it, and only then wakes others that
// its appends may have completed (ReplicaManager.appendRecords, addCompletePurgatoryAction).
func (b *Broker) handleProduce(client protocol.NodeID, r *protocol.ProduceRequest, cause int32) {
	d := delayedProduce{request: r, client: client, parked: event.None, status: b.status.List(len(r.Partitions))}
	var moved []appended
	for _, data := range r.Partitions {
		var s produceStatus
		if rules.ValidAcks(r.Acks) {
			var a appended
			if s, a = b.append(r, data, cause); s.Error == protocol.None {
				moved = append(moved, a)
			}
		} else {
			s = b.refuse(r, data, event.Refuse{Check: event.CheckAcks, Error: protocol.InvalidRequiredAcks}, cause)
		}
		d.status = append(d.status, s)
	}
	if len(moved) > 0 {
		cause = moved[len(moved)-1].event
	}
	if rules.MustWait(r.Acks, len(d.status), len(d.status)-len(moved)) {
		b.park(d, cause)
	} else {
		b.respond(&d, event.ByAppend, cause)
	}
	for _, a := range moved {
		if a.raised {
			b.checkProduces(a.partition, a.event)
		}
		b.checkFetches(a.partition, a.event)
		if a.raised {
			b.checkReads(a.partition, a.event)
			checkDeletes(b, a.partition, a.event)
		}
	}
}

// appended is a partition that a request was written to, for the checks that follow.
type appended struct {
	partition *partition
	raised    bool  // the append moved the high watermark
	event     int32 // the append's, or the high watermark's
}

// append writes one partition's records to the log this broker leads (Partition.appendRecordsToLeader), unless one of
// the checks refuses them: each is made if those before it have passed.
func (b *Broker) append(
	r *protocol.ProduceRequest, data protocol.ProduceData, cause int32,
) (produceStatus, appended) {
	p := &b.partitions[data.Partition]
	verdict, why := b.check(p, r, data)
	if why.Error != protocol.None {
		return b.refuse(r, data, why, cause), appended{}
	}
	base := verdict.Base
	if !verdict.Duplicate {
		base = p.log.AppendAsLeader(protocol.Batch{
			Epoch: p.leaderEpoch, Records: data.Records, TimestampMs: data.TimestampMs, Numbers: data.Numbers,
		})
		b.watchProducers(p)
		watchRetention(b, p)
	}
	next := base + int64(len(data.Records))
	if verdict.Duplicate {
		cause = b.emit(&event.Duplicate{
			Request: r.ID, Partition: p.index, Broker: b.id, BaseOffset: base, LastOffset: next - 1,
			ProducerID: data.ProducerID, ProducerEpoch: data.ProducerEpoch, Sequence: data.Sequence,
		}, cause)
	} else {
		e := b.made.append.New()
		e.Request, e.Partition, e.Broker, e.LeaderEpoch = r.ID, p.index, b.id, p.leaderEpoch
		e.BaseOffset, e.LastOffset = base, next-1
		cause = b.emit(e, cause)
	}
	cause, raised := b.advanceHighWatermark(p, cause)
	s := produceStatus{required: next, pending: true}
	s.Partition, s.BaseOffset, s.LogStart = p.index, base, p.log.Start()
	return s, appended{partition: p, raised: raised, event: cause}
}

// check decides whether a partition's records may be written: the leader, the minimum, the size of the batch, the keys
// of a compacted topic's records, and the numbers of an idempotent producer, in this order. Without an error they may,
// or, as a duplicate, are in the log already and wait like any other (Partition.appendRecordsToLeader,
// UnifiedLog.append, analyzeAndValidateProducerState).
func (b *Broker) check(
	p *partition, r *protocol.ProduceRequest, data protocol.ProduceData,
) (verdict rules.SequenceVerdict, why event.Refuse) {
	topic := b.layout.Topic[data.Partition]
	switch {
	case !p.hosted || !p.leads:
		why.Check, why.Error = event.CheckLeader, protocol.NotLeaderOrFollower
		return verdict, why
	case rules.Admit(r.Acks, p.isr, b.effectiveMin(p)) != protocol.None:
		why.Check, why.Error = event.CheckMinISR, protocol.NotEnoughReplicas
		why.ISRSize, why.EffectiveMinISR = int32(p.isr.Committed.Len()), int32(b.effectiveMin(p))
		return verdict, why
	case data.Size() > b.cache.settings.maxBatch(topic):
		why.Check, why.Error = event.CheckSize, protocol.MessageTooLarge
		why.BatchBytes, why.MaxMessageBytes = data.Size(), b.cache.settings.maxBatch(topic)
		return verdict, why
	case b.cache.settings.compacts(topic) && len(data.WithoutKey()) > 0:
		why.Check, why.Error = event.CheckKey, protocol.InvalidRecord
		why.InvalidRecords = int32(len(data.WithoutKey()))
		return verdict, why
	case !data.Checked():
		return verdict, why
	}
	verdict = p.log.CheckProducer(data.Numbers, len(data.Records))
	why.Error = verdict.Error
	if why.Error == protocol.InvalidProducerEpoch {
		why.Check, why.ExpectedEpoch = event.CheckEpoch, int16(verdict.Expected)
	} else {
		why.Check, why.ExpectedSequence = event.CheckSequence, verdict.Expected
	}
	return verdict, why
}

// refuse rejects a request's records for a partition, and reports which check did.
func (b *Broker) refuse(
	r *protocol.ProduceRequest, data protocol.ProduceData, why event.Refuse, cause int32,
) produceStatus {
	why.Request, why.Partition, why.Broker = r.ID, data.Partition, b.id
	why.ProducerID, why.ProducerEpoch, why.Sequence = data.Shown(), data.ProducerEpoch, data.Sequence
	b.emit(&why, cause)
	s := produceStatus{
		ProduceResult: protocol.ProduceResult{Partition: data.Partition, Error: why.Error, BaseOffset: -1, LogStart: -1},
	}
	switch why.Check {
	case event.CheckKey:
		s.RecordErrors = data.WithoutKey()
	case event.CheckEpoch, event.CheckSequence:
		s.LogStart = b.partitions[data.Partition].log.Start()
	}
	return s
}

// respond sends the answer, or closes the connection where acks=0 leaves no other way to tell of an error, and lets the
// connection's next request in, or, where the client has produced too much, only later. A NOT_LEADER_OR_FOLLOWER answer
// names the current leader, if known (KafkaApis.handleProduceRequest, sendResponseCallback, getCurrentLeader).
func (b *Broker) respond(d *delayedProduce, by event.By, cause int32) {
	r := d.request
	completed := b.complete.New()
	completed.Request, completed.Broker, completed.By = r.ID, b.id, by
	cause = b.emit(completed, cause)
	answer := b.responses.New()
	answer.ID, answer.Connection, answer.Results = r.ID, r.Connection, b.results.List(len(d.status))
	failed := false
	told := b.made.answered.List(len(d.status))
	for i := range d.status {
		s := &d.status[i]
		if p := &b.partitions[s.Partition]; s.Error == protocol.NotLeaderOrFollower && p.leader > 0 {
			s.Leader, s.LeaderEpoch = p.leader, p.leaderEpoch
		}
		answer.Results = append(answer.Results, s.ProduceResult)
		told = append(told, event.AnsweredPartition{Partition: s.Partition, Error: s.Error, BaseOffset: s.BaseOffset})
		failed = failed || s.Error != protocol.None
	}
	throttle, cause := b.throttleTime(d.client, r, cause)
	throttled := cause
	answer.ThrottleMs = throttle.Ms()
	switch {
	case r.Acks == protocol.AcksNone && failed:
		answer.Results, answer.Closed = nil, true
		cause = b.emit(&event.Response{Request: r.ID, Broker: b.id, ConnectionClosed: true}, cause)
		b.send(d.client, answer, cause)
		b.disconnect(d.client, r.Connection, cause)
		return
	case r.Acks != protocol.AcksNone:
		e := b.response.New()
		e.Request, e.Broker, e.Partitions = r.ID, b.id, told
		cause = b.emit(e, cause)
		b.send(d.client, answer, cause)
		if !b.answered(d.client, r.Connection, cause) {
			return
		}
	}
	if throttle > 0 {
		b.mute(d.client, r, throttle, throttled)
		return
	}
	b.release(d.client, r.Connection, cause)
}

// deadline returns when a request parked now times out, on the broker's clock.
func (b *Broker) deadline(r *protocol.ProduceRequest) vtime.Time {
	return vtime.AtMs(b.now.Ms() + r.TimeoutMs)
}

package cluster

import (
	"math"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/purgatory"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
)

// delayedFetch is a follower's fetch that waits for data (kafka.server.DelayedFetch).
type delayedFetch struct {
	request *protocol.FetchRequest
	event   int32 // of its arrival
}

func (d delayedFetch) clone() delayedFetch { return d }

// handleFetch answers a follower's fetch or lets it wait. Its offsets acknowledge: they say what the follower has, so
// each may let it into the ISR and may move the high watermark (Partition.fetchRecords, updateFollowerFetchState).
// The answer is read before that, and tells of the high watermark as it was.
func (b *Broker) handleFetch(r *protocol.FetchRequest) {
	answer := b.read(r)
	e := event.Event{Kind: event.Fetch, Peer: r.Follower, Parked: answer.Records() == 0 && r.MaxWaitMs > 0}
	news := make([]bool, len(r.Partitions))
	for i, at := range r.Partitions {
		e.Items = append(e.Items, event.Item{Partition: at.Partition, Offset: at.Offset})
		if news[i] = b.note(r.Follower, at); news[i] {
			e.Count++
		}
	}
	b.led(e)
	arrival := b.because
	for i, at := range r.Partitions {
		b.because = arrival
		p := &b.partitions[at.Partition]
		b.maybeExpandISR(p, p.follower(r.Follower))
		if news[i] && b.advanceHighWatermark(p) {
			b.checkAll(p)
		}
	}
	b.because = arrival
	if !e.Parked {
		b.answerFetch(r, answer, event.AtOnce)
		return
	}
	keys := make([]purgatory.Key, 0, len(r.Partitions))
	for _, at := range r.Partitions {
		keys = append(keys, at.Partition)
	}
	op := b.fetches.NewOperation(r.MaxWaitMs)
	b.fetches.put(op, delayedFetch{request: r, event: arrival})
	if _, err := b.fetches.TryCompleteElseWatch((*fetchDriver)(b), op, keys, b.now.Ms()); err != nil {
		panic(err) // only for an operation without keys, and no fetcher asks for nothing
	}
}

// note takes in what a fetch says of one partition, and tells whether that is news of where the follower's log ends.
func (b *Broker) note(follower protocol.NodeID, at protocol.FetchAt) bool {
	p := &b.partitions[at.Partition]
	f := p.follower(follower)
	before := f.Progress.LogEndOffset
	f.Progress = f.Progress.AfterFetch(at.Offset, p.log.End(), b.now.Ms())
	return f.Progress.LogEndOffset != before
}

// responseMaxBytes bounds a whole answer, over all its partitions (replica.fetch.response.max.bytes).
const responseMaxBytes = 10 << 20

// read is what a fetch gets as things stand. One batch comes whatever its size, so that none stops replication for
// ever, but only one in an answer: the first of the first partition that has any (ReplicaManager.readFromLog).
func (b *Broker) read(r *protocol.FetchRequest) *protocol.FetchResponse {
	answer := &protocol.FetchResponse{Fetcher: r.Fetcher}
	left := storage.ReadLimit{Bytes: responseMaxBytes, Records: math.MaxInt64, AtLeastOne: true}
	if r.MaxRecords > 0 {
		left.Records = r.MaxRecords
	}
	for _, at := range r.Partitions {
		p := &b.partitions[at.Partition]
		limit := left
		limit.Bytes = min(limit.Bytes, r.MaxBytes)
		d := protocol.FetchData{Partition: at.Partition, HighWatermark: p.log.HighWatermark()}
		d.Batches = p.log.Read(at.Offset, limit)
		for _, batch := range d.Batches {
			left.Bytes -= protocol.BatchBytes(batch.Records)
			left.Records -= int64(len(batch.Records))
			left.AtLeastOne = false
		}
		answer.Partitions = append(answer.Partitions, d)
	}
	return answer
}

func (b *Broker) answerFetch(r *protocol.FetchRequest, answer *protocol.FetchResponse, why event.Reason) {
	b.led(event.Event{Kind: event.FetchResponse, Peer: r.Follower, Count: int32(answer.Records()), Reason: why})
	b.send(r.Follower, answer, 0)
}

// fetchDriver is what the fetch purgatory's operations do.
type fetchDriver Broker

// TryComplete completes a fetch as soon as there is a byte for it. A follower reads to the log's end, so an append
// wakes it and an advance of the high watermark does not (DelayedFetch.tryComplete, replica.fetch.min.bytes 1).
func (b *fetchDriver) TryComplete(op purgatory.OpID) bool {
	for _, at := range b.fetches.ops[op].request.Partitions {
		if b.partitions[at.Partition].log.End() > at.Offset {
			return b.fetches.ForceComplete(b, op)
		}
	}
	return false
}

// OnComplete reads again, for what has come meanwhile, and answers; the follower's progress is not touched a second
// time (DelayedFetch.onComplete).
func (b *fetchDriver) OnComplete(op purgatory.OpID) {
	because := b.because // also of whatever else the same check completes
	d := &b.fetches.ops[op]
	answer := (*Broker)(b).read(d.request)
	why := event.NewData
	if answer.Records() == 0 {
		why = event.WaitOver
		b.because = d.event
	}
	(*Broker)(b).answerFetch(d.request, answer, why)
	b.because = because
}

// OnTimer reports nothing: the picture's wheel is the produce purgatory's.
func (b *fetchDriver) OnTimer(purgatory.OpID, purgatory.TimerEvent) {}

// OnExpiration has nothing to add: an expired fetch is answered like any other.
func (b *fetchDriver) OnExpiration(purgatory.OpID) {}

// maybeExpandISR proposes that f joins the ISR, when the rules allow it (Partition.maybeExpandIsr).
func (b *Broker) maybeExpandISR(p *partition, f *rules.Follower) {
	v := b.view(p)
	if rules.CanJoinISR(v, *f) {
		b.proposeISR(p, p.isr.Committed.With(f.ID), rules.Expand)
	}
}

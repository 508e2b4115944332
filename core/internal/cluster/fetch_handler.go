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
	life    int32 // of the follower, which asked
	event   int32 // of its arrival
}

func (d delayedFetch) clone() delayedFetch { return d }

// handleFetch answers a follower's fetch or lets it wait. Its offsets acknowledge: they say what the follower has, so
// each may let it into the ISR and may move the high watermark (Partition.fetchRecords, updateFollowerFetchState). The
// answer is read before that, and tells of the high watermark as it was. A fetch that meets an error, or whose log
// diverges from the leader's, is answered at once.
func (b *Broker) handleFetch(life int32, r *protocol.FetchRequest, cause int32) {
	answer := b.read(r)
	for i := range answer.Partitions {
		if d := &answer.Partitions[i]; d.Error == protocol.None && !d.Diverges {
			if err := b.checkLife(r); err != protocol.None {
				*d = protocol.FetchData{Partition: d.Partition, Error: err}
			}
		}
	}
	failed := firstError(answer)
	e := b.fetch.New()
	e.Broker, e.Follower = b.id, r.Follower
	e.Parked = r.MaxWaitMs > 0 && answer.Records() == 0 && failed == protocol.None && !diverges(answer)
	e.Partitions = b.fetched.List(len(r.Partitions))
	b.news = b.news[:0]
	for i := range r.Partitions {
		at, d := &r.Partitions[i], &answer.Partitions[i]
		b.news = append(b.news, false)
		e.Partitions = append(e.Partitions, event.FetchedPartition{
			Partition: at.Partition, FetchOffset: at.Offset, Error: d.Error,
		})
		if d.Error != protocol.None || d.Diverges {
			continue
		}
		if b.news[i] = b.note(r, at); b.news[i] {
			e.News++
		}
	}
	arrival := b.emit(e, cause)
	for i := range r.Partitions {
		if d := &answer.Partitions[i]; d.Error != protocol.None || d.Diverges {
			continue
		}
		p := &b.partitions[r.Partitions[i].Partition]
		follower := p.position(r.Follower)
		mayJoin := arrival
		if p.admitted[follower] != event.None {
			mayJoin, p.admitted[follower] = p.admitted[follower], event.None
		}
		b.maybeExpandISR(p, p.followers[follower], mayJoin)
		if b.news[i] {
			b.advance(p, arrival)
		}
		checkDeletes(b, p, arrival)
	}
	if !e.Parked {
		b.answerFetch(r.Follower, life, answer, event.AtOnce, arrival)
		return
	}
	b.keys = b.keys[:0]
	for i := range r.Partitions {
		b.keys = append(b.keys, r.Partitions[i].Partition)
	}
	op := b.fetches.NewOperation(r.MaxWaitMs)
	b.fetches.put(op, delayedFetch{request: r, life: life, event: arrival})
	if _, err := b.fetches.TryCompleteElseWatch(newFetchDriver(b, arrival), op, b.keys, b.now.Ms()); err != nil {
		panic(err) // only for an operation without keys, and no fetcher asks for nothing
	}
}

// checkLife refuses a fetch from a former life of the follower; a broker that is fenced or unknown is not checked
// (Replica.updateFetchStateOrThrow, KRaftMetadataCache.getAliveBrokerEpoch).
func (b *Broker) checkLife(r *protocol.FetchRequest) protocol.Error {
	known := b.cache.brokers[r.Follower-1]
	if r.BrokerEpoch != none && known.Epoch != none && !known.Fenced && r.BrokerEpoch < known.Epoch {
		return protocol.NotLeaderOrFollower
	}
	return protocol.None
}

func firstError(answer *protocol.FetchResponse) protocol.Error {
	for i := range answer.Partitions {
		if err := answer.Partitions[i].Error; err != protocol.None {
			return err
		}
	}
	return protocol.None
}

func diverges(answer *protocol.FetchResponse) bool {
	for i := range answer.Partitions {
		if answer.Partitions[i].Diverges {
			return true
		}
	}
	return false
}

// note updates a follower's progress from its fetch of one partition, and reports whether its log end has changed.
func (b *Broker) note(r *protocol.FetchRequest, at *protocol.FetchAt) bool {
	p := &b.partitions[at.Partition]
	i := p.position(r.Follower)
	f := &p.followers[i]
	before := f.Progress.LogEndOffset
	f.Progress = f.Progress.AfterFetch(at.Offset, p.log.End(), b.now.Ms())
	f.BrokerEpoch, f.LogStart = r.BrokerEpoch, at.LogStart
	b.judge(p, i)
	return f.Progress.LogEndOffset != before
}

// read returns what a fetch gets now. One batch comes whatever its size, so that a large one cannot stop replication,
// but only one in an answer: the first of the first partition that has any (ReplicaManager.readFromLog).
func (b *Broker) read(r *protocol.FetchRequest) *protocol.FetchResponse {
	answer := b.fetchResponses.New()
	answer.Fetcher, answer.Session, answer.Partitions = r.Fetcher, r.Session, b.fetchedData.List(len(r.Partitions))
	left := storage.ReadLimit{Bytes: r.MaxBytesInAll, Records: math.MaxInt64, AtLeastOne: true}
	if r.MaxRecords > 0 {
		left.Records = r.MaxRecords
	}
	answer.Partitions = answer.Partitions[:len(r.Partitions)]
	for i := range r.Partitions {
		b.readPartition(&answer.Partitions[i], r, &r.Partitions[i], &left)
	}
	return answer
}

// readPartition fills in what a fetch gets of one partition: an error; where this log diverges from the follower's; or
// records (Partition.fetchRecords, readRecords). Out of range tells where the log begins and ends, for which a follower
// asks Kafka's leader in two more requests (AbstractFetcherThread.fetchOffsetAndTruncate). It takes what is read off
// the limit for the rest.
func (b *Broker) readPartition(
	d *protocol.FetchData, r *protocol.FetchRequest, at *protocol.FetchAt, left *storage.ReadLimit,
) {
	p := &b.partitions[at.Partition]
	d.Partition = at.Partition
	if d.Error = p.fetchCheck(at.LeaderEpoch, p.position(r.Follower) >= 0); d.Error != protocol.None {
		return
	}
	found := p.log.EndOffsetForEpoch(at.LastEpoch)
	apart, unknown := rules.Diverges(found, at.LastEpoch, at.Offset)
	d.LogStart = p.log.Start()
	switch {
	case unknown || at.Offset < d.LogStart || !apart && at.Offset > p.log.End():
		d.Error, d.Diverging.EndOffset = protocol.OffsetOutOfRange, p.log.End()
	case apart:
		d.Diverges, d.Diverging = true, found
	default:
		d.HighWatermark = p.log.HighWatermark()
		limit := *left
		limit.Bytes = min(limit.Bytes, r.MaxBytes)
		var bytes, records int64
		if d.Batches, bytes, records = p.log.ReadMeasured(at.Offset, &limit); len(d.Batches) > 0 {
			left.Bytes, left.Records, left.AtLeastOne = left.Bytes-bytes, left.Records-records, false
		}
	}
}

// answerFetch answers the life of the follower that asked.
func (b *Broker) answerFetch(
	follower protocol.NodeID, life int32, answer *protocol.FetchResponse, why event.FetchReason, cause int32,
) {
	e := b.fetchResponse.New()
	e.Broker, e.Follower, e.Records = b.id, follower, int32(answer.Records())
	e.Reason, e.Error = why, firstError(answer)
	cause = b.emit(e, cause)
	b.sendTo(follower, life, answer, cause)
}

// fetchDriver implements the fetch purgatory's operations on a broker during one call into the purgatory.
type fetchDriver struct {
	*Broker

	cause int32 // of what they do
}

func newFetchDriver(b *Broker, cause int32) *fetchDriver {
	d := b.fetchDrivers.New()
	d.Broker, d.cause = b, cause
	return d
}

// TryComplete completes a fetch as soon as there is a byte for it, or an error: this broker no longer leads, or leads
// in a later epoch. A follower reads to the log's end, so an append wakes it and an advance of the high watermark does
// not (DelayedFetch.tryComplete, replica.fetch.min.bytes 1).
func (b *fetchDriver) TryComplete(op purgatory.OpID) bool {
	r := b.fetches.ops[op].request
	for i := range r.Partitions {
		at := &r.Partitions[i]
		p := &b.partitions[at.Partition]
		if p.fetchCheck(at.LeaderEpoch, true) != protocol.None || p.log.End() != at.Offset {
			return b.fetches.ForceComplete(b, op)
		}
	}
	return false
}

// OnComplete reads again, for what has come meanwhile, and answers; the follower's progress is not touched a second
// time (DelayedFetch.onComplete).
func (b *fetchDriver) OnComplete(op purgatory.OpID) {
	d, cause := &b.fetches.ops[op], b.cause
	answer := b.read(d.request)
	why := event.NewData
	switch {
	case firstError(answer) != protocol.None || diverges(answer):
		why = event.NoLonger
	case answer.Records() == 0:
		why = event.WaitOver
		cause = d.event
	}
	b.answerFetch(d.request.Follower, d.life, answer, why, cause)
}

// OnTimer is never called: the picture's wheel is the produce purgatory's.
func (b *fetchDriver) OnTimer(purgatory.OpID, purgatory.TimerEvent) {}

// OnExpiration has nothing to add: an expired fetch is answered like any other.
func (b *fetchDriver) OnExpiration(purgatory.OpID) {}

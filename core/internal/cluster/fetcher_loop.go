package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// ask sends a fetcher's next request, unless one is under way, fetches are paused, or there is nothing to ask for. When
// all its partitions back off, a timer comes back to them.
func (b *Broker) ask(index, cause int32) {
	f := &b.fetchers[index]
	if f.awake == b.now {
		f.awake = never
	}
	if f.phase != idle || len(f.partitions) == 0 || b.throttle.paused {
		return
	}
	delay := b.throttle.delay
	if f.alone != event.None && b.throttle.delays[f.alone] > 0 {
		delay = b.throttle.delays[f.alone]
	}
	m := b.fetchMessage(index, cause)
	if len(f.asked) < len(f.partitions) {
		b.wakeFetcher(index, cause)
	}
	if len(f.asked) > 0 {
		f.sent(b.now, b.fx.Send(m, delay))
		b.watch(index)
	}
}

// wakeFetcher schedules a fetcher's next request for when the first of its partitions has backed off.
func (b *Broker) wakeFetcher(index, cause int32) {
	f := &b.fetchers[index]
	first := never
	for _, i := range f.partitions {
		if at := b.partitions[i].delayedUntil; at > b.now && (first == never || at < first) {
			first = at
		}
	}
	if first != never && (f.awake == never || first < f.awake) {
		f.awake = first
		b.wake(first, timerFetch, index, cause)
	}
}

// watch sets a fetcher's request timeout. One timer serves all its requests: it fires when the request it was set for
// has timed out, and checks the request that is under way then.
func (b *Broker) watch(index int32) {
	f := &b.fetchers[index]
	if !f.timed {
		f.timed = true
		b.wake(f.since+vtime.AtMs(b.config.ReplicaSocketTimeoutMs), timerFetchTimeout, index, event.None)
	}
}

// checkFetchTimeout gives up a request that has waited too long. A network client reads what has come before it looks
// at what took too long (NetworkClient.poll), so an answer that arrives at the last instant counts: looked says that
// everything received has been read. In a process that was frozen the wait has been interrupted, and one whose time is
// over is not repeated (EPollSelectorImpl.doSelect): it gives up without reading the answer in its socket.
func (b *Broker) checkFetchTimeout(index int32, looked bool, cause int32) {
	f := &b.fetchers[index]
	f.timed = false
	switch {
	case f.phase != asking:
	case f.since+vtime.AtMs(b.config.ReplicaSocketTimeoutMs) > b.now:
		b.watch(index)
	case f.since+vtime.AtMs(b.config.ReplicaSocketTimeoutMs) == b.now && !looked:
		f.timed = true
		b.wake(b.now, timerFetchOver, index, cause)
	default:
		b.loseFetch(index, cause)
	}
}

// loseFetch handles a request whose connection is gone, or that has timed out: its partitions back off
// (AbstractFetcherThread.handlePartitionsWithErrors).
func (b *Broker) loseFetch(index, cause int32) {
	f := &b.fetchers[index]
	cause = b.emit(&event.Disconnect{Broker: b.id, Leader: f.leader}, cause)
	for _, at := range f.asked {
		b.delay(&b.partitions[at.Partition])
	}
	f.abandon(b.now)
	b.ask(index, cause)
}

func (b *Broker) delay(p *partition) {
	p.delayedUntil = b.now + vtime.AtMs(b.config.ReplicaFetchBackoffMs)
}

// fetchMessage returns a fetcher's request for all its partitions that do not back off.
func (b *Broker) fetchMessage(index, cause int32) network.Message {
	f := &b.fetchers[index]
	b.sessions++
	f.session = b.sessions
	r := b.fetchRequests.New()
	r.Follower, r.BrokerEpoch, r.Fetcher, r.Session = b.id, b.epoch, index, f.session
	r.MaxWaitMs, r.MaxBytes = b.config.ReplicaFetchWaitMaxMs, b.config.ReplicaFetchMaxBytes
	r.MaxBytesInAll = b.config.ReplicaFetchResponseMaxBytes
	r.Partitions = b.fetchedFrom.List(len(f.partitions))
	if rate := b.throttle.perSecond; rate > 0 {
		r.MaxRecords = max(1, int64(rate*float64(b.config.ReplicaFetchWaitMaxMs)/1000))
	}
	for _, index := range f.partitions {
		if p := &b.partitions[index]; p.delayedUntil <= b.now {
			r.Partitions = append(r.Partitions, protocol.FetchAt{
				Partition: index, LeaderEpoch: p.leaderEpoch, LastEpoch: p.log.LatestEpoch(), Offset: p.log.End(),
				LogStart: p.log.Start(),
			})
		}
	}
	f.asked = r.Partitions
	if f.peer == 0 {
		f.peer = b.fx.Life(f.leader)
	}
	return network.Message{From: b.id, To: f.leader, Life: f.peer, Body: r, Cause: cause}
}

// handleFetchResponse handles an answer: with records it takes the time of an append, and more for a follower whose
// rate is limited; without, the next fetch goes out at once.
func (b *Broker) handleFetchResponse(from protocol.NodeID, r *protocol.FetchResponse, cause int32) {
	if int(r.Fetcher) >= len(b.fetchers) {
		return // a former life's
	}
	f := &b.fetchers[r.Fetcher]
	if f.phase != asking || f.leader != from || f.session != r.Session {
		return // given up meanwhile
	}
	f.answer = r
	n := r.Records()
	if n == 0 {
		b.written(r.Fetcher, cause)
		return
	}
	f.phase, f.since, f.until = writing, b.now, b.now+b.copying(n)
	b.wake(f.until, timerWritten, r.Fetcher, cause)
}

// written ends one round of a fetcher: the answer is applied, partition by partition, then the next fetch goes out and
// acknowledges it to the leader. An answer for a partition that has been taken from the fetcher meanwhile, or whose log
// or leader epoch has moved on, is ignored (AbstractFetcherThread.processFetchRequest). Partitions that gave records go
// to the end of the next request, so that none starves the others (FetchSession.FetchSessionCache).
func (b *Broker) written(index, cause int32) {
	f := &b.fetchers[index]
	last := cause // the event of the last partition applied: the cause of the next fetch
	b.gave = b.gave[:0]
	for i := range f.answer.Partitions {
		d := &f.answer.Partitions[i]
		p := &b.partitions[d.Partition]
		if !slices.Contains(f.partitions, d.Partition) || p.delayedUntil > b.now ||
			p.log.End() != f.asked[i].Offset || p.leaderEpoch != f.asked[i].LeaderEpoch {
			continue
		}
		last = b.take(p, d, cause)
		if len(d.Batches) > 0 {
			b.gave = append(b.gave, d.Partition)
		}
	}
	f.reorder(b.gave, b.partitions)
	f.answer, f.asked, f.session = nil, nil, event.None
	f.phase, f.since, f.until = idle, b.now, b.now
	b.ask(index, last)
}

// reorder puts a fetcher's partitions that have just given records behind the others, and drops those that are to be
// fetched no more.
func (f *fetcher) reorder(gave []int32, partitions []partition) {
	kept := f.partitions[:0]
	for _, p := range f.partitions {
		if !slices.Contains(gave, p) && !partitions[p].failed {
			kept = append(kept, p)
		}
	}
	for _, p := range gave {
		if !partitions[p].failed {
			kept = append(kept, p)
		}
	}
	f.partitions = kept
}

// take does what a follower does with the leader's answer for one partition
// (AbstractFetcherThread.processFetchRequest): records, or a truncation, and never both. A leader that calls the
// follower's epoch fenced is right: the partition waits for newer metadata. Every other error passes with time. It
// returns the event of what it did, or the cause where there is none.
func (b *Broker) take(p *partition, d *protocol.FetchData, cause int32) int32 {
	switch {
	case d.Error == protocol.OffsetOutOfRange:
		switch to, move := rules.AfterOutOfRange(d.LogStart, d.Diverging.EndOffset, p.log.End()); move {
		case rules.Truncate:
			return b.truncate(p, to, event.OutOfRange, cause)
		case rules.StartOver:
			return startOver(b, p, to, cause)
		}
	case d.Error == protocol.FencedLeaderEpoch:
		p.failed = true
	case d.Error != protocol.None:
		b.delay(p)
	case d.Diverges:
		own := p.log.EndOffsetForEpoch(d.Diverging.Epoch)
		to, _ := rules.TruncationPoint(d.Diverging, own, p.log.End()) // if that is not far enough, the next fetch shows it
		return b.truncate(p, to, event.Diverging, cause)
	default:
		return b.replicate(p, d, cause)
	}
	return cause
}

func (b *Broker) truncate(p *partition, to int64, why event.TruncateReason, cause int32) int32 {
	from, mark := p.log.End(), p.log.HighWatermark()
	if p.log.TruncateTo(to); p.log.End() == from {
		return cause
	}
	cause = b.emit(&event.Truncate{Partition: p.index, Broker: b.id, From: from, To: p.log.End(), Reason: why}, cause)
	b.watchProducers(p)
	if after := p.log.HighWatermark(); after != mark {
		b.setHighWatermark(p, after)
		tellHighWatermark(b, p, mark, after, false, cause)
	}
	return cause
}

// replicate writes records first, then takes over the high watermark that came with them, bounded by the log's end, and
// the log start offset (ReplicaFetcherThread.processPartitionData).
func (b *Broker) replicate(p *partition, d *protocol.FetchData, cause int32) int32 {
	before := p.log.HighWatermark()
	if from := p.log.End(); p.log.AppendAsFollower(d.Batches, p.leaderEpoch) > 0 {
		e := b.made.replicate.New()
		e.Partition, e.Broker, e.Leader = p.index, b.id, p.leader
		e.BaseOffset, e.LastOffset = from, p.log.End()-1
		cause = b.emit(e, cause)
		b.watchProducers(p)
		watchRetention(b, p)
	}
	if after := b.setHighWatermark(p, d.HighWatermark); after != before {
		tellHighWatermark(b, p, before, after, false, cause)
	}
	raiseStart(b, p, min(d.LogStart, p.log.HighWatermark()), event.StartFollowed, cause)
	return cause
}

// handleDisconnect handles the loss of one or all connections to another node's process.
func (b *Broker) handleDisconnect(m *network.Message, d *protocol.Disconnect) {
	switch lost := d.Lost.(type) {
	case nil:
		for i := range b.fetchers {
			f := &b.fetchers[i]
			if f.leader != m.From || f.peer != m.FromLife {
				continue
			}
			f.peer = 0
			if f.phase == asking {
				b.loseFetch(int32(i), m.Cause)
			}
		}
		b.closeAll(m.From)
		if m.From == network.Controller {
			loseController(b, m.Cause)
		}
	case *protocol.FetchRequest:
		b.loseFetchOf(lost.Fetcher, lost.Session, m.Cause)
	case *protocol.FetchResponse:
		b.loseFetchOf(lost.Fetcher, lost.Session, m.Cause)
	case *protocol.AlterPartitionRequest:
		loseAlterPartitionOf(b, lost.Attempt, m.Cause)
	case *protocol.AlterPartitionResponse:
		loseAlterPartitionOf(b, lost.Attempt, m.Cause)
	case *protocol.MetadataRequest:
		b.loseMetadata(lost.Session, m.Cause)
	case *protocol.Metadata:
		b.loseMetadata(lost.Session, m.Cause)
	case *protocol.Handshake:
		b.loseMetadata(lost.Connection, m.Cause)
	case *protocol.HandshakeResponse:
		b.loseMetadata(lost.Connection, m.Cause)
	case *protocol.BrokerRegistrationRequest:
		loseHeartbeatOf(b, lost.Attempt)
	case *protocol.BrokerRegistrationResponse:
		loseHeartbeatOf(b, lost.Attempt)
	case *protocol.BrokerHeartbeatRequest:
		loseHeartbeatOf(b, lost.Attempt)
	case *protocol.BrokerHeartbeatResponse:
		loseHeartbeatOf(b, lost.Attempt)
	}
}

// loseController handles the end of the controller's process: each of the three connections to it is closed. What the
// broker hears of later does not come of that.
func loseController(b *Broker, cause int32) {
	loseHeartbeats(b)
	loseAlterPartition(b, cause)
	if b.epoch != none {
		b.loseMetadata(b.cache.session, event.None)
	}
}

func (b *Broker) loseFetchOf(fetcher, session, cause int32) {
	if int(fetcher) < len(b.fetchers) {
		if f := &b.fetchers[fetcher]; f.phase == asking && f.session == session {
			b.loseFetch(fetcher, cause)
		}
	}
}

package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// How records are deleted from the beginning of logs: at an administrator's request, and by retention.

// delayedDelete is a request that waits for the other replicas to delete (kafka.server.DelayedDeleteRecords).
type delayedDelete struct {
	request  *protocol.DeleteRecordsRequest
	client   protocol.NodeID
	required int64      // the low watermark it waits for
	until    vtime.Time // it waits no longer
}

// handleDelete deletes records from a log this broker leads, and answers when every live replica has done the same: its
// fetches say so (ReplicaManager.deleteRecords).
func handleDelete(b *Broker, client protocol.NodeID, r *protocol.DeleteRecordsRequest, cause int32) {
	p := &b.partitions[r.Partition]
	deletes := b.cache.settings.deletes(b.layout.Topic[p.index])
	start, err := rules.DeleteRecordsCheck(p.hosted && p.leads, deletes, r.Offset, p.log.HighWatermark())
	if err != protocol.None {
		cause = b.emit(&event.DeleteRecords{Partition: p.index, Broker: b.id, Offset: start, Error: err}, cause)
		answerDelete(b, client, p, -1, err, cause)
		return
	}
	low := rules.LowWatermark(max(start, p.log.Start()), p.followers, b.cache.alive())
	cause = b.emit(&event.DeleteRecords{
		Partition: p.index, Broker: b.id, Offset: start, LowWatermark: low, Waits: low < start,
	}, cause)
	cause = raiseStart(b, p, start, event.StartRequested, cause)
	if low >= start {
		answerDelete(b, client, p, low, protocol.None, cause)
		return
	}
	d := delayedDelete{r, client, start, b.now + vtime.AtMs(r.TimeoutMs)}
	b.deletes = append(b.deletes, d)
	b.wake(d.until, timerDelete, 0, event.None)
}

func answerDelete(b *Broker, client protocol.NodeID, p *partition, low int64, err protocol.Error, cause int32) {
	cause = b.emit(&event.DeleteRecordsResponse{Partition: p.index, Broker: b.id, LowWatermark: low, Error: err}, cause)
	b.send(client, &protocol.DeleteRecordsResponse{Partition: p.index, Error: err, LowWatermark: low}, cause)
}

// checkDeletes answers the requests that wait on p and need not wait any more: the low watermark has come to what they
// ask for, or this broker no longer leads (DelayedDeleteRecords.tryComplete).
func checkDeletes(b *Broker, p *partition, cause int32) {
	if len(b.deletes) == 0 {
		return
	}
	low := rules.LowWatermark(p.log.Start(), p.followers, b.cache.alive())
	b.deletes = slices.DeleteFunc(b.deletes, func(d delayedDelete) bool {
		switch {
		case d.request.Partition != p.index || p.leads && low < d.required:
			return false
		case !p.leads:
			answerDelete(b, d.client, p, -1, protocol.NotLeaderOrFollower, cause)
		default:
			answerDelete(b, d.client, p, low, protocol.None, cause)
		}
		return true
	})
}

// endDeletes answers the requests that have waited as long as they may.
func endDeletes(b *Broker) {
	b.deletes = slices.DeleteFunc(b.deletes, func(d delayedDelete) bool {
		if d.until > b.now {
			return false
		}
		answerDelete(b, d.client, &b.partitions[d.request.Partition], -1, protocol.RequestTimedOut, event.None)
		return true
	})
}

// alive returns the brokers that are registered and not fenced (KRaftMetadataCache.hasAliveBroker).
func (c *metadataCache) alive() (s protocol.BrokerSet) {
	for i := range c.brokers {
		if m := &c.brokers[i]; m.Epoch != none && !m.Fenced {
			s = s.With(m.Broker)
		}
	}
	return s
}

// raiseStart deletes what a log has below an offset, and reports it: it returns that event, else the cause.
func raiseStart(b *Broker, p *partition, to int64, why event.StartReason, cause int32) int32 {
	if to <= p.log.Start() {
		return cause
	}
	from := saveStart(b, p)
	p.log.RaiseStart(to)
	return tellStart(b, p, from, why, cause)
}

// tellStart reports that a log start offset has moved, if it has: it returns that event, else the cause.
func tellStart(b *Broker, p *partition, from int64, why event.StartReason, cause int32) int32 {
	if p.log.Start() == from {
		return cause
	}
	return b.emit(&event.LogStart{
		Partition: p.index, Broker: b.id, From: from, To: p.log.Start(), Reason: why, Leader: p.leads,
	}, cause)
}

// saveStart notes which log start offset is on disk before it moves, and returns the present one.
func saveStart(b *Broker, p *partition) int64 {
	if round := startRound(b); p.startSaved.round < round {
		p.startSaved = checkpoint{offset: p.log.Start(), round: round}
	}
	return p.log.Start()
}

// A broker saves its log start offsets every minute (log.flush.start.offset.checkpoint.interval.ms), and looks for
// expired records every log.retention.check.interval.ms, for the first time half a minute after its logs are loaded
// (log.initial.task.delay.ms, LogManager.startupWithConfigOverrides).
const (
	startCheckpoint = 60 * vtime.Second
	firstLogTask    = 30 * vtime.Second
)

// startRound returns how many times the log start offsets have been saved since the start.
func startRound(b *Broker) int64 {
	since := b.now - b.loadedAt - firstLogTask
	if since < 0 {
		return 0
	}
	return int64(since/startCheckpoint) + 1
}

// restoreStarts sets the log start offsets to what was on disk when the process before ended: after a clean end that is
// the last one, else records that were deleted after that are there again (LogLoader.load).
func restoreStarts(b *Broker, cause int32) {
	for i := range b.partitions {
		p := &b.partitions[i]
		from := p.log.Start()
		p.log.RestoreStart(p.startSaved.offset)
		tellStart(b, p, from, event.StartRestored, cause)
		p.startSaved = checkpoint{offset: p.log.Start()}
	}
}

// startOver empties a follower's log that ends before its leader's begins: it goes on where that begins, and what lies
// between is not fetched (ReplicaFetcherThread.truncateFullyAndStartAt).
func startOver(b *Broker, p *partition, at int64, cause int32) int32 {
	from, mark := p.log.End(), p.log.HighWatermark()
	b.setHighWatermark(p, mark) // what is on disk is noted before it moves
	saveStart(b, p)
	p.log.StartOver(at)
	cause = b.emit(&event.TruncateFully{Partition: p.index, Broker: b.id, From: from, To: at}, cause)
	tellHighWatermark(b, p, mark, at, false, cause)
	return cause
}

// longestRun is how long a script may run (script.MaxTime): what is due later is not waited for.
const longestRun = 24 * 3600 * vtime.Second

// watchRetention schedules the check of p's records for when its segment expires: at the next check after that. The
// checks in between would find nothing.
func watchRetention(b *Broker, p *partition) {
	topic := b.layout.Topic[p.index]
	retention := b.cache.settings.retention(topic)
	newest, any := p.log.NewestMs()
	if !any || retention < 0 || retention > longestRun.Ms() || !b.cache.settings.deletes(topic) {
		return
	}
	period := vtime.AtMs(b.config.LogRetentionCheckMs)
	before := b.loadedAt + firstLogTask - period            // a period before the first check
	due := max(vtime.AtMs(newest+retention), b.now, before) // expired is what is older
	at := nextRound(before, due, period)
	if b.retainAt == 0 || at < b.retainAt {
		b.retainAt = at
		b.wake(at, timerRetain, 0, event.None)
	}
}

// checkRetention deletes the segments whose records have all expired (LogManager.cleanupLogs,
// UnifiedLog.deleteOldSegments). Every replica does so by itself.
func checkRetention(b *Broker) {
	if b.now != b.retainAt {
		return // an earlier check has found the same
	}
	b.retainAt = 0
	for i := range b.partitions {
		p := &b.partitions[i]
		topic := b.layout.Topic[p.index]
		newest, any := p.log.NewestMs()
		if any && b.cache.settings.deletes(topic) && rules.RetentionExpired(
			newest, b.now.Ms(), b.cache.settings.retention(topic), p.log.HighWatermark(), p.log.End(),
		) {
			deleteSegment(b, p)
		}
		watchRetention(b, p)
	}
}

// deleteSegment deletes all records of a log. That its segment is gone is on disk at once.
func deleteSegment(b *Broker, p *partition) {
	from := saveStart(b, p)
	p.log.DeleteSegment()
	if told := tellStart(b, p, from, event.StartRetained, event.None); told != event.None && p.leads {
		checkDeletes(b, p, told)
	}
}

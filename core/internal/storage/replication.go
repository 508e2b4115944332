package storage

import (
	"slices"

	"highwater/core/internal/protocol"
)

// EpochEnd is where a leader epoch ends in a log.
type EpochEnd = protocol.EpochEnd

// EndOffsetForEpoch returns where epoch ends in this log; the epoch it names is the highest that the log has up to that
// one (UnifiedLog.endOffsetForEpoch).
func (l *Log) EndOffsetForEpoch(epoch int32) EpochEnd { return l.epochs.EndOffset(epoch, l.end) }

// LatestEpoch returns the highest leader epoch of the log, -1 for none; it need not have a record
// (UnifiedLog.latestEpoch).
func (l *Log) LatestEpoch() int32 { return l.epochs.Latest() }

// Epochs returns a copy of the leader epochs and where they begin.
func (l *Log) Epochs() []EpochEntry { return l.epochs.Entries() }

// BeginEpoch notes that epoch begins at the log's end, as a leader does when it takes over, before it writes
// (Partition.makeLeader, UnifiedLog.assignEpochStartOffset).
func (l *Log) BeginEpoch(epoch int32) { l.epochs.Assign(epoch, l.end) }

// Load drops what a log no longer knows once it is loaded from its files: a leader epoch in which nothing was written,
// for it begins at the log's end (LogLoader.load).
func (l *Log) Load() { l.epochs.TruncateFromEnd(l.end) }

// AppendAsFollower writes a leader's batches and returns how many records were new. leaderEpoch is the epoch in which
// this follower follows: a batch of a higher one is left out with all that comes after it, for the follower has yet to
// hear of that leader, and must compare logs with it first (UnifiedLog.appendAsFollower, analyzeAndValidateRecords).
//
// A log that a power cut ended within a batch replaces that part with the whole batch. An empty one that begins within
// a batch, because the leader's log start offset lies there, begins with the batch instead
// (Partition.appendRecordsToFollowerOrFutureReplica).
func (l *Log) AppendAsFollower(batches []protocol.Batch, leaderEpoch int32) (appended int64) {
	before := l.end
	for i := range batches {
		b := &batches[i]
		if b.Epoch > leaderEpoch {
			break
		}
		switch inside := b.BaseOffset < l.end && l.end < b.NextOffset(); {
		case inside && l.start == l.end:
			l.StartOver(b.BaseOffset)
		case inside:
			l.cut(b.BaseOffset)
		}
		l.appendBatch(b)
	}
	return l.end - before
}

// TruncateTo cuts the log at offset and returns how many records it removed. The high watermark is capped at the new
// end; epochs that begin there or later are dropped, even when no record is; the producers' state is rebuilt from what
// is left. A log that is cut below its start begins there (UnifiedLog.truncateTo).
//
// A batch that offset cuts in two keeps what is below. Kafka removes such a batch whole and lets the log end at offset
// all the same (LogSegment.truncateTo, LocalLog.truncateTo); it does not happen there, because a follower truncates to
// ends of epochs, where batches end. Here it can, after a power cut within a batch.
func (l *Log) TruncateTo(offset int64) (removed int64) {
	removed = l.cut(offset)
	l.highWatermark = min(l.highWatermark, l.end)
	return removed
}

// LoseTail removes the last records, as a power cut does with what was not on disk, and returns how many there were to
// lose. Kafka's recovery drops a batch that is not whole; the model loses exactly the given number of records.
func (l *Log) LoseTail(records int64) (lost int64) { return l.TruncateTo(max(l.start, l.end-records)) }

// cut truncates without moving the high watermark.
func (l *Log) cut(offset int64) (removed int64) {
	l.epochs.TruncateFromEnd(min(offset, l.end))
	if offset >= l.end {
		return 0
	}
	removed = l.end - max(offset, l.start)
	if offset <= l.base {
		mark := l.highWatermark
		l.StartOver(offset)
		l.highWatermark = mark
		return removed
	}
	page, place := l.find(offset)
	at := l.page(page)
	// What has been read, and copies, share these batches: they are not overwritten.
	l.full, l.open = slices.Clip(l.full[:page]), at[:place:place]
	if keep := offset - at[place].BaseOffset; keep > 0 {
		l.open = append(l.open, at[place].Keep(keep))
	}
	l.end, l.start = offset, min(l.start, offset)
	l.remeasure()
	l.rebuildProducers()
	return removed
}

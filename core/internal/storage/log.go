// Package storage is a replica's log: batches in offset order, the log end offset and the high watermark, the offsets
// at which leader epochs begin, and what idempotent producers wrote last.
//
// It models org.apache.kafka.storage.internals.log.UnifiedLog as far as replication needs it: append, read from an
// offset, truncate, the high watermark and its bounds; with it LeaderEpochFileCache and ProducerStateManager. It leaves
// out segments, retention (a log starts at offset 0), compaction, transactions and disks.
package storage

import (
	"slices"

	"highwater/core/internal/protocol"
)

// Log is one replica's log.
type Log struct {
	batches       []protocol.Batch
	end           int64
	highWatermark int64
	epochs        EpochCache
	producers     producers
}

// End returns the log end offset: the offset of the next record (UnifiedLog.logEndOffset).
func (l *Log) End() int64 { return l.end }

// HighWatermark returns the offset below which this replica knows records to be committed.
func (l *Log) HighWatermark() int64 { return l.highWatermark }

// Append writes records as one batch at the log's end, as a leader of epoch does, and returns their base offset
// (UnifiedLog.appendAsLeader).
func (l *Log) Append(epoch int32, records []protocol.Record) (base int64) {
	return l.AppendAsLeader(protocol.Batch{Epoch: epoch, Records: records})
}

// AppendAsLeader writes a batch at the log's end, whatever its base offset, and returns the offset it got. A batch of
// an idempotent producer must have passed CheckProducer (UnifiedLog.appendAsLeader).
func (l *Log) AppendAsLeader(b protocol.Batch) (base int64) {
	b.BaseOffset = l.end
	l.appendBatch(&b)
	return b.BaseOffset
}

// AppendBatch writes a batch that has its offsets. It must begin at the log's end. A leader epoch that the log does not
// have begins with it (UnifiedLog.append).
func (l *Log) AppendBatch(b protocol.Batch) { l.appendBatch(&b) }

func (l *Log) appendBatch(b *protocol.Batch) {
	if b.BaseOffset != l.end {
		panic("storage: a batch must begin where the log ends")
	}
	if b.Epoch != l.epochs.Latest() {
		l.epochs.Assign(b.Epoch, b.BaseOffset)
	}
	l.batches = append(l.batches, *b)
	l.end = b.NextOffset()
	l.producers.add(b)
}

// Read returns the batches from the one that holds offset on, as far as the limit goes (UnifiedLog.read).
func (l *Log) Read(offset int64, limit ReadLimit) []protocol.Batch {
	batches, _, _ := l.ReadMeasured(offset, &limit)
	return batches
}

// ReadMeasured is what Read gives, and how many bytes and records that is.
func (l *Log) ReadMeasured(offset int64, limit *ReadLimit) (batches []protocol.Batch, bytes, records int64) {
	first := l.index(offset)
	i := first
	for ; i < len(l.batches); i++ {
		more, n := protocol.BatchBytes(l.batches[i].Records), int64(len(l.batches[i].Records))
		if (i > first || !limit.AtLeastOne) && (bytes+more > limit.Bytes || records+n > limit.Records) {
			break
		}
		bytes += more
		records += n
	}
	return l.batches[first:i:i], bytes, records
}

// From returns the batches from the one that holds offset on. They must not be changed.
func (l *Log) From(offset int64) []protocol.Batch { return l.batches[l.index(offset):] }

// ReadLimit bounds what one read gives. With AtLeastOne the first batch comes whatever its size.
type ReadLimit struct {
	Bytes, Records int64
	AtLeastOne     bool
}

// index returns the position of the batch that holds offset; past the last one where the log does not reach. Nearly
// always it is the last batch that is asked for, or the end.
func (l *Log) index(offset int64) int {
	n := len(l.batches)
	if offset >= l.end {
		return n
	}
	low, high := 0, n-1 // the batch is one of these
	for probe := high; low < high; probe = int(uint(low+high+1) / 2) {
		if l.batches[probe].BaseOffset <= offset {
			low = probe
		} else {
			high = probe - 1
		}
	}
	return low
}

// SetHighWatermark moves the high watermark, bounded by the log's end, and returns the result. A leader only ever
// raises it; a follower adopts its leader's, up or down (UnifiedLog.updateHighWatermark).
func (l *Log) SetHighWatermark(offset int64) int64 {
	l.highWatermark = min(offset, l.end)
	return l.highWatermark
}

// Records calls yield for each record from offset on, with its offset and epoch, until it returns false.
func (l *Log) Records(offset int64, yield func(offset int64, epoch int32, r protocol.Record) bool) {
	batches := l.batches[l.index(offset):]
	for i := range batches {
		b := &batches[i]
		for i := range b.Records {
			if at := b.BaseOffset + int64(i); at >= offset && !yield(at, b.Epoch, b.Records[i]) {
				return
			}
		}
	}
}

// At returns the record at an offset; false where the log does not reach.
func (l *Log) At(offset int64) (protocol.Record, bool) {
	if offset < 0 || offset >= l.end {
		return protocol.Record{}, false
	}
	b := &l.batches[l.index(offset)]
	return b.Records[offset-b.BaseOffset], true
}

// Clone returns an independent copy. The list of batches is shared, because its elements never change: an append to the
// copy, or to a log that has been cut, goes to a new list.
func (l *Log) Clone() Log {
	c := *l
	c.batches = slices.Clip(l.batches)
	c.epochs = l.epochs.Clone()
	c.producers = l.producers.clone()
	return c
}

// Package storage is a replica's log: batches in offset order, the log end offset and the high watermark, the offsets
// at which leader epochs begin, and what idempotent producers wrote last.
//
// It models org.apache.kafka.storage.internals.log.UnifiedLog as far as replication needs it: append, read from an
// offset, truncate, the high watermark and its bounds, the log start offset; with it LeaderEpochFileCache and
// ProducerStateManager. It leaves out compaction, transactions, disks, and all segments but one: a segment ends at 1
// GiB or after seven days (segment.bytes, segment.ms), which no run of a day comes to.
package storage

import (
	"slices"

	"highwater/core/internal/protocol"
)

// Log is one replica's log.
//
// Its batches are in pages, so that growing moves none of them. What has been read and copies of the log share the
// pages: a batch never changes, and what is appended to one log lies beyond what the others see of a page.
type Log struct {
	full          [][]protocol.Batch // pages to which nothing is added any more; none is empty
	open          []protocol.Batch   // the last page
	base          int64              // where its segment begins
	start         int64              // records below it are deleted; their batches stay, unread, as in Kafka's segment
	end           int64
	newestMs      int64 // the newest timestamp in its segment, if that has a record
	highWatermark int64
	epochs        EpochCache
	producers     producers
}

// A page has room for firstPage batches, or for twice as many as the one before, up to largestPage.
const (
	firstPage   = 4
	largestPage = 128
)

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
	if len(l.open) == cap(l.open) {
		l.turnPage()
	}
	l.open = append(l.open, *b)
	if l.end == l.base {
		l.newestMs = b.TimestampMs
	}
	l.end, l.newestMs = b.NextOffset(), max(l.newestMs, b.TimestampMs)
	l.producers.add(b)
}

func (l *Log) turnPage() {
	room := firstPage
	if n := len(l.open); n > 0 {
		l.full = append(l.full, l.open)
		room = min(max(room, 2*n), largestPage)
	}
	l.open = make([]protocol.Batch, 0, room)
}

// page returns one of the pages, from 0 to len(l.full).
func (l *Log) page(i int) []protocol.Batch {
	if i < len(l.full) {
		return l.full[i]
	}
	return l.open
}

// Read returns the batches from the one that holds offset on, as far as the limit goes (UnifiedLog.read).
func (l *Log) Read(offset int64, limit ReadLimit) []protocol.Batch {
	batches, _, _ := l.ReadMeasured(offset, &limit)
	return batches
}

// ReadMeasured is what Read gives, and how many bytes and records that is.
func (l *Log) ReadMeasured(offset int64, limit *ReadLimit) (batches []protocol.Batch, bytes, records int64) {
	page, first := l.find(offset)
	for ; page <= len(l.full); page++ {
		all := l.page(page)
		i := first
		for ; i < len(all); i++ {
			more, n := protocol.BatchBytes(all[i].Records), int64(len(all[i].Records))
			forced := limit.AtLeastOne && records == 0
			if !forced && (bytes+more > limit.Bytes || records+n > limit.Records) {
				break
			}
			bytes += more
			records += n
		}
		if read := all[first:i:i]; batches == nil {
			batches = read
		} else {
			batches = append(batches, read...) // a new list, for the page's has no room
		}
		if i < len(all) {
			break
		}
		first = 0
	}
	return batches, bytes, records
}

// ReadLimit bounds what one read gives. With AtLeastOne the first batch comes whatever its size.
type ReadLimit struct {
	Bytes, Records int64
	AtLeastOne     bool
}

// find returns the page of the batch that holds offset, and its place there; past the last batch where the log does not
// reach. Nearly always it is the last page that is asked for.
func (l *Log) find(offset int64) (page, place int) {
	page = len(l.full)
	if offset >= l.end {
		return page, len(l.open)
	}
	if len(l.open) == 0 || offset < l.open[0].BaseOffset {
		page = lastUpTo(len(l.full), func(i int) bool { return l.full[i][0].BaseOffset <= offset })
	}
	all := l.page(page)
	return page, lastUpTo(len(all), func(i int) bool { return all[i].BaseOffset <= offset })
}

// lastUpTo returns the last of n places for which begins holds, where it holds up to one and no further; 0 if for none.
// It looks at the very last one first.
func lastUpTo(n int, begins func(int) bool) int {
	low, high := 0, n-1
	for probe := high; low < high; probe = int(uint(low+high+1) / 2) {
		if begins(probe) {
			low = probe
		} else {
			high = probe - 1
		}
	}
	return low
}

// SetHighWatermark moves the high watermark, bounded by the log's start and end, and returns the result. A leader only
// ever raises it; a follower adopts its leader's, up or down (UnifiedLog.updateHighWatermark).
func (l *Log) SetHighWatermark(offset int64) int64 {
	l.highWatermark = max(l.start, min(offset, l.end))
	return l.highWatermark
}

// Records calls yield for each record from offset on that is not deleted, with its offset and epoch, until it returns
// false.
func (l *Log) Records(offset int64, yield func(offset int64, epoch int32, r protocol.Record) bool) {
	offset = max(offset, l.start)
	for offset < l.end {
		b := l.BatchAt(offset)
		for i := max(0, offset-b.BaseOffset); i < int64(len(b.Records)); i++ {
			if !yield(b.BaseOffset+i, b.Epoch, b.Records[i]) {
				return
			}
		}
		offset = b.NextOffset()
	}
}

// BatchAt returns the batch that holds an offset; nil where the log does not reach, or has never had a batch. It must
// not be changed.
func (l *Log) BatchAt(offset int64) *protocol.Batch {
	if offset >= l.end || len(l.full)+len(l.open) == 0 {
		return nil
	}
	page, place := l.find(offset)
	return &l.page(page)[place]
}

// At returns the record at an offset, a deleted one, too; false where the log does not reach, or never did.
func (l *Log) At(offset int64) (protocol.Record, bool) {
	if offset < 0 || offset >= l.end {
		return protocol.Record{}, false
	}
	b := l.BatchAt(offset)
	if b == nil || offset < b.BaseOffset {
		return protocol.Record{}, false
	}
	return b.Records[offset-b.BaseOffset], true
}

// Clone returns an independent copy. It shares the pages, and begins a page of its own with what is appended to it.
func (l *Log) Clone() Log {
	c := *l
	c.full, c.open = slices.Clip(l.full), slices.Clip(l.open)
	c.epochs = l.epochs.Clone()
	c.producers = l.producers.clone()
	return c
}

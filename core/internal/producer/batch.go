package producer

import (
	"highwater/core/internal/chunk"
	"highwater/core/internal/protocol"
)

// outcome is how a batch ended (ProducerBatch.FinalState).
type outcome uint8

const (
	pending outcome = iota
	succeeded
	failed
	aborted
)

// record is one record in a batch.
type record struct {
	protocol.Record
	timestampMs int64
	// keySize is the key's, valueSize the value's, as sizes count them: -1 stands for none
	keySize, valueSize int32
	// wire is what it takes in a compressed batch; 0, before it is in one: as much as in another
	wire  int32
	cause int32 // the event of its append
}

// batch is records of one partition that are sent together (ProducerBatch, MemoryRecordsBuilder).
type batch struct {
	partition int32
	records   []record
	outcome   outcome
	over      bool  // its outcome was told
	serial    int64 // by age; what a batch is split into has its age

	createdMs, lastAttemptMs, lastAppendMs int64
	attempts                               int64
	retry                                  bool // it was sent before

	// How full it is.
	capacity     int32   // of its buffer; the limit for its records
	uncompressed int32   // what its records take
	estimate     float32 // how well it will compress
	largest      int32   // the upper bound of its largest record
	size         int32   // once it is closed; 0: it is not
	full         bool    // closed for appends

	split    bool // made out of a larger one; its memory is none of the pool's
	inFlight bool // in a request that has not ended
	reserved bool // its memory is not back in the pool

	// Whose numbers it carries, of which the first is sequence; noSequence: none yet.
	numbering
	sequence   int32
	renumbered bool // since it was sent last

	// The leader's epoch when it was last looked at, and the attempts made when that was new.
	leaderEpoch    int32
	leaderAttempts int64

	request int32 // it was sent with last; 0: none
	cause   int32 // the last event of its life
}

func (b *batch) estimatedSize(compressed bool) int32 {
	switch {
	case b.size > 0:
		return b.size
	case compressed:
		return protocol.BatchOverhead + int32(float32(float32(b.uncompressed)*b.estimate)*ratioMargin)
	}
	return protocol.BatchOverhead + b.uncompressed
}

// isFull reports whether nothing more can be appended.
func (b *batch) isFull(compressed bool) bool {
	return b.full || len(b.records) > 0 && b.capacity <= b.estimatedSize(compressed)
}

// add appends a record if there is room; the first record always fits (MemoryRecordsBuilder.hasRoomFor).
func (b *batch) add(r record, compressed bool) bool {
	if b.isFull(compressed) {
		return false
	}
	delta := int64(0)
	if len(b.records) > 0 {
		delta = r.timestampMs - b.records[0].timestampMs
	}
	size := int32(protocol.RecordBytes(int64(len(b.records)), delta, r.keySize, r.valueSize))
	if len(b.records) > 0 && b.capacity < b.estimatedSize(compressed)+size {
		return false
	}
	if r.wire == 0 {
		r.wire = size
	}
	b.records = append(b.records, r)
	b.uncompressed += size
	b.largest = max(b.largest, upperBound(r.keySize, r.valueSize))
	return true
}

// close fixes the batch's size and returns how well it compressed.
func (b *batch) close(compressed bool) (ratio float32) {
	b.full, b.renumbered = true, false
	wire := int32(0)
	for i := range b.records {
		wire += b.records[i].wire
	}
	if !compressed {
		wire = b.uncompressed
	}
	b.size = protocol.BatchOverhead + wire
	return b.ratio()
}

// ratio returns how well a closed batch compressed.
func (b *batch) ratio() float32 {
	if b.uncompressed == 0 {
		return 1
	}
	return float32(b.size-protocol.BatchOverhead) / float32(b.uncompressed)
}

func (b *batch) hasSequence() bool { return b.sequence != noSequence }

func (b *batch) lastSequence() int32 { return b.sequence + int32(len(b.records)) - 1 }

// number gives the batch its sequence numbers, or others.
func (b *batch) number(n numbering, sequence int32) { b.numbering, b.sequence = n, sequence }

// waitedMs returns how long it has waited since it was made, or failed last.
func (b *batch) waitedMs(nowMs int64) int64 { return max(0, nowMs-b.lastAttemptMs) }

// reenqueued notes that an attempt has failed.
func (b *batch) reenqueued(nowMs int64) {
	b.attempts++
	b.lastAppendMs = max(b.lastAppendMs, nowMs)
	b.lastAttemptMs = b.lastAppendMs
	b.retry = true
}

// follow notes the partition's leader epoch; noSequence: it is not known (ProducerBatch.maybeUpdateLeaderEpoch).
func (b *batch) follow(leaderEpoch int32) {
	if leaderEpoch > b.leaderEpoch {
		b.leaderEpoch, b.leaderAttempts = leaderEpoch, b.attempts
	}
}

// leaderChanged reports whether the leader is another than at the attempt before: then there is nothing to wait for.
func (b *batch) leaderChanged() bool { return b.attempts > 0 && b.attempts == b.leaderAttempts }

// wireRecords returns the records as a request takes them.
func (b *batch) wireRecords(request int32, room *chunk.Of[protocol.Record]) []protocol.Record {
	records := room.List(len(b.records))[:len(b.records)]
	for i := range b.records {
		records[i] = b.records[i].Record
		records[i].Request = request
	}
	return records
}

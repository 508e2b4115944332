package protocol

import "math"

// Batch is a record batch in a log: records written together, under one leader epoch. Batches are never changed once
// made, so logs, messages and copies of a run share them.
type Batch struct {
	BaseOffset  int64
	Epoch       int32
	Records     []Record
	TimestampMs int64 // of its newest record, on its client's clock
	Numbers
}

// Numbers is what a batch of an idempotent producer carries, which numbers its records per partition. The zero value is
// that of a batch without.
type Numbers struct {
	ProducerID    int64 // -1: none after all, as while the client asks for a new one
	Sequence      int32 // of the batch's first record
	ProducerEpoch int16
	Idempotent    bool // else the others mean nothing
}

// Checked reports whether a broker checks the numbers at all (RecordBatch.hasProducerId).
func (n Numbers) Checked() bool { return n.Idempotent && n.ProducerID >= 0 }

// Shown returns the producer id as events have it: -1 if a broker ignores the numbers.
func (n Numbers) Shown() int64 {
	if n.Checked() {
		return n.ProducerID
	}
	return -1
}

// NextOffset returns the offset after the batch's last record.
func (b *Batch) NextOffset() int64 { return b.BaseOffset + int64(len(b.Records)) }

// LastSequence returns the sequence number of the batch's last record (DefaultRecordBatch.lastSequence).
func (b *Batch) LastSequence() int32 { return AddSequence(b.Sequence, int64(len(b.Records))-1) }

// Keep returns the batch less all records from its n-th on. Kafka never cuts a batch in two; the model does where a
// power cut takes a given number of records.
func (b Batch) Keep(n int64) Batch {
	b.Records = b.Records[:n:n]
	return b
}

// AddSequence returns the sequence number n places after sequence: numbers start again at 0 after the largest
// (DefaultRecordBatch.incrementSequence).
func AddSequence(sequence int32, n int64) int32 { return int32((int64(sequence) + n) & math.MaxInt32) }

const (
	// UndefinedEpoch is no leader epoch (OffsetsForLeaderEpochResponse.UNDEFINED_EPOCH).
	UndefinedEpoch int32 = -1
	// UndefinedOffset is no end of an epoch (OffsetsForLeaderEpochResponse.UNDEFINED_EPOCH_OFFSET).
	UndefinedOffset int64 = -1
)

// EpochEnd is where a leader epoch ends in a log: the offset at which the next higher one begins, or the log's end. As
// the diverging epoch of a fetch response it tells a follower how far the two logs can be alike
// (FetchResponseData.EpochEndOffset).
type EpochEnd struct {
	Epoch     int32
	EndOffset int64
}

// NoEpochEnd is the end of an epoch that a log knows nothing of.
var NoEpochEnd = EpochEnd{Epoch: UndefinedEpoch, EndOffset: UndefinedOffset}

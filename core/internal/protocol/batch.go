package protocol

import "math"

// Batch is a record batch in a log: records written together, under one leader epoch. Batches are never changed once
// made, so logs, messages and copies of a run share them.
type Batch struct {
	BaseOffset int64
	Epoch      int32
	Records    []Record
	// An idempotent producer numbers its records per partition; the next three mean something only with Idempotent.
	Idempotent    bool
	ProducerEpoch int16
	Sequence      int32 // of the first record
	ProducerID    int64
}

// NextOffset is the offset after the batch's last record.
func (b Batch) NextOffset() int64 { return b.BaseOffset + int64(len(b.Records)) }

// LastSequence is the sequence number of the batch's last record (DefaultRecordBatch.lastSequence).
func (b Batch) LastSequence() int32 { return AddSequence(b.Sequence, int64(len(b.Records))-1) }

// Keep is the batch less all records from its n-th on. Kafka never cuts a batch in two; the model does where a power
// cut takes a given number of records.
func (b Batch) Keep(n int64) Batch {
	b.Records = b.Records[:n:n]
	return b
}

// AddSequence is the sequence number n places after sequence: numbers start again at 0 after the largest
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

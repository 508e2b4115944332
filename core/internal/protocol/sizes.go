package protocol

import "math/bits"

// Sizes of batches and records of format v2, in bytes, without headers.

// BatchOverhead is a batch's header (DefaultRecordBatch.RECORD_BATCH_OVERHEAD).
const BatchOverhead = 61

// BatchBytes is what records take as one batch, all of one timestamp.
func BatchBytes(records []Record) int64 {
	size := int64(BatchOverhead)
	for i, r := range records {
		size += RecordBytes(int64(i), 0, r.KeyBytes, r.Bytes)
	}
	return size
}

// RecordBytes is what a record takes in a batch (DefaultRecord.sizeInBytes). The deltas are against the batch's first
// record; key and value are as for FieldBytes.
func RecordBytes(offsetDelta, timestampDeltaMs int64, key, value int32) int64 {
	body := 1 + varint(timestampDeltaMs) + varint(offsetDelta) + FieldBytes(key) + FieldBytes(value) + NoHeaders
	return varint(body) + body
}

// NoHeaders is what the number of a record's headers takes where there are none.
const NoHeaders = 1

// FieldBytes is what a key or value of so many bytes takes with its length; -1: there is none.
func FieldBytes(bytes int32) int64 { return varint(int64(bytes)) + int64(max(bytes, 0)) }

// varint is how many bytes a number takes, zig-zag encoded (ByteUtils.sizeOfVarlong).
func varint(n int64) int64 { return max(int64(bits.Len64(uint64(n)<<1^uint64(n>>63))+6)/7, 1) }

package producer

import "math/bits"

// Sizes in bytes of batches and records of format v2, without headers.
const (
	batchHeader       = 61 // DefaultRecordBatch.RECORD_BATCH_OVERHEAD
	maxRecordOverhead = 21 // DefaultRecord.MAX_RECORD_OVERHEAD
)

// varint is how many bytes a number takes, zig-zag encoded (ByteUtils.sizeOfVarlong).
func varint(n int64) int32 {
	return max(int32(bits.Len64(uint64(n)<<1^uint64(n>>63))+6)/7, 1)
}

// field is what a key or value of so many bytes takes with its length; -1: there is none.
func field(bytes int32) int32 { return varint(int64(bytes)) + max(bytes, 0) }

// recordSize is what a record takes in a batch (DefaultRecord.sizeInBytes). The deltas are against the batch's first
// record.
func recordSize(offsetDelta, timestampDeltaMs int64, key, value int32) int32 {
	body := 1 + varint(timestampDeltaMs) + varint(offsetDelta) + field(key) + field(value) + varint(0)
	return varint(int64(body)) + body
}

// upperBound is what a batch of one record takes at most. The client checks it against its limits and reserves it
// (AbstractRecords.estimateSizeInBytesUpperBound).
func upperBound(key, value int32) int32 {
	return batchHeader + maxRecordOverhead + field(key) + field(value) + varint(0)
}

// The estimate of how well a topic's batches compress goes up at least so far when a batch came out larger, and down at
// most so far when one came out smaller.
const (
	ratioWorse  float32 = 0.05
	ratioBetter float32 = 0.005
	// ratioMargin is how much larger a batch is taken to be than the estimate says
	// (MemoryRecordsBuilder.COMPRESSION_RATE_ESTIMATION_FACTOR).
	ratioMargin float32 = 1.05
)

// updatedRatio is the estimate after a batch of the ratio observed (CompressionRatioEstimator.updateEstimation).
func updatedRatio(estimate, observed float32) float32 {
	switch {
	case observed > estimate:
		return max(estimate+ratioWorse, observed)
	case observed < estimate:
		return max(estimate-ratioBetter, observed)
	}
	return estimate
}

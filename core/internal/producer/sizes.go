package producer

import "highwater/core/internal/protocol"

// maxRecordOverhead is what a record takes at most beside its key and its value (DefaultRecord.MAX_RECORD_OVERHEAD).
const maxRecordOverhead = 21

// upperBound returns what a batch of one record takes at most. The client checks it against its limits and reserves it
// (AbstractRecords.estimateSizeInBytesUpperBound).
func upperBound(key, value int32) int32 {
	size := protocol.BatchOverhead + maxRecordOverhead + protocol.FieldBytes(key) + protocol.FieldBytes(value)
	return int32(size + protocol.NoHeaders)
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

// updatedRatio returns the estimate after a batch of the ratio observed (CompressionRatioEstimator.updateEstimation).
func updatedRatio(estimate, observed float32) float32 {
	switch {
	case observed > estimate:
		return max(estimate+ratioWorse, observed)
	case observed < estimate:
		return max(estimate-ratioBetter, observed)
	}
	return estimate
}

package rules

import "highwater/core/internal/protocol"

// WrittenBatch is one batch of an idempotent producer as a retry of it is known by
// (org.apache.kafka.storage.internals.log.BatchMetadata).
type WrittenBatch struct {
	First, Last int32 // sequences
	BaseOffset  int64
}

// SequenceVerdict is the result of checking a batch of an idempotent producer against the log.
type SequenceVerdict struct {
	Duplicate bool  // it is in the log already
	Base      int64 // where, then
	Error     protocol.Error
	Expected  int32 // with an error: the sequence that would have followed, or the epoch that is known
}

// CheckSequence decides whether a client's batch of an idempotent producer may be written: the first rule that matches
// decides. retained is the last batches that the log has of the producer's epoch, the oldest first; none: the log does
// not know the producer, which may begin anywhere then. A retry is told apart by the exact pair of sequences, among the
// batches retained: an older one, or another cut of the same records, is out of order
// (UnifiedLog.analyzeAndValidateProducerState, ProducerStateEntry.findDuplicateBatch,
// ProducerAppendInfo.checkProducerEpoch and checkSequence).
func CheckSequence(knownEpoch int16, retained []WrittenBatch, epoch int16, first, last int32) SequenceVerdict {
	if len(retained) == 0 {
		return SequenceVerdict{}
	}
	if epoch == knownEpoch {
		for _, b := range retained {
			if b.First == first && b.Last == last {
				return SequenceVerdict{Duplicate: true, Base: b.BaseOffset}
			}
		}
	}
	if epoch < knownEpoch {
		return SequenceVerdict{Error: protocol.InvalidProducerEpoch, Expected: int32(knownEpoch)}
	}
	next := int32(0) // of a new epoch
	if epoch == knownEpoch {
		next = protocol.AddSequence(retained[len(retained)-1].Last, 1)
	}
	if first != next {
		return SequenceVerdict{Error: protocol.OutOfOrderSequenceNumber, Expected: next}
	}
	return SequenceVerdict{}
}

// ProducerExpired decides whether a log forgets a producer whose last batch has this timestamp
// (ProducerStateManager.isProducerExpired; no producer here has a transaction under way).
func ProducerExpired(nowMs, lastMs, expirationMs int64) bool { return nowMs-lastMs >= expirationMs }

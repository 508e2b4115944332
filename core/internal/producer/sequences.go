package producer

import (
	"slices"

	"highwater/core/internal/protocol"
)

// noSequence is the absence of a sequence number or of an epoch.
const noSequence int32 = -1

// numbering is whose sequence numbers a batch carries: a producer id and its epoch. The zero value belongs to no
// producer.
type numbering struct {
	valid bool
	id    int64
	epoch int16
}

// sequences is what an idempotent producer knows of one partition's numbers (TxnPartitionEntry).
type sequences struct {
	numbering
	next            int32 // of the next record
	lastAcked       int32 // noSequence: nothing was acknowledged
	lastAckedOffset int64
	inFlight        []int32 // batches that have a number and no end, by number
	// unresolved is the number after those of a batch that expired while it might be in the log; noSequence: there is
	// none
	unresolved int32
	rewrite    bool // the next epoch renumbers what is in flight
}

func newSequences() sequences {
	return sequences{lastAcked: noSequence, lastAckedOffset: -1, unresolved: noSequence}
}

// forgotten returns what is left when the partition's numbers are given up
// (TransactionManager.resetSequenceForPartition). A new epoch that the partition has asked for still renumbers it.
func (s *sequences) forgotten() sequences {
	fresh := newSequences()
	fresh.rewrite = s.rewrite
	return fresh
}

func (s sequences) clone() sequences {
	s.inFlight = slices.Clone(s.inFlight)
	return s
}

// isNext reports whether a number follows the last that was acknowledged (TransactionManager.isNextSequence).
func (s *sequences) isNext(sequence int32) bool { return sequence-s.lastAcked == 1 }

// acknowledged notes the last number and offset of a batch that succeeded. An older one changes nothing.
func (s *sequences) acknowledged(sequence int32, lastOffset int64) {
	s.lastAcked = max(s.lastAcked, sequence)
	s.lastAckedOffset = max(s.lastAckedOffset, lastOffset)
}

// markUnresolved notes that it is unknown whether the batch before the number next is in the log
// (TransactionManager.markSequenceUnresolved).
func (s *sequences) markUnresolved(next int32) { s.unresolved = max(s.unresolved, next) }

// refusal is what an idempotent producer does about an error of a batch.
type refusal struct {
	retry bool
	bump  bool // a new epoch first, and numbers from 0
}

// judge decides whether a batch that was refused is sent again, and under which numbers (TransactionManager.canRetry).
// A leader that does not know the producer tells where its log begins; logStart -1: it does not tell.
func (s *sequences) judge(e protocol.Error, sequence int32, renumbered bool, logStart int64) refusal {
	switch e {
	case protocol.UnknownProducerID:
		return refusal{retry: true, bump: logStart != -1 && !renumbered}
	case protocol.OutOfOrderSequenceNumber:
		resolved := s.unresolved == noSequence
		if resolved && (renumbered || !s.isNext(sequence)) {
			return refusal{retry: true}
		}
		return refusal{retry: true, bump: resolved || sequence == s.unresolved}
	}
	return refusal{retry: isRetriable(e)}
}

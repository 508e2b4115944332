package rules

import "highwater/core/internal/protocol"

// ValidAcks reports whether a broker accepts a request with these acks; any other value is refused for every partition,
// INVALID_REQUIRED_ACKS (ReplicaManager.isValidRequiredAcks).
func ValidAcks(acks protocol.Acks) bool {
	return acks == protocol.AcksAll || acks == protocol.AcksLeader || acks == protocol.AcksNone
}

// Admit decides whether the leader appends: with acks=all it refuses while the committed ISR is smaller than the
// minimum. acks 0 and 1 pass whatever the ISR (Partition.appendRecordsToLeader).
func Admit(acks protocol.Acks, isr ISRState, effectiveMin int) protocol.Error {
	if acks == protocol.AcksAll && UnderMinISR(isr, effectiveMin) {
		return protocol.NotEnoughReplicas
	}
	return protocol.None
}

// MustWait reports whether a request is parked after its local appends: acks=all, and at least one partition was
// written (ReplicaManager.delayedProduceRequestRequired).
func MustWait(acks protocol.Acks, partitions, failed int) bool {
	return acks == protocol.AcksAll && partitions > 0 && failed < partitions
}

// AckDecision reports whether one partition of a parked request is decided, and how. Only the high watermark counts;
// followers' log ends matter only through it. leads is false when this broker is no longer the partition's leader.
//
// NOT_ENOUGH_REPLICAS_AFTER_APPEND needs a high watermark that is already there and a maximal ISR that has shrunk
// since: as the high watermark does not move under the minimum, a request whose ISR shrinks first just waits until its
// timeout (Partition.checkEnoughReplicasReachOffset).
func AckDecision(
	leads bool, highWatermark, required int64, isr ISRState, effectiveMin int,
) (decided bool, err protocol.Error) {
	switch {
	case !leads:
		return true, protocol.NotLeaderOrFollower
	case highWatermark < required:
		return false, protocol.None
	case effectiveMin > isr.Maximal().Len():
		return true, protocol.NotEnoughReplicasAfter
	}
	return true, protocol.None
}

package rules

import "highwater/core/internal/protocol"

// Change is an ISR change that the leader has proposed and the controller has not answered.
type Change uint8

const (
	// NoChange: the ISR is as the controller confirmed it (CommittedPartitionState).
	NoChange Change = iota
	// Expand: one follower is to join (PendingExpandIsr).
	Expand
	// Shrink: followers are to leave (PendingShrinkIsr).
	Shrink
)

// ISRState is the in-sync set as the leader has it.
type ISRState struct {
	Committed protocol.BrokerSet // what the controller confirmed last
	Proposed  protocol.BrokerSet // what is asked of the controller; counts only with a Pending change
	Pending   Change
}

// Maximal returns the set that replication decisions go by while a change is in flight: an expansion counts from the
// moment it is proposed, because a member that joins must not miss what is committed meanwhile; a shrink counts only
// when it is confirmed, because until then a leaving member could still be elected
// (org.apache.kafka.server.partition.PartitionState.maximalIsr).
func (s ISRState) Maximal() protocol.BrokerSet {
	if s.Pending == Expand {
		return s.Proposed
	}
	return s.Committed
}

// EffectiveMinISR caps min.insync.replicas by the number of replicas, so that a minimum no assignment can meet does not
// forbid every write (Partition.effectiveMinIsr, ReplicationControlManager.getTopicEffectiveMinIsr; since KAFKA-15583).
func EffectiveMinISR(configured, replicas int) int { return min(configured, replicas) }

// UnderMinISR reports whether the partition is under its minimum. It counts the committed set: a member that is only
// proposed does not help yet (Partition.isUnderMinIsr).
func UnderMinISR(s ISRState, effectiveMin int) bool { return s.Committed.Len() < effectiveMin }

// AtMinISR reports whether losing one more member would put the partition under its minimum (Partition.isAtMinIsr).
func AtMinISR(s ISRState, effectiveMin int) bool { return s.Committed.Len() == effectiveMin }

// Refusal is what a leader does with a change that the controller has refused.
type Refusal uint8

const (
	// GiveUp: back to the committed set.
	GiveUp Refusal = iota
	// StayPending: the proposal keeps counting until newer metadata comes.
	StayPending
	// AskAgain: the same proposal goes out once more.
	AskAgain
)

// AfterRefusal returns what becomes of a pending change that the controller answers with err
// (Partition.handleAlterPartitionError).
func AfterRefusal(err protocol.Error) Refusal {
	switch err {
	case protocol.OperationNotAttempted, protocol.IneligibleReplica:
		return GiveUp
	case protocol.UnknownTopicOrPartition, protocol.FencedLeaderEpoch, protocol.InvalidUpdateVersion,
		protocol.InvalidRequest, protocol.NewLeaderElected:
		return StayPending
	}
	return AskAgain
}

// OutOfSync returns the members of the committed ISR, other than the leader, that have not been caught up within the
// lag time. A member whose log ends where the leader's ends is never among them, however long it has been silent
// (Partition.getOutOfSyncReplicas).
func OutOfSync(v View) protocol.BrokerSet {
	out := v.ISR.Committed.Without(protocol.SetOf(v.Leader))
	for _, f := range v.Followers {
		if f.Progress.CaughtUp(v.LogEndOffset, v.NowMs, v.MaxLagMs) {
			out = out.Without(protocol.SetOf(f.ID))
		}
	}
	return out
}

// ShrinkTarget returns the ISR to propose when the periodic check finds members out of sync: all of them leave in one
// request. False when none is, or while a change is in flight (Partition.maybeShrinkIsr).
func ShrinkTarget(v View) (protocol.BrokerSet, bool) {
	out := OutOfSync(v)
	if v.ISR.Pending != NoChange || out.Empty() {
		return 0, false
	}
	return v.ISR.Committed.Without(out), true
}

// MayBeInISR reports whether the controller lets a broker be in an ISR: it is neither fenced nor shutting down, and the
// leader means its present life. epoch is that of its registration, named the one that the leader has heard from it;
// -1: none (ReplicationControlManager.ineligibleReplicasForIsr).
func MayBeInISR(state BrokerState, epoch, named int64) bool {
	return state == Unfenced && (named < 0 || named == epoch)
}

// CanJoinISR reports whether to propose that f joins: no change is in flight, it is not a member, it is eligible, and
// it has everything below the high watermark and up to the start of the leader's epoch. It need not have reached the
// leader's log end (Partition.needsExpandIsr, isFollowerInSync).
func CanJoinISR(v View, f Follower) bool {
	return v.ISR.Pending == NoChange && !v.ISR.Committed.Has(f.ID) && f.Eligible &&
		f.Progress.LogEndOffset >= v.HighWatermark && f.Progress.LogEndOffset >= v.EpochStart
}

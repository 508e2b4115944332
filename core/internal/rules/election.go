package rules

import "highwater/core/internal/protocol"

// Election is how far the controller goes to find a leader (PartitionChangeBuilder.Election).
type Election uint8

const (
	// Online keeps the leader while it may lead, and else takes one that has all that is committed.
	Online Election = iota
	// Unclean is Online, but takes any live replica before it leaves the partition without a leader.
	Unclean
	// Preferred puts the first replica of the assignment before the present leader, if it may lead.
	Preferred
)

// Candidates is the state of the brokers as it bears on one change.
type Candidates struct {
	// Acceptable is the brokers that may lead: registered, unfenced, not in controlled shutdown
	// (ClusterControlManager.isActive). A broker that is being fenced, stopped or registered anew in this step is not,
	// one that is being unfenced is (ReplicationControlManager.generateLeaderAndIsrUpdates).
	Acceptable protocol.BrokerSet
	// UncleanShutdown is the brokers whose unclean shutdown is being handled: they lose their places in the ELR.
	UncleanShutdown protocol.BrokerSet
}

// ChangeInput is what the controller knows when it changes a partition. TargetISR is the whole ISR to come, the present
// one when it is not to change.
type ChangeInput struct {
	Replicas     []protocol.NodeID // in the order of the assignment, where the registration has none
	EffectiveMin int
	ELREnabled   bool
	Candidates
	Election  Election
	TargetISR protocol.BrokerSet
	// Reassigned is the assignment to come; the zero value: the present one
	Reassigned Assignment
	Recovered  bool // the leader's own word with its ISR: what followed its unclean election is done with
}

// BuildChange returns the partition once the controller has changed it (PartitionChangeBuilder.build). In this order: a
// reassignment is completed where the target ISR allows it; the ELR follows the target ISR; a leader is looked for; a
// leader elected from outside the ISR becomes its only member. changed is false when there is nothing to write, and
// then no epoch rises. unclean reports a leader that may lack committed records.
//
// The partition epoch rises with every change, the leader epoch only with a change of the leader, to none included, and
// when a replica is removed (PartitionRegistration.merge, triggerLeaderEpochBumpForReplicaReassignmentIfNeeded).
// Without the ELR an ISR never becomes empty: its last member stays in it when it goes, and only its return, or an
// unclean election, gives the partition a leader again.
func BuildChange(b PartitionRegistration, in ChangeInput) (after PartitionRegistration, changed, unclean bool) {
	after = b
	if in.Reassigned != (Assignment{}) {
		after.Assignment = in.Reassigned
	}
	after.Assignment, in.TargetISR, _ = after.Assignment.Complete(in.TargetISR)
	if after.Assignment.Replicas != 0 {
		in.Replicas = after.Assignment.Replicas.IDs()
	}
	isr, elr := in.TargetISR, in.targetELR(b)
	leader, unclean := in.elect(b, isr, elr)
	elected := leader != b.Leader
	unclean = unclean && elected
	if elected && (unclean || elr.Has(leader)) {
		isr = protocol.SetOf(leader)
		elr = elr.Without(isr)
	}
	if unclean || !in.ELREnabled {
		elr = 0
	}
	if !isr.Empty() || in.ELREnabled {
		after.ISR = isr
	}
	after.ELR = elr
	after.Recovering = (b.Recovering || unclean) && !(b.Recovering && in.Recovered)
	if elected {
		after.Leader = leader
		after.LastKnown = in.lastKnown(b, leader)
	}
	if after == b {
		return b, false, false
	}
	removed := !b.Assignment.Replicas.Set().In(after.Assignment.Replicas.Set())
	if elected || removed {
		after.LeaderEpoch++
	}
	after.PartitionEpoch++
	return after, true, unclean
}

// Concerns reports whether a partition changes when a broker goes: gone is the broker that is fenced, stopped or
// registered anew, unclean the same broker where its former life ended uncleanly and the ELR is on, else nothing
// (ReplicationControlManager.handleBrokerFenced, handleBrokerInControlledShutdown, handleBrokerShutdown). The target is
// the ISR without it, and it may not be elected.
func (b PartitionRegistration) Concerns(gone, unclean protocol.BrokerSet) bool {
	return b.ISR&gone != 0 || b.ELR&unclean != 0
}

// targetELR returns the eligible leader replicas that go with the target ISR. At or above the minimum there are none;
// below it, the ELR gains the members that leave, because they have everything that can have been committed: the high
// watermark does not move from then on (PartitionChangeBuilder.maybePopulateTargetElr).
func (in ChangeInput) targetELR(b PartitionRegistration) protocol.BrokerSet {
	switch {
	case !in.ELREnabled:
		return b.ELR
	case in.TargetISR.Len() >= in.EffectiveMin:
		return 0
	}
	return (b.ELR | b.ISR).Without(in.TargetISR | in.UncleanShutdown)
}

// elect names the leader, -1 for none. A clean one is in the target ISR or, where that is empty, in the ELR
// (PartitionChangeBuilder.electPreferredLeader, electAnyLeader, isValidNewLeader).
func (in ChangeInput) elect(
	b PartitionRegistration, isr, elr protocol.BrokerSet,
) (leader protocol.NodeID, unclean bool) {
	valid := in.Acceptable & isr
	if isr.Empty() {
		valid = in.Acceptable & elr
	}
	if in.Election == Preferred && valid.Has(in.Replicas[0]) {
		return in.Replicas[0], false
	}
	if valid.Has(b.Leader) {
		return b.Leader, false
	}
	if first := in.first(valid); first != protocol.NoLeader {
		return first, false
	}
	if in.CanElectLastKnownLeader(b) {
		return in.first(b.LastKnown), true
	}
	if in.Election == Unclean {
		if first := in.first(in.Acceptable); first != protocol.NoLeader {
			return first, true
		}
	}
	return protocol.NoLeader, false
}

// CanElectLastKnownLeader reports whether the last known leader leads when no other broker can: it is alive, and
// neither the ISR nor the ELR has a member any more once the change is made
// (PartitionChangeBuilder.canElectLastKnownLeader).
func (in ChangeInput) CanElectLastKnownLeader(b PartitionRegistration) bool {
	return in.ELREnabled && (in.TargetISR | in.targetELR(b)).Empty() && b.LastKnown.Len() == 1 &&
		b.LastKnown.In(in.Acceptable)
}

// first returns the first replica of the assignment that is in s.
func (in ChangeInput) first(s protocol.BrokerSet) protocol.NodeID {
	for _, id := range in.Replicas {
		if s.Has(id) {
			return id
		}
	}
	return protocol.NoLeader
}

// lastKnown returns the entry for the last known leader once the leader has changed: the broker that led when the
// partition lost its leader stays in it until there is one again (PartitionChangeBuilder.maybeUpdateLastKnownLeader).
func (in ChangeInput) lastKnown(b PartitionRegistration, leader protocol.NodeID) protocol.BrokerSet {
	switch {
	case !in.ELREnabled:
		return b.LastKnown
	case leader != protocol.NoLeader:
		return 0
	case b.LastKnown.Empty():
		return protocol.SetOf(b.Leader)
	}
	return b.LastKnown
}

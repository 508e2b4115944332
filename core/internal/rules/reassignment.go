package rules

import "highwater/core/internal/protocol"

// Assignment is the replicas of a partition as the controller has them. While a reassignment is under way that is all
// the replicas there were and will be: those that are being added fetch, and those that are being removed still count
// (org.apache.kafka.metadata.PartitionRegistration). The zero value says nothing of them.
type Assignment struct {
	Replicas protocol.ReplicaList
	Adding   protocol.BrokerSet
	Removing protocol.BrokerSet
}

// Reassigning reports whether a reassignment is under way (PartitionReassignmentReplicas.isReassignmentInProgress).
func (a Assignment) Reassigning() bool { return (a.Adding | a.Removing) != 0 }

// Reassign returns the assignment when an administrator asks for other replicas: the target first, in its order, then
// those that are to go, by ascending id. What an earlier reassignment adds or removes stays listed where this one adds,
// or removes, nothing (PartitionReassignmentReplicas, ReplicationControlManager.changePartitionReassignment).
func (a Assignment) Reassign(target protocol.ReplicaList) Assignment {
	before, wanted := a.Replicas.Set(), target.Set()
	replicas := target.IDs()
	for id := range before.Without(wanted).All() {
		replicas = append(replicas, id)
	}
	a.Replicas = protocol.ListOf(replicas...)
	if removing := before.Without(wanted); !removing.Empty() {
		a.Removing = removing
	}
	if adding := wanted.Without(before); !adding.Empty() {
		a.Adding = adding
	}
	return a
}

// Complete returns the assignment and the ISR once a reassignment is done, which it is when every replica that is being
// added is in the ISR, and one that stays: those that are to go leave both. Where more go than come, all that stay must
// be in sync. done is false while one is not (PartitionReassignmentReplicas.maybeCompleteReassignment).
func (a Assignment) Complete(isr protocol.BrokerSet) (after Assignment, left protocol.BrokerSet, done bool) {
	left = isr.Without(a.Removing)
	staying := a.Replicas.Without(a.Removing)
	fewer := a.Adding.Len() < a.Removing.Len()
	if !a.Reassigning() || left.Empty() || staying == 0 || !a.Adding.In(left) || fewer && !staying.Set().In(left) {
		return a, isr, false
	}
	return Assignment{Replicas: staying}, left, true
}

// Revert returns the assignment and the ISR when a reassignment is cancelled: those that were being added go, and those
// that were being removed stay. Where nobody else is in the ISR the first replica takes its place, which is an unclean
// election (PartitionReassignmentRevert).
func (a Assignment) Revert(isr protocol.BrokerSet) (before Assignment, left protocol.BrokerSet, unclean bool) {
	before.Replicas, left = a.Replicas.Without(a.Adding), isr.Without(a.Adding)
	if ids := before.Replicas.IDs(); left.Empty() && len(ids) > 0 {
		return before, protocol.SetOf(ids[0]), true
	}
	return before, left, false
}

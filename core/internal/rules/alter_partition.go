package rules

import "highwater/core/internal/protocol"

// PartitionRegistration is one partition as the controller has it (org.apache.kafka.metadata.PartitionRegistration).
type PartitionRegistration struct {
	Leader         protocol.NodeID
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            protocol.BrokerSet
	// eligible leader replicas: left while the ISR was under the minimum, so they have all that is committed
	ELR        protocol.BrokerSet
	LastKnown  protocol.BrokerSet // the last known leader of a leaderless partition
	Recovering bool
	// taken out by the step isr: they do not fetch, and may not join. Not in Kafka
	HeldOut protocol.BrokerSet
	// the replicas; the zero value where they never change, and ChangeInput has them, as in package explore
	Assignment Assignment
}

// AlterISR is what a leader asks of the controller (AlterPartition, versions 2 and 3).
type AlterISR struct {
	Sender         protocol.NodeID
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            protocol.BrokerSet
	Recovering     bool // the leader says that it has not recovered from its unclean election
}

// ValidateAlterPartition returns the controller's answer to a proposal, NONE when it is accepted; the first rule that
// matches decides (ReplicationControlManager.validateAlterPartitionData). ineligible is the brokers that may not be in
// an ISR now: not registered, fenced, in controlled shutdown, or named with a broker epoch that is not their own.
func ValidateAlterPartition(
	b PartitionRegistration, a AlterISR, replicas, ineligible protocol.BrokerSet,
) protocol.Error {
	switch {
	case a.LeaderEpoch > b.LeaderEpoch || a.PartitionEpoch > b.PartitionEpoch:
		return protocol.NotController
	case a.LeaderEpoch < b.LeaderEpoch:
		return protocol.FencedLeaderEpoch
	case a.Sender != b.Leader:
		return protocol.InvalidRequest
	case a.PartitionEpoch < b.PartitionEpoch:
		return protocol.InvalidUpdateVersion
	case !a.ISR.In(replicas) || !a.ISR.Has(b.Leader):
		return protocol.InvalidRequest
	case a.Recovering && (a.ISR.Len() > 1 || !b.Recovering):
		return protocol.InvalidRequest
	case a.ISR&(ineligible|b.HeldOut) != 0:
		return protocol.IneligibleReplica
	}
	return protocol.None
}

// ClearELR returns the registration when min.insync.replicas changes with the ELR enabled: members of the ELR were
// judged by the old minimum, so the list is emptied and not filled again before the next change of the ISR. Partitions
// with nothing to clear stay as they are (ConfigurationControlManager.createClearElrRecordsAsNeeded,
// ReplicationControlManager.replay).
func (b PartitionRegistration) ClearELR() (PartitionRegistration, bool) {
	if b.ELR.Empty() && b.LastKnown.Empty() {
		return b, false
	}
	b.ELR, b.LastKnown = 0, 0
	b.PartitionEpoch++
	return b, true
}

package modeltest

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

// What the judge holds of partitions that get other replicas.

// reassigned holds that a leader who stays begins an epoch when a replica is removed, and then only; that those who are
// added or removed are replicas; and that who is in sync is one.
func (j *judge) reassigned(e *event.Partition) {
	p := &j.partitions[e.Partition]
	now := protocol.SetOf(e.Replicas...)
	j.faults["(reassigned)"]++
	j.holds(replicasCount, (e.Adding|e.Removing|e.ISR).In(now) && !now.Without(e.Removing).Empty(), e.Partition,
		"replicas %v, adding %v, removing %v, ISR %v", e.Replicas, ids(e.Adding), ids(e.Removing), ids(e.ISR))
	if !e.Elected && !p.assigned.In(now) {
		j.faults["(replica removed)"]++
		p.leaderEpoch++
		p.leaderOf[p.leaderEpoch] = e.Leader
		j.begins(p)
	}
	p.assigned, p.mostReplicas, p.reassigned = now, max(p.mostReplicas, now.Len()), true
}

// begins notes that a leader's proposals are void, because its epoch is over.
func (j *judge) begins(p *judgedPartition) {
	p.proposed = 0
	for i := range p.replicas {
		p.replicas[i].forgotten = false
	}
}

// replaced notes that a broker makes an empty log, or deletes what it has. It may be eligible all the same: who is
// removed while the ISR is under the minimum gets into the ELR, and stays there when it becomes a replica again
// (PartitionChangeBuilder.maybePopulateTargetElr).
func (j *judge) replaced(e *event.Log) {
	log := j.log(e.Broker, e.Partition)
	j.holds(replicasCount, log.End() == 0 && log.HighWatermark() == 0, e.Partition,
		"broker %d begins with a log up to %d", e.Broker, log.End())
	r := &j.partitions[e.Partition].replicas[e.Broker-1]
	r.verified, r.epoch, r.lost, r.lostAt = 0, -1, true, -2
}

package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
	"highwater/core/internal/vtime"
)

// partition is one broker's replica of a partition (kafka.cluster.Partition). It is a value: its slices are its own.
type partition struct {
	index  int32
	hosted bool

	// on the disk
	log        storage.Log
	checkpoint checkpoint // of the high watermark
	startSaved checkpoint // of the log start offset

	// as this broker knows it, hosted here or not; nothing before the first metadata
	leader         protocol.NodeID
	leads          bool // this broker leads it
	leaderEpoch    int32
	partitionEpoch int32
	heldOut        protocol.BrokerSet

	// of a leader
	replicas   protocol.ReplicaList // whose followers are enlisted
	isr        rules.ISRState
	epochStart int64
	followers  []rules.Follower // every other replica, in assignment order
	// by follower: the event that made it eligible, until it fetches; None: no recent one. If the follower then joins,
	// that is the cause
	admitted []int32
	raised   int32 // the event of the high watermark's last rise; None: it has not risen in this process

	// of a follower
	delayedUntil vtime.Time // not fetched until then
	failed       bool       // not fetched until there is newer metadata
	stopped      bool       // this broker is shutting down, and has left the ISR
}

var clearISR rules.ISRState

// newPartition returns a replica at time 0.
func newPartition(self protocol.NodeID, m protocol.PartitionMetadata) partition {
	p := partition{
		index: m.Partition, hosted: true, leader: m.Leader, leads: m.Leader == self,
		leaderEpoch: m.LeaderEpoch, partitionEpoch: m.PartitionEpoch, raised: event.None,
	}
	if p.leads {
		p.isr.Committed = m.ISR
		p.log.BeginEpoch(p.leaderEpoch)
		p.enlist(self, m.Replicas)
		for i := range p.followers {
			if m.ISR.Has(p.followers[i].ID) {
				p.followers[i].Progress.LastCaughtUpMs = 0 // the benefit of the doubt, as at the start of an epoch
			}
		}
	}
	return p
}

// enlist makes every replica but self a follower. One that is new has not fetched yet, and what is known of the others
// stays (Partition.updateAssignmentAndIsr).
func (p *partition) enlist(self protocol.NodeID, replicas protocol.ReplicaList) {
	if p.replicas == replicas {
		return
	}
	before := *p
	p.replicas, p.followers, p.admitted = replicas, nil, nil
	for _, id := range replicas.IDs() {
		f := rules.Follower{ID: id, Progress: rules.NoProgress, BrokerEpoch: unheard, LogStart: -1}
		admitted := int32(event.None)
		if i := before.position(id); i >= 0 {
			f, admitted = before.followers[i], before.admitted[i]
		}
		if id != self {
			p.followers, p.admitted = append(p.followers, f), append(p.admitted, admitted)
		}
	}
}

// unlead drops what only a leader knows.
func (p *partition) unlead() {
	p.leads, p.isr, p.epochStart = false, clearISR, -1
	p.replicas, p.followers, p.admitted = 0, nil, nil
}

// fetchCheck returns the error of a fetch's first checks; a broker without a replica checks no epoch
// (ReplicaManager.getPartitionOrException, Partition.fetchRecords).
func (p *partition) fetchCheck(epoch int32, assigned bool) protocol.Error {
	if !p.hosted {
		return protocol.NotLeaderOrFollower
	}
	return rules.FetchCheck(p.leads, epoch, p.leaderEpoch, assigned)
}

// forget drops the state of the process.
func (p *partition) forget() {
	p.leader, p.leaderEpoch, p.partitionEpoch = protocol.NoLeader, -1, -1
	p.unlead()
	p.delayedUntil, p.failed, p.stopped, p.raised = 0, false, false, event.None
}

func (p partition) clone() partition {
	p.followers, p.admitted = slices.Clone(p.followers), slices.Clone(p.admitted)
	p.log = p.log.Clone()
	return p
}

// position returns the index of a broker among the followers; -1: it is not one.
func (p *partition) position(id protocol.NodeID) int {
	return slices.IndexFunc(p.followers, func(f rules.Follower) bool { return f.ID == id })
}

func (p *partition) follower(id protocol.NodeID) *rules.Follower {
	if i := p.position(id); i >= 0 {
		return &p.followers[i]
	}
	return nil
}

// view returns the partition in the form that the rules take, at the present time.
func (b *Broker) view(p *partition) rules.View {
	return rules.View{
		Leader: b.id, LogEndOffset: p.log.End(), HighWatermark: p.log.HighWatermark(), EpochStart: p.epochStart,
		ISR: p.isr, EffectiveMin: b.effectiveMin(p), Followers: p.followers,
		NowMs: b.now.Ms(), MaxLagMs: b.config.ReplicaLagTimeMaxMs,
	}
}

// effectiveMin caps the minimum at the number of the replicas that this broker, the leader, knows of
// (Partition.effectiveMinIsr).
func (b *Broker) effectiveMin(p *partition) int {
	configured := b.cache.minISR.of(b.layout.Topic[p.index])
	return rules.EffectiveMinISR(configured, 1+len(p.followers))
}

// advanceHighWatermark moves the high watermark as far as the rules let it. It reports whether it moved, and returns
// that event, else the cause. It is called after every append, after a fetch that shows progress, after a confirmed ISR
// change and after new metadata, and at no other time: a configuration change or the passing of time moves nothing by
// itself.
func (b *Broker) advanceHighWatermark(p *partition, cause int32) (moved int32, raised bool) {
	from := p.log.HighWatermark()
	to := rules.HighWatermark(b.view(p))
	if to == from {
		return cause, false
	}
	b.setHighWatermark(p, to)
	p.raised = tellHighWatermark(b, p, from, to, true, cause)
	return p.raised, true
}

func tellHighWatermark(b *Broker, p *partition, from, to int64, leader bool, cause int32) int32 {
	e := b.highWatermark.New()
	e.Partition, e.Broker, e.From, e.To, e.Leader = p.index, b.id, from, to, leader
	return b.emit(e, cause)
}

// advance moves the high watermark as far as the rules let it, and checks what that may complete.
func (b *Broker) advance(p *partition, cause int32) {
	if moved, raised := b.advanceHighWatermark(p, cause); raised {
		b.checkAll(p, moved)
	}
}

// checkAll re-examines whatever waits on p: fetches first, then produce requests, as after a follower's fetch or an ISR
// change (kafka.cluster.DelayedOperations.checkAndCompleteAll).
func (b *Broker) checkAll(p *partition, cause int32) {
	b.checkFetches(p, cause)
	b.checkReads(p, cause)
	b.checkProduces(p, cause)
	checkDeletes(b, p, cause)
}

func (b *Broker) checkProduces(p *partition, cause int32) {
	completed := 0
	if b.produces.Watches(p.index) {
		b.produces.touched = true
		completed = b.produces.CheckAndComplete(newProduceDriver(b, cause), p.index)
	}
	e := b.made.check.New()
	e.Partition, e.Broker, e.Completed = p.index, b.id, int32(completed)
	b.emit(e, cause)
}

func (b *Broker) checkFetches(p *partition, cause int32) {
	if b.fetches.Watches(p.index) {
		b.fetches.touched = true
		b.fetches.CheckAndComplete(newFetchDriver(b, cause), p.index)
	}
}

// loadProducers reads what the logs know of idempotent producers, when a process has its first metadata and loads its
// logs. After a clean shutdown there are snapshots, which leave out expired producers; else it rebuilds from the logs,
// and producers that were forgotten are known again, but those of deleted records only are not, nor any where there is
// no other record: a snapshot at the log start offset is dropped (ProducerStateManager.loadFromSnapshot,
// UnifiedLog.rebuildProducerState).
func (b *Broker) loadProducers() {
	b.loadedAt = b.now
	for i := range b.partitions {
		p := &b.partitions[i]
		if b.clean && p.log.End() > p.log.Start() {
			p.log.ExpireProducers(b.now.Ms(), b.cache.settings.ExpirationMs)
		} else {
			p.log.ReloadProducers()
		}
		watchRetention(b, p)
	}
}

// watchProducers schedules the check of p's producers for when the first of them expires: at the next check after that,
// since checks come every producer.id.expiration.check.interval.ms (UnifiedLog.producerExpireCheck). The checks in
// between would find nothing.
func (b *Broker) watchProducers(p *partition) {
	oldest, any := p.log.OldestProducerMs()
	if !any {
		return
	}
	period := vtime.AtMs(b.config.ProducerIDExpirationCheckMs)
	due := max(vtime.AtMs(oldest+b.cache.settings.ExpirationMs)-1, b.now)
	if at := nextRound(b.loadedAt, due, period); b.expireAt == 0 || at < b.expireAt {
		b.expireAt = at
		b.wake(at, timerExpire, 0, event.None)
	}
}

// expireProducers lets every log forget the producers that have been silent for too long.
func (b *Broker) expireProducers() {
	if b.now != b.expireAt {
		return // an earlier check has found the same
	}
	b.expireAt = 0
	for i := range b.partitions {
		p := &b.partitions[i]
		for _, id := range p.log.ExpireProducers(b.now.Ms(), b.cache.settings.ExpirationMs) {
			b.emit(&event.ProducerExpire{Partition: p.index, Broker: b.id, ProducerID: id, Leader: p.leads}, event.None)
		}
		b.watchProducers(p)
	}
}

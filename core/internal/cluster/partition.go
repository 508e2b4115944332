package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
)

// partition is one broker's replica of a partition (kafka.cluster.Partition). It is a value: its slices are its own.
type partition struct {
	index          int32
	hosted         bool
	leader         protocol.NodeID // as this broker knows it
	leads          bool            // this broker leads it
	leaderEpoch    int32
	partitionEpoch int32
	isr            rules.ISRState
	epochStart     int64
	heldOut        protocol.BrokerSet
	followers      []rules.Follower // of the leader: every other replica, in assignment order
	log            storage.Log
}

func newPartition(self protocol.NodeID, m protocol.PartitionMetadata, replicas []protocol.NodeID) partition {
	p := partition{
		index: m.Partition, hosted: true, leader: m.Leader, leads: m.Leader == self,
		leaderEpoch: m.LeaderEpoch, partitionEpoch: m.PartitionEpoch,
		isr: rules.ISRState{Committed: m.ISR},
	}
	if p.leads {
		for _, id := range replicas {
			if id == self {
				continue
			}
			f := rules.Follower{ID: id, Progress: rules.NoProgress, Eligible: true}
			if m.ISR.Has(id) {
				f.Progress.LastCaughtUpMs = 0 // the benefit of the doubt, as at the start of an epoch
			}
			p.followers = append(p.followers, f)
		}
	}
	return p
}

func (p partition) clone() partition {
	p.followers = slices.Clone(p.followers)
	p.log = p.log.Clone()
	return p
}

func (p *partition) follower(id protocol.NodeID) *rules.Follower {
	for i := range p.followers {
		if p.followers[i].ID == id {
			return &p.followers[i]
		}
	}
	return nil
}

// hold notes who is kept out by hand: they may not join.
func (p *partition) hold(heldOut protocol.BrokerSet) {
	p.heldOut = heldOut
	for i := range p.followers {
		p.followers[i].Eligible = !heldOut.Has(p.followers[i].ID)
	}
}

// view is the partition as the rules want it, now.
func (b *Broker) view(p *partition) rules.View {
	return rules.View{
		Leader: b.id, LogEndOffset: p.log.End(), HighWatermark: p.log.HighWatermark(), EpochStart: p.epochStart,
		ISR: p.isr, EffectiveMin: b.effectiveMin(p), Followers: p.followers,
		NowMs: b.now.Ms(), MaxLagMs: b.config.MaxLagMs,
	}
}

func (b *Broker) effectiveMin(p *partition) int {
	configured := b.minISR.of(b.layout.Topic[p.index])
	return rules.EffectiveMinISR(configured, len(b.layout.Replicas[p.index]))
}

// advanceHighWatermark moves the high watermark as far as the rules let it, and tells whether it moved. It is asked
// after every append, after a fetch that told of progress, after a confirmed ISR change and after new metadata, and
// at no other time: a configuration change or the passing of time moves nothing by itself.
func (b *Broker) advanceHighWatermark(p *partition) bool {
	from := p.log.HighWatermark()
	to := rules.HighWatermark(b.view(p))
	if to == from {
		return false
	}
	p.log.SetHighWatermark(to)
	b.led(event.Event{Kind: event.HighWatermark, Partition: p.index, From: from, To: to, Leads: true})
	return true
}

// checkAll re-examines whatever waits on p: fetches first, then produce requests, as after a follower's fetch or an ISR
// change (kafka.cluster.DelayedOperations.checkAndCompleteAll).
func (b *Broker) checkAll(p *partition) {
	b.checkFetches(p)
	b.checkProduces(p)
}

func (b *Broker) checkProduces(p *partition) {
	because := b.because
	completed := b.produces.CheckAndComplete((*produceDriver)(b), p.index)
	b.because = because
	b.emit(event.Event{Kind: event.Check, Partition: p.index, Count: int32(completed)})
}

func (b *Broker) checkFetches(p *partition) {
	because := b.because
	b.fetches.CheckAndComplete((*fetchDriver)(b), p.index)
	b.because = because
}

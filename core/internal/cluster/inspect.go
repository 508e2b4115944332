package cluster

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/purgatory"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
	"highwater/core/internal/vtime"
)

// Fill puts records in a replica's log before the start, and returns where it ends. The leader's epoch begins with its
// first record of that epoch, or at the end where there is none yet.
func (b *Broker) Fill(partition int32, batches []protocol.Batch) int64 {
	p := &b.partitions[partition]
	p.epochStart = -1
	for _, batch := range batches {
		if batch.Epoch == p.leaderEpoch && p.epochStart < 0 {
			p.epochStart = batch.BaseOffset
		}
		p.log.AppendBatch(batch)
	}
	if p.epochStart < 0 {
		p.epochStart = p.log.End()
		if p.leads {
			p.log.BeginEpoch(p.leaderEpoch)
		}
	}
	return p.log.End()
}

// SetStartingHighWatermark sets a replica's high watermark before the start.
func (b *Broker) SetStartingHighWatermark(partition int32, offset int64) {
	p := &b.partitions[partition]
	p.checkpoint.offset = p.log.SetHighWatermark(offset)
}

// Log returns a replica's log, for reading.
func (b *Broker) Log(partition int32) *storage.Log { return &b.partitions[partition].log }

// Leads reports whether this broker leads a partition, as it knows it.
func (b *Broker) Leads(partition int32) bool { return b.partitions[partition].leads }

// Knows returns a partition's leader, leader epoch and partition epoch as this broker knows them; -1: unknown.
func (b *Broker) Knows(partition int32) (leader protocol.NodeID, leaderEpoch, partitionEpoch int32) {
	p := &b.partitions[partition]
	return p.leader, p.leaderEpoch, p.partitionEpoch
}

// MetadataOffset returns how far in the controller's log this broker has read; 0: a process that has read nothing.
func (b *Broker) MetadataOffset() int64 { return b.cache.offset }

// View returns a partition as this broker, its leader, sees it now.
func (b *Broker) View(now vtime.Time, partition int32) rules.View {
	v := b.view(&b.partitions[partition])
	v.NowMs = now.Ms() // the broker's clock shows the time of its last action
	return v
}

// MinISR returns a partition's min.insync.replicas as this broker knows it, not capped.
func (b *Broker) MinISR(partition int32) int { return b.cache.minISR.of(b.layout.Topic[partition]) }

// HeldOut returns the replicas that the step isr holds out of a partition, as this broker knows it.
func (b *Broker) HeldOut(partition int32) protocol.BrokerSet { return b.partitions[partition].heldOut }

// Produces returns the produce purgatory, for reading.
func (b *Broker) Produces() *purgatory.Purgatory { return &b.produces.Purgatory }

// Request returns the produce request of an operation of the produce purgatory.
func (b *Broker) Request(op purgatory.OpID) int32 { return b.produces.ops[op].request.ID }

// Outcome returns whether one partition of a parked request is decided, and with which error. False if the request is
// not parked here.
func (b *Broker) Outcome(request, partition int32) (err protocol.Error, decided, parked bool) {
	for i := range b.produces.ops {
		d := &b.produces.ops[i]
		if d.request == nil || d.request.ID != request {
			continue
		}
		for _, s := range d.status {
			if s.Partition == partition {
				return s.Error, !s.pending, true
			}
		}
	}
	return protocol.None, false, false
}

// Waiting returns how many parked requests wait for a partition.
func (b *Broker) Waiting(partition int32) (requests int) {
	for i := range b.produces.ops {
		for _, s := range b.produces.ops[i].status {
			if s.Partition == partition && s.pending {
				requests++
			}
		}
	}
	return requests
}

// Expired returns how many partitions of produce requests have timed out here.
func (b *Broker) Expired() int { return b.expired }

// Fetching is the state of the fetch loop for one partition, as the follower knows it.
type Fetching struct {
	Fetcher int32 // event.None: no fetcher has it
	Asking  bool  // a request has been sent and not been answered
	Writing bool
	Since   vtime.Time // when it was sent, or the answer came
	Until   vtime.Time // when it arrives at the leader, or the records are written
	Offset  int64      // asked for
	Delay   vtime.Duration
}

// Fetching looks up the loop that serves a partition.
func (b *Broker) Fetching(partition int32) Fetching {
	l := Fetching{Fetcher: event.None, Offset: b.partitions[partition].log.End(), Delay: b.throttle.delay}
	if own := b.throttle.delays[partition]; own > 0 {
		l.Delay = own
	}
	for i := range b.fetchers {
		f := &b.fetchers[i]
		for _, served := range f.partitions {
			if served == partition {
				l.Fetcher, l.Since, l.Until = int32(i), f.since, f.until
				l.Asking, l.Writing = f.phase == asking, f.phase == writing
			}
		}
	}
	return l
}

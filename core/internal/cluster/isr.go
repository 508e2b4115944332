package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// alterPartitionManager carries ISR changes to the controller: one request in flight per broker, one unanswered change
// per partition; what is submitted meanwhile goes into the next request (DefaultAlterPartitionManager).
type alterPartitionManager struct {
	network.Channel
	inFlight     bool                          // there is a request, under way or to go out again
	epoch        int64                         // the broker epoch in it
	sent, unsent []protocol.AlterPartitionItem // not answered
}

func (m alterPartitionManager) clone() alterPartitionManager {
	m.sent, m.unsent = slices.Clone(m.sent), slices.Clone(m.unsent)
	return m
}

// holds reports whether a change of the partition is unanswered.
func (m alterPartitionManager) holds(partition int32) bool {
	of := func(item protocol.AlterPartitionItem) bool { return item.Partition == partition }
	return slices.ContainsFunc(m.sent, of) || slices.ContainsFunc(m.unsent, of)
}

// wakeShrink asks for the next periodic check of the ISRs. It runs every half of the lag time, so a stuck follower
// leaves the ISR after one to one and a half times that time since it was last caught up (ReplicaManager.startup).
func (b *Broker) wakeShrink() {
	period := vtime.AtMs(b.config.ReplicaLagTimeMaxMs / 2)
	b.wake(nextRound(b.startedAt+b.phase, b.now, period), timerShrink, 0, event.None)
}

// checkISRs proposes, for every partition led here, that members out of sync leave (ReplicaManager.maybeShrinkIsr).
func (b *Broker) checkISRs() {
	for i := range b.partitions {
		if p := &b.partitions[i]; p.leads {
			if target, ok := rules.ShrinkTarget(b.view(p)); ok {
				b.proposeISR(p, target, rules.Shrink, event.None)
			}
		}
	}
	b.wakeShrink()
}

// maybeExpandISR proposes that f joins the ISR, when the rules allow it (Partition.maybeExpandIsr).
func (b *Broker) maybeExpandISR(p *partition, f rules.Follower, cause int32) {
	if rules.CanJoinISR(b.view(p), f) {
		b.proposeISR(p, p.isr.Committed.With(f.ID), rules.Expand, cause)
	}
}

// proposeISR makes a change of p's ISR pending and asks the controller (Partition.submitAlterPartition).
func (b *Broker) proposeISR(p *partition, target protocol.BrokerSet, change rules.Change, cause int32) {
	p.isr.Proposed, p.isr.Pending = target, change
	cause = b.emit(&event.ISR{
		Partition: p.index, Broker: b.id, From: p.isr.Committed, To: target, State: event.Proposed,
	}, cause)
	b.submit(p, cause)
}

// submit asks the controller for p's pending change. The manager accepts no second change for a partition while one is
// unanswered, even if this broker has abandoned the first.
func (b *Broker) submit(p *partition, cause int32) {
	if b.alter.holds(p.index) {
		b.refuseISR(p, protocol.OperationNotAttempted, cause)
		return
	}
	item := protocol.AlterPartitionItem{
		Partition: p.index, LeaderEpoch: p.leaderEpoch, PartitionEpoch: p.partitionEpoch, ISR: p.isr.Proposed,
	}
	for id := range p.isr.Proposed.All() {
		item.BrokerEpochs = append(item.BrokerEpochs, b.epochOf(p, id))
	}
	b.alter.unsent = append(b.alter.unsent, item)
	b.sendAlterPartition(cause)
}

// epochOf returns the broker epoch that the leader names for a member: its own, or that of the last fetch
// (Partition.addBrokerEpochToIsr).
func (b *Broker) epochOf(p *partition, id protocol.NodeID) int64 {
	if id == b.id {
		return b.epoch
	}
	if f := p.follower(id); f.BrokerEpoch != unheard {
		return f.BrokerEpoch
	}
	return none
}

// alterRetryMs is how long a request that failed as a whole waits for the next attempt, unless another change is
// submitted before that: then everything is sent at once (DefaultAlterPartitionManager.sendRequest,
// maybePropagateIsrChanges).
const alterRetryMs = 50

// controllerSocketTimeoutMs is how long the request in flight waits for its answer (controller.socket.timeout.ms).
const controllerSocketTimeoutMs int64 = 30_000

func (b *Broker) sendAlterPartition(cause int32) {
	m := &b.alter
	if m.inFlight || len(m.unsent) == 0 {
		return
	}
	m.inFlight = true
	m.sent, m.unsent = m.unsent, nil
	m.epoch = b.epoch
	transmitAlterPartition(b, cause)
}

// transmitAlterPartition sends the request in flight, as it was made, or the handshake before it. It is never given up:
// after a timeout, or when its connection is closed, it goes out on a new one (DefaultAlterPartitionManager.create: the
// retry timeout of its channel is unlimited).
func transmitAlterPartition(b *Broker, cause int32) {
	m := &b.alter
	m.Send(b.now, controllerSocketTimeoutMs)
	b.send(network.Controller, &protocol.AlterPartitionRequest{
		BrokerEpoch: m.epoch, Items: slices.Clone(m.sent), Attempt: m.Attempt, Handshake: !m.Connected,
	}, cause)
	b.wake(m.OverdueAt, timerAlterDue, m.Attempt, cause)
}

// alterDue handles a timer of the request in flight: it goes out again, or may have waited too long, which counts once
// everything received has been read (checkFetchTimeout).
func alterDue(b *Broker, what uint8, attempt, cause int32) {
	switch m := &b.alter; {
	case attempt != m.Attempt:
	case what == timerAlterAgain:
		transmitAlterPartition(b, cause)
	case what == timerAlterDue && m.Flying:
		b.wake(b.now, timerAlterOver, attempt, cause)
	case m.Flying:
		loseAlterPartition(b, cause)
	}
}

// loseAlterPartition notes that the connection is closed.
func loseAlterPartition(b *Broker, cause int32) {
	if b.alter.Close() {
		b.wake(b.now+vtime.AtMs(reconnectMs), timerAlterAgain, b.alter.Attempt, cause)
	}
}

// loseAlterPartitionOf does the same where the message that was lost is the one under way.
func loseAlterPartitionOf(b *Broker, attempt, cause int32) {
	if b.alter.Awaits(attempt) {
		loseAlterPartition(b, cause)
	}
}

// handleAlterPartition handles the controller's answer, item by item; the items to ask again go, with whatever was
// submitted meanwhile, into one next request.
func (b *Broker) handleAlterPartition(r *protocol.AlterPartitionResponse, cause int32) {
	m := &b.alter
	if !m.Awaits(r.Attempt) {
		return
	}
	if !m.Heard() {
		transmitAlterPartition(b, cause)
		return
	}
	if r.Error != protocol.None {
		m.inFlight = false
		m.sent, m.unsent = nil, append(m.sent, m.unsent...)
		b.wake(b.now+vtime.AtMs(alterRetryMs), timerAlter, 0, cause)
		return
	}
	for _, result := range r.Results {
		item := m.sent[0]
		m.sent = m.sent[1:]
		p := &b.partitions[item.Partition]
		if p.isr.Pending == rules.NoChange || p.isr.Proposed != item.ISR || p.partitionEpoch != item.PartitionEpoch ||
			p.leaderEpoch != item.LeaderEpoch {
			continue // newer metadata has come in between
		}
		if result.Error == protocol.None {
			b.confirmISR(p, result, cause)
		} else {
			b.refuseISR(p, result.Error, cause)
		}
	}
	m.inFlight = false
	b.sendAlterPartition(cause)
}

// confirmISR makes the controller's set the committed one. Only now does a shrink count; the high watermark may move,
// and what waits may complete (Partition.handleAlterPartitionUpdate).
func (b *Broker) confirmISR(p *partition, r protocol.AlterPartitionResult, cause int32) {
	if r.LeaderEpoch != p.leaderEpoch || r.PartitionEpoch < p.partitionEpoch {
		return
	}
	b.commitISR(p, r.ISR, r.PartitionEpoch, cause)
}

// commitISR adopts a confirmed ISR and checks what that allows.
func (b *Broker) commitISR(p *partition, isr protocol.BrokerSet, partitionEpoch, cause int32) {
	from := p.isr
	p.isr = rules.ISRState{Committed: isr}
	p.partitionEpoch = partitionEpoch
	if from.Committed != isr || from.Pending != rules.NoChange {
		cause = b.emit(&event.ISR{
			Partition: p.index, Broker: b.id, From: from.Committed, To: isr, State: event.Committed,
		}, cause)
	}
	b.advance(p, cause)
}

// refuseISR handles a pending change that the controller refuses: it is given up, asked again, or left pending until
// new metadata comes; as long as it is pending the maximal ISR stays as proposed (Partition.handleAlterPartitionError).
func (b *Broker) refuseISR(p *partition, err protocol.Error, cause int32) {
	cause = b.emit(&event.ISR{
		Partition: p.index, Broker: b.id, From: p.isr.Committed, To: p.isr.Proposed, State: event.Rejected, Error: err,
	}, cause)
	switch rules.AfterRefusal(err) {
	case rules.GiveUp:
		p.isr = rules.ISRState{Committed: p.isr.Committed}
	case rules.AskAgain:
		b.submit(p, cause)
	case rules.StayPending:
	}
}

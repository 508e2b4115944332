package explore

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// possibleLate reports whether an action can be taken in l.
func (l *late) possibleLate(c *Config, a Action) bool {
	r, v := l.at(a.Broker), &l.views[a.Broker-1]
	switch a.Kind {
	case Produce:
		return l.leads(a.Broker) && l.produced < c.Records && rules.Admit(c.Acks, v.isr, c.effectiveMin()) == protocol.None
	case Fetch:
		return r.alive && r.coming == nothing && l.answers(a.Broker)
	case Take:
		return r.coming != nothing
	case Hear:
		return r.alive && a.Lose > 0 && a.Lose <= v.behind
	case Decide:
		return v.asked.phase == underWay
	case Confirm:
		return v.asked.phase > underWay
	case Shrink:
		leader := protocol.NodeID(a.Lose)
		return leader > 0 && l.leads(leader) && l.laggingAt(c, leader).Has(a.Broker)
	}
	return l.possible(c, a)
}

// answers reports whether the leader that a follower knows takes its fetch: it runs, leads, and goes by the same leader
// epoch.
//
//go:noinline
func (l *late) answers(follower protocol.NodeID) bool {
	h := l.heard(follower)
	if h.leader <= 0 || h.leader == follower || !l.at(h.leader).alive {
		return false
	}
	return rules.FetchCheck(l.leads(h.leader), h.epoch, l.heard(h.leader).epoch, true) == protocol.None
}

// laggingAt returns the followers that a leader may propose to take out of the ISR, given time.
//
//go:noinline
func (l *late) laggingAt(c *Config, leader protocol.NodeID) protocol.BrokerSet {
	if v := &l.views[leader-1]; v.isr.Pending != rules.NoChange || v.asked.phase != answered {
		return 0
	}
	var room [MaxReplicas]rules.Follower
	return rules.OutOfSync(l.seen(c, leader, &room))
}

// doLate carries out an action that is possible.
func (l *late) doLate(c *Config, a Action) {
	id := a.Broker
	switch a.Kind {
	case Produce:
		l.produceAt(c, id)
	case Fetch:
		l.fetchLate(c, id)
	case Take:
		l.takeLate(id)
	case Hear:
		l.hear(c, id, a.Lose)
	case Decide:
		l.decide(c, id)
	case Confirm:
		l.confirm(c, id)
	case Shrink:
		leader := protocol.NodeID(a.Lose)
		l.propose(leader, l.views[leader-1].isr.Committed.Without(protocol.SetOf(id)), rules.Shrink)
	case Kill:
		l.dieLate(id, false)
	case PowerOff:
		l.at(id).truncate(l.at(id).end - a.Lose)
		l.dieLate(id, false)
	case Fence, Expire:
		l.at(id).fenced = true
		l.remove(c, id, false)
		l.publish(c, 0)
	case Stop:
		l.stop(c, id)
	case Start:
		l.comeLate(c, id)
	case Unfence:
		l.at(id).fenced = false
		if l.Leader == protocol.NoLeader {
			l.register(c, l.ISR, c.election(), 0, 0)
		}
		l.publish(c, 0)
	}
	l.settle(c)
}

// dieLate ends a broker's process, and with it all that it knows, what waits at it, and what it has asked: a request
// that the controller has not decided might have been decided before.
//
//go:noinline
func (l *late) dieLate(id protocol.NodeID, clean bool) {
	l.part(id)
	l.die(id, clean)
	l.views[id-1] = view{}
}

// part ends the fetches that wait at a broker: it dies, or takes on another role.
//
//go:noinline
func (l *late) part(id protocol.NodeID) {
	for i := range ThoroughReplicas {
		if f := &l.replicas[i]; f.coming == parked && l.heard(protocol.NodeID(i+1)).leader == id {
			f.ask()
		}
	}
}

// stop shuts a broker down. It ends once it and everybody that takes part have heard that it leads nothing and is in no
// ISR.
func (l *late) stop(c *Config, id protocol.NodeID) {
	if r := l.at(id); !r.fenced {
		r.fenced = true
		l.remove(c, id, false)
		l.publish(c, 0)
		for other := range l.active(c).With(id).All() {
			l.hear(c, other, l.views[other-1].behind)
		}
	}
	l.dieLate(id, true)
}

// comeLate brings a process up: it registers, and catches up with the metadata before it does anything.
func (l *late) comeLate(c *Config, id protocol.NodeID) {
	l.remove(c, id, l.rise(c, id))
	l.publish(c, id)
	v := &l.views[id-1]
	*v = view{partitionEpoch: l.PartitionEpoch}
	for i := range c.Replicas {
		if p := &l.views[i].asked; p.phase == underWay && p.isr.Has(id) {
			p.anew = true
		}
	}
	if r := l.at(id); c.Without == TruncationByEpoch && l.Leader > 0 {
		r.truncate(r.mark)
	}
}

// hear has a broker take in the next n changes of the metadata together, as it takes what it has asked for together.
func (l *late) hear(c *Config, id protocol.NodeID, n int) {
	v := &l.views[id-1]
	before := *l.heard(id)
	v.behind -= n
	now := l.heard(id)
	known := now.partitionEpoch < v.partitionEpoch || c.SkipKnown && now.partitionEpoch == v.partitionEpoch
	if now.partitionEpoch == before.partitionEpoch || known || !l.at(id).alive {
		return // nothing about the partition, or nothing new: the answer to its proposal has told
	}
	v.partitionEpoch = now.partitionEpoch
	if now.epoch != before.epoch {
		l.at(id).ask() // a follower takes no answer of a former leader epoch
		l.part(id)
	}
	switch {
	case now.leader != id:
		v.isr, v.waiting = rules.ISRState{}, 0
		if c.Without == TruncationByEpoch && now.epoch != before.epoch && now.leader > 0 && l.at(now.leader).alive {
			l.at(id).truncate(l.at(id).mark)
		}
		return
	case now.epoch == before.epoch:
		v.isr = rules.ISRState{Committed: now.isr}
	default:
		l.takeOverAt(c, id, before.leader == id)
	}
	l.advanceAt(c, id)
}

// takeOverAt begins the epoch of a new leader that has heard of it (Partition.makeLeader).
//
//go:noinline
func (l *late) takeOverAt(c *Config, id protocol.NodeID, ledBefore bool) {
	r, v, now := l.at(id), &l.views[id-1], l.heard(id)
	v.isr = rules.ISRState{Committed: now.isr}
	r.tail, v.epochStart = int(now.epoch), r.end
	for i := range c.Replicas {
		known := rules.Progress{LogEndOffset: int64(v.known[i])}
		v.known[i] = int(known.AfterElection(ledBefore, now.isr.Has(protocol.NodeID(i+1)), int64(r.end), 0).LogEndOffset)
	}
}

// propose makes a change of the ISR pending, and asks the controller. While an earlier request of the broker has no
// answer, that is refused at once (Partition.submitAlterPartition).
//
//go:noinline
func (l *late) propose(id protocol.NodeID, target protocol.BrokerSet, change rules.Change) {
	v := &l.views[id-1]
	if v.asked.phase != answered {
		return // OPERATION_NOT_ATTEMPTED: it is given up
	}
	v.isr.Pending, v.isr.Proposed = change, target
	v.asked = proposal{phase: underWay, isr: target, partitionEpoch: v.partitionEpoch}
}

// decide has the controller judge a proposal (ReplicationControlManager.alterPartition).
func (l *late) decide(c *Config, id protocol.NodeID) {
	p := &l.views[id-1].asked
	ineligible := c.all().Without(l.active(c))
	if p.anew {
		ineligible |= p.isr.Without(l.ISR)
	}
	epoch := l.LeaderEpoch // the request's own is another only where the partition epoch is another, too
	err := rules.ValidateAlterPartition(l.PartitionRegistration, rules.AlterISR{
		Sender: id, LeaderEpoch: epoch, PartitionEpoch: p.partitionEpoch, ISR: p.isr,
	}, c.all(), ineligible)
	switch {
	case err == protocol.None:
		p.phase = accepted
		if l.register(c, p.isr, rules.Online, 0, 0) {
			l.publish(c, 0)
		}
	case rules.AfterRefusal(err) == rules.GiveUp:
		p.phase = givenUp
	default:
		p.phase = refused
	}
}

// confirm is the arrival of the controller's answer. It counts where the leader still waits for it
// (Partition.handleAlterPartitionUpdate, handleAlterPartitionError).
func (l *late) confirm(c *Config, id protocol.NodeID) {
	v := &l.views[id-1]
	p := v.asked
	v.asked = proposal{}
	if v.isr.Pending == rules.NoChange || v.isr.Proposed != p.isr || v.partitionEpoch != p.partitionEpoch {
		return
	}
	switch p.phase {
	case accepted:
		v.isr, v.partitionEpoch = rules.ISRState{Committed: p.isr}, p.partitionEpoch+1
		l.advanceAt(c, id)
	case givenUp:
		v.isr = rules.ISRState{Committed: v.isr.Committed}
	}
}

// actionsLate appends the actions that are possible in l: failures of the kinds asked about, or the others.
func (l *late) actionsLate(c *Config, failures bool, list []Action) []Action {
	for i := range c.Replicas {
		id := protocol.NodeID(i + 1)
		for _, kind := range kindsOf(failures) {
			if failures && !c.Kinds.Has(kind) {
				continue
			}
			for lose := range max(ThoroughRecords, ThoroughReplicas) + 1 {
				if lose == 0 && kind != Shrink || kind == PowerOff || kind == Shrink && lose > 0 {
					list = l.offerLate(c, list, Action{kind, id, lose})
				}
			}
		}
		if failures {
			continue
		}
		for _, kind := range [...]Kind{Produce, Decide, Confirm} {
			list = l.offerLate(c, list, Action{Kind: kind, Broker: id})
		}
		for n := 1; n <= l.views[i].behind; n++ {
			list = l.offerLate(c, list, Action{Hear, id, n})
		}
	}
	return list
}

// offerLate appends an action that is possible.
//
//go:noinline
func (l *late) offerLate(c *Config, list []Action, a Action) []Action {
	if l.possibleLate(c, a) {
		list = append(list, a)
	}
	return list
}

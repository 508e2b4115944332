package explore

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// possible reports whether an action can be taken in w; one that can may still change nothing.
func (w *world) possible(c *Config, a Action) bool {
	leader, acts := w.acting()
	if a.Kind == Produce {
		return acts && w.produced < c.Records && rules.Admit(c.Acks, w.isr(), c.effectiveMin()) == protocol.None
	}
	r := w.at(a.Broker)
	switch a.Kind {
	case Fetch:
		return acts && r.alive && a.Broker != leader && r.coming == nothing
	case Take:
		return r.coming != nothing
	case Shrink:
		return w.lagging(c).Has(a.Broker)
	case Fence:
		return r.alive && !r.fenced
	case Expire:
		return !r.alive && !r.fenced
	case Kill, Stop:
		return r.alive
	case PowerOff:
		return r.alive && a.Lose <= r.end
	case Start:
		return !r.alive && r.fenced
	}
	return r.alive && r.fenced // Unfence
}

// do carries out an action that is possible.
func (w *world) do(c *Config, a Action) {
	switch a.Kind {
	case Produce:
		w.produce(c)
	case Fetch:
		w.fetch(c, a.Broker)
	case Take:
		w.take(a.Broker)
	case Shrink:
		w.alterISR(c, w.ISR.Without(protocol.SetOf(a.Broker)))
		w.advance(c)
	case Kill:
		w.die(a.Broker, false)
	case PowerOff:
		w.at(a.Broker).truncate(w.at(a.Broker).end - a.Lose)
		w.die(a.Broker, false)
	case Fence, Expire:
		w.at(a.Broker).fenced = true
		w.leave(c, a.Broker, false)
	case Stop:
		if r := w.at(a.Broker); !r.fenced {
			r.fenced = true // by its controlled shutdown, once its leadership has been moved
			w.leave(c, a.Broker, false)
		}
		w.die(a.Broker, true)
	case Start:
		w.come(c, a.Broker)
	case Unfence:
		w.at(a.Broker).fenced = false
		if w.Leader == protocol.NoLeader {
			w.change(c, w.ISR, c.election(), 0, 0)
		}
	}
}

// die ends a broker's process. A leader's requests are never answered, and what it knew is gone. What the process has
// noted of leader epochs in which it wrote nothing is dropped when the log is loaded (LogLoader.load).
func (w *world) die(id protocol.NodeID, clean bool) {
	r := w.at(id)
	r.alive, r.clean, r.tail = false, clean, noTail
	r.ask()
	if w.Leader == id {
		w.waiting = 0
	}
}

// come brings a process up: its registration costs it its places in the ISR and, after an unclean end, in the ELR
// (ReplicationControlManager.handleBrokerShutdown).
func (w *world) come(c *Config, id protocol.NodeID) {
	w.leave(c, id, w.rise(c, id))
	if r := w.at(id); c.Without == TruncationByEpoch && w.Leader > 0 {
		r.truncate(r.mark)
	}
}

// rise begins a process, and reports whether the controller takes its last end for an unclean one.
func (w *world) rise(c *Config, id protocol.NodeID) (unclean bool) {
	r := w.at(id)
	unclean = !r.clean && c.ELR && c.Without != UncleanRestart
	r.alive, r.clean = true, false
	return unclean
}

// leave has the controller react to a broker that goes or comes anew, and everybody hear of it.
func (w *world) leave(c *Config, id protocol.NodeID, unclean bool) {
	former := w.Leader
	if w.remove(c, id, unclean) {
		w.heed(c, former)
	}
}

// remove has the controller react to a broker that goes or comes anew, and reports whether anything has changed.
//
//go:noinline
func (w *world) remove(c *Config, id protocol.NodeID, unclean bool) bool {
	gone := protocol.SetOf(id)
	var uncleanly protocol.BrokerSet
	if unclean {
		uncleanly = gone
	}
	return w.Concerns(gone, uncleanly) && w.register(c, w.ISR.Without(gone), c.election(), gone, uncleanly)
}

// alterISR has the controller judge the leader's proposal, and everybody hear of the result.
func (w *world) alterISR(c *Config, target protocol.BrokerSet) {
	ask := rules.AlterISR{Sender: w.Leader, ISR: target}
	if rules.ValidateAlterPartition(w.PartitionRegistration, ask, c.all(), c.all().Without(w.active(c))) == protocol.None {
		w.change(c, target, rules.Online, 0, 0)
	}
}

// change has the controller change the partition, and everybody hear of it.
func (w *world) change(
	c *Config, target protocol.BrokerSet, election rules.Election, gone, unclean protocol.BrokerSet,
) {
	former := w.Leader
	if w.register(c, target, election, gone, unclean) {
		w.heed(c, former)
	}
}

// heed has every broker hear of a change at once. former is the leader before it: where another leads now, it answers
// what waits with an error, and the new one begins its epoch.
func (w *world) heed(c *Config, former protocol.NodeID) {
	w.LeaderEpoch, w.PartitionEpoch = 0, 0
	if w.Leader != former {
		w.waiting = 0
		for i := range w.replicas {
			w.replicas[i].ask() // a follower takes no answer of a former leader epoch
		}
		w.takeOver(c)
	}
	w.advance(c)
}

// register has the controller change the partition, and reports whether anything has changed. A broker in gone may not
// lead.
func (w *world) register(
	c *Config, target protocol.BrokerSet, election rules.Election, gone, unclean protocol.BrokerSet,
) bool {
	replicas := [MaxReplicas]protocol.NodeID{1, 2, 3, 4}
	after, changed, _ := rules.BuildChange(w.PartitionRegistration, rules.ChangeInput{
		Replicas: replicas[:c.Replicas], EffectiveMin: c.effectiveMin(), ELREnabled: c.ELR,
		Candidates: rules.Candidates{Acceptable: w.active(c).Without(gone), UncleanShutdown: unclean},
		Election:   election, TargetISR: target, Recovered: true,
	})
	if !changed {
		return false
	}
	if c.Without == ClearedELR {
		after.ELR |= w.ELR.Without(after.ISR | unclean)
	}
	after.Recovering = false
	w.PartitionRegistration = after
	return true
}

// takeOver begins the epoch of a new leader: at its log's end, knowing nothing of its followers (Partition.makeLeader).
func (w *world) takeOver(c *Config) {
	leader, acts := w.acting()
	if !acts {
		return
	}
	if c.Without == TruncationByEpoch {
		for i := range c.Replicas {
			if r := &w.replicas[i]; r.alive && protocol.NodeID(i+1) != leader {
				r.truncate(r.mark)
			}
		}
	}
	r := w.at(leader)
	r.tail, w.epochStart = w.newEpoch(), r.end
	for i := range c.Replicas {
		p := rules.NoProgress.AfterElection(false, w.ISR.Has(protocol.NodeID(i+1)), int64(r.end), 0)
		w.replicas[i].known = int(p.LogEndOffset)
	}
}

// isr is the ISR as the acting leader has it: nothing is ever in flight.
func (w *world) isr() rules.ISRState { return rules.ISRState{Committed: w.ISR} }

// active returns the brokers that may lead and be in an ISR: those that are not fenced, dead or not.
func (w *world) active(c *Config) (s protocol.BrokerSet) {
	for i := range c.Replicas {
		if !w.replicas[i].fenced {
			s = s.With(protocol.NodeID(i + 1))
		}
	}
	return s
}

func (c *Config) all() protocol.BrokerSet { return protocol.BrokerSet(1<<(c.Replicas+1) - 2) }

func (c *Config) effectiveMin() int { return rules.EffectiveMinISR(c.MinInSyncReplicas, c.Replicas) }

func (c *Config) election() rules.Election {
	if c.Unclean {
		return rules.Unclean
	}
	return rules.Online
}

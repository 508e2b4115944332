//go:build !js

package soak

import (
	"math"
	"slices"
)

// endHealed: once nothing is broken any more, brokers come back within a minute and their old session, a partition with
// somebody who may lead has a leader, and what rests becomes the same everywhere (broker.md 7.2, 7.5, 7.7, 5.7).
func (w *world) endHealed() {
	s := w.set
	if math.IsInf(s.healedAt, 1) || !s.sane() {
		return
	}
	session, heartbeat := s.config("broker.session.timeout.ms", 9000), s.config("broker.heartbeat.interval.ms", 2000)
	grace := 60_000 + 2*session + 4*heartbeat
	if w.end.T < s.healedAt+grace {
		return
	}
	well := true
	for b := 1; b < len(w.nodes); b++ {
		n := &w.nodes[b]
		if !n.alive && float64(n.silent) > s.healedAt*1000 {
			return // a stop that took its time came to its end after the last start
		}
		w.stake("healed.brokers")
		if n.life > 0 {
			w.stake("healed.restarted")
		}
		if !n.alive || !n.running || n.frozen || n.fenced || n.leaving {
			w.fail("healed.brokers", "broker %d; alive: %t, running: %t, fenced: %t, leaving: %t", b, n.alive, n.running,
				n.fenced, n.leaving)
			well = false
		}
	}
	for p := range w.parts {
		w.healedLeader(p)
	}
	if well {
		w.settled(grace)
	}
}

func (w *world) healedLeader(p int) {
	part, placed := &w.parts[p], &w.set.partitions[p]
	if placed.leader() < 1 && part.elections == 0 {
		return // it began without a leader, and nothing has had the controller look at it
	}
	w.stake("healed.leader")
	if part.elections > 0 {
		w.stake("healed.elected")
	}
	waits := part.isr | part.elr
	if waits == 0 {
		waits = part.lastKnown
	}
	// A reassignment leaves in the ELR whom it has removed, who may not lead, and for whom the last known leader is not
	// taken either.
	if part.leader < 1 && waits&part.replicas != 0 {
		w.fail("healed.leader", "%s-%d has no leader, and an ISR of %v, an ELR of %v, last known %v", placed.topic,
			placed.number, part.isr, part.elr, part.lastKnown)
	}
}

// settled: where nothing has been written for a while and nothing holds a follower back, all replicas are in the ISR,
// have the same log, and the leader's high watermark is at its end.
func (w *world) settled(grace float64) {
	s := w.set
	calm := s.config("replica.lag.time.max.ms", 30000) >= 2000 && s.config("replica.fetch.backoff.ms", 1000) <= 5000 &&
		s.config("replica.socket.timeout.ms", 30000) <= 40_000 && s.config("replica.fetch.wait.max.ms", 500) <= 5000 &&
		(s.Cluster.AppendMs == nil || *s.Cluster.AppendMs <= 100)
	if !calm || w.end.T < s.healedAt+grace+60_000 || float64(w.lastAppend)/1000 > w.end.T-40_000 {
		return
	}
	for p := range w.parts {
		part, placed := &w.parts[p], &s.partitions[p]
		if placed.moves && placed.byHand {
			continue
		}
		hand := placed.byHand || placed.wildStart
		if part.leader < 1 || hand && (!placed.whole || placed.handAt < s.healedAt+grace-1 ||
			placed.handAt+60_000 > w.end.T) {
			continue
		}
		w.stake("healed.settled")
		if part.isr != part.replicas {
			w.fail("healed.settled", "%s-%d has an ISR of %v", placed.topic, placed.number, part.isr)
			continue
		}
		leader := w.replica(p, part.leader)
		if !part.changed && leader.water != len(leader.log) && (part.written || part.elections > 0) {
			w.fail("healed.settled", "the high watermark of %s-%d is %d, and its log ends at %d", placed.topic, placed.number,
				leader.water, len(leader.log))
		}
		for _, id := range part.replicas.ids() {
			own := w.replica(p, id)
			from := min(max(own.start, leader.start), len(own.log), len(leader.log)) // below that one has deleted
			if len(own.log) != len(leader.log) || !slices.Equal(own.log[from:], leader.log[from:]) {
				w.fail("healed.settled", "brokers %d and %d have different logs of %s-%d", part.leader, id, placed.topic,
					placed.number)
			}
		}
	}
}

package explore

import (
	"math/bits"

	"highwater/core/internal/protocol"
)

// Promise is something that holds, or not, in a state or for a step.
type Promise uint8

const (
	// LeaderHasAcknowledged: the acting leader's log has every acknowledged record. It is the verdict of a search.
	LeaderHasAcknowledged Promise = iota
	// MembersHaveAcknowledged: every running member of ISR and ELR has them.
	MembersHaveAcknowledged
	// SomewhereAcknowledged: each of them is in some log.
	SomewhereAcknowledged
	// LogsAgree: any two logs have the same records below both their high watermarks.
	LogsAgree
	// ReadStays: the acting leader's log begins with what consumers have read.
	ReadStays
	// HighWatermarkRises: while a leader acts its high watermark does not fall. It is about a step.
	HighWatermarkRises
	// EnoughInSync: a record is acknowledged with acks=all when at least the minimum is in sync. It is about a step.
	EnoughInSync
	// MembersApart: no fenced broker is in the ISR of a partition with a leader; ISR and ELR have no member in common.
	MembersApart

	// Promises is how many there are.
	Promises
)

// Broken is a set of promises.
type Broken uint16

// Has reports whether a promise is in the set.
func (b Broken) Has(p Promise) bool { return b&(1<<p) != 0 }

// note puts a promise that does not hold into the set.
//
//go:noinline
func (b *Broken) note(p Promise, holds bool) {
	if !holds {
		*b |= 1 << p
	}
}

// lost reports whether the acting leader lacks an acknowledged record.
func (w *world) lost() bool {
	leader, acts := w.acting()
	return acts && !w.holds(leader)
}

// holds reports whether a replica has every acknowledged record.
func (w *world) holds(id protocol.NodeID) bool { return w.acked&^w.at(id).records() == 0 }

// copies returns in how few logs an acknowledged record is; more than there are replicas: none is acknowledged.
func (w *world) copies(c *Config) (fewest int) {
	fewest = MaxReplicas + 1
	for record := range w.produced {
		if w.acked&(1<<record) == 0 {
			continue
		}
		n := 0
		for i := range c.Replicas {
			n += int(w.replicas[i].records() >> record & 1)
		}
		fewest = min(fewest, n)
	}
	return fewest
}

// records returns the records of a log as a set.
func (r *replica) records() (s uint8) {
	for _, record := range r.log[:r.end] {
		s |= 1 << record
	}
	return s
}

// broken returns the promises that do not hold in w, of those that are about a state.
func (w *world) broken(c *Config) (b Broken) {
	leader, acts := w.acting()
	b.note(LeaderHasAcknowledged, !w.lost())
	b.note(MembersApart, w.ISR&w.ELR == 0 && (w.Leader == protocol.NoLeader || w.ISR.In(w.active(c))))
	var anywhere uint8
	for i := range c.Replicas {
		id, r := protocol.NodeID(i+1), &w.replicas[i]
		anywhere |= r.records()
		if r.alive && (w.ISR | w.ELR).Has(id) {
			b.note(MembersHaveAcknowledged, w.holds(id))
		}
		for j := range i {
			b.note(LogsAgree, agree(r, &w.replicas[j]))
		}
	}
	b.note(SomewhereAcknowledged, w.acked&^anywhere == 0)
	if acts {
		r := w.at(leader)
		b.note(ReadStays, r.end >= w.readEnd && [MaxRecords]uint8(w.read) == cut(r.log, w.readEnd))
	}
	return b
}

// agree reports whether two logs have the same records below both their high watermarks.
//
//go:noinline
func agree(a, b *replica) bool {
	below := min(a.mark, b.mark)
	return cut(a.log, below) == cut(b.log, below)
}

// cut returns the first n records of a log.
func cut(log [MaxRecords]uint8, n int) [MaxRecords]uint8 {
	clear(log[n:])
	return log
}

// brokenBy returns the promises that the step from before to w breaks, of those that are about a step.
func (w *world) brokenBy(c *Config, before *world) (b Broken) {
	leader, acts := w.acting()
	former, acted := before.acting()
	if acts && acted && leader == former && w.at(leader).mark < before.at(leader).mark {
		b |= 1 << HighWatermarkRises
	}
	if news := w.acked &^ before.acked; c.Acks == protocol.AcksAll && bits.OnesCount8(news) > 0 &&
		w.ISR.Len() < c.effectiveMin() {
		b |= 1 << EnoughInSync
	}
	return b
}

// brokenByLate is brokenBy where each broker goes by what it has heard: the high watermark is that of whoever leads by
// its own word, and so is the ISR.
func (l *late) brokenByLate(c *Config, before *late) (b Broken) {
	for i := range c.Replicas {
		id, v := protocol.NodeID(i+1), &l.views[i]
		if !l.leads(id) || !before.leads(id) {
			continue
		}
		if l.at(id).mark < before.at(id).mark {
			b |= 1 << HighWatermarkRises
		}
		if before.views[i].waiting&^v.waiting&l.acked != 0 && v.isr.Maximal().Len() < c.effectiveMin() {
			b |= 1 << EnoughInSync
		}
	}
	return b
}

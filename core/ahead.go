package core

import (
	"math"

	"highwater/core/internal/sim"
)

// Next returns the time of the next notable event if no action is taken; false when none comes for a long time. It
// looks ahead as far as necessary.
func (r *Run) Next() (Time, bool) {
	r.LookAhead(math.MaxInt)
	if s := r.known.next(byEvent, r.place); s != none {
		return s.at, true
	}
	u := &r.upcoming
	return u.scout.Now(), u.found && u.scout.Now() <= r.foreseeable()
}

// LookAhead looks for the next notable event until about budget more things have happened, in advance, and reports
// whether it is done. Then Next returns at once, until the run moves. Before that at least a time without one is known.
func (r *Run) LookAhead(budget int) (clear Time, done bool) {
	if r.known.notable >= r.place {
		return r.model.Now(), true // it is known
	}
	u, m := &r.upcoming, r.model
	// Time that has been searched need not be searched again. If the run has passed the scout, the scout catches up:
	// what lies between is little, and copying the run costs much.
	if u.scout == nil || m.Happened()-u.scout.Happened() > r.spacing {
		u.scout, u.found = m.Sim.Clone(), false
	}
	last := u.scout.Happened() + budget
	if last < budget {
		last = math.MaxInt
	}
	if u.scout.Happened() <= m.Happened() {
		u.scout.Watch(nil)
		u.scout.Run(m.Now(), func() bool { return u.scout.Happened() >= m.Happened() })
		u.found = false
	}
	if u.found {
		return u.scout.Now(), true
	}
	until := r.foreseeable()
	u.scout.Watch(u)
	u.scout.Run(until, func() bool { return u.found || u.scout.Happened() >= last })
	return u.scout.Now(), u.found || u.scout.Now() >= until || u.scout.Reached() != sim.NoLimit
}

package core

import (
	"math"

	"highwater/core/internal/sim"
)

// Next returns the time of the next notable event if no action is taken; false when none comes for a long time. It
// looks ahead as far as necessary.
func (r *Run) Next() (Time, bool) {
	clear, _ := r.LookAhead(math.MaxInt)
	if s := r.known.next(byEvent, r.place); s != none {
		return s.at, true
	}
	return clear, false
}

// LookAhead looks for the next notable event until about budget more things have happened, in advance, and reports
// whether it is done. Then Next returns at once, until the run moves. Before that at least a time without one is known.
func (r *Run) LookAhead(budget int) (clear Time, done bool) { return lookAhead(r, byEvent, budget) }

// NextMoment returns the number of the moment that ends next, if nobody acts; false when none does for a long time. It
// looks ahead as far as that takes and leaves the place as it is.
func (r *Run) NextMoment() (int, bool) {
	r.Peek(math.MaxInt)
	return r.Peeked()
}

// Peek looks for the moment that ends next until about budget more things have happened, in advance, and reports
// whether it is done. Then Peeked returns what it found, until the run moves. Before that at least a time is known
// until which no event that matters comes.
func (r *Run) Peek(budget int) (clear Time, done bool) { return lookAhead(r, byMoment, budget) }

// Peeked returns the number of the moment that ends next, as far as that is known; false: none is known.
func (r *Run) Peeked() (int, bool) {
	s := r.known.nextMoment(r.place)
	return r.known.moments.At(s.place), s != none
}

// lookAhead looks for the next place to stop at. The run stays where it is: a copy of it, the scout, goes on, and what
// it sees is known from then on. It is kept, and goes on from where it is when more is wanted.
func lookAhead(r *Run, by unit, budget int) (clear Time, done bool) {
	found := func() bool { return r.known.next(by, r.place) != none }
	if found() {
		return r.Now(), true
	}
	s := scoutOf(r)
	last := s.Happened() + budget
	if last < budget {
		last = math.MaxInt
	}
	until := r.foreseeable()
	s.Run(until, func() bool {
		r.known.until = max(r.known.until, s.Now())
		return found() || s.Happened() >= last
	})
	r.known.until = max(r.known.until, s.Now())
	r.known.over = r.known.over || s.Reached() != sim.NoLimit
	return nothingUntil(r, s.Now()), found() || s.Now() >= until || s.Reached() != sim.NoLimit
}

// scoutOf returns the scout. If the furthest copy of the run is far beyond it, it begins there; if it is little, the
// scout catches up: copying a run costs much.
func scoutOf(r *Run) *sim.Sim {
	from := r.furthest(r.model)
	if r.scout == nil || from.Happened()-r.scout.Happened() > r.spacing {
		r.scout = from.Sim.Clone()
		r.scout.Watch(&r.known)
	}
	return r.scout
}

// nothingUntil returns until when nothing comes that matters, if everything is known by an instant: a moment that has
// begun and may grow is something that comes.
func nothingUntil(r *Run, by Time) Time {
	if i := r.known.moments.At(len(r.known.events)); i >= 0 && int(r.known.moments.List()[i].Last) >= r.place {
		by = min(by, r.known.moments.List()[i].T)
	}
	return max(by, r.Now())
}

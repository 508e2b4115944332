package core

import (
	"math"

	"highwater/core/internal/script"
)

// How a run gets from one place to another: along a leg, from the nearest copy that it can set out from.

// setOut goes to the nearest place where a leg can begin. One that explores begins at the end of what is known.
func (r *Run) setOut(l leg) {
	r.task.leg = l
	r.within = nil
	r.backTo(&l)
	r.wanted = noEvent
	if l.onEvent {
		r.wanted = int32(l.events - 1)
	}
	r.place, r.onEvent = r.model.Emitted(), false
}

// backTo restores the latest copy from which a leg can set out, or begins anew, unless the present place is as good.
func (r *Run) backTo(l *leg) {
	from := r.before(l)
	if l.leadsOnFrom(r.model) && (from == nil || r.model.Happened() >= from.Happened()) {
		return
	}
	if from == nil {
		r.begin()
		return
	}
	r.model = from.Clone(r.see)
}

// walk follows the leg until about budget things have happened; it reports whether the leg is over.
func (r *Run) walk(budget int) (over bool) {
	l, m := &r.task.leg, r.model
	last := budget
	if last += m.Happened(); last < 0 {
		last = math.MaxInt
	}
	for !over {
		copyAt := r.next()
		enough := false
		m.Run(l.until, func() bool {
			over = r.over(l)
			enough = over || m.Happened() >= min(last, copyAt)
			return enough
		})
		r.keep(m)
		over = over || !enough // nothing more is due: the time is until
		if m.Happened() >= last {
			break
		}
	}
	r.place = m.Emitted()
	r.known.until = max(r.known.until, m.Now())
	r.known.over = r.known.over || r.Ended()
	if over {
		r.arrive(l)
	}
	return over
}

// over reports whether a leg is over before everything due by its end has happened.
func (r *Run) over(l *leg) bool {
	m := r.model
	switch {
	case m.Emitted() >= l.events || m.Happened() >= l.happened:
		return true
	case !l.find:
		return false
	}
	r.known.until = max(r.known.until, m.Now())
	return r.task.target(&r.known) != none
}

// arrive makes the end of a leg the place.
func (r *Run) arrive(l *leg) {
	m := r.model
	switch {
	case l.onEvent && m.Emitted() >= l.events:
		r.place, r.onEvent = l.events, true
	case m.Happened() == l.happened && m.Now() < l.until:
		m.Run(l.until, never) // nothing is due before: this moves the clock alone
	}
	if !r.onEvent || m.Emitted() == r.place {
		r.within = nil
	}
	r.known.until = max(r.known.until, m.Now())
}

// State returns what there is to see at the place, with at most cells records of each log: the newest, but never so new
// that the high watermark is out of sight. It is valid until the next call of this Run.
func (r *Run) State(cells int) *State {
	if r.within != nil && cells != r.cells {
		r.cells = cells
		r.setOut(leg{until: script.MaxTime, events: r.place, happened: math.MaxInt, onEvent: true})
		r.walk(math.MaxInt)
	}
	r.cells = cells
	s := r.within
	if s == nil {
		s = &r.seen
		r.model.View(s, cells)
	}
	s.Moment = r.Moment()
	return s
}

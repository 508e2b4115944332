package core

import (
	"math"

	"highwater/core/internal/look"
	"highwater/core/internal/script"
)

// Moves in slices, for whoever must not be kept waiting, such as a page that draws frames. A move is begun
// (BeginSeekTime, BeginSeekEvent, BeginStep, BeginAct), and then Work is called as often as it takes. The caller looks
// at the clock and chooses the budget, a number of happenings, so that a call lasts as long as it may: a thousand take
// one or a few milliseconds in a browser. Between two calls the run is at a place on the way, which State, Now, Place
// and the rest show as any other; Goal tells how far there is to go, and Cancel leaves the run where it is. What comes
// next can be looked for in the same way (LookAhead). The moves without Begin do all of the work in one call.

// task is a move that has been begun and is not over.
type task struct {
	doing    doing
	leg      leg
	by       unit // what its steps go by
	peek     bool // it looks for the next moment, and ends where it began
	here     stop // where the present step sets out from
	ahead    Time // how far it looks
	explored bool // it has looked
	left     int  // steps to go; below 0: backwards
	moved    int  // steps made
	goal     Time // where the clock is to stand in the end, as far as that is known; else where it stood
}

// doing is what a task's present leg is for.
type doing uint8

const (
	nothing   doing = iota // there is no task
	arriving               // the leg leads to where the task ends
	exploring              // it looks for the next notable event
	stepping               // it leads to the next stop
	deciding               // there is no leg: the next one is to be chosen
)

// leg is a way forward from an earlier place: it ends when so many events have been reported, or so many things have
// happened, or nothing more is due by the instant until.
type leg struct {
	until    Time
	events   int
	happened int
	onEvent  bool // it ends right after the event, though the happening that brings it may bring more
	find     bool // it ends when there is something to stop at behind the place that the step sets out from
}

// leadsOnFrom reports whether the leg can set out from where a model stands.
func (l *leg) leadsOnFrom(m *look.Model) bool {
	if l.onEvent && m.Emitted() >= l.events {
		return l.events == 0 && m.Happened() == 0 // the state is caught while the event is reported
	}
	return m.Happened() <= l.happened && m.Now() <= l.until
}

// BeginSeekTime begins a move to the instant at: see SeekTime. It ends whatever move is under way.
func (r *Run) BeginSeekTime(at Time) {
	at = max(0, min(at, script.MaxTime))
	r.settled = none
	r.beginTask(arriving)
	r.task.goal = at
	r.setOut(leg{until: at, events: math.MaxInt, happened: math.MaxInt})
}

// BeginSeekEvent begins a move to the place after n events: see SeekEvent. It ends whatever move is under way.
func (r *Run) BeginSeekEvent(n int) {
	n = max(0, n)
	until := script.MaxTime
	if n > len(r.known.events) {
		until = min(until, r.known.until+horizon) // there need not be so many
	}
	r.settled = none
	r.beginTask(arriving)
	r.setOut(leg{until: until, events: n, happened: math.MaxInt, onEvent: true})
}

// BeginStep begins a move by k notable events: see Step. It ends whatever move is under way. Moved says by how many it
// has moved.
func (r *Run) BeginStep(k int) { r.beginSteps(byEvent, k) }

// BeginStepMoments begins a move by k moments: see StepMoments. It ends whatever move is under way. Moved says by how
// many it has moved.
func (r *Run) BeginStepMoments(k int) { r.beginSteps(byMoment, k) }

func (r *Run) beginSteps(by unit, k int) {
	r.Cancel()
	r.settle(by)
	r.beginTask(deciding)
	r.task.by, r.task.left = by, k
}

// BeginPeek begins to look for the moment that comes to its end next: see NextMoment. It ends whatever move is under
// way, and leaves the place as it is once it is done. Peeked says what it has found.
func (r *Run) BeginPeek() {
	r.Cancel()
	if _, known := r.Peeked(); known {
		return
	}
	r.beginTask(deciding)
	r.task.by, r.task.left, r.task.peek = byMoment, 1, true
}

// Peeked is the number of the moment that comes to its end next, as far as that is known; false: none is known.
func (r *Run) Peeked() (int, bool) {
	s := r.known.nextMoment(r.place)
	return r.known.moments.At(s.place), s != none
}

// BeginAct lets the learner act at the place (see Act) and begins the move to the instant after. It ends whatever move
// is under way, so that the place is where that has come to.
func (r *Run) BeginAct(action []byte) (Time, error) {
	r.Cancel()
	return r.act(action)
}

// Working reports whether a move is under way.
func (r *Run) Working() bool { return r.task.doing != nothing }

// Moved is by how many notable events the last Step has moved, or the one under way has moved so far.
func (r *Run) Moved() int { return r.task.moved }

// Goal is where the clock will stand when the move under way is over, as far as that is known, or how far the move
// looks. Together with Now it says how much is left.
func (r *Run) Goal() Time { return r.task.goal }

// Happened is how many things have happened at the place, reported or not: what budgets are counted in.
func (r *Run) Happened() int { return r.model.Happened() }

// Cancel ends the move under way at the place that it has come to.
func (r *Run) Cancel() {
	if r.task.doing != nothing {
		r.end()
	}
}

// Work goes on with the move under way until about budget more things have happened, which must be at least 1. It
// reports whether the move is over, or there is none.
func (r *Run) Work(budget int) (done bool) {
	for r.task.doing != nothing {
		if r.task.doing != deciding {
			before := r.model.Happened()
			if !r.walk(budget) {
				return false
			}
			budget -= r.model.Happened() - before
		}
		r.decide()
	}
	return true
}

func (r *Run) beginTask(what doing) {
	r.Cancel()
	r.task = task{doing: what, goal: r.Now()}
}

// end is the end of a task, wherever it has come to.
func (r *Run) end() {
	r.task.doing = nothing
	r.wanted = noEvent
	r.visit()
}

// decide chooses what a task does next, after a leg.
func (r *Run) decide() {
	t := &r.task
	switch t.doing {
	case arriving:
		r.end()
		return
	case stepping:
		step := 1
		if t.left < 0 {
			step = -1
		}
		t.left, t.moved = t.left-step, t.moved+step
	case exploring:
		t.explored = true
		r.choose()
		return
	}
	if t.left == 0 {
		r.end()
		return
	}
	t.here, t.ahead, t.explored = r.here(), r.foreseeable(), false
	r.choose()
}

// choose sets out to the next stop, or to where it may be found. Where there is none the task ends where it was.
func (r *Run) choose() {
	t := &r.task
	var to stop
	if t.left > 0 {
		to = r.known.next(t.by, t.here.place)
		if to == none && !t.explored {
			t.doing, t.goal = exploring, t.ahead
			r.setOut(leg{until: t.ahead, events: math.MaxInt, happened: math.MaxInt, find: true})
			return
		}
	} else {
		to = r.known.last(t.by, t.here)
	}
	to = r.by(to)
	t.doing = stepping
	if to == none || to == t.here || t.peek {
		to, t.doing = t.here, arriving
	}
	t.goal = to.at
	var l leg
	l.to(to)
	r.setOut(l)
}

// setOut goes to the nearest place that a leg can set out from. One that explores begins where the known ends.
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

// walk follows the leg until about budget things have happened; it reports whether the leg is over.
func (r *Run) walk(budget int) (over bool) {
	l, m := &r.task.leg, r.model
	last := budget
	if last += m.Happened(); last < 0 {
		last = math.MaxInt
	}
	for !over {
		copyAt := r.nextCopy()
		enough := false
		m.Run(l.until, func() bool {
			over = r.over(l)
			enough = over || m.Happened() >= min(last, copyAt)
			return enough
		})
		r.keep()
		over = over || !enough // nothing more is due: the clock stands at until
		if m.Happened() >= last {
			break
		}
	}
	r.place = m.Emitted()
	r.known.until = max(r.known.until, m.Now())
	r.known.over = r.Ended()
	if over {
		r.arrive(l)
	}
	return over
}

// over reports whether a leg is over before everything due by its end has happened.
func (r *Run) over(l *leg) bool {
	m := r.model
	return m.Emitted() >= l.events || m.Happened() >= l.happened || l.find && r.found()
}

// found reports whether something is known to stop at behind the place that the present step sets out from.
func (r *Run) found() bool {
	r.known.until = max(r.known.until, r.model.Now())
	return r.known.next(r.task.by, r.task.here.place) != none
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

func never() bool { return false }

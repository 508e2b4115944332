package core

import (
	"math"
	"slices"

	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// Moves in slices, for callers that must not block, such as a page that draws frames. A move is begun (BeginSeekTime,
// BeginSeekEvent, BeginSeekMoment, BeginStep, BeginStepMoments, BeginAct), and then Work is called as often as it
// takes. The caller chooses the budget, a number of happenings, by the clock: a thousand take one or a few
// milliseconds in a browser. Between two calls the run is at a place on the way, which State, Now, Place and the rest
// show like any other; Goal returns how far there is to go, and Cancel leaves the run where it is. What comes next can
// be looked for in the same way (LookAhead, Peek). The moves without Begin do all of the work in one call.

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
	r.settled = none
	r.beginTask(arriving)
	r.task.sought, r.task.foreseen = max(0, n), r.foreseeable()
	r.task.seek(r)
}

// seek sets out for the events that the task seeks. Where so many are not known there need not be so many: then it goes
// as far as one could see, and on from the last event that is known, whether somebody has looked ahead or not.
func (t *task) seek(r *Run) {
	t.found = len(r.known.events)
	until := script.MaxTime
	if t.sought > t.found {
		until = min(until, t.foreseen)
		if t.found > 0 {
			until = max(until, min(script.MaxTime, r.known.events[t.found-1].T+horizon))
		}
	}
	r.setOut(leg{until: until, events: t.sought, happened: math.MaxInt, onEvent: true})
}

// BeginSeekMoment begins a move to the end of moment n, from 0: see SeekMoment. It ends whatever move is under way.
func (r *Run) BeginSeekMoment(n int) {
	r.settled = none
	if n < 0 {
		r.BeginSeekEvent(0)
		return
	}
	r.beginTask(deciding)
	r.task.by, r.task.left, r.task.moment, r.task.ended = byMoment, 1, n, r.known.ended()
}

// BeginStep begins a move by k notable events: see Step. It ends whatever move is under way. Moved reports by how many
// it has moved.
func (r *Run) BeginStep(k int) { r.beginSteps(byEvent, k) }

// BeginStepMoments begins a move by k moments: see StepMoments. It ends whatever move is under way. Moved reports by
// how many it has moved.
func (r *Run) BeginStepMoments(k int) { r.beginSteps(byMoment, k) }

func (r *Run) beginSteps(by unit, k int) {
	r.Cancel()
	r.settle(by)
	r.beginTask(deciding)
	r.task.by, r.task.left = by, k
}

// BeginAct lets the learner act at the place (see Act) and begins the move to the instant after. It ends whatever move
// is under way, so that the place is where that has come to.
func (r *Run) BeginAct(action []byte) (Time, error) {
	r.Cancel()
	return r.act(action)
}

// Working reports whether a move is under way.
func (r *Run) Working() bool { return r.task.doing != nothing }

// Moved returns by how many notable events the last Step moved, or how many the one under way has moved so far.
func (r *Run) Moved() int { return r.task.moved }

// Goal returns where the clock will stand when the move under way is over, as far as that is known, or how far the move
// looks. Together with Now it says how much is left.
func (r *Run) Goal() Time { return r.task.goal }

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
	r.task = task{doing: what, goal: r.Now(), moment: -1}
}

// end ends a task at its present place.
func (r *Run) end() {
	r.task.doing = nothing
	r.wanted = noEvent
	r.reached = max(r.reached, r.place)
}

// decide chooses what a task does next, after a leg.
func (r *Run) decide() {
	t := &r.task
	switch t.doing {
	case arriving:
		if found := len(r.known.events); t.sought > found && found > t.found {
			t.seek(r)
			return
		}
		r.end()
		return
	case stepping:
		step := 1
		if t.left < 0 {
			step = -1
		}
		t.left, t.moved = t.left-step, t.moved+step
	case exploring:
		t.lookedAhead(&r.known)
		t.ahead = t.horizon(r)
		r.choose()
		return
	}
	if t.left == 0 {
		r.end()
		return
	}
	t.here, t.ahead, t.explored = r.here(), t.horizon(r), false
	r.choose()
}

// choose sets out to the next stop, or to where it may be found. Where there is none the task ends where it was.
func (r *Run) choose() {
	t := &r.task
	var to stop
	if t.left > 0 {
		to = t.target(&r.known)
		if to == none && !t.explored {
			t.doing, t.goal = exploring, t.ahead
			r.setOut(leg{until: t.ahead, events: math.MaxInt, happened: math.MaxInt, find: true})
			return
		}
		if ended := r.known.ended(); to == none && t.moment >= 0 && ended > 0 {
			to = momentEnd(&r.known.moments.List()[ended-1])
		}
	} else {
		to = r.known.last(t.by, t.here)
	}
	to = r.by(to)
	t.doing = stepping
	switch {
	case to == none || to == t.here:
		to, t.doing = t.here, arriving
	case t.moment >= 0:
		t.doing = arriving
	}
	t.goal = to.at
	var l leg
	l.to(to)
	r.setOut(l)
}

func (r *Run) act(action []byte) (Time, error) {
	if r.Ended() {
		return 0, &Error{Message: "the run has reached its limit; go back or start again"}
	}
	at := r.model.ActionTime()
	later := func(s script.Step) bool { return s.At > at } // an act of a future that is given up
	acts := slices.DeleteFunc(slices.Clone(r.acts), later)
	s := withActs(r.given, acts)
	step, err := script.ParseStep(action, &s, at)
	if err != nil {
		return 0, err
	}
	r.acts = append(acts, step)
	s = withActs(r.given, r.acts)
	s.Until = min(max(s.Until, at+60*vtime.Second), script.MaxTime)
	r.script = &s
	r.forget()
	r.BeginSeekTime(at)
	return at, nil
}

// settle records the place as an extra stop, unless it already is one: right after a notable event or moment, or before
// everything.
func (r *Run) settle(by unit) {
	here := r.here()
	stops := here.place > 0 && r.known.events[here.place-1].T == here.at && r.known.endsAt(by, here.place)
	if stops && !r.onEvent && !r.model.Stirred() {
		r.onEvent = true // nothing has happened since the event: this is the same place
	}
	if here != (stop{}) && !(stops && r.onEvent) {
		r.settled = here
	}
}

// by returns the settled place if it is on the way from here to a stop, and else that stop.
func (r *Run) by(to stop) stop {
	here, s := r.task.here, r.settled
	switch {
	case s == none:
	case r.task.left > 0 && here.before(s) && (to == none || s.before(to)):
		return s
	case r.task.left < 0 && s.before(here) && to.before(s):
		return s
	}
	return to
}

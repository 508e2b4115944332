package core

import (
	"math"

	"highwater/core/internal/event"
	"highwater/core/internal/script"
)

// stop is a place to stop at or to come back to: right after an event, or at an instant after so many things have
// happened. The two differ where something has happened since that is no event, such as a bucket of the wheel found
// empty.
type stop struct {
	place    int
	at       Time
	happened int // 0: right after the event, or before everything
}

// none is a stop that does not exist.
var none = stop{place: -1}

func (s stop) before(t stop) bool {
	switch {
	case s.place != t.place:
		return s.place < t.place
	case s.at != t.at:
		return s.at < t.at
	}
	return s.happened < t.happened
}

// here is the present place.
func (r *Run) here() stop {
	if r.onEvent {
		return stop{place: r.place, at: r.Now()}
	}
	return stop{place: r.place, at: r.Now(), happened: r.model.Happened()}
}

// SeekTime moves to the instant at: everything due by then has happened.
func (r *Run) SeekTime(at Time) {
	r.BeginSeekTime(at)
	r.finish()
}

// SeekEvent moves to the place after n events, or as far as the run goes. With 0, before anything has happened.
func (r *Run) SeekEvent(n int) {
	r.BeginSeekEvent(n)
	r.finish()
}

// Step moves by k notable events, forwards or, with a negative k, backwards. It returns by how many it moved: fewer
// when the run begins before, or when nothing notable happens for a long time (see Next). The place that stepping set
// out from is one more to stop at, so that stepping there and back again leads back to it.
func (r *Run) Step(k int) int {
	r.BeginStep(k)
	r.finish()
	return r.Moved()
}

// StepMoments is Step by moments: forwards to the ends of those to come, backwards to the ends of those before. A place
// within a moment is not its end.
func (r *Run) StepMoments(k int) int {
	r.BeginStepMoments(k)
	r.finish()
	return r.Moved()
}

// NextMoment is the number of the moment that comes to its end next, if nobody acts; false when none does for a long
// time. It looks ahead as far as that takes and leaves the place as it is.
func (r *Run) NextMoment() (int, bool) {
	r.BeginPeek()
	r.finish()
	return r.Peeked()
}

// finish does all of the work that is begun.
func (r *Run) finish() {
	for !r.Work(math.MaxInt) {
	}
}

// settle remembers the place as one to stop at, unless it is one anyway: right after what steps go by, or before
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

// backTo restores the latest copy from which a leg can set out, or begins anew, unless the present place is as good.
func (r *Run) backTo(l *leg) {
	i := len(r.kept) - 1
	for i >= 0 && !l.leadsOnFrom(r.kept[i]) {
		i--
	}
	if l.leadsOnFrom(r.model) && (i < 0 || r.model.Happened() >= r.kept[i].Happened()) {
		return
	}
	if i < 0 {
		r.begin()
		return
	}
	r.model = r.kept[i].Clone(r.see)
}

// begin a leg that leads to a stop.
func (l *leg) to(s stop) {
	if s.happened > 0 {
		*l = leg{until: s.at, events: math.MaxInt, happened: s.happened}
	} else {
		*l = leg{until: script.MaxTime, events: s.place, happened: math.MaxInt, onEvent: true}
	}
}

// by is the settled place, where that lies on the way from here to a stop, and else that stop.
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

func isNotable(e Event) bool { return e.Notable() }

// noEvent is the event whose state is wanted when none is.
const noEvent = event.None

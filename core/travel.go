package core

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/script"
)

// stop is a place one can step to.
type stop struct {
	place int
	at    Time
	// byTime: everything due by the instant has happened, not only what led to the last event. The two differ where
	// something happens at that instant that is no event, such as a bucket of the wheel found empty.
	byTime bool
}

// none is a stop that does not exist.
var none = stop{place: -1}

// back restores the latest copy that serves for a place after n events and not later than at, or begins anew.
func (r *Run) back(n int, at Time) {
	i := len(r.kept) - 1
	for i >= 0 && (r.kept[i].Emitted() > n || r.kept[i].Now() > at) {
		i--
	}
	if m := r.model; m.Emitted() <= n && m.Now() <= at && (i < 0 || m.Emitted() >= r.kept[i].Emitted()) {
		return // nothing to restore: the place lies ahead
	}
	if i < 0 {
		r.begin()
		return
	}
	r.model = r.kept[i].Clone(r.see)
}

// SeekTime moves to the instant at: everything due by then has happened.
func (r *Run) SeekTime(at Time) {
	at = max(0, min(at, script.MaxTime))
	r.settled = none
	r.toTime(at)
	r.visit()
}

func (r *Run) toTime(at Time) {
	r.back(MaxKept, at)
	r.advance(at, never)
	r.byTime = true
}

// SeekEvent moves to the place after n events, or as far as the run goes. With 0, before anything has happened.
func (r *Run) SeekEvent(n int) {
	r.settled = none
	r.toEvent(n)
	r.visit()
}

func (r *Run) toEvent(n int) {
	n = max(0, n)
	r.back(n-1, script.MaxTime)
	until := script.MaxTime
	if n > len(r.events) {
		until = min(until, r.model.Now()+horizon)
	}
	r.wanted = n - 1
	r.advance(until, func() bool { return r.model.Emitted() >= n })
	r.wanted = event.None
	r.byTime = r.model.Emitted() < n
	r.place = min(n, r.model.Emitted())
	if r.model.Emitted() == r.place {
		r.within = nil
	}
}

// Step moves by k notable events, forwards or, with a negative k, backwards. It returns by how many it moved: fewer
// when the run begins before, or when nothing notable happens for a long time. The place that stepping set out from
// is one more to stop at, so that stepping there and back again leads back to it.
func (r *Run) Step(k int) int {
	r.settle()
	moved := 0
	for ; moved < k && r.forward(); moved++ {
	}
	for ; moved > k && r.backward(); moved-- {
	}
	r.visit()
	return moved
}

// settle remembers the place as one to stop at, unless it is one anyway: right after a notable event, or before
// everything.
func (r *Run) settle() {
	here := r.here()
	if here == (stop{}) || r.notable(here.place, here.at) && !here.byTime {
		return
	}
	if r.notable(here.place, here.at) {
		r.toEvent(here.place)
		if next, _, ok := r.model.Next(); r.within == nil && (!ok || next > r.model.Now()) {
			return // nothing more was due at that instant
		}
		r.toTime(here.at)
	}
	r.settled = here
}

func (r *Run) here() stop { return stop{r.place, r.Now(), r.byTime} }

func (s stop) before(t stop) bool {
	return s.place < t.place || s.place == t.place && (s.at < t.at || s.at == t.at && !s.byTime && t.byTime)
}

// notable tells whether a place lies right after a notable event, at its instant.
func (r *Run) notable(place int, at Time) bool {
	return place > 0 && r.events[place-1].Notable() && r.events[place-1].T == at
}

func (r *Run) forward() bool {
	here := r.here()
	i := r.place
	for {
		for ; i < len(r.events); i++ {
			if r.events[i].Notable() {
				return r.jump(here, stop{place: i + 1, at: r.events[i].T}, true)
			}
		}
		if !r.explore() {
			return r.jump(here, none, true)
		}
	}
}

// explore lets the run go on past what is known, up to the next notable event, and tells whether there was one.
func (r *Run) explore() bool {
	known := len(r.events)
	r.toEvent(known)
	r.advance(r.foreseeable(), func() bool { return slices.ContainsFunc(r.events[known:], isNotable) })
	return slices.ContainsFunc(r.events[known:], isNotable)
}

func isNotable(e Event) bool { return e.Notable() }

func (r *Run) backward() bool {
	here := r.here()
	to := stop{}
	for i := min(r.place, len(r.events)) - 1; i >= 0; i-- {
		if s := (stop{place: i + 1, at: r.events[i].T}); r.events[i].Notable() && s.before(here) {
			to = s
			break
		}
	}
	return r.jump(here, to, false)
}

// jump goes to a stop, or to the settled one where that lies between.
func (r *Run) jump(here, to stop, forwards bool) bool {
	if s := r.settled; s != none {
		if forwards && here.before(s) && (to == none || s.before(to)) {
			to = s
		}
		if !forwards && s.before(here) && to.before(s) {
			to = s
		}
	}
	switch {
	case to == none || to == here:
		r.restore(here)
		return false
	case to == r.settled:
		r.restore(to)
	default:
		r.toEvent(to.place)
	}
	return true
}

// restore goes back to where the run has been.
func (r *Run) restore(s stop) {
	if s.byTime {
		r.toTime(s.at)
	} else {
		r.toEvent(s.place)
	}
}

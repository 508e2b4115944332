package core

import (
	"math"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/script"
)

// The parts of moves: where they stop, what they count, and the way there.

// stop is a place to stop at or to come back to: right after an event, or at an instant after so many things have
// happened. The two differ if something has happened since that is not an event, such as a bucket of the wheel found
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

// unit is what steps count.
type unit uint8

const (
	byEvent  unit = iota // notable events
	byMoment             // moments
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

// leadsOnFrom reports whether the leg can begin at the state of a model.
func (l *leg) leadsOnFrom(m *look.Model) bool {
	if l.onEvent && m.Emitted() >= l.events {
		return l.events == 0 && m.Happened() == 0 // the state is captured while the event is reported
	}
	return m.Happened() <= l.happened && m.Now() <= l.until
}

// begin a leg that leads to a stop.
func (l *leg) to(s stop) {
	if s.happened > 0 {
		*l = leg{until: s.at, events: math.MaxInt, happened: s.happened}
	} else {
		*l = leg{until: script.MaxTime, events: s.place, happened: math.MaxInt, onEvent: true}
	}
}

// task is a move that has been begun and is not over.
type task struct {
	doing    doing
	leg      leg
	by       unit // what its steps go by
	moment   int  // the moment whose end it seeks; below 0: it seeks none, but steps
	ended    int  // how many moments had ended when that was looked for
	here     stop // where the present step sets out from
	ahead    Time // how far it looks
	explored bool // it has looked
	left     int  // steps to go; below 0: backwards
	moved    int  // steps made
	sought   int  // how many events it is to be behind; 0: it seeks none, or the start
	found    int  // how many were known when it set out for them
	foreseen Time // how far one could see from where it began
	goal     Time // the time at the end of the move, if that is known; else the time at its start
}

// target returns where the present step of a task leads, as far as that is known.
func (t *task) target(k *known) stop {
	switch {
	case t.moment < 0:
		return k.next(t.by, t.here.place)
	case t.moment < k.ended():
		return momentEnd(&k.moments.List()[t.moment])
	}
	return none
}

// horizon returns the time up to which the present step looks. One that seeks a moment looks beyond what is known.
func (t *task) horizon(r *Run) Time {
	if t.moment < 0 {
		return r.foreseeable()
	}
	return min(max(r.foreseeable(), r.known.until+horizon), script.MaxTime)
}

// lookedAhead notes that a task has looked ahead. One that seeks a moment looks on as long as it finds others.
func (t *task) lookedAhead(k *known) {
	before := t.ended
	t.ended = k.ended()
	t.explored = t.moment < 0 || t.ended == before
}

// doing is the purpose of a task's present leg.
type doing uint8

const (
	nothing   doing = iota // there is no task
	arriving               // the leg leads to where the task ends
	exploring              // it looks for the next notable event
	stepping               // it leads to the next stop
	deciding               // there is no leg: the next one is to be chosen
)

// noEvent is the event whose state is wanted when none is.
const noEvent = event.None

func never() bool { return false }

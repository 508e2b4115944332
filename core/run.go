package core

import (
	"cmp"
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/order"
	"highwater/core/internal/script"
	"highwater/core/internal/sim"
	"highwater/core/internal/vtime"
)

// MaxEvents is how many events a result has at most, and MaxKept a Run, which keeps them.
const (
	MaxEvents = script.MaxEvents
	MaxKept   = script.MaxKept
)

const (
	// horizon is how far Run looks ahead for something notable, unless a deadline is known that lies further ahead, and
	// farthest how far at most.
	horizon  = 120 * vtime.Second
	farthest = 3600 * vtime.Second
)

// Run is a script being played: a place in it, and everything known of it so far. The place lies after some number of
// events, at a time; it moves forwards and backwards, and acting at it changes what comes after. A Run replays: every
// place is computed anew from the script, from the nearest copy kept, so it shows the same whichever way it was
// reached.
type Run struct {
	given  *Script       // as it was to begin with
	acts   []script.Step // the actions taken, by time
	script *Script       // both together
	model  *look.Model   // at the place, or at the end of the instant's happening that holds it
	known  known
	copies // to go back to

	place    int    // events before the place
	reached  int    // the furthest place there has been, since the last act
	within   *State // the state at the place, when that lies between two events of one happening: captured, or nil
	caught   State
	seen     State // the last state returned: its memory is reused
	cells    int   // of each log, in states
	wanted   int32 // the event whose state is to be captured as it happens; noEvent
	onEvent  bool  // the place is right after an event, and not an instant
	settled  stop  // where the last stepping began, if that was not a notable place
	task     task
	scout    *sim.Sim // a copy that looks ahead: see lookAhead; nil: none, since the last act
	plan     plan     // of the script's lesson
	question question // whose answer is being searched for
}

// New begins a run of s at time 0, before anything has happened.
func New(s Script) *Run {
	r := &Run{
		given: &s, script: &s, copies: copies{spacing: checkpointEvery}, known: known{notable: -1},
		cells: 12, wanted: noEvent, onEvent: true, settled: none,
	}
	r.begin()
	return r
}

// begin resets the run to the start, before anything has happened.
func (r *Run) begin() {
	r.model = look.NewModel(r.script, r.see)
	r.model.Bound(script.MaxKept)
}

// see is the sink of the run's own sim: it records events, and captures the state that is wanted.
func (r *Run) see(m *look.Model, e *Event) {
	r.known.Note(e)
	if e.N == r.wanted {
		r.within = &r.caught
		m.View(r.within, r.cells)
	}
}

// withActs returns a script with the acts added.
func withActs(given *Script, acts []script.Step) Script {
	s := *given
	s.Steps = order.Stable(slices.Concat(s.Steps, acts), func(a, b *script.Step) int { return cmp.Compare(a.At, b.At) })
	return s
}

// forget discards what is known after the place.
func (r *Run) forget() {
	n := r.model.Emitted()
	r.known.forget(n, r.model.Now())
	r.kept = slices.DeleteFunc(r.kept, func(m *look.Model) bool { return m.Emitted() > n || m.Now() > r.model.Now() })
	for _, m := range append(r.kept, r.model) {
		m.Replan(r.script)
	}
	r.scout, r.plan, r.question = nil, plan{}, question{}
	r.reached = n
	r.settled = none
}

// Now returns the time at the place.
func (r *Run) Now() Time {
	if r.within != nil {
		return r.known.events[r.place-1].T
	}
	return r.model.Now()
}

// Past reports whether the run has been further on, with something notable in between. What is known but has not been
// visited does not count: often several events have one cause, and all but the first lie ahead.
func (r *Run) Past() bool {
	return r.place < r.reached && slices.ContainsFunc(r.known.events[r.place:r.reached], isNotable)
}

// Place returns the number of events before the place.
func (r *Run) Place() int { return r.place }

// Reached returns the furthest place there has been since the last act, in events before it. What has been looked at in
// advance lies behind it.
func (r *Run) Reached() int { return max(r.reached, r.place) }

// Events returns all events known, those after the place included. They must not be changed.
func (r *Run) Events() []Event { return r.known.events }

// Moments returns the moments of all events known. The last one may still grow. They must not be changed.
func (r *Run) Moments() []Moment { return r.known.moments.List() }

// Moment returns the number of the moment that the place is in or right behind; -1: none has begun.
func (r *Run) Moment() int { return r.known.moments.At(r.place) }

// Frontier returns the furthest time known.
func (r *Run) Frontier() Time { return r.known.until }

// Script returns the present script, with every action taken.
func (r *Run) Script() *Script { return r.script }

// AppendScript appends that script as JSON. Played from the start it gives the same run.
func (r *Run) AppendScript(b []byte) []byte { return script.AppendText(b, r.script) }

// AppendLines appends the lines of events from the number from on, at most limit of them, and only those before the
// place.
func (r *Run) AppendLines(b []byte, from, limit int) []byte {
	for i := max(0, from); i < r.place && i < from+limit; i++ {
		b = r.known.events[i].AppendLine(b, r.model)
	}
	return b
}

// AppendEvent appends the line of event n, which lies before the place, as a JSON object without a newline.
func AppendEvent(b []byte, r *Run, n int) []byte {
	b = r.AppendLines(b, n, 1)
	return b[:len(b)-1]
}

// AppendSummary appends the summary line at the place.
func (r *Run) AppendSummary(b []byte) []byte {
	h := event.EmptyHash
	var line []byte
	for i := range r.place {
		line = r.known.events[i].AppendLine(line[:0], r.model)
		h = h.Add(line)
	}
	return r.model.AppendSummary(b, r.place, h)
}

// AppendRecords appends, as a list, what became of the records of producers from the number from on, at most limit of
// them, at the place: each as in the summary, with its number.
func (r *Run) AppendRecords(b []byte, from, limit int) []byte {
	return r.model.AppendRecords(b, from, limit)
}

// Records returns how many records producers have taken at the place.
func (r *Run) Records() int { return r.model.Account.Records.Len() }

// Ended reports whether the run has ended: at the latest possible time, or at a limit.
func (r *Run) Ended() bool {
	return r.model.Reached() != sim.NoLimit || r.model.Now() >= script.MaxTime
}

// WhyEnded returns which limit the run has reached, and what to do about it; empty if it has not ended.
func (r *Run) WhyEnded() string {
	switch {
	case r.model.Reached() != sim.NoLimit:
		return r.model.Complaint()
	case r.Ended():
		return "a run lasts at most a day"
	}
	return ""
}

// Happened returns how many things have happened at the place, reported or not: the unit of budgets.
func (r *Run) Happened() int { return r.model.Happened() }

// here returns the present place.
func (r *Run) here() stop {
	if r.onEvent {
		return stop{place: r.place, at: r.Now()}
	}
	return stop{place: r.place, at: r.Now(), happened: r.model.Happened()}
}

// foreseeable returns the time up to which Next searches: for a while, or until the first deadline of a waiting
// request.
func (r *Run) foreseeable() Time {
	now := r.model.Now()
	return min(max(now+horizon, r.model.Account.FirstDeadline()), now+farthest, script.MaxTime)
}

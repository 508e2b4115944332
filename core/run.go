package core

import (
	"cmp"
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/latency"
	"highwater/core/internal/look"
	"highwater/core/internal/order"
	"highwater/core/internal/script"
	"highwater/core/internal/sim"
	"highwater/core/internal/vtime"
)

// Event is one happening in a run; see its package for the kinds and what each says.
type Event = event.Event

// Time is an instant of virtual time in microseconds, and a span of it.
type Time = vtime.Time

// Script is a checked script: a cluster, its clients, and what happens to them when.
type Script = script.Script

// State is what there is to see at one place of a run.
type State = look.State

// Error is what is wrong with a script or a step: where, what, and what to do about it.
type Error = script.Error

const (
	// MaxEvents bounds a whole result.
	MaxEvents = 2_000_000
	// MaxKept bounds a Run, which keeps its events: nothing happens after so many.
	MaxKept = 100_000
	// checkpointEvery is how many happenings lie between two copies of the run to go back to, at first. Going anywhere
	// replays at most about so many.
	checkpointEvery = 256
	// maxCopies bounds the copies: when there are more, every second one goes, and from then on they lie twice as far
	// apart. A run of 10,000 events keeps them all.
	maxCopies = 64
	// horizon is how far Run looks ahead for something notable, unless a deadline is known that lies further ahead, and
	// farthest how far at most.
	horizon  = 120 * vtime.Second
	farthest = 3600 * vtime.Second
)

// Run is a script being played: a place in it, and everything known of it so far. The place lies after some number of
// events, at a time; it moves forwards and backwards, and acting at it changes what comes after. A Run replays: every
// place is computed anew from the script, from the nearest copy kept, so it shows the same whichever way one came.
type Run struct {
	given    *Script       // as it was to begin with
	acts     []script.Step // what the learner did, by time
	script   *Script       // both together
	model    *look.Model   // at the place, or at the end of the instant's happening that holds it
	events   []Event       // all that are known, those after the place included
	kept     []*look.Model // copies to go back to, by the number of events before them; none is of the start
	spacing  int           // events between two copies
	frontier Time          // the furthest time known

	place    int    // events before the place
	reached  int    // the furthest place there has been, since the last act
	within   *State // the state at the place, when that lies between two events of one happening: caught, or nil
	caught   State
	seen     State // the last state that was asked for: its memory serves again
	cells    int   // of each log, in states
	wanted   int   // the event whose state is to be caught as it happens; event.None
	byTime   bool  // the place was reached as an instant, not as an event
	settled  stop  // where the last stepping began, when that was no notable place
	upcoming lookahead
	scout    *sim.Sim // what looks ahead, at the end of what it has looked through; nil: none does
}

// lookahead is what is known of the next notable event; it holds until that event or an act.
type lookahead struct {
	from  Time // from where it was looked
	at    Time
	found bool
	valid bool
}

// holds tells whether what was found still says what comes next at now; that there is nothing is believed for a while.
func (u lookahead) holds(now Time) bool {
	if !u.valid || now < u.from {
		return false
	}
	return u.found && now < u.at || !u.found && now < u.from+horizon/2
}

// New begins a run of s at time 0, before anything has happened.
func New(s Script) *Run {
	r := &Run{given: &s, script: &s, cells: 12, spacing: checkpointEvery, wanted: event.None, settled: none}
	r.begin()
	return r
}

// begin goes to the start, before anything has happened.
func (r *Run) begin() {
	r.model = look.NewModel(r.script, r.see)
}

// see is the sink of the run's own sim: it remembers events, and catches the state that is wanted.
func (r *Run) see(m *look.Model, e *Event) {
	if int(e.N) == len(r.events) {
		r.events = append(r.events, *e)
	}
	if int(e.N) == r.wanted {
		r.within = &r.caught
		m.View(r.within, r.cells)
	}
}

// keep puts a copy of the run aside, when the last one, or the start, lies far enough back.
func (r *Run) keep() {
	n, last := len(r.kept), 0
	if n > 0 {
		last = r.kept[n-1].Happened()
	}
	if r.model.Happened()-last < r.spacing {
		return
	}
	r.kept = append(r.kept, r.model.Clone(nil))
	if n < maxCopies {
		return
	}
	r.spacing *= 2
	thinned := r.kept[:0]
	for i, m := range r.kept {
		if i%2 == 1 {
			thinned = append(thinned, m)
		}
	}
	clear(r.kept[len(thinned):])
	r.kept = thinned
}

// advance lets whatever is due by the instant until happen, until stop says so.
func (r *Run) advance(until Time, stop func() bool) {
	r.within = nil
	enough := func() bool { return r.model.Emitted() >= MaxKept || stop() }
	for !enough() {
		before := r.model.Happened()
		r.model.Run(until, func() bool { return enough() || r.model.Happened()-before >= r.spacing })
		r.keep()
		if at, _, ok := r.model.Next(); !enough() && (!ok || at > until) {
			r.model.Run(until, never) // nothing more is due, so this moves the clock alone
			break
		}
	}
	r.place = r.model.Emitted()
	r.frontier = max(r.frontier, r.model.Now())
}

func never() bool { return false }

// Act lets the learner act at the place: action is one step without its time, as JSON, and takes place now. What was
// known to come after is given up, for it will come differently; so are earlier acts that lay there, but not the
// script's own steps. It returns the instant of the action.
func (r *Run) Act(action []byte) (Time, error) {
	if r.Ended() {
		return 0, &Error{Message: "the run has come to its limit; go back, or begin anew"}
	}
	at := r.model.ActionTime()
	later := func(s script.Step) bool { return s.At > at } // an act of a future that is given up
	acts := slices.DeleteFunc(slices.Clone(r.acts), later)
	s := r.with(acts)
	step, err := script.ParseStep(action, &s, at)
	if err != nil {
		return 0, err
	}
	r.acts = append(acts, step)
	s = r.with(r.acts)
	s.Until = max(s.Until, at+60*vtime.Second)
	r.script = &s
	r.forget()
	r.SeekTime(at)
	return at, nil
}

// with is the script as given, and these acts.
func (r *Run) with(acts []script.Step) Script {
	s := *r.given
	s.Steps = order.Stable(slices.Concat(s.Steps, acts), func(a, b *script.Step) int { return cmp.Compare(a.At, b.At) })
	return s
}

// forget gives up what is known after the place.
func (r *Run) forget() {
	n := r.model.Emitted()
	r.events = slices.Clip(r.events[:n])
	r.kept = slices.DeleteFunc(r.kept, func(m *look.Model) bool { return m.Emitted() > n || m.Now() > r.model.Now() })
	for _, m := range append(r.kept, r.model) {
		m.Replan(r.script)
	}
	r.frontier = r.model.Now()
	r.upcoming.valid, r.scout = false, nil
	r.reached = n
	r.settled = none
}

// Now is the time at the place.
func (r *Run) Now() Time {
	if r.within != nil {
		return r.events[r.place-1].T
	}
	return r.model.Now()
}

// Past tells whether there has been a place further on, with something notable before it. What is known to come, but
// has not been looked at, does not count: often several events have one cause, and all but the first lie ahead.
func (r *Run) Past() bool {
	return r.place < r.reached && slices.ContainsFunc(r.events[r.place:r.reached], isNotable)
}

// visit notes how far one has been.
func (r *Run) visit() { r.reached = max(r.reached, r.place) }

// Place is the number of events before the place.
func (r *Run) Place() int { return r.place }

// Events is all events known, those after the place included. They must not be changed.
func (r *Run) Events() []Event { return r.events }

// Frontier is the furthest time known.
func (r *Run) Frontier() Time { return r.frontier }

// Script is the script as it stands, with every action taken.
func (r *Run) Script() *Script { return r.script }

// State is what there is to see at the place, with at most cells records of each log: the newest, but never so new that
// the high watermark is out of sight. It is good until the next call of this Run.
func (r *Run) State(cells int) *State {
	if r.within != nil && cells == r.cells {
		return r.within
	}
	r.cells = cells
	if r.within != nil {
		r.toEvent(r.place)
		if r.within != nil {
			return r.within
		}
	}
	r.model.View(&r.seen, cells)
	return &r.seen
}

// Next is when the next notable event comes, if nobody acts; false when none does for a long time.
func (r *Run) Next() (Time, bool) {
	for i := r.place; i < len(r.events); i++ {
		if r.events[i].Notable() {
			return r.events[i].T, true
		}
	}
	if u := r.upcoming; u.holds(r.model.Now()) {
		return u.at, u.found
	}
	// What has been looked through already need not be looked through again: the scout goes on from where it stands.
	// Where the run has passed it, it comes after, for what lies between is little, and a copy of the run is much.
	if r.scout == nil || !r.upcoming.valid || r.upcoming.found && r.scout.Emitted() > r.model.Emitted() ||
		r.model.Happened()-r.scout.Happened() > r.spacing {
		r.scout = r.model.Sim.Clone()
	}
	scout, seen := r.scout, notableSeen(false)
	scout.Watch(nil)
	scout.Run(r.model.Now(), func() bool { return scout.Happened() >= r.model.Happened() })
	scout.Watch(&seen)
	scout.Run(r.foreseeable(), func() bool { return bool(seen) || scout.Emitted() >= MaxKept })
	r.upcoming = lookahead{from: r.model.Now(), at: scout.Now(), found: bool(seen), valid: true}
	return scout.Now(), bool(seen)
}

// notableSeen is whether there has been a notable event.
type notableSeen bool

// Note looks at one event.
func (n *notableSeen) Note(e *Event) { *n = *n || notableSeen(e.Notable()) }

// foreseeable is until when it is worth looking for something notable: for a while, or until the first deadline of a
// request that waits.
func (r *Run) foreseeable() Time {
	now := r.model.Now()
	return min(max(now+horizon, r.model.Account.FirstDeadline()), now+farthest, script.MaxTime)
}

// AppendLines appends the lines of events from the number from on, at most limit of them, and only those before the
// place.
func (r *Run) AppendLines(b []byte, from, limit int) []byte {
	for i := max(0, from); i < r.place && i < from+limit; i++ {
		b = r.events[i].AppendLine(b, r.model)
	}
	return b
}

// AppendSummary appends the summary line at the place.
func (r *Run) AppendSummary(b []byte) []byte {
	h := event.EmptyHash
	var line []byte
	for i := range r.place {
		line = r.events[i].AppendLine(line[:0], r.model)
		h = h.Add(line)
	}
	return r.model.AppendSummary(b, r.place, h)
}

// AppendRecords appends, as a list, what became of the records of producers from the number from on, at most limit of
// them, as it stands at the place: each as in the summary, with its number.
func (r *Run) AppendRecords(b []byte, from, limit int) []byte {
	return r.model.AppendRecords(b, from, limit)
}

// Records is how many records producers have taken at the place.
func (r *Run) Records() int { return len(r.model.Account.Records) }

// Slack is what a latency budget leaves after the wait in a batch, and the network and the brokers; below 0: it does
// not suffice.
func Slack(budget, batching, network Time) Time { return latency.Slack(budget, batching, network) }

// Ended tells whether the run has come to an end: to the latest time there is, or to as many events as are kept.
func (r *Run) Ended() bool { return r.model.Emitted() >= MaxKept || r.model.Now() >= script.MaxTime }

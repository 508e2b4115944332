// Package moment groups the events of a run into moments, the unit in which a person follows it: the effects of one
// cause at nearly one instant, told once.
//
// A broker that takes a follower's fetch learns how far the follower is, raises the high watermark, completes what
// waited for that, and answers: eight events, one moment. The grouping decides nothing about Kafka; it is a fold over
// events, so that the same events always make the same moments. Every event belongs to exactly one moment, and those of
// one moment are adjacent: a moment is a range of events, and the place right after its last one is where a reader
// rests.
//
// Routine events (a fetch that brings nothing, a follower that learns the high watermark, a cascade of the timing
// wheel) make no moment of their own: they are folded into the next moment, in front of its first event that matters.
//
// Left out: words. The page puts moments into words.
package moment

import (
	"cmp"
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/vtime"
)

// Near is how far apart in virtual time a moment's events may lie: there and back over a link of one millisecond, which
// is the default latency. On slower links each hop is a moment of its own, for it can be watched. A moment whose last
// event that matters lies further back than that has ended.
const Near = 2 * vtime.Millisecond

// Moment is a range of events that are told together.
type Moment struct {
	Kind  Kind
	First int32      // its first event, a routine one that is folded into it included
	Begin int32      // its first event that matters
	Last  int32      // its last event
	From  vtime.Time // when Begin happened
	T     vtime.Time // when the last event that matters happened
	Cause int32      // the moment that led to it; event.None: a step or a timer did
	Step  int32      // the first step of the script that it carries out; event.None: no step
	// the event that made it a moment of its own: Begin, or, where the one before was split, what it was split for
	born int32
	// Requests are the produce requests that it settles: answered, refused, timed out or given up.
	Requests []int32
	Failed   bool // one of its events tells of a failure, or records are lost in it
}

// Moments are the moments of a run so far. The last one may still grow.
type Moments struct {
	list  []Moment
	stems []int32    // of each event: the moment that it belongs to, or, of a routine one, that it comes of
	stage stage      // how far the last moment has come
	fetch int32      // the first fetch at the last instant of the last moment; event.None: there is none
	until vtime.Time // when what matters before that fetch happened last
	first int32      // the first event that belongs to no moment yet
}

// List returns the moments so far, in order. It must not be changed, and is valid until the next call.
func (m *Moments) List() []Moment { return m.list }

// At returns the number of the moment that a place after n events is in or right behind, as far as these n tell;
// event.None: no moment has begun.
func (m *Moments) At(n int) int {
	after, _ := slices.BinarySearchFunc(m.list, int32(n), func(o Moment, n int32) int { return cmp.Compare(o.born, n) })
	return after - 1
}

// Count returns the number of events that have been added.
func (m *Moments) Count() int { return len(m.stems) }

// Add adds the next event of the run.
func (m *Moments) Add(e *event.Event) {
	s, kind := classify(e)
	stem := m.stem(e.Cause)
	o := m.open()
	if s == routine {
		m.stems = append(m.stems, stem)
		if o != nil && m.first == e.N && e.T == o.T && stem == m.last() {
			m.take(o, e)
		}
		return
	}
	switch {
	case o == nil || !m.joins(o, e, s, stem):
		o = m.begin(e, stem)
	case s == committed && m.stage == known && m.fetch > o.Begin:
		o = m.split(o, e)
	}
	switch {
	case s == known && (m.fetch == event.None || e.T != o.T):
		m.fetch, m.until = e.N, o.T
	case e.T != o.T:
		m.fetch = event.None
	}
	m.stems = append(m.stems, m.last())
	m.take(o, e)
	o.T = e.T
	if s != handed || m.stage != written {
		m.stage = s
	}
	o.Kind = max(o.Kind, kind)
	o.Failed = o.Failed || fails(e)
	o.settle(e.Body)
}

// open returns the last moment, which may grow; nil: there is none.
func (m *Moments) open() *Moment {
	if len(m.list) == 0 {
		return nil
	}
	return &m.list[len(m.list)-1]
}

// last returns the number of the last moment; event.None: there is none.
func (m *Moments) last() int32 { return int32(len(m.list) - 1) }

// stem returns the moment that an event belongs to or, if it is a routine one, comes of; event.None: none.
func (m *Moments) stem(n int32) int32 {
	if n == event.None {
		return event.None
	}
	return m.stems[n]
}

// begin opens a moment with e and the routine events before it.
func (m *Moments) begin(e *event.Event, cause int32) *Moment {
	o := Moment{First: m.first, Begin: e.N, born: e.N, From: e.T, T: e.T, Cause: cause, Step: event.None}
	if s, ok := e.Body.(*event.Step); ok {
		o.Step = s.Step
	}
	m.list = append(m.list, o)
	m.fetch, m.stage = event.None, routine
	return m.open()
}

// take makes an event the last one of the open moment.
func (m *Moments) take(o *Moment, e *event.Event) {
	o.Last = e.N
	m.first = e.N + 1
}

// split ends the open moment before the fetch that lets the high watermark rise, and begins the next one there: that
// the last follower has a record is one thing, what the leader makes of it another.
func (m *Moments) split(o *Moment, e *event.Event) *Moment {
	o.Last, o.T = m.fetch-1, m.until
	m.list = append(m.list, Moment{
		Kind: Copied, First: m.fetch, Begin: m.fetch, born: e.N, From: e.T, T: e.T, Cause: m.last(), Step: event.None,
	})
	for n := m.fetch; n < e.N; n++ {
		m.stems[n] = m.last()
	}
	return m.open()
}

// joins reports whether an event that matters, and that comes of the moment stem, belongs to the open moment.
func (m *Moments) joins(o *Moment, e *event.Event, s stage, stem int32) bool {
	caused := stem == m.last()
	switch {
	case s == deed:
		return e.T == o.T && o.Step != event.None && o.From == o.T
	case e.T == o.T:
		return caused || s == m.stage || o.Cause != event.None && stem == o.Cause || minor.has(s) && minor.has(m.stage)
	}
	return caused && e.T-o.T <= Near && follows[m.stage].has(s)
}

// settle notes the requests that an event ends, or of which it is the last that a client hears.
func (o *Moment) settle(b event.Body) {
	request := int32(0)
	switch e := b.(type) {
	case *event.Response:
		request = e.Request
	case *event.Complete:
		request = e.Request
	case *event.Unsent:
		request = e.Request
	}
	if request > 0 && !slices.Contains(o.Requests, request) {
		o.Requests = append(o.Requests, request)
	}
}

// Rewind forgets the events from n on, with every moment that they have a part in, and returns the number of the first
// event that has to be added again.
func (m *Moments) Rewind(n int) int {
	for len(m.list) > 0 && int(m.open().Last) >= n {
		m.list = m.list[:len(m.list)-1]
	}
	if len(m.list) > 0 { // it may have ended only because of what is forgotten now
		m.list = m.list[:len(m.list)-1]
	}
	m.first, m.fetch, m.stage = 0, event.None, routine
	if o := m.open(); o != nil {
		m.first = o.Last + 1
	}
	m.stems = m.stems[:m.first]
	return int(m.first)
}

package lesson

import (
	"cmp"
	"iter"
	"slices"

	"highwater/core/internal/decode"
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/moment"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Fold watches the events of a run, from the first one on, for a lesson: each is handed to Note, then Finish returns
// the plan.
type Fold struct {
	lesson  *Lesson
	moments moment.Moments
	held    []holding // of each condition
	counts  []int32   // of each condition: how many such events there have been
	last    vtime.Time
	n       int32 // events so far
	back    Back
	asks    []ask                 // the produce requests, in the order of their numbers
	clients []event.ProducerIndex // who has sent each of them
}

// Back says how long an answer travels from a broker to the client that sent a request: a producer, or event.None.
type Back func(broker protocol.NodeID, producer event.ProducerIndex, request int32) vtime.Duration

// holding is the event at which a condition holds first, none where it has not held; and when that was.
type holding struct {
	event int32
	t     vtime.Time
}

// NewFold returns a fold of a run before its first event.
func NewFold(l *Lesson, back Back) *Fold {
	f := &Fold{lesson: l, back: back, held: make([]holding, len(l.conditions)), counts: make([]int32, len(l.conditions))}
	for i := range f.held {
		f.held[i].event = none
	}
	return f
}

// Note takes the next event of the run; names are the run's.
func (f *Fold) Note(e *event.Event, names encode.Names) {
	f.moments.Add(e)
	f.listen(e)
	f.last, f.n = e.T, e.N+1
	line := ""
	for i := range f.held {
		c := &f.lesson.conditions[i]
		if f.held[i].event != none {
			continue
		}
		if c.form != happens {
			f.combine(i, holding{e.N, e.T})
			continue
		}
		if c.kind != e.Kind() || !f.isAfter(c.after, e.N) {
			continue
		}
		if line == "" && len(c.members) > 0 {
			line = string(e.AppendLine(nil, names))
		}
		if len(c.members) > 0 && !matches(line, c.members) {
			continue
		}
		if f.counts[i]++; f.counts[i] == c.nth {
			f.held[i] = holding{e.N, e.T}
		}
	}
}

// isAfter reports whether an event lies behind the one at which a condition has held.
func (f *Fold) isAfter(condition, n int32) bool {
	return condition < 0 || f.held[condition].event != none && f.held[condition].event < n
}

// combine finds out whether a condition that is made of others holds now.
func (f *Fold) combine(i int, now holding) {
	c := &f.lesson.conditions[i]
	holds := func(part int32) bool { return f.held[part].event != none }
	held := false
	switch c.form {
	case not:
		held = holds(c.parts[1]) && f.held[c.parts[1]] == now && !holds(c.parts[0])
	case every:
		held = !slices.ContainsFunc(c.parts, func(part int32) bool { return !holds(part) })
	case either:
		held = slices.ContainsFunc(c.parts, holds)
	}
	if held {
		f.held[i] = now
	}
}

// matches reports whether an object, as an event's line writes it, has all of the members.
func matches(object string, members []member) bool {
	found := 0
	for name, value := range parts(object) {
		for i := range members {
			if m := &members[i]; m.name == name {
				if m.some == nil && m.text != value || m.some != nil && !hasAll(value, m.some) {
					return false
				}
				found++
			}
		}
	}
	return found == len(members)
}

// hasAll reports whether a list of objects has, for each of some, one with these members.
func hasAll(list string, some [][]member) bool {
	return !slices.ContainsFunc(some, func(members []member) bool {
		for _, element := range parts(list) {
			if matches(element, members) {
				return false
			}
		}
		return true
	})
}

// parts yields the members of an object, or the elements of a list, which have no names: each with its text.
func parts(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		r := decode.NewReader(text)
		r.Next()
		for {
			name := decode.Token{}
			value, _ := r.Next()
			if value.Name {
				name = value
				value, _ = r.Next()
			}
			if r.Depth() == 0 {
				return
			}
			for r.Depth() > 1 {
				r.Next()
			}
			if !yield(name.Text, text[value.At:r.At()]) {
				return
			}
		}
	}
}

// Finish returns the plan of a run that has ended at an instant.
func (f *Fold) Finish(until vtime.Time) *Plan {
	end := holding{f.n, until} // behind the last event
	for i := range f.held {
		switch {
		case f.held[i].event != none:
		case f.lesson.conditions[i].form == ends:
			f.held[i] = end
		case f.lesson.conditions[i].form != happens:
			f.combine(i, end)
		}
	}
	p := &Plan{End: f.place(end)}
	for _, c := range f.lesson.chapters {
		p.Chapters = append(p.Chapters, f.where(c))
	}
	for _, c := range f.lesson.cards {
		p.Cards = append(p.Cards, Card{At: f.where(c.at), Done: f.where(c.done)})
	}
	for i := range f.lesson.predictions {
		p.Predictions = append(p.Predictions, f.predict(&f.lesson.predictions[i]))
	}
	f.over(p)
	return p
}

// predict finds out which option of a prediction the run decides for: the one that holds first.
func (f *Fold) predict(q *prediction) Prediction {
	p := Prediction{Holds: none, Stop: nowhere, Decided: nowhere}
	first := holding{event: none}
	for i, option := range q.options {
		held := f.held[option]
		switch {
		case held.event == none:
		case p.Holds == none || held.event < first.event:
			p.Holds, p.Tied, first = i, false, held
		case held.event == first.event:
			p.Tied = true
		}
	}
	if p.Holds == none {
		return p
	}
	p.Decided = f.place(first)
	p.Stop = f.before(p.Decided.Moment)
	if q.asked != none {
		p.Stop = f.where(q.asked)
		if p.Stop.Known {
			p.Late = p.Stop.Moment > p.Decided.Moment
			p.Stop = f.before(min(p.Stop.Moment, p.Decided.Moment))
		}
	}
	return p
}

// before returns the end of the moment before one; the start, where it is the first.
func (f *Fold) before(m int) Place {
	if m <= 0 {
		return beginning
	}
	o := &f.moments.List()[m-1]
	return Place{Known: true, Event: int(o.Last), Moment: m - 1, Last: int(o.Last), T: o.T}
}

// where returns where a condition has held.
func (f *Fold) where(c int32) Place {
	switch {
	case c == start:
		return beginning
	case c == none || f.held[c].event == none:
		return nowhere
	}
	return f.place(f.held[c])
}

// place returns the place of an event: the moment is the one that it belongs to, or, behind the last one, that one.
func (f *Fold) place(h holding) Place {
	list := f.moments.List()
	byFirst := func(o moment.Moment, n int32) int { return cmp.Compare(o.First, n) }
	after, _ := slices.BinarySearchFunc(list, h.event+1, byFirst)
	p := Place{Known: true, Event: int(min(h.event, f.n-1)), Moment: after - 1, Last: -1, T: h.t}
	if after > 0 {
		p.Last = int(list[after-1].Last)
	}
	return p
}

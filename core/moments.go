package core

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/moment"
)

// How moments are written: whole, as the end of the one that comes next, and as a list of marks.

const (
	// shownEvents is how many of a moment's events are written, shownRequests about how many of the requests in them
	// is said what they carry, and shownValues how many values of their records.
	shownEvents   = 64
	shownRequests = 24
	shownValues   = 4
)

// Whole reports whether moment n lies before the place and has ended.
func (r *Run) Whole(n int) bool {
	return n >= 0 && n < r.known.ended() && int(r.Moments()[n].Last) < r.place
}

// AppendMoment appends moment n as a JSON object: its number and kind, when it was, its events, and about whom they
// are, so that it can be told from that alone. Of one that the place lies in, only what lies before the place is there.
func AppendMoment(b []byte, r *Run, n int) []byte {
	o := &r.Moments()[n]
	w := JSON{B: b}
	momentHead(&w, r, n)
	w.Int("first", int64(o.First))
	w.Int("begin", int64(o.Begin))
	w.Int("last", int64(o.Last))
	w.Bool("whole", r.Whole(n))
	if o.Cause != event.None {
		w.Int("cause", int64(o.Cause))
	}
	if o.Step != event.None {
		w.Int("step", int64(o.Step))
	}
	w.Array("requests")
	for _, request := range o.Requests {
		w.IntValue(int64(request))
	}
	w.Close(']')
	momentEvents(&w, r, o)
	w.Close('}')
	return w.B
}

// AppendMomentHead appends what is said of moment n while it is yet to come, as a JSON object: its number, its kind,
// and from when to when it is.
func AppendMomentHead(b []byte, r *Run, n int) []byte {
	w := JSON{B: b}
	momentHead(&w, r, n)
	w.Close('}')
	return w.B
}

func momentHead(w *JSON, r *Run, n int) {
	o := &r.Moments()[n]
	w.Open('{')
	w.Int("n", int64(n))
	w.String("kind", o.Kind.String())
	w.Time("from", o.From)
	w.Time("t", o.T)
}

// momentEvents writes the events of a moment that matter, and about whom they are.
func momentEvents(w *JSON, r *Run, o *Moment) {
	var requests []int32
	left := 0
	w.Array("events")
	for i, shown := int(o.Begin), 0; i <= int(o.Last) && i < r.place; i++ {
		e := &r.known.events[i]
		if !moment.Matters(e) {
			continue
		}
		if shown++; shown > shownEvents {
			left++
			continue
		}
		w.Separate()
		w.B = AppendEvent(w.B, r, i)
		requests = e.AppendRequests(requests)
	}
	w.Close(']')
	w.Int("left", int64(left))
	w.Array("about")
	for i, number := range requests {
		if i < shownRequests && !slices.Contains(requests[:i], number) {
			aboutRequest(w, r, number)
		}
	}
	w.Close(']')
}

// aboutRequest writes who sent a request, and what it carries.
func aboutRequest(w *JSON, r *Run, number int32) {
	q := r.model.Account.Request(number)
	w.Open('{')
	w.Int("request", int64(number))
	if q.Producer != event.None {
		w.String("producer", r.model.Producer(q.Producer))
	}
	w.String("acks", q.Acks.String())
	w.Time("timeoutMs", q.Timeout)
	w.Array("partitions")
	for p := range r.model.Account.Parts(q) {
		topic, partition := r.model.Topic(p.Partition)
		w.Open('{')
		w.String("topic", topic)
		w.Int("partition", int64(partition))
		w.Array("values")
		for _, record := range p.Records[:min(len(p.Records), shownValues)] {
			w.StringValue(record.Value)
		}
		w.Close(']')
		w.Int("records", int64(len(p.Records)))
		w.Close('}')
	}
	w.Close(']')
	w.Close('}')
}

// What a mark says of its moment.
const (
	markFailed  = 1 << iota // it tells of a failure or a loss
	markDeed                // it carries out a step of the script, or one taken by hand
	markSettles             // it settles requests
)

// AppendMomentMarks appends a list of the moments from number n on, at most limit of them, that begin before the
// furthest place there has been: number, first and last instant, kind, last event, and what it tells of (1 a failure or
// loss, 2 a step, 4 requests settled, or their sum).
func AppendMomentMarks(b []byte, r *Run, n, limit int) []byte {
	w := JSON{B: b}
	w.Open('[')
	list := r.Moments()
	for n = max(0, n); n < len(list) && int(list[n].Begin) < r.Reached() && limit > 0; n++ {
		limit--
		o := &list[n]
		w.Open('[')
		w.IntValue(int64(n))
		w.B = o.From.AppendMs(append(w.B, ','))
		w.B = o.T.AppendMs(append(w.B, ','))
		w.StringValue(o.Kind.String())
		w.IntValue(int64(o.Last))
		flags := 0
		if o.Failed {
			flags |= markFailed
		}
		if o.Step != event.None {
			flags |= markDeed
		}
		if len(o.Requests) > 0 {
			flags |= markSettles
		}
		w.IntValue(int64(flags))
		w.Close(']')
	}
	w.Close(']')
	return w.B
}

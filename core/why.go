package core

import (
	"highwater/core/internal/document"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/why"
)

// What a run says of why something is as it is: see package why.

// question is what was asked last, at a place, and how far the search for its answer has come.
type question struct {
	text    string
	place   stop
	subject why.Subject
	search  *why.Search // nil: there is nothing to search for
	done    bool
}

// AskWhy asks why something is as it is at a run's place. The question is {"subject": {...}}, where the subject is one
// of a request, a record ("topic", "partition", "offset", perhaps "broker"), a replica ("topic", "partition",
// "broker"), a high watermark ("topic", "partition"), a broker, an event, a moment, or the controller ({"controller":
// 1}). Asked again at the same place, the search for its answer goes on where it was. The error is an *Error.
func AskWhy(r *Run, asked []byte) error {
	q := &r.question
	if here := r.here(); q.text == string(asked) && q.place == here {
		return nil
	}
	s, err := readSubject(r, asked)
	if err != nil {
		return err
	}
	*q = question{text: string(asked), place: r.here(), subject: s, search: why.NewSearch(r.model, s)}
	q.done = q.search == nil
	return nil
}

// SearchWhy goes on with the search for what would release the subject that was asked for last, until about budget more
// things have happened in the copies that are tried, and reports whether all has been tried.
func SearchWhy(r *Run, budget int) (done bool) {
	q := &r.question
	q.done = q.done || q.search == nil || q.search.Work(budget)
	return q.done
}

// AppendWhy appends the answer to what was asked last, as a JSON object: the chain of causes, where that ends, what
// would release it, as far as that is known, what bears on it, and, of a record, what becomes of it in which crash.
// Where "working" is true there is more to try.
func AppendWhy(b []byte, r *Run) []byte {
	q := &r.question
	w := JSON{B: b}
	w.Open('{')
	whyChain(&w, r, q.subject)
	var found why.Search
	if q.search != nil {
		found = *q.search
	}
	w.Array("releases")
	for i := range found.Found {
		writeRelease(&w, &found.Found[i])
	}
	w.Close(']')
	w.Key("facts")
	w.B = why.AppendFacts(w.B, r.model, q.about(r))
	w.List("crashes", len(found.Crashes), func(i int) {
		c := found.Crashes[i]
		w.Int("broker", int64(c.Broker))
		w.Int("leader", int64(c.Leader))
		w.Bool("kept", c.Kept)
	})
	if !q.done {
		w.Bool("working", true)
	}
	w.Close('}')
	return w.B
}

// about returns what a question is about: for an event, or for a moment the event that says most about it, what that
// event is about.
func (q *question) about(r *Run) []why.Subject {
	if q.subject.Kind != why.Event && q.subject.Kind != why.Moment {
		return []why.Subject{q.subject}
	}
	events := r.known.events[:r.place]
	n := why.Newest(events, r.Moments(), q.subject)
	if n == event.None {
		return nil
	}
	return why.SubjectsOf(&events[n])
}

// whyChain writes the chain of causes, newest first, and where it ends.
func whyChain(w *JSON, r *Run, s why.Subject) {
	events := r.known.events[:r.place]
	w.Array("chain")
	n := why.Newest(events, r.Moments(), s)
	chain, root := why.Chain(events, n, func(step int32) bool { return isAct(r, step) })
	for _, n := range chain {
		w.Open('{')
		w.Int("n", int64(n))
		w.Int("moment", int64(r.known.moments.At(int(n)+1)))
		w.Time("t", events[n].T)
		w.Key("event")
		w.B = AppendEvent(w.B, r, int(n))
		w.Close('}')
	}
	w.Close(']')
	w.String("root", root.String())
}

// isAct reports whether a step of the present script was taken by hand: at one instant they come after the script's.
func isAct(r *Run, step int32) bool {
	if len(r.acts) == 0 || int(step) >= len(r.script.Steps) {
		return false
	}
	at := r.script.Steps[step].At
	before := 0
	for i := range r.given.Steps {
		if r.given.Steps[i].At <= at {
			before++
		}
	}
	for i := range r.acts {
		if r.acts[i].At < at {
			before++
		}
	}
	return int(step) >= before
}

func writeRelease(w *JSON, e *why.Release) {
	w.Open('{')
	w.String("kind", e.Way.String())
	w.Time("t", e.T)
	if e.Step != "" {
		w.Key("step")
		w.B = append(w.B, e.Step...)
	}
	if e.Broker > 0 {
		w.Int("broker", int64(e.Broker))
	}
	w.Array("errors")
	for _, code := range e.Errors {
		w.StringValue(code.String())
	}
	w.Close(']')
	if e.Closed {
		w.Bool("closed", true)
	}
	w.Close('}')
}

// readSubject reads a question.
func readSubject(r *Run, asked []byte) (s why.Subject, err error) {
	defer document.Catch(&err)
	v := document.Read(asked, 1<<12)
	v.Object("subject")
	v = v.Need("subject", "what one wants to know the why of")
	v.Object("request", "topic", "partition", "offset", "broker", "event", "moment", "controller")
	number := func(name string) (int32, bool) {
		kid, ok := v.Get(name)
		if !ok {
			return 0, false
		}
		return int32(kid.Int(0, 1<<30)), true
	}
	broker, named := number("broker")
	s.Broker = protocol.NodeID(broker)
	topic, located := v.Get("topic")
	if located {
		s.Partition = findPartition(r, topic, v)
	}
	offset, at := v.Get("offset")
	switch {
	case located && at:
		s.Kind, s.Offset = why.Record, offset.Int(0, 1<<40)
	case located && named:
		s.Kind = why.Replica
	case located:
		s.Kind = why.HighWatermark
	case named:
		s.Kind = why.Broker
	default:
		kinds := []struct {
			name string
			kind why.Kind
		}{{"request", why.Request}, {"event", why.Event}, {"moment", why.Moment}, {"controller", why.Controller}}
		known := false
		for _, k := range kinds {
			if n, ok := number(k.name); ok {
				s.Kind, s.Number, known = k.kind, n, true
			}
		}
		if !known {
			v.Fail("names nothing that there is")
		}
	}
	if !s.Valid(r.model) {
		v.Fail("there is no such thing at this place")
	}
	return s, nil
}

// findPartition returns the index of the partition that a subject names.
func findPartition(r *Run, topic, subject document.Value) int32 {
	name := topic.Str()
	number := subject.Need("partition", "the partition's number").Int(0, 1<<20)
	for i := range r.script.Cluster.Partitions {
		if found, n := r.model.Topic(int32(i)); found == name && int64(n) == number {
			return int32(i)
		}
	}
	topic.Fail("there is no such partition")
	return 0
}

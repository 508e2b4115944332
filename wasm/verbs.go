//go:build js && wasm

package main

import "highwater/core"

// describeRun says what does not change during a run.
func describeRun(out []byte, handle int, s *core.Script) []byte {
	w := core.JSON{B: out}
	w.Open('{')
	w.Int("handle", int64(handle))
	w.Time("until", s.Until)
	w.Array("producers")
	for _, p := range s.Producers {
		w.StringValue(p.ID)
	}
	w.Close(']')
	w.B = appendWarnings(w.B, s)
	w.Close('}')
	return w.B
}

// appendWarnings appends, as the last member of an object, what to know about a script that is right all the same.
func appendWarnings(b []byte, s *core.Script) []byte {
	w := core.JSON{B: b}
	w.Array("warnings")
	for _, warning := range s.Warnings() {
		w.Open('{')
		w.String("path", warning.Path)
		w.String("message", warning.Message)
		w.Close('}')
	}
	w.Close(']')
	return w.B
}

const (
	defaultCells = 12
	maxCells     = 1000
	defaultLines = 200
	maxLines     = 2000
	maxMarks     = 5000
)

// frame moves the run, if requested, and returns all that a frame of the page needs: the state and the moment it is
// in, and, where asked for, what comes next and the timeline's marks. If a move is not over in time, the answer says
// how far it has come, and the next call goes on with it, unless that begins another or stops this one. With part such
// a move ends where it is. If finding what comes next takes long, the answer says until when there is none.
//
// Request: {"to": ms} | {"event": n} | {"step": k} | {"moment": n} | {"moments": k} | {"stop": 1} | {}, and {"part": 1,
// "cells": n, "peek": 1, "momentsFrom": n}.
func (b *bridge) frame(r *played, request []byte, out []byte) ([]byte, error) {
	q, err := numbers(
		request, "to", "event", "step", "moment", "moments", "stop", "cells", "peek", "momentsFrom", "part",
	)
	if err != nil {
		return nil, err
	}
	until := b.pace.now() + sliceMs
	if !move(r, q) && !b.pace.slice(until, r.Work) {
		if _, part := q.whole("part"); !part {
			return working(r, out), nil
		}
		r.Cancel()
	}
	cells := q.bounded("cells", defaultCells, maxCells)
	w := core.JSON{B: out}
	w.Open('{')
	w.Key("state")
	w.B = r.State(cells).AppendJSON(w.B)
	w.Int("moved", int64(r.Moved()))
	w.Bool("past", r.Past())
	if why := r.WhyEnded(); why != "" {
		w.String("ended", why)
	}
	b.ahead(r, q, until, &w)
	w.Key("moment")
	if n := r.Moment(); n >= 0 {
		w.B = core.AppendMoment(w.B, r.Run, n)
	} else {
		w.B = append(w.B, "null"...)
	}
	w.Key("last")
	w.B = lastNotable(r, w.B)
	if from, ok := q.whole("momentsFrom"); ok {
		w.Key("moments")
		w.B = core.AppendMomentMarks(w.B, r.Run, from, maxMarks)
	}
	w.Close('}')
	return w.B, nil
}

// ahead appends the moment that ends next, if that is asked for. If finding it takes longer than until, it appends
// until when nothing comes.
func (b *bridge) ahead(r *played, q query, until float64, w *core.JSON) {
	if _, peek := q.whole("peek"); !peek {
		return
	}
	var clear core.Time
	if !b.pace.slice(until, func(budget int) (done bool) { clear, done = r.Peek(budget); return }) {
		w.Time("clear", clear)
		return
	}
	w.Key("nextMoment")
	if n, ok := r.Peeked(); ok {
		w.B = core.AppendMomentHead(w.B, r.Run, n)
	} else {
		w.B = append(w.B, "null"...)
	}
}

// move begins the move that is asked for, if one is. It reports whether there is no work to do.
func move(r *played, q query) bool {
	if _, ok := q.whole("stop"); ok {
		r.Cancel()
		return true
	}
	if to, ok := q.time("to"); ok {
		r.BeginSeekTime(to)
	}
	if n, ok := q.whole("event"); ok {
		r.BeginSeekEvent(n)
	}
	if k, ok := q.whole("step"); ok {
		r.BeginStep(k)
	}
	if n, ok := q.whole("moment"); ok {
		r.BeginSeekMoment(n)
	}
	if k, ok := q.whole("moments"); ok {
		r.BeginStepMoments(k)
	}
	return !r.Working()
}

// working appends how far a move has come: the time now, and at its end, if that is known.
func working(r *played, out []byte) []byte {
	w := core.JSON{B: out}
	w.Open('{')
	w.Object("working")
	w.Time("t", r.Now())
	w.Time("goal", r.Goal())
	w.Close('}')
	w.Close('}')
	return w.B
}

// lastNotable appends the newest notable event before the place, or null.
func lastNotable(r *played, b []byte) []byte {
	for i := r.Place() - 1; i >= 0; i-- {
		if e := r.Events()[i]; e.Notable() {
			return core.AppendEvent(b, r.Run, i)
		}
	}
	return append(b, "null"...)
}

// lines lists the events from a number on that lie before the place.
//
// Request: {"from": n, "max": n}.
func lines(r *played, request []byte, out []byte) ([]byte, error) {
	q, err := numbers(request, "from", "max")
	if err != nil {
		return nil, err
	}
	from, _ := q.whole("from")
	from = max(0, from)
	out = append(out, '[')
	for i := from; i < min(r.Place(), from+q.bounded("max", defaultLines, maxLines)); i++ {
		if i > from {
			out = append(out, ',')
		}
		out = core.AppendEvent(out, r.Run, i)
	}
	return append(out, ']'), nil
}

const (
	defaultMoments = 50
	maxMoments     = 200
	// enough is how long an answer (bytes) gets before it ends with the moment that it is at.
	enough = 1 << 18
)

// moments lists whole moments, from a number on, that end at or before the place. Where they have many events there may
// be fewer than were asked for; the rest are there from the next number on.
//
// Request: {"from": n, "max": n}.
func moments(r *played, request []byte, out []byte) ([]byte, error) {
	q, err := numbers(request, "from", "max")
	if err != nil {
		return nil, err
	}
	from, _ := q.whole("from")
	from = max(0, from)
	begun := len(out)
	w := core.JSON{B: out}
	w.Open('[')
	for n := from; n < from+q.bounded("max", defaultMoments, maxMoments) && r.Whole(n) && len(w.B) < begun+enough; n++ {
		w.B = core.AppendMoment(w.B, r.Run, n)
	}
	w.Close(']')
	return w.B, nil
}

// act applies one step at the current time. The next frame goes on with the move to its instant. The answer says when
// that is, whether something was known to come after, and the warnings of the script as it is now.
//
// Request: one step of a script, without "at".
func act(r *played, request []byte, out []byte) ([]byte, error) {
	forked := r.Past()
	at, err := r.BeginAct(request)
	if err != nil {
		return nil, err
	}
	w := core.JSON{B: out}
	w.Open('{')
	w.Time("at", at)
	w.Bool("forked", forked)
	w.B = appendWarnings(w.B, r.Script())
	w.Close('}')
	return w.B, nil
}

// scriptText returns the script with all that was done by hand: played from the start it gives the same run.
func scriptText(r *played, _ []byte, out []byte) ([]byte, error) { return r.AppendScript(out), nil }

const (
	defaultRecords = 50
	maxRecords     = 500
)

// records returns what became of the newest records of producers, at the place.
//
// Request: {"max": n}. Answer: {"total": n, "records": [...]}, each as in the summary.
func records(r *played, request []byte, out []byte) ([]byte, error) {
	q, err := numbers(request, "max")
	if err != nil {
		return nil, err
	}
	most := q.bounded("max", defaultRecords, maxRecords)
	w := core.JSON{B: out}
	w.Open('{')
	w.Int("total", int64(r.Records()))
	w.Key("records")
	w.B = r.AppendRecords(w.B, r.Records()-most, most)
	w.Close('}')
	return w.B, nil
}

// summary returns what has become of all records, requests and partitions by the place: the last line of a result.
//
// Request: {}.
func summary(r *played, request []byte, out []byte) ([]byte, error) {
	if _, err := numbers(request); err != nil {
		return nil, err
	}
	return r.AppendSummary(out), nil
}

// budget returns what a latency budget leaves.
//
// Request: {"budget": ms, "batching": ms, "network": ms}. Answer: {"slack": ms}.
func budget(request []byte, out []byte) ([]byte, error) {
	q, err := numbers(request, "budget", "batching", "network")
	if err != nil {
		return nil, err
	}
	whole, _ := q.time("budget")
	batching, _ := q.time("batching")
	network, _ := q.time("network")
	w := core.JSON{B: out}
	w.Open('{')
	w.Time("slack", core.Slack(whole, batching, network))
	w.Close('}')
	return w.B, nil
}

// why returns why something is as it is at the place, and what would change it. Finding that takes copies of the run:
// if it is not over in time, the answer has what there is so far and "working": true, and the same question goes on.
//
// Request: {"subject": {...}}: see core.AskWhy.
func (b *bridge) why(r *played, request []byte, out []byte) ([]byte, error) {
	until := b.pace.now() + sliceMs
	if err := core.AskWhy(r.Run, request); err != nil {
		return nil, err
	}
	b.pace.slice(until, func(budget int) bool { return core.SearchWhy(r.Run, budget) })
	return core.AppendWhy(out, r.Run), nil
}

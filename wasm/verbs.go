//go:build js && wasm

package main

import "highwater/core"

func describeVersion(_ []byte, out []byte) ([]byte, error) {
	w := core.JSON{B: out}
	w.Open('{')
	w.String("version", version)
	w.Close('}')
	return w.B, nil
}

// describeRun says what does not change during a run.
func describeRun(out []byte, handle int, s *core.Script) []byte {
	w := core.JSON{B: out}
	w.Open('{')
	w.Int("handle", int64(handle))
	w.String("title", s.Title)
	w.Time("until", s.Until)
	w.Int("brokers", int64(s.Cluster.Brokers))
	w.Array("topics")
	for _, t := range s.Cluster.Topics {
		w.Open('{')
		w.String("name", t.Name)
		w.Array("partitions")
		for _, p := range s.Cluster.Partitions[t.FirstPartition : t.FirstPartition+t.Partitions] {
			w.Open('{')
			w.Array("replicas")
			for _, id := range p.Replicas {
				w.IntValue(int64(id))
			}
			w.Close(']')
			w.Close('}')
		}
		w.Close(']')
		w.Close('}')
	}
	w.Close(']')
	w.Array("producers")
	for _, p := range s.Producers {
		w.StringValue(p.ID)
	}
	w.Close(']')
	w.Int("steps", int64(len(s.Steps)))
	w.Close('}')
	return w.B
}

const (
	defaultCells = 12
	maxCells     = 1000
	defaultLines = 200
	maxLines     = 2000
	maxMarks     = 5000
)

// frame moves the run, if it is asked to, and tells all that a frame of the page needs: the state and, where asked for,
// when the next notable event comes, and the timeline's marks.
//
// Request: {"to": ms} | {"event": n} | {"step": k}, and {"cells": n, "next": 1, "marksFrom": n}.
func frame(r *played, request []byte, out []byte) ([]byte, error) {
	q, err := numbers(request, "to", "event", "step", "cells", "next", "marksFrom")
	if err != nil {
		return nil, err
	}
	if to, ok := q.time("to"); ok {
		r.SeekTime(to)
	}
	if n, ok := q.whole("event"); ok {
		r.SeekEvent(n)
	}
	moved := 0
	if k, ok := q.whole("step"); ok {
		moved = r.Step(k)
	}
	cells := q.bounded("cells", defaultCells, maxCells)
	w := core.JSON{B: out}
	w.Open('{')
	w.Key("state")
	w.B = r.State(cells).AppendJSON(w.B)
	w.Int("events", int64(len(r.Events())))
	w.Time("frontier", r.Frontier())
	w.Int("moved", int64(moved))
	w.Bool("ended", r.Ended())
	w.Bool("past", r.Past())
	if _, ok := q.whole("next"); ok {
		w.Key("next")
		w.B = next(r, w.B)
	}
	w.Key("last")
	w.B = lastNotable(r, w.B)
	if from, ok := q.whole("marksFrom"); ok {
		w.Key("marks")
		w.B = appendMarks(r, w.B, from, maxMarks)
	}
	w.Close('}')
	return w.B, nil
}

// next appends when the next notable event comes, or null.
func next(r *played, b []byte) []byte {
	if at, ok := r.Next(); ok {
		return at.AppendMs(b)
	}
	return append(b, "null"...)
}

// lastNotable appends the newest notable event before the place, or null.
func lastNotable(r *played, b []byte) []byte {
	for i := r.Place() - 1; i >= 0; i-- {
		if e := r.Events()[i]; e.Notable() {
			return line(r, b, i)
		}
	}
	return append(b, "null"...)
}

// line appends the line of one event before the place, without its newline.
func line(r *played, b []byte, i int) []byte {
	b = r.AppendLines(b, i, 1)
	return b[:len(b)-1]
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
		out = line(r, out, i)
	}
	return append(out, ']'), nil
}

// appendMarks lists notable events: [number, time, kind], and a 1 behind those that tell of a failure.
func appendMarks(r *played, b []byte, from, limit int) []byte {
	w := core.JSON{B: b}
	w.Open('[')
	for i := max(0, from); i < len(r.Events()) && limit > 0; i++ {
		e := &r.Events()[i]
		if !e.Notable() {
			continue
		}
		limit--
		w.Open('[')
		w.IntValue(int64(e.N))
		w.B = e.T.AppendMs(append(w.B, ','))
		w.StringValue(e.Kind())
		if e.Failed() {
			w.IntValue(1)
		}
		w.Close(']')
	}
	w.Close(']')
	return w.B
}

// act carries out a step of the learner's, now.
//
// Request: one step of a script, without "at".
func act(r *played, request []byte, out []byte) ([]byte, error) {
	forked := r.Past()
	at, err := r.Act(request)
	if err != nil {
		return nil, err
	}
	w := core.JSON{B: out}
	w.Open('{')
	w.Time("at", at)
	w.Bool("forked", forked)
	w.Close('}')
	return w.B, nil
}

// scriptText is the script with all that was done by hand: played from the start it gives the same run.
func scriptText(r *played, _ []byte, out []byte) ([]byte, error) { return r.AppendScript(out), nil }

// summary is the result's last line, at the place.
func summary(r *played, _ []byte, out []byte) ([]byte, error) {
	out = append(out, `{"summary":`...)
	out = r.AppendSummary(out)
	return append(out[:len(out)-1], '}'), nil
}

const (
	defaultRecords = 50
	maxRecords     = 500
)

// records is what became of the newest records of producers, at the place.
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

// budget is what a latency budget leaves.
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

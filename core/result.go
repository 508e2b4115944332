package core

import (
	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/sim"
)

// Ended reports a result that stops before the end of its script because a limit was reached: when that was, and what
// to do about it.
type Ended struct {
	At  Time
	Why string
}

// Error returns all of it in one line.
func (e *Ended) Error() string { return "ended at " + e.At.String() + " ms: " + e.Why }

// Result plays a script and hands its result to write, line by line, each with its newline: one for every event, then
// the summary. A line is valid until write returns. With an *Ended error the result is complete up to there: its
// summary says "ended".
func Result(s Script, write func(line []byte)) error { return ResultUntil(s, never, write) }

// ResultUntil is like Result, but ends when stop returns true, which is called before everything that happens. The
// summary covers what has happened by then.
func ResultUntil(s Script, stop func() bool, write func(line []byte)) error {
	var line []byte
	h := event.EmptyHash
	m := look.NewModel(&s, func(m *look.Model, e *Event) {
		line = e.AppendLine(line[:0], m)
		h = h.Add(line)
		write(line)
	})
	m.Run(s.Until, stop)
	write(m.AppendSummary(nil, m.Emitted(), h))
	if m.Reached() != sim.NoLimit {
		return &Ended{At: m.Now(), Why: m.Complaint()}
	}
	return nil
}

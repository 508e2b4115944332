package core

import (
	"errors"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/sim"
)

// ErrTooManyEvents refuses a result that would have more than MaxEvents events.
var ErrTooManyEvents = errors.New("until: the run has more than 2000000 events; shorten it or send fewer records")

// Result plays a script to its end and hands its result to write, line by line, each with its newline: one for every
// event, then the summary. A line is valid until write returns. What is too long is found out before the first line.
func Result(s Script, write func(line []byte)) error {
	if err := count(&s); err != nil {
		return err
	}
	var line []byte
	h := event.EmptyHash
	m := look.NewModel(&s, func(m *look.Model, e *Event) {
		line = e.AppendLine(line[:0], m)
		h = h.Add(line)
		write(line)
	})
	m.Run(s.Until, never)
	write(m.AppendSummary(nil, m.Emitted(), h))
	return nil
}

// count plays a script for the number of its events alone.
func count(s *Script) error {
	m := sim.New(s)
	m.Run(s.Until, func() bool { return m.Emitted() > MaxEvents })
	if m.Emitted() > MaxEvents {
		return ErrTooManyEvents
	}
	return nil
}

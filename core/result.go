package core

import "errors"

// ErrTooManyEvents refuses a result that would have more than MaxEvents events.
var ErrTooManyEvents = errors.New("until: the run has more than 2000000 events; shorten it or send fewer records")

// Result plays a script to its end and hands its result to write, line by line, each with its newline: one for every
// event, then the summary. A line is valid until write returns. What is too long is found out before the first line.
func Result(s Script, write func(line []byte)) error {
	if err := count(&s); err != nil {
		return err
	}
	var line []byte
	h := emptyHash
	m := newSim(&s)
	m.sink = func(m *sim, e *Event) {
		line = e.AppendLine(line[:0], m)
		h = h.add(line)
		write(line)
	}
	m.run(s.Until, never)
	write(m.appendSummary(nil, m.emitted, h))
	return nil
}

// count plays a script for the number of its events alone.
func count(s *Script) error {
	m := newSim(s)
	m.run(s.Until, func() bool { return m.emitted > MaxEvents })
	if m.emitted > MaxEvents {
		return ErrTooManyEvents
	}
	return nil
}

func (h hash) add(line []byte) hash {
	for _, c := range line {
		h = (h ^ hash(c)) * 1099511628211
	}
	return h
}

package sim

import (
	"slices"
	"strconv"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/script"
)

// An application that stops waiting. Kafka knows nothing of it: the application looks, so long after it has handed a
// record over, whether it has been told of success, and if not it calls send() with the record once more. Its thread
// does not wait meanwhile. The client still has the former record, and goes on with it.

// handed is a record that an application has handed over, and its place in the script.
type handed struct {
	record int32 // its number
	step   int   // the send
	nth    int   // of that send's records
	resend int   // how often it was handed over before
}

// applications is the records that the applications of a run wait for with a limit.
type applications []handed

// hear notes what an application is told.
func (a *applications) hear(body event.Body) {
	if told, ok := body.(*event.Acknowledge); ok && len(*a) > 0 {
		a.take(told.Record)
	}
}

// take ends the wait for the record of a number, and reports whether there was one.
func (a *applications) take(record int32) (w handed, waited bool) {
	i := slices.IndexFunc(*a, func(w handed) bool { return w.record == record })
	if i < 0 {
		return w, false
	}
	w = (*a)[i]
	*a = slices.Delete(*a, i, i+1)
	return w, true
}

// die ends the waits of a producer's application, which has ended with its process.
func (a *applications) die(m *Sim, producer event.ProducerIndex) {
	*a = slices.DeleteFunc(*a, func(w handed) bool { return m.sendOf(w).Producer == producer })
}

// look has an application look after a record: if it was not told of success it stops waiting, and hands the record
// over again, as often as it may.
func (a *applications) look(m *Sim, record, cause int32) {
	w, waits := a.take(record)
	if !waits {
		return
	}
	s := m.sendOf(w)
	e := &event.GiveUp{Producer: s.Producer, Record: record, Value: valueOf(&s, w.nth)}
	again := w.resend < s.Resend
	if again {
		w.resend++
		e.Resend, e.Next = int32(w.resend), m.records+1
	}
	cause = m.Emit(cause, e)
	if again {
		m.send(s, w, cause)
	}
}

// wait has the application of a record that is handed over now look after it, if it ever does.
func (a *applications) wait(m *Sim, s *script.Send, w handed, cause int32) {
	if s.GiveUp == 0 {
		return
	}
	*a = append(*a, w)
	m.queue.Add(m.now + s.GiveUp).of(&network.Timer{
		Node: m.ClientNode(int(s.Producer)), What: timerLook, Arg: w.record, Cause: cause,
	})
}

// timerLook is the timer of an application that looks after the record Arg; a producer's own alarm is 0.
const timerLook = 1

// valueOf returns the value of a send's nth record, from 0.
func valueOf(s *script.Send, nth int) string {
	if s.Count == 0 {
		return s.Value
	}
	return s.Value + "-" + strconv.Itoa(nth+1)
}

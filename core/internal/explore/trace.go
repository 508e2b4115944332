package explore

import "highwater/core/internal/protocol"

// Step is one step of a trace, and what it came to.
type Step struct {
	Action
	State    State
	Failures int    // so far
	Broken   Broken // the promises that do not hold after it
}

// Replay takes the actions of a trace one by one. It stops before one that is not possible.
func Replay(c Config, trace []Action) (steps []Step) {
	w := start(c.Replicas)
	failures := 0
	for _, a := range trace {
		if !w.possible(&c, a) {
			return steps
		}
		before := w
		w.do(&c, a)
		state := w.pack(&c)
		if a.IsFailure() {
			failures++
		}
		steps = append(steps, Step{a, state, failures, w.broken(&c) | w.brokenBy(&c, &before)})
		w = state.unpack(c.Replicas)
	}
	return steps
}

// NoReturn returns the step of a shortest trace from which no further failure is needed: its last failure.
func NoReturn(trace []Action) (last int) {
	for i, a := range trace {
		if a.IsFailure() {
			last = i
		}
	}
	return last
}

// Look is what there is to see of a step: the partition, and who has which record.
type Look struct {
	Leader            protocol.NodeID // -1: none; it may be dead
	ISR, ELR, Running protocol.BrokerSet
	Records           []RecordLook // in the order in which they were written
}

// RecordLook is one record.
type RecordLook struct {
	Acknowledged bool
	Copies       protocol.BrokerSet // of running and of dead brokers
}

// Look returns what there is to see after a step.
func (s *Step) Look(c Config) (l Look) {
	w := s.State.unpack(c.Replicas)
	l = Look{Leader: w.Leader, ISR: w.ISR, ELR: w.ELR, Records: make([]RecordLook, w.produced)}
	for record := range l.Records {
		l.Records[record].Acknowledged = w.acked&(1<<record) != 0
	}
	for i := range c.Replicas {
		id, r := protocol.NodeID(i+1), &w.replicas[i]
		if r.alive {
			l.Running = l.Running.With(id)
		}
		for _, record := range r.log[:r.end] {
			l.Records[record].Copies = l.Records[record].Copies.With(id)
		}
	}
	return l
}

// trace returns the actions that lead to a node.
func (s *set) trace(n int) []Action {
	trace := make([]Action, s.at(n).steps)
	for i := len(trace); i > 0; i-- {
		trace[i-1] = s.at(n).action.action()
		n = int(s.at(n).parent)
	}
	return trace
}

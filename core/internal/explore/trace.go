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
	failures := 0
	note := func(a Action, state State, broken Broken) {
		if a.IsFailure() {
			failures++
		}
		steps = append(steps, Step{a, state, failures, broken})
	}
	w, l := start(c.Replicas), late{}
	if c.Thorough {
		l = beginning(&c)
	}
	for _, a := range trace {
		if c.Thorough {
			before := l
			if !l.possibleLate(&c, a) {
				return steps
			}
			if l.doLate(&c, a); l.overrun {
				return steps
			}
			state := l.packLate(&c)
			note(a, state, l.broken(&c)|l.brokenByLate(&c, &before))
			l = state.unpackLate(&c)
			continue
		}
		if !w.possible(&c, a) {
			return steps
		}
		before := w
		w.do(&c, a)
		state := w.pack(&c)
		note(a, state, w.broken(&c)|w.brokenBy(&c, &before))
		w = state.unpack(c.Replicas)
	}
	return steps
}

// world returns what a step has come to, as the controller has it.
func (s *Step) world(c *Config) world {
	if c.Thorough {
		return s.State.unpackLate(c).world
	}
	return s.State.unpack(c.Replicas)
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
	w := s.world(&c)
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

// Together returns the trace of a thorough search without the steps in which something arrives, as a trace of a search
// in which everything arrives at once, and reports whether that loses a record, too. Where it does not, the loss needs
// news that are late.
func (c Config) Together(trace []Action) (Config, []Action, bool) {
	c.Thorough, c.SplitFetches = false, false
	var together []Action
	for _, a := range trace {
		if a.arrives() {
			continue
		}
		if a.Kind == Shrink {
			a.Lose = 0
		}
		if a.Kind == Produce {
			a.Broker = 0
		}
		together = append(together, a)
	}
	return c, together, c.loses(together)
}

// arrives reports whether an action is only that something arrives.
func (a Action) arrives() bool { return a.Kind == Take || a.Kind >= Hear }

// Play returns the script of a trace, and of each of its steps by when it has taken place there (ms). Nil: no cluster
// can play it, since Kafka is without a rule, or a script cannot bring it about, for it lasts only where news are late
// by the right time.
func (c Config) Play(trace []Action, title string) (text []byte, at []int64) {
	at = make([]int64, len(trace))
	played := trace
	if c.Thorough {
		var loses bool
		if c, played, loses = c.Together(trace); !loses {
			return nil, at
		}
	}
	s := c.Script(played, title)
	n := 0
	for i, a := range trace {
		if len(played) == len(trace) || !a.arrives() {
			n++
		}
		at[i] = s.At[max(n, 1)-1]
	}
	if c.Without == None {
		text = s.Text
	}
	return text, at
}

package explore

// Tidy returns a trace to a loss in the order in which it is told best, as long as it leads to a loss all the same: a
// dead broker is fenced at once or, where it must not be, dies as late as it may; and a broker is unfenced as soon as
// it has started or, where it must not be, starts as late as it may.
func (c Config) Tidy(trace []Action) []Action {
	for i := range trace {
		switch a := trace[i]; a.Kind {
		case Kill, PowerOff:
			trace = c.together(trace, i, Action{Kind: Expire, Broker: a.Broker})
		case Start:
			trace = c.together(trace, i, Action{Kind: Unfence, Broker: a.Broker})
		}
	}
	return trace
}

// together moves what follows from an action right behind it, or the action right before that, if there is a loss all
// the same.
func (c Config) together(trace []Action, i int, follows Action) []Action {
	j := i + 1
	for j < len(trace) && trace[j] != follows {
		j++
	}
	if j == i+1 || j == len(trace) {
		return trace
	}
	if sooner := moved(trace, j, i+1); c.loses(sooner) {
		return sooner
	}
	if later := moved(trace, i, j-1); c.loses(later) {
		return later
	}
	return trace
}

// moved returns a trace with one action in another place.
func moved(trace []Action, from, to int) []Action {
	turned := append([]Action(nil), trace...)
	for ; from < to; from++ {
		turned[from], turned[from+1] = turned[from+1], turned[from]
	}
	for ; from > to; from-- {
		turned[from], turned[from-1] = turned[from-1], turned[from]
	}
	return turned
}

// loses reports whether a trace can be taken, and loses a record with its last step and not before.
func (c Config) loses(trace []Action) bool {
	steps := Replay(c, trace)
	for i, step := range steps {
		if step.Broken.Has(LeaderHasAcknowledged) != (i == len(trace)-1) {
			return false
		}
	}
	return len(steps) == len(trace)
}

package explore

import "highwater/core/internal/protocol"

// Search looks for the loss of an acknowledged record with the fewest failures, and among those the fewest steps. It
// works in slices: Work does some of it and returns.
//
// Layer f is the states that f failures reach and fewer do not; within it they are in the order of steps. A layer grows
// from two sides: by a failure in a state of the layer before, and by another action in a state of its own. Whichever
// of the two has the fewer steps goes first, so each state is found by one of its shortest ways.
type Search struct {
	Config
	set     set
	limit   int   // states
	layer   int   // the one that is growing
	first   []int // of each layer: its first state
	failing int   // the next state of the layer before to fail in
	going   int   // the next state of this layer to go on from
	lost    int   // the state in which a record is lost; -1: none was found
	full    bool
	copies  int // the fewest logs that had an acknowledged record
	closest int // the first state in which it was so; 0: none has been acknowledged yet
	broken  Broken
}

// NewSearch begins a search that keeps at most limit states.
func NewSearch(c Config, limit int) *Search {
	s := &Search{Config: c, limit: limit, lost: -1, first: []int{0}, copies: c.Replicas + 1}
	var first State
	if c.Thorough {
		s.set.rest = [][][thoroughWords]uint64{}
		l := beginning(&s.Config)
		first = l.packLate(&s.Config)
	} else {
		w := start(c.Replicas)
		first = w.pack(&s.Config)
	}
	s.set.add(&first, node{})
	return s
}

// Done reports whether the search is over: a loss is found, every layer is complete, or there is no room left.
func (s *Search) Done() bool { return s.lost >= 0 || s.full || s.layer > s.Most }

// Work goes on from at most so many states, and reports whether there is more to do.
func (s *Search) Work(states int) (more bool) {
	for ; states > 0 && !s.Done(); states-- {
		s.step()
	}
	return !s.Done()
}

// Trace returns the shortest way to a loss; nil: none was found.
func (s *Search) Trace() []Action {
	if s.lost < 0 {
		return nil
	}
	return s.set.trace(s.lost)
}

// Closest returns the closest call so far: in how few logs, of running brokers and of dead ones, an acknowledged record
// was, and a shortest way to that; nil: none was acknowledged.
func (s *Search) Closest() (copies int, trace []Action) {
	if s.closest == 0 {
		return 0, nil
	}
	return s.copies, s.set.trace(s.closest)
}

// Complete returns how many layers have been searched to their end: of no failures, of one, and so on.
func (s *Search) Complete() int { return s.layer }

// States returns how many states have been reached.
func (s *Search) States() int { return s.set.count }

// StatesWithin returns how many states at most so many failures reach, of a layer that is complete.
func (s *Search) StatesWithin(failures int) int { return s.first[failures+1] }

// Full reports whether the search ended for want of room.
func (s *Search) Full() bool { return s.full }

// Broken returns the promises that do not hold somewhere.
func (s *Search) Broken() Broken { return s.broken }

// step goes on from one state.
func (s *Search) step() {
	own := s.first[s.layer]
	fails, goes := s.failing < own, s.going < s.set.count
	switch {
	case fails && (!goes || s.set.at(s.failing).steps <= s.set.at(s.going).steps):
		s.expand(s.failing, true)
		s.failing++
	case goes:
		s.expand(s.going, false)
		s.going++
	default:
		s.layer++
		s.first = append(s.first, s.set.count)
		s.failing, s.going = own, s.set.count
	}
}

// expand adds what actions lead to from a state: failures, or the others.
func (s *Search) expand(n int, failures bool) {
	from := s.set.state(n)
	way := node{parent: uint32(n), steps: s.set.at(n).steps + 1}
	var room [maxActions]Action
	if s.Thorough {
		l := from.unpackLate(&s.Config)
		for _, a := range l.actionsLate(&s.Config, failures, room[:0]) {
			next := l
			if next.doLate(&s.Config, a); next.overrun {
				continue
			}
			state := next.packLate(&s.Config)
			way.action = a.pack()
			if number, added := s.set.add(&state, way); added {
				s.reached(number, &next.world, next.broken(&s.Config)|next.brokenByLate(&s.Config, &l))
			}
		}
		return
	}
	w := from.unpack(s.Replicas)
	for _, a := range w.actions(&s.Config, failures, room[:0]) {
		next := w
		next.do(&s.Config, a)
		state := next.pack(&s.Config)
		way.action = a.pack()
		if number, added := s.set.add(&state, way); added {
			s.reached(number, &next, next.broken(&s.Config)|next.brokenBy(&s.Config, &w))
		}
	}
}

// reached notes what there is to say of a state that has not been reached before.
func (s *Search) reached(number int, w *world, broken Broken) {
	s.broken |= broken
	if n := w.copies(&s.Config); n < s.copies {
		s.copies, s.closest = n, number
	}
	if w.lost() && s.lost < 0 {
		s.lost = number
	}
	if s.set.count >= s.limit {
		s.full = true
	}
}

// maxActions is how many actions there can be in a state: of the kinds for each broker, and PowerOff for each tail,
// Shrink for each leader, and Hear for each number of changes.
const maxActions = 1 + MaxReplicas*(int(Confirm)+MaxRecords+ThoroughReplicas+mostBehind)

// actions appends the actions that are possible in w: failures of the kinds asked about, or the others.
func (w *world) actions(c *Config, failures bool, list []Action) []Action {
	if !failures {
		list = w.offer(c, list, Action{Kind: Produce})
	}
	var lagging protocol.BrokerSet
	if failures && c.Kinds.Has(Shrink) {
		lagging = w.lagging(c)
	}
	for i := range c.Replicas {
		id := protocol.NodeID(i + 1)
		for _, kind := range kindsOf(failures) {
			if failures && !c.Kinds.Has(kind) || kind == Shrink && !lagging.Has(id) {
				continue
			}
			for lose := range MaxRecords + 1 {
				if lose == 0 || kind == PowerOff {
					list = w.offer(c, list, Action{kind, id, lose})
				}
			}
		}
	}
	return list
}

// offer appends an action that is possible.
//
//go:noinline
func (w *world) offer(c *Config, list []Action, a Action) []Action {
	if w.possible(c, a) {
		list = append(list, a)
	}
	return list
}

// The kinds of actions on a broker, in the order in which they are tried.
var (
	failing = [...]Kind{Kill, PowerOff, Shrink, Fence, Stop}
	going   = [...]Kind{Expire, Fetch, Take, Start, Unfence}
)

// kindsOf returns those that are failures, or the others.
func kindsOf(failures bool) *[len(failing)]Kind {
	if failures {
		return &failing
	}
	return &going
}

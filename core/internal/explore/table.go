package explore

import "highwater/core/internal/protocol"

// Budget is how many failures of each kind there may be, as a number: budgets are listed once, by Budgets, and named by
// their place in that list.
type Budget uint8

// mostInBudget is how many failures a budget of the table has in all.
const mostInBudget = 3

// Budgets returns every choice of at most three failures, the smaller ones first.
func Budgets() (list []Failures) {
	for total := range mostInBudget + 1 {
		list = appendBudgets(list, Failures{}, 0, total)
	}
	return list
}

// appendBudgets appends the ways to spread so many failures over the kinds from kind on.
func appendBudgets(list []Failures, f Failures, kind Kind, left int) []Failures {
	if kind == FailureKinds-1 {
		f[kind] = left
		return append(list, f)
	}
	for n := left; n >= 0; n-- {
		f[kind] = n
		list = appendBudgets(list, f, kind+1, left-n)
	}
	return list
}

// Cell is one answer of the table: whether a record can be lost with at most these failures, and how.
type Cell struct {
	Failures Failures
	Trace    []Action // one of the shortest ways to a loss; nil: there is none
}

// Table answers for every budget at once. It goes through the ways to every state in the order of steps, with the
// failures that each took, and drops a way on which another has been before with no more failures of any kind.
type Table struct {
	Config
	budgets []Failures
	next    [][FailureKinds]int // by budget and kind: the budget with one more of the kind; -1: none
	above   []uint64            // by budget: those that allow as many of each kind or more, as bits
	states  set
	covered []uint64 // by state: the budgets with which it can be reached, as bits
	ways    []way    // in the order of steps
	going   int
	lost    []int  // by budget: the first way to a loss that takes exactly these failures; -1
	settled uint64 // the budgets with which a loss is known: no way on from there is shorter
}

// way is one way to a state.
type way struct {
	state  uint32
	parent uint32 // the way before
	action packed
	steps  uint8
	budget Budget // what it took
}

// NewTable begins the search for one configuration; its Kinds and Most do not matter.
func NewTable(c Config) *Table {
	c.Kinds, c.Most = 1<<FailureKinds-1, mostInBudget
	t := &Table{Config: c, budgets: Budgets()}
	for _, f := range t.budgets {
		t.lost = append(t.lost, -1)
		var next [FailureKinds]int
		for kind := range FailureKinds {
			g := f
			g[kind]++
			next[kind] = t.budget(g)
		}
		t.next = append(t.next, next)
		var above uint64
		for j, g := range t.budgets {
			if f.Within(g) {
				above |= 1 << j
			}
		}
		t.above = append(t.above, above)
	}
	w := start(c.Replicas)
	t.add(&w, way{})
	return t
}

// budget returns the place of f among the budgets; -1: it is none.
func (t *Table) budget(f Failures) int {
	for i, g := range t.budgets {
		if f == g {
			return i
		}
	}
	return -1
}

// Work goes on from at most so many ways, and reports whether there is more to do.
func (t *Table) Work(ways int) (more bool) {
	for ; ways > 0 && t.going < len(t.ways); ways-- {
		t.expand(t.going)
		t.going++
	}
	return t.going < len(t.ways)
}

// States returns how many states have been reached.
func (t *Table) States() int { return t.states.count }

// Cells returns the answers once there is no more to do.
func (t *Table) Cells() (cells []Cell) {
	for i, f := range t.budgets {
		first := -1
		for j, n := range t.lost {
			if n >= 0 && t.above[j]&(1<<i) != 0 && (first < 0 || n < first) {
				first = n
			}
		}
		cell := Cell{Failures: f}
		if first >= 0 {
			cell.Trace = t.trace(first)
		}
		cells = append(cells, cell)
	}
	return cells
}

// trace returns the actions of a way.
func (t *Table) trace(n int) []Action {
	trace := make([]Action, t.ways[n].steps)
	for i := len(trace); i > 0; i-- {
		trace[i-1] = t.ways[n].action.action()
		n = int(t.ways[n].parent)
	}
	return trace
}

func (t *Table) expand(n int) {
	from := t.ways[n]
	if t.settled&(1<<from.budget) != 0 {
		return
	}
	w := t.states.state(int(from.state)).unpack(t.Replicas)
	on := way{parent: uint32(n), steps: from.steps + 1}
	var room [maxActions]Action
	for _, a := range w.actions(&t.Config, false, room[:0]) {
		on.action, on.budget = a.pack(), from.budget
		t.reach(&w, a, on)
	}
	for _, a := range w.actions(&t.Config, true, room[:0]) {
		if next := t.next[from.budget][a.Kind]; next >= 0 {
			on.action, on.budget = a.pack(), Budget(next)
			t.reach(&w, a, on)
		}
	}
}

// reach adds the way that an action opens, unless there is no need.
func (t *Table) reach(w *world, a Action, on way) {
	if t.settled&(1<<on.budget) != 0 {
		return
	}
	next := *w
	next.do(&t.Config, a)
	if t.add(&next, on) && next.lost() {
		t.lost[on.budget] = len(t.ways) - 1
		t.settled |= t.above[on.budget]
	}
}

// add adds a way to a state, unless that has been reached with no more failures.
func (t *Table) add(w *world, on way) bool {
	packed := w.pack(&t.Config)
	state, added := t.states.add(&packed, node{})
	if added {
		t.covered = append(t.covered, 0)
	}
	if t.covered[state]&(1<<on.budget) != 0 {
		return false
	}
	t.covered[state] |= t.above[on.budget]
	on.state = uint32(state)
	t.ways = append(t.ways, on)
	return true
}

// Configurations returns what the whole table is about: one to three replicas, every minimum, the ELR and unclean
// elections on and off, with so many records.
func Configurations(records int) (list []Config) {
	for replicas := 1; replicas <= 3; replicas++ {
		for minimum := 1; minimum <= replicas; minimum++ {
			for _, elr := range []bool{false, true} {
				for _, unclean := range []bool{false, true} {
					list = append(list, Config{
						Replicas: replicas, MinInSyncReplicas: minimum, ELR: elr, Unclean: unclean,
						Acks: protocol.AcksAll, Records: records,
					})
				}
			}
		}
	}
	return list
}

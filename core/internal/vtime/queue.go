package vtime

// Queue holds what is still to happen, ordered by (time, order of scheduling): things that happen once, and alarms, of
// which each owner has at most one.
//
// Things lie still in slots of their own. What the binary heap moves are entries of 16 bytes without a pointer: moving
// things of a hundred bytes with pointers in them, which the garbage collector has to be told of, was a quarter of what
// a simulation in WebAssembly cost.
type Queue[E any] struct {
	heap     []entry
	things   []E      // by slot
	free     []uint32 // slots
	alarms   []entry  // by owner; at noAlarm: not set
	ringing  []E      // by owner
	earliest int      // 1 and the owner whose alarm comes first; 0: none is set
	next     uint64
}

// entry is an instant, and below it, in one number so that one comparison suffices, the order of scheduling and the
// slot, or the owner of an alarm.
type entry struct {
	at  Time
	key uint64
}

// slotBits leaves room for 16 million things at a time, and orders of a million million.
const slotBits = 24

func (e entry) slot() uint32 { return uint32(e.key & (1<<slotBits - 1)) }

func (e entry) before(f entry) bool { return e.at < f.at || e.at == f.at && e.key < f.key }

// noAlarm is the instant of an alarm that is not set.
const noAlarm Time = -1

// NewQueue returns an empty queue with so many owners of alarms, numbered from 0.
func NewQueue[E any](owners int) Queue[E] {
	q := Queue[E]{alarms: make([]entry, owners), ringing: make([]E, owners)}
	for i := range q.alarms {
		q.alarms[i].at = noAlarm
	}
	return q
}

// Len returns the number of things still to happen, alarms included.
func (q *Queue[E]) Len() int {
	n := len(q.heap)
	for i := range q.alarms {
		if q.alarms[i].at != noAlarm {
			n++
		}
	}
	return n
}

// Things returns how many things that happen once are still to happen.
func (q *Queue[E]) Things() int { return len(q.heap) }

// entryFor returns the entry of what is scheduled now.
func (q *Queue[E]) entryFor(at Time, slot int) entry {
	if slot >= 1<<slotBits {
		panic("vtime: more than 16 million things are to happen")
	}
	q.next++
	return entry{at, q.next<<slotBits | uint64(slot)}
}

// Add schedules what for the instant at, after everything already scheduled for it.
func (q *Queue[E]) Add(at Time, what E) {
	slot := len(q.things)
	if n := len(q.free); n > 0 {
		slot = int(q.free[n-1])
		q.free = q.free[:n-1]
		q.things[slot] = what
	} else {
		q.things = append(q.things, what)
	}
	e := q.entryFor(at, slot)
	q.heap = append(q.heap, e)
	h := q.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

// Ring sets the alarm of an owner, in place of one that was set before: that one will not come.
func (q *Queue[E]) Ring(owner int, at Time, what E) {
	q.alarms[owner] = q.entryFor(at, owner)
	q.ringing[owner] = what
	switch {
	case q.earliest == owner+1:
		q.findEarliest()
	case q.earliest == 0 || q.alarms[owner].before(q.alarms[q.earliest-1]):
		q.earliest = owner + 1
	}
}

func (q *Queue[E]) findEarliest() {
	q.earliest = 0
	for i, e := range q.alarms {
		if e.at != noAlarm && (q.earliest == 0 || e.before(q.alarms[q.earliest-1])) {
			q.earliest = i + 1
		}
	}
}

// alarmFirst reports whether an alarm comes before everything else.
func (q *Queue[E]) alarmFirst() bool {
	return q.earliest > 0 && (len(q.heap) == 0 || q.alarms[q.earliest-1].before(q.heap[0]))
}

// Next returns the instant of the first thing to happen; false when there is none.
func (q *Queue[E]) Next() (Time, bool) {
	switch {
	case q.alarmFirst():
		return q.alarms[q.earliest-1].at, true
	case len(q.heap) > 0:
		return q.heap[0].at, true
	}
	return 0, false
}

// First returns the first thing to happen, and when. The queue must not be empty.
func (q *Queue[E]) First() (Time, E) {
	if q.alarmFirst() {
		return q.alarms[q.earliest-1].at, q.ringing[q.earliest-1]
	}
	return q.heap[0].at, q.things[q.heap[0].slot()]
}

// Pop takes the first thing to happen. The queue must not be empty.
func (q *Queue[E]) Pop() (Time, E) {
	if q.alarmFirst() {
		owner := q.earliest - 1
		at := q.alarms[owner].at
		q.alarms[owner].at = noAlarm
		q.findEarliest()
		return at, q.ringing[owner]
	}
	first := q.heap[0]
	last := len(q.heap) - 1
	moved := q.heap[last]
	q.heap = q.heap[:last]
	if last > 0 {
		q.sink(moved)
	}
	slot := first.slot()
	q.free = append(q.free, slot) // what lies there stays until the next comes: to clear it would cost a write barrier
	return first.at, q.things[slot]
}

// sink puts an entry where the first one was taken, and has it go down to its place.
func (q *Queue[E]) sink(e entry) {
	h := q.heap
	i := 0
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if right := child + 1; right < len(h) && h[right].before(h[child]) {
			child = right
		}
		if !h[child].before(e) {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = e
}

// All calls yield for everything scheduled, in no particular order, until it returns false.
func (q *Queue[E]) All(yield func(Time, E) bool) {
	for _, e := range q.heap {
		if !yield(e.at, q.things[e.slot()]) {
			return
		}
	}
	for i, e := range q.alarms {
		if e.at != noAlarm && !yield(e.at, q.ringing[i]) {
			return
		}
	}
}

// Clone returns an independent copy; what the elements refer to is shared.
func (q *Queue[E]) Clone() Queue[E] {
	c := *q
	c.heap = append([]entry(nil), q.heap...)
	c.things = append([]E(nil), q.things...)
	c.free = append([]uint32(nil), q.free...)
	c.alarms = append([]entry(nil), q.alarms...)
	c.ringing = append([]E(nil), q.ringing...)
	return c
}

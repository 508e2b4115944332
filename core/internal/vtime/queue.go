package vtime

// Queue holds what is still to happen, ordered by (time, order of scheduling): things that happen once, and alarms, of
// which each owner has at most one.
//
// Things lie still in slots of their own; what is moved are entries of 16 bytes without a pointer. Moving things of
// a hundred bytes with pointers in them, which the garbage collector has to be told of, was a quarter of what a
// simulation in WebAssembly cost. The soonest entries are a sorted list, and the others a binary heap: most of what is
// scheduled comes within a millisecond or two, before nearly everything that waits.
type Queue[E any] struct {
	near     []entry  // the soonest, the very first at the end; each before all that are far
	far      []entry  // a heap
	things   []E      // by slot
	free     []uint32 // slots
	taken    uint32   // 1 and the slot of what was popped last; 0: none
	alarms   []entry  // by owner; at noAlarm: not set
	ringing  []E      // by owner
	earliest int      // 1 and the owner whose alarm comes first; 0: none is set
	next     uint64
}

// maxNear is how many entries are sorted at most, and refill how many of those far come near at a time.
const (
	maxNear = 32
	refill  = 12
)

// entry is an instant, and below it, in one number so that one comparison suffices, the order of scheduling and the
// slot, or the owner of an alarm.
type entry struct {
	at  Time
	key uint64
}

// slotBits leaves room for 16 million things at a time, and orders of a million million.
const slotBits = 24

func (e *entry) slot() uint32 { return uint32(e.key & (1<<slotBits - 1)) }

func (e *entry) before(f *entry) bool { return e.at < f.at || e.at == f.at && e.key < f.key }

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
	n := q.Things()
	for i := range q.alarms {
		if q.alarms[i].at != noAlarm {
			n++
		}
	}
	return n
}

// Things returns how many things that happen once are still to happen.
func (q *Queue[E]) Things() int { return len(q.near) + len(q.far) }

// key returns that of an entry that is scheduled now.
func (q *Queue[E]) key(slot int) uint64 {
	if slot >= 1<<slotBits {
		panic("vtime: more than 16 million things are to happen")
	}
	q.next++
	return q.next<<slotBits | uint64(slot)
}

// Add schedules something for the instant at, after everything already scheduled for it, and returns it, to be filled:
// its content is old.
func (q *Queue[E]) Add(at Time) *E {
	slot := len(q.things)
	if n := len(q.free); n > 0 {
		slot = int(q.free[n-1])
		q.free = q.free[:n-1]
	} else {
		var fresh E
		q.things = append(q.things, fresh)
	}
	q.put(entry{at, q.key(slot)})
	return &q.things[slot]
}

// put gives an entry its place.
func (q *Queue[E]) put(e entry) {
	n := len(q.near)
	if n == 0 || q.near[0].before(&e) {
		q.putFar(e)
		return
	}
	if n == maxNear {
		for i := range q.near[:maxNear/2] {
			q.putFar(q.near[i])
		}
		n = copy(q.near, q.near[maxNear/2:])
		q.near = q.near[:n]
		if q.near[0].before(&e) {
			q.putFar(e)
			return
		}
	}
	q.near = append(q.near, e)
	near := q.near
	for ; n > 0; n-- {
		sooner := &near[n-1]
		if e.at < sooner.at || e.at == sooner.at && e.key < sooner.key {
			break
		}
		near[n] = *sooner
	}
	near[n] = e
}

func (q *Queue[E]) putFar(e entry) {
	q.far = append(q.far, e)
	h := q.far
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(&h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

// comeNear sorts in the first of those that are far, once nothing is near.
func (q *Queue[E]) comeNear() {
	n := min(len(q.far), refill)
	if cap(q.near) < maxNear {
		q.near = make([]entry, 0, maxNear)
	}
	q.near = q.near[:n]
	for n > 0 {
		n--
		q.near[n] = q.takeFar()
	}
}

// takeFar takes the first of those that are far.
func (q *Queue[E]) takeFar() entry {
	first := q.far[0]
	last := len(q.far) - 1
	e := q.far[last]
	q.far = q.far[:last]
	h := q.far
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			break
		}
		if right := child + 1; right < last && h[right].before(&h[child]) {
			child = right
		}
		if !h[child].before(&e) {
			break
		}
		h[i] = h[child]
		i = child
	}
	if last > 0 {
		h[i] = e
	}
	return first
}

// Ring sets the alarm of an owner, in place of one that was set before, which will not come, and returns what it
// brings, to be filled: what stands there is of old.
func (q *Queue[E]) Ring(owner int, at Time) *E {
	q.alarms[owner] = entry{at, q.key(owner)}
	switch {
	case q.earliest == owner+1:
		q.findEarliest()
	case q.earliest == 0 || q.alarms[owner].before(&q.alarms[q.earliest-1]):
		q.earliest = owner + 1
	}
	return &q.ringing[owner]
}

func (q *Queue[E]) findEarliest() {
	q.earliest = 0
	for i := range q.alarms {
		e := &q.alarms[i]
		if e.at != noAlarm && (q.earliest == 0 || e.before(&q.alarms[q.earliest-1])) {
			q.earliest = i + 1
		}
	}
}

// first returns the entry of what comes first, an alarm or not; nil: nothing is to happen.
func (q *Queue[E]) first() (e *entry, alarm bool) {
	n := len(q.near)
	if n == 0 && len(q.far) > 0 {
		q.comeNear()
		n = len(q.near)
	}
	if n > 0 {
		e = &q.near[n-1]
	}
	if q.earliest > 0 {
		if a := &q.alarms[q.earliest-1]; e == nil || a.at < e.at || a.at == e.at && a.key < e.key {
			return a, true
		}
	}
	return e, false
}

// Next returns the instant of the first thing to happen; false when there is none.
func (q *Queue[E]) Next() (Time, bool) {
	if e, _ := q.first(); e != nil {
		return e.at, true
	}
	return 0, false
}

// First returns the first thing to happen, and when. The queue must not be empty.
func (q *Queue[E]) First() (Time, *E) {
	e, alarm := q.first()
	if alarm {
		return e.at, &q.ringing[q.earliest-1]
	}
	return e.at, &q.things[e.slot()]
}

// PopBy takes the first thing to happen, if it comes no later than until; nil: it does not, or there is none. What is
// returned stays as it is until the next is taken, or, of an alarm, until its owner's next Ring; then it may be
// anything.
func (q *Queue[E]) PopBy(until Time) (Time, *E) {
	e, alarm := q.first()
	if e == nil || e.at > until {
		return 0, nil
	}
	if q.taken > 0 {
		q.free = append(q.free, q.taken-1)
		q.taken = 0
	}
	at := e.at
	if alarm {
		owner := q.earliest - 1
		e.at = noAlarm
		q.findEarliest()
		return at, &q.ringing[owner]
	}
	slot := e.slot()
	q.near = q.near[:len(q.near)-1]
	q.taken = slot + 1
	return at, &q.things[slot]
}

// All calls yield for everything scheduled, in no particular order, until it returns false.
func (q *Queue[E]) All(yield func(Time, *E) bool) {
	for _, list := range [...][]entry{q.near, q.far} {
		for i := range list {
			if !yield(list[i].at, &q.things[list[i].slot()]) {
				return
			}
		}
	}
	for i := range q.alarms {
		if q.alarms[i].at != noAlarm && !yield(q.alarms[i].at, &q.ringing[i]) {
			return
		}
	}
}

// Clone returns an independent copy; what the elements refer to is shared.
func (q *Queue[E]) Clone() Queue[E] {
	c := *q
	c.near = append(make([]entry, 0, maxNear), q.near...)
	c.far = append([]entry(nil), q.far...)
	c.things = append([]E(nil), q.things...)
	c.free = append([]uint32(nil), q.free...)
	c.alarms = append([]entry(nil), q.alarms...)
	c.ringing = append([]E(nil), q.ringing...)
	return c
}

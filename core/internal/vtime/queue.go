package vtime

// Queue holds what is still to happen, ordered by (time, order of scheduling). It is a binary heap of plain values:
// no interface, no allocation but the slice's growth, and a copy of the slice is a copy of the future.
type Queue[E any] struct {
	heap []item[E]
	next uint64
}

type item[E any] struct {
	at    Time
	order uint64
	what  E
}

func (a item[E]) before(b item[E]) bool {
	return a.at < b.at || a.at == b.at && a.order < b.order
}

// Len is the number of things still to happen.
func (q *Queue[E]) Len() int { return len(q.heap) }

// Add schedules what for the instant at, after everything already scheduled for it.
func (q *Queue[E]) Add(at Time, what E) {
	q.heap = append(q.heap, item[E]{at, q.next, what})
	q.next++
	i := len(q.heap) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !q.heap[i].before(q.heap[parent]) {
			break
		}
		q.heap[i], q.heap[parent] = q.heap[parent], q.heap[i]
		i = parent
	}
}

// Next is the instant of the first thing to happen; false when there is none.
func (q *Queue[E]) Next() (Time, bool) {
	if len(q.heap) == 0 {
		return 0, false
	}
	return q.heap[0].at, true
}

// First is the first thing to happen, and when. The queue must not be empty.
func (q *Queue[E]) First() (Time, E) { return q.heap[0].at, q.heap[0].what }

// Pop takes the first thing to happen. The queue must not be empty.
func (q *Queue[E]) Pop() (Time, E) {
	first := q.heap[0]
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap[last] = item[E]{}
	q.heap = q.heap[:last]
	q.sink(0)
	return first.at, first.what
}

func (q *Queue[E]) sink(i int) {
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			return
		}
		if right := child + 1; right < len(q.heap) && q.heap[right].before(q.heap[child]) {
			child = right
		}
		if !q.heap[child].before(q.heap[i]) {
			return
		}
		q.heap[i], q.heap[child] = q.heap[child], q.heap[i]
		i = child
	}
}

// All calls yield for everything scheduled, in no particular order, until it returns false.
func (q *Queue[E]) All(yield func(Time, E) bool) {
	for _, it := range q.heap {
		if !yield(it.at, it.what) {
			return
		}
	}
}

// Clone is an independent copy; what the elements refer to is shared.
func (q *Queue[E]) Clone() Queue[E] {
	return Queue[E]{heap: append([]item[E](nil), q.heap...), next: q.next}
}

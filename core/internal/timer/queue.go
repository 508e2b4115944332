package timer

// queue is the DelayQueue of buckets: a binary heap, earliest due time at index 0. Which of several buckets with
// equal due time comes first depends on how a heap sifts, so push and pop compare in the very order of
// java.util.PriorityQueue (and of container/heap). The due time is kept here as well as in the bucket: it cannot
// change while the bucket is queued, and sifting then stays within one slice.
type queue []queued

type queued struct {
	dueMs  int64
	bucket int32
}

func (q *queue) push(item queued) {
	h := append(*q, item)
	*q = h
	child := len(h) - 1
	for child > 0 {
		parent := (child - 1) / 2
		if item.dueMs >= h[parent].dueMs {
			break
		}
		h[child] = h[parent]
		child = parent
	}
	h[child] = item
}

// pop takes the earliest bucket. The queue must not be empty.
func (q *queue) pop() queued {
	h := *q
	first, last := h[0], len(h)-1
	item := h[last]
	h = h[:last]
	*q = h
	if last == 0 {
		return first
	}
	hole := 0
	for {
		child := 2*hole + 1
		if child >= last {
			break
		}
		if right := child + 1; right < last && h[right].dueMs < h[child].dueMs {
			child = right
		}
		if item.dueMs <= h[child].dueMs {
			break
		}
		h[hole] = h[child]
		hole = child
	}
	h[hole] = item
	return first
}

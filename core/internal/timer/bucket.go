package timer

// bucket is a TimerTaskList: the tasks of one tick, oldest arrival first, linked through their entries.
type bucket struct {
	expirationMs int64 // when it is due; notQueued while it is not in the delay queue
	head, tail   TaskID
}

// entry is a TimerTaskEntry. It belongs to the task for good and is reused, so that adding allocates nothing.
type entry struct {
	next, prev TaskID
	bucket     int32 // 1 + index into Timer.buckets, so that the zero entry is in none
}

const (
	notQueued = int64(-1)
	noBucket  = int32(0)
)

// append puts a task that is in no bucket at the end of bucket at. (TimerTaskList.add)
func (t *Timer) append(at int32, task TaskID) {
	b, e := &t.buckets[at], &t.entries[task]
	e.next, e.prev, e.bucket = 0, b.tail, at+1
	if b.tail == 0 {
		b.head = task
	} else {
		t.entries[b.tail].next = task
	}
	b.tail = task
	t.size++
}

// remove takes a task out of its bucket. (TimerTaskList.remove)
func (t *Timer) remove(task TaskID) {
	entries := t.entries
	e := &entries[task]
	next, prev := e.next, e.prev
	if prev == 0 {
		t.buckets[e.bucket-1].head = next
	} else {
		entries[prev].next = next
	}
	if next == 0 {
		t.buckets[e.bucket-1].tail = prev
	} else {
		entries[next].prev = prev
	}
	e.bucket = noBucket
	t.size--
}

// flush empties a bucket that is due, offering its tasks to the wheels again, oldest first, and makes it ready to be
// queued anew. The clocks are at the bucket's due time already, so that every task goes to a finer wheel or has
// expired. (TimerTaskList.flush with SystemTimer.addTimerTaskEntry)
func (t *Timer) flush(due queued) {
	level, index := int(due.bucket/t.wheelSize), int(due.bucket%t.wheelSize)
	count := 0
	for task := t.buckets[due.bucket].head; task != 0; task = t.buckets[due.bucket].head {
		count++
		t.remove(task)
		move := Move{Task: task, FromLevel: level}
		if t.place(task) {
			move.Place = t.placeOf(task)
		} else {
			move.Fired = true
			move.Place = Place{Level: -1, Bucket: -1, DueMs: due.dueMs, ExpirationMs: t.expirationMs[task]}
		}
		t.moves = append(t.moves, move)
	}
	t.buckets[due.bucket].expirationMs = notQueued
	t.flushed = append(t.flushed, Flushed{Level: level, Bucket: index, DueMs: due.dueMs, Tasks: count})
}

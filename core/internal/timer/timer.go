// Package timer models Kafka's timer for delayed operations: SystemTimer with its hierarchy of timing wheels
// (org.apache.kafka.server.util.timer: SystemTimer, TimingWheel, TimerTaskList, TimerTaskEntry, TimerTask), on
// virtual time. The wheel is chosen over a heap because nearly every task is cancelled before it is due, and here
// adding and cancelling cost the same however many tasks there are.
//
// A wheel of tick t and size n is a ring of n buckets, and a bucket holds the tasks of one tick. With 20
// buckets of 1 ms and the clock at 100, a task for 107 is in bucket 107 mod 20 = 7, due at 107; the wheel reaches up
// to 119. A task for 147 is beyond that, so it goes to the overflow wheel, whose tick is 20 ms: floor(147 / 20) = 7,
// bucket 7, due at 7 * 20 = 140. When 140 comes, the bucket is flushed and its tasks are offered to the finest wheel
// again: the task cascades into bucket 7 there, due at 147, and at 147 it fires. The third wheel has a tick of 400 ms,
// the fourth of 8 s, the fifth of 160 s; each is made when first needed.
//
// The clock moves only when a due bucket is taken from the delay queue. After a quiet time it lags behind, and a
// short delay may then land in a coarse bucket, to cascade down a moment later. It still fires at its own time.
//
// What is left out: locks, the thread that runs expired tasks, waiting. AdvanceClock is one poll that does not wait,
// and it names the expired tasks for the caller to run, in the order in which Kafka would hand them to that thread.
//
// The files: timer.go is SystemTimer, wheel.go TimingWheel, bucket.go TimerTaskList, queue.go the delay queue,
// inspect.go the view from outside.
package timer

import "slices"

// TaskID names a task: 1, 2, 3 and so on, given by the owner and dense, for the timer keeps a slot for every id up to
// the greatest one seen. 0 is no task.
type TaskID = int32

// MaxExpirationMs is the latest expiration the timer keeps apart, some 285,000 years; later ones count as this one,
// so that no sum of times overflows.
const MaxExpirationMs = 1 << 53

// Timer is Kafka's SystemTimer. The zero value is not usable, see New. It is a value made of slices of plain values:
// copy it with Clone, never by assignment.
type Timer struct {
	wheelSize int32
	size      int32    // Kafka's taskCounter, shared by all levels
	wheels    []wheel  // level 0, the finest, first
	buckets   []bucket // wheelSize per level, level by level
	queue     queue
	entries   []entry // by TaskID
	// expirationMs by TaskID lies apart from the entries: cancelling needs only the links, of the task and of its two
	// neighbours, and the denser they are the fewer cache lines a random cancel has to wait for.
	expirationMs []int64
	moves        []Move // of the last AdvanceClock
	flushed      []Flushed
}

// Move is the outcome of one task of a flushed bucket.
type Move struct {
	Task TaskID
	// Fired reports that the task has expired: the caller has to run it. Otherwise it cascaded to Place.
	Fired bool
	// FromLevel is the level of the flushed bucket.
	FromLevel int
	// Place is where the task is now. A fired task is on no wheel: Level and Bucket are -1, DueMs is that of the
	// flushed bucket.
	Place Place
}

// Flushed is a bucket that a poll took from the delay queue.
type Flushed struct {
	Level, Bucket int
	DueMs         int64
	// Tasks is how many tasks it held: 0 where all had been cancelled.
	Tasks int
}

// New returns a timer whose finest wheel has wheelSize buckets of tickMs and starts at startMs, rounded down to a tick.
// Kafka's own values are 1 ms and 20 (SystemTimer's constructor). All times are virtual milliseconds and not negative.
// A tick below 1 or a wheel of fewer than 2 buckets, which could never hold a task, is the caller's mistake: New
// panics.
func New(tickMs int64, wheelSize int, startMs int64) Timer {
	if tickMs < 1 || wheelSize < 2 || wheelSize > 1<<10 {
		panic("timer: a wheel needs a tick of at least 1 ms and 2 to 1024 buckets")
	}
	t := Timer{wheelSize: int32(wheelSize), entries: make([]entry, 1), expirationMs: make([]int64, 1)}
	t.addWheel(tickMs, startMs)
	return t
}

// Clone returns an independent copy. The results of the last AdvanceClock are not part of it.
func (t *Timer) Clone() Timer {
	c := *t
	c.wheels = slices.Clone(t.wheels)
	c.buckets = slices.Clone(t.buckets)
	c.queue = slices.Clone(t.queue)
	c.entries = slices.Clone(t.entries)
	c.expirationMs = slices.Clone(t.expirationMs)
	c.moves, c.flushed = nil, nil
	return c
}

// Add puts a task on the wheels, to fire at expirationMs rounded down to a tick. It returns false when the task has
// expired by the wheel's own clock, which may lag behind the present: then it is on no wheel and the caller runs it
// now. A task that is on the wheels already is moved, to the end of its new bucket. (SystemTimer.add;
// TimerTask.setTimerTaskEntry removes the old entry.)
func (t *Timer) Add(task TaskID, expirationMs int64) bool {
	if int(task) >= len(t.entries) {
		t.grow(task)
	}
	if t.entries[task].bucket != noBucket {
		t.remove(task)
	}
	t.expirationMs[task] = min(expirationMs, MaxExpirationMs)
	return t.place(task)
}

// Cancel takes a task off the wheels and reports whether it was there. Its bucket stays in the delay queue even when
// this empties it. (TimerTask.cancel)
func (t *Timer) Cancel(task TaskID) bool {
	if !t.Has(task) {
		return false
	}
	t.remove(task)
	return true
}

// Has reports whether a task is on the wheels.
func (t *Timer) Has(task TaskID) bool {
	return int(task) < len(t.entries) && t.entries[task].bucket != noBucket
}

// Size returns the number of tasks on the wheels. (SystemTimer.size)
func (t *Timer) Size() int { return int(t.size) }

// AdvanceClock does one poll at nowMs: it takes every bucket due by then from the delay queue, earliest first, also
// those that become due through its own cascading; sets the clocks to the bucket's due time; and offers each of its
// tasks to the wheels again. moves lists the outcome of each task. The tasks that fired are to be run by the caller
// after the poll, in this order. flushed is false when no bucket was due; a bucket without tasks counts. The slice is
// valid until the next call. (SystemTimer.advanceClock with a timeout of 0)
func (t *Timer) AdvanceClock(nowMs int64) (moves []Move, flushed bool) {
	t.moves, t.flushed = t.moves[:0], t.flushed[:0]
	for len(t.queue) > 0 && t.queue[0].dueMs <= nowMs {
		due := t.queue.pop()
		t.advanceWheels(due.dueMs)
		t.flush(due)
	}
	return t.moves, len(t.flushed) > 0
}

// NextDueMs returns the due time of the earliest bucket in the delay queue, buckets that lost all their tasks included;
// false when the queue is empty.
func (t *Timer) NextDueMs() (int64, bool) {
	if len(t.queue) == 0 {
		return 0, false
	}
	return t.queue[0].dueMs, true
}

func (t *Timer) grow(task TaskID) {
	missing := int(task) + 1 - len(t.entries)
	t.entries = slices.Grow(t.entries, missing)[:task+1]
	t.expirationMs = slices.Grow(t.expirationMs, missing)[:task+1]
}

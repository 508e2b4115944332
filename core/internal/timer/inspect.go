package timer

import "iter"

// Place is where a task is: the level of its wheel (0 is the finest), the index of its bucket in that wheel, when the
// bucket is due, and when the task itself expires.
type Place struct {
	Level, Bucket       int
	DueMs, ExpirationMs int64
}

// Wheel is what can be seen of one level.
type Wheel struct {
	TickMs, IntervalMs, CurrentTimeMs int64
	// Size is the number of buckets.
	Size int
}

// Place returns where a task is; false when it is not on the wheels.
func (t *Timer) Place(task TaskID) (Place, bool) {
	if !t.Has(task) {
		return Place{}, false
	}
	return t.placeOf(task), true
}

func (t *Timer) placeOf(task TaskID) Place {
	at := t.entries[task].bucket - 1
	level := at / t.wheelSize
	return Place{
		Level:        int(level),
		Bucket:       int(at - level*t.wheelSize),
		DueMs:        t.buckets[at].expirationMs,
		ExpirationMs: t.expirationMs[task],
	}
}

// Levels returns how many wheels exist.
func (t *Timer) Levels() int { return len(t.wheels) }

// Level describes one wheel; level is below Levels.
func (t *Timer) Level(level int) Wheel {
	w := t.wheels[level]
	return Wheel{TickMs: w.tickMs, IntervalMs: w.intervalMs, CurrentTimeMs: w.currentTimeMs, Size: int(t.wheelSize)}
}

// BucketDueMs returns when a bucket is due; false while it is not in the delay queue, and then it is empty.
func (t *Timer) BucketDueMs(level, index int) (int64, bool) {
	dueMs := t.buckets[t.bucketAt(level, index)].expirationMs
	return dueMs, dueMs != notQueued
}

// Tasks lists the tasks of a bucket in the order in which they will be flushed. The timer must not change meanwhile.
// (TimerTaskList.foreach)
func (t *Timer) Tasks(level, index int) iter.Seq[TaskID] {
	return func(yield func(TaskID) bool) {
		task := t.buckets[t.bucketAt(level, index)].head
		for task != 0 && yield(task) {
			task = t.entries[task].next
		}
	}
}

// Queued returns the number of buckets in the delay queue, those without tasks included.
func (t *Timer) Queued() int { return len(t.queue) }

// LastFlushed lists the buckets that the last AdvanceClock flushed, in order. It is valid until the next one.
func (t *Timer) LastFlushed() []Flushed { return t.flushed }

func (t *Timer) bucketAt(level, index int) int { return level*int(t.wheelSize) + index }

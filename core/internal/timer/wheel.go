package timer

// wheel is the state of one TimingWheel beside its buckets.
type wheel struct {
	tickMs        int64
	intervalMs    int64 // tick * wheelSize: how far the wheel reaches
	currentTimeMs int64 // a multiple of tick
	currentBucket int32 // the bucket of currentTimeMs, (currentTime / tick) mod wheelSize
}

// place finds the bucket for a task that is in none, the finest one whose wheel reaches its expiration, and puts it
// at the end. It returns false when the task has expired by the clock of the finest wheel. (TimingWheel.add)
func (t *Timer) place(task TaskID) bool {
	expirationMs := t.expirationMs[task]
	w := &t.wheels[0]
	if expirationMs < w.currentTimeMs+w.tickMs {
		return false
	}
	level := int32(0)
	for expirationMs >= w.currentTimeMs+w.intervalMs {
		level++
		if int(level) == len(t.wheels) {
			t.addOverflowWheel()
		}
		w = &t.wheels[level]
	}
	// Kafka has bucket floor(expiration / tick) mod wheelSize, due at floor(expiration / tick) * tick. Counted in
	// ticks from the bucket of the current time that is the same, and saves the second division.
	ticks := int64(uint64(expirationMs-w.currentTimeMs) / uint64(w.tickMs)) // unsigned divides faster
	dueMs := w.currentTimeMs + ticks*w.tickMs
	index := w.currentBucket + int32(ticks)
	if index >= t.wheelSize {
		index -= t.wheelSize
	}
	at := level*t.wheelSize + index
	t.append(at, task)
	// A bucket is queued once per revolution, when it gets a new due time, not once per task.
	if t.buckets[at].expirationMs != dueMs {
		t.buckets[at].expirationMs = dueMs
		t.queue.push(queued{dueMs, at})
	}
	return true
}

// advanceWheels moves the clocks to timeMs, each rounded down to its own tick. A wheel that does not move keeps all
// coarser ones from moving. (TimingWheel.advanceClock)
func (t *Timer) advanceWheels(timeMs int64) {
	for i := range t.wheels {
		w := &t.wheels[i]
		if timeMs < w.currentTimeMs+w.tickMs {
			return
		}
		timeMs -= timeMs % w.tickMs
		t.setClock(w, timeMs)
	}
}

// addOverflowWheel adds a level whose tick is the whole interval of the coarsest one so far, and which starts at its
// clock. (TimingWheel.addOverflowWheel)
func (t *Timer) addOverflowWheel() {
	below := t.wheels[len(t.wheels)-1]
	t.addWheel(below.intervalMs, below.currentTimeMs)
}

func (t *Timer) addWheel(tickMs, startMs int64) {
	w := wheel{tickMs: tickMs, intervalMs: tickMs * int64(t.wheelSize)}
	t.setClock(&w, startMs-startMs%tickMs)
	t.wheels = append(t.wheels, w)
	for range t.wheelSize {
		t.buckets = append(t.buckets, bucket{expirationMs: notQueued})
	}
}

func (t *Timer) setClock(w *wheel, timeMs int64) {
	w.currentTimeMs = timeMs
	w.currentBucket = int32(timeMs / w.tickMs % int64(t.wheelSize))
}

package purgatory

// Advance does one iteration of the reaper at nowMs: it polls the timer, runs the operations found expired in the order
// found (each is completed, and where nobody else had completed it OnExpiration follows), and then does the purge test.
// It returns whether a bucket of the timer was flushed. Called while an expired operation runs, it leaves those that it
// finds to run after that one. (DelayedOperationPurgatory.advanceClock, DelayedOperation.run)
func (p *Purgatory) Advance(d Driver, nowMs int64) bool {
	moves, flushed := p.timer.AdvanceClock(nowMs)
	for i := range moves {
		move := &moves[i]
		event := TimerEvent{Kind: Cascaded, Place: move.Place, FromLevel: move.FromLevel}
		if move.Fired {
			event.Kind = Fired
			p.expire(move.Task)
		}
		if !p.quiet {
			d.OnTimer(move.Task, event)
		}
	}
	p.runExpired(d)
	p.Purge()
	return flushed
}

// PurgeDue reports whether the purge test would find enough to do: more operations are estimated to have been completed
// while watched than the purge interval allows.
func (p *Purgatory) PurgeDue() bool { return p.estimated-p.NumDelayed() > p.purgeInterval }

// Purge does the purge test: if it is due, every list drops its completed operations, and the estimate becomes the
// number of pending ones. It returns how many entries were dropped. An idle reaper, which polls in vain, does this
// alone. (DelayedOperationPurgatory.advanceClock, Watchers.purgeCompleted)
func (p *Purgatory) Purge() int {
	if !p.PurgeDue() {
		return 0
	}
	p.estimated = p.NumDelayed()
	before := p.watched
	// Kafka walks every list; with nothing left to drop the rest of them stays as it is. Completing in order through
	// one key leaves nothing, and a purge after every thousand operations would otherwise cost as much as there are
	// parked.
	for key := 0; key < len(p.byKey) && p.lingering > 0; key++ {
		w := p.walk(Key(key))
		for w.step(&p.watchers) {
			if p.Completed(w.op) {
				p.drop(w)
			}
		}
		p.leave(w)
	}
	return before - p.watched
}

// expire queues an operation to run.
func (p *Purgatory) expire(op OpID) {
	p.hold(op)
	p.expired = append(p.expired, op)
}

// runExpired runs the queued operations one after the other, as the one thread of Kafka's executor does: what is
// queued while one of them runs comes after it.
func (p *Purgatory) runExpired(d Driver) {
	if p.running {
		return
	}
	p.running = true
	for i := 0; i < len(p.expired); i++ {
		op := p.expired[i]
		if p.ForceComplete(d, op) {
			d.OnExpiration(op)
		}
		p.release(op)
	}
	p.expired = p.expired[:0]
	p.running = false
}

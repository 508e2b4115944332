package purgatory

import (
	"iter"

	"highwater/core/internal/timer"
)

// Watched returns the length of all watcher lists together: an operation counts once per key, a completed one until its
// entry is dropped. (DelayedOperationPurgatory.watched, metric PurgatorySize)
func (p *Purgatory) Watched() int { return p.watched }

// NumDelayed returns the number of operations on the timer. (DelayedOperationPurgatory.numDelayed, metric
// NumDelayedOperations)
func (p *Purgatory) NumDelayed() int { return p.timer.Size() }

// NumKeys returns the number of keys that have a watcher list.
func (p *Purgatory) NumKeys() int { return p.numKeys }

// Estimated returns the purge test's count of operations: those watched since the last purge and those pending then.
// (DelayedOperationPurgatory.estimatedTotalOperations)
func (p *Purgatory) Estimated() int { return p.estimated }

// NextDueMs returns when the timer's earliest bucket is due, even one that has lost its tasks; false when there is
// none. A prompt reaper calls Advance then.
func (p *Purgatory) NextDueMs() (int64, bool) { return p.timer.NextDueMs() }

// Watches reports whether a key has a watcher list. (a key of watchersByKey)
func (p *Purgatory) Watches(key Key) bool { return p.registered(key) != 0 }

// Watchers lists the operations under a key in order of arrival, each with whether it has completed. The purgatory
// must not change meanwhile.
func (p *Purgatory) Watchers(key Key) iter.Seq2[OpID, bool] {
	return func(yield func(OpID, bool) bool) {
		at := p.live(p.lists.at(p.registered(key)).head)
		for at != 0 {
			e := p.entries.at(at)
			if !yield(e.op, p.Completed(e.op)) {
				return
			}
			at = p.live(e.next)
		}
	}
}

// Place returns where an operation is on the timer; false when it is not there.
func (p *Purgatory) Place(op OpID) (timer.Place, bool) { return p.timer.Place(op) }

// Timer returns the timer, for reading: its levels, and the operations in its buckets.
func (p *Purgatory) Timer() *timer.Timer { return &p.timer }

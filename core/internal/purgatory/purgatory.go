// Package purgatory models the place where Kafka's brokers park requests that have to wait: DelayedOperationPurgatory
// with its Watchers, and DelayedOperation (org.apache.kafka.server.purgatory), on top of package timer.
//
// An operation waits for a condition, a produce request for its replicas. It is watched under the keys, partitions,
// whose changes may fulfil the condition, and it is on the timer for its timeout. Code that changes a partition calls
// CheckAndComplete for that key; the reaper calls Advance. Whichever comes first completes the operation, once, and
// what it left behind, entries in the watcher lists of other keys, is dropped lazily: by the next check of that key, or
// by the purge.
//
// Operations are numbers. What they wait for and what completing them means is the Driver's business.
//
// What is left out: locks and threads (an operation's own lock, 512 shards of keys), so that every call is one Kafka
// thread that meets no other; but callbacks may call the purgatory again, and then see what a Kafka thread holding
// that lock would see. Expired operations run in the order found after the poll that found them and before the purge
// test, where Kafka has a thread of their own for them. Shutdown is left out too.
//
// The files: purgatory.go is DelayedOperationPurgatory, operation.go DelayedOperation, watchers.go Watchers, reaper.go
// the ExpiredOperationReaper and the purge, inspect.go the view from outside; slab.go holds the slots.
package purgatory

import (
	"errors"
	"slices"

	"highwater/core/internal/timer"
)

// OpID names an operation of one purgatory: 1, 2, 3 and so on; 0 is no operation. An id may be used again for another
// operation once its own is completed (or forgotten, see Forget), is in no watcher list, and no call on it is under
// way.
type OpID = timer.TaskID

// Key is what operations are watched under, in Kafka a topic and partition: a number from 0 on, given by the owner
// and dense.
type Key = int32

// ErrNoKeys refuses an operation without keys, which no event could ever complete. (IllegalArgumentException in
// Kafka)
var ErrNoKeys = errors.New("purgatory: an operation needs at least one key to be watched under")

// Driver is what the owner of the operations provides. Pass a pointer, so that calling it allocates nothing.
// TryComplete, OnComplete and OnExpiration may call any method of the purgatory.
type Driver interface {
	// TryComplete tests the operation's condition, calls ForceComplete where it holds, and returns its result. It may
	// be called once more after the operation has completed, and then returns what ForceComplete returns: false.
	// (DelayedOperation.tryComplete)
	TryComplete(op OpID) bool
	// OnComplete is called once per operation, when it completes for whatever reason. (DelayedOperation.onComplete)
	OnComplete(op OpID)
	// OnExpiration is called after OnComplete where the timeout completed the operation.
	// (DelayedOperation.onExpiration)
	OnExpiration(op OpID)
	// OnTimer reports what happened to the operation on the timer, for observers; it must not change the purgatory.
	OnTimer(op OpID, event TimerEvent)
}

// Config holds a purgatory's parameters. DefaultConfig has Kafka's own.
type Config struct {
	// PurgeInterval is how far the estimate of operations may exceed the pending ones before the lists are purged.
	PurgeInterval int
	// TimerDisabled keeps operations off the timer, so that they never expire. (timerEnabled = false)
	TimerDisabled bool
	// Quiet keeps what happens on the timer from the driver: OnTimer is never called.
	Quiet bool
	// TickMs, WheelSize and StartMs are the timer's, see timer.New.
	TickMs    int64
	WheelSize int
	StartMs   int64
}

// DefaultConfig returns the configuration of Kafka's produce and fetch purgatories, made at startMs: purge interval
// 1000, timer of 1 ms and 20 buckets. (the constructors of DelayedOperationPurgatory and SystemTimer)
func DefaultConfig(startMs int64) Config {
	return Config{PurgeInterval: 1000, TickMs: 1, WheelSize: 20, StartMs: startMs}
}

// Purgatory is Kafka's DelayedOperationPurgatory. It is a value made of slices of plain values: make it with New,
// copy it with Clone, never by assignment.
type Purgatory struct {
	purgeInterval int
	timerDisabled bool
	quiet         bool
	estimated     int // Kafka's estimatedTotalOperations
	timer         timer.Timer
	ops           slab[operation]
	watchers
	lingering int    // entries of completed operations that have not been dropped
	expired   []OpID // expired operations waiting to run: Kafka's executor queue
	running   bool   // whether one of them is running further up the stack
}

// New makes an empty purgatory.
func New(c Config) Purgatory {
	return Purgatory{
		purgeInterval: c.PurgeInterval,
		timerDisabled: c.TimerDisabled,
		quiet:         c.Quiet,
		timer:         timer.New(c.TickMs, c.WheelSize, c.StartMs),
		ops:           newSlab[operation](),
		watchers:      watchers{lists: newSlab[list](), entries: newSlab[entry]()},
	}
}

// Clone returns an independent copy. It is not for use inside a callback.
func (p *Purgatory) Clone() Purgatory {
	c := *p
	c.timer = p.timer.Clone()
	c.ops = p.ops.clone()
	c.watchers = p.watchers.clone()
	c.expired = slices.Clone(p.expired)
	return c
}

// TryCompleteElseWatch submits an operation: it tries to complete it, and where that fails watches it under every
// key, tries once more, for its event may have come before the watchers did, and puts it on the timer for its delay
// from nowMs on. True means that one of these two tries completed it; false that it waits, or that somebody else
// completed it meanwhile. The second try runs even then, and keys that are left when that happens are skipped. A key
// given twice is watched twice. (DelayedOperationPurgatory.tryCompleteElseWatch,
// DelayedOperation.safeTryCompleteOrElse)
func (p *Purgatory) TryCompleteElseWatch(d Driver, op OpID, keys []Key, nowMs int64) (bool, error) {
	if len(keys) == 0 {
		return false, ErrNoKeys
	}
	p.hold(op)
	completed := d.TryComplete(op) || p.watchAndTry(d, op, keys, nowMs)
	p.release(op)
	return completed, nil
}

// watchAndTry is TryCompleteElseWatch once the first try has failed.
func (p *Purgatory) watchAndTry(d Driver, op OpID, keys []Key, nowMs int64) bool {
	for _, key := range keys {
		if p.Completed(op) {
			break
		}
		p.watch(key, op)
	}
	p.estimated++
	if d.TryComplete(op) {
		return true
	}
	if !p.timerDisabled && !p.Completed(op) {
		p.arm(d, op, nowMs)
	}
	return false
}

// CheckAndComplete tries to complete the operations watched under a key, in the order in which they came, and returns
// how many it completed. Operations that somebody else had completed are dropped from the list and not counted.
// Operations that come under the key while the list is walked are met too, unless the walk had reached the last one
// already. (DelayedOperationPurgatory.checkAndComplete, Watchers.tryCompleteWatched)
func (p *Purgatory) CheckAndComplete(d Driver, key Key) int {
	w := p.walk(key)
	completed := 0
	for w.step(&p.watchers) {
		if p.Completed(w.op) {
			p.drop(w)
		} else if d.TryComplete(w.op) {
			p.drop(w)
			completed++
		}
	}
	p.leave(w)
	return completed
}

// CancelForKey takes all operations off the watcher list of a key and off the timer, and returns them in list order,
// those that had completed included. It completes none: they stay under their other keys and may complete there, but no
// longer expire. The caller, who got them, should Forget or ForceComplete those that are not completed.
// (DelayedOperationPurgatory.cancelForKey, Watchers.cancel)
func (p *Purgatory) CancelForKey(d Driver, key Key) []OpID {
	w := p.walk(key)
	if w.list == 0 {
		return nil
	}
	p.unregister(w.list)
	var ops []OpID
	for w.step(&p.watchers) {
		p.Cancel(d, w.op)
		p.drop(w)
		ops = append(ops, w.op)
	}
	p.leave(w)
	return ops
}

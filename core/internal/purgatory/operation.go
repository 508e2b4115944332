package purgatory

import "highwater/core/internal/timer"

// operation is what the purgatory knows of a DelayedOperation.
type operation struct {
	delayMs int64
	// holds counts what keeps the slot: entries in watcher lists, calls under way, the queue of expired operations.
	holds int32
	// listed counts the entries in watcher lists that have not been dropped.
	listed int32
	state  state
}

type state uint8

const (
	vacant    state = iota // the slot belongs to no operation
	pending                // neither completed nor forgotten
	forgotten              // not completed, and its owner has forgotten it
	completed
)

// TimerEvent is something that happened to an operation on the timer.
type TimerEvent struct {
	Kind TimerEventKind
	// Place is where the operation is now (Armed, Cascaded) or was (Cancelled). A fired operation is nowhere: its
	// Level and Bucket are -1, and DueMs is that of the bucket whose flush found it, or its expiration where it came
	// to no bucket.
	Place timer.Place
	// FromLevel is the level from which it cascaded or fired, otherwise -1.
	FromLevel int
}

// TimerEventKind tells what happened.
type TimerEventKind uint8

const (
	// Armed: put on the timer.
	Armed TimerEventKind = iota
	// Cascaded: moved to a finer wheel.
	Cascaded
	// Cancelled: taken off the timer before its time.
	Cancelled
	// Fired: found expired. It runs next, or after those found before it.
	Fired
)

// NewOperation makes an operation that is to expire delayMs virtual milliseconds after it is submitted. A delay of 0
// or less is a timeout that has passed already. (DelayedOperation's constructor)
func (p *Purgatory) NewOperation(delayMs int64) OpID {
	return p.ops.take(operation{delayMs: delayMs, state: pending})
}

// Completed reports whether an operation has completed. (DelayedOperation.isCompleted)
func (p *Purgatory) Completed(op OpID) bool {
	s := p.ops.slots[op].state
	return s == completed || s == vacant
}

// ForceComplete completes an operation, unless it has completed already: takes it off the timer, and calls
// OnComplete. Only the call that completed it gets true. (DelayedOperation.forceComplete)
func (p *Purgatory) ForceComplete(d Driver, op OpID) bool {
	if p.Completed(op) {
		return false
	}
	o := &p.ops.slots[op]
	o.state = completed
	p.lingering += int(o.listed)
	p.Cancel(d, op)
	p.hold(op)
	d.OnComplete(op)
	p.release(op)
	return true
}

// Cancel takes an operation off the timer, so that it does not expire, and reports whether it was there. It stays in
// its watcher lists, and may complete there. (TimerTask.cancel)
func (p *Purgatory) Cancel(d Driver, op OpID) bool {
	if p.quiet || !p.timer.Has(op) {
		return p.timer.Cancel(op)
	}
	place, _ := p.timer.Place(op)
	p.timer.Cancel(op)
	d.OnTimer(op, TimerEvent{Kind: Cancelled, Place: place, FromLevel: -1})
	return true
}

// Forget says that the owner of an operation that is not completed, one returned by CancelForKey or refused with
// ErrNoKeys, will not name it again: it comes off the timer, and its id is free as soon as no watcher list holds it. In
// Kafka the garbage collector does this.
func (p *Purgatory) Forget(d Driver, op OpID) {
	if p.ops.slots[op].state != pending {
		return
	}
	p.hold(op)
	p.Cancel(d, op)
	p.ops.slots[op].state = forgotten
	p.release(op)
}

// arm puts an operation on the timer. One that has expired by the timer's clock runs instead, before arm returns, or
// after the expired operation that is running right now. (SystemTimer.add)
func (p *Purgatory) arm(d Driver, op OpID, nowMs int64) {
	expirationMs := nowMs + p.ops.slots[op].delayMs
	if p.timer.Add(op, expirationMs) {
		if p.quiet {
			return
		}
		place, _ := p.timer.Place(op)
		d.OnTimer(op, TimerEvent{Kind: Armed, Place: place, FromLevel: -1})
		return
	}
	nowhere := timer.Place{Level: -1, Bucket: -1, DueMs: expirationMs, ExpirationMs: expirationMs}
	if !p.quiet {
		d.OnTimer(op, TimerEvent{Kind: Fired, Place: nowhere, FromLevel: -1})
	}
	p.expire(op)
	p.runExpired(d)
}

func (p *Purgatory) hold(op OpID) { p.ops.slots[op].holds++ }

// release frees the slot with the last hold, unless the operation can still do something: be completed by its owner, or
// expire, which one that was forgotten while it was being submitted does.
func (p *Purgatory) release(op OpID) {
	o := &p.ops.slots[op]
	o.holds--
	if o.holds == 0 && (o.state == completed || o.state == forgotten && !p.timer.Has(op)) {
		o.state = vacant
		p.ops.put(op)
	}
}

package cluster

import (
	"highwater/core/internal/event"
	"highwater/core/internal/purgatory"
	"highwater/core/internal/vtime"
)

// never is no instant at all.
const never vtime.Time = -1

// Purgatories of a broker, as the argument of timerReap.
const (
	reapProduces int32 = iota
	reapFetches
)

// idleReap is how long Kafka's reaper waits for a bucket before it polls again
// (DelayedOperationPurgatory.ExpiredOperationReaper: advanceClock(200)).
const idleReap = 200 * vtime.Millisecond

// waiting is a purgatory and the requests of its operations.
type waiting[D any] struct {
	purgatory.Purgatory
	ops     []D        // by operation
	touched bool       // since the reaper was last seen to
	reapAt  vtime.Time // when the reaper has been asked to poll next; never: not
}

// newPurgatory returns a purgatory configured as in Kafka, except for the purge interval.
func newPurgatory(purgeInterval int, startMs int64, quiet bool) purgatory.Purgatory {
	config := purgatory.DefaultConfig(startMs)
	config.PurgeInterval, config.Quiet = purgeInterval, quiet
	return purgatory.New(config)
}

// put records the request of operation op.
func (w *waiting[D]) put(op purgatory.OpID, d D) {
	for int(op) >= len(w.ops) {
		var none D
		w.ops = append(w.ops, none)
	}
	w.ops[op], w.touched = d, true
}

func (w *waiting[D]) clone(one func(D) D) waiting[D] {
	c := waiting[D]{Purgatory: w.Purgatory.Clone(), ops: make([]D, len(w.ops)), touched: w.touched, reapAt: w.reapAt}
	for i, d := range w.ops {
		c.ops[i] = one(d)
	}
	return c
}

// callReaper schedules the reaper for when the next bucket is due, or, when there is something to purge, after an idle
// time. The model's reaper is prompt: it polls at that very instant.
func (b *Broker) callReaper(which int32, reapAt *vtime.Time, p *purgatory.Purgatory) {
	at := never
	if due, ok := p.NextDueMs(); ok {
		at = max(b.now, vtime.AtMs(due))
	}
	if p.PurgeDue() && (at == never || at > b.now+idleReap) {
		at = b.now + idleReap
	}
	if at == never || *reapAt != never && *reapAt <= at {
		return
	}
	*reapAt = at
	b.wake(at, timerReap, which, event.None)
}

// reap does one round of a reaper: it polls the timer, runs what has expired, and purges when enough has piled up. A
// call made obsolete by a task that was due earlier does nothing.
func (b *Broker) reap(which int32) {
	switch {
	case which == reapProduces && b.produces.reapAt <= b.now && b.produces.reapAt != never:
		b.produces.reapAt, b.produces.touched = never, true
		b.produces.Advance(newProduceDriver(b, event.None), b.now.Ms())
	case which == reapFetches && b.fetches.reapAt <= b.now && b.fetches.reapAt != never:
		b.fetches.reapAt, b.fetches.touched = never, true
		b.fetches.Advance(newFetchDriver(b, event.None), b.now.Ms())
	}
}

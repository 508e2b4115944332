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

// idleReap is how long Kafka's reaper waits for a bucket before it goes round once more without one
// (DelayedOperationPurgatory.ExpiredOperationReaper: advanceClock(200)).
const idleReap = 200 * vtime.Millisecond

// waiting is a purgatory and what its operations stand for.
type waiting[D any] struct {
	purgatory.Purgatory
	ops    []D        // by operation
	reapAt vtime.Time // when the reaper has been asked to poll next; never: not
}

// newPurgatory returns a purgatory as Kafka makes it, but for the purge interval.
func newPurgatory(purgeInterval int, startMs int64) purgatory.Purgatory {
	config := purgatory.DefaultConfig(startMs)
	config.PurgeInterval = purgeInterval
	return purgatory.New(config)
}

// put notes what operation op stands for.
func (w *waiting[D]) put(op purgatory.OpID, d D) {
	for int(op) >= len(w.ops) {
		var none D
		w.ops = append(w.ops, none)
	}
	w.ops[op] = d
}

func (w *waiting[D]) clone(one func(D) D) waiting[D] {
	c := waiting[D]{Purgatory: w.Purgatory.Clone(), ops: make([]D, len(w.ops)), reapAt: w.reapAt}
	for i, d := range w.ops {
		c.ops[i] = one(d)
	}
	return c
}

// callReaper has the reaper called when the next bucket is due, or, when there is something to purge, after a quiet
// spell. The model's reaper is prompt: it polls at the very instant.
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

// reap is one turn of a reaper: poll the timer, run what has expired, purge when enough has piled up. A call that a
// later, earlier-due task has overtaken does nothing.
func (b *Broker) reap(which int32) {
	switch {
	case which == reapProduces && b.produces.reapAt <= b.now && b.produces.reapAt != never:
		b.produces.reapAt = never
		b.produces.Advance(&produceDriver{b, event.None}, b.now.Ms())
	case which == reapFetches && b.fetches.reapAt <= b.now && b.fetches.reapAt != never:
		b.fetches.reapAt = never
		b.fetches.Advance(&fetchDriver{b, event.None}, b.now.Ms())
	}
}

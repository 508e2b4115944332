package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/purgatory"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// delayedProduce is a produce request that waits (org.apache.kafka.server.purgatory.DelayedProduce).
type delayedProduce struct {
	request *protocol.ProduceRequest
	client  protocol.NodeID
	status  []produceStatus
	tried   int
	parked  int32    // the event of its parking; None before
	decided event.By // what decided its last partition
}

// produceStatus is the state of one partition of a request: its answer so far, and the high watermark it waits for.
// Once decided it stays decided.
type produceStatus struct {
	protocol.ProduceResult
	required int64
	pending  bool
}

func (d delayedProduce) clone() delayedProduce {
	d.status = slices.Clone(d.status)
	return d
}

// park adds a request to the produce purgatory under every partition's key. It may complete at once.
func (b *Broker) park(d delayedProduce, cause int32) {
	b.keys = b.keys[:0]
	for i := range d.status {
		b.keys = append(b.keys, d.status[i].Partition)
	}
	op := b.produces.NewOperation(d.request.TimeoutMs)
	b.produces.put(op, d)
	if _, err := b.produces.TryCompleteElseWatch(newProduceDriver(b, cause), op, b.keys, b.now.Ms()); err != nil {
		panic(err) // only for an operation without keys, and MustWait asks for a partition
	}
}

// produceDriver implements the produce purgatory's operations on a broker during one call into the purgatory.
type produceDriver struct {
	*Broker

	cause int32 // of what they do
}

func newProduceDriver(b *Broker, cause int32) *produceDriver {
	d := b.produceDrivers.New()
	d.Broker, d.cause = b, cause
	return d
}

// TryComplete decides every partition that can be decided now, and completes the request when none is left
// (DelayedProduce.tryComplete). Between its first try and its second Kafka has registered it with every key: when the
// second finds it undecided too, it is parked.
func (b *produceDriver) TryComplete(op purgatory.OpID) bool {
	d := &b.produces.ops[op]
	d.tried++
	pending := false
	for i := range d.status {
		s := &d.status[i]
		if !s.pending {
			continue
		}
		p := &b.partitions[s.Partition]
		decided, err := rules.AckDecision(p.leads, p.log.HighWatermark(), s.required, p.isr, b.effectiveMin(p))
		if !decided {
			pending = true
			continue
		}
		s.pending, s.Error = false, err
		d.decided = event.ByHighWatermark
		if err == protocol.NotLeaderOrFollower {
			d.decided = event.ByLeaderChange
		}
	}
	if !pending {
		return b.produces.ForceComplete(b, op)
	}
	if d.tried == 2 {
		b.cause = b.announceParked(d, b.cause)
	}
	return false
}

func (b *Broker) announceParked(d *delayedProduce, cause int32) int32 {
	e := b.made.park.New()
	e.Request, e.Broker, e.Deadline = d.request.ID, b.id, b.deadline(d.request)
	e.Partitions = b.parked.List(len(d.status))
	for i := range d.status {
		if s := &d.status[i]; s.pending {
			e.Partitions = append(e.Partitions, event.ParkedPartition{Partition: s.Partition, RequiredOffset: s.required})
		}
	}
	d.parked = b.emit(e, cause)
	return d.parked
}

// OnComplete answers the request, once. Partitions still pending have run out of time: their error is
// REQUEST_TIMED_OUT, their base offset the real one, for their records are in the log (DelayedProduce.onComplete).
func (b *produceDriver) OnComplete(op purgatory.OpID) {
	d, cause := &b.produces.ops[op], b.cause
	by := d.decided
	if d.parked == event.None {
		by = event.ByAppend
	}
	expired := int32(0)
	for i := range d.status {
		if s := &d.status[i]; s.pending {
			s.pending, s.Error = false, protocol.RequestTimedOut
			expired++
		}
	}
	if expired > 0 {
		by = event.ByTimeout
		b.expired += int(expired)
		if d.parked != event.None {
			cause = d.parked
		}
		cause = b.emit(&event.Expire{Request: d.request.ID, Broker: b.id, Pending: expired}, cause)
	}
	b.respond(d, by, cause)
}

// OnTimer reports what becomes of a request's deadline.
func (b *produceDriver) OnTimer(op purgatory.OpID, t purgatory.TimerEvent) {
	d := &b.produces.ops[op]
	e := b.timer.New()
	e.Request, e.Broker, e.Action = d.request.ID, b.id, timerActions[t.Kind]
	e.Level, e.Bucket, e.ExpirationMs = int32(t.Place.Level), int32(t.Place.Bucket), t.Place.ExpirationMs
	if t.Kind == purgatory.Cascaded || t.Kind == purgatory.Fired {
		b.cause = d.parked
	}
	if t.Kind == purgatory.Fired && t.FromLevel >= 0 { // it is off the wheels now: report where it was
		w := b.produces.Timer().Level(t.FromLevel)
		e.Level, e.Bucket = int32(t.FromLevel), int32(t.Place.DueMs/w.TickMs%int64(w.Size))
	}
	b.emit(e, b.cause)
}

var timerActions = [...]event.Action{
	purgatory.Armed: event.Armed, purgatory.Cascaded: event.Cascaded, purgatory.Cancelled: event.Cancelled,
	purgatory.Fired: event.Fired,
}

// OnExpiration runs after a timeout has completed the operation; Kafka marks its meters here, and OnComplete has
// counted already.
func (b *produceDriver) OnExpiration(purgatory.OpID) {}

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

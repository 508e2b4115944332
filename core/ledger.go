package core

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// ledger is what the events so far say of every produce request and of every record of a producer. It is a fold over
// the events and nothing else: the model does not look into it.
type ledger struct {
	requests []requestEntry // requests[i] is request i+1
	records  []recordEntry  // by their numbers: in the order in which producers took them
	// uncommitted is the records that stand in a leader's log above the high watermark, as indices of records.
	uncommitted []int32
}

// requestEntry is one produce request. Its parts are replaced, never changed in place, so copies may share them.
type requestEntry struct {
	id       int32
	producer int32 // event.None: a raw request
	acks     protocol.Acks
	broker   protocol.NodeID
	timeout  vtime.Duration
	sent     vtime.Time
	received vtime.Time // -1: not yet
	begun    vtime.Time // -1: not yet; later than received when it was queued behind another
	parked   vtime.Time // -1: never
	deadline vtime.Time
	decided  int32 // the event that decided it; event.None
	by       event.By
	answered vtime.Time // -1: not yet
	closed   bool
	unsent   bool
	parts    []requestPart
}

type requestPart struct {
	partition int32
	records   []protocol.Record
	base      int64 // -1: not appended
	required  int64
	error     protocol.Error
	refused   bool
	decided   bool // the answer stands
}

// recordEntry is one record that a producer took from its application.
type recordEntry struct {
	producer     int32
	value        string
	partition    int32
	outcome      outcome
	error        protocol.Error
	offset       int64 // as acknowledged; -1: not, or not told
	place        int64 // in the leader's log; -1: not appended
	enqueued     vtime.Time
	sent         vtime.Time // -1 from here on: not reached
	appended     vtime.Time
	committed    vtime.Time
	acknowledged vtime.Time
	failed       vtime.Time
}

type outcome uint8

const (
	pending outcome = iota
	acknowledged
	failed
)

var outcomeNames = [...]string{"pending", "acknowledged", "failed"}

func (l *ledger) clone() ledger {
	c := *l
	c.requests = slices.Clone(l.requests)
	c.records = slices.Clone(l.records)
	c.uncommitted = slices.Clone(l.uncommitted)
	return c
}

// apply takes in one event.
func (l *ledger) apply(e *Event) {
	switch e.Kind {
	case event.Enqueue:
		l.records = append(l.records, recordEntry{
			producer: e.Producer, value: e.Value, partition: e.Partition, offset: -1, place: -1,
			enqueued: e.T, sent: -1, appended: -1, committed: -1, acknowledged: -1, failed: -1,
		})
	case event.Request, event.Unsent:
		l.open(e)
	case event.HighWatermark:
		if e.Leads {
			l.commit(e)
		}
	case event.Acknowledge, event.Fail:
		l.tell(e)
	default:
		if e.Request > 0 {
			l.progress(e, &l.requests[e.Request-1])
		}
	}
}

func (l *ledger) open(e *Event) {
	r := requestEntry{
		id: e.Request, producer: e.Producer, acks: e.Acks, broker: e.Broker, timeout: e.Span, sent: e.T,
		received: -1, begun: -1, parked: -1, decided: event.None, answered: -1, unsent: e.Kind == event.Unsent,
	}
	for _, it := range e.Items {
		r.parts = append(r.parts, requestPart{partition: it.Partition, records: it.Records, base: -1})
		for _, rec := range it.Records {
			if rec.Number > 0 {
				l.records[rec.Number-1].sent = e.T
			}
		}
	}
	l.requests = append(l.requests, r)
}

// progress is what happens to a request on its broker.
func (l *ledger) progress(e *Event, r *requestEntry) {
	switch e.Kind {
	case event.Receive:
		if r.received < 0 {
			r.received = e.T
		}
		if !e.Queued {
			r.begun = e.T
		}
	case event.Append:
		p := r.change(e.Partition)
		p.base, p.required = e.From, e.To
		l.append(e, p)
	case event.Refuse:
		p := r.change(e.Partition)
		p.error, p.refused = e.Error, true
	case event.Park:
		r.parked, r.deadline = e.T, e.Deadline
	case event.Complete:
		r.by, r.decided = e.By, e.N
	case event.Response:
		r.answered, r.closed = e.T, e.Closed
		for _, it := range e.Items {
			p := r.change(it.Partition)
			p.error, p.decided = it.Error, true
		}
	}
}

// change makes the request's parts its own and returns the one of a partition.
func (r *requestEntry) change(partition int32) *requestPart {
	r.parts = slices.Clone(r.parts)
	i := slices.IndexFunc(r.parts, func(p requestPart) bool { return p.partition == partition })
	return &r.parts[i]
}

func (l *ledger) append(e *Event, p *requestPart) {
	for n, rec := range p.records {
		if i := rec.Number - 1; i >= 0 {
			l.records[i].appended, l.records[i].place = e.T, e.From+int64(n)
			l.uncommitted = append(l.uncommitted, i)
		}
	}
}

func (l *ledger) commit(e *Event) {
	l.uncommitted = slices.DeleteFunc(l.uncommitted, func(i int32) bool {
		r := &l.records[i]
		if r.partition != e.Partition || r.place >= e.To {
			return false
		}
		r.committed = e.T
		return true
	})
}

func (l *ledger) tell(e *Event) {
	r := &l.records[e.Index-1]
	if e.Kind == event.Fail {
		r.outcome, r.error, r.failed = failed, e.Error, e.T
		return
	}
	r.outcome, r.offset, r.acknowledged = acknowledged, e.Offset, e.T
}

package core

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/list"
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
	ended       int  // requests that have ended
	mayLose     bool // a leader has changed, or a log has lost records: acknowledged ones may be gone
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
	silenced bool // its broker has died, and told nobody
	unsent   bool
	ended    int // which it was of those that have ended: answered, never sent, or, with acks=0, decided; 0: it has not
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
	number       int32 // from 1
	producer     int32
	value        string
	partition    int32
	outcome      outcome
	error        protocol.Error
	offset       int64 // as acknowledged; -1: not, or not told
	place        int64 // in the leader's log; -1: not appended
	attempts     int
	request      int32            // whose answer it did not wait for; 0: none
	errors       []protocol.Error // what the attempts that failed were told; replaced, never changed in place
	enqueued     vtime.Time
	sent         vtime.Time // -1 from here on: not reached
	appended     vtime.Time
	committed    vtime.Time
	acknowledged vtime.Time
	visible      vtime.Time
	failed       vtime.Time
	crash        crash
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

// logs says which of the records that wait to be committed, or to be seen, a broker's log really has at their places.
type logs interface {
	hasRecord(broker protocol.NodeID, r *recordEntry) bool
}

// apply takes in one event.
func (l *ledger) apply(e *Event, logs logs) {
	switch e.Kind {
	case event.Block:
		l.record(e)
	case event.Enqueue:
		l.record(e).enqueued = e.T
	case event.Retry:
		l.again(e)
	case event.Request, event.Unsent:
		l.open(e)
	case event.HighWatermark:
		if e.Leads {
			l.commit(e, logs)
		}
	case event.Visible:
		l.see(e, logs)
	case event.Leader, event.Truncate:
		l.mayLose = true
	case event.Process:
		if e.Process == event.PoweredOff || e.Process == event.Killed {
			l.silence(e.Broker, e.Process == event.PoweredOff)
		}
	case event.Acknowledge, event.Fail:
		l.tell(e)
	default:
		if e.Request > 0 {
			l.progress(e, &l.requests[e.Request-1])
		}
	}
}

// record is the entry of the record that an event is about; there is none before its first event.
func (l *ledger) record(e *Event) *recordEntry {
	for int(e.Index) > len(l.records) {
		l.records = append(l.records, recordEntry{
			offset: -1, place: -1, enqueued: -1, sent: -1, appended: -1, committed: -1, acknowledged: -1, visible: -1,
			failed: -1, crash: crash{at: -1},
		})
	}
	r := &l.records[e.Index-1]
	r.number, r.producer, r.value, r.partition = e.Index, e.Producer, e.Value, e.Partition
	return r
}

// again notes what the records of a batch that is sent again, or split, were told.
func (l *ledger) again(e *Event) {
	for _, p := range l.requests[e.Request-1].parts {
		if p.partition == e.Partition {
			for _, rec := range p.records {
				l.records[rec.Number-1].told(e.Error)
			}
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
				r := &l.records[rec.Number-1]
				if r.sent < 0 {
					r.sent = e.T
				}
				r.attempts++
			}
		}
	}
	if r.unsent {
		l.end(&r)
	}
	l.requests = append(l.requests, r)
}

// end notes that nobody waits for a request any more. One may end twice: with acks=0, an answer may come all the same.
func (l *ledger) end(r *requestEntry) {
	if r.ended == 0 {
		l.ended++
		r.ended = l.ended
	}
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
	case event.Duplicate:
		p := r.change(e.Partition)
		p.base, p.required = e.From, e.To
	case event.Refuse:
		p := r.change(e.Partition)
		p.error, p.refused = e.Error, true
	case event.Park:
		r.parked, r.deadline = e.T, e.Deadline
	case event.Complete:
		r.by, r.decided = e.By, e.N
		if r.acks == protocol.AcksNone {
			l.end(r)
		}
	case event.Response:
		r.answered, r.closed = e.T, e.Closed
		l.end(r)
		l.late(e)
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

func (l *ledger) commit(e *Event, logs logs) {
	l.uncommitted = list.Drop(l.uncommitted, func(i int32) bool {
		r := &l.records[i]
		if r.partition != e.Partition || r.place >= e.To || !logs.hasRecord(e.Broker, r) {
			return false
		}
		r.committed = e.T
		return true
	})
}

func (l *ledger) see(e *Event, logs logs) {
	for i := range l.records {
		r := &l.records[i]
		if r.visible < 0 && r.partition == e.Partition && r.place >= e.From && r.place < e.To && logs.hasRecord(e.Broker, r) {
			r.visible = e.T
		}
	}
}

// told notes what the present attempt was told.
func (r *recordEntry) told(e protocol.Error) {
	r.errors = append(slices.Clip(r.errors), e)
	r.request = 0
}

// late notes an error that comes when the application has been told of another: the time was over.
func (l *ledger) late(e *Event) {
	for _, it := range e.Items {
		for _, p := range l.requests[e.Request-1].parts {
			if it.Error == protocol.None || p.partition != it.Partition {
				continue
			}
			for _, rec := range p.records {
				if rec.Number > 0 && l.records[rec.Number-1].request == e.Request {
					l.records[rec.Number-1].told(it.Error)
				}
			}
		}
	}
}

// silence marks the requests that a broker takes along without a word: a machine all, a process, whose connections
// close, only those that nobody waits for.
func (l *ledger) silence(broker protocol.NodeID, all bool) {
	for i := range l.requests {
		r := &l.requests[i]
		if !all && (r.acks != protocol.AcksNone || r.decided != event.None) {
			continue
		}
		if r.broker == broker && r.received >= 0 && r.answered < 0 && !r.unsent {
			r.silenced = true
		}
	}
}

func (l *ledger) tell(e *Event) {
	r := l.record(e)
	if e.Kind == event.Fail {
		r.outcome, r.error, r.failed = failed, e.Error, e.T
		if r.request = e.Request; e.Error > protocol.DeliveryTimeout {
			r.told(e.Error)
		}
		return
	}
	r.outcome, r.offset, r.acknowledged = acknowledged, e.Offset, e.T
}

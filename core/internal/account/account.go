// Package account folds a run's events into what became of every produce request and of every record of a producer:
// when each milestone was reached, what its client was told, and whether it outlived the death of its leader.
//
// It decides nothing, and nothing that decides looks into it. What no event says, which records a log really has at the
// moment, it reads through Logs.
package account

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Account is what the events so far say of every produce request and of every record of a producer. It is for others to
// read, and for Apply alone to change.
type Account struct {
	Requests []Request // Requests[i] is request i+1
	Records  []Record  // by their numbers: in the order in which producers took them
	// uncommitted is the records that stand in a leader's log above the high watermark, as indices of Records.
	uncommitted []int32
	Ended       int  // requests that have ended
	MayLose     bool // a leader has changed, or a log has lost records: acknowledged ones may be gone
}

// Request is one produce request. Its parts are replaced, never changed in place, so copies may share them.
type Request struct {
	ID       int32
	Producer int32 // event.None: a raw request
	Acks     protocol.Acks
	Broker   protocol.NodeID
	Timeout  vtime.Duration
	Sent     vtime.Time
	Received vtime.Time // -1: not yet
	Begun    vtime.Time // -1: not yet; later than received when it was queued behind another
	Parked   vtime.Time // -1: never
	Deadline vtime.Time
	Decided  int32 // the event that decided it; event.None
	By       event.By
	Answered vtime.Time // -1: not yet
	Closed   bool
	Silenced bool // its broker has died, and told nobody
	// Abandoned: its client has given the connection up, so that an answer is told to nobody
	Abandoned bool
	Unsent    bool
	Ended     int // which it was of those that have ended: answered, never sent, or, with acks=0, decided; 0: it has not
	Parts     []Part
}

// Part is what one request wants of one partition, and what came of it.
type Part struct {
	Partition int32
	Records   []protocol.Record
	Base      int64 // -1: not appended
	Required  int64
	Error     protocol.Error
	Refused   bool
	Decided   bool // the broker has answered
}

// Told reports whether the client has the broker's answer for a part of the request, or will have it.
func (r *Request) Told(p *Part) bool { return p.Decided && !r.Abandoned }

// Record is one record that a producer took from its application.
type Record struct {
	Number    int32 // from 1
	Producer  int32
	Value     string
	Partition int32
	Outcome   Outcome
	Error     protocol.Error
	Offset    int64 // as acknowledged; -1: not, or not told
	Place     int64 // in the leader's log, the first where it stands twice; -1: not appended
	Attempts  int
	// Errors is what the client was told of each attempt that failed, in order, of the first 1000; replaced, never changed
	// in place
	Errors       []protocol.Error
	Enqueued     vtime.Time
	Sent         vtime.Time // -1 from here on: not reached
	Appended     vtime.Time
	Committed    vtime.Time
	Acknowledged vtime.Time
	Visible      vtime.Time
	Failed       vtime.Time
	Crash        Crash
}

// Outcome is what the application has been told of a record.
type Outcome uint8

const (
	// Pending is nothing yet.
	Pending Outcome = iota
	// Acknowledged is success.
	Acknowledged
	// Failed is an error.
	Failed
)

// OutcomeNames is the words of Outcome.
var OutcomeNames = []string{"pending", "acknowledged", "failed"}

// String is the outcome's name in the result.
func (o Outcome) String() string { return OutcomeNames[o] }

// Clone is an independent copy.
func (a *Account) Clone() Account {
	c := *a
	c.Requests = slices.Clone(a.Requests)
	c.Records = slices.Clone(a.Records)
	c.uncommitted = slices.Clone(a.uncommitted)
	return c
}

// Logs is what the account reads of the cluster as it stands.
type Logs interface {
	// RecordAt is the record at an offset of a broker's log of a partition; false where the log has none there.
	RecordAt(broker protocol.NodeID, partition int32, offset int64) (protocol.Record, bool)
	// Replicas is the brokers that a partition is assigned to.
	Replicas(partition int32) []protocol.NodeID
	// Leader is a partition's leader by the controller's metadata; protocol.NoLeader: none.
	Leader(partition int32) protocol.NodeID
}

// has tells whether a broker's log has a producer's record where it was appended last.
func has(logs Logs, broker protocol.NodeID, r *Record) bool {
	have, ok := logs.RecordAt(broker, r.Partition, r.Place)
	return ok && have.Is(protocol.Record{Number: r.Number, Value: r.Value})
}

// leaderHas is that of the leader, where there is one.
func leaderHas(logs Logs, r *Record) bool {
	leader := logs.Leader(r.Partition)
	return leader > 0 && has(logs, leader, r)
}

// Apply takes in one event, the moment it happens.
func (a *Account) Apply(e *event.Event, logs Logs) {
	a.fold(e, logs)
	a.survival(e, logs)
}

func (a *Account) fold(e *event.Event, logs Logs) {
	switch b := e.Body.(type) {
	case *event.Block:
		if b.Record > 0 {
			a.record(b.Record, b.Producer, b.Value, b.Partition)
		}
	case *event.Enqueue:
		a.record(b.Record, b.Producer, b.Value, b.Partition).Enqueued = e.T
	case *event.Cancel:
		for _, request := range b.Produce {
			a.Requests[request-1].Abandoned = true
		}
	case *event.Retry:
		a.told(b.Request, b.Partition, b.Error)
	case *event.Late:
		a.told(b.Request, b.Partition, b.Error)
	case *event.Request:
		a.open(e.T, Request{
			ID: b.Request, Producer: b.Producer, Acks: b.Acks, Broker: b.Broker, Timeout: b.Timeout,
		}, b.Partitions)
	case *event.Unsent:
		a.open(e.T, Request{
			ID: b.Request, Producer: event.None, Acks: b.Acks, Broker: protocol.NoLeader, Timeout: b.Timeout, Unsent: true,
		}, b.Partitions)
	case *event.HighWatermark:
		if b.Leader {
			a.commit(e.T, b, logs)
		}
	case *event.Visible:
		a.see(e.T, b, logs)
	case *event.Leader, *event.Truncate:
		a.MayLose = true
	case *event.Process:
		if b.State == event.PoweredOff || b.State == event.Killed {
			a.silence(b.Broker, b.State == event.PoweredOff)
		}
	case *event.Acknowledge:
		r := a.record(b.Record, b.Producer, b.Value, b.Partition)
		r.Outcome, r.Offset, r.Acknowledged = Acknowledged, b.Offset, e.T
	case *event.Fail:
		a.fail(e.T, b)
	default:
		a.progress(e, logs)
	}
}

// record is the entry of the record that an event is about; there is none before its first event.
func (a *Account) record(number, producer int32, value string, partition int32) *Record {
	for int(number) > len(a.Records) {
		a.Records = append(a.Records, Record{
			Offset: -1, Place: -1, Enqueued: -1, Sent: -1, Appended: -1, Committed: -1, Acknowledged: -1, Visible: -1,
			Failed: -1, Crash: Crash{At: -1},
		})
	}
	r := &a.Records[number-1]
	r.Number, r.Producer, r.Value, r.Partition = number, producer, value, partition
	return r
}

// told notes what the records of a batch were told of an attempt that failed.
func (a *Account) told(request, partition int32, e protocol.Error) {
	if e == protocol.None {
		return
	}
	for _, p := range a.Requests[request-1].Parts {
		if p.Partition == partition {
			for _, rec := range p.Records {
				a.Records[rec.Number-1].told(e)
			}
		}
	}
}

// open enters a request that is sent, or that there is nowhere to send to.
func (a *Account) open(at vtime.Time, r Request, parts []event.SentPartition) {
	r.Sent, r.Received, r.Begun, r.Parked, r.Decided, r.Answered = at, -1, -1, -1, event.None, -1
	for _, it := range parts {
		r.Parts = append(r.Parts, Part{Partition: it.Partition, Records: it.Records, Base: -1})
		for _, rec := range it.Records {
			if rec.Number > 0 {
				r := &a.Records[rec.Number-1]
				if r.Sent < 0 {
					r.Sent = at
				}
				r.Attempts++
			}
		}
	}
	if r.Unsent {
		a.end(&r)
	}
	a.Requests = append(a.Requests, r)
}

// end notes that nobody waits for a request any more. One may end twice: with acks=0, an answer may come all the same.
func (a *Account) end(r *Request) {
	if r.Ended == 0 {
		a.Ended++
		r.Ended = a.Ended
	}
}

// progress is what happens to a request on its broker.
func (a *Account) progress(e *event.Event, logs Logs) {
	switch b := e.Body.(type) {
	case *event.Receive:
		r := &a.Requests[b.Request-1]
		if r.Received < 0 {
			r.Received = e.T
		}
		if !b.Queued {
			r.Begun = e.T
		}
	case *event.Append:
		p := a.Requests[b.Request-1].change(b.Partition)
		p.Base, p.Required = b.BaseOffset, b.LastOffset+1
		a.append(e.T, b.Broker, p, logs)
	case *event.Duplicate:
		p := a.Requests[b.Request-1].change(b.Partition)
		p.Base, p.Required = b.BaseOffset, b.LastOffset+1
	case *event.Refuse:
		p := a.Requests[b.Request-1].change(b.Partition)
		p.Error, p.Refused = b.Error, true
	case *event.Park:
		r := &a.Requests[b.Request-1]
		r.Parked, r.Deadline = e.T, b.Deadline
	case *event.Complete:
		r := &a.Requests[b.Request-1]
		r.By, r.Decided = b.By, e.N
		if r.Acks == protocol.AcksNone {
			a.end(r)
		}
	case *event.Response:
		r := &a.Requests[b.Request-1]
		r.Answered, r.Closed = e.T, b.ConnectionClosed
		a.end(r)
		for _, it := range b.Partitions {
			p := r.change(it.Partition)
			p.Error, p.Decided = it.Error, true
		}
	}
}

// change makes the request's parts its own and returns the one of a partition.
func (r *Request) change(partition int32) *Part {
	r.Parts = slices.Clone(r.Parts)
	i := slices.IndexFunc(r.Parts, func(p Part) bool { return p.Partition == partition })
	return &r.Parts[i]
}

// append notes where records stand in a leader's log. Of one that a retry has brought once more, the first that is
// still there counts: from then on the record is in the log, and may be committed and read. An attempt that comes late,
// to a leader that has been deposed or when another has been acknowledged, adds nothing to that.
func (a *Account) append(at vtime.Time, broker protocol.NodeID, p *Part, logs Logs) {
	for n, rec := range p.Records {
		i := rec.Number - 1
		if i < 0 {
			continue
		}
		r := &a.Records[i]
		if r.Place >= 0 && (r.Outcome == Acknowledged || has(logs, broker, r) || leaderHas(logs, r)) {
			continue
		}
		r.Appended, r.Place = at, p.Base+int64(n)
		a.uncommitted = append(a.uncommitted, i)
	}
}

func (a *Account) commit(at vtime.Time, e *event.HighWatermark, logs Logs) {
	a.uncommitted = slices.DeleteFunc(a.uncommitted, func(i int32) bool {
		r := &a.Records[i]
		if r.Partition != e.Partition || r.Place >= e.To || !has(logs, e.Broker, r) {
			return false
		}
		r.Committed = at
		return true
	})
}

func (a *Account) see(at vtime.Time, e *event.Visible, logs Logs) {
	for i := range a.Records {
		r := &a.Records[i]
		read := r.Partition == e.Partition && r.Place >= e.From && r.Place <= e.Offset
		if read && r.Visible < 0 && has(logs, e.Broker, r) {
			r.Visible = at
		}
	}
}

// maxErrors is how many attempts of a record have what they were told kept: the first ones. A record that is tried
// every millisecond for a minute has sixty times as many.
const maxErrors = 1000

// told notes what an attempt was told.
func (r *Record) told(e protocol.Error) {
	if len(r.Errors) < maxErrors {
		r.Errors = append(slices.Clip(r.Errors), e)
	}
}

// silence marks the requests that a broker takes along without a word: a machine all, a process, whose connections
// close, only those that nobody waits for.
func (a *Account) silence(broker protocol.NodeID, all bool) {
	for i := range a.Requests {
		r := &a.Requests[i]
		if !all && (r.Acks != protocol.AcksNone || r.Decided != event.None) {
			continue
		}
		if r.Broker == broker && r.Received >= 0 && r.Answered < 0 && !r.Unsent {
			r.Silenced = true
		}
	}
}

func (a *Account) fail(at vtime.Time, e *event.Fail) {
	r := a.record(e.Record, e.Producer, e.Value, e.Partition)
	r.Outcome, r.Error, r.Failed = Failed, e.Error, at
	switch {
	case e.AttemptError != protocol.None:
		r.told(e.AttemptError)
	case e.Attempt > 0:
		r.told(e.Error)
	}
}

// FirstDeadline is the first instant at which a request that waits in a purgatory will be over; -1: none waits.
func (a *Account) FirstDeadline() vtime.Time {
	first := vtime.Time(-1)
	for i := range a.Requests {
		if r := &a.Requests[i]; r.Parked >= 0 && r.Decided == event.None && (first < 0 || r.Deadline < first) {
			first = r.Deadline
		}
	}
	return first
}

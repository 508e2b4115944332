package account

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Request is one produce request.
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
	Silenced bool // its broker has died silently
	// Abandoned: its client has given up the connection, so that an answer reaches no client
	Abandoned bool
	Unsent    bool
	Ended     bool  // it was answered, never sent, or, with acks=0, decided
	first     int32 // its parts' first
	count     int32 // how many it has
}

// Part is what one request wants of one partition, and its outcome.
type Part struct {
	Request   int32 // its number
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

// Request returns the request of that number.
func (a *Account) Request(number int32) *Request { return a.Requests.At(int(number) - 1) }

func (a *Account) request(number int32) *Request { return a.Requests.Change(int(number) - 1) }

// Parts yields the parts of a request.
func (a *Account) Parts(r *Request) func(yield func(*Part) bool) {
	return func(yield func(*Part) bool) {
		for i := range r.count {
			if !yield(a.PartAt(r.first + i)) {
				return
			}
		}
	}
}

// PartCount returns how many parts a request has.
func (a *Account) PartCount(r *Request) int { return int(r.count) }

// PartAt returns the part of an index that Succeeded has.
func (a *Account) PartAt(index int32) *Part { return a.parts.At(int(index)) }

// part returns the index of a request's part for a partition; false: it has none.
func (a *Account) part(r *Request, partition int32) (int, bool) {
	for i := r.first; i < r.first+r.count; i++ {
		if a.parts.At(int(i)).Partition == partition {
			return int(i), true
		}
	}
	return 0, false
}

// open adds a request that is sent, or that has no leader to go to.
func (a *Account) open(at vtime.Time, number int32, parts []event.SentPartition) *Request {
	a.Open = append(a.Open, int32(a.Requests.Len()))
	r := a.Requests.Add()
	r.ID, r.first, r.count = number, int32(a.parts.Len()), int32(len(parts))
	r.Sent, r.Received, r.Begun, r.Parked, r.Decided, r.Answered = at, -1, -1, -1, event.None, -1
	for i := range parts {
		p := a.parts.Add()
		p.Request, p.Partition, p.Records, p.Base = number, parts[i].Partition, parts[i].Records, -1
		for j := range p.Records {
			if number := p.Records[j].Number; number > 0 {
				r := a.Records.Change(int(number) - 1)
				if r.Sent < 0 {
					r.Sent = at
				}
				r.Attempts++
			}
		}
	}
	return r
}

// end notes that no client waits for a request any more. One may end twice: with acks=0, an answer may come all the
// same.
func (a *Account) end(r *Request) {
	if r.Ended {
		return
	}
	r.Ended = true
	index := r.ID - 1
	if i := slices.Index(a.Open, index); i >= 0 {
		a.Open = slices.Delete(a.Open, i, i+1)
	}
	if len(a.Recent) == MaxRecent {
		a.Recent = a.Recent[:copy(a.Recent, a.Recent[1:])]
	}
	a.Recent = append(a.Recent, index)
}

// progress notes what happens to a request on its broker.
func (a *Account) progress(e *event.Event, logs Logs) {
	switch b := e.Body.(type) {
	case *event.Receive:
		r := a.request(b.Request)
		if r.Received < 0 {
			r.Received = e.T
		}
		if !b.Queued {
			r.Begun = e.T
		}
	case *event.Append:
		a.written(b.Request, b.Partition, b.BaseOffset, b.LastOffset)
		a.append(e.T, b, logs)
	case *event.Duplicate:
		a.written(b.Request, b.Partition, b.BaseOffset, b.LastOffset)
	case *event.Refuse:
		i, _ := a.part(a.Request(b.Request), b.Partition)
		p := a.parts.Change(i)
		p.Error, p.Refused = b.Error, true
	case *event.Park:
		r := a.request(b.Request)
		r.Parked, r.Deadline = e.T, b.Deadline
	case *event.Complete:
		r := a.request(b.Request)
		r.By, r.Decided = b.By, e.N
		if r.Acks == protocol.AcksNone {
			a.end(r)
		}
	case *event.Response:
		r := a.request(b.Request)
		r.Answered, r.Closed = e.T, b.ConnectionClosed
		a.end(r)
		for _, it := range b.Partitions {
			i, _ := a.part(r, it.Partition)
			p := a.parts.Change(i)
			p.Error, p.Decided = it.Error, true
			if it.Error == protocol.None {
				a.Succeeded = append(a.Succeeded, int32(i))
			}
		}
	}
}

// written notes the offset of a request's records for a partition. With acks=0 the client relies on that.
func (a *Account) written(request, partition int32, base, last int64) {
	r := a.Request(request)
	i, _ := a.part(r, partition)
	p := a.parts.Change(i)
	p.Base, p.Required = base, last+1
	if r.Acks == protocol.AcksNone {
		a.Succeeded = append(a.Succeeded, int32(i))
	}
}

// append notes the offset of records in a leader's log. Of a record that a retry has appended again, the first copy
// that is still there counts: from then on the record is in the log, and may be committed and read. Where none is left,
// as after an unclean election, its way through the log begins anew, whatever was committed or read of the one that is
// gone. An attempt that comes late, to a leader that has been deposed or when another has been acknowledged, adds
// nothing to that.
func (a *Account) append(at vtime.Time, e *event.Append, logs Logs) {
	i, _ := a.part(a.Request(e.Request), e.Partition)
	p := a.parts.At(i)
	for n := range p.Records {
		i := p.Records[n].Number - 1
		if i < 0 {
			continue
		}
		r := a.Records.At(int(i))
		if r.Place >= 0 && (r.Outcome == Acknowledged || has(logs, e.Broker, r) || leaderHas(logs, r)) {
			continue
		}
		if r.Place < 0 || r.Visible >= 0 {
			a.unseen = append(a.unseen, i)
		}
		r = a.Records.Change(int(i))
		r.Appended, r.Committed, r.Visible, r.Place = at, -1, -1, p.Base+int64(n)
		a.uncommitted = append(a.uncommitted, i)
	}
}

// silence marks the requests that die silently with a broker: all with a machine; with a process, whose connections
// close, only those without a waiting client.
func (a *Account) silence(broker protocol.NodeID, all bool) {
	for i := range a.Requests.Len() {
		r := a.Requests.At(i)
		if !all && (r.Acks != protocol.AcksNone || r.Decided != event.None) {
			continue
		}
		if r.Broker == broker && r.Received >= 0 && r.Answered < 0 && !r.Unsent {
			a.Requests.Change(i).Silenced = true
		}
	}
}

// FirstDeadline returns the first instant at which a request that waits in a purgatory will be over; -1: none waits.
func (a *Account) FirstDeadline() vtime.Time {
	first := vtime.Time(-1)
	for _, i := range a.Open {
		if r := a.Requests.At(int(i)); r.Parked >= 0 && r.Decided == event.None && (first < 0 || r.Deadline < first) {
			first = r.Deadline
		}
	}
	return first
}

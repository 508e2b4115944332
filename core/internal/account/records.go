package account

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Record is one record that a producer took from its application.
type Record struct {
	Number    int32 // from 1
	Producer  int32
	Value     string
	Partition int32
	Outcome   Outcome
	Error     protocol.Error
	Offset    int64 // as acknowledged; -1: not, or not told
	Place     int64 // in the leader's log, the first if it is there twice; -1: not appended
	Attempts  int
	// Errors is what the client was told of each attempt that failed, in order, of the first 1000; replaced, never
	// changed in place
	Errors       []protocol.Error
	Enqueued     vtime.Time
	Sent         vtime.Time // -1 from here on: not reached
	Appended     vtime.Time
	Committed    vtime.Time
	Acknowledged vtime.Time
	Visible      vtime.Time
	Failed       vtime.Time
	GivenUp      vtime.Time // when its application stopped waiting
	Resend       int32      // how often its application had handed it over before, each time as a record of its own
	Deleted      bool       // on request, or by retention, from the log of a leader
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
	// NeverSent is nothing for good: its producer's process died before any request carried the record.
	NeverSent
	// NeverTold is nothing for good: the process died before it was told what became of the request, or was to be sent
	// again; the record may be in the log.
	NeverTold
)

// OutcomeNames is the words of Outcome.
var OutcomeNames = []string{"pending", "acknowledged", "failed", "never-sent", "never-told"}

// String returns the outcome's name in the result.
func (o Outcome) String() string { return OutcomeNames[o] }

// record returns the entry of the record that an event is about; there is none before its first event.
func (a *Account) record(number, producer int32, value string, partition int32) *Record {
	for int(number) > a.Records.Len() {
		*a.Records.Add() = Record{
			Offset: -1, Place: -1, Enqueued: -1, Sent: -1, Appended: -1, Committed: -1, Acknowledged: -1, Visible: -1,
			Failed: -1, GivenUp: -1, Crash: Crash{At: -1},
		}
	}
	r := a.Records.Change(int(number) - 1)
	if r.Number == 0 {
		r.Number, r.Producer, r.Value = number, producer, value
	}
	r.Partition = partition
	return r
}

// told notes the error of a failed attempt for the records of a batch.
func (a *Account) told(request, partition int32, e protocol.Error) {
	if e == protocol.None {
		return
	}
	if i, ok := a.part(a.Request(request), partition); ok {
		for _, rec := range a.parts.At(i).Records {
			a.Records.Change(int(rec.Number) - 1).told(e)
		}
	}
}

// tell notes the outcome of a record that the application is told.
func (a *Account) tell(r *Record, o Outcome) {
	t := a.tally(r.Producer)
	t.count(r.Outcome, -1)
	t.count(o, 1)
	r.Outcome = o
}

func (a *Account) tally(producer int32) *Tally {
	for int(producer) >= len(a.Tallies) {
		a.Tallies = append(a.Tallies, Tally{})
	}
	return &a.Tallies[producer]
}

func (t *Tally) count(o Outcome, by int) {
	switch o {
	case Acknowledged:
		t.Acknowledged += by
	case Failed:
		t.Failed += by
	case Pending, NeverSent, NeverTold:
	}
}

// giveUp notes that an application has stopped waiting for a record, and hands it over anew.
func (a *Account) giveUp(at vtime.Time, e *event.GiveUp) {
	r := a.Records.Change(int(e.Record) - 1)
	r.GivenUp = at
	if resend, partition := r.Resend+1, r.Partition; e.Next > 0 {
		a.record(e.Next, e.Producer, e.Value, partition).Resend = resend
		a.tally(e.Producer).Resent++
	}
}

// die settles the records of a producer whose process has died: its application hears nothing more of them.
func (a *Account) die(producer int32) {
	for i := range a.Records.Len() {
		r := a.Records.At(i)
		switch {
		case r.Producer != producer || r.Outcome != Pending || r.Number == 0:
		case r.Attempts > 0:
			a.Records.Change(i).Outcome = NeverTold
		default:
			a.Records.Change(i).Outcome = NeverSent
		}
	}
}

// commit notes what a leader's high watermark has passed.
func (a *Account) commit(at vtime.Time, e *event.HighWatermark, logs Logs) {
	left := a.uncommitted[:0]
	for _, i := range a.uncommitted {
		if r := a.Records.At(int(i)); r.Partition == e.Partition && r.Place < e.To && has(logs, e.Broker, r) {
			a.Records.Change(int(i)).Committed = at
		} else {
			left = append(left, i)
		}
	}
	a.uncommitted = left
}

// rise notes where the high watermark of a partition's leader is now.
func (a *Account) rise(partition int32, to int64) {
	for int(partition) >= len(a.high) {
		a.high = append(a.high, 0)
	}
	a.high[partition] = to
}

// HighWatermark returns how far the high watermark of a partition rose under the broker that led it last; 0: it did not
// rise since that one took over. When it dies, its own process comes back with an older one, but what was committed and
// read is what this says.
func (a *Account) HighWatermark(partition int32) int64 {
	if int(partition) >= len(a.high) {
		return 0
	}
	return a.high[partition]
}

// see notes what a consumer has read.
func (a *Account) see(at vtime.Time, e *event.Visible, logs Logs) {
	left := a.unseen[:0]
	for _, i := range a.unseen {
		r := a.Records.At(int(i))
		read := r.Partition == e.Partition && r.Place >= e.From && r.Place <= e.Offset
		if read && has(logs, e.Broker, r) {
			a.Records.Change(int(i)).Visible = at
		} else {
			left = append(left, i)
		}
	}
	a.unseen = left
}

// remove notes which records a leader's log has deleted.
func (a *Account) remove(e *event.LogStart, logs Logs) {
	for i := range a.Records.Len() {
		r := a.Records.At(i)
		if r.Partition == e.Partition && r.Place >= 0 && r.Place < e.To && !r.Deleted && has(logs, e.Broker, r) {
			a.Records.Change(i).Deleted = true
		}
	}
}

// maxErrors is how many errors of a record's attempts are kept: the first ones. A record that is tried every
// millisecond for a minute has sixty times as many.
const maxErrors = 1000

// told notes the error of an attempt.
func (r *Record) told(e protocol.Error) {
	if len(r.Errors) < maxErrors {
		r.Errors = append(slices.Clip(r.Errors), e)
	}
}

func (a *Account) fail(at vtime.Time, e *event.Fail) {
	r := a.record(e.Record, e.Producer, e.Value, e.Partition)
	a.tell(r, Failed)
	r.Error, r.Failed = e.Error, at
	switch {
	case e.AttemptError != protocol.None:
		r.told(e.AttemptError)
	case e.Attempt > 0:
		r.told(e.Error)
	}
}

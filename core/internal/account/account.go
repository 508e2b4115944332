// Package account folds a run's events into what became of every produce request and of every record of a producer:
// when each milestone was reached, what its client was told, and whether it survived the death of its leader.
//
// It decides nothing, and no decision depends on it. What no event says, which records a log has at the moment, it
// reads through Logs.
package account

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/paged"
	"highwater/core/internal/protocol"
)

// Account is what the events so far say of every produce request and of every record of a producer. Others only read
// it; only Apply changes it.
//
// A page asks sixty times a second, and a run keeps many copies. So what is asked for is counted, what is under way is
// listed, and everything else, of which there may be thousands, is neither walked through nor copied.
type Account struct {
	Requests paged.List[Request] // at i is request i+1
	Records  paged.List[Record]  // by their numbers: in the order in which producers took them
	parts    paged.List[Part]    // of all requests, one request's together

	Open   []int32 // the requests that have not ended, by their indices, ascending
	Recent []int32 // those that ended last, MaxRecent at most, in the order in which they ended
	// Succeeded is the parts of requests that their clients were told the success of, or with acks=0 believe in, as
	// indices for PartAt and in the order in which that came about. A part may be there twice.
	Succeeded []int32
	Tallies   []Tally // by producer; short where nothing was told yet
	// Losses counts events that may have cost a log records, or made another log the one that counts; 0: whatever was
	// acknowledged is where it was
	Losses int

	// high is, by partition, the high watermark of the broker that led it last, as far as it has risen since then.
	high []int64

	// The records in a leader's log above the high watermark, and those in one that no consumer has seen, as indices of
	// Records.
	uncommitted, unseen []int32
}

// MaxRecent is how many of the requests that have ended an account lists.
const MaxRecent = 12

// Tally counts the records that a producer's application was told of, and those that it has handed over again.
type Tally struct{ Acknowledged, Failed, Resent int }

// Clone returns an independent copy.
func (a *Account) Clone() Account {
	c := *a
	c.Requests, c.Records, c.parts = a.Requests.Clone(), a.Records.Clone(), a.parts.Clone()
	c.Open, c.Recent = slices.Clone(a.Open), slices.Clone(a.Recent)
	c.Succeeded = slices.Clip(a.Succeeded) // it only grows, so the two share what there is
	c.Tallies, c.high = slices.Clone(a.Tallies), slices.Clone(a.high)
	c.uncommitted, c.unseen = slices.Clone(a.uncommitted), slices.Clone(a.unseen)
	return c
}

// Logs is what the account reads of the present cluster.
type Logs interface {
	// RecordAt returns the record at an offset of a broker's log of a partition; false where the log has none there.
	RecordAt(broker protocol.NodeID, partition int32, offset int64) (protocol.Record, bool)
	// Replicas returns the brokers that a partition is assigned to.
	Replicas(partition int32) []protocol.NodeID
	// Leader returns a partition's leader by the controller's metadata; protocol.NoLeader: none.
	Leader(partition int32) protocol.NodeID
}

// has reports whether a broker's log has a producer's record where it was appended last.
func has(logs Logs, broker protocol.NodeID, r *Record) bool {
	have, ok := logs.RecordAt(broker, r.Partition, r.Place)
	return ok && have.Is(protocol.Record{Number: r.Number, Value: r.Value})
}

// leaderHas does the same for the leader, if there is one.
func leaderHas(logs Logs, r *Record) bool {
	leader := logs.Leader(r.Partition)
	return leader > 0 && has(logs, leader, r)
}

// Apply handles one event, the moment it happens.
func (a *Account) Apply(e *event.Event, logs Logs) {
	switch b := e.Body.(type) {
	case *event.Fetch, *event.FetchResponse, *event.Replicate, *event.Check, *event.Timer, *event.Batch: // half of all
	case *event.Block:
		if b.Record > 0 {
			a.record(b.Record, b.Producer, b.Value, b.Partition)
		}
	case *event.Enqueue:
		a.record(b.Record, b.Producer, b.Value, b.Partition).Enqueued = e.T
	case *event.Cancel:
		for _, request := range b.Produce {
			a.request(request).Abandoned = true
		}
	case *event.Client:
		for _, request := range b.Produce {
			a.request(request).Abandoned = true
		}
		if b.State == event.ClientKilled {
			a.die(b.Producer)
		}
	case *event.GiveUp:
		a.giveUp(e.T, b)
	case *event.Retry:
		a.told(b.Request, b.Partition, b.Error)
	case *event.Late:
		a.told(b.Request, b.Partition, b.Error)
	case *event.Request:
		r := a.open(e.T, b.Request, b.Partitions)
		r.Producer, r.Acks, r.Broker, r.Timeout = b.Producer, b.Acks, b.Broker, b.Timeout
	case *event.Unsent:
		r := a.open(e.T, b.Request, b.Partitions)
		r.Producer, r.Acks, r.Broker, r.Timeout = event.None, b.Acks, protocol.NoLeader, b.Timeout
		r.Unsent = true
		a.end(r)
	case *event.HighWatermark:
		if b.Leader {
			a.rise(b.Partition, b.To)
			a.commit(e.T, b, logs)
		}
	case *event.LogStart:
		if b.Leader {
			a.remove(b, logs)
		}
	case *event.Visible:
		a.see(e.T, b, logs)
	case *event.Leader, *event.Truncate, *event.Log:
		a.Losses++
	case *event.Process:
		if b.State == event.PoweredOff || b.State == event.Killed {
			a.silence(b.Broker, b.State == event.PoweredOff)
			a.crash(e.T, b.Broker, logs)
		}
	case *event.Role:
		if b.Leads {
			a.rise(b.Partition, 0) // it goes by what it knows itself
			a.settle(b, logs)
		}
	case *event.Acknowledge:
		r := a.record(b.Record, b.Producer, b.Value, b.Partition)
		a.tell(r, Acknowledged)
		r.Offset, r.Acknowledged = b.Offset, e.T
	case *event.Fail:
		a.fail(e.T, b)
	default:
		a.progress(e, logs)
	}
}

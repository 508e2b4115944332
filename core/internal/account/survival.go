package account

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Crash is how a record stood when the leader of its partition died, and whether it outlived that: what acks was worth.
type Crash struct {
	At           vtime.Time // -1: its leader has not died since the record was taken
	Broker       protocol.NodeID
	Acknowledged bool // the application had been told of success
	Held         bool // the producer still held the record, to send it again
	Attempts     int
	Copies       protocol.BrokerSet // whose logs had it
	Settled      bool               // somebody leads again
	Survived     bool               // and has it
}

// survival looks, when a leader dies and when the next one takes over, at the records of its partitions.
func (a *Account) survival(e *event.Event, logs Logs) {
	switch b := e.Body.(type) {
	case *event.Process:
		if b.State == event.Killed || b.State == event.PoweredOff {
			for i := range a.Records {
				a.Records[i].crashed(e.T, b.Broker, logs)
			}
		}
	case *event.Role:
		if !b.Leads {
			return
		}
		for i := range a.Records {
			r := &a.Records[i]
			if c := &r.Crash; c.At >= 0 && !c.Settled && r.Partition == b.Partition {
				c.Settled, c.Survived = true, has(logs, b.Broker, r)
			}
		}
	}
}

// crashed notes how a record stands at the first death of its leader.
func (r *Record) crashed(at vtime.Time, broker protocol.NodeID, logs Logs) {
	if r.Crash.At >= 0 || r.Partition < 0 || r.Enqueued < 0 || r.Outcome == Failed ||
		logs.Leader(r.Partition) != broker {
		return
	}
	r.Crash = Crash{
		At: at, Broker: broker, Acknowledged: r.Outcome == Acknowledged, Held: r.Outcome == Pending, Attempts: r.Attempts,
	}
	for _, id := range logs.Replicas(r.Partition) {
		if has(logs, id, r) {
			r.Crash.Copies = r.Crash.Copies.With(id)
		}
	}
}

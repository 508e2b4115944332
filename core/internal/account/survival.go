package account

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Crash is the state of a record when the leader of its partition died, and whether it survived that: what acks was
// worth.
type Crash struct {
	At           vtime.Time // -1: its leader has not died since the record was taken
	Broker       protocol.NodeID
	Acknowledged bool // the application had been told of success
	Held         bool // the producer still held the record, to send it again
	Attempts     int
	Copies       protocol.BrokerSet // whose logs had it
	Settled      bool               // there is a leader again
	Survived     bool               // and has it, or it was deleted on purpose
}

// crash checks the records of a leader's partitions when it dies.
func (a *Account) crash(at vtime.Time, broker protocol.NodeID, logs Logs) {
	for i := range a.Records.Len() {
		if r := a.Records.At(i); r.dies(broker, logs) {
			a.Records.Change(i).crashed(at, broker, logs)
		}
	}
}

// settle checks them when the next leader takes over.
func (a *Account) settle(e *event.Role, logs Logs) {
	for i := range a.Records.Len() {
		r := a.Records.At(i)
		if r.Crash.At >= 0 && !r.Crash.Settled && r.Partition == e.Partition {
			c := &a.Records.Change(i).Crash
			c.Settled, c.Survived = true, r.Deleted || has(logs, e.Broker, r)
		}
	}
}

// dies reports whether the death of a broker is the first death of a record's leader.
func (r *Record) dies(broker protocol.NodeID, logs Logs) bool {
	return r.Crash.At < 0 && r.Partition >= 0 && r.Enqueued >= 0 && r.Outcome != Failed &&
		logs.Leader(r.Partition) == broker
}

// crashed notes the state of a record at the first death of its leader.
func (r *Record) crashed(at vtime.Time, broker protocol.NodeID, logs Logs) {
	r.Crash = Crash{
		At: at, Broker: broker, Acknowledged: r.Outcome == Acknowledged, Held: r.Outcome == Pending, Attempts: r.Attempts,
	}
	for _, id := range logs.Replicas(r.Partition) {
		if has(logs, id, r) {
			r.Crash.Copies = r.Crash.Copies.With(id)
		}
	}
}

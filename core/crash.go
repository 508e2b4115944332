package core

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// crash is how a record stood when the leader of its partition died, and whether it outlived that: what acks was worth.
type crash struct {
	at           vtime.Time // -1: its leader has not died since the record was taken
	broker       protocol.NodeID
	acknowledged bool // the application had been told of success
	held         bool // the producer still held the record, to send it again
	attempts     int
	copies       protocol.BrokerSet // whose logs had it
	settled      bool               // somebody leads again
	survived     bool               // and has it
}

// noteCrash looks, when a leader dies and when the next one takes over, at the records of its partitions.
func (m *sim) noteCrash(e *Event) {
	switch {
	case e.Kind == event.Process && (e.Process == event.Killed || e.Process == event.PoweredOff):
		for i := range m.ledger.records {
			m.crashed(&m.ledger.records[i], e)
		}
	case e.Kind == event.Role && e.Leads:
		for i := range m.ledger.records {
			r := &m.ledger.records[i]
			if c := &r.crash; c.at >= 0 && !c.settled && r.partition == e.Partition {
				c.settled, c.survived = true, m.hasRecord(e.Broker, r)
			}
		}
	}
}

// crashed notes how a record stands at the first death of its leader.
func (m *sim) crashed(r *recordEntry, e *Event) {
	if r.crash.at >= 0 || r.partition < 0 || r.enqueued < 0 || r.outcome == failed ||
		m.controller.Books(r.partition).Leader != e.Broker {
		return
	}
	r.crash = crash{
		at: e.T, broker: e.Broker, acknowledged: r.outcome == acknowledged, held: r.outcome == pending, attempts: r.attempts,
	}
	for _, id := range m.layout.Replicas[r.partition] {
		if m.hasRecord(id, r) {
			r.crash.copies = r.crash.copies.With(id)
		}
	}
}

// crash writes how a record stood at its leader's death, if there was one.
func (w *summaryWriter) crash(c *crash) {
	if c.at < 0 {
		return
	}
	w.Object("crash")
	w.Time("t", c.at)
	w.Int("broker", int64(c.broker))
	w.Bool("acknowledged", c.acknowledged)
	w.Set("copies", c.copies)
	w.Bool("held", c.held)
	w.Int("attempts", int64(c.attempts))
	if c.settled {
		w.Bool("survived", c.survived)
	}
	w.Close('}')
}

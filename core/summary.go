package core

import (
	"slices"
	"strconv"

	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// hash is the 64-bit FNV-1a of events' lines, which tells two runs apart.
type hash uint64

const emptyHash hash = 14695981039346656037

// appendSummary appends the result's last line, with its newline: what came of every record, request and partition.
func (m *sim) appendSummary(b []byte, events int, h hash) []byte {
	w := summaryWriter{encode.Writer{B: b}, m, m.locate()}
	w.Open('{')
	w.String("kind", "summary")
	w.Time("t", m.now)
	w.Int("events", int64(events))
	w.String("hash", hex(h))
	w.List("records", len(m.ledger.records), func(i int) { w.record(i, &m.ledger.records[i]) })
	w.List("requests", len(m.ledger.requests), func(i int) { w.request(i, &m.ledger.requests[i]) })
	w.List("partitions", len(m.script.Cluster.Partitions), func(i int) { w.partition(i, &m.script.Cluster.Partitions[i]) })
	delayed, watched, expired := 0, 0, 0
	for _, b := range m.brokers {
		delayed += b.Produces().NumDelayed()
		watched += b.Produces().Watched()
		expired += b.Expired()
	}
	w.Object("purgatory")
	w.Int("delayed", int64(delayed))
	w.Int("watched", int64(watched))
	w.Int("expired", int64(expired))
	w.Close('}')
	w.Close('}')
	return append(w.B, '\n')
}

// hex is all sixteen digits of a hash.
func hex(h hash) string {
	digits := strconv.FormatUint(uint64(h), 16)
	return "0000000000000000"[len(digits):] + digits
}

type summaryWriter struct {
	encode.Writer
	m     *sim
	found []whereabouts
}

func (w *summaryWriter) place(partition int32) {
	topic, number := w.m.Topic(partition)
	w.String("topic", topic)
	w.Int("partition", int64(number))
}

// reached writes a milestone, unless it was not reached.
func (w *summaryWriter) reached(name string, at vtime.Time) {
	if at >= 0 {
		w.Time(name, at)
	}
}

func (w *summaryWriter) record(i int, r *recordEntry) {
	w.String("producer", w.m.Producer(r.producer))
	w.String("value", r.value)
	if r.partition != event.None {
		w.place(r.partition)
	}
	w.String("outcome", outcomeNames[r.outcome])
	w.String("error", r.error.String())
	if r.offset >= 0 {
		w.Int("offset", r.offset)
	}
	w.Int("attempts", int64(r.attempts))
	w.Array("errors")
	for _, e := range r.errors {
		w.StringValue(e.String())
	}
	w.Close(']')
	w.reached("enqueued", r.enqueued)
	w.reached("sent", r.sent)
	w.reached("appended", r.appended)
	w.reached("committed", r.committed)
	w.reached("acknowledged", r.acknowledged)
	w.reached("visible", r.visible)
	w.reached("failed", r.failed)
	at := w.found[i]
	w.Set("copies", at.copies)
	w.Array("offsets")
	for _, o := range at.offsets {
		w.IntValue(o)
	}
	w.Close(']')
	w.Bool("lost", r.outcome == acknowledged && len(at.offsets) == 0 && !w.m.carries(r.number))
	w.parts(r)
	w.crash(&r.crash)
}

// carries tells whether a request that nobody waits for (acks=0) may still bring a record to its log.
func (m *sim) carries(number int32) bool {
	for i := range m.ledger.requests {
		r := &m.ledger.requests[i]
		if r.acks != protocol.AcksNone || m.settled(r) {
			continue
		}
		for _, p := range r.parts {
			for _, rec := range p.records {
				if rec.Number == number {
					return true
				}
			}
		}
	}
	return false
}

// whereabouts is where a producer's record stands at the end.
type whereabouts struct {
	copies  protocol.BrokerSet // the brokers whose log holds it
	offsets []int64            // in the leader's log; without a leader, in any
}

// locate looks through every log once and finds the records of producers, by their numbers.
func (m *sim) locate() []whereabouts {
	found := make([]whereabouts, len(m.ledger.records))
	for i := range m.script.Cluster.Partitions {
		leader := m.controller.Books(int32(i)).Leader
		for _, id := range m.layout.Replicas[i] {
			m.brokers[id-1].Log(int32(i)).Records(0, func(offset int64, _ int32, r protocol.Record) bool {
				if r.Number == 0 {
					return true
				}
				at := &found[r.Number-1]
				at.copies = at.copies.With(id)
				if (id == leader || leader == protocol.NoLeader) && !slices.Contains(at.offsets, offset) {
					at.offsets = append(at.offsets, offset)
				}
				return true
			})
		}
	}
	return found
}

func (w *summaryWriter) request(_ int, r *requestEntry) {
	w.Int("request", int64(r.id))
	w.String("acks", r.acks.String())
	if r.producer == event.None {
		w.Bool("raw", true)
	} else {
		w.String("producer", w.m.Producer(r.producer))
	}
	w.Bool("parked", r.parked >= 0)
	if r.decided != event.None {
		w.String("completedBy", r.by.String())
		w.Int("event", int64(r.decided))
	}
	w.List("partitions", len(r.parts), func(i int) { w.part(r, &r.parts[i]) })
	w.reached("received", r.received)
	w.reached("answered", r.answered)
	if r.closed {
		w.Bool("connectionClosed", true)
	}
}

// part is what the client was told of one partition: no error while there is no answer, or none but a closed
// connection.
func (w *summaryWriter) part(r *requestEntry, p *requestPart) {
	w.place(p.partition)
	e := ""
	if p.decided {
		e = p.error.String()
	}
	w.String("error", e)
	base := int64(-1)
	if p.decided {
		base = p.base
	}
	w.Int("baseOffset", base)
	w.Int("requiredOffset", p.required)
}

func (w *summaryWriter) partition(i int, p *script.Partition) {
	index := int32(i)
	b := w.m.controller.Books(index)
	w.place(index)
	w.Int("leader", int64(b.Leader))
	w.Int("leaderEpoch", int64(b.LeaderEpoch))
	w.Int("partitionEpoch", int64(b.PartitionEpoch))
	w.Set("isr", b.ISR)
	w.Set("elr", b.ELR)
	if b.Leader > 0 {
		w.Int("highWatermark", w.m.brokers[b.Leader-1].Log(index).HighWatermark())
	}
	w.List("replicas", len(p.Replicas), func(i int) { w.replica(index, p.Replicas[i]) })
}

func (w *summaryWriter) replica(partition int32, id protocol.NodeID) {
	log := w.m.brokers[id-1].Log(partition)
	w.Int("broker", int64(id))
	w.Bool("alive", w.m.brokers[id-1].Alive())
	w.Int("logEndOffset", log.End())
	w.Int("highWatermark", log.HighWatermark())
	w.Array("values")
	log.Records(0, func(_ int64, _ int32, r protocol.Record) bool {
		w.StringValue(r.Value)
		return true
	})
	w.Close(']')
	w.Array("epochs")
	log.Records(0, func(_ int64, epoch int32, _ protocol.Record) bool {
		w.IntValue(int64(epoch))
		return true
	})
	w.Close(']')
}

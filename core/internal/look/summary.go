package look

import (
	"slices"

	"highwater/core/internal/account"
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// AppendSummary appends the result's last line, with its newline: what came of every record, request and partition.
func (m *Model) AppendSummary(b []byte, events int, h event.Hash) []byte {
	w := summaryWriter{encode.Writer{B: b}, m, m.locate()}
	w.Open('{')
	w.String("kind", "summary")
	w.Time("t", m.Now())
	w.Int("events", int64(events))
	w.String("hash", h.String())
	w.List("records", len(m.Account.Records), func(i int) { w.record(i, &m.Account.Records[i]) })
	w.List("requests", len(m.Account.Requests), func(i int) { w.request(i, &m.Account.Requests[i]) })
	partitions := m.Script().Cluster.Partitions
	w.List("partitions", len(partitions), func(i int) { w.partition(i, &partitions[i]) })
	delayed, watched, expired := 0, 0, 0
	for i := range m.Layout().Brokers {
		b := m.Broker(protocol.NodeID(i + 1))
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

type summaryWriter struct {
	encode.Writer
	m     *Model
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

func (w *summaryWriter) record(i int, r *account.Record) {
	w.String("producer", w.m.Producer(r.Producer))
	w.String("value", r.Value)
	if r.Partition != event.None {
		w.place(r.Partition)
	}
	w.String("outcome", r.Outcome.String())
	w.String("error", r.Error.String())
	if r.Offset >= 0 {
		w.Int("offset", r.Offset)
	}
	w.Int("attempts", int64(r.Attempts))
	w.Array("errors")
	for _, e := range r.Errors {
		w.StringValue(e.String())
	}
	w.Close(']')
	w.reached("enqueued", r.Enqueued)
	w.reached("sent", r.Sent)
	w.reached("appended", r.Appended)
	w.reached("committed", r.Committed)
	w.reached("acknowledged", r.Acknowledged)
	w.reached("visible", r.Visible)
	w.reached("failed", r.Failed)
	at := w.found[i]
	w.Set("copies", at.copies)
	w.Array("offsets")
	for _, o := range at.offsets {
		w.IntValue(o)
	}
	w.Close(']')
	w.Bool("lost", r.Outcome == account.Acknowledged && len(at.offsets) == 0 && !w.m.carries(r.Number))
	w.parts(r)
	w.crash(&r.Crash)
}

// carries tells whether a request that nobody waits for (acks=0) may still bring a record to its log.
func (m *Model) carries(number int32) bool {
	for i := range m.Account.Requests {
		r := &m.Account.Requests[i]
		if r.Acks != protocol.AcksNone || m.settled(r) {
			continue
		}
		for _, p := range r.Parts {
			for _, rec := range p.Records {
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
func (m *Model) locate() []whereabouts {
	found := make([]whereabouts, len(m.Account.Records))
	for i := range m.Script().Cluster.Partitions {
		leader := m.Controller().Registration(int32(i)).Leader
		for _, id := range m.Layout().Replicas[i] {
			m.Broker(id).Log(int32(i)).Records(0, func(offset int64, _ int32, r protocol.Record) bool {
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

func (w *summaryWriter) request(_ int, r *account.Request) {
	w.Int("request", int64(r.ID))
	w.String("acks", r.Acks.String())
	if r.Producer == event.None {
		w.Bool("raw", true)
	} else {
		w.String("producer", w.m.Producer(r.Producer))
	}
	w.Bool("parked", r.Parked >= 0)
	if r.Decided != event.None {
		w.String("completedBy", r.By.String())
		w.Int("event", int64(r.Decided))
	}
	w.List("partitions", len(r.Parts), func(i int) { w.part(r, &r.Parts[i]) })
	w.reached("received", r.Received)
	w.reached("answered", r.Answered)
	if r.Closed {
		w.Bool("connectionClosed", true)
	}
}

// part is what the client was told of one partition: no error while there is no answer, or none but a closed
// connection, whichever of the two has closed it.
func (w *summaryWriter) part(r *account.Request, p *account.Part) {
	w.place(p.Partition)
	e, base := "", int64(-1)
	if r.Told(p) {
		e, base = p.Error.String(), p.Base
	}
	w.String("error", e)
	w.Int("baseOffset", base)
	w.Int("requiredOffset", p.Required)
}

func (w *summaryWriter) partition(i int, p *script.Partition) {
	index := int32(i)
	b := w.m.Controller().Registration(index)
	w.place(index)
	w.Int("leader", int64(b.Leader))
	w.Int("leaderEpoch", int64(b.LeaderEpoch))
	w.Int("partitionEpoch", int64(b.PartitionEpoch))
	w.Set("isr", b.ISR)
	w.Set("elr", b.ELR)
	if b.Leader > 0 {
		w.Int("highWatermark", w.m.Broker(b.Leader).Log(index).HighWatermark())
	}
	w.List("replicas", len(p.Replicas), func(i int) { w.replica(index, p.Replicas[i]) })
}

func (w *summaryWriter) replica(partition int32, id protocol.NodeID) {
	log := w.m.Broker(id).Log(partition)
	w.Int("broker", int64(id))
	w.Bool("alive", w.m.Broker(id).Alive())
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

// crash writes how a record stood at its leader's death, if there was one.
func (w *summaryWriter) crash(c *account.Crash) {
	if c.At < 0 {
		return
	}
	w.Object("crash")
	w.Time("t", c.At)
	w.Int("broker", int64(c.Broker))
	w.Bool("acknowledged", c.Acknowledged)
	w.Set("copies", c.Copies)
	w.Bool("held", c.Held)
	w.Int("attempts", int64(c.Attempts))
	if c.Settled {
		w.Bool("survived", c.Survived)
	}
	w.Close('}')
}

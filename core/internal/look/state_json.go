package look

import (
	"cmp"

	"highwater/core/internal/encode"
	"highwater/core/internal/order"
)

// AppendJSON appends the state as one JSON object, its members named by the fields' tags.
func (s *State) AppendJSON(b []byte) []byte {
	w := stateWriter{encode.Writer{B: b}}
	w.Open('{')
	w.Time("t", s.T)
	w.Int("n", int64(s.N))
	w.List("partitions", len(s.Partitions), func(i int) { w.partition(&s.Partitions[i]) })
	w.Int("waiting", int64(s.Waiting))
	w.Int("parked", int64(s.Parked))
	w.List("requests", len(s.Requests), func(i int) { w.request(&s.Requests[i]) })
	w.List("brokers", len(s.Brokers), func(i int) { w.broker(&s.Brokers[i]) })
	w.List("messages", len(s.Messages), func(i int) { w.message(&s.Messages[i]) })
	w.List("producers", len(s.Producers), func(i int) { w.producer(&s.Producers[i]) })
	w.List("consumers", len(s.Consumers), func(i int) { w.consumer(&s.Consumers[i]) })
	w.List("links", len(s.Links), func(i int) {
		l := &s.Links[i]
		w.String("from", l.From)
		w.String("to", l.To)
		w.Time("latencyMs", l.Latency)
		w.Bool("up", l.Up)
	})
	w.Close('}')
	return w.B
}

// sortMessages puts messages in the order in which they arrive.
func sortMessages(messages []MessageState) []MessageState {
	return order.Stable(messages, func(a, b *MessageState) int {
		return cmp.Or(cmp.Compare(a.Arrives, b.Arrives), cmp.Compare(a.Sent, b.Sent), cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To), cmp.Compare(a.Request, b.Request))
	})
}

type stateWriter struct{ encode.Writer }

func (w *stateWriter) ints(name string, v []int) {
	w.Array(name)
	for _, n := range v {
		w.IntValue(int64(n))
	}
	w.Close(']')
}

func (w *stateWriter) place(topic string, partition int) {
	w.String("topic", topic)
	w.Int("partition", int64(partition))
}

func (w *stateWriter) partition(p *PartitionState) {
	w.place(p.Topic, p.Partition)
	w.Int("leader", int64(p.Leader))
	w.Int("leaderEpoch", int64(p.LeaderEpoch))
	w.Int("partitionEpoch", int64(p.PartitionEpoch))
	w.ints("isr", p.ISR)
	w.ints("maximalIsr", p.MaximalISR)
	w.String("pending", p.Pending)
	w.ints("elr", p.ELR)
	w.ints("lastKnownElr", p.LastKnown)
	w.Bool("recovering", p.Recovering)
	w.Bool("uncleanAllowed", p.UncleanAllowed)
	w.Int("minIsr", int64(p.MinISR))
	w.Int("effectiveMinIsr", int64(p.EffectiveMin))
	w.Bool("locked", p.Locked)
	w.Bool("atMinIsr", p.AtMin)
	w.Int("highWatermark", p.HighWatermark)
	w.ints("heldBackBy", p.HeldBackBy)
	w.Int("waiting", int64(p.Waiting))
	w.Int("firstOffset", p.FirstOffset)
	w.Int("endOffset", p.EndOffset)
	w.List("replicas", len(p.Replicas), func(i int) { w.replica(&p.Replicas[i]) })
	w.List("ghosts", len(p.Ghosts), func(i int) {
		g := &p.Ghosts[i]
		w.Int("offset", g.Offset)
		w.String("value", g.Value)
		w.Int("request", int64(g.Request))
		w.String("acks", g.Acks)
	})
}

func (w *stateWriter) replica(r *ReplicaState) {
	w.Int("broker", int64(r.Broker))
	w.Bool("leader", r.Leader)
	w.Bool("inSync", r.InSync)
	w.Bool("eligible", r.Eligible)
	w.Bool("heldOut", r.HeldOut)
	w.Bool("alive", r.Alive)
	w.Bool("leads", r.Leads)
	w.Int("knownLeader", int64(r.KnownLeader))
	w.Int("knownEpoch", int64(r.KnownEpoch))
	w.Int("logEndOffset", r.LogEndOffset)
	w.Int("highWatermark", r.HighWatermark)
	w.Int("knownEnd", r.KnownEnd)
	w.List("cells", len(r.Cells), func(i int) {
		c := &r.Cells[i]
		w.Int("offset", c.Offset)
		w.String("value", c.Value)
		w.Int("epoch", int64(c.Epoch))
		w.Int("request", int64(c.Request))
		w.String("told", c.Told)
	})
	w.Object("fetch")
	w.String("phase", r.Fetch.Phase)
	w.Time("since", r.Fetch.Since)
	w.Time("until", r.Fetch.Until)
	w.Int("offset", r.Fetch.Offset)
	w.Time("delayMs", r.Fetch.DelayMs)
	w.Bool("paused", r.Fetch.Paused)
	w.Close('}')
}

func (w *stateWriter) request(r *RequestState) {
	w.Int("request", int64(r.Request))
	if r.Producer != "" {
		w.String("producer", r.Producer)
	}
	w.String("acks", r.Acks)
	w.Int("broker", int64(r.Broker))
	w.String("phase", r.Phase)
	w.Time("since", r.Since)
	w.Time("until", r.Until)
	w.Time("timeoutMs", r.TimeoutMs)
	if r.Closed {
		w.Bool("connectionClosed", true)
	}
	w.List("partitions", len(r.Partitions), func(i int) {
		p := &r.Partitions[i]
		w.place(p.Topic, p.Partition)
		w.Array("values")
		for _, v := range p.Values {
			w.StringValue(v)
		}
		w.Close(']')
		w.String("state", p.State)
		w.String("error", p.Error)
		w.Int("baseOffset", p.BaseOffset)
		w.Int("requiredOffset", p.RequiredOffset)
		w.ints("waitsFor", p.WaitsFor)
	})
}

func (w *stateWriter) broker(b *BrokerState) {
	w.Int("broker", int64(b.Broker))
	w.String("process", b.Process)
	w.Bool("fenced", b.Fenced)
	w.Int("epoch", b.Epoch)
	w.Int("sessionEndsMs", b.SessionEnds)
	w.Int("delayed", int64(b.Delayed))
	w.Int("watched", int64(b.Watched))
	w.List("keys", len(b.Keys), func(i int) {
		k := &b.Keys[i]
		w.place(k.Topic, k.Partition)
		w.Int("parked", int64(k.Parked))
		w.Int("done", int64(k.Done))
	})
	w.List("wheel", len(b.Wheel), func(i int) {
		l := &b.Wheel[i]
		w.Int("tickMs", l.TickMs)
		w.Int("size", int64(l.Size))
		w.Int("currentMs", l.CurrentMs)
		w.Int("count", int64(l.Count))
		w.List("buckets", len(l.Buckets), func(i int) {
			b := &l.Buckets[i]
			w.Int("bucket", int64(b.Bucket))
			w.Int("dueMs", b.DueMs)
			w.Int("count", int64(b.Count))
			w.List("tasks", len(b.Tasks), func(i int) {
				w.Int("request", int64(b.Tasks[i].Request))
				w.Int("expiration", b.Tasks[i].Expiration)
			})
		})
	})
}

func (w *stateWriter) message(m *MessageState) {
	w.String("kind", m.Kind)
	w.Int("from", int64(m.From))
	w.Int("to", int64(m.To))
	w.String("client", m.Client)
	w.Int("request", int64(m.Request))
	w.Int("records", int64(m.Records))
	w.Time("sent", m.Sent)
	w.Time("arrives", m.Arrives)
}

func (w *stateWriter) producer(p *ProducerState) {
	w.String("id", p.ID)
	w.String("acks", p.Acks)
	w.Int("inFlight", int64(p.InFlight))
	w.Int("queued", int64(p.Queued))
	w.Int("acknowledged", int64(p.Acknowledged))
	w.Int("failed", int64(p.Failed))
}

func (w *stateWriter) consumer(c *ConsumerState) {
	w.String("id", c.ID)
	w.List("positions", len(c.Positions), func(i int) {
		p := &c.Positions[i]
		w.place(p.Topic, p.Partition)
		w.Int("offset", p.Offset)
	})
}

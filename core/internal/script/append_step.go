package script

import (
	"iter"
	"math"
	"strconv"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// arguments appends what write writes between braces.
func arguments(b []byte, write func(*writer)) []byte {
	w := writer{append(b, '{')}
	write(&w)
	return append(w.b, '}')
}

// whole appends topic and partition.
func (w *writer) whole(c *Cluster, partition int32) {
	p := &c.Partitions[partition]
	w.string("topic", c.Topics[p.Topic].Name)
	w.int("partition", int64(p.Number))
}

// Verb is "send".
func (Send) Verb() string { return "send" }

// AppendJSON appends the arguments.
func (a Send) AppendJSON(b []byte, c *Cluster, producers []Producer) []byte {
	return arguments(b, func(w *writer) {
		w.string("producer", producers[a.Producer].ID)
		w.whole(c, a.Partition)
		if a.HasKey {
			w.string("key", a.Key)
		}
		w.string("value", a.Value)
		if a.Size > 0 {
			w.int("size", a.Size)
		}
		if a.Count > 0 {
			w.int("count", int64(a.Count))
		}
		if a.Every > 0 {
			w.ms("every.ms", a.Every)
		}
	})
}

// Verb is "produce".
func (Produce) Verb() string { return "produce" }

// AppendJSON appends the arguments.
func (a Produce) AppendJSON(b []byte, c *Cluster, _ []Producer) []byte {
	return arguments(b, func(w *writer) {
		w.string("acks", a.Acks.String())
		w.ms("timeout.ms", a.Timeout)
		if a.Broker != 0 {
			w.int("broker", int64(a.Broker))
		}
		w.key("partitions")
		w.b = append(w.b, '[')
		for _, p := range a.Partitions {
			w.comma()
			w.open()
			w.whole(c, p.Partition)
			if p.Values != nil {
				w.list("records", p.Values)
			} else {
				w.int("records", int64(p.Count))
			}
			w.close()
		}
		w.b = append(w.b, ']')
	})
}

// Verb is "fetch-delay".
func (FetchDelay) Verb() string { return "fetch-delay" }

// AppendJSON appends the arguments.
func (a FetchDelay) AppendJSON(b []byte, c *Cluster, _ []Producer) []byte {
	return arguments(b, func(w *writer) {
		w.int("broker", int64(a.Broker))
		w.ms("ms", a.Delay)
		if a.Partition >= 0 {
			w.whole(c, a.Partition)
		}
	})
}

// Verb is "fetch-rate".
func (FetchRate) Verb() string { return "fetch-rate" }

// AppendJSON appends the arguments.
func (a FetchRate) AppendJSON(b []byte, _ *Cluster, _ []Producer) []byte {
	return arguments(b, func(w *writer) {
		w.int("broker", int64(a.Broker))
		w.key("records-per-second")
		w.b = vtime.Time(math.Round(a.PerSecond * 1000)).AppendMs(w.b) // at most three decimals
	})
}

// Verb is "fetch-pause".
func (FetchPause) Verb() string { return "fetch-pause" }

// AppendJSON appends the arguments.
func (a FetchPause) AppendJSON(b []byte, _ *Cluster, _ []Producer) []byte {
	return arguments(b, func(w *writer) { w.int("broker", int64(a.Broker)) })
}

// Verb is "fetch-resume".
func (FetchResume) Verb() string { return "fetch-resume" }

// AppendJSON appends the arguments.
func (a FetchResume) AppendJSON(b []byte, _ *Cluster, _ []Producer) []byte {
	return arguments(b, func(w *writer) { w.int("broker", int64(a.Broker)) })
}

// Verb is "set".
func (Set) Verb() string { return "set" }

// AppendJSON appends the arguments.
func (a Set) AppendJSON(b []byte, c *Cluster, _ []Producer) []byte {
	return arguments(b, func(w *writer) {
		if a.Topic >= 0 {
			w.string("topic", c.Topics[a.Topic].Name)
		}
		w.key("config")
		w.open()
		w.int(minISRKey, int64(a.MinISR))
		w.close()
	})
}

// Verb is "isr".
func (SetISR) Verb() string { return "isr" }

// AppendJSON appends the arguments.
func (a SetISR) AppendJSON(b []byte, c *Cluster, _ []Producer) []byte {
	return arguments(b, func(w *writer) {
		w.whole(c, a.Partition)
		w.set("members", a.Members)
	})
}

func appendSet(b []byte, s protocol.BrokerSet) []byte { return appendIDs(b, s.All()) }

func appendIDs(b []byte, ids iter.Seq[protocol.NodeID]) []byte {
	b = append(b, '[')
	for id := range ids {
		if b[len(b)-1] != '[' {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(id), 10)
	}
	return append(b, ']')
}

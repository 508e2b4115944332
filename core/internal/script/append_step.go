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

// brokerOnly appends the arguments of an action that names a broker and nothing else.
func brokerOnly(b []byte, id protocol.NodeID) []byte {
	return arguments(b, func(w *writer) { w.int("broker", int64(id)) })
}

// whole appends topic and partition.
func (w *writer) whole(s *Script, partition int32) {
	p := &s.Cluster.Partitions[partition]
	w.string("topic", s.Cluster.Topics[p.Topic].Name)
	w.int("partition", int64(p.Number))
}

// Verb is "send".
func (Send) Verb() string { return "send" }

// AppendJSON appends the arguments.
func (a Send) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) {
		w.string("producer", s.Producers[a.Producer].ID)
		if a.Partition < 0 {
			w.string("topic", s.Cluster.Topics[a.Topic].Name)
		} else {
			w.whole(s, a.Partition)
		}
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

// Verb is "flush".
func (Flush) Verb() string { return "flush" }

// AppendJSON appends the arguments.
func (a Flush) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) { w.string("producer", s.Producers[a.Producer].ID) })
}

// Verb is "close".
func (Close) Verb() string { return "close" }

// AppendJSON appends the arguments.
func (a Close) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) {
		w.string("producer", s.Producers[a.Producer].ID)
		if a.TimeoutMs >= 0 {
			w.int("timeout.ms", a.TimeoutMs)
		}
	})
}

// Verb is "produce".
func (Produce) Verb() string { return "produce" }

// AppendJSON appends the arguments.
func (a Produce) AppendJSON(b []byte, s *Script) []byte {
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
			w.whole(s, p.Partition)
			if p.Values != nil {
				w.list("records", p.Values)
			} else {
				w.int("records", int64(p.Count))
			}
			if p.ProducerID >= 0 {
				w.int("producerId", p.ProducerID)
				w.int("producerEpoch", int64(p.ProducerEpoch))
				w.int("sequence", int64(p.Sequence))
			}
			w.close()
		}
		w.b = append(w.b, ']')
	})
}

// Verb is "fetch-delay".
func (FetchDelay) Verb() string { return "fetch-delay" }

// AppendJSON appends the arguments.
func (a FetchDelay) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) {
		w.int("broker", int64(a.Broker))
		w.ms("ms", a.Delay)
		if a.Partition >= 0 {
			w.whole(s, a.Partition)
		}
	})
}

// Verb is "fetch-rate".
func (FetchRate) Verb() string { return "fetch-rate" }

// AppendJSON appends the arguments.
func (a FetchRate) AppendJSON(b []byte, _ *Script) []byte {
	return arguments(b, func(w *writer) {
		w.int("broker", int64(a.Broker))
		w.key("records-per-second")
		w.b = vtime.Time(math.Round(a.PerSecond * 1000)).AppendMs(w.b) // at most three decimals
	})
}

// Verb is "fetch-pause".
func (FetchPause) Verb() string { return "fetch-pause" }

// AppendJSON appends the arguments.
func (a FetchPause) AppendJSON(b []byte, _ *Script) []byte { return brokerOnly(b, a.Broker) }

// Verb is "fetch-resume".
func (FetchResume) Verb() string { return "fetch-resume" }

// AppendJSON appends the arguments.
func (a FetchResume) AppendJSON(b []byte, _ *Script) []byte { return brokerOnly(b, a.Broker) }

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

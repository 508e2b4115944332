package script

import (
	"slices"
	"strconv"

	"highwater/core/internal/encode"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// AppendScript appends s as text to read: one line for each partition, producer and step; what is at its default is
// left out where nobody would look for it. Parse reads the same script from it. A text that would get too long for
// Parse is written without its spaces; only of a script that all but fills MaxScriptBytes it can be too long even so.
func AppendScript(b []byte, s *Script) []byte {
	start := len(b)
	b = appendReadable(b, s)
	if len(b)-start > MaxScriptBytes {
		b = append(b[:start], withoutSpaces(b[start:])...)
	}
	return b
}

// withoutSpaces drops, in place, the space outside the strings of a JSON text.
func withoutSpaces(b []byte) []byte {
	kept, inString, escaped := b[:0], false, false
	for _, c := range b {
		if !inString && (c == ' ' || c == '\n') {
			continue
		}
		kept = append(kept, c)
		if c == '"' && !escaped {
			inString = !inString
		}
		escaped = c == '\\' && !escaped
	}
	return kept
}

func appendReadable(b []byte, s *Script) []byte {
	w := writer{b}
	w.b = append(w.b, "{\n  \"version\": 1,\n"...)
	if s.Title != "" {
		w.member("  ", "title")
		w.str(s.Title)
		w.text(",\n")
	}
	w.member("  ", "seed")
	w.b = strconv.AppendUint(w.b, s.Seed, 10)
	w.text(",\n  \"cluster\": {\n")
	w.cluster(&s.Cluster)
	w.text("\n  },\n")
	if len(s.Producers) > 0 {
		w.text("  \"producers\": [")
		for i := range s.Producers {
			w.line(i, "    ")
			w.producer(&s.Producers[i])
		}
		w.text("\n  ],\n")
	}
	if len(s.Consumers) > 0 {
		w.text("  \"consumers\": [")
		for i := range s.Consumers {
			w.line(i, "    ")
			w.consumer(&s.Consumers[i], s.Cluster.Topics)
		}
		w.text("\n  ],\n")
	}
	w.text("  \"steps\": [")
	for i := range s.Steps {
		w.line(i, "    ")
		w.open()
		w.ms("at", s.Steps[i].At)
		w.key(s.Steps[i].Action.Verb())
		w.b = s.Steps[i].Action.AppendJSON(w.b, s)
		w.close()
	}
	if len(s.Steps) > 0 {
		w.text("\n  ")
	}
	w.text("],\n  \"until\": ")
	w.b = s.Until.AppendMs(w.b)
	w.text("\n}\n")
	return w.b
}

// writer appends JSON on one line with a space after every comma and colon, as people write it.
type writer struct{ b []byte }

func (w *writer) text(s string) { w.b = append(w.b, s...) }

// line begins the line of element i of a list.
func (w *writer) line(i int, indent string) {
	if i > 0 {
		w.b = append(w.b, ',')
	}
	w.text("\n" + indent)
}

func (w *writer) member(indent, name string) {
	w.text(indent)
	w.str(name)
	w.text(": ")
}

func (w *writer) open()  { w.b = append(w.b, '{') }
func (w *writer) close() { w.b = append(w.b, '}') }

// comma separates from what came before, if anything did.
func (w *writer) comma() {
	if last := w.b[len(w.b)-1]; last != '{' && last != '[' {
		w.text(", ")
	}
}

func (w *writer) key(name string) {
	w.comma()
	w.member("", name)
}

// str appends a string. Scripts are read from UTF-8, so there is no other to lose.
func (w *writer) str(s string) { w.b = encode.AppendString(w.b, s) }

func (w *writer) string(name, s string) {
	w.key(name)
	w.str(s)
}

func (w *writer) int(name string, n int64) {
	w.key(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *writer) bool(name string, on bool) {
	w.key(name)
	w.b = strconv.AppendBool(w.b, on)
}

func (w *writer) ms(name string, d vtime.Duration) {
	w.key(name)
	w.b = d.AppendMs(w.b)
}

func (w *writer) list(name string, values []string) {
	w.key(name)
	w.b = append(w.b, '[')
	for _, v := range values {
		w.comma()
		w.str(v)
	}
	w.b = append(w.b, ']')
}

func (w *writer) ids(name string, ids []protocol.NodeID) {
	w.key(name)
	w.b = appendIDs(w.b, slices.Values(ids))
}

func (w *writer) set(name string, s protocol.BrokerSet) {
	w.key(name)
	w.b = appendSet(w.b, s)
}

func (w *writer) cluster(c *Cluster) {
	w.member("    ", "brokers")
	w.b = strconv.AppendInt(w.b, int64(c.Brokers), 10)
	vals := defaults()
	vals.setBroker(&c.Config)
	if vals.changed(BrokerScope) {
		w.text(",\n")
		w.member("    ", "config")
		w.config(&vals, BrokerScope)
	}
	w.text(",\n")
	w.member("    ", "features")
	w.open()
	w.int(elrFeature, int64(flag(c.ELR)))
	w.close()
	w.text(",\n")
	w.member("    ", "network")
	w.open()
	w.ms("latency.ms", c.Latency)
	w.close()
	w.text(",\n")
	w.member("    ", "append.ms")
	w.b = c.Append.AppendMs(w.b)
	if len(c.Topics) == 0 {
		return
	}
	w.text(",\n    \"topics\": [")
	for i := range c.Topics {
		w.line(i, "      ")
		w.topic(c, &c.Topics[i])
	}
	w.text("\n    ]")
}

func flag(on bool) int {
	if on {
		return 1
	}
	return 0
}

// changed tells whether a key of the scope is not at its default.
func (v *values) changed(scope Scope) bool {
	for row := range configs {
		if configs[row].Scope == scope && v[row] != configs[row].Default {
			return true
		}
	}
	return false
}

// config writes the keys of the scope that are not at their defaults.
func (w *writer) config(v *values, scope Scope) {
	w.open()
	for row := range configs {
		switch c := &configs[row]; {
		case c.Scope != scope || v[row] == c.Default:
		case c.Boolean:
			w.bool(c.Key, Tri(v[row]) == Yes)
		case c.Policy:
			w.string(c.Key, CleanupPolicy(v[row]).String())
		case row == producerAcks:
			w.string(c.Key, protocol.Acks(v[row]).String())
		default:
			w.int(c.Key, v[row])
		}
	}
	w.close()
}

func (w *writer) topic(c *Cluster, t *Topic) {
	w.open()
	w.string("name", t.Name)
	vals := defaults()
	vals.setTopic(t)
	if vals.changed(TopicScope) {
		w.key("config")
		w.config(&vals, TopicScope)
	}
	w.text(",\n       \"partitions\": [")
	for i := range t.Partitions {
		w.line(int(i), "         ")
		w.partition(&c.Partitions[t.FirstPartition+i])
	}
	w.text("]}")
}

func (w *writer) partition(p *Partition) {
	w.open()
	w.ids("replicas", p.Replicas)
	if p.Leader != p.Replicas[0] {
		w.int("leader", int64(p.Leader))
	}
	if p.ISR != protocol.SetOf(p.Replicas...) {
		w.set("isr", p.ISR)
	}
	if !p.ELR.Empty() {
		w.set("elr", p.ELR)
	}
	if p.LeaderEpoch != 0 {
		w.int("leaderEpoch", int64(p.LeaderEpoch))
	}
	if p.Logs != nil {
		w.key("logs")
		w.open()
		for i, log := range p.Logs {
			if len(log) > 0 {
				w.key(strconv.Itoa(int(p.Replicas[i])))
				w.log(log)
			}
		}
		w.close()
	}
	if p.HighWatermarks != nil {
		w.key("highWatermarks")
		w.open()
		for i, mark := range p.HighWatermarks {
			if mark >= 0 {
				w.int(strconv.Itoa(int(p.Replicas[i])), mark)
			}
		}
		w.close()
	}
	w.close()
}

// minNamed is from how many records on a stretch with the names that Parse gives is written as their number.
const minNamed = 3

func (w *writer) log(l Log) {
	w.b = append(w.b, '[')
	for _, run := range l {
		from := 0
		for i := 0; i < len(run.Values); {
			named := i
			for named < len(run.Values) && run.Values[named] == recordName(run.Epoch, named) {
				named++
			}
			if named-i < minNamed {
				i = max(named, i+1)
				continue
			}
			w.values(run.Epoch, run.Values[from:i])
			w.run(run.Epoch)
			w.int("records", int64(named-i))
			w.close()
			i, from = named, named
		}
		w.values(run.Epoch, run.Values[from:])
	}
	w.b = append(w.b, ']')
}

func (w *writer) run(epoch int32) {
	w.comma()
	w.open()
	w.int("epoch", int64(epoch))
}

func (w *writer) values(epoch int32, values []string) {
	if len(values) > 0 {
		w.run(epoch)
		w.list("values", values)
		w.close()
	}
}

func (w *writer) producer(p *Producer) {
	w.open()
	w.string("id", p.ID)
	vals := defaults()
	vals.setProducer(p)
	if vals.changed(ProducerScope) {
		w.key("config")
		w.config(&vals, ProducerScope)
	}
	if vals.changed(QuotaScope) {
		w.key("quota")
		w.config(&vals, QuotaScope)
	}
	w.close()
}

func (w *writer) consumer(c *Consumer, topics []Topic) {
	w.open()
	w.string("id", c.ID)
	if !slices.Equal(c.Topics, everyTopic(len(topics))) {
		names := make([]string, len(c.Topics))
		for i, topic := range c.Topics {
			names[i] = topics[topic].Name
		}
		w.list("topics", names)
	}
	w.close()
}

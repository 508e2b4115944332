package script

import (
	"cmp"
	"strconv"
	"strings"

	"highwater/core/internal/decode"
	"highwater/core/internal/document"
	"highwater/core/internal/order"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Step is an action and its instant.
type Step struct {
	At     vtime.Time
	Action Action
	text   string // as scripts write it, with its time
}

// Action is what a step does: one of the types below.
type Action interface {
	// Verb returns the action's name in a script.
	Verb() string
}

// verb is what is known of an action: verbs, made from the types of actions, has one for each.
type verb struct {
	name    string
	members []string // what its arguments may have
	read    func(*parser, value, vtime.Time) Action
}

func (p *parser) steps(v value) {
	n := v.Elements(MaxSteps, "steps")
	if n == 0 {
		return
	}
	p.s.Steps = make([]Step, 0, n)
	for kid := range v.kids() {
		kid.Must('{')
		at := kid.need("at", "when it happens, in milliseconds").Ms(MaxTime)
		step := p.step(kid, at)
		step.text = kid.Source()
		p.s.Steps = append(p.s.Steps, step)
	}
	p.checkUses()
	p.checkISRs()
	p.s.Steps = order.Stable(p.s.Steps, func(a, b *Step) int { return cmp.Compare(a.At, b.At) })
}

// step reads the verb of v and its arguments.
func (p *parser) step(v value, at vtime.Time) Step {
	verb, given := -1, value{}
	for kid := range v.kids() {
		name := kid.Name()
		if name == "at" {
			continue
		}
		this := kid.verb()
		if verb >= 0 {
			v.Fail("two verbs, %q and %q; a step has one", verbs[verb].name, name)
		}
		verb, given = this, kid
	}
	if verb < 0 {
		v.Fail("no verb; this version knows %s", strings.Join(verbNames(), ", "))
	}
	given.Object(verbs[verb].members...)
	return Step{At: at, Action: verbs[verb].read(p, given, at)}
}

func verbNames() []string {
	names := make([]string, len(verbs))
	for i := range verbs {
		names[i] = verbs[i].name
	}
	return names
}

// verb returns the index of the key of v in verbs.
func (v value) verb() int {
	name := v.Name()
	for i := range verbs {
		if verbs[i].name == name {
			return i
		}
	}
	v.refuseTransactions(name)
	names := verbNames()
	if near := document.Nearest(name, names); near != "" {
		v.Fail("unknown verb; did you mean %q?", near)
	}
	v.Fail("unknown verb; this version knows %s", strings.Join(names, ", "))
	return -1
}

// refuseTransactions fails where a script names a key or a verb of transactions, which are out of the model: what
// becomes of one is decided by a coordinator, a service with a log of its own, and not by acks.
func (v value) refuseTransactions(name string) {
	for _, part := range [...]string{"ransaction", "txn", "isolation.level"} {
		if strings.Contains(name, part) {
			v.Fail(`transactions are not modelled: what becomes of them is for a coordinator to say, not for acks; ` +
				`"enable.idempotence" is what they build on, and consumers read as with read_uncommitted`)
		}
	}
}

// ParseStep returns the one step that text holds, without a time: it happens at the instant given. It is checked
// against s as if it stood behind its steps; s, which Parse has checked, stays as it is. Errors are *Error; their paths
// begin at the verb.
func ParseStep(text []byte, s *Script, at vtime.Time) (step Step, err error) {
	defer document.Catch(&err)
	if at < 0 || at > MaxTime {
		document.Fail("%v is out of range: 0 to %v", at, MaxTime)
	}
	if len(s.Steps) >= MaxSteps {
		document.Fail("%d steps; the limit is %d", len(s.Steps)+1, MaxSteps)
	}
	v := value{document.Read(text, MaxScriptBytes)}
	v.Must('{')
	if when, ok := v.get("at"); ok {
		when.Fail("the time is given from outside: leave it out")
	}
	p := parser{s: s}
	p.records, p.bytes = s.records()
	for _, earlier := range s.Steps {
		if send, ok := earlier.Action.(Send); ok {
			p.uses = append(p.uses, useOf(&send, value{}, earlier.At))
		}
	}
	step = p.step(v, at)
	step.text = v.timed(at.AppendMs(nil))
	p.checkUses()
	p.checkISRs()
	return step, nil
}

// records returns how many there are in all sends, produce requests and starting logs, and what their values take in
// bytes.
func (s *Script) records() (n, bytes int64) {
	for i := range s.Cluster.Partitions {
		for _, log := range s.Cluster.Partitions[i].Logs {
			for _, run := range log {
				n, bytes = n+int64(len(run.Values)), bytes+lengths(run.Values)
			}
		}
	}
	for _, step := range s.Steps {
		switch a := step.Action.(type) {
		case Send:
			n, bytes = n+a.records(), bytes+a.bytes()
		case Produce:
			for i := range a.Partitions {
				n, bytes = n+int64(a.Partitions[i].Count), bytes+a.Partitions[i].bytes()
			}
		}
	}
	return n, bytes
}

// bytes returns what the values of all its records take.
func (a *Send) bytes() int64 {
	each := int64(len(a.Value))
	if a.Count > 0 {
		each = numberedBytes(len(a.Value)+len("-"), int64(a.Count))
	}
	return each * int64(1+a.Resend)
}

// bytes returns what the values take, about: those of a number of records begin with the request's.
func (p *ProducePartition) bytes() int64 {
	if p.Values == nil {
		return numberedBytes(len("r1-"), int64(p.Count))
	}
	return lengths(p.Values)
}

func lengths(values []string) (bytes int64) {
	for _, v := range values {
		bytes += int64(len(v))
	}
	return bytes
}

// numbers tells the partitions of a topic of n.
func numbers(n int32) string {
	if n == 1 {
		return "partition 0 only"
	}
	return "partitions 0 to " + strconv.Itoa(int(n)-1)
}

// topic returns the index of the topic v names.
func (p *parser) topic(v value) int32 {
	topics := p.s.Cluster.Topics
	name := v.Str()
	i := find(topics, name, topicName)
	if i < 0 {
		v.NoSuch("topic", name, namesOf(topics, topicName))
	}
	return i
}

// partitionAt returns the index of the partition with the number v of a topic.
func (p *parser) partitionAt(v value, topic int32) int32 {
	t := &p.s.Cluster.Topics[topic]
	v.Must('0')
	n, fault := decode.Decimal(v.Text(), 0)
	if fault != decode.Exact || n < 0 || n >= int64(t.Partitions) {
		v.Fail("no partition %s of %s; it has %s", document.QuoteNumber(v.Text()), document.Quote(t.Name),
			numbers(t.Partitions))
	}
	return t.FirstPartition + int32(n)
}

// whole returns the partition that the members topic and partition of v name.
func (p *parser) whole(v value) int32 {
	topic := p.topic(v.need("topic", "the name of a topic"))
	return p.partitionAt(v.need("partition", "the partition's number, from 0"), topic)
}

// choice returns the same where partition may be left out: a topic with one partition leaves no choice. why says, for
// the others, why it must be named.
func (p *parser) choice(v value, why string) int32 {
	topic := p.topic(v.need("topic", "the name of a topic"))
	t := &p.s.Cluster.Topics[topic]
	partition, ok := v.get("partition")
	if !ok && t.Partitions > 1 {
		v.Fail(`"partition" is missing: %s; name one of %s, %s`, why, document.Quote(t.Name), numbers(t.Partitions))
	} else if !ok {
		return t.FirstPartition
	}
	return p.partitionAt(partition, topic)
}

func (p *parser) broker(v value) protocol.NodeID {
	return v.need("broker", "the broker's id").broker(p.s.Cluster.Brokers)
}

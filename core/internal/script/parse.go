package script

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"highwater/core/internal/cluster"
	"highwater/core/internal/decode"
	"highwater/core/internal/document"
	"highwater/core/internal/lesson"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// parser is a script on its way from text to values.
type parser struct {
	s       *Script
	records int64 // of all sends, produce requests and logs so far
	bytes   int64 // of their values
	uses    []use // what the producers send
	isrs    []isr // of steps isr, still to be checked
}

// Parse returns the script that text holds. Whatever is not exactly a script of this version is an *Error: nothing is
// dropped, rounded or made up but the defaults.
func Parse(text []byte) (s Script, err error) {
	defer func() {
		if err != nil {
			s = Script{}
		}
	}()
	defer document.Catch(&err)
	root := value{document.Read(text, MaxScriptBytes)}
	root.Must('{')
	// Another version may have other keys: it is asked for first.
	version := root.need("version", "write 1")
	version.Must('0')
	if n, fault := decode.Decimal(version.Text(), 0); fault != decode.Exact || n != 1 {
		version.Fail("unknown version %s; this program reads version 1", document.QuoteNumber(version.Text()))
	}
	root.Object("version", "title", "seed", "cluster", "producers", "consumers", "steps", "until", "lesson")
	p := parser{s: &s}
	s.Title = p.title(root)
	s.Seed = 1
	if seed, ok := root.get("seed"); ok {
		s.Seed = uint64(seed.Int(0, MaxSeed))
	}
	p.cluster(root.need("cluster", "the state at time 0; {} is three brokers without a topic"))
	if producers, ok := root.get("producers"); ok {
		p.producers(producers)
	}
	if consumers, ok := root.get("consumers"); ok {
		p.consumers(consumers)
	}
	for kid := range root.kids() {
		s.members = append(s.members, member{kid.Name(), kid.Source()})
	}
	p.steps(root.need("steps", "a list of what happens, which may be empty"))
	s.Until = p.until()
	if until, ok := root.get("until"); ok {
		s.Until = until.Ms(MaxTime)
	}
	if told, ok := root.get("lesson"); ok {
		s.Lesson = lesson.Read(told.Value, p.deed)
	}
	return s, nil
}

// deed checks a step that a lesson asks for: as if it came behind all others, whenever that is.
func (p *parser) deed(v document.Value) {
	step := value{v}
	step.Must('{')
	if at, ok := step.get("at"); ok {
		at.Fail("whoever does it chooses the time: leave it out")
	}
	behind := *p
	behind.uses = slices.Clone(p.uses)
	behind.step(step, 0)
	behind.checkUses()
	behind.checkISRs()
}

func (p *parser) title(root value) string {
	title, ok := root.get("title")
	if !ok {
		return ""
	}
	text := title.Str()
	if n := utf8.RuneCountInString(text); n > MaxTitle {
		title.Fail("%d characters; the limit is %d", n, MaxTitle)
	}
	return text
}

// until is its default.
func (p *parser) until() vtime.Time {
	last := vtime.Time(0)
	for _, step := range p.s.Steps {
		at := step.At
		if send, ok := step.Action.(Send); ok && send.Count > 1 {
			at += vtime.Duration(send.Count-1) * send.Every
		}
		last = max(last, at)
	}
	return min(last+afterLast, MaxTime)
}

func (p *parser) cluster(v value) {
	v.Object("brokers", "config", "features", "network", "append.ms", "perBroker", "topics")
	c := &p.s.Cluster
	*c = Cluster{Brokers: 3, ELR: true, Latency: vtime.Millisecond, Append: vtime.Millisecond / 2}
	if brokers, ok := v.get("brokers"); ok {
		c.Brokers = int(brokers.Int(1, MaxBrokers))
	}
	config, given := v.get("config")
	vals := defaults()
	if given {
		c.given = vals.read(config, BrokerScope)
	}
	vals.fill(brokerFields(&c.Config))
	checkBroker(&c.Config, config, given)
	if features, ok := v.get("features"); ok {
		c.ELR = readFeatures(features)
	}
	if network, ok := v.get("network"); ok {
		network.Object("latency.ms")
		if latency, ok := network.get("latency.ms"); ok {
			c.Latency = latency.latency(&c.Config)
		}
	}
	if appends, ok := v.get("append.ms"); ok {
		c.Append = appends.Ms(MaxDelay)
	}
	if each, ok := v.get("perBroker"); ok {
		c.Machines = each.machines(c)
	}
	if topics, ok := v.get("topics"); ok {
		p.topics(topics)
	}
}

// machines reads what single brokers differ in, by their ids; c is as far as all are alike. None given is as good as no
// list.
func (v value) machines(c *Cluster) []cluster.Machine {
	v.Must('{')
	if v.Empty() {
		return nil
	}
	machines := slices.Repeat([]cluster.Machine{{Append: c.Append}}, c.Brokers)
	for kid := range v.kids() {
		key := kid.Name()
		id, ok := decode.Whole(key)
		if !ok || id < 1 || id > int64(c.Brokers) || strconv.FormatInt(id, 10) != key {
			kid.Fail("%s is not one of the brokers, %s", document.Quote(key), set(allBrokers(c.Brokers)))
		}
		kid.Object("append.ms", "phase.ms")
		m := &machines[id-1]
		if appends, ok := kid.get("append.ms"); ok {
			m.Append = appends.Ms(MaxDelay)
		}
		if phase, ok := kid.get("phase.ms"); ok {
			m.Phase = phase.Ms(MaxDelay)
		}
	}
	return machines
}

// latency reads how long a link takes. If it is 0, the followers' loops must take time elsewhere.
func (v value) latency(c *BrokerConfig) vtime.Duration {
	latency := v.Ms(MaxDelay)
	if latency > 0 {
		return latency
	}
	if c.ReplicaFetchWaitMaxMs == 0 {
		v.Fail("0 with a replica.fetch.wait.max.ms of 0 would make followers fetch endlessly without time advancing: " +
			"raise one of the two")
	}
	if c.ReplicaFetchBackoffMs == 0 {
		v.Fail("0 with a replica.fetch.backoff.ms of 0 would make followers retry endlessly without time advancing: " +
			"raise one of the two")
	}
	return 0
}

const elrFeature = "eligible.leader.replicas.version"

// readFeatures reports whether ELR is on.
func readFeatures(v value) bool {
	v.Must('{')
	for kid := range v.kids() {
		switch name := kid.Name(); name {
		case "group.version", "kraft.version", "metadata.version", "share.version", "streams.version", "transaction.version":
			kid.Fail("this version does not support it yet; it has %q", elrFeature)
		default:
			v.Known(kid.Value, []string{elrFeature})
		}
	}
	elr, ok := v.get(elrFeature)
	return !ok || elr.Int(0, 1) == 1
}

func topicName(t *Topic) string { return t.Name }

// count adds n more records to the total, and the bytes of their values. Both are bounded, and so were the sums: no
// overflow.
func (p *parser) count(v value, n, bytes int64) {
	p.records += n
	p.bytes += bytes
	switch {
	case p.records > MaxRecords:
		v.Fail("more than %d records in the whole script", MaxRecords)
	case p.bytes > MaxValueBytes:
		v.Fail("the values of all records take more than %d bytes, those of a count counted each: send fewer records, or "+
			"give them shorter values", MaxValueBytes)
	}
}

// text returns the string v, a record's key or value.
func (v value) text(what string) string {
	text := v.Str()
	if n := utf8.RuneCountInString(text); n > MaxValue {
		v.Fail("a %s of %d characters; the limit is %d", what, n, MaxValue)
	}
	return text
}

// numberedBytes returns how many bytes n values take that end in the numbers up to n, each after a stem of so many
// bytes.
func numberedBytes(stem int, n int64) (bytes int64) {
	for digits, from := int64(1), int64(1); from <= n; digits, from = digits+1, from*10 {
		bytes += (min(n, from*10-1) - from + 1) * (int64(stem) + digits)
	}
	return bytes
}

// ids reads a list of brokers, each once; among is the brokers that may be in it, called what.
func (v value) ids(brokers int, among protocol.BrokerSet, what string) []protocol.NodeID {
	ids := make([]protocol.NodeID, 0, v.Elements(MaxBrokers, "brokers"))
	seen := protocol.BrokerSet(0)
	for kid := range v.kids() {
		id := kid.broker(brokers)
		switch {
		case seen.Has(id):
			kid.Fail("broker %d is listed twice", id)
		case !among.Has(id):
			kid.Fail("broker %d is not one of %s, %s", id, what, set(among))
		}
		seen = seen.With(id)
		ids = append(ids, id)
	}
	return ids
}

// broker returns the broker v of so many.
func (v value) broker(brokers int) protocol.NodeID {
	v.Must('0')
	id, fault := decode.Decimal(v.Text(), 0)
	if fault != decode.Exact || id < 1 || id > int64(brokers) {
		if brokers == 1 {
			v.Fail("no broker %s; there is 1", document.QuoteNumber(v.Text()))
		}
		v.Fail("no broker %s; there are 1 to %d", document.QuoteNumber(v.Text()), brokers)
	}
	return protocol.NodeID(id)
}

package script

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

func (p *parser) powerOff(v value, _ vtime.Time) Action {
	v.object("broker", "lose")
	a := PowerOff{Broker: p.broker(v), Lose: -1}
	lose := v.need("lose", `how many records at the end of each of its logs are gone; 0 for none, "all" for all`)
	switch kind := lose.node().kind; {
	case kind == '0':
		a.Lose = lose.int(0, MaxRecords)
	case kind != '"':
		lose.fail(`must be a number or "all", not %s`, kindName(kind))
	case lose.node().text != "all":
		lose.fail(`%s is not "all"; a number stands without quotes`, quote(lose.node().text))
	}
	return a
}

func (p *parser) link(v value, _ vtime.Time) Action {
	v.object("from", "to", "latency.ms", "up")
	from := v.need("from", `where it begins: a broker's number, the id of a client, or "controller"`)
	to := v.need("to", `where it ends: a broker's number, the id of a client, or "controller"`)
	a := Link{From: p.end(from), To: p.end(to), Latency: -1}
	switch first := p.s.firstClient(); {
	case a.From == a.To:
		to.fail("the same node as from; a link leads to another")
	case a.From >= first && a.To >= first:
		to.fail("a client, as from is; clients do not talk to each other")
	}
	latency, slower := v.get("latency.ms")
	if slower {
		a.Latency = latency.latency(&p.s.Cluster.Config)
	}
	up, switched := v.get("up")
	if switched {
		a.Up = triOf(up.boolean())
	}
	if !slower && !switched {
		v.fail(`"latency.ms" and "up" are missing: give one of them, or both`)
	}
	return a
}

func (p *parser) set(v value, _ vtime.Time) Action {
	v.object("topic", "broker", "producer", "config")
	a, scope := Set{Topic: -1, Producer: -1, MaxMessageBytes: -1}, BrokerScope
	var first string
	for _, whose := range []string{"topic", "broker", "producer"} {
		named, ok := v.get(whose)
		switch {
		case !ok:
			continue
		case first != "":
			named.fail("%q stands there already: name one of the two, or none for the whole cluster", first)
		case whose == "topic":
			a.Topic, scope = p.topic(named), TopicScope
		case whose == "broker":
			a.Broker = named.broker(p.s.Cluster.Brokers)
		default:
			a.Producer, scope = p.producer(v), QuotaScope
		}
		first = whose
	}
	config := v.need("config", `such as {"`+minISRKey+`": 2}`)
	config.kind('{')
	if config.node().first == 0 {
		config.fail("nothing to change: name %s", list(a.keys(), "or"))
	}
	for kid := range config.kids() {
		kid.change(&a, scope)
	}
	return a
}

// keys is what a step set like a can change.
func (a *Set) keys() []string {
	switch {
	case a.Broker != 0:
		return []string{minISRKey}
	case a.Producer >= 0:
		return []string{byteRateKey}
	case a.Topic >= 0:
		return []string{minISRKey, uncleanKey, topicMaxKey, policyKey}
	}
	return []string{minISRKey, uncleanKey, brokerMaxKey, expirationKey}
}

// change reads one key of a scope into a.
func (v value) change(a *Set, scope Scope) {
	row := v.configRow(scope)
	switch c := &configs[row]; {
	case !c.Dynamic:
		v.fail("Kafka does not change it while a broker runs; set it under cluster.config")
	case c.Key == minISRKey:
		a.MinISR = int(v.configValue(c))
	case (c.Key == brokerMaxKey || c.Key == expirationKey) && a.Broker != 0:
		v.fail("this version cannot change it for one broker yet; set it for the whole cluster")
	case c.Key == brokerMaxKey, c.Key == topicMaxKey:
		a.MaxMessageBytes = v.configValue(c)
	case c.Key == expirationKey:
		a.ExpirationMs = v.configValue(c)
	case c.Policy:
		a.Cleanup = CleanupPolicy(v.configValue(c))
	case c.Key == byteRateKey:
		a.ByteRate = v.configValue(c)
	case a.Broker != 0:
		v.fail("a broker's own value decides nothing, for the controller elects: set it for a topic or the whole cluster")
	default:
		a.Unclean = Tri(v.configValue(c))
	}
}

func (p *parser) isr(v value, _ vtime.Time) Action {
	v.object("topic", "partition", "members")
	a := SetISR{Partition: p.whole(v)}
	replicas := protocol.SetOf(p.s.Cluster.Partitions[a.Partition].Replicas...)
	members := v.need("members", "a list of brokers, the leader among them")
	a.Members = protocol.SetOf(members.ids(p.s.Cluster.Brokers, replicas, "the replicas")...)
	if a.Members.Empty() {
		members.fail("at least the leader, which is always in sync with itself")
	}
	return a
}

// The types of an election, as Kafka's ElectionType names them.
const (
	preferredElection = "PREFERRED"
	uncleanElection   = "UNCLEAN"
)

func (p *parser) elect(v value, _ vtime.Time) Action {
	v.object("topic", "partition", "type")
	a := Elect{Partition: p.whole(v)}
	names := []string{preferredElection, uncleanElection}
	kind := v.need("type", list(names, "or"))
	switch kind.str() {
	case preferredElection:
	case uncleanElection:
		a.Unclean = true
	default:
		kind.noSuch("type of election", kind.str(), names)
	}
	return a
}

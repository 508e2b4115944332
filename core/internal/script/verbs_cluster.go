package script

import (
	"highwater/core/internal/document"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What steps do to the network, the configuration and the controller's metadata.

// The nodes of a Link are 0, the controller, brokers, 1 to Brokers, and clients: from Brokers+1 on first the producers,
// then the consumers, in the order of the script.

// Link changes one direction between two nodes, of which not both are clients. Everything on it takes the latency;
// while it is down, what is sent is lost silently. When it is up again, a connection that lost something is reset: its
// two ends learn of it then, and go on by their own rules. With silent the connections die that a producer has to a
// broker now: nothing on them arrives, and nobody is told, until a timeout or, after 924.6 s, its own system says so to
// who has sent something; the next connection works.
//
//contract:verb link
type Link struct {
	From    protocol.NodeID // ts:"number | string" a broker, a producer's or a consumer's id, or "controller"
	To      protocol.NodeID // ts:"number | string"
	Latency vtime.Duration  // json:"latency.ms" absent:"negative" absent: unchanged
	Up      Tri             // absent:"zero" ts:"boolean" absent: unchanged
	Silent  bool            // absent:"zero" the connections there are die in silence, both ways
}

func (p *parser) readLink(v value, _ vtime.Time) Action {
	from := v.need("from", `where it begins: a broker's number, the id of a client, or "controller"`)
	to := v.need("to", `where it ends: a broker's number, the id of a client, or "controller"`)
	a := Link{From: p.end(from), To: p.end(to), Latency: -1}
	switch first := p.s.firstClient(); {
	case a.From == a.To:
		to.Fail("the same node as from; a link leads to another")
	case a.From >= first && a.To >= first:
		to.Fail("from is a client, too; clients do not talk to each other")
	}
	latency, slower := v.get("latency.ms")
	if slower {
		a.Latency = latency.latency(&p.s.Cluster.Config)
	}
	up, switched := v.get("up")
	if switched {
		a.Up = triOf(up.Boolean())
	}
	silent, hushed := v.get("silent")
	if hushed {
		a.Silent = p.silence(silent, &a)
	}
	if !slower && !switched && !hushed {
		v.Fail(`"latency.ms" and "up" are missing: give one of them, or both`)
	}
	return a
}

// silence reads whether the connections of a link die in silence; only those of producers are told apart.
func (p *parser) silence(v value, a *Link) bool {
	client, broker, first := max(a.From, a.To), min(a.From, a.To), p.s.firstClient()
	switch {
	case !v.Boolean():
		v.Fail("a connection that has died does not come back: leave it out")
	case broker == 0 || client < first || client >= first+protocol.NodeID(len(p.s.Producers)):
		v.Fail("only between a producer and a broker; of others, cut the link with up: false")
	}
	return true
}

// Set changes dynamic configuration of one topic, of one broker, of one producer's quota, or of the whole cluster.
//
//contract:verb set
//contract:member config Record<string, string | number | boolean> -- the keys to change, with their new values
type Set struct {
	Topic    event.TopicIndex    // absent:"none"
	Broker   protocol.NodeID     // absent:"zero"
	Producer event.ProducerIndex // absent:"none"
	MinISR   int                 // json:"-" min.insync.replicas; 0: unchanged
	Unclean  Tri                 // json:"-" unclean.leader.election.enable; Unset: unchanged, as it is for a broker
	// MaxMessageBytes is a topic's max.message.bytes, or the cluster's message.max.bytes; -1: unchanged
	MaxMessageBytes int64         // json:"-"
	ExpirationMs    int64         // json:"-" the cluster's producer.id.expiration.ms; 0: unchanged
	RetentionMs     int64         // json:"-" a topic's retention.ms, or the cluster's log.retention.ms
	SetsRetention   bool          // json:"-" else unchanged
	Cleanup         CleanupPolicy // json:"-" a topic's cleanup.policy; 0: unchanged
	ByteRate        int64         // json:"-" a producer's producer_byte_rate; 0: unchanged
}

func (p *parser) readSet(v value, _ vtime.Time) Action {
	a, scope := Set{Topic: -1, Producer: -1, MaxMessageBytes: -1}, BrokerScope
	var first string
	for _, whose := range []string{"topic", "broker", "producer"} {
		named, ok := v.get(whose)
		switch {
		case !ok:
			continue
		case first != "":
			named.Fail("%q is already given: name one of the two, or none for the whole cluster", first)
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
	config.Must('{')
	if config.Empty() {
		config.Fail("nothing to change: name %s", document.List(a.keys(), "or"))
	}
	for kid := range config.kids() {
		kid.change(&a, scope)
	}
	return a
}

// keys returns what a step set like a can change.
func (a *Set) keys() []string {
	switch {
	case a.Broker != 0:
		return []string{minISRKey}
	case a.Producer >= 0:
		return dynamicKeys(QuotaScope)
	case a.Topic >= 0:
		return dynamicKeys(TopicScope)
	}
	return dynamicKeys(BrokerScope)
}

// change reads one key of a scope into a.
func (v value) change(a *Set, scope Scope) {
	row := v.configRow(scope)
	switch c := &configs[row]; {
	case !c.Dynamic:
		v.Fail("Kafka does not change it while a broker runs; set it under cluster.config")
	case c.Key == minISRKey:
		a.MinISR = int(v.configValue(c))
	case (c.Key == brokerMaxKey || c.Key == expirationKey || c.Key == defaultRetentionKey) && a.Broker != 0:
		v.Fail("this version cannot change it for one broker yet; set it for the whole cluster")
	case c.Key == brokerMaxKey, c.Key == topicMaxKey:
		a.MaxMessageBytes = v.configValue(c)
	case c.Key == retentionKey, c.Key == defaultRetentionKey:
		a.RetentionMs, a.SetsRetention = v.configValue(c), true
	case c.Key == expirationKey:
		a.ExpirationMs = v.configValue(c)
	case c.Policy:
		a.Cleanup = CleanupPolicy(v.configValue(c))
	case c.Key == byteRateKey:
		a.ByteRate = v.configValue(c)
	case a.Broker != 0:
		v.Fail("a broker's own value has no effect, because the controller elects: set it for a topic or the whole cluster")
	default:
		a.Unclean = Tri(v.configValue(c))
	}
}

// SetISR sets the ISR, for which Kafka has no counterpart: the controller commits this set at once, and the ELR follows
// by Kafka's rule. Members left out stop fetching, and the high watermark does not wait for them, until they are put
// back; then they fetch, and return by Kafka's own rule.
//
//contract:verb isr
type SetISR struct {
	Partition event.PartitionIndex
	Members   protocol.BrokerSet // the leader among them; a script cannot know beforehand which that is
}

func (p *parser) readSetISR(v value, _ vtime.Time) Action {
	a := SetISR{Partition: p.whole(v)}
	brokers := p.s.Cluster.Brokers
	members := v.need("members", "a list of brokers, the leader among them")
	a.Members = protocol.SetOf(members.ids(brokers, allBrokers(brokers), "the brokers")...)
	if a.Members.Empty() {
		members.Fail("at least the leader, which is always in sync with itself")
	}
	p.isrs = append(p.isrs, isr{a.Partition, members})
	return a
}

// isr is the members that a step isr names.
type isr struct {
	partition int32
	members   value
}

// checkISRs fails where a step isr names a broker that is no replica, neither at the start nor by any step reassign.
func (p *parser) checkISRs() {
	for _, u := range p.isrs {
		replicas := protocol.SetOf(p.s.Cluster.Partitions[u.partition].Replicas...)
		for i := range p.s.Steps {
			if a, is := p.s.Steps[i].Action.(Reassign); is && a.Partition == u.partition {
				replicas |= protocol.SetOf(a.Replicas...)
			}
		}
		u.members.ids(p.s.Cluster.Brokers, replicas, "the replicas")
	}
	p.isrs = nil
}

// Reassign asks the controller to give a partition other replicas, as the admin tool does. Those that are added copy
// the log first; when they are in sync the others leave.
//
//contract:verb reassign
type Reassign struct {
	Partition event.PartitionIndex
	// Replicas is the brokers it is to have, the preferred leader first; null cancels the reassignment that is under way
	Replicas []protocol.NodeID // ts:"number[] | null"
}

func (p *parser) readReassign(v value, _ vtime.Time) Action {
	a := Reassign{Partition: p.whole(v)}
	replicas := v.need("replicas", "a list of brokers, the preferred leader first, or null to cancel")
	if replicas.Kind() == 'n' {
		return a
	}
	brokers := p.s.Cluster.Brokers
	a.Replicas = replicas.ids(brokers, allBrokers(brokers), "the brokers")
	if len(a.Replicas) == 0 {
		replicas.Fail("no broker: a partition has at least one replica; null cancels what is under way")
	}
	return a
}

// Elect asks the controller for an election, as the admin tool does.
//
//contract:verb elect
type Elect struct {
	Partition event.PartitionIndex
	Unclean   bool // json:"type" ts:"'PREFERRED' | 'UNCLEAN'"
}

// The types of an election, as Kafka's ElectionType names them.
const (
	preferredElection = "PREFERRED"
	uncleanElection   = "UNCLEAN"
)

func (p *parser) readElect(v value, _ vtime.Time) Action {
	a := Elect{Partition: p.whole(v)}
	names := []string{preferredElection, uncleanElection}
	kind := v.need("type", document.List(names, "or"))
	switch kind.Str() {
	case preferredElection:
	case uncleanElection:
		a.Unclean = true
	default:
		kind.NoSuch("type of election", kind.Str(), names)
	}
	return a
}

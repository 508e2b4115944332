package script

import (
	"slices"
	"strconv"

	"highwater/core/internal/decode"
	"highwater/core/internal/document"
	"highwater/core/internal/protocol"
)

func (p *parser) topics(v value) {
	if v.Elements(MaxTopics, "topics") == 0 {
		return
	}
	for kid := range v.kids() {
		kid.Object("name", "config", "partitions")
		t := Topic{Name: p.topicName(kid), FirstPartition: int32(len(p.s.Cluster.Partitions))}
		vals := defaults()
		if config, ok := kid.get("config"); ok {
			vals.read(config, TopicScope)
		}
		vals.fill(topicFields(&t))
		partitions := kid.need("partitions", `a list such as [{"replicas": [1, 2, 3]}]`)
		t.Partitions = int32(partitions.Elements(MaxPartitions, "partitions"))
		if t.Partitions == 0 {
			partitions.Fail("a topic has at least one partition")
		}
		if all := t.FirstPartition + t.Partitions; all > MaxPartitions {
			partitions.Fail("%d partitions in all topics; the limit is %d", all, MaxPartitions)
		}
		for partition := range partitions.kids() {
			p.partition(partition, &t)
		}
		p.s.Cluster.Topics = append(p.s.Cluster.Topics, t)
	}
}

// topicName reads a name that Kafka allows (org.apache.kafka.common.internals.Topic).
func (p *parser) topicName(v value) string {
	v = v.need("name", "the topic's name")
	name := v.Str()
	switch {
	case name == "":
		v.Fail("an empty name")
	case len(name) > MaxTopicName:
		v.Fail("%d characters; the limit is %d", len(name), MaxTopicName)
	case name == "." || name == "..":
		v.Fail("Kafka allows no topic named %q", name)
	case !document.AllOf(name, document.NameRune):
		v.Fail("%s; Kafka allows letters without accents, digits, \".\", \"_\" and \"-\"", document.Quote(name))
	}
	for i, t := range p.s.Cluster.Topics {
		switch {
		case t.Name == name:
			v.Fail("topics[%d] is called %s already", i, document.Quote(name))
		case sameMetric(t.Name, name):
			v.Fail("Kafka does not allow %s next to %s: their metric names would collide", document.Quote(name),
				document.Quote(t.Name))
		}
	}
	return name
}

// sameMetric reports whether Kafka would name the metrics of two topics alike, for it writes dots as underscores
// (Topic.hasCollision).
func sameMetric(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	dot := func(c byte) byte {
		if c == '.' {
			return '_'
		}
		return c
	}
	for i := range len(a) {
		if dot(a[i]) != dot(b[i]) {
			return false
		}
	}
	return true
}

// partition reads one more partition of t, the topic being read.
func (p *parser) partition(v value, t *Topic) {
	v.Object("replicas", "leader", "isr", "elr", "leaderEpoch", "logs", "highWatermarks")
	c := &p.s.Cluster
	part := Partition{
		Topic:  int32(len(c.Topics)),
		Number: int32(len(c.Partitions)) - t.FirstPartition,
	}
	replicas := v.need("replicas", "a list of brokers such as [1, 2, 3], the preferred leader first")
	everyone := allBrokers(c.Brokers)
	part.Replicas = replicas.ids(c.Brokers, everyone, "the brokers")
	if len(part.Replicas) == 0 {
		replicas.Fail("a partition has at least one replica")
	}
	if part.Number > 0 && len(part.Replicas) != len(c.Partitions[t.FirstPartition].Replicas) {
		replicas.Fail("%d here and %d in partition 0; all partitions of a topic have the same number of replicas",
			len(part.Replicas), len(c.Partitions[t.FirstPartition].Replicas))
	}
	part.ISR = protocol.SetOf(part.Replicas...)
	if isr, ok := v.get("isr"); ok {
		part.ISR = protocol.SetOf(isr.ids(c.Brokers, part.ISR, "the replicas")...)
		if part.ISR.Empty() && !c.ELR {
			isr.Fail("an ISR has at least one member where the cluster has no ELR: its features set %q to 0", elrFeature)
		}
	}
	part.Leader = v.leader(&part, c.Brokers)
	if elr, ok := v.get("elr"); ok {
		part.ELR = readELR(elr, &part, t, c)
	}
	if epoch, ok := v.get("leaderEpoch"); ok {
		part.LeaderEpoch = int32(epoch.Int(0, maxInt32))
	}
	if logs, ok := v.get("logs"); ok {
		p.logs(logs, &part)
	}
	if marks, ok := v.get("highWatermarks"); ok {
		marks.highWatermarks(&part)
	}
	v.committed(&part)
	c.Partitions = append(c.Partitions, part)
}

func allBrokers(n int) (s protocol.BrokerSet) {
	for id := range protocol.NodeID(n) {
		s = s.With(id + 1)
	}
	return s
}

// leader reads the leader of part, whose replicas and ISR are known; v is the partition.
func (v value) leader(part *Partition, brokers int) protocol.NodeID {
	at, ok := v.get("leader")
	if !ok && part.ISR.Empty() {
		v.Fail(`"leader" is missing: nobody is in sync, so that nobody leads; write -1`)
	}
	if !ok {
		first := part.Replicas[0]
		if !part.ISR.Has(first) {
			v.Fail(`"leader" is missing: by default it is the first replica, broker %d, which is not in isr, %s; `+
				"name one of these, or -1 for none", first, set(part.ISR))
		}
		return first
	}
	n, fault := decode.Decimal(at.Text(), 0)
	if at.Kind() == '0' && fault == decode.Exact && n == int64(protocol.NoLeader) {
		return protocol.NoLeader
	}
	leader := at.broker(brokers)
	switch {
	case !slices.Contains(part.Replicas, leader):
		at.Fail("broker %d is not one of the replicas, %s", leader, set(protocol.SetOf(part.Replicas...)))
	case !part.ISR.Has(leader):
		at.Fail("broker %d is not in isr, %s; a leader is, or is -1 for none", leader, set(part.ISR))
	}
	return leader
}

func readELR(v value, part *Partition, t *Topic, c *Cluster) protocol.BrokerSet {
	elr := protocol.SetOf(v.ids(c.Brokers, protocol.SetOf(part.Replicas...), "the replicas")...)
	if !elr.Empty() && !c.ELR {
		v.Fail("the cluster has no ELR: its features set %q to 0", elrFeature)
	}
	if both := elr & part.ISR; !both.Empty() {
		v.Fail("%s in isr and in elr at once; an eligible leader replica has left the ISR", set(both))
	}
	minimum := c.effectiveMin(t, part)
	if !elr.Empty() && part.ISR.Len() >= minimum {
		v.Fail("%s while %d are in sync and %d are required; Kafka keeps an ELR only under the minimum",
			set(elr), part.ISR.Len(), minimum)
	}
	return elr
}

// position returns the place of the broker that is the key of v among part's replicas.
func (v value) position(part *Partition) int {
	key := v.Name()
	id, ok := decode.Whole(key)
	at := slices.Index(part.Replicas, protocol.NodeID(id))
	if !ok || at < 0 || strconv.FormatInt(id, 10) != key {
		v.Fail("%s is not one of the replicas, %s", document.Quote(key), set(protocol.SetOf(part.Replicas...)))
	}
	return at
}

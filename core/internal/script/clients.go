package script

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"highwater/core/internal/decode"
	"highwater/core/internal/document"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
)

// controllerID is what a link calls the controller, so no client may be called so.
const controllerID = "controller"

func (p *parser) producers(v value) {
	if v.Elements(MaxProducers, "producers") == 0 {
		return
	}
	for kid := range v.kids() {
		kid.Object("id", "config", "quota")
		vals, given := defaults(), rows(0)
		config, ok := kid.get("config")
		if ok {
			given = vals.read(config, ProducerScope)
		}
		made := Producer{ID: p.clientID(kid, "producer"), Config: standard}
		vals.fill(producerFields(&made.Config))
		made.Config, made.given = config.derive(made.Config, given), given
		if quota, ok := kid.get("quota"); ok {
			vals.read(quota, QuotaScope)
			vals.fill(quotaFields(&made))
		}
		p.s.Producers = append(p.s.Producers, made)
	}
}

// derive returns what Kafka makes of a producer's configuration v, of which this is given; it refuses what contradicts
// itself.
func (v value) derive(c producer.Config, given rows) producer.Config {
	derived, wrong := producer.Derive(c, producer.Given{
		Idempotence:         given.has(producerIdempotence),
		DeliveryTimeout:     given.has(producerDeliveryTimeoutMs),
		ReconnectBackoff:    given.has(producerReconnectBackoffMs),
		ReconnectBackoffMax: given.has(producerReconnectBackoffMax),
	})
	if wrong.Key != "" {
		at, _ := v.get(wrong.Key)
		at.Fail("%s", wrong.Reason)
	}
	return derived
}

func (p *parser) consumers(v value) {
	if v.Elements(MaxConsumers, "consumers") == 0 {
		return
	}
	for kid := range v.kids() {
		kid.Object("id", "topics", "config")
		made := Consumer{ID: p.clientID(kid, "consumer"), Topics: p.consumerTopics(kid)}
		if config, ok := kid.get("config"); ok {
			vals := defaults()
			vals.read(config, ConsumerScope)
			vals.fill(consumerFields(&made))
		}
		p.s.Consumers = append(p.s.Consumers, made)
	}
}

// consumerTopics returns what the consumer v reads, by default everything.
func (p *parser) consumerTopics(v value) []int32 {
	all := p.s.Cluster.Topics
	if len(all) == 0 {
		v.Fail("there is nothing to read: the cluster has no topics")
	}
	names, ok := v.get("topics")
	if !ok {
		return everyTopic(len(all))
	}
	n := names.Elements(len(all), "topics")
	if n == 0 {
		names.Fail("at least one topic; leave it out to read them all")
	}
	topics := make([]int32, 0, n)
	for kid := range names.kids() {
		topic := p.topic(kid)
		if slices.Contains(topics, topic) {
			kid.Fail("%s is listed twice", document.Quote(all[topic].Name))
		}
		topics = append(topics, topic)
	}
	return topics
}

func everyTopic(n int) []int32 {
	topics := make([]int32, n)
	for i := range topics {
		topics[i] = int32(i)
	}
	return topics
}

// clientID reads the id of a client. Links name clients by it, so that no two have the same.
func (p *parser) clientID(v value, what string) string {
	v = v.need("id", "a name for the "+what)
	id := v.Str()
	switch n := utf8.RuneCountInString(id); {
	case n == 0:
		v.Fail("an empty name")
	case n > MaxClientID:
		v.Fail("%d characters; the limit is %d", n, MaxClientID)
	case id == controllerID:
		v.Fail(`"controller" is the controller; choose another name`)
	}
	for _, r := range id {
		if !strconv.IsPrint(r) {
			v.Fail("%s has a character that cannot be printed", document.Quote(id))
		}
	}
	if first := find(p.s.Producers, id, producerName); first >= 0 {
		v.Fail("producers[%d] is called %s already", first, document.Quote(id))
	}
	if first := find(p.s.Consumers, id, consumerName); first >= 0 {
		v.Fail("consumers[%d] is called %s already", first, document.Quote(id))
	}
	return id
}

func producerName(p *Producer) string { return p.ID }

func consumerName(c *Consumer) string { return c.ID }

// end returns the end of a link that v names: a broker by its number, or the controller or a client by its id.
func (p *parser) end(v value) protocol.NodeID {
	s := p.s
	switch kind := v.Kind(); kind {
	case '0':
		return v.broker(s.Cluster.Brokers)
	case '"':
	default:
		v.Fail(`must be a broker's number, the id of a client, or "controller", not %s`, document.KindName(kind))
	}
	id := v.Text()
	if id == controllerID {
		return 0
	}
	if i := find(s.Producers, id, producerName); i >= 0 {
		return s.firstClient() + i
	}
	if i := find(s.Consumers, id, consumerName); i >= 0 {
		return s.firstClient() + int32(len(s.Producers)) + i
	}
	if n, ok := decode.Whole(id); ok && n >= 1 && n <= int64(s.Cluster.Brokers) {
		v.Fail("a client of that name does not exist; broker %d is written as a number, without quotes", n)
	}
	names := slices.Concat([]string{controllerID}, namesOf(s.Producers, producerName), namesOf(s.Consumers, consumerName))
	v.NoSuch("client", id, names)
	return 0
}

// firstClient returns the node of the first producer, or of the first consumer when there is none.
func (s *Script) firstClient() protocol.NodeID { return protocol.NodeID(s.Cluster.Brokers) + 1 }

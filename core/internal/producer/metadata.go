package producer

import (
	"slices"

	"highwater/core/internal/protocol"
)

// longAgo is the time, in ms, of what has not happened yet.
const longAgo int64 = -1 << 50

// Topic is the range of a topic's partitions among all: from First on, at most Most of them.
type Topic struct {
	First, Most int32
}

// metadata is what the client knows of the cluster, and when it asks again (ProducerMetadata, Metadata).
type metadata struct {
	topics     []topicMetadata
	partitions []partitionMetadata
	nodes      []protocol.NodeID // brokers, or, below 0, bootstrap addresses

	lastRefreshMs    int64 // of the last answer, or failure
	lastSuccessfulMs int64 // of the last answer about everything
	attempts         int64 // failures since the last answer
	equivalent       int64 // answers in a row that brought nothing new
	needFull         bool
	needPartial      bool
	requestVersion   int32 // counts the wishes for new topics
	updateVersion    int32 // counts the answers
}

type topicMetadata struct {
	wanted    bool // a record was sent to it not long ago
	fresh     bool // wanted, and not answered yet
	expiresMs int64
	known     bool // it was in the last answer
	invalid   bool // it can have no such name
}

type partitionMetadata struct {
	known    bool
	leader   protocol.NodeID
	epoch    int32
	lastSeen int32 // the largest epoch of all answers; noSequence: none
	cause    int32 // the event that this leader follows from
}

func newMetadata(topics []Topic, partitions int32) metadata {
	m := metadata{
		topics: make([]topicMetadata, len(topics)), partitions: make([]partitionMetadata, partitions),
		lastRefreshMs: longAgo, lastSuccessfulMs: longAgo,
	}
	for i := range m.partitions {
		m.partitions[i].lastSeen, m.partitions[i].cause = noSequence, noCause
	}
	return m
}

func (m metadata) clone() metadata {
	m.topics, m.partitions, m.nodes = slices.Clone(m.topics), slices.Clone(m.partitions), slices.Clone(m.nodes)
	return m
}

// count returns how many partitions a topic has; 0: it is not known.
func (m *metadata) count(t Topic) int32 {
	n := int32(0)
	for n < t.Most && m.partitions[t.First+n].known {
		n++
	}
	return n
}

// leader returns the broker to send to; protocol.NoLeader when there is none, or none that is known.
func (m *metadata) leader(partition int32) protocol.NodeID {
	p := &m.partitions[partition]
	if !p.known || !slices.Contains(m.nodes, p.leader) {
		return protocol.NoLeader
	}
	return p.leader
}

// epoch returns the leader epoch; noSequence when the partition is not known.
func (m *metadata) epoch(partition int32) int32 {
	if p := &m.partitions[partition]; p.known {
		return p.epoch
	}
	return noSequence
}

// add notes that a topic is in use (ProducerMetadata.add).
func (m *metadata) add(topic int32, idleMs, nowMs int64) {
	t := &m.topics[topic]
	t.expiresMs = nowMs + idleMs
	if !t.wanted {
		t.wanted, t.fresh = true, true
		m.wantNewTopics()
	}
}

func (m *metadata) wantNewTopics() {
	m.lastRefreshMs, m.needPartial, m.equivalent = longAgo, true, 0
	m.requestVersion++
}

// wantTopic asks for a topic to be looked up, and returns the present version
// (ProducerMetadata.requestUpdateForTopic).
func (m *metadata) wantTopic(topic int32) int32 {
	if m.topics[topic].fresh {
		m.wantNewTopics()
	} else {
		m.needFull = true
	}
	return m.updateVersion
}

// timeToUpdate returns how long it is until the client may and should ask: the last answer is too old, or something is
// wanted, and the wait since the last answer is over (Metadata.timeToNextUpdate, timeToAllowUpdate).
func (c *Client) timeToUpdate() int64 {
	m := &c.metadata
	failures, answers := c.random.fraction(), 0.0
	if m.lastSuccessfulMs+c.config.MetadataMaxAgeMs <= c.nowMs {
		m.equivalent = 0
	}
	if m.equivalent > 0 {
		answers = c.random.fraction()
	}
	return c.timeToUpdateBy(failures, answers)
}

// timeToUpdateBy is that with what chance makes of the two waits, the one after failures and the one after answers that
// brought nothing new.
func (c *Client) timeToUpdateBy(failures, answers float64) int64 {
	m, backoff := &c.metadata, c.config.retryBackoff()
	expiresMs := max(m.lastSuccessfulMs+c.config.MetadataMaxAgeMs-c.nowMs, 0)
	wait := backoff.wait(max(m.attempts-1, 0), failures)
	if m.equivalent > 0 {
		wait = max(wait, backoff.wait(m.equivalent-1, answers))
	}
	allowed := max(m.lastRefreshMs+wait-c.nowMs, 0)
	if m.needFull || m.needPartial {
		expiresMs = 0
	}
	return max(expiresMs, allowed)
}

// bootstrap forgets the brokers and knows the bootstrap addresses alone (Metadata.bootstrap, rebootstrap). It counts as
// no answer: Kafka raises updateVersion here, too, but wakes no call that waits for an answer, and one that sees the
// new version when its time is over throws all the same (ProducerMetadata.awaitUpdate, KafkaProducer.waitOnMetadata).
func (c *Client) bootstrap() {
	m := &c.metadata
	m.needFull = true
	for i := range m.partitions {
		m.partitions[i].known = false
	}
	m.nodes = nil
	for i := range c.bootstrapServers {
		m.nodes = append(m.nodes, -1-protocol.NodeID(i))
	}
	for i := range m.topics {
		m.topics[i].known, m.topics[i].invalid = false, false
	}
}

// failedUpdate notes that a request for metadata has failed (Metadata.failedUpdate).
func (c *Client) failedUpdate() {
	m := &c.metadata
	m.lastRefreshMs = c.nowMs
	m.attempts++
	m.equivalent = 0
}

// newRequest is the topics to ask for, and whether these are the new ones alone
// (Metadata.newMetadataRequestAndVersion).
func (c *Client) newMetadataRequest() (topics []int32, partial bool) {
	m := &c.metadata
	partial = !m.needFull && m.lastSuccessfulMs+c.config.MetadataMaxAgeMs > c.nowMs
	for i := range m.topics {
		if t := &m.topics[i]; t.wanted && (!partial || t.fresh) {
			topics = append(topics, int32(i))
		}
	}
	return topics, partial
}

// update applies an answer to a request (Metadata.update).
func (c *Client) update(f *flight, a *protocol.Metadata) {
	m := &c.metadata
	var nodes []protocol.NodeID
	for _, b := range a.Brokers {
		if !b.Fenced {
			nodes = append(nodes, b.Broker)
		}
	}
	if len(nodes) == 0 {
		c.failedUpdate() // No broker could be asked again.
		return
	}
	m.nodes = nodes
	m.needPartial = f.version < m.requestVersion
	m.lastRefreshMs, m.attempts = c.nowMs, 0
	m.updateVersion++
	m.equivalent++
	if !f.partial {
		m.needFull = false
		m.lastSuccessfulMs = c.nowMs
	}
	for i := range m.topics {
		topic := int32(i)
		answered := slices.Contains(f.topics, topic)
		if t := &m.topics[i]; t.wanted && !t.fresh && t.expiresMs <= c.nowMs {
			t.wanted = false
		}
		switch t := &m.topics[i]; {
		case answered && t.wanted:
			t.invalid = slices.Contains(a.Invalid, topic)
			c.learnTopic(topic, a)
		case !f.partial || answered || !t.wanted:
			t.invalid = false
			c.learnTopic(topic, &protocol.Metadata{})
			for n := range c.topics[i].Most {
				m.partitions[c.topics[i].First+n].lastSeen = noSequence
			}
		}
		if answered {
			m.topics[i].fresh = false
		}
	}
}

// learnTopic applies what an answer says about a topic. An answer older than another does not count; one that is newer
// than all before ends the growing waits between requests (Metadata.updateLatestMetadata).
func (c *Client) learnTopic(topic int32, a *protocol.Metadata) {
	m, t := &c.metadata, c.topics[topic]
	wasKnown := m.topics[topic].known
	m.topics[topic].known = false
	named := make([]bool, t.Most)
	for _, told := range a.Partitions {
		if told.Partition < t.First || told.Partition >= t.First+t.Most {
			continue
		}
		m.topics[topic].known = true
		named[told.Partition-t.First] = true
		p := &m.partitions[told.Partition]
		switch {
		case p.lastSeen == noSequence || !wasKnown || told.LeaderEpoch > p.lastSeen:
			m.equivalent = 0
		case told.LeaderEpoch < p.lastSeen:
			continue
		}
		cause := p.cause
		if p.leader != told.Leader || p.epoch != told.LeaderEpoch {
			cause = c.because
		}
		*p = partitionMetadata{true, told.Leader, told.LeaderEpoch, told.LeaderEpoch, cause}
		if told.Leader == protocol.NoLeader {
			m.needFull = true // LEADER_NOT_AVAILABLE
		}
	}
	for n := range t.Most {
		m.partitions[t.First+n].known = m.partitions[t.First+n].known && named[n]
	}
	if !m.topics[topic].known && !m.topics[topic].invalid && m.topics[topic].wanted {
		m.needFull = true // UNKNOWN_TOPIC_OR_PARTITION
	}
}

// learnLeader adopts a leader that a produce response names, if it is newer than the known one
// (Metadata.updatePartitionLeadership).
func (c *Client) learnLeader(partition int32, leader protocol.NodeID, epoch int32) {
	p := &c.metadata.partitions[partition]
	if !p.known || epoch <= p.epoch || !slices.Contains(c.metadata.nodes, leader) {
		return
	}
	p.leader, p.epoch, p.lastSeen, p.cause = leader, epoch, epoch, c.because
}

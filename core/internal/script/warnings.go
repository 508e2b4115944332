package script

import (
	"highwater/core/internal/message"
	"highwater/core/internal/protocol"
)

// Warning is something that Kafka starts with and yet complains of in its log, or that its documentation warns of: a
// setting that does not do what it seems to, or costs what one may not expect.
type Warning struct {
	Path    string // where the script says so, as in an Error
	Message string
}

// Warnings returns what to know about the script's configuration, in the order of the cluster, its topics, the
// producers and the steps. The script is right all the same. It is of the script as it was read: not of steps that came
// later.
func (s *Script) Warnings() []Warning { return s.warnings }

// warn adds a warning about what stands at v.
func (p *parser) warn(v value, format string, args ...any) {
	p.s.warnings = append(p.s.warnings, Warning{v.path(), message.Sprintf(format, args...)})
}

// warnings looks through the whole script, which has been read.
func (p *parser) warnings(root value) {
	cluster := root.member("cluster")
	brokers := cluster.member("config")
	p.warnOfBrokers(brokers)
	p.warnOfKeys(brokers, -1)
	index := int32(0)
	for topic := range cluster.member("topics").kids() {
		p.warnOfKeys(topic.member("config"), index)
		index++
	}
	index = 0
	for producer := range root.member("producers").kids() {
		p.warnOfProducer(producer.member("config"), brokers, &p.s.Producers[index])
		index++
	}
	for step := range root.member("steps").kids() {
		if set, ok := step.get("set"); ok {
			p.warnOfSet(set)
		}
	}
}

// member returns the member of that name, or where there is none an empty object.
func (v value) member(name string) value {
	if kid, ok := v.get(name); ok {
		return kid
	}
	return value{&document{nodes: []node{{kind: '{', parent: -1}}}, 0}
}

// first returns the first of the keys of rows that the configuration v sets, and whether it sets any.
func (v value) first(rows ...int) (value, bool) {
	for _, row := range rows {
		if at, ok := v.get(configs[row].Key); ok {
			return at, true
		}
	}
	return value{}, false
}

// warnOfBrokers warns of what contradicts itself in the configuration of the brokers.
func (p *parser) warnOfBrokers(config value) {
	c := &p.s.Cluster.Config
	// KafkaConfig.validateValues logs this as an error, and starts.
	at, given := config.first(brokerHeartbeatIntervalMs, brokerSessionTimeoutMs)
	if given && c.BrokerHeartbeatIntervalMs*2 > c.BrokerSessionTimeoutMs {
		p.warn(at, "broker.heartbeat.interval.ms, %d, is more than half of broker.session.timeout.ms, %d: one heartbeat "+
			"that is late or lost gets a broker fenced", c.BrokerHeartbeatIntervalMs, c.BrokerSessionTimeoutMs)
	}
	// ReplicationConfigs.REPLICA_FETCH_WAIT_MAX_MS_DOC; more than that KafkaConfig refuses.
	at, given = config.first(brokerReplicaFetchWaitMaxMs, brokerReplicaLagTimeMaxMs)
	if given && c.ReplicaFetchWaitMaxMs == c.ReplicaLagTimeMaxMs {
		p.warn(at, "replica.fetch.wait.max.ms and replica.lag.time.max.ms are both %d: a follower leaves the ISR when "+
			"something is appended as its fetch ends in vain; keep the first less", c.ReplicaFetchWaitMaxMs)
	}
}

// warnOfKeys warns of what single keys mean that are set for a topic, or with -1 for all topics that do not say.
func (p *parser) warnOfKeys(config value, topic int32) {
	for key := range config.kids() {
		switch key.node().name {
		case minISRKey:
			p.warnOfMinISR(key, topic)
		case uncleanKey:
			p.warnOfUnclean(key)
		case brokerMaxKey, topicMaxKey:
			p.warnOfMaxBytes(key, topic)
		case expirationKey:
			p.warnOfExpiration(key)
		}
	}
}

// warnOfMinISR warns of a minimum that leaves no replica to spare. More than there are replicas does not count
// (Partition.effectiveMinIsr, ReplicationControlManager.getTopicEffectiveMinIsr). With fewer in sync acks=all is
// refused (Partition.appendRecordsToLeader) and the high watermark stays (Partition.maybeIncrementLeaderHW).
func (p *parser) warnOfMinISR(v value, topic int32) {
	c := &p.s.Cluster
	minimum := v.configValue(&configs[brokerMinInSyncReplicas])
	for i := range c.Topics {
		t := &c.Topics[i]
		replicas := int64(len(c.Partitions[t.FirstPartition].Replicas))
		if topic >= 0 && int(topic) != i || topic < 0 && t.MinISR != 0 || minimum < replicas {
			continue
		}
		const noSpare = "when one of them leaves the ISR, acks=all is refused and the high watermark stands still"
		switch {
		case minimum == 1: // and there is one: nothing to be had from a replica more
		case replicas == 1:
			p.warn(v, "more than %s has replicas: Kafka takes it for 1, and acknowledges records with a single copy",
				quote(t.Name))
		case minimum > replicas:
			p.warn(v, "more than %s has replicas: Kafka takes it for %d; %s", quote(t.Name), replicas, noSpare)
		default:
			p.warn(v, "as many as %s has replicas: %s", quote(t.Name), noSpare)
		}
	}
}

// warnOfUnclean warns of records that may be lost though acks=all was told that they were safe
// (ReplicationConfigs.UNCLEAN_LEADER_ELECTION_ENABLE_DOC, PartitionChangeBuilder.electAnyLeader).
func (p *parser) warnOfUnclean(v value) {
	if Tri(v.configValue(&configs[brokerUncleanLeaderElection])) == Yes && p.s.promises() {
		p.warn(v, "when no in-sync or eligible replica is alive, one that lags may lead: records that were acknowledged to "+
			"acks=all are lost then")
	}
}

// promises reports whether anything waits for acks=all.
func (s *Script) promises() bool {
	for i := range s.Producers {
		if s.Producers[i].Acks == protocol.AcksAll {
			return true
		}
	}
	for i := range s.Steps {
		if raw, ok := s.Steps[i].Action.(Produce); ok && raw.Acks == protocol.AcksAll {
			return true
		}
	}
	return false
}

// warnOfMaxBytes warns of topics that refuse the full batches of a producer. That splits them, and logs it each time
// (Sender.completeBatch).
func (p *parser) warnOfMaxBytes(v value, topic int32) {
	most := v.configValue(&configs[brokerMessageMaxBytes])
	if topic < 0 && !p.s.Cluster.defersMaxBytes() {
		return
	}
	for i := range p.s.Producers {
		if c := &p.s.Producers[i]; c.BatchSize > most {
			p.warn(v, "less than batch.size of producer %s, %d: its batches that grow above this are refused with "+
				"MESSAGE_TOO_LARGE, and split", quote(c.ID), c.BatchSize)
		}
	}
}

// defersMaxBytes reports whether message.max.bytes of the cluster counts for any topic.
func (c *Cluster) defersMaxBytes() bool {
	for i := range c.Topics {
		if c.Topics[i].MaxMessageBytes < 0 {
			return true
		}
	}
	return false
}

// warnOfExpiration warns of producers that may be forgotten while they try again
// (TransactionLogConfig.PRODUCER_ID_EXPIRATION_MS_DOC).
func (p *parser) warnOfExpiration(v value) {
	expiration := v.configValue(&configs[brokerProducerIDExpirationMs])
	for i := range p.s.Producers {
		if c := &p.s.Producers[i]; c.Idempotence && c.DeliveryTimeoutMs > expiration {
			p.warn(v, "less than delivery.timeout.ms of producer %s, %d: what it sends again may come when it is forgotten, "+
				"and be appended twice", quote(c.ID), c.DeliveryTimeoutMs)
		}
	}
}

// warnOfProducer warns of the configuration of a producer, and of where it does not go with that of the brokers.
func (p *parser) warnOfProducer(config, brokers value, c *Producer) {
	p.warnOfBackoffs(config, c)
	p.warnOfRetries(config, c)
	// KafkaProducer.configureDeliveryTimeout.
	_, given := config.first(producerDeliveryTimeoutMs)
	if at, ok := config.first(producerRequestTimeoutMs, producerLingerMs); ok && !given &&
		c.DeliveryTimeoutMs > standard.DeliveryTimeoutMs {
		p.warn(at, "linger.ms + request.timeout.ms is more than delivery.timeout.ms by default: Kafka raises that to %d",
			c.DeliveryTimeoutMs)
	}
	// BufferPool.allocate; nothing checks it before.
	if at, ok := config.first(producerBufferMemory, producerBatchSize); ok && c.BatchSize > c.BufferMemory {
		p.warn(at, "batch.size, %d, is more than buffer.memory, %d: no batch can be made, and every send fails with an "+
			"IllegalArgumentException", c.BatchSize, c.BufferMemory)
	}
	// ProducerConfig.REQUEST_TIMEOUT_MS_DOC.
	lag := p.s.Cluster.Config.ReplicaLagTimeMaxMs
	if at, ok := config.first(producerRequestTimeoutMs); c.Acks == protocol.AcksAll && c.Retries > 0 &&
		c.RequestTimeoutMs < lag {
		if !ok {
			at, _ = brokers.first(brokerReplicaLagTimeMaxMs)
		}
		p.warn(at, "request.timeout.ms of producer %s, %d, is less than replica.lag.time.max.ms, %d: a request may time "+
			"out, and be sent again, while a follower that hangs is still in the ISR", quote(c.ID), c.RequestTimeoutMs, lag)
	}
	p.warnOfDefaults(config, brokers, c)
}

// warnOfDefaults warns of what a producer asks above what the brokers have where their configuration does not say.
// Where it does, that place is named.
func (p *parser) warnOfDefaults(config, brokers value, c *Producer) {
	brokerConfig := &p.s.Cluster.Config
	_, given := brokers.first(brokerMessageMaxBytes)
	at, ok := config.first(producerBatchSize)
	if ok && !given && c.BatchSize > brokerConfig.MessageMaxBytes && p.s.Cluster.defersMaxBytes() {
		p.warn(at, "more than message.max.bytes, %d: batches that grow above it are refused with MESSAGE_TOO_LARGE, and "+
			"split", brokerConfig.MessageMaxBytes)
	}
	_, given = brokers.first(brokerProducerIDExpirationMs)
	at, ok = config.first(producerDeliveryTimeoutMs, producerRequestTimeoutMs, producerLingerMs)
	if ok && !given && c.Idempotence && c.DeliveryTimeoutMs > brokerConfig.ProducerIDExpirationMs {
		p.warn(at, "delivery.timeout.ms, %d, is more than producer.id.expiration.ms, %d: what is sent again may come when "+
			"the producer is forgotten, and be appended twice", c.DeliveryTimeoutMs, brokerConfig.ProducerIDExpirationMs)
	}
}

// warnOfBackoffs warns of waits that do not grow (CommonClientConfigs.warnDisablingExponentialBackoff and
// postProcessReconnectBackoffConfigs).
func (p *parser) warnOfBackoffs(config value, c *Producer) {
	if at, ok := config.first(producerRetryBackoffMs, producerRetryBackoffMaxMs); ok &&
		c.RetryBackoffMs > c.RetryBackoffMaxMs {
		p.warn(at, "retry.backoff.ms, %d, is more than retry.backoff.max.ms: the wait is always %d",
			c.RetryBackoffMs, c.RetryBackoffMaxMs)
	}
	if at, ok := config.first(producerSetupTimeoutMs, producerSetupTimeoutMaxMs); ok &&
		c.SetupTimeoutMs > c.SetupTimeoutMaxMs {
		p.warn(at, "socket.connection.setup.timeout.ms, %d, is more than socket.connection.setup.timeout.max.ms: the "+
			"timeout is always %d", c.SetupTimeoutMs, c.SetupTimeoutMaxMs)
	}
	_, given := config.first(producerReconnectBackoffMax)
	if at, ok := config.first(producerReconnectBackoffMs); ok && !given {
		p.warn(at, "reconnect.backoff.max.ms is not set: the wait is always %d", c.ReconnectBackoffMs)
	}
}

// warnOfRetries warns of what goes with idempotence where it is off, asked for or not
// (ProducerConfig.postProcessAndValidateIdempotenceConfigs logs the latter; ENABLE_IDEMPOTENCE_DOC and
// MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION_DOC).
func (p *parser) warnOfRetries(config value, c *Producer) {
	if c.Idempotence {
		return
	}
	risk := "what is sent again may be appended twice"
	if c.MaxInFlight > 1 {
		risk += ", and after what was sent later"
	}
	acks, given := config.first(producerAcks)
	switch at, asked := config.first(producerIdempotence); {
	case c.Retries == 0 && !asked:
		at, _ = config.first(producerRetries)
		p.warn(at, "Kafka turns idempotence off, which needs retries: the first failure of a batch is its last")
	case c.Acks == protocol.AcksNone && !asked:
		p.warn(acks, `Kafka turns idempotence off, which needs acks "all": nobody is told of a record that is lost`)
	case c.Retries == 0 || c.Acks == protocol.AcksNone:
	case asked:
		p.warn(at, "without idempotence %s", risk)
	case given:
		p.warn(acks, `Kafka turns idempotence off, which needs acks "all": %s`, risk)
	}
}

// warnOfSet warns of what a step set changes.
func (p *parser) warnOfSet(v value) {
	config := v.member("config")
	if _, one := v.get("broker"); one && p.s.Cluster.ELR {
		// ConfigurationControlManager.isDisallowedBrokerMinIsrTransition.
		if at, ok := config.first(brokerMinInSyncReplicas); ok {
			p.warn(at, "Kafka refuses a broker's own value while the cluster has %q: nothing changes", elrFeature)
		}
		return
	}
	topic := int32(-1)
	if named, ok := v.get("topic"); ok {
		topic = p.topic(named)
	}
	p.warnOfKeys(config, topic)
}

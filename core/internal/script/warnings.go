package script

import (
	"strconv"

	"highwater/core/internal/document"
	"highwater/core/internal/message"
	"highwater/core/internal/protocol"
)

// Warning is a setting that Kafka accepts but complains of in its log, or that its documentation warns of: a setting
// that does not do what it seems to, or costs what one may not expect.
type Warning struct {
	Path    string // as in an Error; steps are numbered as in events, in the order in which they happen
	Message string
}

// Warnings returns what to know about the script's configuration, which is right all the same: that of the brokers, the
// topics and the producers, and what steps change.
func (s *Script) Warnings() []Warning {
	w := warner{s: s}
	c := &s.Cluster
	w.brokers()
	start := Set{Topic: -1, MinISR: c.Config.MinInSyncReplicas, MaxMessageBytes: -1}
	start.Unclean = triOf(c.Config.UncleanLeaderElection)
	if c.given.has(brokerMessageMaxBytes) {
		start.MaxMessageBytes = c.Config.MessageMaxBytes
	}
	if c.given.has(brokerProducerIDExpirationMs) {
		start.ExpirationMs = c.Config.ProducerIDExpirationMs
	}
	w.set("cluster.config", &start)
	for i := range c.Topics {
		t := &c.Topics[i]
		w.set("cluster.topics["+strconv.Itoa(i)+"].config", &Set{
			Topic: int32(i), MinISR: t.MinISR, Unclean: t.Unclean, MaxMessageBytes: t.MaxMessageBytes,
		})
	}
	for i := range s.Producers {
		w.producer("producers["+strconv.Itoa(i)+"].config", &s.Producers[i])
	}
	for i := range s.Steps {
		switch a := s.Steps[i].Action.(type) {
		case Set:
			w.set("steps["+strconv.Itoa(i)+"].set.config", &a)
		case Send:
			w.send("steps["+strconv.Itoa(i)+"].send", &a)
		}
	}
	return w.found
}

// send warns of an application that gives up before its producer does (KafkaProducer.send: the future has no limit of
// its own; delivery.timeout.ms bounds how long what it has sent may still be written).
func (w *warner) send(path string, a *Send) {
	of := &w.s.Producers[a.Producer]
	if ms := a.GiveUp.Ms(); a.Resend > 0 && ms < of.DeliveryTimeoutMs && of.Acks != protocol.AcksNone {
		w.found = append(w.found, Warning{path + ".give-up.ms", message.Sprintf("%d is less than delivery.timeout.ms, %d: "+
			"the producer still has what the application hands over again, and both may be written; idempotence does not "+
			"know that they are the same", ms, of.DeliveryTimeoutMs)})
	}
}

// warner goes through a script and notes what there is to warn of.
type warner struct {
	s     *Script
	found []Warning
}

// warn notes a warning about the key of row in the configuration at path.
func (w *warner) warn(path string, row int, format string, args ...any) {
	w.found = append(w.found, Warning{path + "." + configs[row].Key, message.Sprintf(format, args...)})
}

// brokers warns of what contradicts itself in the configuration of the brokers.
func (w *warner) brokers() {
	const path = "cluster.config"
	given, c := w.s.Cluster.given, &w.s.Cluster.Config
	// KafkaConfig.validateValues logs this as an error, and starts.
	if at := given.first(brokerHeartbeatIntervalMs, brokerSessionTimeoutMs); at >= 0 &&
		c.BrokerHeartbeatIntervalMs*2 > c.BrokerSessionTimeoutMs {
		w.warn(path, at, "broker.heartbeat.interval.ms, %d, is more than half of broker.session.timeout.ms, %d: one "+
			"heartbeat that is late or lost gets a broker fenced", c.BrokerHeartbeatIntervalMs, c.BrokerSessionTimeoutMs)
	}
	// ReplicationConfigs.REPLICA_FETCH_WAIT_MAX_MS_DOC; more than that KafkaConfig refuses.
	if at := given.first(brokerReplicaFetchWaitMaxMs, brokerReplicaLagTimeMaxMs); at >= 0 &&
		c.ReplicaFetchWaitMaxMs == c.ReplicaLagTimeMaxMs {
		w.warn(path, at, "replica.fetch.wait.max.ms and replica.lag.time.max.ms are both %d: a follower leaves the ISR when "+
			"something is appended as its fetch ends in vain; keep the first less", c.ReplicaFetchWaitMaxMs)
	}
}

// set warns of what the values of a mean: those that a step sets, or that a configuration has from the start.
func (w *warner) set(path string, a *Set) {
	if a.Broker != 0 && w.s.Cluster.ELR {
		// ConfigurationControlManager.isDisallowedBrokerMinIsrTransition.
		w.warn(path, brokerMinInSyncReplicas, "Kafka refuses a broker's own value while the cluster has %q: nothing changes",
			elrFeature)
		return
	}
	if a.MinISR > 0 {
		w.minISR(path, a)
	}
	if a.Unclean == Yes && w.s.promises() {
		// ReplicationConfigs.UNCLEAN_LEADER_ELECTION_ENABLE_DOC, PartitionChangeBuilder.electAnyLeader.
		w.warn(path, brokerUncleanLeaderElection, "when no in-sync or eligible replica is alive, one that lags may lead: "+
			"records that were acknowledged to acks=all are lost then")
	}
	if a.MaxMessageBytes >= 0 {
		w.maxBytes(path, a)
	}
	if a.ExpirationMs > 0 {
		w.expiration(path, a.ExpirationMs)
	}
}

// minISR warns of a minimum that leaves no replica to spare. More than there are replicas does not count
// (Partition.effectiveMinIsr, ReplicationControlManager.getTopicEffectiveMinIsr). With fewer in sync acks=all is
// refused (Partition.appendRecordsToLeader) and the high watermark stays (Partition.maybeIncrementLeaderHW).
func (w *warner) minISR(path string, a *Set) {
	c := &w.s.Cluster
	for i := range c.Topics {
		t := &c.Topics[i]
		replicas := len(c.Partitions[t.FirstPartition].Replicas)
		if a.Topic >= 0 && int(a.Topic) != i || a.Topic < 0 && t.MinISR > 0 || a.MinISR < replicas {
			continue
		}
		const noSpare = "when one of them leaves the ISR, acks=all is refused and the high watermark stands still"
		switch {
		case a.MinISR == 1: // and there is one
		case replicas == 1:
			w.warn(path, brokerMinInSyncReplicas, "more than %s has replicas: Kafka takes it for 1, and acknowledges "+
				"records with a single copy", document.Quote(t.Name))
		case a.MinISR > replicas:
			w.warn(path, brokerMinInSyncReplicas, "more than %s has replicas: Kafka takes it for %d; %s",
				document.Quote(t.Name), replicas, noSpare)
		default:
			w.warn(path, brokerMinInSyncReplicas, "as many as %s has replicas: %s", document.Quote(t.Name), noSpare)
		}
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

// maxBytes warns of topics that refuse the full batches of a producer. That splits them, and logs it each time
// (Sender.completeBatch).
func (w *warner) maxBytes(path string, a *Set) {
	row := topicMaxMessageBytes
	if a.Topic < 0 {
		if row = brokerMessageMaxBytes; !w.s.Cluster.defersMaxBytes() {
			return
		}
	}
	for i := range w.s.Producers {
		if c := &w.s.Producers[i]; c.BatchSize > a.MaxMessageBytes {
			w.warn(path, row, "less than batch.size of producer %s, %d: its batches that grow above this are refused with "+
				"MESSAGE_TOO_LARGE, and split", document.Quote(c.ID), c.BatchSize)
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

// expiration warns of producers that may be forgotten while they try again
// (TransactionLogConfig.PRODUCER_ID_EXPIRATION_MS_DOC).
func (w *warner) expiration(path string, expirationMs int64) {
	for i := range w.s.Producers {
		if c := &w.s.Producers[i]; c.Idempotence && c.DeliveryTimeoutMs > expirationMs {
			w.warn(path, brokerProducerIDExpirationMs, "less than delivery.timeout.ms of producer %s, %d: what it sends "+
				"again may come when it is forgotten, and be appended twice", document.Quote(c.ID), c.DeliveryTimeoutMs)
		}
	}
}

// producer warns of the configuration of a producer, and of where it does not go with that of the brokers.
func (w *warner) producer(path string, c *Producer) {
	w.backoffs(path, c)
	w.retries(path, c)
	// KafkaProducer.configureDeliveryTimeout.
	if at := c.given.first(producerRequestTimeoutMs, producerLingerMs); at >= 0 &&
		!c.given.has(producerDeliveryTimeoutMs) && c.DeliveryTimeoutMs > standard.DeliveryTimeoutMs {
		w.warn(path, at, "linger.ms + request.timeout.ms is more than delivery.timeout.ms by default: Kafka raises that to "+
			"%d", c.DeliveryTimeoutMs)
	}
	// BufferPool.allocate; nothing checks it before.
	if at := c.given.first(producerBufferMemory, producerBatchSize); at >= 0 && c.BatchSize > c.BufferMemory {
		w.warn(path, at, "batch.size, %d, is more than buffer.memory, %d: no batch can be made, and every send fails with "+
			"an IllegalArgumentException", c.BatchSize, c.BufferMemory)
	}
	// ProducerConfig.REQUEST_TIMEOUT_MS_DOC.
	lag := w.s.Cluster.Config.ReplicaLagTimeMaxMs
	if c.Acks == protocol.AcksAll && c.Retries > 0 && c.RequestTimeoutMs < lag {
		at, of := producerRequestTimeoutMs, path
		if !c.given.has(producerRequestTimeoutMs) {
			at, of = brokerReplicaLagTimeMaxMs, "cluster.config"
		}
		w.warn(of, at, "request.timeout.ms of producer %s, %d, is less than replica.lag.time.max.ms, %d: a request may time "+
			"out, and be sent again, while a follower that hangs is still in the ISR", document.Quote(c.ID), c.RequestTimeoutMs,
			lag)
	}
	w.aboveDefaults(path, c)
}

// aboveDefaults warns of what a producer asks above what the brokers have where their configuration does not say. Where
// it does, that place is named.
func (w *warner) aboveDefaults(path string, c *Producer) {
	cluster := &w.s.Cluster
	if most := cluster.Config.MessageMaxBytes; c.BatchSize > most && !cluster.given.has(brokerMessageMaxBytes) &&
		cluster.defersMaxBytes() {
		w.warn(path, producerBatchSize, "more than message.max.bytes, %d: batches that grow above it are refused with "+
			"MESSAGE_TOO_LARGE, and split", most)
	}
	at := c.given.first(producerDeliveryTimeoutMs, producerRequestTimeoutMs, producerLingerMs)
	if most := cluster.Config.ProducerIDExpirationMs; at >= 0 && c.Idempotence && c.DeliveryTimeoutMs > most &&
		!cluster.given.has(brokerProducerIDExpirationMs) {
		w.warn(path, at, "delivery.timeout.ms, %d, is more than producer.id.expiration.ms, %d: what is sent again may come "+
			"when the producer is forgotten, and be appended twice", c.DeliveryTimeoutMs, most)
	}
}

// backoffs warns of waits that do not grow (CommonClientConfigs.warnDisablingExponentialBackoff and
// postProcessReconnectBackoffConfigs).
func (w *warner) backoffs(path string, c *Producer) {
	if at := c.given.first(producerRetryBackoffMs, producerRetryBackoffMaxMs); at >= 0 &&
		c.RetryBackoffMs > c.RetryBackoffMaxMs {
		w.warn(path, at, "retry.backoff.ms, %d, is more than retry.backoff.max.ms: the wait is always %d",
			c.RetryBackoffMs, c.RetryBackoffMaxMs)
	}
	if at := c.given.first(producerSetupTimeoutMs, producerSetupTimeoutMaxMs); at >= 0 &&
		c.SetupTimeoutMs > c.SetupTimeoutMaxMs {
		w.warn(path, at, "socket.connection.setup.timeout.ms, %d, is more than socket.connection.setup.timeout.max.ms: the "+
			"timeout is always %d", c.SetupTimeoutMs, c.SetupTimeoutMaxMs)
	}
	if c.given.has(producerReconnectBackoffMs) && !c.given.has(producerReconnectBackoffMax) {
		w.warn(path, producerReconnectBackoffMs, "reconnect.backoff.max.ms is not set: the wait is always %d",
			c.ReconnectBackoffMs)
	}
}

// retries warns of what goes with idempotence where it is off, asked for or not
// (ProducerConfig.postProcessAndValidateIdempotenceConfigs logs the latter; ENABLE_IDEMPOTENCE_DOC and
// MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION_DOC).
func (w *warner) retries(path string, c *Producer) {
	if c.Idempotence {
		return
	}
	risk := "what is sent again may be appended twice"
	if c.MaxInFlight > 1 {
		risk += ", and after what was sent later"
	}
	switch asked := c.given.has(producerIdempotence); {
	case c.Retries == 0 && !asked:
		w.warn(path, producerRetries, "Kafka turns idempotence off, which needs retries: the first failure of a batch is "+
			"its last")
	case c.Acks == protocol.AcksNone && !asked:
		w.warn(path, producerAcks, `Kafka turns idempotence off, which needs acks "all": nobody is told of a record that is `+
			"lost")
	case c.Retries == 0 || c.Acks == protocol.AcksNone:
	case asked:
		w.warn(path, producerIdempotence, "without idempotence %s", risk)
	default:
		w.warn(path, producerAcks, `Kafka turns idempotence off, which needs acks "all": %s`, risk)
	}
}

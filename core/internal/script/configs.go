package script

import (
	"strconv"
	"strings"

	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
)

// Scope is whose configuration a key belongs to.
type Scope uint8

const (
	BrokerScope   Scope = iota // cluster.config: the same for every broker
	TopicScope                 // a topic's config
	ProducerScope              // a producer's config
	QuotaScope                 // a producer's quota: the configuration of its client id at the brokers
	numScopes
)

// String returns the scope as the list of keys tells it.
func (s Scope) String() string { return [numScopes]string{"broker", "topic", "producer", "quota"}[s] }

// Config is a configuration key of Kafka that scripts may set.
type Config struct {
	Key      string
	Scope    Scope
	Default  int64 // of acks: -1, written "all"; of a topic's key 0, or below Min: the cluster's value
	Min, Max int64
	Boolean  bool   // its values are those of Tri
	Policy   bool   // its values are those of CleanupPolicy
	Unit     string // "ms", "s", "bytes", "" for a plain number
	Dynamic  bool   // the step set changes it while the brokers run
	Meaning  string
}

// The rows of configs, and the places in values.
const (
	replicaLagTimeMax = iota
	replicaFetchWaitMax
	minInSyncReplicas
	producerPurgeInterval
	fetchPurgeInterval
	replicaFetchMaxBytes
	replicaFetchResponseMaxBytes
	messageMaxBytes
	brokerSessionTimeout
	brokerHeartbeatInterval
	uncleanLeaderElection
	uncleanElectionInterval
	autoLeaderRebalance
	leaderImbalanceCheck
	replicaFetchBackoff
	replicaSocketTimeout
	highWatermarkCheckpoint
	controlledShutdown
	producerExpiration
	producerExpirationCheck
	quotaWindowNum
	quotaWindowSize
	topicMinInSyncReplicas
	topicUncleanElection
	topicMaxMessageBytes
	topicCleanupPolicy
	producerAcks
	producerLinger
	producerRequestTimeout
	producerMaxInFlight
	producerIdempotence
	producerRetries
	producerBatchSize
	producerBufferMemory
	producerMaxBlock
	producerMaxRequestSize
	producerDeliveryTimeout
	producerRetryBackoff
	producerRetryBackoffMax
	producerReconnectBackoff
	producerReconnectBackoffMax
	producerSetupTimeout
	producerSetupTimeoutMax
	producerMetadataMaxAge
	producerAdaptive
	producerAvailability
	producerIgnoreKeys
	quotaByteRate
	numConfigs
)

const (
	minISRKey     = "min.insync.replicas"
	uncleanKey    = "unclean.leader.election.enable"
	brokerMaxKey  = "message.max.bytes"
	topicMaxKey   = "max.message.bytes"
	policyKey     = "cleanup.policy"
	expirationKey = "producer.id.expiration.ms"
	byteRateKey   = "producer_byte_rate"
)

// standard is a producer of which nothing is set.
var standard = producer.Defaults()

// configs is every supported key once: decoding, checking, writing and the printed list go by it. Defaults and bounds
// are those of Kafka 4.4.0 (AbstractKafkaConfig.CONFIG_DEF), or the largest int where Kafka has none.
var configs = [numConfigs]Config{
	replicaLagTimeMax: {
		Key: "replica.lag.time.max.ms", Default: 30000, Min: minLagMs, Max: maxInt32, Unit: "ms",
		Meaning: "a follower that has not caught up for longer leaves the ISR; checked every half of it",
	},
	replicaFetchWaitMax: {
		Key: "replica.fetch.wait.max.ms", Default: 500, Max: maxInt32, Unit: "ms",
		Meaning: "how long a follower's fetch waits at the leader for records; at most replica.lag.time.max.ms " +
			"and replica.socket.timeout.ms",
	},
	minInSyncReplicas: {
		Key: minISRKey, Default: 1, Min: 1, Max: maxInt32, Dynamic: true,
		Meaning: "under so many in-sync replicas acks=all is refused and the high watermark stands still; " +
			"for topics that do not say",
	},
	producerPurgeInterval: {
		Key: "producer.purgatory.purge.interval.requests", Default: 1000, Max: maxInt32,
		Meaning: "so many completed produce requests may stay in the watcher lists before they are purged",
	},
	fetchPurgeInterval: {
		Key: "fetch.purgatory.purge.interval.requests", Default: 1000, Max: maxInt32,
		Meaning: "the same for fetch requests",
	},
	replicaFetchMaxBytes: {
		Key: "replica.fetch.max.bytes", Default: 1 << 20, Max: maxInt32, Unit: "bytes",
		Meaning: "how much of a partition one fetch of a follower takes; always at least one batch",
	},
	replicaFetchResponseMaxBytes: {
		Key: "replica.fetch.response.max.bytes", Default: 10 << 20, Max: maxInt32, Unit: "bytes",
		Meaning: "how much one fetch of a follower takes of all its partitions; always at least one batch",
	},
	messageMaxBytes: {
		Key: brokerMaxKey, Default: 1<<20 + 12, Max: maxInt32, Unit: "bytes", Dynamic: true,
		Meaning: "a larger batch is refused with MESSAGE_TOO_LARGE; for topics that do not say",
	},
	brokerSessionTimeout: {
		Key: "broker.session.timeout.ms", Default: 9000, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "a broker silent for longer is fenced; checked every eighth of it",
	},
	brokerHeartbeatInterval: {
		Key: "broker.heartbeat.interval.ms", Default: 2000, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "how often a broker tells the controller that it lives",
	},
	uncleanLeaderElection: {
		Key: uncleanKey, Default: int64(No), Min: int64(No), Max: int64(Yes), Boolean: true, Dynamic: true,
		Meaning: "when nobody in sync or eligible lives, any live replica may lead, and committed records may be lost; " +
			"for topics that do not say",
	},
	uncleanElectionInterval: {
		Key: "unclean.leader.election.interval.ms", Default: 300000, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "how often the controller looks for partitions without a leader that may have an unclean election",
	},
	autoLeaderRebalance: {
		Key: "auto.leader.rebalance.enable", Default: int64(Yes), Min: int64(No), Max: int64(Yes), Boolean: true,
		Meaning: "the controller gives leadership back to the first replica of the assignment when that is in sync",
	},
	leaderImbalanceCheck: {
		Key: "leader.imbalance.check.interval.seconds", Default: 300, Min: 1, Max: maxInt32, Unit: "s",
		Meaning: "how often the controller looks for leadership to give back",
	},
	replicaFetchBackoff: {
		Key: "replica.fetch.backoff.ms", Default: 1000, Max: maxInt32, Unit: "ms",
		Meaning: "how long a follower leaves a partition, or a broker, alone after a fetch that failed",
	},
	replicaSocketTimeout: {
		Key: "replica.socket.timeout.ms", Default: 30000, Max: maxInt32, Unit: "ms",
		Meaning: "how long a follower waits for an answer to its fetch; at least replica.fetch.wait.max.ms",
	},
	highWatermarkCheckpoint: {
		Key: "replica.high.watermark.checkpoint.interval.ms", Default: 5000, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "how often a broker writes its high watermarks down; after a crash it goes by the last it wrote",
	},
	controlledShutdown: {
		Key: "controlled.shutdown.enable", Default: int64(Yes), Min: int64(No), Max: int64(Yes), Boolean: true,
		Meaning: "a broker that is stopped has its leaderships moved first",
	},
	producerExpiration: {
		Key: expirationKey, Default: 86400000, Min: 1, Max: maxInt32, Unit: "ms", Dynamic: true,
		Meaning: "a log forgets an idempotent producer whose last batch is so old: what it sends again is taken for new",
	},
	producerExpirationCheck: {
		Key: "producer.id.expiration.check.interval.ms", Default: 600000, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "how often a log looks for those; a key of Kafka's that its documentation does not list",
	},
	quotaWindowNum: {
		Key: "quota.window.num", Default: 11, Min: 1, Max: maxQuotaSamples,
		Meaning: "over so many samples a client's rate is measured",
	},
	quotaWindowSize: {
		Key: "quota.window.size.seconds", Default: 1, Min: 1, Max: maxInt32, Unit: "s", Meaning: "how long each of them is",
	},
	topicMinInSyncReplicas: {
		Key: minISRKey, Scope: TopicScope, Default: 0, Min: 1, Max: maxInt32, Dynamic: true,
		Meaning: "the same, for this topic; effective is no more than the number of its replicas",
	},
	topicUncleanElection: {
		Key: uncleanKey, Scope: TopicScope, Default: int64(Unset), Min: int64(No), Max: int64(Yes), Boolean: true,
		Dynamic: true, Meaning: "the same, for this topic",
	},
	topicMaxMessageBytes: {
		Key: topicMaxKey, Scope: TopicScope, Default: -1, Max: maxInt32, Unit: "bytes", Dynamic: true,
		Meaning: "a larger batch is refused with MESSAGE_TOO_LARGE; a producer splits it",
	},
	topicCleanupPolicy: {
		Key: policyKey, Scope: TopicScope, Min: int64(Delete), Max: int64(Delete | Compact), Policy: true, Dynamic: true,
		Meaning: "with compact, a batch that has records without a key is refused with INVALID_RECORD; " +
			"nothing is ever removed here",
	},
	producerAcks: {
		Key: "acks", Scope: ProducerScope, Default: int64(standard.Acks),
		Meaning: `what an answer waits for: all in-sync copies ("all"), the leader's ("1"); with "0" there is no answer`,
	},
	producerLinger: {
		Key: "linger.ms", Scope: ProducerScope, Default: standard.LingerMs, Max: maxInt32, Unit: "ms",
		Meaning: "how long a batch waits for more records",
	},
	producerRequestTimeout: {
		Key: "request.timeout.ms", Scope: ProducerScope, Default: standard.RequestTimeoutMs, Max: maxInt32, Unit: "ms",
		Meaning: "how long an answer may take, and, as the request carries it, how long the broker may wait for the " +
			"other copies",
	},
	producerMaxInFlight: {
		Key: "max.in.flight.requests.per.connection", Scope: ProducerScope,
		Default: standard.MaxInFlight, Min: 1, Max: maxInt32,
		Meaning: "unanswered requests to one broker; more than 5 only without idempotence",
	},
	producerIdempotence: {
		Key: "enable.idempotence", Scope: ProducerScope,
		Default: int64(triOf(standard.Idempotence)), Min: int64(No), Max: int64(Yes), Boolean: true,
		Meaning: "records are numbered, so that a broker drops what it has already; acks other than all and retries of 0 " +
			"turn it off where it is not set",
	},
	producerRetries: {
		Key: "retries", Scope: ProducerScope, Default: standard.Retries, Max: maxInt32,
		Meaning: "how often a batch is sent again at most; delivery.timeout.ms ends it before",
	},
	producerBatchSize: {
		Key: "batch.size", Scope: ProducerScope, Default: standard.BatchSize, Max: maxInt32, Unit: "bytes",
		Meaning: "a batch of so many bytes takes no more records",
	},
	producerBufferMemory: {
		Key: "buffer.memory", Scope: ProducerScope, Default: standard.BufferMemory, Max: maxInt32, Unit: "bytes",
		Meaning: "memory for batches that have not ended; without it a send waits",
	},
	producerMaxBlock: {
		Key: "max.block.ms", Scope: ProducerScope, Default: standard.MaxBlockMs, Max: maxInt32, Unit: "ms",
		Meaning: "how long a send may wait for metadata and memory",
	},
	producerMaxRequestSize: {
		Key: "max.request.size", Scope: ProducerScope, Default: standard.MaxRequestSize, Max: maxInt32, Unit: "bytes",
		Meaning: "a request grows no larger, and a larger record is refused",
	},
	producerDeliveryTimeout: {
		Key: "delivery.timeout.ms", Scope: ProducerScope, Default: standard.DeliveryTimeoutMs, Max: maxInt32, Unit: "ms",
		Meaning: "how long after its batch was made a record may take, with all attempts; at least linger.ms + " +
			"request.timeout.ms",
	},
	producerRetryBackoff: {
		Key: "retry.backoff.ms", Scope: ProducerScope, Default: standard.RetryBackoffMs, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "the wait before a second attempt, and before metadata are asked for again; it doubles each time",
	},
	producerRetryBackoffMax: {
		Key: "retry.backoff.max.ms", Scope: ProducerScope,
		Default: standard.RetryBackoffMaxMs, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "so far it grows",
	},
	producerReconnectBackoff: {
		Key: "reconnect.backoff.ms", Scope: ProducerScope,
		Default: standard.ReconnectBackoffMs, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "the wait before a second attempt to connect; it doubles each time",
	},
	producerReconnectBackoffMax: {
		Key: "reconnect.backoff.max.ms", Scope: ProducerScope,
		Default: standard.ReconnectBackoffMax, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "so far it grows; where only reconnect.backoff.ms is set, it does not",
	},
	producerSetupTimeout: {
		Key: "socket.connection.setup.timeout.ms", Scope: ProducerScope,
		Default: standard.SetupTimeoutMs, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "how long connecting may take; it doubles each time",
	},
	producerSetupTimeoutMax: {
		Key: "socket.connection.setup.timeout.max.ms", Scope: ProducerScope,
		Default: standard.SetupTimeoutMaxMs, Min: 1, Max: maxInt32,
		Unit:    "ms",
		Meaning: "so far it grows",
	},
	producerMetadataMaxAge: {
		Key: "metadata.max.age.ms", Scope: ProducerScope,
		Default: standard.MetadataMaxAgeMs, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "how old metadata may be before they are asked for again",
	},
	producerAdaptive: {
		Key: "partitioner.adaptive.partitioning.enable", Scope: ProducerScope,
		Default: int64(triOf(standard.Adaptive)), Min: int64(No),
		Max: int64(Yes), Boolean: true,
		Meaning: "records without a partition and a key go rather where the queue is short",
	},
	producerAvailability: {
		Key: "partitioner.availability.timeout.ms", Scope: ProducerScope,
		Default: standard.AvailabilityTimeoutMs, Max: maxInt32, Unit: "ms",
		Meaning: "a broker that could take nothing for longer is left out of that choice; 0: none is",
	},
	producerIgnoreKeys: {
		Key: "partitioner.ignore.keys", Scope: ProducerScope,
		Default: int64(triOf(standard.IgnoreKeys)), Min: int64(No), Max: int64(Yes),
		Boolean: true, Meaning: "keys do not choose the partition",
	},
	quotaByteRate: {
		Key: byteRateKey, Scope: QuotaScope, Min: 1, Max: MaxSeed, Unit: "bytes/s", Dynamic: true,
		Meaning: "how much it may send to each broker a second, on an average over quota.window.num samples; " +
			"one that sends more is throttled until it has kept that",
	},
}

// notYet is, by scope, what Kafka has and this version does not: of the keys that exist there, those that a script
// about produce requests may want. They get an error of their own.
var notYet = [...][]string{
	BrokerScope: {
		"add.partitions.to.txn.retry.backoff.ms", "auto.create.topics.enable",
		"compression.type", "connections.max.idle.ms", "default.replication.factor",
		"delete.records.purgatory.purge.interval.requests", "initial.broker.registration.timeout.ms",
		"log.flush.interval.messages", "log.flush.interval.ms",
		"log.message.timestamp.type", "log.retention.ms", "log.segment.bytes", "num.io.threads", "num.network.threads",
		"num.partitions", "num.replica.fetchers", "queued.max.requests",
		"replica.fetch.min.bytes", "replica.socket.receive.buffer.bytes", "request.timeout.ms", "socket.request.max.bytes",
	},
	TopicScope: {
		"compression.type", "delete.retention.ms", "file.delete.delay.ms", "flush.messages", "flush.ms",
		"max.compaction.lag.ms", "max.decompressed.message.bytes", "message.timestamp.after.max.ms",
		"message.timestamp.before.max.ms", "message.timestamp.type", "min.cleanable.dirty.ratio", "min.compaction.lag.ms",
		"retention.bytes", "retention.ms", "segment.bytes", "segment.ms",
	},
	ProducerScope: {
		"bootstrap.servers", "buffer.memory.allocation.strategy", "client.id", "compression.type",
		"connections.max.idle.ms", "interceptor.classes", "key.serializer", "metadata.max.idle.ms", "partitioner.class",
		"partitioner.rack.aware", "receive.buffer.bytes", "send.buffer.bytes", "transaction.timeout.ms",
		"transactional.id", "value.serializer",
	},
	QuotaScope: {"connection_creation_rate", "consumer_byte_rate", "controller_mutation_rate", "request_percentage"},
}

// Configs returns the supported configuration keys: brokers', topics', producers', quotas'.
func Configs() []Config { return configs[:] }

// AppendConfigs appends the list of the supported keys for people to read: what run --configs prints.
func AppendConfigs(b []byte) []byte {
	for scope := BrokerScope; scope < numScopes; scope++ {
		if scope > BrokerScope {
			b = append(b, '\n')
		}
		b = append(b, scope.String()+" configuration:\n"...)
		for row := range configs {
			c := &configs[row]
			if c.Scope != scope {
				continue
			}
			b = append(b, "  "+c.Key+"\n      default "+c.def()+", "+c.rangeText()...)
			if c.Dynamic {
				b = append(b, "; the step set changes it"...)
			}
			b = append(b, "\n      "+c.Meaning+"\n"...)
		}
	}
	return b
}

func (c *Config) def() string {
	switch {
	case c.Key == "acks":
		return `"` + protocol.Acks(c.Default).String() + `"`
	case c.Policy:
		return "delete"
	case c.Scope == TopicScope:
		return "the cluster's"
	case c.Scope == QuotaScope:
		return "none"
	case c.Boolean:
		return strconv.FormatBool(Tri(c.Default) == Yes)
	}
	return strings.TrimSpace(strconv.FormatInt(c.Default, 10) + " " + c.Unit)
}

func (c *Config) rangeText() string {
	if c.Key == "acks" {
		return `one of "all", "1" and "0"`
	}
	if c.Boolean {
		return "true or false"
	}
	if c.Policy {
		return `one of "delete", "compact" and "compact,delete"`
	}
	return strconv.FormatInt(c.Min, 10) + " to " + strconv.FormatInt(c.Max, 10)
}

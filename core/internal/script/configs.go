package script

import (
	"slices"
	"strconv"
	"strings"

	"highwater/core/internal/protocol"
)

// Scope is whose configuration a key belongs to.
type Scope uint8

const (
	BrokerScope   Scope = iota // cluster.config: the same for every broker
	TopicScope                 // a topic's config
	ProducerScope              // a producer's config
)

// String is the scope as the list of keys tells it.
func (s Scope) String() string { return [...]string{"broker", "topic", "producer"}[s] }

// Config is a configuration key of Kafka that scripts may set.
type Config struct {
	Key      string
	Scope    Scope
	Default  int64 // of acks: -1, written "all"; of a topic's key 0: the cluster's value
	Min, Max int64
	Unit     string // "ms", "bytes", "" for a plain number
	Dynamic  bool   // the step set changes it while the brokers run
	Later    bool   // Kafka changes it while running; this version does not yet
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
	messageMaxBytes
	brokerSessionTimeout
	brokerHeartbeatInterval
	topicMinInSyncReplicas
	producerAcks
	producerLinger
	producerRequestTimeout
	producerMaxInFlight
	numConfigs
)

const minISRKey = "min.insync.replicas"

// configs is every supported key once: decoding, checking, writing and the printed list go by it. Defaults and bounds
// are those of Kafka 4.4.0, or the largest int where Kafka has none.
var configs = [numConfigs]Config{
	replicaLagTimeMax: {
		Key: "replica.lag.time.max.ms", Default: 30000, Min: minLagMs, Max: maxInt32, Unit: "ms",
		Meaning: "a follower that has not caught up for longer leaves the ISR; checked every half of it",
	},
	replicaFetchWaitMax: {
		Key: "replica.fetch.wait.max.ms", Default: 500, Max: 30000, Unit: "ms",
		Meaning: "how long a follower's fetch waits at the leader for records; at most replica.lag.time.max.ms",
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
	messageMaxBytes: {
		Key: "message.max.bytes", Default: 1<<20 + 12, Max: maxInt32, Unit: "bytes", Later: true,
		Meaning: "a larger batch is refused with MESSAGE_TOO_LARGE",
	},
	brokerSessionTimeout: {
		Key: "broker.session.timeout.ms", Default: 9000, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "a broker silent for longer is fenced; no broker dies in this version, so it decides nothing yet",
	},
	brokerHeartbeatInterval: {
		Key: "broker.heartbeat.interval.ms", Default: 2000, Min: 1, Max: maxInt32, Unit: "ms",
		Meaning: "how often a broker tells the controller that it lives; no broker dies in this version, " +
			"so it decides nothing yet",
	},
	topicMinInSyncReplicas: {
		Key: minISRKey, Scope: TopicScope, Default: 0, Min: 1, Max: maxInt32, Dynamic: true,
		Meaning: "the same, for this topic; effective is no more than the number of its replicas",
	},
	producerAcks: {
		Key: "acks", Scope: ProducerScope, Default: int64(protocol.AcksAll),
		Meaning: `what an answer waits for: all in-sync copies ("all"), the leader's ("1"); with "0" there is no answer`,
	},
	producerLinger: {
		Key: "linger.ms", Scope: ProducerScope, Default: 5, Max: maxInt32, Unit: "ms",
		Meaning: "how long a batch waits for more records",
	},
	producerRequestTimeout: {
		Key: "request.timeout.ms", Scope: ProducerScope, Default: 30000, Max: maxInt32, Unit: "ms",
		Meaning: "the timeout a produce request carries: how long the broker may wait for the other copies",
	},
	producerMaxInFlight: {
		Key: "max.in.flight.requests.per.connection", Scope: ProducerScope, Default: 5, Min: 1, Max: 5,
		Meaning: "unanswered requests to one broker; Kafka allows more than 5 only without idempotence",
	},
}

// notYet is, by scope, what Kafka has and this version does not: of the keys that exist there, those that a script
// about produce requests may want. They get an error of their own.
var notYet = [...][]string{
	BrokerScope: {
		"add.partitions.to.txn.retry.backoff.ms", "auto.create.topics.enable", "auto.leader.rebalance.enable",
		"compression.type", "connections.max.idle.ms", "controlled.shutdown.enable", "default.replication.factor",
		"delete.records.purgatory.purge.interval.requests", "initial.broker.registration.timeout.ms",
		"leader.imbalance.check.interval.seconds", "log.flush.interval.messages", "log.flush.interval.ms",
		"log.message.timestamp.type", "log.retention.ms", "log.segment.bytes", "num.io.threads", "num.network.threads",
		"num.partitions", "num.replica.fetchers", "producer.id.expiration.ms", "queued.max.requests",
		"replica.fetch.backoff.ms",
		"replica.fetch.min.bytes", "replica.fetch.response.max.bytes", "replica.high.watermark.checkpoint.interval.ms",
		"replica.socket.receive.buffer.bytes", "replica.socket.timeout.ms", "request.timeout.ms", "socket.request.max.bytes",
		"unclean.leader.election.enable", "unclean.leader.election.interval.ms",
	},
	TopicScope: {
		"cleanup.policy", "compression.type", "delete.retention.ms", "file.delete.delay.ms", "flush.messages", "flush.ms",
		"max.compaction.lag.ms", "max.decompressed.message.bytes", "max.message.bytes", "message.timestamp.after.max.ms",
		"message.timestamp.before.max.ms", "message.timestamp.type", "min.cleanable.dirty.ratio", "min.compaction.lag.ms",
		"retention.bytes", "retention.ms", "segment.bytes", "segment.ms", "unclean.leader.election.enable",
	},
	ProducerScope: {
		"batch.size", "bootstrap.servers", "buffer.memory", "buffer.memory.allocation.strategy", "client.id",
		"compression.type", "connections.max.idle.ms", "delivery.timeout.ms", "enable.idempotence", "interceptor.classes",
		"key.serializer", "max.block.ms", "max.request.size", "metadata.max.age.ms",
		"partitioner.adaptive.partitioning.enable",
		"partitioner.availability.timeout.ms", "partitioner.class", "partitioner.ignore.keys", "receive.buffer.bytes",
		"reconnect.backoff.max.ms", "reconnect.backoff.ms", "retries", "retry.backoff.max.ms", "retry.backoff.ms",
		"send.buffer.bytes", "transaction.timeout.ms", "transactional.id", "value.serializer",
	},
}

// Configs is the supported configuration keys: brokers', topics', producers'.
func Configs() []Config { return configs[:] }

// AppendConfigs appends the list of the supported keys for people to read: what run --configs prints.
func AppendConfigs(b []byte) []byte {
	for scope := BrokerScope; scope <= ProducerScope; scope++ {
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
	case c.Scope == TopicScope:
		return "the cluster's"
	}
	return strings.TrimSpace(strconv.FormatInt(c.Default, 10) + " " + c.Unit)
}

func (c *Config) rangeText() string {
	if c.Key == "acks" {
		return `one of "all", "1" and "0"`
	}
	return strconv.FormatInt(c.Min, 10) + " to " + strconv.FormatInt(c.Max, 10)
}

// values is a value for each row of configs.
type values [numConfigs]int64

func defaults() (v values) {
	for row := range configs {
		v[row] = configs[row].Default
	}
	return v
}

// rowOf is the row of a key of a scope, -1 when it has no such key.
func rowOf(key string, scope Scope) int {
	return slices.IndexFunc(configs[:], func(c Config) bool { return c.Key == key && c.Scope == scope })
}

// keysOf is the supported keys of a scope.
func keysOf(scope Scope) (keys []string) {
	for row := range configs {
		if configs[row].Scope == scope {
			keys = append(keys, configs[row].Key)
		}
	}
	return keys
}

func (v *values) broker() BrokerConfig {
	return BrokerConfig{
		ReplicaLagTimeMaxMs:       v[replicaLagTimeMax],
		ReplicaFetchWaitMaxMs:     v[replicaFetchWaitMax],
		MinInSyncReplicas:         int(v[minInSyncReplicas]),
		ProducerPurgeInterval:     int(v[producerPurgeInterval]),
		FetchPurgeInterval:        int(v[fetchPurgeInterval]),
		ReplicaFetchMaxBytes:      v[replicaFetchMaxBytes],
		MessageMaxBytes:           v[messageMaxBytes],
		BrokerSessionTimeoutMs:    v[brokerSessionTimeout],
		BrokerHeartbeatIntervalMs: v[brokerHeartbeatInterval],
	}
}

func (v *values) setBroker(c *BrokerConfig) {
	v[replicaLagTimeMax] = c.ReplicaLagTimeMaxMs
	v[replicaFetchWaitMax] = c.ReplicaFetchWaitMaxMs
	v[minInSyncReplicas] = int64(c.MinInSyncReplicas)
	v[producerPurgeInterval] = int64(c.ProducerPurgeInterval)
	v[fetchPurgeInterval] = int64(c.FetchPurgeInterval)
	v[replicaFetchMaxBytes] = c.ReplicaFetchMaxBytes
	v[messageMaxBytes] = c.MessageMaxBytes
	v[brokerSessionTimeout] = c.BrokerSessionTimeoutMs
	v[brokerHeartbeatInterval] = c.BrokerHeartbeatIntervalMs
}

func (v *values) producer(id string) Producer {
	return Producer{
		ID:               id,
		Acks:             protocol.Acks(v[producerAcks]),
		LingerMs:         v[producerLinger],
		RequestTimeoutMs: v[producerRequestTimeout],
		MaxInFlight:      int(v[producerMaxInFlight]),
	}
}

func (v *values) setProducer(p *Producer) {
	v[producerAcks] = int64(p.Acks)
	v[producerLinger] = p.LingerMs
	v[producerRequestTimeout] = p.RequestTimeoutMs
	v[producerMaxInFlight] = int64(p.MaxInFlight)
}

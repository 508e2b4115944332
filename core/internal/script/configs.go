package script

import (
	"slices"
	"strconv"
	"strings"

	"highwater/core/internal/document"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
)

// Scope is whose configuration a key belongs to.
type Scope uint8

const (
	BrokerScope   Scope = iota // cluster.config: the same for every broker
	TopicScope                 // a topic's config
	ProducerScope              // a producer's config
	ConsumerScope              // a consumer's config
	QuotaScope                 // a producer's quota: the configuration of its client id at the brokers
	numScopes
)

// String returns the scope as the list of keys tells it.
func (s Scope) String() string {
	return [numScopes]string{"broker", "topic", "producer", "consumer", "quota"}[s]
}

// Config is a configuration key of Kafka that scripts may set. The keys stand in the comments of the fields that have
// their values: of cluster.BrokerConfig, Topic, producer.Config and Producer. Defaults and bounds are those of Kafka
// 4.4.0 (AbstractKafkaConfig.CONFIG_DEF), or the largest int where Kafka has none. The table configs is made from them.
type Config struct {
	Key      string
	Scope    Scope
	Default  int64 // of acks: -1, written "all"; of a topic's key 0, or below Min: the cluster's value
	Min, Max int64
	Boolean  bool   // its values are those of Tri
	Policy   bool   // its values are those of CleanupPolicy
	Reset    bool   // its values are those of protocol.OffsetReset
	Unit     string // "ms", "s", "bytes", "" for a plain number
	Dynamic  bool   // the step set changes it while the brokers run
}

const (
	minISRKey           = "min.insync.replicas"
	uncleanKey          = "unclean.leader.election.enable"
	brokerMaxKey        = "message.max.bytes"
	topicMaxKey         = "max.message.bytes"
	expirationKey       = "producer.id.expiration.ms"
	byteRateKey         = "producer_byte_rate"
	retentionKey        = "retention.ms"
	defaultRetentionKey = "log.retention.ms"
)

// standard is a producer of which nothing is set.
var standard = producer.Defaults()

// notYet is, by scope, what Kafka has and this version does not: of the keys that exist there, those that a script
// about produce requests may want. They get an error of their own.
var notYet = [...][]string{
	BrokerScope: {
		"auto.create.topics.enable",
		"compression.type", "default.replication.factor",
		"delete.records.purgatory.purge.interval.requests", "initial.broker.registration.timeout.ms",
		"log.flush.interval.messages", "log.flush.interval.ms",
		"log.message.timestamp.type", "log.segment.bytes", "num.io.threads", "num.network.threads",
		"num.partitions", "num.replica.fetchers", "queued.max.requests",
		"replica.fetch.min.bytes", "replica.socket.receive.buffer.bytes", "request.timeout.ms", "socket.request.max.bytes",
	},
	TopicScope: {
		"compression.type", "delete.retention.ms", "file.delete.delay.ms", "flush.messages", "flush.ms",
		"max.compaction.lag.ms", "max.decompressed.message.bytes", "message.timestamp.after.max.ms",
		"message.timestamp.before.max.ms", "message.timestamp.type", "min.cleanable.dirty.ratio", "min.compaction.lag.ms",
		"retention.bytes", "segment.bytes", "segment.ms",
	},
	ProducerScope: {
		"bootstrap.servers", "buffer.memory.allocation.strategy", "client.id", "compression.type",
		"interceptor.classes", "key.serializer", "partitioner.class",
		"partitioner.rack.aware", "receive.buffer.bytes", "send.buffer.bytes", "value.serializer",
	},
	ConsumerScope: {
		"allow.auto.create.topics", "auto.commit.interval.ms", "bootstrap.servers", "check.crcs", "client.id", "client.rack",
		"connections.max.idle.ms", "default.api.timeout.ms", "enable.auto.commit", "exclude.internal.topics",
		"fetch.max.bytes", "fetch.max.wait.ms", "fetch.min.bytes", "group.id",
		"group.instance.id", "group.protocol", "heartbeat.interval.ms",
		"key.deserializer", "max.partition.fetch.bytes", "max.poll.interval.ms", "max.poll.records",
		"metadata.max.age.ms", "partition.assignment.strategy", "reconnect.backoff.max.ms", "reconnect.backoff.ms",
		"request.timeout.ms", "retry.backoff.max.ms", "retry.backoff.ms", "session.timeout.ms", "value.deserializer",
	},
	QuotaScope: {"connection_creation_rate", "consumer_byte_rate", "controller_mutation_rate", "request_percentage"},
}

// Configs returns the supported configuration keys: brokers', topics', producers', consumers', quotas'.
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
			b = append(b, "\n      "+meanings[row]+"\n"...)
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
	case c.Reset:
		return protocol.OffsetReset(c.Default).String()
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
	if c.Reset {
		return `one of "latest", "earliest" and "none"`
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

// dynamicKeys is those of a scope that the step set changes.
func dynamicKeys(scope Scope) (keys []string) {
	for row := range configs {
		if configs[row].Scope == scope && configs[row].Dynamic {
			keys = append(keys, configs[row].Key)
		}
	}
	return keys
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

// field is where a configuration keeps the value of a row, by its type.
type field struct {
	row    int
	number *int64
	small  *int
	yes    *bool
	tri    *Tri
	policy *CleanupPolicy
	reset  *protocol.OffsetReset
	acks   *protocol.Acks
}

// fill gives the fields the values of their rows.
func (v *values) fill(fields []field) {
	for _, f := range fields {
		switch n := v[f.row]; {
		case f.number != nil:
			*f.number = n
		case f.small != nil:
			*f.small = int(n)
		case f.yes != nil:
			*f.yes = Tri(n) == Yes
		case f.tri != nil:
			*f.tri = Tri(n)
		case f.policy != nil:
			*f.policy = CleanupPolicy(n)
		case f.reset != nil:
			*f.reset = protocol.OffsetReset(n)
		default:
			*f.acks = protocol.Acks(n)
		}
	}
}

// rows is a set of rows of configs.
type rows uint64

const _ = uint(64 - numConfigs) // there are enough bits

func (r rows) has(row int) bool { return r>>row&1 != 0 }

// first returns the first of some rows that is in r; -1: none is.
func (r rows) first(of ...int) int {
	for _, row := range of {
		if r.has(row) {
			return row
		}
	}
	return -1
}

// read reads an object of configuration keys of one scope into v. It returns which of them stand there.
func (v *values) read(from value, scope Scope) (given rows) {
	from.Must('{')
	for kid := range from.kids() {
		row := kid.configRow(scope)
		v[row] = kid.configValue(&configs[row])
		given |= 1 << row
	}
	return given
}

// configRow returns the row of the key of v, which must be one of this scope that this version supports.
func (v value) configRow(scope Scope) int {
	key := v.Name()
	if row := rowOf(key, scope); row >= 0 {
		return row
	}
	v.refuseTransactions(key)
	if slices.Contains(notYet[scope], key) {
		v.Fail(`this version does not support it yet; "run --configs" lists what it supports`)
	}
	for other := BrokerScope; other < numScopes; other++ {
		if rowOf(key, other) >= 0 || other != scope && slices.Contains(notYet[other], key) {
			v.Fail("a key of a %v, not of a %v", other, scope)
		}
	}
	if near := document.Nearest(key, keysOf(scope)); near != "" {
		v.Fail("unknown key; did you mean %q?", near)
	}
	if near := document.Nearest(key, notYet[scope]); near != "" {
		v.Fail(`unknown key; Kafka has %q, which this version does not support yet`, near)
	}
	v.Fail(`unknown key; "run --configs" lists what this version supports`)
	return -1
}

// checkBroker refuses configurations of brokers that contradict themselves, as Kafka does when it starts
// (KafkaConfig.validateValues). config may be missing: ok is false.
func checkBroker(c *BrokerConfig, config value, ok bool) {
	if !ok {
		return
	}
	wait := c.ReplicaFetchWaitMaxMs
	if wait > c.ReplicaSocketTimeoutMs {
		config.tooShort(brokerReplicaSocketTimeoutMs, c.ReplicaSocketTimeoutMs, wait)
	}
	if wait > c.ReplicaLagTimeMaxMs {
		config.tooShort(brokerReplicaLagTimeMaxMs, c.ReplicaLagTimeMaxMs, wait)
	}
}

// tooShort says that the key of row, which is at limit, is shorter than a follower's fetch waits, at the one of both
// that v, the configuration, names.
func (v value) tooShort(row int, limit, wait int64) {
	waitKey := configs[brokerReplicaFetchWaitMaxMs].Key
	if at, given := v.get(waitKey); given {
		at.Fail("more than %s, which is %d; Kafka refuses to start: lower this or raise the other",
			configs[row].Key, limit)
	}
	at, _ := v.get(configs[row].Key)
	at.Fail("less than %s, which is %d; Kafka refuses to start: raise this or lower the other", waitKey, wait)
}

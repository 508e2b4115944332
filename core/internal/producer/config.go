package producer

import (
	"math"

	"highwater/core/internal/protocol"
)

// Config is a producer's configuration, each field under Kafka's name for it.
type Config struct {
	// Acks: what an answer waits for: all in-sync copies ("all"), the leader's ("1"); with "0" there is no answer
	Acks protocol.Acks // config:"acks"
	// Idempotence: batches are numbered, so that a broker drops duplicates; unless set, acks other than all or retries
	// of 0 turn it off
	Idempotence bool // config:"enable.idempotence"
	// Retries: how often a batch is sent again; delivery.timeout.ms may end it first
	Retries int64 // config:"retries"
	// MaxInFlight: unanswered requests to one broker; more than 5 only without idempotence
	MaxInFlight int64 // config:"max.in.flight.requests.per.connection" min:"1"

	// BatchSize: a batch grows no larger; a larger record has a batch of its own
	BatchSize int64 // config:"batch.size" unit:"bytes"
	// LingerMs: how long a batch waits for more records
	LingerMs int64 // config:"linger.ms"
	// BufferMemory: memory for unfinished batches; a send waits when there is none
	BufferMemory int64 // config:"buffer.memory" unit:"bytes"
	// MaxBlockMs: how long a send may wait for metadata and memory
	MaxBlockMs int64 // config:"max.block.ms"
	// MaxRequestSize: a request grows no larger, and a larger record is refused
	MaxRequestSize int64 // config:"max.request.size" unit:"bytes"
	Compressed     bool  // compression.type is not none

	// RequestTimeoutMs: how long an answer may take, and, as the request carries it, how long the broker may wait
	// for the other copies
	RequestTimeoutMs int64 // config:"request.timeout.ms"
	// DeliveryTimeoutMs: how long a record may take from the creation of its batch, retries included; at least linger.ms
	// + request.timeout.ms
	DeliveryTimeoutMs int64 // config:"delivery.timeout.ms"
	// RetryBackoffMs: the wait before a retry, and before metadata is requested again; it doubles each
	// time
	RetryBackoffMs int64 // config:"retry.backoff.ms" min:"1"
	// RetryBackoffMaxMs: the upper bound of retry.backoff.ms
	RetryBackoffMaxMs int64 // config:"retry.backoff.max.ms" min:"1"
	// ReconnectBackoffMs: the wait before a connection is retried; it doubles each time
	ReconnectBackoffMs int64 // config:"reconnect.backoff.ms" min:"1"
	// ReconnectBackoffMax: the upper bound of reconnect.backoff.ms; if only that is set, the wait does not grow
	ReconnectBackoffMax int64 // config:"reconnect.backoff.max.ms" min:"1"
	// SetupTimeoutMs: how long connecting may take; it doubles each time
	SetupTimeoutMs int64 // config:"socket.connection.setup.timeout.ms" min:"1"
	// SetupTimeoutMaxMs: the upper bound of socket.connection.setup.timeout.ms
	SetupTimeoutMaxMs int64 // config:"socket.connection.setup.timeout.max.ms" min:"1"
	// MetadataMaxAgeMs: how old metadata may be before it is requested again
	MetadataMaxAgeMs int64 // config:"metadata.max.age.ms" min:"1"
	// MetadataMaxIdleMs: a topic that nothing is sent to for longer is forgotten; the next send to it waits for metadata
	MetadataMaxIdleMs int64 // config:"metadata.max.idle.ms" min:"5000"
	// ConnectionsMaxIdleMs: a connection that nothing travels on for longer is closed; -1: none is
	ConnectionsMaxIdleMs int64 // config:"connections.max.idle.ms" min:"-1"

	// Adaptive: records without a key prefer partitions with shorter queues
	Adaptive bool // config:"partitioner.adaptive.partitioning.enable"
	// AvailabilityTimeoutMs: that choice skips a broker that has accepted nothing for longer; 0: it skips none
	AvailabilityTimeoutMs int64 // config:"partitioner.availability.timeout.ms"
	// IgnoreKeys: keys do not choose the partition
	IgnoreKeys bool // config:"partitioner.ignore.keys"

	// OvershootMs is how much longer than asked a sleep of exactly request.timeout.ms lasts: on a wall clock it ends a
	// little late, so that the client sees that the timeout has passed; one that ends in time finds it not yet passed.
	OvershootMs int64
}

// Given holds which settings the application has made: Kafka changes the others where they would contradict.
type Given struct {
	Idempotence         bool
	DeliveryTimeout     bool
	ReconnectBackoff    bool
	ReconnectBackoffMax bool
}

// Defaults returns the configuration of Kafka 4.4.0 when nothing is set (ProducerConfig).
func Defaults() Config {
	return Config{
		Acks: protocol.AcksAll, Idempotence: true, Retries: math.MaxInt32, MaxInFlight: 5,
		BatchSize: 16384, LingerMs: 5, BufferMemory: 32 << 20, MaxBlockMs: 60000, MaxRequestSize: 1 << 20,
		RequestTimeoutMs: 30000, DeliveryTimeoutMs: 120000, RetryBackoffMs: 100, RetryBackoffMaxMs: 1000,
		ReconnectBackoffMs: 50, ReconnectBackoffMax: 1000, SetupTimeoutMs: 10000, SetupTimeoutMaxMs: 30000,
		MetadataMaxAgeMs: 300000, MetadataMaxIdleMs: 300000, ConnectionsMaxIdleMs: 540000, Adaptive: true, OvershootMs: 1,
	}
}

// maxIdempotentInFlight is how many requests an idempotent producer may have in flight: as many batches as a broker
// remembers.
const maxIdempotentInFlight = 5

// Contradiction is a configuration that Kafka refuses to start with.
type Contradiction struct {
	Key    string // whose value is to be changed, or another's
	Reason string
}

// Derive returns what Kafka makes of a configuration: defaults give way to explicit settings, and a contradiction
// between two explicit settings is refused; its Key is empty when there is none.
// (ProducerConfig.postProcessAndValidateIdempotenceConfigs, CommonClientConfigs.postProcessReconnectBackoffConfigs,
// KafkaProducer.configureDeliveryTimeout.)
func Derive(c Config, given Given) (Config, Contradiction) {
	if c.Idempotence {
		switch {
		case c.MaxInFlight > maxIdempotentInFlight:
			return c, Contradiction{
				"max.in.flight.requests.per.connection",
				"an idempotent producer may have at most 5 requests in flight: lower this, or set enable.idempotence to false",
			}
		case c.Retries == 0 && given.Idempotence:
			return c, Contradiction{
				"retries", "an idempotent producer must retry: raise this, or set enable.idempotence to false",
			}
		case c.Acks != protocol.AcksAll && given.Idempotence:
			return c, Contradiction{
				"acks", `an idempotent producer needs acks "all": set that, or enable.idempotence to false`,
			}
		}
		c.Idempotence = c.Retries > 0 && c.Acks == protocol.AcksAll
	}
	if given.ReconnectBackoff && !given.ReconnectBackoffMax {
		c.ReconnectBackoffMax = c.ReconnectBackoffMs // the wait does not grow
	}
	c.LingerMs = min(c.LingerMs, math.MaxInt32)
	c.BatchSize = max(c.BatchSize, 1)
	fault := c.deriveDeliveryTimeout(given.DeliveryTimeout)
	return c, fault
}

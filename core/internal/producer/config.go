package producer

import (
	"math"

	"highwater/core/internal/protocol"
)

// Config is a producer's configuration, each field under Kafka's name for it.
type Config struct {
	Acks        protocol.Acks
	Idempotence bool // enable.idempotence
	Retries     int64
	MaxInFlight int64 // max.in.flight.requests.per.connection

	BatchSize      int64 // batch.size
	LingerMs       int64
	BufferMemory   int64 // buffer.memory
	MaxBlockMs     int64 // max.block.ms
	MaxRequestSize int64 // max.request.size
	Compressed     bool  // compression.type is not none

	RequestTimeoutMs    int64 // goes with the request as the broker's deadline, too
	DeliveryTimeoutMs   int64
	RetryBackoffMs      int64
	RetryBackoffMaxMs   int64
	ReconnectBackoffMs  int64
	ReconnectBackoffMax int64 // reconnect.backoff.max.ms
	SetupTimeoutMs      int64 // socket.connection.setup.timeout.ms
	SetupTimeoutMaxMs   int64 // socket.connection.setup.timeout.max.ms
	MetadataMaxAgeMs    int64
	MetadataMaxIdleMs   int64

	Adaptive              bool  // partitioner.adaptive.partitioning.enable
	AvailabilityTimeoutMs int64 // partitioner.availability.timeout.ms
	IgnoreKeys            bool  // partitioner.ignore.keys

	// OvershootMs is how much longer than asked a sleep of exactly request.timeout.ms lasts: on a wall clock it ends a
	// little late, so that the client sees that the timeout has passed; one that ends in time finds it not yet passed.
	OvershootMs int64
}

// Given tells which settings the application has made itself: Kafka changes the others where they would contradict.
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
		MetadataMaxAgeMs: 300000, MetadataMaxIdleMs: 300000, Adaptive: true, OvershootMs: 1,
	}
}

// maxIdempotentInFlight is how many requests an idempotent producer may have in flight: as many batches as a broker
// remembers.
const maxIdempotentInFlight = 5

// Contradiction is a configuration that Kafka does not start with.
type Contradiction struct {
	Key    string // whose value is to be changed, or another's
	Reason string
}

// Derive returns what Kafka makes of a configuration: what was not asked for gives way to what was, and a contradiction
// between two wishes is refused; its Key is empty when there is none.
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

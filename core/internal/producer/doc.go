// Package producer is the producer client: it takes records from an application, gathers them in batches, sends these
// to the partitions' leaders, sends again what failed and may yet succeed, and tells the application the outcome.
//
// It models org.apache.kafka.clients.producer.KafkaProducer of Kafka 4.4.0 with what stands behind it: the accumulator
// and its memory, the sender's loop, the built-in partitioner, the sequence numbers of an idempotent producer, and of
// the network client the connections, the requests in flight and the refresh of metadata. The sender's loop turns as
// the real one does, and sleeps as long: several of the client's habits, when it notices a timeout above all, follow
// from nothing else. It leaves out transactions, interceptors, custom partitioners, racks, telemetry,
// the incremental memory strategy, and the new start from the bootstrap addresses after five minutes without metadata
// (metadata.recovery.rebootstrap.trigger.ms): they are the same brokers here.
//
// The files: config.go the configuration; batch_ready.go, backoff.go, delivery_timeout.go, partitioner.go, sizes.go,
// errors.go and sequences.go rules; batch.go, accumulator.go, ready_brokers.go, drain.go and pool.go the accumulator;
// identity.go the producer id and its epoch (TransactionManager); connections.go, network.go and metadata.go the
// network client; sender.go, spin.go, answers.go and initialize.go the sender; application.go, send.go and ends.go the
// application's side; client.go the whole, random.go its source of chance.
package producer

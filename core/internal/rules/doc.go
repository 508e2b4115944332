// Package rules holds the decisions of Kafka's replication as pure functions of plain values: may this write be
// appended, is this request done, where does the high watermark go, which replicas are out of sync, which may join,
// what follows for the controller's metadata. Nothing here depends on when it is called: no clock, no queue, no log
// line; the present is an argument.
//
// Where each is:
//
//	watermark.go           where the high watermark goes, and what holds it back
//	isr.go                 which replicas leave the ISR, which may join it, and the minimum
//	produce.go             whether a write is let in, whether it waits, and when it is done
//	producer_sequences.go  what an idempotent producer's numbers say: new, a duplicate, or out of order
//	fetch.go               fetches that are refused
//	view.go                a partition as its leader sees it, which most of these go by
//	follower_progress.go   what a leader knows of a follower, and whether it has caught up
//	truncation.go          where two logs part
//	epochs.go              which leader epoch begins where in a log
//	election.go            which replica is elected, what becomes of the ISR and the ELR, and when an election is unclean
//	alter_partition.go     what the controller makes of a proposed ISR
//	liveness.go            sessions, and whom the controller fences, unfences or lets go
//
// What clients decide by themselves is in package producer (producer/batch_ready.go, producer/backoff.go,
// producer/delivery_timeout.go and others), and a broker's quotas are in package quota.
//
// It models kafka.cluster.Partition, org.apache.kafka.server.replica.Replica and ReplicaState, of a follower
// kafka.server.AbstractFetcherThread, and of the controller org.apache.kafka.controller.{PartitionChangeBuilder,
// ReplicationControlManager, BrokerHeartbeatManager}, as of Kafka 4.4.0.
// It leaves out reassignment, log directories, remote storage and transactions.
package rules

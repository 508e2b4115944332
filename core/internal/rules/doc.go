// Package rules holds the decisions of Kafka's replication as pure functions of plain values: may this write in, is
// this request done, where does the high watermark go, who is out of sync, who may join, what follows for the
// controller's metadata. Nothing here knows when it is asked: no clock, no queue, no log line; the present is an
// argument.
//
// It models kafka.cluster.Partition, org.apache.kafka.server.replica.Replica and ReplicaState, of a follower
// kafka.server.AbstractFetcherThread, and of the controller org.apache.kafka.controller.{PartitionChangeBuilder,
// ReplicationControlManager, BrokerHeartbeatManager}, as of Kafka 4.4.0.
// It leaves out reassignment, log directories, remote storage and transactions.
package rules

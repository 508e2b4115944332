// Package cluster is the brokers and the controller: they take a message, apply the rules of package rules, and answer
// with messages, timers and events through network.Effects. This package does not know when things happen, only in what
// order they reach it.
//
// A Broker is a disk and, while it lives, a process. The process is Kafka's BrokerLifecycleManager (lifecycle.go),
// BrokerMetadataPublisher and the ReplicaManager's part in it (metadata.go), KafkaApis (connections.go, produce.go,
// fetch_handler.go, consumer_fetch.go), the produce and fetch purgatories with their reapers (delayed_produce.go),
// LogManager's retention and what deletes records on request (delete_records.go), the replica fetcher threads
// (fetcher.go, fetcher_loop.go) and the AlterPartitionManager (isr.go). When it dies, the logs remain, the high
// watermarks and log start offsets as last checkpointed, and perhaps a clean-shutdown file.
//
// The Controller is the active one of the quorum: ReplicationControlManager (controller.go), ClusterControlManager and
// BrokerHeartbeatManager (controller_brokers.go), elections that are due or requested, reassignments, and
// ConfigurationControlManager as far as min.insync.replicas and unclean elections go (controller_admin.go). Brokers
// request metadata from it, as they follow the metadata log in Kafka, so each knows only what it has fetched.
//
// Left out: quotas other than producer_byte_rate, transactions, authorization, log directories, several fetcher threads
// per leader, fetch sessions, the metadata quorum itself (a commit takes no time, and there is one
// controller), the blocks of producer ids that a new process asks for, initial.broker.registration.timeout.ms, and
// everything about threads and locks.
package cluster

// Package cluster is the brokers and the controller: they take a message, apply the rules of package rules, and answer
// with messages, timers and events through network.Effects. Nobody here knows when things happen, only in what order
// they are told.
//
// A Broker is Kafka's KafkaApis (produce and fetch), ReplicaManager with its partitions, the produce and fetch
// purgatories and their reapers, the replica fetcher threads and the AlterPartitionManager. The Controller is
// ReplicationControlManager and ConfigurationControlManager as far as ISR changes and min.insync.replicas go.
//
// Left out for now: leadership that moves, brokers that die, idempotent producers, consumers. Left out altogether:
// quotas, transactions, authorization, reassignment, log directories, several fetcher threads per leader, fetch
// sessions, the metadata quorum (a commit takes no time) and everything about threads and locks.
package cluster

package cluster

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Config is what the nodes of a run are set to.
type Config struct {
	BrokerConfig

	ELR          bool           // eligible.leader.replicas.version is 1
	TopicUnclean []protocol.Tri // unclean.leader.election.enable, by topic
	AppendTime   vtime.Duration // how long a leader's append takes, and a follower's
}

// BrokerConfig is the configuration of the brokers and the controller, Kafka's keys: the same on every node. Times are
// on the node's clock.
type BrokerConfig struct {
	ReplicaLagTimeMaxMs          int64 // replica.lag.time.max.ms
	ReplicaFetchWaitMaxMs        int64 // replica.fetch.wait.max.ms
	MinInSyncReplicas            int   // min.insync.replicas, the cluster's default for topics
	ProducerPurgeInterval        int   // producer.purgatory.purge.interval.requests
	FetchPurgeInterval           int   // fetch.purgatory.purge.interval.requests
	ReplicaFetchMaxBytes         int64 // replica.fetch.max.bytes, per partition
	ReplicaFetchResponseMaxBytes int64 // replica.fetch.response.max.bytes, in all
	MessageMaxBytes              int64 // message.max.bytes

	BrokerSessionTimeoutMs    int64 // broker.session.timeout.ms
	BrokerHeartbeatIntervalMs int64 // broker.heartbeat.interval.ms

	UncleanLeaderElection       bool  // unclean.leader.election.enable, the cluster's default for topics
	UncleanElectionIntervalMs   int64 // unclean.leader.election.interval.ms
	AutoLeaderRebalance         bool  // auto.leader.rebalance.enable
	LeaderImbalanceCheckSeconds int64 // leader.imbalance.check.interval.seconds
	ReplicaFetchBackoffMs       int64 // replica.fetch.backoff.ms
	ReplicaSocketTimeoutMs      int64 // replica.socket.timeout.ms
	HighWatermarkCheckpointMs   int64 // replica.high.watermark.checkpoint.interval.ms
	ControlledShutdown          bool  // controlled.shutdown.enable
}

package cluster

import (
	"slices"

	"highwater/core/internal/protocol"
	"highwater/core/internal/quota"
	"highwater/core/internal/vtime"
)

// Config is what the nodes of a run are set to.
type Config struct {
	BrokerConfig

	ELR          bool           // eligible.leader.replicas.version is 1
	TopicUnclean []protocol.Tri // unclean.leader.election.enable, by topic
	AppendTime   vtime.Duration // how long a leader's append takes, and a follower's
	Machines     []Machine      // of each broker, by its position; nil: they are all alike, without a phase

	TopicSettings []TopicSettings // of each topic, as the run begins
	ByteRates     []int64         // producer_byte_rate of each producer, likewise; 0: it has no quota
}

// Machine is in what a broker differs from the others.
type Machine struct {
	Append vtime.Duration // how long its appends take, in place of AppendTime: a slow disk
	// Phase is how much later than at whole periods from time 0 its periodic tasks run, its heartbeats and ISR checks: as
	// in a real cluster, whose processes start at different times. A process that starts later begins periods of its own.
	Phase vtime.Duration
}

// AppendTime returns how long the appends of one of these brokers take; common: as long as all that are alike.
func AppendTime(machines []Machine, id protocol.NodeID, common vtime.Duration) vtime.Duration {
	if machines == nil {
		return common
	}
	return machines[id-1].Append
}

func (c *Config) appendTime(id protocol.NodeID) vtime.Duration {
	return AppendTime(c.Machines, id, c.AppendTime)
}

// phase returns how much later than at whole periods a broker's periodic tasks run, in the life that is there at time
// 0.
func (c *Config) phase(id protocol.NodeID) vtime.Duration {
	if c.Machines == nil {
		return 0
	}
	return c.Machines[id-1].Phase
}

func (c *Config) quotaWindow() quota.Window {
	return quota.Window{Samples: c.QuotaWindowNum, SampleMs: c.QuotaWindowSizeSeconds * 1000}
}

// BrokerConfig is the configuration of the brokers and the controller, Kafka's keys: the same on every node. Times are
// on the node's clock.
type BrokerConfig struct {
	// ReplicaLagTimeMaxMs: a follower that has not caught up for longer leaves the ISR; checked every half of it
	ReplicaLagTimeMaxMs int64 // config:"replica.lag.time.max.ms" default:"30000" min:"minLagMs"
	// ReplicaFetchWaitMaxMs: how long a follower's fetch waits at the leader for records; at most
	// replica.lag.time.max.ms and replica.socket.timeout.ms
	ReplicaFetchWaitMaxMs int64 // config:"replica.fetch.wait.max.ms" default:"500"
	// MinInSyncReplicas: with fewer in-sync replicas acks=all is refused and the high watermark does not move; the
	// default for topics
	MinInSyncReplicas int // config:"min.insync.replicas" default:"1" min:"1" dynamic:"yes"
	// ProducerPurgeInterval: how many completed produce requests may stay in the watcher lists before a purge
	ProducerPurgeInterval int // config:"producer.purgatory.purge.interval.requests" default:"1000"
	// FetchPurgeInterval: the same for fetch requests
	FetchPurgeInterval int // config:"fetch.purgatory.purge.interval.requests" default:"1000"
	// ReplicaFetchMaxBytes: how much of a partition a follower fetches at once; always at least one batch
	ReplicaFetchMaxBytes int64 // config:"replica.fetch.max.bytes" default:"1 << 20"
	// ReplicaFetchResponseMaxBytes: how much a follower fetches at once in all; always at least
	// one batch
	ReplicaFetchResponseMaxBytes int64 // config:"replica.fetch.response.max.bytes" default:"10 << 20"
	// MessageMaxBytes: a larger batch is refused with MESSAGE_TOO_LARGE; the default for topics
	MessageMaxBytes int64 // config:"message.max.bytes" default:"1<<20 + 12" dynamic:"yes"

	// BrokerSessionTimeoutMs: a broker silent for longer is fenced; checked every eighth of it
	BrokerSessionTimeoutMs int64 // config:"broker.session.timeout.ms" default:"9000" min:"1"
	// BrokerHeartbeatIntervalMs: how often a broker sends a heartbeat to the controller
	BrokerHeartbeatIntervalMs int64 // config:"broker.heartbeat.interval.ms" default:"2000" min:"1"

	// UncleanLeaderElection: when no in-sync or eligible replica is alive, any live replica may lead, and committed
	// records may be lost; the default for topics
	UncleanLeaderElection bool // config:"unclean.leader.election.enable" default:"false" dynamic:"yes"
	// UncleanElectionIntervalMs: how often the controller looks for partitions without a leader that may have an
	// unclean election
	UncleanElectionIntervalMs int64 // config:"unclean.leader.election.interval.ms" default:"300000" min:"1"
	// AutoLeaderRebalance: the controller gives leadership back to the first replica of the assignment when that is
	// in sync
	AutoLeaderRebalance bool // config:"auto.leader.rebalance.enable" default:"true"
	// LeaderImbalanceCheckSeconds: how often the controller looks for leadership to give back
	LeaderImbalanceCheckSeconds int64 // config:"leader.imbalance.check.interval.seconds" default:"300" min:"1"
	// ReplicaFetchBackoffMs: how long a follower leaves a partition, or a broker, alone after a fetch that failed
	ReplicaFetchBackoffMs int64 // config:"replica.fetch.backoff.ms" default:"1000"
	// ReplicaSocketTimeoutMs: how long a follower waits for an answer to its fetch; at least
	// replica.fetch.wait.max.ms
	ReplicaSocketTimeoutMs int64 // config:"replica.socket.timeout.ms" default:"30000"
	// HighWatermarkCheckpointMs: how often a broker saves its high watermarks; after a crash it starts from the last it
	// saved
	HighWatermarkCheckpointMs int64 // config:"replica.high.watermark.checkpoint.interval.ms" default:"5000" min:"1"
	// ConnectionsMaxIdleMs: a connection of a client that nothing travels on for longer is closed; -1: none is
	ConnectionsMaxIdleMs int64 // config:"connections.max.idle.ms" default:"600000" min:"-1"
	// ControlledShutdown: a broker that is stopped moves its leaderships away first
	ControlledShutdown bool // config:"controlled.shutdown.enable" default:"true"

	// ProducerIDExpirationMs: a log forgets an idempotent producer whose last batch is this old: its retries are then
	// appended as new
	ProducerIDExpirationMs int64 // config:"producer.id.expiration.ms" default:"86400000" min:"1" dynamic:"yes"
	// ProducerIDExpirationCheckMs: how often a log looks for expired producers; Kafka does not document this key
	ProducerIDExpirationCheckMs int64 // config:"producer.id.expiration.check.interval.ms" default:"600000" min:"1"

	// LogRetentionMs: a log deletes its records when the newest is older; -1: never; the default for topics
	LogRetentionMs int64 // config:"log.retention.ms" default:"604800000" min:"-1" max:"MaxSeed" dynamic:"yes"
	// LogRetentionCheckMs: how often a broker looks for them, for the first time half a minute after its start
	LogRetentionCheckMs int64 // config:"log.retention.check.interval.ms" default:"300000" min:"1"

	// QuotaWindowNum: how many samples a client's rate is measured over
	QuotaWindowNum int // config:"quota.window.num" default:"11" min:"1" max:"maxQuotaSamples"
	// QuotaWindowSizeSeconds: the length of each sample
	QuotaWindowSizeSeconds int64 // config:"quota.window.size.seconds" default:"1" min:"1"
}

// Settings is the dynamic configuration other than min.insync.replicas, as the controller has it or as a broker last
// heard of it.
type Settings struct {
	MaxMessageBytes int64 // message.max.bytes, the default for topics
	ExpirationMs    int64 // producer.id.expiration.ms
	RetentionMs     int64 // log.retention.ms, the default for topics
	Topics          []TopicSettings
	ByteRates       []int64 // producer_byte_rate of each producer; 0: it has no quota
}

// TopicSettings is what one topic is set to.
type TopicSettings struct {
	MaxMessageBytes int64                  // max.message.bytes; -1: the cluster's
	RetentionMs     int64                  // retention.ms; -1: for ever; -2: the cluster's
	Cleanup         protocol.CleanupPolicy // cleanup.policy; 0: the default
}

// startingSettings returns what holds at time 0.
func startingSettings(config *Config, layout *Layout) Settings {
	s := Settings{
		MaxMessageBytes: config.MessageMaxBytes, ExpirationMs: config.ProducerIDExpirationMs,
		RetentionMs: config.LogRetentionMs,
		Topics:      slices.Clone(config.TopicSettings), ByteRates: slices.Clone(config.ByteRates),
	}
	for _, topic := range layout.Topic {
		for int(topic) >= len(s.Topics) {
			s.Topics = append(s.Topics, TopicSettings{MaxMessageBytes: -1, RetentionMs: retentionUnset})
		}
	}
	return s
}

func (s Settings) clone() Settings {
	s.Topics, s.ByteRates = slices.Clone(s.Topics), slices.Clone(s.ByteRates)
	return s
}

// maxBatch returns how large a batch of a topic may be (LogConfig.maxMessageSize).
func (s *Settings) maxBatch(topic int32) int64 {
	if own := s.Topics[topic].MaxMessageBytes; own >= 0 {
		return own
	}
	return s.MaxMessageBytes
}

// compacts reports whether the records of a topic need keys (LogConfig.compact).
func (s *Settings) compacts(topic int32) bool { return s.Topics[topic].Cleanup&protocol.Compact != 0 }

// retentionUnset is the retention.ms of a topic that does not set it.
const retentionUnset int64 = -2

// retention returns how old the newest record of a topic's log may be, in ms; -1: as old as it likes
// (LogConfig.retentionMs).
func (s *Settings) retention(topic int32) int64 {
	if own := s.Topics[topic].RetentionMs; own != retentionUnset {
		return own
	}
	return s.RetentionMs
}

// deletes reports whether old records of a topic may be deleted (LogConfig.delete).
func (s *Settings) deletes(topic int32) bool {
	policy := s.Topics[topic].Cleanup
	return policy == 0 || policy&protocol.Delete != 0
}

// limits reports whether any producer has a quota: then a broker measures all of them
// (ClientQuotaManager.quotasEnabled).
func (s *Settings) limits() bool {
	return slices.ContainsFunc(s.ByteRates, func(rate int64) bool { return rate > 0 })
}

// set takes a changed value.
func (s *Settings) set(c protocol.ConfigMetadata) {
	switch {
	case c.Topic >= 0:
		s.Topics[c.Topic] = TopicSettings{
			MaxMessageBytes: c.MaxMessageBytes, RetentionMs: c.RetentionMs, Cleanup: c.Cleanup,
		}
	case c.Producer >= 0:
		s.ByteRates[c.Producer] = c.ByteRate
	default:
		s.MaxMessageBytes, s.ExpirationMs, s.RetentionMs = c.MaxMessageBytes, c.ExpirationMs, c.RetentionMs
	}
}

// count returns how many parts of the settings are published by themselves: topics, then producers, then the cluster's.
func (s *Settings) count() int { return len(s.Topics) + len(s.ByteRates) + 1 }

// part returns the n-th of them.
func (s *Settings) part(n int) protocol.ConfigMetadata {
	c := protocol.ConfigMetadata{Topic: -1, Producer: -1}
	switch producer := n - len(s.Topics); {
	case producer < 0:
		of := &s.Topics[n]
		c.Topic, c.MaxMessageBytes, c.RetentionMs, c.Cleanup = int32(n), of.MaxMessageBytes, of.RetentionMs, of.Cleanup
	case producer < len(s.ByteRates):
		c.Producer, c.ByteRate = int32(producer), s.ByteRates[producer]
	default:
		c.MaxMessageBytes, c.ExpirationMs, c.RetentionMs = s.MaxMessageBytes, s.ExpirationMs, s.RetentionMs
	}
	return c
}

// after returns the part of the settings that a change concerns, with its new value; false: it concerns none.
func (s *Settings) after(ch Change) (n int, c protocol.ConfigMetadata, ok bool) {
	switch {
	case ch.ByteRate > 0:
		n = len(s.Topics) + int(ch.Producer)
	case ch.MaxMessageBytes < 0 && ch.Cleanup == 0 && ch.ExpirationMs == 0 && !ch.SetsRetention:
		return 0, c, false
	case ch.Topic >= 0:
		n = int(ch.Topic)
	default:
		n = s.count() - 1
	}
	c = s.part(n)
	if ch.MaxMessageBytes >= 0 {
		c.MaxMessageBytes = ch.MaxMessageBytes
	}
	if ch.SetsRetention {
		c.RetentionMs = ch.RetentionMs
	}
	if ch.Cleanup != 0 {
		c.Cleanup = ch.Cleanup
	}
	if ch.ExpirationMs > 0 {
		c.ExpirationMs = ch.ExpirationMs
	}
	if ch.ByteRate > 0 {
		c.ByteRate = ch.ByteRate
	}
	return n, c, true
}

// MinISRConfig is min.insync.replicas as one node has it: the cluster's default, what topics set for themselves, and
// what this broker was set to (0: nothing).
type MinISRConfig struct {
	Default int
	Topics  []int
	Own     int
}

func (m MinISRConfig) clone() MinISRConfig {
	m.Topics = slices.Clone(m.Topics)
	return m
}

// of returns the configured minimum of a topic.
func (m MinISRConfig) of(topic int32) int {
	if topics := m.Topics[topic]; topics > 0 {
		return topics
	}
	if m.Own > 0 {
		return m.Own
	}
	return m.Default
}

// set stores a changed value and reports whether it differs from the one before.
func (m *MinISRConfig) set(c protocol.MinISRMetadata) bool {
	place := &m.Default
	switch {
	case c.Broker > 0:
		place = &m.Own
	case c.Topic >= 0:
		place = &m.Topics[c.Topic]
	}
	changed := *place != c.Value
	*place = c.Value
	return changed
}

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

	TopicSettings []TopicSettings // of each topic, as the run begins
	ByteRates     []int64         // producer_byte_rate of each producer, likewise; 0: it has no quota
}

func (c *Config) quotaWindow() quota.Window {
	return quota.Window{Samples: c.QuotaWindowNum, SampleMs: c.QuotaWindowSizeSeconds * 1000}
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

	ProducerIDExpirationMs      int64 // producer.id.expiration.ms
	ProducerIDExpirationCheckMs int64 // producer.id.expiration.check.interval.ms

	QuotaWindowNum         int   // quota.window.num
	QuotaWindowSizeSeconds int64 // quota.window.size.seconds
}

// Settings is the dynamic configuration, beside min.insync.replicas, that brokers go by: as the controller has it, or
// as a broker has heard of it.
type Settings struct {
	MaxMessageBytes int64 // message.max.bytes, for topics that do not say
	ExpirationMs    int64 // producer.id.expiration.ms
	Topics          []TopicSettings
	ByteRates       []int64 // producer_byte_rate of each producer; 0: it has no quota
}

// TopicSettings is what one topic is set to.
type TopicSettings struct {
	MaxMessageBytes int64                  // max.message.bytes; -1: the cluster's
	Cleanup         protocol.CleanupPolicy // cleanup.policy; 0: the default
}

// startingSettings returns what holds at time 0.
func startingSettings(config *Config, layout *Layout) Settings {
	s := Settings{
		MaxMessageBytes: config.MessageMaxBytes, ExpirationMs: config.ProducerIDExpirationMs,
		Topics: slices.Clone(config.TopicSettings), ByteRates: slices.Clone(config.ByteRates),
	}
	for _, topic := range layout.Topic {
		for int(topic) >= len(s.Topics) {
			s.Topics = append(s.Topics, TopicSettings{MaxMessageBytes: -1})
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

// limits reports whether any producer has a quota: then a broker measures all of them
// (ClientQuotaManager.quotasEnabled).
func (s *Settings) limits() bool {
	return slices.ContainsFunc(s.ByteRates, func(rate int64) bool { return rate > 0 })
}

// set takes a changed value.
func (s *Settings) set(c protocol.ConfigMetadata) {
	switch {
	case c.Topic >= 0:
		s.Topics[c.Topic] = TopicSettings{MaxMessageBytes: c.MaxMessageBytes, Cleanup: c.Cleanup}
	case c.Producer >= 0:
		s.ByteRates[c.Producer] = c.ByteRate
	default:
		s.MaxMessageBytes, s.ExpirationMs = c.MaxMessageBytes, c.ExpirationMs
	}
}

// count returns how many parts of the settings are published by themselves: topics, then producers, then the cluster's.
func (s *Settings) count() int { return len(s.Topics) + len(s.ByteRates) + 1 }

// part returns the n-th of them.
func (s *Settings) part(n int) protocol.ConfigMetadata {
	c := protocol.ConfigMetadata{Topic: -1, Producer: -1}
	switch producer := n - len(s.Topics); {
	case producer < 0:
		c.Topic, c.MaxMessageBytes, c.Cleanup = int32(n), s.Topics[n].MaxMessageBytes, s.Topics[n].Cleanup
	case producer < len(s.ByteRates):
		c.Producer, c.ByteRate = int32(producer), s.ByteRates[producer]
	default:
		c.MaxMessageBytes, c.ExpirationMs = s.MaxMessageBytes, s.ExpirationMs
	}
	return c
}

// after returns the part of the settings that a change concerns, and what that is after it; false: it concerns none.
func (s *Settings) after(ch Change) (n int, c protocol.ConfigMetadata, ok bool) {
	switch {
	case ch.ByteRate > 0:
		n = len(s.Topics) + int(ch.Producer)
	case ch.MaxMessageBytes < 0 && ch.Cleanup == 0 && ch.ExpirationMs == 0:
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

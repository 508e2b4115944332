package script

import (
	"slices"

	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
)

// values is a value for each row of configs.
type values [numConfigs]int64

func defaults() (v values) {
	for row := range configs {
		v[row] = configs[row].Default
	}
	return v
}

// rowOf is the row of a key of a scope, -1 when it has no such key.
func rowOf(key string, scope Scope) int {
	return slices.IndexFunc(configs[:], func(c Config) bool { return c.Key == key && c.Scope == scope })
}

// keysOf is the supported keys of a scope.
func keysOf(scope Scope) (keys []string) {
	for row := range configs {
		if configs[row].Scope == scope {
			keys = append(keys, configs[row].Key)
		}
	}
	return keys
}

func (v *values) broker() (c BrokerConfig) {
	v.fill(brokerFields(&c))
	return c
}

func (v *values) producer(id string) Producer {
	c := producer.Defaults()
	v.fill(producerFields(&c))
	c.Acks = protocol.Acks(v[producerAcks])
	return Producer{ID: id, Config: c}
}

// field is where a configuration keeps the value of a row: a number, a small one, or a boolean.
type field struct {
	row    int
	number *int64
	small  *int
	yes    *bool
}

// fill gives the fields the values of their rows.
func (v *values) fill(fields []field) {
	for _, f := range fields {
		switch {
		case f.yes != nil:
			*f.yes = Tri(v[f.row]) == Yes
		case f.small != nil:
			*f.small = int(v[f.row])
		default:
			*f.number = v[f.row]
		}
	}
}

func brokerFields(c *BrokerConfig) []field {
	return []field{
		{row: replicaLagTimeMax, number: &c.ReplicaLagTimeMaxMs},
		{row: replicaFetchWaitMax, number: &c.ReplicaFetchWaitMaxMs},
		{row: minInSyncReplicas, small: &c.MinInSyncReplicas},
		{row: producerPurgeInterval, small: &c.ProducerPurgeInterval},
		{row: fetchPurgeInterval, small: &c.FetchPurgeInterval},
		{row: replicaFetchMaxBytes, number: &c.ReplicaFetchMaxBytes},
		{row: replicaFetchResponseMaxBytes, number: &c.ReplicaFetchResponseMaxBytes},
		{row: messageMaxBytes, number: &c.MessageMaxBytes},
		{row: brokerSessionTimeout, number: &c.BrokerSessionTimeoutMs},
		{row: brokerHeartbeatInterval, number: &c.BrokerHeartbeatIntervalMs},
		{row: uncleanLeaderElection, yes: &c.UncleanLeaderElection},
		{row: uncleanElectionInterval, number: &c.UncleanElectionIntervalMs},
		{row: autoLeaderRebalance, yes: &c.AutoLeaderRebalance},
		{row: leaderImbalanceCheck, number: &c.LeaderImbalanceCheckSeconds},
		{row: replicaFetchBackoff, number: &c.ReplicaFetchBackoffMs},
		{row: replicaSocketTimeout, number: &c.ReplicaSocketTimeoutMs},
		{row: highWatermarkCheckpoint, number: &c.HighWatermarkCheckpointMs},
		{row: controlledShutdown, yes: &c.ControlledShutdown},
		{row: producerExpiration, number: &c.ProducerIDExpirationMs},
		{row: producerExpirationCheck, number: &c.ProducerIDExpirationCheckMs},
		{row: quotaWindowNum, small: &c.QuotaWindowNum},
		{row: quotaWindowSize, number: &c.QuotaWindowSizeSeconds},
	}
}

func producerFields(c *producer.Config) []field {
	return []field{
		{row: producerLinger, number: &c.LingerMs},
		{row: producerRequestTimeout, number: &c.RequestTimeoutMs},
		{row: producerMaxInFlight, number: &c.MaxInFlight},
		{row: producerIdempotence, yes: &c.Idempotence},
		{row: producerRetries, number: &c.Retries},
		{row: producerBatchSize, number: &c.BatchSize},
		{row: producerBufferMemory, number: &c.BufferMemory},
		{row: producerMaxBlock, number: &c.MaxBlockMs},
		{row: producerMaxRequestSize, number: &c.MaxRequestSize},
		{row: producerDeliveryTimeout, number: &c.DeliveryTimeoutMs},
		{row: producerRetryBackoff, number: &c.RetryBackoffMs},
		{row: producerRetryBackoffMax, number: &c.RetryBackoffMaxMs},
		{row: producerReconnectBackoff, number: &c.ReconnectBackoffMs},
		{row: producerReconnectBackoffMax, number: &c.ReconnectBackoffMax},
		{row: producerSetupTimeout, number: &c.SetupTimeoutMs},
		{row: producerSetupTimeoutMax, number: &c.SetupTimeoutMaxMs},
		{row: producerMetadataMaxAge, number: &c.MetadataMaxAgeMs},
		{row: producerAdaptive, yes: &c.Adaptive},
		{row: producerAvailability, number: &c.AvailabilityTimeoutMs},
		{row: producerIgnoreKeys, yes: &c.IgnoreKeys},
	}
}

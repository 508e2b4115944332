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

func (v *values) broker() BrokerConfig {
	return BrokerConfig{
		ReplicaLagTimeMaxMs:          v[replicaLagTimeMax],
		ReplicaFetchWaitMaxMs:        v[replicaFetchWaitMax],
		MinInSyncReplicas:            int(v[minInSyncReplicas]),
		ProducerPurgeInterval:        int(v[producerPurgeInterval]),
		FetchPurgeInterval:           int(v[fetchPurgeInterval]),
		ReplicaFetchMaxBytes:         v[replicaFetchMaxBytes],
		ReplicaFetchResponseMaxBytes: v[replicaFetchResponseMaxBytes],
		MessageMaxBytes:              v[messageMaxBytes],
		BrokerSessionTimeoutMs:       v[brokerSessionTimeout],
		BrokerHeartbeatIntervalMs:    v[brokerHeartbeatInterval],

		UncleanLeaderElection:       Tri(v[uncleanLeaderElection]) == Yes,
		UncleanElectionIntervalMs:   v[uncleanElectionInterval],
		AutoLeaderRebalance:         Tri(v[autoLeaderRebalance]) == Yes,
		LeaderImbalanceCheckSeconds: v[leaderImbalanceCheck],
		FetchBackoffMs:              v[replicaFetchBackoff],
		ReplicaSocketTimeoutMs:      v[replicaSocketTimeout],
		HighWatermarkCheckpointMs:   v[highWatermarkCheckpoint],
		ControlledShutdown:          Tri(v[controlledShutdown]) == Yes,
	}
}

func (v *values) setBroker(c *BrokerConfig) {
	v[replicaLagTimeMax] = c.ReplicaLagTimeMaxMs
	v[replicaFetchWaitMax] = c.ReplicaFetchWaitMaxMs
	v[minInSyncReplicas] = int64(c.MinInSyncReplicas)
	v[producerPurgeInterval] = int64(c.ProducerPurgeInterval)
	v[fetchPurgeInterval] = int64(c.FetchPurgeInterval)
	v[replicaFetchMaxBytes] = c.ReplicaFetchMaxBytes
	v[replicaFetchResponseMaxBytes] = c.ReplicaFetchResponseMaxBytes
	v[messageMaxBytes] = c.MessageMaxBytes
	v[brokerSessionTimeout] = c.BrokerSessionTimeoutMs
	v[brokerHeartbeatInterval] = c.BrokerHeartbeatIntervalMs
	v[uncleanLeaderElection] = int64(triOf(c.UncleanLeaderElection))
	v[uncleanElectionInterval] = c.UncleanElectionIntervalMs
	v[autoLeaderRebalance] = int64(triOf(c.AutoLeaderRebalance))
	v[leaderImbalanceCheck] = c.LeaderImbalanceCheckSeconds
	v[replicaFetchBackoff] = c.FetchBackoffMs
	v[replicaSocketTimeout] = c.ReplicaSocketTimeoutMs
	v[highWatermarkCheckpoint] = c.HighWatermarkCheckpointMs
	v[controlledShutdown] = int64(triOf(c.ControlledShutdown))
}

func (v *values) setTopic(t *Topic) {
	v[topicMinInSyncReplicas] = int64(t.MinISR)
	v[topicUncleanElection] = int64(t.Unclean)
}

func (v *values) producer(id string) Producer {
	c := producer.Defaults()
	for _, f := range producerFields(&c) {
		if f.yes != nil {
			*f.yes = Tri(v[f.row]) == Yes
		} else {
			*f.number = v[f.row]
		}
	}
	c.Acks = protocol.Acks(v[producerAcks])
	return Producer{ID: id, Config: c}
}

func (v *values) setProducer(p *Producer) {
	for _, f := range producerFields(&p.Config) {
		if f.yes != nil {
			v[f.row] = int64(triOf(*f.yes))
		} else {
			v[f.row] = *f.number
		}
	}
	v[producerAcks] = int64(p.Acks)
}

// field is where a producer's configuration keeps the value of a row: a number or a boolean.
type field struct {
	row    int
	number *int64
	yes    *bool
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

package script

import (
	"slices"
	"strings"

	"highwater/core/internal/decode"
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

// rowOf returns the row of a key of a scope, -1 when it has no such key.
func rowOf(key string, scope Scope) int {
	return slices.IndexFunc(configs[:], func(c Config) bool { return c.Key == key && c.Scope == scope })
}

// keysOf returns the supported keys of a scope.
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

// read reads an object of configuration keys of one scope into v.
func (v *values) read(from value, scope Scope) {
	from.kind('{')
	for kid := range from.kids() {
		row := kid.configRow(scope)
		v[row] = kid.configValue(&configs[row])
	}
}

// configRow returns the row of the key of v, which must be one of this scope that this version supports.
func (v value) configRow(scope Scope) int {
	key := v.node().name
	if row := rowOf(key, scope); row >= 0 {
		return row
	}
	if slices.Contains(notYet[scope], key) {
		v.fail(`this version does not support it yet; "run --configs" lists what it supports`)
	}
	for other := BrokerScope; other < numScopes; other++ {
		if rowOf(key, other) >= 0 || other != scope && slices.Contains(notYet[other], key) {
			v.fail("a key of a %v, not of a %v", other, scope)
		}
	}
	if near := nearest(key, keysOf(scope)); near != "" {
		v.fail("unknown key; did you mean %q?", near)
	}
	if near := nearest(key, notYet[scope]); near != "" {
		v.fail(`unknown key; Kafka has %q, which this version does not support yet`, near)
	}
	v.fail(`unknown key; "run --configs" lists what this version supports`)
	return -1
}

// configValue returns the value v of the key c: a number or a boolean, or Kafka's own spelling of it as text.
func (v value) configValue(c *Config) int64 {
	if c.Key == "acks" {
		return int64(v.acks(-1, 1, `none of "all", "1" and "0"`))
	}
	if c.Boolean {
		return int64(triOf(v.configBoolean()))
	}
	if c.Policy {
		return int64(v.cleanupPolicy())
	}
	if v.node().kind == '0' {
		return v.int(c.Min, c.Max)
	}
	if v.node().kind != '"' {
		v.fail("must be a number, not %s", kindName(v.node().kind))
	}
	n, ok := decode.Whole(trim(v.node().text))
	if !ok {
		v.fail("%s is no whole number", quote(v.node().text))
	}
	if n < c.Min || n > c.Max {
		v.fail("%s is out of range: %d to %d", quote(v.node().text), c.Min, c.Max)
	}
	return n
}

// configBoolean reads true or false, as text, too, which Kafka takes in any case (ConfigDef.parseType).
func (v value) configBoolean() bool {
	if v.node().kind != '"' {
		return v.boolean()
	}
	switch text := trim(v.node().text); {
	case sameLetters(text, "true"):
		return true
	case !sameLetters(text, "false"):
		v.fail("%s is neither true nor false", quote(v.node().text))
	}
	return false
}

// cleanupPolicy reads a list of policies, separated by commas, as Kafka takes it, each once (ConfigDef.ValidList).
func (v value) cleanupPolicy() (p CleanupPolicy) {
	for _, name := range strings.Split(v.str(), ",") {
		one := policyNamed(trim(name))
		switch {
		case one == 0:
			v.noSuch("cleanup policy", trim(name), cleanupPolicies[:])
		case p&one != 0:
			v.fail("%s stands twice in the list", quote(trim(name)))
		}
		p |= one
	}
	return p
}

// trim is text without the spaces around it, which Kafka takes away, too (ConfigDef.parseType).
func trim(text string) string {
	for text != "" && text[0] == ' ' {
		text = text[1:]
	}
	for text != "" && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// acks returns the level v, as text or number, from low to high.
func (v value) acks(low, high int64, otherwise string) protocol.Acks {
	text := v.node().text
	switch v.node().kind {
	case '"':
		if text == "all" {
			return protocol.AcksAll
		}
		if n, ok := decode.Whole(text); ok && n >= low && n <= high {
			return protocol.Acks(n)
		}
		v.fail("%s is %s", quote(text), otherwise)
	case '0':
		if n, fault := decode.Decimal(text, 0); fault == decode.Exact && n >= low && n <= high {
			return protocol.Acks(n)
		}
		v.fail("%s is %s", quoteNumber(text), otherwise)
	default:
		v.fail(`must be "all" or a number, as text or not, not %s`, kindName(v.node().kind))
	}
	return 0
}

// checkBroker refuses configurations of brokers that contradict themselves, as Kafka does when it starts
// (KafkaConfig.validateValues). config may be missing: ok is false.
func checkBroker(c *BrokerConfig, config value, ok bool) {
	if !ok {
		return
	}
	wait := c.ReplicaFetchWaitMaxMs
	if wait > c.ReplicaSocketTimeoutMs {
		config.tooShort(replicaSocketTimeout, c.ReplicaSocketTimeoutMs, wait)
	}
	if wait > c.ReplicaLagTimeMaxMs {
		config.tooShort(replicaLagTimeMax, c.ReplicaLagTimeMaxMs, wait)
	}
}

// tooShort says that the key of row, which is at limit, is shorter than a follower's fetch waits, at the one of both
// that v, the configuration, names.
func (v value) tooShort(row int, limit, wait int64) {
	waitKey := configs[replicaFetchWaitMax].Key
	if at, given := v.get(waitKey); given {
		at.fail("more than %s, which is %d; Kafka does not start with that: lower this or raise the other",
			configs[row].Key, limit)
	}
	at, _ := v.get(configs[row].Key)
	at.fail("less than %s, which is %d; Kafka does not start with that: raise this or lower the other", waitKey, wait)
}

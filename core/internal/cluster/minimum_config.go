package cluster

import (
	"slices"

	"highwater/core/internal/protocol"
)

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

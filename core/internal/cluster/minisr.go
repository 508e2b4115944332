package cluster

import (
	"slices"

	"highwater/core/internal/protocol"
)

// Minima is min.insync.replicas: the cluster's default, and what topics set for themselves (0: nothing).
type Minima struct {
	Default int
	Topics  []int
}

func (m Minima) clone() Minima {
	m.Topics = slices.Clone(m.Topics)
	return m
}

// of is the configured minimum of a topic.
func (m Minima) of(topic int32) int {
	if own := m.Topics[topic]; own > 0 {
		return own
	}
	return m.Default
}

// set takes a changed value and tells whether it differs from what was set before.
func (m *Minima) set(c protocol.MinISRMetadata) bool {
	place := &m.Default
	if c.Topic >= 0 {
		place = &m.Topics[c.Topic]
	}
	changed := *place != c.Value
	*place = c.Value
	return changed
}

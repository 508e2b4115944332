package rules

import "highwater/core/internal/protocol"

// Follower is a remote replica as the leader sees it.
type Follower struct {
	ID       protocol.NodeID
	Progress Progress
	// the broker epoch of its last fetch; -1: none, or a fetch that did not say
	BrokerEpoch int64
	// may join the ISR: alive, not fenced, not shutting down, not held out by the step isr
	// (Partition.isReplicaIsrEligible)
	Eligible bool
	LogStart int64 // its log start offset, as its last fetch said; -1: it has not fetched
}

// View is a partition as its leader sees it at one instant.
type View struct {
	Leader        protocol.NodeID
	LogEndOffset  int64 // the leader's own
	HighWatermark int64
	EpochStart    int64 // the log end when the leader's epoch began
	ISR           ISRState
	EffectiveMin  int
	Followers     []Follower
	NowMs         int64
	MaxLagMs      int64 // replica.lag.time.max.ms
}

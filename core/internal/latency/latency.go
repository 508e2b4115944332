// Package latency is the arithmetic of a write's latency: what each level of acks adds up to, and what a budget leaves.
//
// It models the sums of Kafka's produce path when nothing fails: the client's and the followers' trips, the appends,
// and the fetches by which the leader learns how far the followers are. It leaves out retries and timeouts.
package latency

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Path is what lies between a producer and its leader.
type Path struct {
	OneWay vtime.Duration // from the producer to the leader
	Queued vtime.Duration // at the broker, behind earlier requests of the connection
	Append vtime.Duration // on the leader
}

// Follower is one other member of the ISR.
type Follower struct {
	OneWay vtime.Duration // to the leader
	Append vtime.Duration
	Gap    vtime.Duration // between its append and its next fetch
	// Missed is how long the record waits for a fetch to answer: 0 where one is parked, up to two trips and an append
	// where the last has just left
	Missed vtime.Duration
}

// OnLeader returns when the record is in the leader's log; time 0 is when the request leaves.
func (p Path) OnLeader() vtime.Duration { return p.OneWay + p.Queued + p.Append }

// OnFollower returns when a follower has it. The leader does not know yet.
func (p Path) OnFollower(f Follower) vtime.Duration {
	return p.OnLeader() + f.Missed + f.OneWay + f.Append
}

// Committed returns when the high watermark passes the record: when the last member of the ISR has told by its next
// fetch that it has the record (Partition.maybeIncrementLeaderHW).
func (p Path) Committed(isr []Follower) vtime.Duration {
	at := p.OnLeader()
	for _, f := range isr {
		at = max(at, p.OnFollower(f)+f.Gap+f.OneWay)
	}
	return at
}

// Acknowledged returns when the producer hears back.
func (p Path) Acknowledged(acks protocol.Acks, isr []Follower) vtime.Duration {
	switch acks {
	case protocol.AcksNone:
		return 0
	case protocol.AcksLeader:
		return p.OnLeader() + p.OneWay
	}
	return p.Committed(isr) + p.OneWay
}

// Visible returns when a consumer whose fetch waits at the leader reads the record, whatever the acks.
func (p Path) Visible(isr []Follower, consumer vtime.Duration) vtime.Duration {
	return p.Committed(isr) + consumer
}

// JustMissed returns the follower with a fetch that had just left: the answer travels, is written, and the next fetch
// comes back, before the record gets its turn.
func (f Follower) JustMissed() Follower {
	f.Missed = 2*f.OneWay + f.Append
	return f
}

// Slack returns what a budget leaves after the wait in a batch, and the network and the brokers; below 0: it does not
// suffice.
func Slack(budget, batching, network vtime.Duration) vtime.Duration {
	return budget - batching - network
}

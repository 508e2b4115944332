package explore

import (
	"errors"

	"highwater/core/internal/protocol"
)

// Config is what is asked: a partition, what may fail, and how far to look.
type Config struct {
	Replicas          int // 1 to MaxReplicas; they are the brokers 1 to Replicas, in the order of the assignment
	MinInSyncReplicas int // min.insync.replicas; more than there are replicas counts as all of them
	ELR               bool
	Unclean           bool // unclean.leader.election.enable
	Acks              protocol.Acks
	Records           int // 1 to MaxRecords
	Kinds             Kinds
	Most              int  // failures in all
	SplitFetches      bool // a fetch takes two steps, its request and its answer, and others may come between them
	Thorough          bool // and so does a change of the ISR, and metadata arrive when they arrive
	// SkipKnown has a leader skip metadata with the partition epoch that it knows from an answer to its proposal. Kafka
	// takes them in, and drops the proposal it has made since (Partition.makeLeader)
	SkipKnown bool
	Without   Rule // the rule that is left out; None: Kafka as it is
}

// Check returns what is wrong with a configuration; nil: nothing.
func (c *Config) Check() error {
	switch {
	case c.Replicas < 1 || c.Replicas > MaxReplicas:
		return errors.New("replicas: must be 1 to 4")
	case c.MinInSyncReplicas < 1:
		return errors.New("min.insync.replicas: must be at least 1")
	case c.Records < 1 || c.Records > MaxRecords:
		return errors.New("records: must be 1 to 4")
	case c.Most < 0 || c.Most > MaxFailures:
		return errors.New("failures: must be 0 to 8")
	case c.Acks != protocol.AcksAll && c.Acks != protocol.AcksLeader:
		return errors.New("acks: must be all or 1")
	case c.Without >= Rules:
		return errors.New("without: there is no such rule")
	case c.Thorough && (c.Replicas > ThoroughReplicas || c.Records > ThoroughRecords):
		return errors.New("thorough: at most 3 replicas and 3 records")
	}
	return nil
}

// Rule is a rule of Kafka that a search can do without, to show what it is there for.
type Rule uint8

const (
	// None is left out.
	None Rule = iota
	// TruncationByEpoch: without it a follower of a new leader cuts its log at its own high watermark, as Kafka did before
	// KIP-101.
	TruncationByEpoch
	// EpochStartToJoin: without it a follower joins the ISR once it has reached the high watermark, though the leader's
	// own is behind what is committed.
	EpochStartToJoin
	// FetchPositionOfThisLife: without it a leader goes on believing how far a follower was before its restart.
	FetchPositionOfThisLife
	// TruncationOfDivergedLogs: without it a follower keeps what its leader never had.
	TruncationOfDivergedLogs
	// UncleanRestart: without it a broker that comes back from a crash counts as one that was stopped in order.
	UncleanRestart
	// ClearedELR: without it eligible leader replicas stay eligible once enough replicas are in sync again.
	ClearedELR
	// AckByHighWatermark: without it the leader acknowledges with its own append, acks=all or not.
	AckByHighWatermark

	// Rules is how many values there are.
	Rules
)

// NeedsSplitFetches reports whether what the rule is there for lies between the request of a fetch and its answer.
func (r Rule) NeedsSplitFetches() bool { return r == EpochStartToJoin || r == FetchPositionOfThisLife }

// Kind is a kind of action.
type Kind uint8

const (
	// Kill ends a broker's process at once; its log stays.
	Kill Kind = iota
	// PowerOff ends a broker's machine; the last records of its log are gone, any number of them.
	PowerOff
	// Shrink takes a follower that lags out of the ISR.
	Shrink
	// Fence fences a broker that runs.
	Fence
	// Stop ends a broker in order.
	Stop

	// FailureKinds is how many of the kinds are failures: the ones before.
	FailureKinds

	// Produce writes the next record to the leader.
	Produce = iota - 1
	// Fetch is one fetch of a follower, from request to answer; with SplitFetches, and in a thorough search, the request
	// alone.
	Fetch
	// Take is the arrival of a fetch's answer, with SplitFetches and in a thorough search.
	Take
	// Expire fences a broker that is dead: its session is over.
	Expire
	// Start brings a dead broker's process up: it registers, and hears all there is to know.
	Start
	// Unfence lets a fenced broker take part again.
	Unfence
	// Hear is the arrival of metadata at a broker, in a thorough search.
	Hear
	// Decide is the arrival of a leader's proposal of an ISR at the controller, in a thorough search.
	Decide
	// Confirm is the arrival of the controller's answer to it.
	Confirm
)

// Kinds is a set of kinds of failures.
type Kinds uint8

// KindsOf returns the set of the kinds given.
func KindsOf(kinds ...Kind) (s Kinds) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s Kinds) Has(k Kind) bool { return s&(1<<k) != 0 }

// Failures is a number for each kind of failure.
type Failures [FailureKinds]int

// Total returns the sum.
func (f Failures) Total() (n int) {
	for _, of := range f {
		n += of
	}
	return n
}

// Within reports whether f has at most as many of each kind as g.
func (f Failures) Within(g Failures) bool {
	for i := range f {
		if f[i] > g[i] {
			return false
		}
	}
	return true
}

// Action is one step of a trace.
type Action struct {
	Kind   Kind
	Broker protocol.NodeID // of Produce: 0; in a thorough search the broker that is written to
	// of PowerOff: how many records at the end of the log; in a thorough search, of Hear how many changes of the metadata,
	// and of Shrink the leader that proposes it
	Lose int
}

// packed is an action in 16 bits.
type packed uint16

func (a Action) pack() packed { return packed(a.Kind) | packed(a.Broker)<<4 | packed(a.Lose)<<8 }

func (p packed) action() Action {
	return Action{Kind(p & 15), protocol.NodeID(p >> 4 & 15), int(p >> 8)}
}

// IsFailure reports whether the action counts as one.
func (a Action) IsFailure() bool { return a.Kind < FailureKinds }

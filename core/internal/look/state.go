// Package look builds what can be seen of a run: a State, which the page draws, and the summary at a result's end.
//
// It derives whatever the page shows, which replicas hold the high watermark back, whether it is locked, where each
// request is, from a sim and the account of it, and changes neither.
//
// Its structs are the description of the contract: their fields are the members of the JSON, and the tables that write
// it, the page's types and the reference are made from them by core/cmd/contract.
package look

import (
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// State is what there is to see at one place of a run: after event N-1, at time T. The page derives nothing of Kafka's:
// which replicas hold the high watermark back, whether it is locked, where every request is, is all here. Times are
// milliseconds of virtual time, offsets are Kafka's (a log end offset is the offset of the next record), broker ids are
// 1..N.
//
//contract:root
type State struct {
	T          vtime.Time       // now
	N          int              // events before this place; the last one is N-1
	Moment     int              // the moment that this place is in or right behind; -1: none has begun
	Partitions []PartitionState // in the order of the script
	Waiting    int              // produce requests under way
	Parked     int              // those of them that wait in a purgatory
	Requests   []RequestState   // produce requests under way, the oldest and the newest, and those answered last
	Brokers    []BrokerState    // 1..N: process, purgatory and timing wheel of each
	Controller ProcessPhase     // what has become of the controller's process: it runs, is frozen, or down
	Producers  []ProducerState
	Consumers  []ConsumerState
	Links      []LinkState // directions that a step has changed

	names encode.Names
}

// AppendJSON appends the state as one JSON object.
func (s *State) AppendJSON(b []byte) []byte {
	w := encode.Writer{B: b}
	w.Open('{')
	s.appendMembers(&w, s.names)
	w.Close('}')
	return w.B
}

// PartitionState is one partition: the controller's metadata, the leader's view, and every replica's log.
type PartitionState struct {
	Partition       event.PartitionIndex
	Leader          int // -1: none
	LeaderEpoch     int
	PartitionEpoch  int                // as the controller has it
	ISR             protocol.BrokerSet // committed, as the leader has it
	MaximalISR      protocol.BrokerSet // with a change under way: what replication decisions go by
	Pending         ISRChange          // a change of the ISR that the controller has not answered
	ELR             protocol.BrokerSet
	LastKnownELR    protocol.BrokerSet // the last known leader of a leaderless partition: none or one
	Recovering      bool               // its leader was elected uncleanly, and has not changed the ISR since
	UncleanAllowed  bool               // unclean.leader.election.enable, as it applies to its topic
	MinISR          int                // min.insync.replicas as configured, by the leader's view
	AskedMinISR     int                // min.insync.replicas as the controller has it: the leader hears of it later
	EffectiveMinISR int                // capped by the number of replicas
	Locked          bool               // under the minimum: the high watermark does not move
	HighWatermark   int64              // the leader's; while none acts, what the last one had come to
	// the replicas whose log ends, as the leader knows them, set the high watermark; empty when it is at the leader's
	// own end
	HeldBackBy  protocol.BrokerSet
	Waiting     int            // requests parked at the leader for which it is not decided
	FirstOffset int64          // where the window of cells begins
	EndOffset   int64          // the longest log end of any replica
	Replicas    []ReplicaState // in assignment order
	Ghosts      []Ghost        // acknowledged, not deleted, and not in the leader's log; without a leader, in none
}

// Ghost is a record that was acknowledged to its producer, and that is gone.
type Ghost struct {
	Offset  int64 // its offset in the log
	Value   string
	Request int
	Acks    protocol.Acks // what its producer had asked for
}

// ReplicaState is one replica of a partition. What its broker believes, Leads and the Known fields, may be wrong if it
// has not heard of an election, or is cut off.
type ReplicaState struct {
	Broker         int
	Leader         bool  // by the controller's metadata
	InSync         bool  // in the committed ISR
	Adding         bool  // absent:"zero" by a reassignment, which waits for it to be in sync
	Removing       bool  // absent:"zero" by a reassignment, when it is done
	Eligible       bool  // may join the ISR: not held out, not fenced, not shutting down
	HeldOut        bool  // taken out by the step isr: does not fetch until it is put back
	Alive          bool  // its broker has a process
	Leads          bool  // its broker considers itself the leader
	KnownLeader    int   // the broker that its own considers the leader; -1: none, or unknown
	KnownEpoch     int   // in which leader epoch
	LogStartOffset int64 // records below it are deleted
	LogEndOffset   int64 // the offset of the next record
	HighWatermark  int64 // as this replica knows it
	KnownEnd       int64 // the log end as the leader knows it: a follower's last fetch offset; -1: it does not know
	Cells          []Cell
	Fetch          FetchState // a follower's fetch loop for this partition
}

// Cell is one record in a log. A replica's cells are its records from the partition's first offset on, as many as were
// asked for, in order.
type Cell struct {
	Offset  int64
	Value   string
	Epoch   int    // the leader epoch in which it was written
	Request int    // the produce request that brought it; 0 when it was there at the start
	Told    string // what its client was answered: "" nothing (yet), "NONE", or an error's name
}

// FetchState is the state of a follower's fetch loop.
type FetchState struct {
	Phase   FetchPhase
	Since   vtime.Time     // when this phase began
	Until   vtime.Time     // when it ends if nothing intervenes; in "paused" and "idle" the same as Since
	Offset  int64          // the fetch offset asked for
	Records int            // how many records the answer brings that is on its way; -1: none is
	Delay   vtime.Duration // json:"delayMs" what fetch-delay adds to its requests' journey
	Paused  bool           // fetch-pause is in force
}

// RequestState is one produce request.
type RequestState struct {
	Request          int
	Producer         event.ProducerIndex // absent:"none" absent: a raw request
	Acks             protocol.Acks
	Broker           int // where it goes
	Phase            RequestPhase
	Since            vtime.Time     // when this phase began
	Until            vtime.Time     // travelling, appending, returning: when that ends; parked: the deadline; else Since
	Timeout          vtime.Duration // json:"timeoutMs"
	ConnectionClosed bool           // absent:"zero" instead of an answer
	Partitions       []RequestPartition
}

// RequestPartition is what a request wants of one partition, and its outcome.
type RequestPartition struct {
	Partition      event.PartitionIndex
	Values         []string
	State          PartState
	Error          string             // "" until it is decided, then Kafka's name, "NONE" among them
	BaseOffset     int64              // -1: nothing appended
	RequiredOffset int64              // the high watermark that covers its records, waited for or not; 0: nothing appended
	WaitsFor       protocol.BrokerSet // the replicas that hold it back now; empty when none does, or under the minimum
}

// BrokerState is one broker's process and registration, its produce purgatory and its timing wheel.
type BrokerState struct {
	Broker  int
	Process ProcessPhase
	Fenced  bool // the controller does not count on it: its session is over, or it has not been unfenced yet
	// when its session ends if the controller does not hear from it again, ms; -1: it has none, or no controller runs
	SessionEndsMs int64
	Delayed       int          // operations on the timer (NumDelayedOperations)
	Keys          []WatchKey   // what is watched, by partition
	Wheel         []WheelLevel // finest first; levels that Kafka has not needed yet are absent
}

// WatchKey is one key of the purgatory and how many requests watch it.
type WatchKey struct {
	Partition event.PartitionIndex
	Parked    int // entries of requests that wait
	Done      int // entries of requests that are complete, and left in the list until a check or a purge sweeps it out
}

// WheelLevel is one wheel of the hierarchy.
type WheelLevel struct {
	TickMs    int64         // what one bucket spans
	Size      int           // how many buckets there are, the empty ones included
	CurrentMs int64         // this wheel's clock: it moves only when a due bucket is polled
	Count     int           // tasks on it
	Buckets   []WheelBucket // those that hold tasks
}

// WheelBucket is one bucket of a wheel.
type WheelBucket struct {
	Bucket int         // its number on the wheel
	DueMs  int64       // its tasks cascade or fire then
	Count  int         // its tasks
	Tasks  []WheelTask // the first of them
}

// WheelTask is the deadline of one request.
type WheelTask struct {
	Request      int
	ExpirationMs int64 // json:"expiration" when it is due itself, ms
}

// ProducerState is one producer of the script.
type ProducerState struct {
	ID           string
	Acks         protocol.Acks
	InFlight     int  // requests without an answer
	Queued       int  // batches that wait to be sent
	Acknowledged int  // records
	Failed       int  // records
	Resent       int  // absent:"zero" records that its application has handed over again
	Dead         bool // absent:"zero" its process was killed, and no new one has been started
}

// ConsumerState is one consumer of the script, and its positions.
type ConsumerState struct {
	ID        string
	Positions []ConsumerPosition
}

// ConsumerPosition is the offset that a consumer reads next in a partition.
type ConsumerPosition struct {
	Partition event.PartitionIndex
	Offset    int64
	Ended     bool // absent:"zero" it reads no further: its application was told that the leader has not that offset
}

// LinkState is one direction between two nodes. Its ends are a broker's number, "controller", or a client's id.
type LinkState struct {
	From    string
	To      string
	Latency vtime.Duration // json:"latencyMs"
	Up      bool
}

// Package look says what there is to see of a run: a State, which the page draws, and the summary at a result's end.
//
// It derives whatever the page shows, who holds the water back, whether the edge is locked, where each message is, from
// a sim and the account of it, and changes neither.
package look

import "highwater/core/internal/vtime"

// maxShown bounds each list of messages and ghosts in a state: where there are more, the first are listed.
const maxShown = 200

// maxInBucket bounds the list of tasks of a bucket.
const maxInBucket = 3

// State is what there is to see at one place of a run: after event N-1, at time T. Nothing in it is derived by the
// page: who holds the water back, whether the edge is locked, where every message is on its way, all of it is said
// here. AppendJSON names the members as the fields are named here, in JavaScript's way. Times are milliseconds of
// virtual time, offsets are Kafka's (a log end offset is the offset of the next record), broker ids are 1..N, node 0 is
// the controller.
type State struct {
	T          vtime.Time       // now, ms
	N          int              // events before this place; the last one is N-1
	Partitions []PartitionState // in the order of the script
	Waiting    int              // produce requests under way
	Parked     int              // those of them that wait in a purgatory
	// produce requests under way, the oldest and the newest of them, and those answered last
	Requests  []RequestState
	Brokers   []BrokerState  // 1..N: process, purgatory and timing wheel of each
	Messages  []MessageState // what is on the way between two nodes
	Producers []ProducerState
	Consumers []ConsumerState
	Links     []LinkState // directions that a step has changed
}

// PartitionState is one partition: the controller's metadata, the leader's view, and every replica's log.
type PartitionState struct {
	Topic          string
	Partition      int
	Leader         int // -1: none
	LeaderEpoch    int
	PartitionEpoch int   // as the controller has it
	ISR            []int // committed, as the leader has it
	MaximalISR     []int // with a change under way: what replication decisions go by
	// "", "expand" or "shrink": an ISR change the controller has not answered
	Pending string
	ELR     []int
	// the last known leader of a leaderless partition: none or one
	LastKnown  []int
	Recovering bool // its leader was elected uncleanly, and has not changed the ISR since
	// unclean.leader.election.enable, as it stands for its topic
	UncleanAllowed bool
	MinISR         int   // min.insync.replicas as configured, by the leader's view
	EffectiveMin   int   // capped by the number of replicas
	Locked         bool  // under the minimum: the high watermark stands still
	AtMin          bool  // just at the minimum: one member less and it is locked
	HighWatermark  int64 // the leader's
	// the replicas whose log ends, as the leader knows them, set the edge; empty when it is at the leader's own end
	HeldBackBy  []int
	Waiting     int   // requests parked at the leader for which it is not decided
	FirstOffset int64 // where the window of cells below begins
	EndOffset   int64 // the longest log end of any replica

	Replicas []ReplicaState // in assignment order
	// records that a producer was told are acknowledged, and that the leader does not have; without a leader, nobody
	Ghosts []Ghost
}

// Ghost is an acknowledged record that is gone.
type Ghost struct {
	Offset  int64 // where it stood
	Value   string
	Request int
	Acks    string // what its producer had asked for
}

// ReplicaState is one replica of a partition.
type ReplicaState struct {
	Broker   int
	Leader   bool
	InSync   bool // in the committed ISR
	Eligible bool // may join the ISR: not held out, not fenced
	HeldOut  bool // taken out by the step isr: does not fetch until it is put back
	Alive    bool // its broker has a process
	// what its broker takes for true: whether it leads, who does (-1: nobody, or it does not know), in which epoch; a
	// broker that has not heard of an election, or is cut off, may be wrong
	Leads         bool
	KnownLeader   int
	KnownEpoch    int
	LogEndOffset  int64
	HighWatermark int64 // as this replica knows it
	// a follower's log end as the leader knows it (its last fetch offset); the log end for the leader; -1 unknown
	KnownEnd int64
	Cells    []Cell     // the records from FirstOffset on, as many as asked for, in order
	Fetch    FetchState // a follower's fetch loop for this partition
}

// Cell is one record in a log.
type Cell struct {
	Offset  int64
	Value   string
	Epoch   int
	Request int    // the produce request that brought it; 0 when it was there at the start
	Told    string // what its client was answered: "" nothing (yet), "NONE", or an error's name
}

// FetchState is where a follower's loop of fetches stands.
type FetchState struct {
	// "none" (leader, or held out), "idle", "travelling", "waiting" (at the leader), "returning", "appending",
	// "paused"
	Phase   string
	Since   vtime.Time // when this phase began
	Until   vtime.Time // when it ends if nothing comes between; for "paused" and "idle" the same as Since
	Offset  int64      // the fetch offset asked for
	DelayMs vtime.Time // what fetch-delay adds to its requests' journey
	Paused  bool       // fetch-pause is in force
}

// RequestState is one produce request.
type RequestState struct {
	Request  int
	Producer string // "" for a raw request
	Acks     string // "all", "1", "0", or the number given
	Broker   int    // whom it goes to
	// "travelling", "queued" (behind another on its connection), "appending", "parked", "returning", "answered",
	// "unsent", "lost" (the broker's machine died, or a cut link swallowed it: nobody will answer)
	Phase string
	Since vtime.Time
	// travelling, appending, returning: when that ends; parked: the deadline; else Since
	Until     vtime.Time
	TimeoutMs vtime.Time
	Closed    bool

	Partitions []RequestPartition
}

// RequestPartition is what a request wants of one partition, and what came of it.
type RequestPartition struct {
	Topic          string
	Partition      int
	Values         []string
	State          string // "sent", "waiting", "done", "refused", "timed-out"
	Error          string // "" until it is decided, then Kafka's name, "NONE" among them
	BaseOffset     int64  // -1: nothing appended
	RequiredOffset int64  // the high watermark it waits for; 0 when it does not
	// the replicas that hold it back now; empty when none does, or when the edge is locked
	WaitsFor []int
}

// BrokerState is one broker's process and standing, its produce purgatory and its timing wheel.
type BrokerState struct {
	Broker int
	// "starting" (asks to be registered, or learns the metadata), "running", "stopping", "frozen", "down", "off" (the
	// machine has no power)
	Process string
	Fenced  bool  // the controller takes it for dead, or has not let it in yet
	Epoch   int64 // of its life, by the controller's metadata
	// when the controller's patience ends if it is not heard again, ms; -1: it has no session
	SessionEnds int64
	Delayed     int // operations on the timer (NumDelayedOperations)
	// watcher entries (PurgatorySize): once per key, completed ones included until purged
	Watched int
	Keys    []WatchKey   // what is watched, by partition
	Wheel   []WheelLevel // finest first; levels that Kafka has not needed yet are absent
}

// WatchKey is one key of the purgatory and how many watch it.
type WatchKey struct {
	Topic     string
	Partition int
	Parked    int // entries of requests that wait
	Done      int // entries of requests that are complete, and left in the list until a check or a purge sweeps it out
}

// WheelLevel is one wheel of the hierarchy.
type WheelLevel struct {
	TickMs    int64
	Size      int           // number of buckets, the empty ones included
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
	Request    int
	Expiration int64 // when it is due itself, ms
}

// MessageState is one message on its way: its place is a function of the time between Sent and Arrives.
type MessageState struct {
	// "produce", "produce-response", "fetch", "fetch-response", "alter-partition", "alter-partition-response",
	// "metadata"
	Kind    string
	From    int // broker id, 0 the controller, -1 a client
	To      int
	Client  string // the producer's id where From or To is -1; "" for a raw request
	Request int
	Records int // records carried
	Sent    vtime.Time
	Arrives vtime.Time
}

// ProducerState is one producer of the script.
type ProducerState struct {
	ID           string
	Acks         string
	InFlight     int
	Queued       int
	Acknowledged int
	Failed       int
}

// ConsumerState is one consumer of the script, and where it stands.
type ConsumerState struct {
	ID        string
	Positions []ConsumerPosition
}

// ConsumerPosition is the offset that a consumer reads next in a partition.
type ConsumerPosition struct {
	Topic     string
	Partition int
	Offset    int64
}

// LinkState is one direction between two nodes.
type LinkState struct {
	From    string // a broker's number, "controller", or a client's id
	To      string
	Latency vtime.Time
	Up      bool
}

package core

// maxShown bounds each list of requests, tasks and messages in a state: where there are more, the first are listed
// and all are counted.
const maxShown = 200

// maxWatchers bounds the list of entries of a watch key.
const maxWatchers = 20

// State is what there is to see at one place of a run: after event N-1, at time T. Nothing in it is derived by the
// page: who holds the water back, whether the edge is locked, where every message is on its way, all of it is said
// here. AppendJSON writes it with the names given in the tags. Times are milliseconds of virtual time, offsets are
// Kafka's (a log end offset is the offset of the next record), broker ids are 1..N, node 0 is the controller.
type State struct {
	T          Time             `json:"t"`          // now, ms
	N          int              `json:"n"`          // events before this place; the last one is N-1
	Partitions []PartitionState `json:"partitions"` // in the order of the script
	Waiting    int              `json:"waiting"`    // produce requests under way
	Parked     int              `json:"parked"`     // those of them that wait in a purgatory
	// produce requests under way, the oldest and the newest of them, and those answered last
	Requests  []RequestState  `json:"requests"`
	Brokers   []BrokerState   `json:"brokers"`  // 1..N: process, purgatory and timing wheel of each
	Messages  []MessageState  `json:"messages"` // what is on the way between two nodes
	Producers []ProducerState `json:"producers"`
	Consumers []ConsumerState `json:"consumers"`
	Links     []LinkState     `json:"links"` // directions that a step has changed
}

// PartitionState is one partition: the controller's books, the leader's view, and every replica's log.
type PartitionState struct {
	Topic          string `json:"topic"`
	Partition      int    `json:"partition"`
	Leader         int    `json:"leader"` // -1: none
	LeaderEpoch    int    `json:"leaderEpoch"`
	PartitionEpoch int    `json:"partitionEpoch"` // as the controller has it
	ISR            []int  `json:"isr"`            // committed, as the leader has it
	MaximalISR     []int  `json:"maximalIsr"`     // with a change under way: what replication decisions go by
	// "", "expand" or "shrink": an ISR change the controller has not answered
	Pending string `json:"pending"`
	ELR     []int  `json:"elr"`
	// the last known leader of a leaderless partition: none or one
	LastKnown  []int `json:"lastKnownElr"`
	Recovering bool  `json:"recovering"` // its leader was elected uncleanly, and has not changed the ISR since
	// unclean.leader.election.enable, as it stands for its topic
	UncleanAllowed bool  `json:"uncleanAllowed"`
	MinISR         int   `json:"minIsr"`          // min.insync.replicas as configured, by the leader's view
	EffectiveMin   int   `json:"effectiveMinIsr"` // capped by the number of replicas
	Locked         bool  `json:"locked"`          // under the minimum: the high watermark stands still
	AtMin          bool  `json:"atMinIsr"`        // just at the minimum: one member less and it is locked
	HighWatermark  int64 `json:"highWatermark"`   // the leader's
	// the replicas whose log ends, as the leader knows them, set the edge; empty when it is at the leader's own end
	HeldBackBy  []int `json:"heldBackBy"`
	Waiting     int   `json:"waiting"`     // requests parked at the leader for which it is not decided
	FirstOffset int64 `json:"firstOffset"` // where the window of cells below begins
	EndOffset   int64 `json:"endOffset"`   // the longest log end of any replica

	Replicas []ReplicaState `json:"replicas"` // in assignment order
	// records that a producer was told are acknowledged, and that the leader does not have; without a leader, nobody
	Ghosts []Ghost `json:"ghosts"`
}

// Ghost is an acknowledged record that is gone.
type Ghost struct {
	Offset  int64  `json:"offset"` // where it stood
	Value   string `json:"value"`
	Request int    `json:"request"`
	Acks    string `json:"acks"` // what its producer had asked for
}

// ReplicaState is one replica of a partition.
type ReplicaState struct {
	Broker   int  `json:"broker"`
	Leader   bool `json:"leader"`
	InSync   bool `json:"inSync"`   // in the committed ISR
	Eligible bool `json:"eligible"` // may join the ISR: not held out, not fenced
	HeldOut  bool `json:"heldOut"`  // taken out by the step isr: does not fetch until it is put back
	Alive    bool `json:"alive"`    // its broker has a process
	// what its broker takes for true: whether it leads, who does (-1: nobody, or it does not know), in which epoch; a
	// broker that has not heard of an election, or is cut off, may be wrong
	Leads         bool  `json:"leads"`
	KnownLeader   int   `json:"knownLeader"`
	KnownEpoch    int   `json:"knownEpoch"`
	LogEndOffset  int64 `json:"logEndOffset"`
	HighWatermark int64 `json:"highWatermark"` // as this replica knows it
	// a follower's log end as the leader knows it (its last fetch offset); the log end for the leader; -1 unknown
	KnownEnd int64 `json:"knownEnd"`
	// last caught up, by the leader's books, -1 never; for the leader the present
	CaughtUp Time       `json:"caughtUpMs"`
	Cells    []Cell     `json:"cells"` // the records from FirstOffset on, as many as asked for, in order
	Fetch    FetchState `json:"fetch"` // a follower's fetch loop for this partition
}

// Cell is one record in a log.
type Cell struct {
	Offset  int64  `json:"offset"`
	Value   string `json:"value"`
	Epoch   int    `json:"epoch"`
	Request int    `json:"request"` // the produce request that brought it; 0 when it was there at the start
	Told    string `json:"told"`    // what its client was answered: "" nothing (yet), "NONE", or an error's name
}

// FetchState is where a follower's loop of fetches stands.
type FetchState struct {
	// "none" (leader, or held out), "idle", "travelling", "waiting" (at the leader), "returning", "appending",
	// "paused"
	Phase   string `json:"phase"`
	Since   Time   `json:"since"`   // when this phase began
	Until   Time   `json:"until"`   // when it ends if nothing comes between; for "paused" and "idle" the same as Since
	Offset  int64  `json:"offset"`  // the fetch offset asked for
	DelayMs Time   `json:"delayMs"` // what fetch-delay adds to its requests' journey
	Paused  bool   `json:"paused"`  // fetch-pause is in force
}

// RequestState is one produce request.
type RequestState struct {
	Request  int    `json:"request"`
	Producer string `json:"producer"` // "" for a raw request
	Acks     string `json:"acks"`     // "all", "1", "0", or the number given
	Broker   int    `json:"broker"`   // whom it goes to
	// "travelling", "queued" (behind another on its connection), "appending", "parked", "returning", "answered",
	// "unsent", "lost" (the broker's machine died, or a cut link swallowed it: nobody will answer)
	Phase string `json:"phase"`
	Since Time   `json:"since"`
	// travelling, appending, returning: when that ends; parked: the deadline; else Since
	Until     Time   `json:"until"`
	ParkedAt  Time   `json:"parkedAt"` // when it was parked; -1: never
	TimeoutMs Time   `json:"timeoutMs"`
	By        string `json:"completedBy"` // "", "append", "high-watermark", "timeout", "leader-change"
	Closed    bool   `json:"connectionClosed"`

	Partitions []RequestPartition `json:"partitions"`
}

// RequestPartition is what a request wants of one partition, and what came of it.
type RequestPartition struct {
	Topic          string   `json:"topic"`
	Partition      int      `json:"partition"`
	Values         []string `json:"values"`
	State          string   `json:"state"`          // "sent", "waiting", "done", "refused", "timed-out"
	Error          string   `json:"error"`          // "" until it is decided, then Kafka's name, "NONE" among them
	BaseOffset     int64    `json:"baseOffset"`     // -1: nothing appended
	RequiredOffset int64    `json:"requiredOffset"` // the high watermark it waits for; 0 when it does not
	// the replicas that hold it back now; empty when none does, or when the edge is locked
	WaitsFor []int `json:"waitsFor"`
}

// BrokerState is one broker's process and standing, its produce purgatory and its timing wheel.
type BrokerState struct {
	Broker int `json:"broker"`
	// "starting" (asks to be registered, or learns the metadata), "running", "stopping", "frozen", "down", "off" (the
	// machine has no power)
	Process string `json:"process"`
	Fenced  bool   `json:"fenced"` // the controller takes it for dead, or has not let it in yet
	Epoch   int64  `json:"epoch"`  // of its life, by the controller's books
	// when the controller's patience ends if it is not heard again, ms; -1: it has no session
	SessionEnds int64 `json:"sessionEndsMs"`
	Delayed     int   `json:"delayed"` // operations on the timer (NumDelayedOperations)
	// watcher entries (PurgatorySize): once per key, completed ones included until purged
	Watched int          `json:"watched"`
	Expired int          `json:"expired"` // partitions of requests that ran out of time, so far
	Keys    []WatchKey   `json:"keys"`    // what is watched, by partition
	Wheel   []WheelLevel `json:"wheel"`   // finest first; levels that Kafka has not needed yet are absent
}

// WatchKey is one key of the purgatory and who waits there, in order of arrival.
type WatchKey struct {
	Topic     string        `json:"topic"`
	Partition int           `json:"partition"`
	Parked    int           `json:"parked"`   // entries of requests that wait
	Done      int           `json:"done"`     // entries of requests that are complete and not swept out
	Watchers  []WatchedByID `json:"watchers"` // the first entries
}

// WatchedByID is one entry of a watcher list.
type WatchedByID struct {
	Request   int  `json:"request"`
	Completed bool `json:"completed"` // done already, and left in the list until a check or a purge sweeps it out
}

// WheelLevel is one wheel of the hierarchy.
type WheelLevel struct {
	TickMs    int64        `json:"tickMs"`
	Size      int          `json:"size"`      // number of buckets
	CurrentMs int64        `json:"currentMs"` // this wheel's clock: it moves only when a due bucket is polled
	Count     int          `json:"count"`     // tasks on it
	Tasks     []WheelEntry `json:"tasks"`     // the first of them
}

// WheelEntry is one timer task in a bucket.
type WheelEntry struct {
	Request    int   `json:"request"`
	Bucket     int   `json:"bucket"`
	BucketMs   int64 `json:"bucketMs"`   // when the bucket is due: the task cascades or fires then
	Expiration int64 `json:"expiration"` // when the task itself is due, ms
}

// MessageState is one message on its way: its place is a function of the time between Sent and Arrives.
type MessageState struct {
	// "produce", "produce-response", "fetch", "fetch-response", "alter-partition", "alter-partition-response",
	// "metadata"
	Kind    string `json:"kind"`
	From    int    `json:"from"` // broker id, 0 the controller, -1 a client
	To      int    `json:"to"`
	Client  string `json:"client"` // the producer's id where From or To is -1; "" for a raw request
	Request int    `json:"request"`
	Records int    `json:"records"` // records carried
	Sent    Time   `json:"sent"`
	Arrives Time   `json:"arrives"`
}

// ProducerState is one producer of the script.
type ProducerState struct {
	ID           string `json:"id"`
	Acks         string `json:"acks"`
	InFlight     int    `json:"inFlight"`
	Queued       int    `json:"queued"`
	Acknowledged int    `json:"acknowledged"`
	Failed       int    `json:"failed"`
}

// ConsumerState is one consumer of the script, and where it stands.
type ConsumerState struct {
	ID        string             `json:"id"`
	Positions []ConsumerPosition `json:"positions"`
}

// ConsumerPosition is the offset that a consumer reads next in a partition.
type ConsumerPosition struct {
	Topic     string `json:"topic"`
	Partition int    `json:"partition"`
	Offset    int64  `json:"offset"`
}

// LinkState is one direction between two nodes.
type LinkState struct {
	From    string `json:"from"` // a broker's number, "controller", or a client's id
	To      string `json:"to"`
	Latency Time   `json:"latencyMs"`
	Up      bool   `json:"up"`
}

package event

// The words of events' fields that have few values. Each is spelled in results as its String method says, in the order
// of the constants.

// By is what decided a request.
type By uint8

const (
	// Undecided: nothing has yet.
	Undecided By = iota
	// ByAppend: at once, with the append or the refusal; the request was never parked.
	ByAppend
	// ByHighWatermark: a check found every partition covered by its high watermark.
	ByHighWatermark
	// ByTimeout: the deadline came first.
	ByTimeout
	// ByLeaderChange: the last pending partition is led elsewhere now.
	ByLeaderChange
)

// ByNames is the words of By.
var ByNames = []string{"", "append", "high-watermark", "timeout", "leader-change"}

// String returns the reason as the result spells it.
func (b By) String() string { return ByNames[b] }

// ProduceCheck is which of a broker's checks refused what a produce request has for a partition. They are in the order
// in which a broker makes them.
type ProduceCheck uint8

const (
	// Unchecked: none refused.
	Unchecked ProduceCheck = iota
	// CheckAcks: acks must be -1, 0 or 1 (ReplicaManager.isValidRequiredAcks).
	CheckAcks
	// CheckLeader: the broker must lead the partition (ReplicaManager.getPartitionOrException,
	// Partition.appendRecordsToLeader).
	CheckLeader
	// CheckMinISR: with acks=all the ISR must not be under the minimum (Partition.appendRecordsToLeader).
	CheckMinISR
	// CheckSize: a batch must not be too large (UnifiedLog.analyzeAndValidateRecords).
	CheckSize
	// CheckKey: in a compacted topic every record must have a key (LogValidator.validateKey).
	CheckKey
	// CheckEpoch: the producer's epoch must not be older than the one known (ProducerAppendInfo.checkProducerEpoch).
	CheckEpoch
	// CheckSequence: a batch must follow the producer's last one (ProducerAppendInfo.checkSequence).
	CheckSequence
)

var produceCheckNames = []string{
	"", "acks", "leader", "min-isr", "message-size", "record-key", "producer-epoch", "sequence",
}

// String returns the check as the result spells it.
func (c ProduceCheck) String() string { return produceCheckNames[c] }

// FetchReason is why a leader answers a fetch.
type FetchReason uint8

const (
	// AtOnce: there was data, or an error, when the fetch arrived.
	AtOnce FetchReason = iota
	// NewData: the fetch waited, and an append completed it.
	NewData
	// WaitOver: replica.fetch.wait.max.ms passed without data.
	WaitOver
	// NoLonger: the broker no longer leads, or leads in another epoch.
	NoLonger
)

var fetchReasonNames = []string{"at-once", "new-data", "wait-over", "no-longer"}

// String returns the reason as the result spells it.
func (r FetchReason) String() string { return fetchReasonNames[r] }

// TruncateReason is why records are gone from a log.
type TruncateReason uint8

const (
	// Diverging: a follower's last records are not in its leader's log.
	Diverging TruncateReason = iota
	// OutOfRange: a follower's log is longer than its leader's.
	OutOfRange
	// LostTail: the machine died before the disk had them.
	LostTail
)

var truncateReasonNames = []string{"diverging-epoch", "out-of-range", "power-off"}

// String returns the reason as the result spells it.
func (r TruncateReason) String() string { return truncateReasonNames[r] }

// StartReason is why a log start offset has moved.
type StartReason uint8

const (
	// StartRequested: an administrator asked for it (DeleteRecords).
	StartRequested StartReason = iota
	// StartRetained: all records of the log's segment are older than retention.ms.
	StartRetained
	// StartFollowed: a follower adopts its leader's.
	StartFollowed
	// StartRestored: a process that died had not yet written it to disk; records that were deleted are there again.
	StartRestored
)

var startReasonNames = []string{"delete-records", "retention", "leader", "restored"}

// String returns the reason as the result spells it.
func (r StartReason) String() string { return startReasonNames[r] }

// ISRState is how far a change of the ISR has come.
type ISRState uint8

const (
	// Proposed: the leader has asked the controller.
	Proposed ISRState = iota
	// Committed: the leader has the controller's answer, or newer metadata.
	Committed
	// Rejected: the controller refused.
	Rejected
)

var isrStateNames = []string{"proposed", "committed", "rejected"}

// String returns the state as the result spells it.
func (s ISRState) String() string { return isrStateNames[s] }

// Action is what a timer did with a request's deadline.
type Action uint8

const (
	// Armed: put on the wheels, with the parking.
	Armed Action = iota
	// Cascaded: its bucket was due, and it went on to a finer wheel.
	Cascaded
	// Cancelled: taken off, because the request was complete.
	Cancelled
	// Fired: its timeout has passed.
	Fired
)

var actionNames = []string{"armed", "cascaded", "cancelled", "fired"}

// String returns the action as the result spells it.
func (a Action) String() string { return actionNames[a] }

// ProcessState is the state of a broker's process, or of the controller's.
type ProcessState uint8

const (
	// Started: it has come up and asks to be registered.
	Started ProcessState = iota
	// Running: it knows the metadata and accepts requests.
	Running
	// Stopped: it has ended cleanly.
	Stopped
	// Killed: it has died at once; its connections close.
	Killed
	// PoweredOff: its machine has died, with the last records of its logs; its connections fall silent.
	PoweredOff
	// Frozen: it is suspended, and its connections stay open.
	Frozen
	// Thawed: it goes on.
	Thawed
)

var processStateNames = []string{"started", "running", "stopped", "killed", "powered-off", "frozen", "thawed"}

// String returns the state as the result spells it.
func (p ProcessState) String() string { return processStateNames[p] }

// ClientState is the state of a producer's process.
type ClientState uint8

const (
	// ClientKilled: it has died at once; its connections close.
	ClientKilled ClientState = iota
	// ClientStarted: a new one has come up.
	ClientStarted
)

var clientStateNames = []string{"killed", "started"}

// String returns the state as the result spells it.
func (s ClientState) String() string { return clientStateNames[s] }

// Election is how a partition got its leader.
type Election uint8

const (
	// Clean: from the ISR.
	Clean Election = iota
	// Eligible: from the eligible leader replicas.
	Eligible
	// LastKnown: the last known leader, with an empty ISR and ELR; records may be lost.
	LastKnown
	// Unclean: any live replica; records may be lost.
	Unclean
	// Leaderless: no replica may lead.
	Leaderless
)

var electionNames = []string{"clean", "eligible", "last-known", "unclean", "none"}

// String returns the election as the result spells it.
func (e Election) String() string { return electionNames[e] }

// Told is how an application learns of a failure.
type Told uint8

const (
	// InCallback: by the callback, on the client's own thread.
	InCallback Told = iota
	// InCaller: by the callback, inside the call.
	InCaller
	// Thrown: by an exception of the call.
	Thrown
)

var toldNames = []string{"callback", "caller", "thrown"}

// String returns the way as the result spells it.
func (t Told) String() string { return toldNames[t] }

// Wait is what a call of an application waits for.
type Wait uint8

const (
	// ForCall: the call before it, for an application has one thread a producer.
	ForCall Wait = iota
	// ForMetadata: the topic, or the partition, must be known (KafkaProducer.waitOnMetadata).
	ForMetadata
	// ForMemory: there must be memory for a batch (BufferPool.allocate).
	ForMemory
	// ForBatches: a flush returns when all batches there were have ended (RecordAccumulator.awaitFlushCompletion).
	ForBatches
	// ForEnd: a close returns when the sender has ended (KafkaProducer.close).
	ForEnd
)

var waitNames = []string{"call", "metadata", "memory", "batches", "end"}

// String returns what is waited for as the result spells it.
func (w Wait) String() string { return waitNames[w] }

// Package event is the record of a run: what happened, when, where, and because of what.
//
// Every layer of the model reports through it, the page draws and explains from it, the result's lines are its events
// in order, and the comparison with a real cluster walks its causes. It models nothing of Kafka itself; the names of
// the kinds and of their fields are the contract of the result format.
package event

import (
	"slices"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Kind is what happened.
type Kind uint8

// The kinds of events. The comment names the fields that each sets, beside N, T and Cause.
const (
	Step    Kind = iota // Index, Verb, Unchanged: a step of the script was carried out
	Enqueue             // Producer, Value, Partition, Index (the record's number): send() has taken the record
	Batch               // Producer, Partition, Count: a batch is closed and ready to go
	// Request, Producer (or none: raw), Broker, Acks, Span, Items{Partition, Records}: a produce request leaves its
	// client
	Request
	Unsent // Request: a raw request for a partition without a leader
	// Request, Broker: the broker has the request and begins to handle it, or (Queued) keeps it behind another on its
	// connection
	Receive
	// Request, Broker, Partition, From, To (base and next offset), Epoch: the leader has written
	Append
	// Request, Broker, Partition, Error; for NOT_ENOUGH_REPLICAS From is the ISR's size and To the effective minimum
	Refuse
	// Request, Broker, Deadline, Items{Partition, Offset (required)}: it waits in the purgatory
	Park
	Check    // Broker, Partition, Count: a purgatory check on a key completed so many
	Complete // Request, Broker, By: the request is decided
	Expire   // Request, Broker, Count: it ran out of time with so many partitions pending
	// Request, Broker, Items{Partition, Error, Offset (base)}, or Closed: the answer leaves the broker
	Response
	// Broker (leader), Peer (follower), Items{Partition, Offset, Error}, Parked, Count (partitions on which it told
	// the leader something new)
	Fetch
	// Broker (leader), Peer (follower), Count (records), Reason, Error (the first of its partitions'): the leader
	// answers a fetch
	FetchResponse
	Replicate     // Broker (follower), Peer (leader), Partition, From, To: the follower has written
	HighWatermark // Broker, Partition, From, To, Leads
	ISR           // Broker (leader), Partition, FromSet, ToSet, State, Error (rejected)
	// Partition, Leader, Epoch, PartitionEpoch, ToSet (ISR), ELR, LastKnown, Recovering: the controller's books
	// changed; Leads: by an election, of which the event before tells
	Partition
	// Scope, Partition (any of the topic) or Broker, Key, Number: a dynamic configuration took effect in the
	// controller's books
	Config
	Timer // Request, Broker, Action, Level, Bucket, ExpirationMs
	// Broker, Process: a broker's process has come up, ended, or stands still
	Process
	// Broker, Number (the epoch of its new life), Error, Clean: the controller has judged a registration
	Register
	Fence   // Broker: the controller takes it for dead, or is shutting it down
	Unfence // Broker: it may lead and be in sync again
	// Broker: the controller moves what it leads to others, before it may stop
	ShutDown
	// Partition, Leader, Epoch, ToSet (ISR), ELR, Election: the controller has chosen a leader, or has none to choose
	Leader
	// Broker, Partition, Leads, Leader, Epoch, From (the log end): a broker takes up its part in a new leader epoch
	Role
	Truncate // Broker, Partition, From, To (log ends before and after), Reason: records are gone from a log
	// Request, Broker, Partition, From, To (base and next offset of the first append): the batch was there already
	Duplicate
	Disconnect  // Broker, Peer: a broker's fetch got nowhere; it tries again after a while
	Visible     // Consumer, Partition, From, To: a consumer has read so far
	Acknowledge // Producer, Value, Partition, Index, Request, Offset: the application is told of success
	// Producer, Value, Partition, Index, Request, Error, Told: the application is told of failure
	Fail
	// Producer, Partition, Count (which attempt failed, from 1), Request, Error: a batch goes back to its queue
	Retry
	// Producer, Broker, Count (requests in flight), Error: they are given up with their connection, which the client
	// (REQUEST_TIMED_OUT) or the broker (NETWORK_EXCEPTION) has closed
	Cancel
	// Producer, Value, Partition (or none), Index (the record's number): send() cannot take the record yet; it waits for
	// metadata, for memory, or for the call before it
	Block
	// Producer, Verb, Value (of a send), Span (how long it took), Error: a call that blocked comes back to the application
	Return
	numKinds
)

var kindNames = [numKinds]string{
	"step", "enqueue", "batch", "request", "unsent", "receive", "append", "refuse", "park", "check", "complete", "expire",
	"response", "fetch", "fetch-response", "replicate", "high-watermark", "isr", "partition", "config", "timer",
	"process", "register", "fence", "unfence", "shut-down", "leader", "role", "truncate", "duplicate", "disconnect",
	"visible", "acknowledge", "fail", "retry", "cancel", "block", "return",
}

// String is the kind as the result spells it.
func (k Kind) String() string { return kindNames[k] }

// None is the absence of a cause, of a producer or of a partition where zero would name one.
const None = -1

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

var byNames = [...]string{"", "append", "high-watermark", "timeout", "leader-change"}

// String is the reason as the result spells it.
func (b By) String() string { return byNames[b] }

// Reason is why a leader answers a fetch, or why records are gone from a log.
type Reason uint8

const (
	// AtOnce: there was data, or an error, when the fetch arrived.
	AtOnce Reason = iota
	// NewData: the fetch waited, and an append completed it.
	NewData
	// WaitOver: replica.fetch.wait.max.ms passed without data.
	WaitOver
	// NoLonger: what the fetch was about has changed; the broker leads no more, or in another epoch.
	NoLonger
	// Diverging: a follower's last records are none of its leader's.
	Diverging
	// OutOfRange: a follower's log goes on where its leader's has ended.
	OutOfRange
	// LostTail: the machine died before the disk had them.
	LostTail
)

var reasonNames = [...]string{
	"at-once", "new-data", "wait-over", "no-longer", "diverging-epoch", "out-of-range", "power-off",
}

// String is the reason as the result spells it.
func (r Reason) String() string { return reasonNames[r] }

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

var isrStateNames = [...]string{"proposed", "committed", "rejected"}

// String is the state as the result spells it.
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
	// Fired: its time is up.
	Fired
)

var actionNames = [...]string{"armed", "cascaded", "cancelled", "fired"}

// String is the action as the result spells it.
func (a Action) String() string { return actionNames[a] }

// ProcessState is what has become of a broker's process.
type ProcessState uint8

const (
	// Started: it has come up and asks to be registered.
	Started ProcessState = iota
	// Running: it knows the metadata and takes requests.
	Running
	// Stopped: it has ended in good order.
	Stopped
	// Killed: it has died at once; its connections close.
	Killed
	// PoweredOff: its machine has died, with the last records of its logs; its connections fall silent.
	PoweredOff
	// Frozen: it stands still, and its connections stay open.
	Frozen
	// Thawed: it goes on.
	Thawed
)

var processNames = [...]string{"started", "running", "stopped", "killed", "powered-off", "frozen", "thawed"}

// String is the state as the result spells it.
func (p ProcessState) String() string { return processNames[p] }

// Election is how a partition came by its leader.
type Election uint8

const (
	// Clean: from the ISR.
	Clean Election = iota
	// Eligible: from the eligible leader replicas.
	Eligible
	// LastKnown: the last known leader, with an empty ISR and ELR; records may be lost.
	LastKnown
	// Unclean: whoever was there; records may be lost.
	Unclean
	// Leaderless: there is nobody to choose.
	Leaderless
)

var electionNames = [...]string{"clean", "eligible", "last-known", "unclean", "none"}

// String is the election as the result spells it.
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

var toldNames = [...]string{"callback", "caller", "thrown"}

// String is the way as the result spells it.
func (t Told) String() string { return toldNames[t] }

// Scope is whose configuration a Config event changes.
type Scope uint8

const (
	// TopicScope: one topic's.
	TopicScope Scope = iota
	// BrokerScope: one broker's.
	BrokerScope
	// ClusterScope: every broker's default.
	ClusterScope
)

// Item is what an event says of one of several partitions.
type Item struct {
	Partition int32
	Offset    int64
	Error     protocol.Error
	Records   []protocol.Record
}

// Event is one happening: a flat value whose Kind says which fields count. Slices in it are never changed afterwards.
type Event struct {
	N     int32 // its place in the run, from 0
	Cause int32 // the event that led to it; None for a step
	T     vtime.Time
	Kind  Kind

	// Where and who.
	Broker    protocol.NodeID
	Peer      protocol.NodeID
	Partition int32 // index in the script's order; None
	Request   int32 // from 1; 0 is none
	Producer  int32 // index in the script's order; None
	Consumer  int32 // the same

	// Numbers.
	Index, Count   int32
	From, To       int64
	Offset         int64
	Epoch          int32
	PartitionEpoch int32
	Leader         protocol.NodeID
	Deadline       vtime.Time
	Span           vtime.Duration // a request's timeout
	ExpirationMs   int64
	Level, Bucket  int32
	Number         int64

	// Kinds within the kind.
	Acks       protocol.Acks
	Error      protocol.Error
	By         By
	Reason     Reason
	State      ISRState
	Action     Action
	Scope      Scope
	Process    ProcessState
	Election   Election
	Told       Told
	Parked     bool
	Queued     bool
	Closed     bool
	Leads      bool
	Recovering bool
	Unchanged  bool
	Clean      bool

	FromSet, ToSet, ELR, LastKnown protocol.BrokerSet

	Verb  string
	Key   string
	Value string
	Items []Item
}

// Notable tells whether the event is a step worth stopping at. The rest is routine: fetches that bring nothing new
// and their empty answers, checks that complete nothing, and the halves of a happening that another event at the same
// instant already tells (a batch that leaves as a request, a timer armed by parking).
func (e *Event) Notable() bool {
	switch e.Kind {
	case Batch, Check, Enqueue:
		return false
	case Fetch:
		return e.Count > 0
	case FetchResponse:
		return e.Count > 0
	case Timer:
		return e.Action == Cascaded
	case Receive:
		return e.Queued
	case Disconnect:
		return false
	case Register:
		return e.Error == protocol.None
	case Partition:
		return !e.Leads
	case Role:
		return e.Leads
	}
	return true
}

// Failed tells whether an event that could be good news is none: a decision because the time was over, an answer that
// brings an error or the end of the connection.
func (e *Event) Failed() bool {
	switch e.Kind {
	case Complete:
		return e.By == ByTimeout
	case Response:
		return e.Closed || slices.ContainsFunc(e.Items, func(it Item) bool { return it.Error != protocol.None })
	}
	return false
}

package look

import "highwater/core/internal/rules"

// The words of the fields that have few values.

// maxShown bounds the list of ghosts in a state: where there are more, the first are listed.
const maxShown = 200

// maxInBucket bounds the list of tasks of a bucket.
const maxInBucket = 3

// ISRChange is a change of the ISR that is under way.
type ISRChange string

// The changes.
const (
	NoChange ISRChange = ""
	Expand   ISRChange = "expand"
	Shrink   ISRChange = "shrink"
)

var isrChanges = [...]ISRChange{rules.NoChange: NoChange, rules.Expand: Expand, rules.Shrink: Shrink}

// FetchPhase is the phase of a follower's fetch loop.
type FetchPhase string

// The phases.
const (
	FetchNone       FetchPhase = "none" // the replica leads, or is held out
	FetchIdle       FetchPhase = "idle"
	FetchTravelling FetchPhase = "travelling"
	FetchWaiting    FetchPhase = "waiting" // at the leader
	FetchReturning  FetchPhase = "returning"
	FetchAppending  FetchPhase = "appending"
	FetchPaused     FetchPhase = "paused"
)

// RequestPhase is where a produce request is.
type RequestPhase string

// The phases.
const (
	Travelling RequestPhase = "travelling"
	Queued     RequestPhase = "queued" // behind another on its connection
	Appending  RequestPhase = "appending"
	Parked     RequestPhase = "parked"
	Returning  RequestPhase = "returning"
	Answered   RequestPhase = "answered"
	Unsent     RequestPhase = "unsent"
	Lost       RequestPhase = "lost" // its broker's machine died, or a cut link swallowed it: there will be no answer
)

// PartState is the state of a request in one partition.
type PartState string

// The states.
const (
	Sent     PartState = "sent"
	Waiting  PartState = "waiting"
	Done     PartState = "done"
	Refused  PartState = "refused"
	TimedOut PartState = "timed-out"
)

// ProcessPhase is what the process of a broker, or of the controller, is doing.
type ProcessPhase string

// The phases.
const (
	Starting ProcessPhase = "starting" // it asks to be registered, or learns the metadata
	Running  ProcessPhase = "running"
	Stopping ProcessPhase = "stopping"
	Frozen   ProcessPhase = "frozen"
	Down     ProcessPhase = "down"
	Off      ProcessPhase = "off" // the machine has no power
)

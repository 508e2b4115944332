package script

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Step is an action and its instant.
type Step struct {
	At     vtime.Time
	Action Action
	text   string // as scripts write it, with its time
}

// Action is what a step does: one of the types below.
type Action interface {
	// Verb is the action's name in a script.
	Verb() string
}

// Send hands records to a producer client.
type Send struct {
	Producer  int32
	Topic     int32  // index
	Partition int32  // index; -1: the client chooses
	Key       string // of the record, when HasKey
	HasKey    bool
	Value     string // with Count > 0 the records are Value-1, Value-2 …
	Size      int64  // bytes of the value; 0: its length
	Count     int
	Every     vtime.Duration // between records of one Send
}

// Flush has a producer send all that it has, and wait for it.
type Flush struct{ Producer int32 }

// Close ends a producer.
type Close struct {
	Producer  int32
	TimeoutMs int64 // -1: it takes as long as it takes
}

// Produce is one raw produce request on a connection of its own.
type Produce struct {
	Acks       protocol.Acks
	Timeout    vtime.Duration  // whole milliseconds
	Broker     protocol.NodeID // 0: the leader of the first partition, as the controller knows it
	Partitions []ProducePartition
}

// ProducePartition is what a Produce has for one partition.
type ProducePartition struct {
	Partition int32    // index
	Values    []string // nil: Count records, named r<request>-<n>
	Count     int      // of records, however they are given

	ProducerID    int64 // of an idempotent batch; -1: none, and then the next two mean nothing
	ProducerEpoch int16
	Sequence      int32 // of the first record
}

// Kill ends a broker's process at once, as kill -9 does: its connections close, its logs stay.
type Kill struct{ Broker protocol.NodeID }

// PowerOff ends a broker's machine: its connections fall silent.
type PowerOff struct {
	Broker protocol.NodeID
	Lose   int64 // so many records at the end of each of its logs are gone; -1: all
}

// Stop ends a broker in order: controlled shutdown, then a clean end of its process.
type Stop struct{ Broker protocol.NodeID }

// Start has a broker come back, with a new registration.
type Start struct{ Broker protocol.NodeID }

// Freeze makes a broker's process stand still, as SIGSTOP does: its connections stay open.
type Freeze struct{ Broker protocol.NodeID }

// Thaw ends a Freeze.
type Thaw struct{ Broker protocol.NodeID }

// FetchDelay makes a follower's fetch requests travel so much longer.
type FetchDelay struct {
	Broker    protocol.NodeID
	Delay     vtime.Duration
	Partition int32 // index; -1: of all partitions
}

// FetchRate lets a follower copy no faster.
type FetchRate struct {
	Broker    protocol.NodeID
	PerSecond float64 // 0: as fast as it can
}

// FetchPause stops a follower's fetches; FetchResume lets them go on.
type FetchPause struct{ Broker protocol.NodeID }

// FetchResume ends a FetchPause.
type FetchResume struct{ Broker protocol.NodeID }

// Link changes one direction between two nodes, of which not both are clients. A node is 0, the controller, a broker
// 1..Brokers, or a client: from Brokers+1 on first the producers, then the consumers, in the order of the script.
type Link struct {
	From, To protocol.NodeID
	Latency  vtime.Duration // -1: unchanged
	Up       Tri            // No: what is sent is lost; Unset: unchanged
}

// Set changes dynamic configuration of one topic, of one broker, of one producer's quota, or of the cluster: at least
// one key.
type Set struct {
	Topic    int32           // index; -1: of no topic
	Broker   protocol.NodeID // 0: of no broker
	Producer int32           // index; -1: of no producer
	MinISR   int             // min.insync.replicas; 0: unchanged
	Unclean  Tri             // unclean.leader.election.enable; Unset: unchanged, as it is for a broker
	// MaxMessageBytes is a topic's max.message.bytes, or the cluster's message.max.bytes; -1: unchanged
	MaxMessageBytes int64
	ExpirationMs    int64         // the cluster's producer.id.expiration.ms; 0: unchanged
	Cleanup         CleanupPolicy // a topic's cleanup.policy; 0: unchanged
	ByteRate        int64         // a producer's producer_byte_rate; 0: unchanged
}

// SetISR is the learner's hand on the ISR. Its members contain the leader; who that is at the time, the script cannot
// know beforehand.
type SetISR struct {
	Partition int32              // index
	Members   protocol.BrokerSet // replicas, at least one
}

// Elect asks the controller for an election, as the admin tool does.
type Elect struct {
	Partition int32 // index
	Unclean   bool  // of the type UNCLEAN; else PREFERRED
}

// Verb is "send".
func (Send) Verb() string { return "send" }

// Verb is "flush".
func (Flush) Verb() string { return "flush" }

// Verb is "close".
func (Close) Verb() string { return "close" }

// Verb is "produce".
func (Produce) Verb() string { return "produce" }

// Verb is "kill".
func (Kill) Verb() string { return "kill" }

// Verb is "power-off".
func (PowerOff) Verb() string { return "power-off" }

// Verb is "stop".
func (Stop) Verb() string { return "stop" }

// Verb is "start".
func (Start) Verb() string { return "start" }

// Verb is "freeze".
func (Freeze) Verb() string { return "freeze" }

// Verb is "thaw".
func (Thaw) Verb() string { return "thaw" }

// Verb is "fetch-delay".
func (FetchDelay) Verb() string { return "fetch-delay" }

// Verb is "fetch-rate".
func (FetchRate) Verb() string { return "fetch-rate" }

// Verb is "fetch-pause".
func (FetchPause) Verb() string { return "fetch-pause" }

// Verb is "fetch-resume".
func (FetchResume) Verb() string { return "fetch-resume" }

// Verb is "link".
func (Link) Verb() string { return "link" }

// Verb is "set".
func (Set) Verb() string { return "set" }

// Verb is "isr".
func (SetISR) Verb() string { return "isr" }

// Verb is "elect".
func (Elect) Verb() string { return "elect" }

package event

import "highwater/core/internal/protocol"

// What the script does, what becomes of processes, and what the controller decides.

// Step reports that a step of the script was carried out.
//
//contract:kind step
type Step struct {
	body
	Step    int32  // which, from 0
	Verb    string // ts:"Verb"
	Changed bool   // when:"!Changed" absent: it changed something
}

// Process reports that a broker's process starts, ends, freezes or thaws.
//
//contract:kind process
type Process struct {
	body
	Broker protocol.NodeID
	State  ProcessState
}

// Controller reports that the controller's process starts, ends, freezes or thaws.
//
//contract:kind controller
type Controller struct {
	body
	State ProcessState
}

// Register reports that the controller has judged a broker's registration.
//
//contract:kind register
type Register struct {
	body
	Broker      protocol.NodeID
	BrokerEpoch int64          // when:"Error == protocol.None" of its new life
	Clean       bool           // when:"Error == protocol.None" its former life ended cleanly
	Error       protocol.Error // absent:"zero"
}

// Notable unless it is refused.
func (e *Register) notable() bool { return e.Error == protocol.None }

// Fence reports that the controller no longer counts on a broker: its session is over, or it shuts down.
//
//contract:kind fence
type Fence struct {
	body
	Broker protocol.NodeID
}

// Unfence reports that a broker may lead and be in sync again.
//
//contract:kind unfence
type Unfence struct {
	body
	Broker protocol.NodeID
}

// ShutDown reports that the controller moves what a broker leads to others, before it may stop.
//
//contract:kind shut-down
type ShutDown struct {
	body
	Broker protocol.NodeID
}

// Leader reports that the controller has chosen a partition's leader, or has none to choose.
//
//contract:kind leader
type Leader struct {
	body
	Partition   PartitionIndex
	Leader      protocol.NodeID // -1: none
	LeaderEpoch int32
	ISR         protocol.BrokerSet
	ELR         protocol.BrokerSet
	Election    Election
}

// Partition reports that the controller's metadata of a partition has changed.
//
//contract:kind partition
type Partition struct {
	body
	Partition      PartitionIndex
	Leader         protocol.NodeID // -1: none
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            protocol.BrokerSet
	ELR            protocol.BrokerSet
	LastKnownELR   protocol.BrokerSet // the last known leader of a leaderless partition: none or one
	Recovering     bool               // its leader was elected uncleanly, and has not changed the ISR since
	// Replicas is all that there are, those that are being added or removed, too: where that has changed
	Replicas []protocol.NodeID  // when:"Replicas != nil"
	Adding   protocol.BrokerSet // when:"Replicas != nil"
	Removing protocol.BrokerSet // when:"Replicas != nil"
	Elected  bool               // json:"-" by an election, of which the event before tells
}

// Notable unless an election tells of it.
func (e *Partition) notable() bool { return !e.Elected || e.Replicas != nil }

// Reassign reports that the controller has judged an administrator's request to give a partition other replicas.
//
//contract:kind reassign
type Reassign struct {
	body
	Partition PartitionIndex
	Replicas  []protocol.NodeID // when:"Replicas != nil" that it is to have; absent: the reassignment is cancelled
	Error     protocol.Error    // absent:"zero"
}

// Config reports that a dynamic configuration took effect in the controller's metadata, or was refused.
//
//contract:kind config
type Config struct {
	body
	Topic    TopicIndex      // absent:"none" absent: not a topic's
	Broker   protocol.NodeID // absent:"zero" absent: not a broker's
	Producer ProducerIndex   // absent:"none" absent: not a producer's quota; without all three: every broker's default
	Key      string
	Value    int64          // when:"Policy == \"\""
	Policy   string         // absent:"zero" of cleanup.policy, instead of a number
	Error    protocol.Error // absent:"zero"
}

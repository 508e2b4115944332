// Package script is the script of a run: what its text means, whether it makes sense, and the text again.
//
// Parse reads version 1 of the format strictly: a *Error names the place and the remedy, and nothing is dropped. The
// rest of the program sees only Script, plain values with every name resolved to an index, and trusts it. ParseStep
// reads one more action for a script that runs; AppendScript writes a script so that Parse reads the same one; Configs
// lists the supported configuration keys.
//
// It covers what this version can run: brokers that live, a leader that stays, producers that hand each record to a
// partition they name. It leaves out consumers, the death, freezing and election of brokers, links, and idempotent raw
// requests: those words of the format get an error that says so.
package script

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Script is a whole run as data: a cluster, its clients, and what happens to them when. It is checked: every index in
// it is in range, every name resolved, every configuration consistent.
type Script struct {
	Title     string
	Seed      uint64
	Cluster   Cluster
	Producers []Producer
	Steps     []Step // by time; steps of one instant in the order written
	Until     vtime.Time
}

// Cluster is what stands at time 0.
type Cluster struct {
	Brokers    int // ids 1..Brokers
	Config     BrokerConfig
	ELR        bool // eligible.leader.replicas.version is 1
	Latency    vtime.Duration
	Append     vtime.Duration // the leader's append and a follower's take as long
	Topics     []Topic
	Partitions []Partition // of all topics, in the order written: the index names a partition everywhere in the model
}

// Topic is a named group of partitions, all with as many replicas.
type Topic struct {
	Name           string
	MinISR         int   // min.insync.replicas of the topic; 0: the cluster's
	FirstPartition int32 // index into Cluster.Partitions; its partitions follow one another
	Partitions     int32
}

// Partition is one partition as it stands at time 0.
type Partition struct {
	Topic          int32 // index into Cluster.Topics
	Number         int32 // within the topic, from 0
	Replicas       []protocol.NodeID
	Leader         protocol.NodeID // protocol.NoLeader: none
	LeaderEpoch    int32
	ISR            protocol.BrokerSet // smaller than the replicas: acts like the step isr at time 0
	ELR            protocol.BrokerSet
	Logs           []Log   // by position in Replicas; empty when all logs are
	HighWatermarks []int64 // by position in Replicas; -1: the default
}

// Log is what a replica's log holds at time 0: runs of records, by rising leader epoch.
type Log []Run

// End is the log end offset: the number of records.
func (l Log) End() int64 {
	n := 0
	for _, run := range l {
		n += len(run.Values)
	}
	return int64(n)
}

// Run is all records of one leader epoch, at least one.
type Run struct {
	Epoch  int32
	Values []string
}

// BrokerConfig is the configuration of the brokers, Kafka's keys.
type BrokerConfig struct {
	ReplicaLagTimeMaxMs   int64 // replica.lag.time.max.ms
	ReplicaFetchWaitMaxMs int64 // replica.fetch.wait.max.ms
	MinInSyncReplicas     int   // min.insync.replicas, the cluster's default for topics
	ProducerPurgeInterval int   // producer.purgatory.purge.interval.requests
	FetchPurgeInterval    int   // fetch.purgatory.purge.interval.requests
	ReplicaFetchMaxBytes  int64 // replica.fetch.max.bytes, per partition
	MessageMaxBytes       int64 // message.max.bytes

	// No broker dies in this version, so these decide nothing yet.
	BrokerSessionTimeoutMs    int64 // broker.session.timeout.ms
	BrokerHeartbeatIntervalMs int64 // broker.heartbeat.interval.ms
}

// Producer is a producer client.
type Producer struct {
	ID               string
	Acks             protocol.Acks // acks
	LingerMs         int64         // linger.ms
	RequestTimeoutMs int64         // request.timeout.ms: here, the timeout the produce request carries
	MaxInFlight      int           // max.in.flight.requests.per.connection
}

// Step is an action and its instant.
type Step struct {
	At     vtime.Time
	Action Action
}

// Action is what a step does: one of the types below.
type Action interface {
	// Verb is the action's name in a script.
	Verb() string
	// AppendJSON appends the action's arguments as scripts write them.
	AppendJSON(b []byte, c *Cluster, producers []Producer) []byte
}

// Send hands records to a producer client.
type Send struct {
	Producer  int32
	Partition int32  // index
	Key       string // of the record, when HasKey
	HasKey    bool
	Value     string // with Count > 0 the records are Value-1, Value-2 …
	Size      int64  // bytes of the value; 0: its length
	Count     int
	Every     vtime.Duration // between records of one Send
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
}

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

// Set changes dynamic configuration of one topic, or of the cluster.
type Set struct {
	Topic  int32 // index; -1: the cluster's default
	MinISR int   // min.insync.replicas
}

// SetISR is the learner's hand on the ISR.
type SetISR struct {
	Partition int32 // index
	Members   protocol.BrokerSet
}

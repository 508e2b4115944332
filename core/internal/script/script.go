// Package script is the script of a run: what its text means, whether it makes sense, and the text again.
//
// Parse reads version 1 of the format strictly: a *Error names the place and the remedy, and nothing is dropped. The
// rest of the program sees only Script, plain values with every name resolved to an index, and trusts it. ParseStep
// reads one more action for a script that runs; AppendText writes a script with such actions so that Parse reads the
// same one; Configs lists the supported configuration keys; Script.Warnings says what Kafka would warn of.
//
// It covers all of the format. Configuration keys that Kafka has and the model does not get an error that says so.
package script

import (
	"highwater/core/internal/cluster"
	"highwater/core/internal/document"
	"highwater/core/internal/lesson"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// Script is a whole run as data: a cluster, its clients, and what happens to them when. It is checked: every index in
// it is in range, every name resolved, every configuration consistent.
type Script struct {
	Title     string
	Seed      uint64
	Cluster   Cluster
	Producers []Producer
	Consumers []Consumer
	Steps     []Step // by time; steps of one instant in the order written
	Until     vtime.Time
	Lesson    *lesson.Lesson // nil: it has none

	members []member // of its text
}

// Error is what is wrong with a script or a step: where, what, and what to do about it.
type Error = document.Error

// Cluster is the state at time 0.
type Cluster struct {
	Brokers    int // ids 1..Brokers
	Config     BrokerConfig
	ELR        bool // eligible.leader.replicas.version is 1
	Latency    vtime.Duration
	Append     vtime.Duration    // the leader's append and a follower's take as long
	Machines   []cluster.Machine // of each broker; nil: all are alike
	Topics     []Topic
	Partitions []Partition // of all topics, in the order written: the index names a partition everywhere in the model

	given rows // what Config says itself
}

// AppendOf returns how long a broker's appends take.
func (c *Cluster) AppendOf(broker protocol.NodeID) vtime.Duration {
	return cluster.AppendTime(c.Machines, broker, c.Append)
}

// Topic is a named group of partitions, all with as many replicas.
type Topic struct {
	Name string
	// MinISR: the same, for this topic; capped at the number of its replicas
	MinISR int // config:"min.insync.replicas" min:"1" dynamic:"yes"
	// Unclean: the same, for this topic
	Unclean Tri // config:"unclean.leader.election.enable" dynamic:"yes"
	// MaxMessageBytes: a larger batch is refused with MESSAGE_TOO_LARGE; a producer splits it
	MaxMessageBytes int64 // config:"max.message.bytes" default:"-1" dynamic:"yes"
	// RetentionMs: the same, for this topic
	RetentionMs int64 // config:"retention.ms" default:"-2" min:"-1" max:"MaxSeed" dynamic:"yes"
	// Cleanup: with compact, a batch that has records without a key is refused with INVALID_RECORD, and without
	// delete records do not expire; nothing is ever compacted here
	Cleanup        CleanupPolicy // config:"cleanup.policy" dynamic:"yes"
	FirstPartition int32         // index into Cluster.Partitions; its partitions follow one another
	Partitions     int32
}

// Tri is a boolean that may be left out.
type Tri = protocol.Tri

// The values of a Tri, as protocol has them.
const (
	Unset = protocol.Unset
	No    = protocol.No
	Yes   = protocol.Yes
)

// CleanupPolicy is what may become of a topic's old records.
type CleanupPolicy = protocol.CleanupPolicy

// The policies, as protocol has them.
const (
	Delete  = protocol.Delete
	Compact = protocol.Compact
)

var cleanupPolicies = [...]string{"delete", "compact"}

// policyNamed returns the policy of a name; 0: there is none.
func policyNamed(name string) CleanupPolicy {
	for i := range cleanupPolicies {
		if cleanupPolicies[i] == name {
			return 1 << i
		}
	}
	return 0
}

func triOf(on bool) Tri {
	if on {
		return Yes
	}
	return No
}

// Partition is one partition at time 0. Its logs may have gone different ways above the high watermark.
type Partition struct {
	Topic          int32 // index into Cluster.Topics
	Number         int32 // within the topic, from 0
	Replicas       []protocol.NodeID
	Leader         protocol.NodeID // protocol.NoLeader: none
	LeaderEpoch    int32
	ISR            protocol.BrokerSet // smaller than the replicas: acts like the step isr at time 0; empty: with ELR only
	ELR            protocol.BrokerSet
	Logs           []Log   // by position in Replicas; empty when all logs are
	HighWatermarks []int64 // by position in Replicas; -1: the default
}

// HighWatermark returns that of the replica at this position: the one given, or the end of the shortest log of the ISR,
// but at most its own log's end. When no replica is in sync the ELR has what is committed, and replaces the ISR; when
// that is empty, too, all replicas do.
func (p *Partition) HighWatermark(at int) int64 {
	if p.HighWatermarks != nil && p.HighWatermarks[at] >= 0 {
		return p.HighWatermarks[at]
	}
	members, _ := p.committers()
	if members.Empty() {
		members = protocol.SetOf(p.Replicas...)
	}
	mark := p.end(at)
	for i, id := range p.Replicas {
		if members.Has(id) {
			mark = min(mark, p.end(i))
		}
	}
	return mark
}

// committers returns the replicas that must have everything below the high watermark, and what they are called: the
// ISR, or the ELR when no replica is in sync.
func (p *Partition) committers() (members protocol.BrokerSet, called string) {
	if p.ISR.Empty() {
		return p.ELR, "ELR"
	}
	return p.ISR, "ISR"
}

// LeftEarlier returns the replicas that left a starting ISR before the others. Where the ISR is under the minimum, a
// replica that leaves it becomes an eligible leader replica, as it has all that is committed
// (PartitionChangeBuilder.maybePopulateTargetElr). One whose log lacks some of that must have left before, while enough
// were in sync.
func (c *Cluster) LeftEarlier(p *Partition) protocol.BrokerSet {
	if !c.ELR || p.ISR.Empty() || p.ISR.Len() >= c.effectiveMin(&c.Topics[p.Topic], p) {
		return 0
	}
	return p.lacking()
}

// effectiveMin returns how many replicas of a topic's partition must be in sync.
func (c *Cluster) effectiveMin(t *Topic, p *Partition) int {
	minimum := t.MinISR
	if minimum == 0 {
		minimum = c.Config.MinInSyncReplicas
	}
	return rules.EffectiveMinISR(minimum, len(p.Replicas))
}

func (p *Partition) end(at int) int64 {
	if p.Logs == nil {
		return 0
	}
	return p.Logs[at].End()
}

// Log is what a replica's log holds at time 0: runs of records, by rising leader epoch.
type Log []Run

// End returns the log end offset: the number of records.
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

// BrokerConfig is the configuration of the brokers and the controller, Kafka's keys.
type BrokerConfig = cluster.BrokerConfig

// Producer is a producer client.
type Producer struct {
	ID string
	producer.Config
	// ByteRate: how much it may send to each broker a second, averaged over quota.window.num samples; a producer that
	// sends more is throttled until its average is below it again
	ByteRate int64 // config:"producer_byte_rate" min:"1" max:"MaxSeed" unit:"bytes/s" dynamic:"yes"

	given rows // what its configuration says itself
}

// Consumer is a consumer client that reads every partition of its topics.
type Consumer struct {
	ID     string
	Topics []int32 // indices into Cluster.Topics, at least one, in the order written
	// Reset: where it goes on when its leader has not what it wants to read: at the high watermark (latest), at the log
	// start offset (earliest), or nowhere (none): the application is told; it begins at offset 0, whatever this is
	Reset protocol.OffsetReset // config:"auto.offset.reset"
}

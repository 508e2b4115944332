// Package compare says in what two runs differ, each at its place: what became of every record, and who leads, who is
// in sync and how far the high watermark is in every partition.
//
// It reads two models and the events that led to them, and decides nothing. The runs may be of different scripts: what
// they have in common is found by name, a record by its producer and its value, a partition by its topic and number.
//
// Left out: what only one of them has been asked for. A topic, a producer or a raw request of one run alone is no
// difference but another question.
package compare

import (
	"highwater/core/internal/account"
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Comparison is what differs between two runs, A and B, at their places, the earliest difference first.
//
//contract:root
type Comparison struct {
	Records    []RecordDifference    // by the instant at which they began to differ
	Partitions []PartitionDifference // by the instant since when they differ without a break
	Left       int                   // differences that are not listed: the list is full
}

// RecordDifference is a record that fared differently.
type RecordDifference struct {
	T         vtime.Time // when the first milestone was reached that the other run reached later, or never
	Producer  string     // absent:"zero" absent: of a raw request
	Value     string
	Topic     string
	Partition int // -1: none was chosen
	A         Fate
	B         Fate
}

// Fate is what became of a record in one run. A milestone that was not reached is absent.
type Fate struct {
	Outcome   Outcome
	Error     protocol.Error // what the client was told; "NONE" until it is told of a failure
	Told      vtime.Time     // absent:"negative" when the client was told, of success or failure
	Committed vtime.Time     // absent:"negative" of a producer's record
	Visible   vtime.Time     // absent:"negative" to a consumer; of a producer's record
	Copies    int            // how often it is in the leader's log, or, without a leader, in any
	Lost      bool           // it was acknowledged and not deleted, and there is no copy
}

// Outcome is what a client has been told of a record.
type Outcome string

// The outcomes.
const (
	Absent       Outcome = "absent" // nobody has sent it
	Pending      Outcome = "pending"
	Acknowledged Outcome = "acknowledged"
	Failed       Outcome = "failed"
	NeverSent    Outcome = "never-sent" // its producer's process died before
	NeverTold    Outcome = "never-told" // the process died after it was sent
)

var outcomes = [...]Outcome{
	account.Pending: Pending, account.Acknowledged: Acknowledged, account.Failed: Failed,
	account.NeverSent: NeverSent, account.NeverTold: NeverTold,
}

// PartitionDifference is a partition's property that is not the same.
type PartitionDifference struct {
	T         vtime.Time
	Topic     string
	Partition int
	What      Property
	Numbers   Pair // when:"What == Leader || What == HighWatermark" a leader of -1: none
	Brokers   Sets // when:"What == ISR || What == ELR"
}

// Pair is a number in each run.
type Pair struct {
	A int64
	B int64
}

// Sets is a set of brokers in each run.
type Sets struct {
	A protocol.BrokerSet
	B protocol.BrokerSet
}

// Property is what is compared of a partition.
type Property string

// The properties.
const (
	Leader        Property = "leader"
	ISR           Property = "isr"
	ELR           Property = "elr"
	HighWatermark Property = "high-watermark"
)

// Side is one of the two runs: its model at the place, and the events before that.
type Side struct {
	*look.Model

	Events []event.Event
}

// Of compares two runs and lists at most limit differences of records and as many of partitions.
func Of(a, b Side, limit int) Comparison {
	var c Comparison
	c.Records = records(a, b)
	c.Partitions = partitions(a, b)
	c.Left = max(0, len(c.Records)-limit) + max(0, len(c.Partitions)-limit)
	c.Records = c.Records[:min(limit, len(c.Records))]
	c.Partitions = c.Partitions[:min(limit, len(c.Partitions))]
	return c
}

// AppendJSON appends the comparison as one JSON object.
func (c *Comparison) AppendJSON(b []byte) []byte {
	w := encode.Writer{B: b}
	w.Open('{')
	c.appendMembers(&w, nil)
	w.Close('}')
	return w.B
}

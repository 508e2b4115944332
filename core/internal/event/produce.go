package event

import (
	"slices"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What becomes of a produce request on its broker.

// Receive reports that a broker has a produce request: it begins to handle it, or keeps it behind another on its
// connection.
//
//contract:kind receive
type Receive struct {
	body
	Request int32
	Broker  protocol.NodeID
	Queued  bool // absent:"zero" it waits behind another
}

// Notable when it has to wait.
func (e *Receive) notable() bool { return e.Queued }

// Append reports that the leader has written a request's records of a partition.
//
//contract:kind append
type Append struct {
	body
	Request     int32
	Partition   PartitionIndex
	Broker      protocol.NodeID
	BaseOffset  int64 // of the first record
	LastOffset  int64 // of the last one
	LeaderEpoch int32
}

// Duplicate reports that the records of an idempotent producer's batch are in the log already.
//
//contract:kind duplicate
type Duplicate struct {
	body
	Request       int32
	Partition     PartitionIndex
	Broker        protocol.NodeID
	ProducerID    int64
	ProducerEpoch int16
	Sequence      int32 // of the batch's first record
	BaseOffset    int64 // of the first append
	LastOffset    int64
}

// Refuse reports that the leader does not write a request's records of a partition.
//
//contract:kind refuse
type Refuse struct {
	body
	Request          int32
	Partition        PartitionIndex
	Broker           protocol.NodeID
	Check            ProduceCheck   // which one refused
	Error            protocol.Error // why
	ProducerID       int64          // when:"ProducerID >= 0" of the batch; absent: no idempotent producer's
	ProducerEpoch    int16          // when:"ProducerID >= 0"
	Sequence         int32          // when:"ProducerID >= 0" of the batch's first record
	ISRSize          int32          // when:"Check == CheckMinISR" how many are in sync
	EffectiveMinISR  int32          // when:"Check == CheckMinISR" and how many would have to be
	BatchBytes       int64          // when:"Check == CheckSize" how large the batch is
	MaxMessageBytes  int64          // when:"Check == CheckSize" and how large it may be
	InvalidRecords   int32          // when:"Check == CheckKey" how many of the batch have no key
	ExpectedEpoch    int16          // when:"Check == CheckEpoch" the producer's newest that the broker knows
	ExpectedSequence int32          // when:"Check == CheckSequence" that would follow, or begin a new epoch
}

// Park reports that a request waits in the purgatory.
//
//contract:kind park
type Park struct {
	body
	Request    int32
	Broker     protocol.NodeID
	Deadline   vtime.Time // when it is answered with what there is
	Partitions []ParkedPartition
}

// ParkedPartition is what a parked request waits for in one partition.
type ParkedPartition struct {
	Partition      PartitionIndex
	RequiredOffset int64 // the high watermark that its records need
}

// Check reports a purgatory check on the key of a partition.
//
//contract:kind check routine
type Check struct {
	body
	Partition PartitionIndex
	Broker    protocol.NodeID
	Completed int32 // how many requests it completed
}

// Complete reports that a request is decided.
//
//contract:kind complete
type Complete struct {
	body
	Request int32
	Broker  protocol.NodeID
	By      By
}

func (e *Complete) failed() bool { return e.By == ByTimeout }

// Expire reports that a parked request ran out of time.
//
//contract:kind expire
type Expire struct {
	body
	Request int32
	Broker  protocol.NodeID
	Pending int32 // how many of its partitions were not decided
}

// Response reports that a broker answers a produce request, or closes its connection instead.
//
//contract:kind response
type Response struct {
	body
	Request          int32
	Broker           protocol.NodeID
	ConnectionClosed bool                // absent:"zero" there is no answer
	Partitions       []AnsweredPartition // when:"!ConnectionClosed"
}

func (e *Response) failed() bool {
	return e.ConnectionClosed ||
		slices.ContainsFunc(e.Partitions, func(p AnsweredPartition) bool { return p.Error != protocol.None })
}

// AnsweredPartition is the answer for one partition.
type AnsweredPartition struct {
	Partition  PartitionIndex
	Error      protocol.Error
	BaseOffset int64 // -1: nothing was written
}

// Throttle reports that a broker has had more from a producer than its quota allows: it reads nothing from the
// connection for a while, and says so in its answer, if there is one.
//
//contract:kind throttle
type Throttle struct {
	body
	Request  int32 // that was too much
	Producer ProducerIndex
	Broker   protocol.NodeID
	Bytes    int64          // of the request
	Time     vtime.Duration // json:"throttleTimeMs"
}

// Timer reports what the timing wheel did with the deadline of a parked request.
//
//contract:kind timer
type Timer struct {
	body
	Request      int32
	Broker       protocol.NodeID
	Action       Action
	Level        int32 // when:"Level >= 0" of the wheel, from 0; absent when it was over before it came to any
	Bucket       int32 // when:"Level >= 0"
	ExpirationMs int64 // json:"expiration" when it is due, ms
}

// Notable when a deadline moves to a finer wheel: parking, completing and expiring tell of the rest.
func (e *Timer) notable() bool { return e.Action == Cascaded }

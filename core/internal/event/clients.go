package event

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What producers and consumers do.

// Enqueue reports that send() has taken a record into a batch.
//
//contract:kind enqueue send routine
type Enqueue struct {
	body
	Producer  ProducerIndex
	Record    int32 `json:"-"` // the record's number, from 1
	Value     string
	Partition PartitionIndex
}

// Batch reports that a batch is closed and ready to go.
//
//contract:kind batch send routine
type Batch struct {
	body
	Producer  ProducerIndex
	Partition PartitionIndex
	Records   int32 // how many it has
}

// Request reports that a produce request leaves its client.
//
//contract:kind request send
type Request struct {
	body
	Request    int32         // its number, from 1
	Producer   ProducerIndex // None: a raw request
	Broker     protocol.NodeID
	Acks       protocol.Acks
	Timeout    vtime.Duration `json:"timeoutMs"` // how long the broker may wait for the replicas
	Partitions []SentPartition
}

// SentPartition is what a produce request has for one partition.
type SentPartition struct {
	Partition     PartitionIndex
	Records       []protocol.Record // in a line their number
	ProducerID    int64             `when:"ProducerID >= 0"` // absent: the producer is not idempotent
	ProducerEpoch int16             `when:"ProducerID >= 0"`
	Sequence      int32             `when:"ProducerID >= 0"` // of the first record
}

// Sent is what a produce request has for a partition, as events have it.
func Sent(data protocol.ProduceData) SentPartition {
	return SentPartition{
		Partition: data.Partition, Records: data.Records,
		ProducerID: data.Shown(), ProducerEpoch: data.ProducerEpoch, Sequence: data.Sequence,
	}
}

// Unsent reports a raw produce request for a partition without a leader: there is nowhere to send it.
//
//contract:kind unsent send
type Unsent struct {
	body
	Request    int32          // its number, from 1
	Acks       protocol.Acks  `json:"-"`
	Timeout    vtime.Duration `json:"-"`
	Partitions []SentPartition
}

// Acknowledge reports that the application is told of a record's success.
//
//contract:kind acknowledge done
type Acknowledge struct {
	body
	Producer  ProducerIndex
	Record    int32 `json:"-"` // the record's number, from 1
	Value     string
	Partition PartitionIndex
	Request   int32 // the one whose answer says so
	Offset    int64 `absent:"negative"` // the record's; absent when the answer does not tell (acks=0, some duplicates)
}

// Fail reports that the application is told of a record's failure.
//
//contract:kind fail bad
type Fail struct {
	body
	Producer  ProducerIndex
	Record    int32 `json:"-"` // the record's number, from 1
	Value     string
	Partition PartitionIndex // None: none was chosen
	Request   int32          `absent:"zero"` // the last one that carried it; absent: none did
	Error     protocol.Error
	Told      Told `absent:"zero"` // how; absent: in the callback
}

// Retry reports that a batch goes back to its queue, to be sent again.
//
//contract:kind retry again
type Retry struct {
	body
	Producer  ProducerIndex
	Partition PartitionIndex
	Request   int32          // the attempt that failed
	Attempt   int32          // which that was, from 1
	Error     protocol.Error // why
}

// Cancel reports that a producer gives up the requests on a connection that is closed: by itself (REQUEST_TIMED_OUT) or
// by the broker (NETWORK_EXCEPTION).
//
//contract:kind cancel bad
type Cancel struct {
	body
	Producer ProducerIndex
	Broker   protocol.NodeID
	Requests int32 // how many were in flight
	Error    protocol.Error
}

// Block reports that send() cannot take a record yet: it waits for metadata, for memory, or for the call before it.
//
//contract:kind block call
type Block struct {
	body
	Producer  ProducerIndex
	Record    int32 `json:"-"` // the record's number, from 1
	Value     string
	Partition PartitionIndex // None: the caller names none
}

// Return reports that a call that blocked comes back to the application.
//
//contract:kind return call
type Return struct {
	body
	Producer ProducerIndex
	Verb     string         // "send", "flush" or "close"
	Value    string         `absent:"zero"` // of a send
	Took     vtime.Duration `json:"tookMs"`
	Error    protocol.Error `absent:"zero"`
}

// Visible reports that a consumer has read on.
//
//contract:kind visible read
type Visible struct {
	body
	Consumer  ConsumerIndex
	Partition PartitionIndex
	Broker    protocol.NodeID
	From      int64 // the first offset that is new to it
	Offset    int64 // the last
}

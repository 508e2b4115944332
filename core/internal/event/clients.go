package event

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What producers and consumers do.

// Enqueue reports that send() has taken a record into a batch.
//
//contract:kind enqueue routine
type Enqueue struct {
	body
	Producer  ProducerIndex
	Record    int32 // json:"-" the record's number, from 1
	Value     string
	Partition PartitionIndex
}

// Batch reports that a batch is closed and ready to go.
//
//contract:kind batch routine
type Batch struct {
	body
	Producer  ProducerIndex
	Partition PartitionIndex
	Records   int32 // how many it has
}

// Request reports that a produce request leaves its client.
//
//contract:kind request
type Request struct {
	body
	Request    int32         // its number, from 1
	Producer   ProducerIndex // absent:"none" absent: a raw request
	Broker     protocol.NodeID
	Acks       protocol.Acks
	Timeout    vtime.Duration // json:"timeoutMs" how long the broker may wait for the replicas
	Partitions []SentPartition
}

// SentPartition is what a produce request has for one partition.
type SentPartition struct {
	Partition     PartitionIndex
	Records       []protocol.Record // in a line their number
	ProducerID    int64             // when:"ProducerID >= 0" absent: the producer is not idempotent
	ProducerEpoch int16             // when:"ProducerID >= 0"
	Sequence      int32             // when:"ProducerID >= 0" of the first record
}

// Sent returns what a produce request has for a partition, as events have it.
func Sent(data protocol.ProduceData) SentPartition {
	return SentPartition{
		Partition: data.Partition, Records: data.Records,
		ProducerID: data.Shown(), ProducerEpoch: data.ProducerEpoch, Sequence: data.Sequence,
	}
}

// Unsent reports a raw produce request that cannot be sent because the partition has no leader.
//
//contract:kind unsent
type Unsent struct {
	body
	Request    int32          // its number, from 1
	Acks       protocol.Acks  // json:"-"
	Timeout    vtime.Duration // json:"-"
	Partitions []SentPartition
}

// Acknowledge reports that the application is told of a record's success.
//
//contract:kind acknowledge
type Acknowledge struct {
	body
	Producer  ProducerIndex
	Record    int32 // json:"-" the record's number, from 1
	Value     string
	Partition PartitionIndex
	Request   int32 // the one whose answer says so
	Offset    int64 // absent:"negative" the record's; absent when the answer does not tell (acks=0, some duplicates)
}

// Fail reports that the application is told of a record's failure.
//
//contract:kind fail
type Fail struct {
	body
	Producer  ProducerIndex
	Record    int32 // json:"-" the record's number, from 1
	Value     string
	Partition PartitionIndex // absent:"none" absent: none was chosen
	Request   int32          // absent:"zero" the last one that carried it; absent: none did
	Error     protocol.Error
	Told      Told // absent:"zero" how; absent: in the callback
	// Attempt is which attempt's answer this is, from 1; absent: no answer's, as when the time is over
	Attempt int32 // absent:"zero"
	// AttemptError is the answer's error, where the record is told another: others of its batch were refused
	AttemptError protocol.Error // absent:"zero"
}

// Retry reports that a batch goes back to its queue, to be sent again.
//
//contract:kind retry
type Retry struct {
	body
	Producer  ProducerIndex
	Partition PartitionIndex
	Request   int32          // the attempt that failed
	Attempt   int32          // which that was, from 1
	Error     protocol.Error // why
}

// Late reports that an attempt is answered, or given up with its connection, after the records of its batch have timed
// out. The application hears nothing more.
//
//contract:kind late
type Late struct {
	body
	Producer  ProducerIndex
	Partition PartitionIndex
	Request   int32
	Attempt   int32          // which that was, from 1
	Error     protocol.Error // NONE: the batch is in the log after all
}

func (e *Late) failed() bool { return e.Error != protocol.None }

// Mute reports that a producer reads in an answer that the broker throttles it: it sends nothing to the broker for a
// while.
//
//contract:kind mute
type Mute struct {
	body
	Producer ProducerIndex
	Broker   protocol.NodeID
	Time     vtime.Duration // json:"throttleTimeMs"
}

// Cancel reports that a producer gives up the requests on a connection that is closed: by itself, because the time is
// over (REQUEST_TIMED_OUT) or with all else (PRODUCER_CLOSED), or by the broker (NETWORK_EXCEPTION). Answers to them
// reach no client.
//
//contract:kind cancel
type Cancel struct {
	body
	Producer ProducerIndex
	Broker   protocol.NodeID
	Requests int32 // how many were in flight
	Error    protocol.Error
	Produce  []int32 // json:"-" the produce requests among them
}

// Client reports that the process of a producer has died, or that a new one has started. Nobody is told of the records
// that a dead one had taken. Answers to its requests reach no client.
//
//contract:kind client
type Client struct {
	body
	Producer  ProducerIndex
	State     ClientState
	Requests  int32   // absent:"zero" how many were in flight
	Produce   []int32 // json:"-" the produce requests among them
	NeverSent int32   // absent:"zero" records that had left in no request: they are nowhere
	NeverTold int32   // absent:"zero" records that had: they may be in the log
}

// Block reports that a call of the application does not come back yet, or now waits for something else. Its end is a
// Return.
//
//contract:kind block
type Block struct {
	body
	Producer  ProducerIndex
	Verb      string         // "send", "flush" or "close"
	Record    int32          // json:"-" of a send: the record's number, from 1
	Value     string         // absent:"zero" of a send
	Partition PartitionIndex // absent:"none" of a send; absent: the caller names none
	WaitsFor  Wait
	Bytes     int64        // when:"WaitsFor == ForMemory" how much memory it needs
	Held      []HeldMemory // when:"WaitsFor == ForMemory" whose batches have the rest of buffer.memory
}

// HeldMemory is the memory of a producer that the batches of a partition hold: those in the queue, those under way, and
// those whose records have ended while their request has not.
type HeldMemory struct {
	Partition PartitionIndex
	Batches   int32 // how many
	Bytes     int64
}

// Return reports that a call that blocked comes back to the application, or throws.
//
//contract:kind return
type Return struct {
	body
	Producer ProducerIndex
	Verb     string         // "send", "flush" or "close"
	Value    string         // absent:"zero" of a send
	Took     vtime.Duration // json:"tookMs" since it had the thread
	Error    protocol.Error // absent:"zero" the exception; absent: it throws none
}

// GiveUp reports that an application waits no longer to be told of a record's success. Its client, which is told
// nothing of that, goes on with the record.
//
//contract:kind give-up
type GiveUp struct {
	body
	Producer ProducerIndex
	Record   int32 // json:"-" the record's number, from 1
	Value    string
	Resend   int32 // absent:"zero" how often it has handed the record over again, with this time; absent: it does not
	Next     int32 // json:"-" the number that the record has then; 0: it is not handed over again
}

// Visible reports that a consumer has read on.
//
//contract:kind visible
type Visible struct {
	body
	Consumer  ConsumerIndex
	Partition PartitionIndex
	Broker    protocol.NodeID
	From      int64 // the first offset that is new to it
	Offset    int64 // the last
}

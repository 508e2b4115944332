package protocol

import "math/bits"

// Record is one record: the model carries its value and where it came from, not its timestamps or headers.
type Record struct {
	Value    string
	Bytes    int32 // of the value
	KeyBytes int32 // of the key; 0: empty, or none
	Request  int32 // the produce request that brought it; 0 when it was there from the start
	// which of the records that producers took in this run, from 1; 0: of a raw request, or there from the start
	Number int32
}

// Batch is a record batch in a log: records written together, under one leader epoch. Batches are never changed once
// made, so logs, messages and copies of a run share them.
type Batch struct {
	BaseOffset int64
	Epoch      int32
	Records    []Record
}

// NextOffset is the offset after the batch's last record.
func (b Batch) NextOffset() int64 { return b.BaseOffset + int64(len(b.Records)) }

// batchOverhead is a batch's header (DefaultRecordBatch.RECORD_BATCH_OVERHEAD).
const batchOverhead = 61

// BatchBytes is what records take as one batch of format v2, in bytes, all of one timestamp and without headers
// (DefaultRecord.sizeOf).
func BatchBytes(records []Record) int64 {
	size := int64(batchOverhead)
	for i, r := range records {
		body := 1 + 1 + varint(int64(i)) + varint(int64(r.KeyBytes)) + int64(r.KeyBytes) +
			varint(int64(r.Bytes)) + int64(r.Bytes) + 1 // attributes, timestamp, offset, key, value, headers
		size += varint(body) + body
	}
	return size
}

// varint is how many bytes a number that is not negative takes, zig-zag encoded. A null key's length, -1, takes as many
// as an empty one's.
func varint(n int64) int64 {
	return int64(bits.Len64(uint64(n)<<1|1)+6) / 7
}

// Body is the content of a message between two nodes.
type Body interface {
	// Name is the message's name, for the picture.
	Name() string
}

// ProduceRequest asks a leader to append one batch to each of some partitions.
type ProduceRequest struct {
	ID         int32 // numbers the run's produce requests from 1
	Connection int32 // which of its client's connections to this broker it came on, from 0
	Acks       Acks
	TimeoutMs  int64
	Partitions []ProduceData
}

// ProduceData is what a produce request has for one partition.
type ProduceData struct {
	Partition int32
	Records   []Record
}

// ProduceResponse answers a ProduceRequest, every partition at once.
type ProduceResponse struct {
	ID      int32
	Results []ProduceResult
	Closed  bool // no answer at all: the broker closes the connection (acks=0 with an error)
}

// ProduceResult is what came of one partition. The base offset stays the real one when a wait times out; it is -1 when
// nothing was appended.
type ProduceResult struct {
	Partition  int32
	Error      Error
	BaseOffset int64
}

// FetchRequest is a follower's long poll: it says how far each of its logs reaches and asks for more.
type FetchRequest struct {
	Follower  NodeID
	Fetcher   int32 // which of the follower's fetchers asks
	MaxWaitMs int64
	MaxBytes  int64 // per partition; the first batch comes whatever its size
	// in all, for a follower whose rate is limited; 0: no limit; the first batch comes whatever its size
	MaxRecords int64
	Partitions []FetchAt
}

// FetchAt is where a follower's log ends.
type FetchAt struct {
	Partition   int32
	LeaderEpoch int32
	Offset      int64
}

// FetchResponse answers a FetchRequest.
type FetchResponse struct {
	Fetcher    int32
	Partitions []FetchData
}

// FetchData is the leader's answer for one partition. The high watermark is the one from before this fetch had its own
// effect, so a follower learns of it one fetch later.
type FetchData struct {
	Partition     int32
	Error         Error
	HighWatermark int64
	Batches       []Batch
}

// Records is the number of records in the answer.
func (r FetchResponse) Records() int {
	n := 0
	for _, p := range r.Partitions {
		for _, b := range p.Batches {
			n += len(b.Records)
		}
	}
	return n
}

// AlterPartitionRequest asks the controller to change ISRs.
type AlterPartitionRequest struct {
	Items []AlterPartitionItem
}

// AlterPartitionItem is one proposed ISR, with the epochs by which the leader knows the partition.
type AlterPartitionItem struct {
	Partition      int32
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            BrokerSet
}

// AlterPartitionResponse answers an AlterPartitionRequest.
type AlterPartitionResponse struct {
	Results []AlterPartitionResult
}

// AlterPartitionResult is the controller's word on one item: the error, or the partition as it stands now.
type AlterPartitionResult struct {
	Partition      int32
	Error          Error
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            BrokerSet
}

// Metadata is what the controller publishes to every broker: who may not join, then changed partitions, then changed
// configuration, in the order in which brokers apply them (BrokerMetadataPublisher.onMetadataUpdate).
type Metadata struct {
	Holds      []HoldMetadata
	Partitions []PartitionMetadata
	MinISR     []MinISRMetadata
}

// PartitionMetadata is one partition as the controller has it.
type PartitionMetadata struct {
	Partition      int32
	Leader         NodeID
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            BrokerSet
}

// HoldMetadata is who is kept from a partition by the learner's hand. It is no part of the partition's own metadata, as
// the fencing of a broker is not: a change of it refreshes no leader.
type HoldMetadata struct {
	Partition int32
	HeldOut   BrokerSet
}

// MinISRMetadata is a changed min.insync.replicas.
type MinISRMetadata struct {
	Topic int32 // index; -1: the cluster's default
	Value int
}

// Name is the message's name.
func (*ProduceRequest) Name() string { return "produce" }

// Name is the message's name.
func (*ProduceResponse) Name() string { return "produce-response" }

// Name is the message's name.
func (*FetchRequest) Name() string { return "fetch" }

// Name is the message's name.
func (*FetchResponse) Name() string { return "fetch-response" }

// Name is the message's name.
func (*AlterPartitionRequest) Name() string { return "alter-partition" }

// Name is the message's name.
func (*AlterPartitionResponse) Name() string { return "alter-partition-response" }

// Name is the message's name.
func (*Metadata) Name() string { return "metadata" }

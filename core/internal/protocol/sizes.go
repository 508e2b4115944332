package protocol

import "math/bits"

// Sizes of batches and records of format v2, in bytes, without headers.

// BatchOverhead is a batch's header (DefaultRecordBatch.RECORD_BATCH_OVERHEAD).
const BatchOverhead = 61

// BatchBytes returns what records take as one batch, all of one timestamp.
func BatchBytes(records []Record) int64 {
	size := int64(BatchOverhead)
	for i := range records {
		r := &records[i]
		size += RecordBytes(int64(i), 0, r.KeyBytes, r.Bytes)
	}
	return size
}

// RecordBytes returns what a record takes in a batch (DefaultRecord.sizeInBytes). The deltas are against the batch's
// first record; key and value are as for FieldBytes.
func RecordBytes(offsetDelta, timestampDeltaMs int64, key, value int32) int64 {
	body := 1 + varint(timestampDeltaMs) + varint(offsetDelta) + FieldBytes(key) + FieldBytes(value) + NoHeaders
	return varint(body) + body
}

// NoHeaders is what the number of a record's headers takes where there are none.
const NoHeaders = 1

// FieldBytes returns what a key or value of so many bytes takes with its length; -1: there is none.
func FieldBytes(bytes int32) int64 { return varint(int64(bytes)) + int64(max(bytes, 0)) }

// varint returns how many bytes a number takes, zig-zag encoded (ByteUtils.sizeOfVarlong).
func varint(n int64) int64 { return uvarint(uint64(n)<<1 ^ uint64(n>>63)) }

// What a produce request takes whatever is in it (ProduceRequest.json, version 13; RequestHeader.json, version 2).
const (
	requestHeader  = 2 + 2 + 4 + 2 + 1 // key, version, correlation id, the client id's length, tags
	requestFixed   = 1 + 2 + 4 + 1     // no transactional id, acks, timeout, tags
	topicFixed     = 16 + 1            // topic id, tags
	partitionFixed = 4 + 1             // index, tags
)

// Size returns what the request takes on the wire, header and all (Request.sizeInBytes). topicOf is the topic of each
// partition; partitions of one topic stand together.
func (r *ProduceRequest) Size(topicOf []int32) int64 {
	size, topics := int64(requestHeader+requestFixed)+int64(len(r.ClientID)), int64(0)
	for i := 0; i < len(r.Partitions); topics++ {
		first := i
		for ; i < len(r.Partitions) && topicOf[r.Partitions[i].Partition] == topicOf[r.Partitions[first].Partition]; i++ {
			batch := r.Partitions[i].Size()
			size += partitionFixed + uvarint(uint64(batch+1)) + batch
		}
		size += topicFixed + uvarint(uint64(i-first)+1)
	}
	return size + uvarint(uint64(topics+1))
}

// uvarint returns how many bytes a number takes, without a sign (ByteUtils.sizeOfUnsignedVarint).
func uvarint(n uint64) int64 {
	if n < 1<<7 {
		return 1 // as nearly always
	}
	return int64(bits.Len64(n)+6) / 7
}

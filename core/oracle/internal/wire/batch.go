// Package wire reads and writes what Kafka has on the wire and on disk: record batches, the logs that are made of them,
// and the produce requests on a connection. Compression but gzip, and control batches, are left out: nothing in the
// harness makes them.
package wire

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Record is a record in a log. Its value ends at the first zero byte: what comes behind is there for its size.
type Record struct {
	Offset int64
	Epoch  int32 // of the leader that appended it
	Value  string
	Sent   Identity
}

// Identity is what makes a batch idempotent, or the record that has a sequence number of its own in it.
type Identity struct {
	Producer int64
	Epoch    int16
	Sequence int32
}

// Next returns the identity of the i-th record, from 0, of a batch that has this one.
func (id Identity) Next(i int) Identity {
	if id.Producer >= 0 {
		id.Sequence += int32(i)
	}
	return id
}

// Anonymous is the identity of a batch that is not idempotent.
var Anonymous = Identity{-1, -1, -1}

// Where the fields of a batch stand (RecordBatch in Kafka's clients).
const (
	lengthAt    = 8
	checksumAt  = 17
	checkedFrom = 21
	headBytes   = 61
	gzipped     = 1    // of the attributes
	codecMask   = 7    // of the attributes
	control     = 0x20 // of the attributes
)

// Encode returns a record batch with the values given.
func Encode(values []string, of Identity) []byte {
	now := time.Now().UnixMilli()
	var records []byte
	for i, value := range values {
		r := kmsg.NewRecord()
		r.OffsetDelta = int32(i)
		r.Value = []byte(value)
		r.Length = int32(len(r.AppendTo(nil)) - 1) // Without itself, which is one byte while it is 0.
		records = r.AppendTo(records)
	}
	b := kmsg.NewRecordBatch()
	b.Magic, b.PartitionLeaderEpoch = 2, -1
	b.LastOffsetDelta, b.NumRecords = int32(len(values)-1), int32(len(values))
	b.FirstTimestamp, b.MaxTimestamp = now, now
	b.ProducerID, b.ProducerEpoch, b.FirstSequence = of.Producer, of.Epoch, of.Sequence
	b.Records = records
	raw := b.AppendTo(nil)
	binary.BigEndian.PutUint32(raw[lengthAt:], uint32(len(raw)-lengthAt-4))
	checksum := crc32.Checksum(raw[checkedFrom:], crc32.MakeTable(crc32.Castagnoli))
	binary.BigEndian.PutUint32(raw[checksumAt:], checksum)
	return raw
}

// batch is a record batch and where it stands among others.
type batch struct {
	start, end int
	first      Identity
	records    []Record
}

// parse returns the batches at the beginning of b, up to the first that is not whole.
func parse(b []byte) (batches []batch) {
	for at := 0; at+headBytes <= len(b); {
		length := int(binary.BigEndian.Uint32(b[at+lengthAt:])) + lengthAt + 4
		if length < headBytes || at+length > len(b) {
			return batches
		}
		var raw kmsg.RecordBatch
		if raw.ReadFrom(b[at:at+length]) != nil {
			return batches
		}
		batches = append(batches, batch{
			start: at, end: at + length, records: recordsOf(&raw),
			first: Identity{raw.ProducerID, raw.ProducerEpoch, raw.FirstSequence},
		})
		at += length
	}
	return batches
}

func recordsOf(b *kmsg.RecordBatch) (records []Record) {
	if b.Attributes&control != 0 {
		return nil
	}
	raw := b.Records
	if b.Attributes&codecMask == gzipped {
		if unzip, err := gzip.NewReader(bytes.NewReader(raw)); err == nil {
			raw, _ = io.ReadAll(unzip)
		}
	}
	for range b.NumRecords {
		length, width := binary.Varint(raw)
		if width <= 0 || length < 0 || int(length)+width > len(raw) {
			return records
		}
		var r kmsg.Record
		if r.ReadFrom(raw[:width+int(length)]) != nil {
			return records
		}
		raw = raw[width+int(length):]
		value, _, _ := strings.Cut(string(r.Value), "\x00")
		sent := Identity{b.ProducerID, b.ProducerEpoch, b.FirstSequence}
		records = append(records, Record{
			b.FirstOffset + int64(r.OffsetDelta), b.PartitionLeaderEpoch, value, sent.Next(int(r.OffsetDelta)),
		})
	}
	return records
}

// ErrorName returns Kafka's name of an error code, as the protocol spells it.
func ErrorName(code int16) string {
	if code == 0 {
		return "NONE"
	}
	var known *kerr.Error
	if !errors.As(kerr.ErrorForCode(code), &known) {
		return fmt.Sprint(code)
	}
	if known.Message == "NOT_LEADER_FOR_PARTITION" { // The library keeps the old name.
		return "NOT_LEADER_OR_FOLLOWER"
	}
	return known.Message
}

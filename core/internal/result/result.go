// Package result reads back what core.Result writes: the lines of a run's events, and its summary, as far as tests and
// the comparison with a real Kafka look at them. What the model does not say of a run is not in it.
package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Line is one event of a result, with the fields that the comparison looks at. A key may mean different things in
// different kinds (leader is a broker in partition, a flag in high-watermark), so some stay as they were written.
type Line struct {
	N, Cause       *int
	T              float64
	Kind           string
	Topic          string
	Partition      int
	Broker         int
	Follower       int
	Producer       string
	Value          any // a record's, or a configuration's number
	Request        int
	Step           int
	Verb           string
	Reason         string
	State          string
	Error          string
	From, To       json.RawMessage
	Offset         int64
	LowWatermark   int64
	Leader         json.RawMessage
	LeaderEpoch    int
	PartitionEpoch int
	ISR, ELR       []int
	LastKnownELR   []int
	Replicas       []int
	Adding         []int
	Removing       []int
	Deleted        bool
	Recovering     bool
	Election       string
	WaitsFor       string
	Partitions     []struct{ FetchOffset, ProducerID int64 }
}

// Summary is the summary at the end of a result, the part that a real cluster can be asked for.
type Summary struct {
	Hash       string
	Kind       string
	Warnings   []Warning
	Partitions []Partition
	Requests   []Request
	Records    []Record
	Purgatory  struct{ Expired int }
}

// Warning is one warning in a summary.
type Warning struct{ Path, Message string }

// Partition is one partition in a summary.
type Partition struct {
	Topic                               string
	Partition                           int
	Leader, LeaderEpoch, PartitionEpoch int
	ISR, ELR, Adding, Removing          []int
	HighWatermark                       *int64
	Replicas                            []Replica
}

// Replica is one replica of a partition.
type Replica struct {
	Broker         int
	LogStartOffset int64
	LogEndOffset   int64
	Values         []string
	Epochs         []int
}

// Request is one produce request.
type Request struct {
	Request            int
	Raw                bool
	Acks               string
	Partitions         []Answer
	Received, Answered *float64
	ConnectionClosed   bool
	Parked             bool
	CompletedBy        string
}

// Answer is what a request was answered for one partition.
type Answer struct {
	Topic      string
	Partition  int
	Error      string
	BaseOffset *int64
}

// Record is one record of a producer.
type Record struct {
	Producer, Value, Topic                          string
	Partition                                       int
	Outcome, Error                                  string
	Resend                                          int // which handing over it is, after the first
	Errors                                          []string
	Attempts                                        int
	Offset                                          *int64
	Offsets                                         []int64
	Copies                                          []int
	Lost, Deleted                                   bool
	Enqueued, Sent, Committed, Acknowledged, Failed *float64
	Batching, Network                               *float64
	Crash                                           *Crash
}

// Crash is how a record stood at the death of its leader.
type Crash struct {
	Acknowledged, Held bool
	Copies             []int
	Attempts           int
	Survived           *bool
}

// Parse splits the lines of a result into its events and its summary.
func Parse(text []byte) (events []Line, summary Summary, err error) {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	for i, l := range lines[:len(lines)-1] {
		var e Line
		if err := json.Unmarshal(l, &e); err != nil {
			return nil, Summary{}, fmt.Errorf("line %d: %w", i, err)
		}
		if e.N == nil || *e.N != i || e.Cause != nil && (*e.Cause < 0 || *e.Cause >= i) {
			return nil, Summary{}, fmt.Errorf("line %d is out of order, or comes before its cause: %s", i, l)
		}
		events = append(events, e)
	}
	if err := json.Unmarshal(lines[len(lines)-1], &summary); err != nil {
		return nil, Summary{}, fmt.Errorf("last line: %w", err)
	}
	if summary.Kind != "summary" {
		return nil, Summary{}, fmt.Errorf("the last line is no summary, but of kind %q", summary.Kind)
	}
	return events, summary, nil
}

// BrokerSet returns the set that a field of an isr event names.
func BrokerSet(field json.RawMessage) (ids []int) {
	if json.Unmarshal(field, &ids) != nil {
		return nil
	}
	return ids
}

// LeaderOf returns the leader in a partition event; the same key is a flag elsewhere.
func LeaderOf(e *Line) (id int) {
	if json.Unmarshal(e.Leader, &id) != nil {
		return 0
	}
	return id
}

// SameSet compares two lists of brokers without regard to order.
func SameSet(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// EventsOf returns the events of one kind, in order.
func EventsOf(events []Line, kind string) []Line {
	var found []Line
	for _, e := range events {
		if e.Kind == kind {
			found = append(found, e)
		}
	}
	return found
}

// Causes returns the kinds of an event, of its cause, of that one's, and so on to a root.
func Causes(events []Line, n int) []string {
	kinds := []string{events[n].Kind}
	for events[n].Cause != nil {
		n = *events[n].Cause
		kinds = append(kinds, events[n].Kind)
	}
	return kinds
}

// RecordOf returns the first record with a value, and ends the test where there is none.
func (r *Summary) RecordOf(t failer, value string) Record {
	t.Helper()
	i := slices.IndexFunc(r.Records, func(r Record) bool { return r.Value == value })
	if i < 0 {
		t.Fatalf("no record has the value %q", value)
	}
	return r.Records[i]
}

// failer is the part of a test that RecordOf needs. The package testing itself would come into the command that asks a
// real Kafka.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// LogAt1 returns the values in the first replica's log of the first partition.
func (r *Summary) LogAt1() []string { return r.Partitions[0].Replicas[0].Values }

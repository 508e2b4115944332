package realkafka

import (
	"bytes"
	"encoding/json"
)

// Recording is what came of a script on a real Kafka, over several runs.
type Recording struct {
	Script, Kafka string  // the script's name, and Kafka's version
	Runs          int     // how many there were
	Scale         float64 // real milliseconds per virtual one
	Partitions    []recordedPartition
	Requests      []recordedRequest
	Records       []recordedRecord
}

// Read reads the JSON of a recording. encoding/json finds the keys without regard to case, and reading is strict: a
// recorded fact that has no field here is an error, so that none goes uncompared unseen.
func Read(text []byte) (*Recording, error) {
	r := new(Recording)
	if err := unmarshalStrictly(text, r); err != nil {
		return nil, err
	}
	return r, nil
}

type recordedPartition struct {
	Topic                               string
	Partition                           int
	Leader, LeaderEpoch, PartitionEpoch fact[int]
	ISR, ELR                            fact[[]int]
	HighWatermark                       fact[int64] // absent: no leader told one
	History                             fact[[]recordedChange]
	Replicas                            []recordedReplica
}

// recordedChange is one change of a partition in the controller's log.
type recordedChange struct {
	T                                   fact[span]
	Leader, LeaderEpoch, PartitionEpoch fact[int]
	ISR, ELR                            fact[[]int]
	LastKnownELR                        fact[[]int] // absent: none
	Recovering                          fact[bool]  // absent: false
	Replicas                            fact[[]int] // in order; absent: as before, and so of the next two
	Adding, Removing                    fact[[]int]
}

type recordedReplica struct {
	Broker         int
	Alive          fact[bool]
	LogStartOffset fact[int64] // absent: 0
	LogEndOffset   fact[int64]
	Log            fact[[]string] // value@epoch
}

// recordedRequest is a raw produce request, as its sender saw it.
type recordedRequest struct {
	Request            int
	Acks               string
	Partitions         []recordedAnswer
	Received, Answered fact[span]
	ConnectionClosed   fact[bool] // absent: false
}

type recordedAnswer struct {
	Topic      string
	Partition  int
	Error      fact[string] // "": there was no answer
	BaseOffset fact[int64]
}

// recordedRecord is a record that an application gave to the producer client.
type recordedRecord struct {
	Producer, Value, Topic                          string
	Resend                                          int // which handing over it is, after the first
	Partition                                       fact[int]
	Outcome                                         fact[string]
	Error                                           fact[string]   // a Java class
	Errors                                          fact[[]string] // of each attempt, from the wire
	Attempts                                        fact[int]
	Offset                                          fact[int64]
	Offsets                                         fact[[]int64]
	Copies                                          fact[[]int]
	Lost                                            fact[bool]
	Enqueued, Sent, Committed, Acknowledged, Failed fact[span]
}

// fact is what the runs say of one thing: one value where all agree, several where Kafka itself is not of one mind and
// any of them will do, none where it was not seen. A nil among several stands for runs that lack it.
type fact[T any] []*T

// UnmarshalJSON takes a plain value or {"varies": [...]}.
func (f *fact[T]) UnmarshalJSON(b []byte) error {
	var several struct{ Varies []*T }
	if unmarshalStrictly(b, &several) == nil && several.Varies != nil {
		*f = several.Varies
		return nil
	}
	one := new(T)
	*f = fact[T]{one}
	return unmarshalStrictly(b, one)
}

// or is the fact, or value where the recording is silent because that is the usual case.
func (f fact[T]) or(value T) fact[T] {
	if len(f) == 0 {
		return fact[T]{&value}
	}
	return f
}

// span is a recorded time: the earliest and the latest that any run saw.
type span struct{ From, To float64 }

// UnmarshalJSON takes {"from", "to"} or, within a fact that varies, one run's number.
func (s *span) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &s.From) == nil {
		s.To = s.From
		return nil
	}
	type plain span
	return unmarshalStrictly(b, (*plain)(s))
}

func unmarshalStrictly(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

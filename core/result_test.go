package core_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// line is one event of a result, with the fields that the comparison looks at. A key may mean different things in
// different kinds (leader is a broker in partition, a flag in high-watermark), so some stay as they were written.
type line struct {
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
	Leader         json.RawMessage
	LeaderEpoch    int
	PartitionEpoch int
	ISR, ELR       []int
	LastKnownELR   []int
	Recovering     bool
	Partitions     []struct{ FetchOffset int64 }
}

// result is the summary at the end of a result, the part that a real cluster can be asked for.
type result struct {
	Hash       string
	Kind       string
	Partitions []resultPartition
	Requests   []resultRequest
	Records    []resultRecord
	Purgatory  struct{ Expired int }
}

type resultPartition struct {
	Topic                               string
	Partition                           int
	Leader, LeaderEpoch, PartitionEpoch int
	ISR, ELR                            []int
	HighWatermark                       *int64
	Replicas                            []resultReplica
}

type resultReplica struct {
	Broker int
	Values []string
	Epochs []int
}

type resultRequest struct {
	Request            int
	Raw                bool
	Acks               string
	Partitions         []resultAnswer
	Received, Answered *float64
	ConnectionClosed   bool
	Parked             bool
	CompletedBy        string
}

type resultAnswer struct {
	Topic      string
	Partition  int
	Error      string
	BaseOffset *int64
}

type resultRecord struct {
	Producer, Value, Topic                          string
	Partition                                       int
	Outcome, Error                                  string
	Errors                                          []string
	Attempts                                        int
	Offset                                          *int64
	Offsets                                         []int64
	Copies                                          []int
	Lost                                            bool
	Enqueued, Sent, Committed, Acknowledged, Failed *float64
	Batching, Network                               *float64
	Crash                                           *resultCrash
}

type resultCrash struct {
	Acknowledged, Held bool
	Copies             []int
	Attempts           int
	Survived           *bool
}

// parseResult splits the lines of a result into its events and its summary.
func parseResult(text []byte) (events []line, summary result, err error) {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	for i, l := range lines[:len(lines)-1] {
		var e line
		if err := json.Unmarshal(l, &e); err != nil {
			return nil, result{}, fmt.Errorf("line %d: %w", i, err)
		}
		if e.N == nil || *e.N != i || e.Cause != nil && (*e.Cause < 0 || *e.Cause >= i) {
			return nil, result{}, fmt.Errorf("line %d is out of order, or comes before its cause: %s", i, l)
		}
		events = append(events, e)
	}
	if err := json.Unmarshal(lines[len(lines)-1], &summary); err != nil {
		return nil, result{}, fmt.Errorf("last line: %w", err)
	}
	if summary.Kind != "summary" {
		return nil, result{}, fmt.Errorf("the last line is no summary, but of kind %q", summary.Kind)
	}
	return events, summary, nil
}

// played is a run of the model: what it was told, and what happened.
type played struct {
	script playedScript
	events []line
}

// carrier is the event that a time of the summary comes from: the last one at that instant of which is holds, else the
// last one before; nil if there is none.
func (p *played) carrier(t float64, is func(*line) bool) *line {
	for i := len(p.events) - 1; i >= 0; i-- {
		if e := &p.events[i]; e.T <= t && is(e) {
			return e
		}
	}
	return nil
}

// cause is the event that led to e; nil for a root.
func (p *played) cause(e *line) *line {
	if e == nil || e.Cause == nil {
		return nil
	}
	return &p.events[*e.Cause]
}

// playedScript is what the time allowances depend on.
type playedScript struct {
	Cluster struct {
		Config map[string]any
	}
	Steps []playedStep
}

// playedStep is one step; of its verbs only those that matter here are taken apart.
type playedStep struct {
	At         float64
	Kill       *onBroker
	PowerOff   *onBroker `json:"power-off"`
	Stop       *onBroker
	Start      *onBroker
	FetchDelay *struct {
		Broker, Ms float64
	} `json:"fetch-delay"`
	Link *struct {
		From, To  any      // a broker's number, or the name of another node
		LatencyMs *float64 `json:"latency.ms"` // nil: the step is about something else
	}
}

type onBroker struct{ Broker int }

// parsePlayedScript reads the script and puts its steps in the order in which the model numbers them.
func parsePlayedScript(text []byte) (s playedScript, err error) {
	err = json.Unmarshal(text, &s)
	slices.SortStableFunc(s.Steps, func(a, b playedStep) int { return int(a.At*1000) - int(b.At*1000) })
	return s, err
}

// config is a numeric configuration of the cluster.
func (s *playedScript) config(key string, otherwise float64) float64 {
	if v, ok := s.Cluster.Config[key].(float64); ok {
		return v
	}
	return otherwise
}

// brokerSet is the set that a field of an isr event names.
func brokerSet(field json.RawMessage) (ids []int) {
	if json.Unmarshal(field, &ids) != nil {
		return nil
	}
	return ids
}

// leaderOf is the leader in a partition event; the same key is a flag elsewhere.
func leaderOf(e *line) (id int) {
	if json.Unmarshal(e.Leader, &id) != nil {
		return 0
	}
	return id
}

// sameSet compares two lists of brokers without regard to order.
func sameSet(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// errorName is the result's name of an error that the Java client reports by its class.
func errorName(class string) []string {
	if names, ok := classNames[class]; ok {
		return names
	}
	var name strings.Builder
	for i, r := range strings.TrimSuffix(class, "Exception") {
		if i > 0 && r >= 'A' && r <= 'Z' && class != strings.ToUpper(class) {
			name.WriteByte('_')
		}
		name.WriteRune(r)
	}
	return []string{strings.ToUpper(name.String())}
}

// classNames has the classes that stand for several errors, or whose name is spelled otherwise than the error's.
var classNames = map[string][]string{
	"TimeoutException":            {"DELIVERY_TIMEOUT", "REQUEST_TIMED_OUT", "BUFFER_EXHAUSTED"},
	"BufferExhaustedException":    {"BUFFER_EXHAUSTED"},
	"NetworkException":            {"NETWORK_EXCEPTION"},
	"RecordTooLargeException":     {"RECORD_TOO_LARGE", "MESSAGE_TOO_LARGE"},
	"OutOfOrderSequenceException": {"OUT_OF_ORDER_SEQUENCE_NUMBER"},
	"UnknownServerException":      {"UNKNOWN_SERVER_ERROR"},
	"KafkaException":              {"PRODUCER_CLOSED"},
}

package producer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// errorRow is a row of the table "error".
type errorRow struct {
	Table           string
	Code            protocol.Error
	Name            string
	Exception       string
	Retriable       bool
	InvalidMetadata bool
}

// unlisted is the errors that the table leaves out and the recordings name.
var unlisted = []errorRow{
	{Code: 6, Name: "NOT_LEADER_OR_FOLLOWER", Exception: "NotLeaderOrFollowerException"},
	{Code: 10, Name: "MESSAGE_TOO_LARGE", Exception: "RecordTooLargeException"},
	{Code: 17, Name: "INVALID_TOPIC_EXCEPTION", Exception: "InvalidTopicException"},
	{Code: 18, Name: "RECORD_LIST_TOO_LARGE", Exception: "RecordBatchTooLargeException"},
	{Code: 19, Name: "NOT_ENOUGH_REPLICAS", Exception: "NotEnoughReplicasException"},
	{Code: 29, Name: "TOPIC_AUTHORIZATION_FAILED", Exception: "TopicAuthorizationException"},
	{Code: 31, Name: "CLUSTER_AUTHORIZATION_FAILED", Exception: "ClusterAuthorizationException"},
	{Code: 45, Name: "OUT_OF_ORDER_SEQUENCE_NUMBER", Exception: "OutOfOrderSequenceException"},
	{Code: 46, Name: "DUPLICATE_SEQUENCE_NUMBER", Exception: "DuplicateSequenceException"},
	{Code: 47, Name: "INVALID_PRODUCER_EPOCH", Exception: "InvalidProducerEpochException"},
	{Code: 59, Name: "UNKNOWN_PRODUCER_ID", Exception: "UnknownProducerIdException"},
}

// ownExceptions is the exceptions of what the client tells by itself.
var ownExceptions = map[string][]string{
	"DELIVERY_TIMEOUT":   {"TimeoutException"},
	"METADATA_TIMEOUT":   {"TimeoutException"},
	"BUFFER_EXHAUSTED":   {"BufferExhaustedException"},
	"PRODUCER_CLOSED":    {"KafkaException", "IllegalStateException"},
	"RECORD_TOO_LARGE":   {"RecordTooLargeException"},
	"BATCH_ABOVE_MEMORY": {"IllegalArgumentException"},
	"PRODUCER_FAILED":    {"KafkaException"},
	"CALLED_IN_CALLBACK": {"KafkaException"},
}

// messages is what the client's own failures say, where the exception alone would not tell them apart.
var messages = map[string]string{
	"Expiring ": "DELIVERY_TIMEOUT", "Topic ": "METADATA_TIMEOUT", "Partition ": "METADATA_TIMEOUT",
	"Producer is closed": "PRODUCER_CLOSED", "Disconnected from node": "",
}

var errorRows = sync.OnceValue(func() []errorRow {
	rows := slices.Clone(unlisted)
	for _, row := range readTable[errorRow]("testdata/tables.jsonl", "error") {
		if !slices.ContainsFunc(rows, func(r errorRow) bool { return r.Code == row.Code }) {
			rows = append(rows, row)
		}
	}
	return rows
})

var errorCodes = sync.OnceValue(func() map[string]protocol.Error {
	codes := map[string]protocol.Error{"NONE": protocol.None}
	for _, row := range errorRows() {
		codes[row.Name] = row.Code
	}
	for _, row := range readTable[produceError]("testdata/tables.jsonl", "produce-error") {
		codes[row.Error] = row.Code
	}
	return codes
})

// exceptions is the Java classes that an error of the model may stand for.
func exceptions(name string) []string {
	if own, ok := ownExceptions[name]; ok {
		return own
	}
	for _, row := range errorRows() {
		if row.Name == name || "ERROR_"+strconv.Itoa(int(row.Code)) == name {
			return []string{row.Exception}
		}
	}
	return []string{name}
}

// configOf is the configuration that a scenario's settings mean.
func configOf(t *testing.T, given map[string]string) (Config, Contradiction) {
	t.Helper()
	c := Defaults()
	numbers := map[string]*int64{
		"retries": &c.Retries, "max.in.flight.requests.per.connection": &c.MaxInFlight, "batch.size": &c.BatchSize,
		"linger.ms": &c.LingerMs, "buffer.memory": &c.BufferMemory, "max.block.ms": &c.MaxBlockMs,
		"max.request.size": &c.MaxRequestSize, "request.timeout.ms": &c.RequestTimeoutMs,
		"delivery.timeout.ms": &c.DeliveryTimeoutMs, "retry.backoff.ms": &c.RetryBackoffMs,
		"retry.backoff.max.ms": &c.RetryBackoffMaxMs, "reconnect.backoff.ms": &c.ReconnectBackoffMs,
		"reconnect.backoff.max.ms": &c.ReconnectBackoffMax, "metadata.max.age.ms": &c.MetadataMaxAgeMs,
		"partitioner.availability.timeout.ms": &c.AvailabilityTimeoutMs,
	}
	booleans := map[string]*bool{
		"enable.idempotence": &c.Idempotence, "partitioner.ignore.keys": &c.IgnoreKeys,
		"partitioner.adaptive.partitioning.enable": &c.Adaptive,
	}
	for key, text := range given {
		switch {
		case key == "acks":
			c.Acks = map[string]protocol.Acks{"all": -1, "-1": -1, "0": 0, "1": 1}[text]
		case key == "compression.type":
			c.Compressed = text != "none"
		case numbers[key] != nil:
			n, err := strconv.ParseInt(text, 10, 64)
			require.NoError(t, err)
			*numbers[key] = n
		default:
			require.NotNil(t, booleans[key], "unknown setting "+key)
			*booleans[key] = text == "true"
		}
	}
	_, idempotence := given["enable.idempotence"]
	_, delivery := given["delivery.timeout.ms"]
	_, backoff := given["reconnect.backoff.ms"]
	_, backoffMax := given["reconnect.backoff.max.ms"]
	return Derive(c, Given{
		Idempotence: idempotence, DeliveryTimeout: delivery, ReconnectBackoff: backoff, ReconnectBackoffMax: backoffMax,
	})
}

// facts is what of a recording, or of a replay, is compared, kind by kind: one line for each event.
func (s *scenario) facts(events []observed, recorded bool) map[string][]string {
	facts := map[string][]string{}
	compressed := s.Config["compression.type"] == "gzip"
	for _, o := range events {
		var line string
		switch o.E {
		case "request":
			line = fmt.Sprintf("%d to %d acks %d timeout %d", o.T, o.Node, o.Acks, o.Timeout)
			if s.sticky() {
				sortBatches(o.Batches)
			}
			for _, b := range o.Batches {
				if s.sticky() {
					line += fmt.Sprintf(" %d bytes%v", b.Size, b.Values)
					continue
				}
				line += " " + b.TP
				if b.PID != nil {
					line += fmt.Sprintf(" %d/%d/%d", *b.PID, *b.Epoch, *b.Seq)
				}
				if !compressed {
					line += fmt.Sprintf(" %d bytes", b.Size)
				}
				line += fmt.Sprint(b.Values)
			}
		case "callback":
			line = fmt.Sprintf("%d %s", o.T, o.Value)
			if !s.sticky() {
				line += " " + o.TP
			}
			if o.Error == "" && !s.sticky() {
				line += fmt.Sprintf(" at %d", o.Offset)
			} else if o.Error != "" {
				line += fmt.Sprintf(" %s in caller %v", o.told(recorded), o.InCaller)
			}
		case "threw":
			if strings.Contains(o.Message, "boom") {
				continue // The application's own.
			}
			line = fmt.Sprintf("%d %s %s", o.T, o.Call, o.told(recorded))
		case "returned":
			line = fmt.Sprintf("%d %s since %d", o.T, strings.ReplaceAll(o.Call, " in callback", ""), *o.Since)
		case "closed":
			line = fmt.Sprintf("%d %d by %s", o.T, o.Node, o.By)
		case "metadata", "init-producer-id":
			line = strconv.FormatInt(o.T, 10)
		default:
			continue
		}
		facts[o.E] = append(facts[o.E], line)
	}
	for kind := range facts {
		if s.Varies || s.sticky() && kind == "callback" || kind == "request" && len(s.Cluster.Nodes) > 1 {
			slices.SortStableFunc(facts[kind], func(a, b string) int { return cmp.Compare(instant(a), instant(b)) })
			sortWithin(facts[kind])
		}
	}
	return facts
}

func instant(line string) int64 {
	head, _, _ := strings.Cut(line, " ")
	n, _ := strconv.ParseInt(head, 10, 64)
	return n
}

// sortWithin sorts the lines of each instant among themselves.
func sortWithin(lines []string) {
	slices.SortStableFunc(lines, func(a, b string) int {
		return cmp.Or(cmp.Compare(instant(a), instant(b)), cmp.Compare(a, b))
	})
}

// told is an exception and, of the client's own, which of them.
func (o *observed) told(recorded bool) string {
	if !recorded {
		return o.Error
	}
	for prefix, name := range messages {
		if strings.HasPrefix(o.Message, prefix) && name != "" {
			return name
		}
	}
	for name, classes := range ownExceptions {
		if name != "DELIVERY_TIMEOUT" && name != "METADATA_TIMEOUT" && slices.Contains(classes, o.Error) {
			switch {
			case name == "RECORD_TOO_LARGE" && !o.InCaller:
			case strings.Contains(o.Message, "error state"):
				return "PRODUCER_FAILED"
			case strings.Contains(o.Message, "inside a callback"):
				return "CALLED_IN_CALLBACK"
			case name == "PRODUCER_FAILED" || name == "CALLED_IN_CALLBACK":
			default:
				return name
			}
		}
	}
	for _, row := range errorRows() {
		if row.Exception == o.Error {
			return row.Code.String()
		}
	}
	return o.Error
}

func TestScenarios(t *testing.T) {
	scenarios := readLines[scenario]("testdata/scenarios.jsonl")
	for i := range scenarios {
		s := &scenarios[i]
		if slices.Contains(drawn, s.ID) || s.ID == "S06" || s.ID == "X09" {
			continue // Their own tests; or left out.
		}
		t.Run(s.ID, func(t *testing.T) {
			var differences []string
			for seed := range uint64(maxSeeds) {
				differences = s.compare(t, seed)
				if len(differences) == 0 {
					return
				}
				if !s.Varies && !s.sticky() && len(s.Cluster.Nodes) == 1 {
					break
				}
			}
			t.Error(strings.Join(differences, "\n"))
		})
	}
}

// maxSeeds is how many seeds are tried where the draws decide which broker is asked first.
const maxSeeds = 40

// compare plays a scenario and lists what differs from the recording.
func (s *scenario) compare(t *testing.T, seed uint64) (differences []string) {
	r := newReplay(t, s, seed)
	want, got := s.facts(s.Observed, true), s.facts(r.play(), false)
	kinds := []string{"request", "callback", "threw", "returned", "closed", "init-producer-id", "metadata"}
	switch s.ID {
	case "M07":
		kinds = kinds[:len(kinds)-1]
	case "X07":
		return s.compareX07(want, got)
	}
	for _, kind := range kinds {
		if !slices.Equal(want[kind], got[kind]) {
			differences = append(differences, kind+", want\n\t"+strings.Join(want[kind], "\n\t")+"\ngot\n\t"+
				strings.Join(got[kind], "\n\t"))
		}
	}
	if n := len(r.client.incomplete); n != s.End.Incomplete {
		differences = append(differences, fmt.Sprintf("incomplete batches: want %d, got %d", s.End.Incomplete, n))
	}
	if free := r.client.pool.free; free != s.End.BufferAvailable {
		differences = append(differences, fmt.Sprintf("free memory: want %d, got %d", s.End.BufferAvailable, free))
	}
	return differences
}

// sticky reports whether the client chooses the partition by chance: then it is compared which records share a batch,
// and when it leaves, but not where to.
func (s *scenario) sticky() bool {
	ignored := s.Config["partitioner.ignore.keys"] == "true"
	return slices.ContainsFunc(s.Steps, func(step scriptStep) bool {
		return step.Send != nil && step.Send.Partition == nil && (step.Send.Key == nil || ignored)
	})
}

func sortBatches(batches []observedBatch) {
	slices.SortFunc(batches, func(a, b observedBatch) int { return cmp.Compare(a.Values[0], b.Values[0]) })
}

// compareX07 leaves out what the recorder does not come to.
func (s *scenario) compareX07(want, got map[string][]string) (differences []string) {
	for _, kind := range []string{"request", "threw", "returned"} {
		if !slices.Equal(want[kind], got[kind]) {
			differences = append(differences, fmt.Sprint(kind, want[kind], got[kind]))
		}
	}
	if !slices.Equal([]string{"100 a  PRODUCER_CLOSED in caller false"}, got["callback"]) {
		differences = append(differences, fmt.Sprint("callback", got["callback"]))
	}
	return differences
}

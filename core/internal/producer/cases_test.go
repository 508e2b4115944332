package producer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Kafka's own cases of the producer, told on a client whose broker a test plays by hand. Their ids stand in the tests'
// comments, and core/internal/lint/kafka_cases.md lists them all.

// story is a client with one topic, t, and a test that is its application and its broker. Time stands still unless the
// test lets it pass.
type story struct {
	*replay
	looked     int   // at so many events
	throttleMs int64 // of the next answer
}

// settings is what a producer is configured with.
type settings = map[string]string

// plain is the settings of a producer without idempotence.
var plain = settings{"enable.idempotence": "false"}

// alone is the settings of one that has one request in flight at most, and no idempotence.
var alone = settings{"enable.idempotence": "false", "max.in.flight.requests.per.connection": "1"}

// newStory is a story in which broker 1 leads the three partitions of t. Nothing lingers, and waits do not vary.
func newStory(t *testing.T, given ...settings) *story {
	return newStoryOf(t, []int32{1, 1, 1}, given...)
}

// newStoryOf has a partition for each leader named.
func newStoryOf(t *testing.T, leaders []int32, given ...settings) *story {
	t.Helper()
	s := &scenario{ID: t.Name(), Default: produceAnswer{ByHand: true}, Config: settings{
		"linger.ms": "0", "retry.backoff.ms": "100", "retry.backoff.max.ms": "100",
		"reconnect.backoff.ms": "50", "reconnect.backoff.max.ms": "50",
	}}
	for _, more := range given {
		for key, value := range more {
			s.Config[key] = value
		}
	}
	s.Cluster.Topics = map[string][]int32{"t": leaders}
	s.Cluster.Nodes = []int32{1}
	for _, leader := range leaders {
		if leader > 0 && !slices.Contains(s.Cluster.Nodes, leader) {
			s.Cluster.Nodes = append(s.Cluster.Nodes, leader)
		}
	}
	r := newReplay(t, s, 1)
	return &story{replay: r}
}

// begin starts the client.
func (s *story) begin() *story {
	s.start()
	return s
}

// until lets time pass.
func (s *story) until(ms int64) {
	s.goOn(ms)
	s.nowMs = ms
}

// send hands records to a partition, all in the same instant, and lets the client work.
func (s *story) send(partition int32, values ...string) {
	s.hand(partition, 0, values...)
	s.settle()
}

// hand hands records of a size to a partition; the client comes to nothing before it is let.
func (s *story) hand(partition, size int32, values ...string) {
	for _, value := range values {
		s.replay.send(&scriptSend{Topic: s.topics[0], Value: value, Partition: &partition, Size: size}, 0)
	}
}

// reply answers the request in flight that holds a record, whichever has been sent before.
func (s *story) reply(value string, results ...protocol.ProduceResult) {
	s.t.Helper()
	for i := range s.client.connections {
		k := &s.client.connections[i]
		for _, f := range k.flights {
			if !slices.ContainsFunc(f.batches, func(id int32) bool { return s.client.batches[id].holds(value) }) {
				continue
			}
			body := &protocol.ProduceResponse{
				ID: f.id, Connection: k.number, Results: results, ThrottleMs: s.throttleMs,
			}
			s.answer(s.nowMs, k.peer, body)
			s.settle()
			return
		}
	}
	require.Fail(s.t, "no request in flight has "+value)
}

func (b *batch) holds(value string) bool {
	return slices.ContainsFunc(b.records, func(r record) bool { return r.Value == value })
}

// found is the id of the youngest batch that holds a record.
func (s *story) found(value string) int32 {
	s.t.Helper()
	for id := len(s.client.batches) - 1; id >= 0; id-- {
		if s.client.batches[id].holds(value) {
			return int32(id)
		}
	}
	require.Fail(s.t, "no batch has "+value)
	return 0
}

func (s *story) batchOf(value string) *batch { return &s.client.batches[s.found(value)] }

// refuse answers with an error.
func (s *story) refuse(value string, e protocol.Error) {
	s.t.Helper()
	s.reply(value, refusedAt(s.batchOf(value).partition, e, -1))
}

// refusedAt is one partition's error, and where its log begins.
func refusedAt(partition int32, e protocol.Error, logStart int64) protocol.ProduceResult {
	return protocol.ProduceResult{Partition: partition, Error: e, BaseOffset: -1, LogStart: logStart}
}

// store answers with the offset of the batch's first record.
func (s *story) store(value string, offset int64) {
	s.t.Helper()
	s.reply(value, protocol.ProduceResult{Partition: s.batchOf(value).partition, BaseOffset: offset})
}

// ask lets the client be at an instant without having looked at the network, for a look at its parts.
func (s *story) ask(ms int64) *Client {
	s.nowMs = ms
	s.client.begin(vtime.AtMs(ms), s.replay, event.None)
	return s.client
}

// seen is what has been sent and told since the last look, of some kinds: the requests, each with its batches, their
// epoch and first sequence; and the callbacks.
func (s *story) seen(kinds ...string) (lines []string) {
	for _, o := range s.events[s.looked:] {
		if !slices.Contains(kinds, o.E) {
			continue
		}
		line := fmt.Sprint(o.T, ":")
		switch o.E {
		case "request":
			for _, b := range o.Batches {
				line += " " + b.TP
				if b.PID != nil {
					line += fmt.Sprintf(" e%d s%d", *b.Epoch, *b.Seq)
				}
				line += fmt.Sprint(" ", b.Values)
			}
		case "callback":
			line += " " + o.Value
			switch {
			case o.Error == "":
				line += fmt.Sprint(" at ", o.Offset)
			case o.InCaller:
				line += " " + o.Error + " in caller"
			default:
				line += " " + o.Error
			}
		default:
			line += " " + strings.Join(strings.Fields(o.E+" "+o.Call+" "+o.By+" "+o.Error), " ")
		}
		lines = append(lines, line)
	}
	s.looked = len(s.events)
	return lines
}

// story lines: what the client did since the last look is this, and nothing else of its kind.
func (s *story) expect(lines ...string) {
	s.t.Helper()
	require.Equal(s.t, lines, append([]string(nil), s.seen("request", "callback")...))
}

// numbers is what is known of a partition's sequence numbers: the epoch, the next one, and the last acknowledged.
func (s *story) numbers(partition int32) [3]int32 {
	p := &s.client.identity.partitions[partition]
	return [3]int32{int32(p.epoch), p.next, p.lastAcked}
}

func (s *story) queue(partition int32) (values [][]string) {
	for _, id := range s.client.queues[partition].batches {
		var of []string
		for _, r := range s.client.batches[id].records {
			of = append(of, r.Value)
		}
		values = append(values, of)
	}
	return values
}

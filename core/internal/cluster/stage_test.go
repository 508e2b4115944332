package cluster

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// A stage is one broker and nothing around it: the test plays the followers, the clients and the controller, sees
// everything the broker emits and sends, and moves the clock. It is the place for cases that name exact offsets, times
// and answers, as Kafka's own tests of a partition do.
//
// Brokers are numbered from 1. The broker on the stage is 1; it leads partition 0, with the followers from 2 on,
// unless a case has it follow.
type stage struct {
	t        *testing.T
	broker   *Broker
	nowMs    int64
	events   []event.Event
	messages []network.Message
	extra    []vtime.Duration // beside the link's latency, of each message
	timers   []waking
	requests int32
}

type waking struct {
	at vtime.Time
	network.Timer
}

// startMs is when the cases begin: late enough that whoever was last caught up at 0 is out of sync.
const startMs = 40_000

// scene is what stands when the curtain rises. What is left out is Kafka's default, or what Kafka's cases share.
type scene struct {
	replicas       int                // 1..replicas
	isr            protocol.BrokerSet // the controller's word
	minISR         int                // 1 when left out
	epoch          int32              // of the leader; 5 when left out
	log            int64              // records of the epoch before, in the broker's log
	partitions     int                // alike; 1 when left out
	leader         protocol.NodeID    // 1 when left out
	purgeInterval  int
	fetchWaitMs    int64
	messageMaxByte int64
}

func (s scene) or() scene {
	fill := func(v *int64, otherwise int64) {
		if *v == 0 {
			*v = otherwise
		}
	}
	s.minISR = max(s.minISR, 1)
	s.partitions = max(s.partitions, 1)
	if s.leader == 0 {
		s.leader = 1
	}
	if s.epoch == 0 {
		s.epoch = 5
	}
	if s.purgeInterval == 0 {
		s.purgeInterval = 1000
	}
	fill(&s.fetchWaitMs, 500)
	fill(&s.messageMaxByte, 1<<20)
	return s
}

// newStage has broker 1 become leader, or follower, at startMs with partition epoch 1.
func newStage(t *testing.T, s scene) *stage {
	s = s.or()
	layout := &Layout{Brokers: s.replicas}
	var metadata protocol.Metadata
	for i := range s.partitions {
		var replicas []protocol.NodeID
		for id := range protocol.NodeID(s.replicas) {
			replicas = append(replicas, id+1)
		}
		layout.Topic, layout.Replicas = append(layout.Topic, 0), append(layout.Replicas, replicas)
		metadata.Partitions = append(metadata.Partitions, protocol.PartitionMetadata{
			Partition: int32(i), Leader: s.leader, LeaderEpoch: s.epoch, PartitionEpoch: 1, ISR: s.isr,
		})
	}
	config := &Config{
		MaxLagMs: 30_000, FetchWaitMs: s.fetchWaitMs, FetchMaxBytes: 1 << 20, MessageMaxBytes: s.messageMaxByte,
		ProducePurgeInterval: s.purgeInterval, FetchPurgeInterval: 1000,
	}
	minima := Minima{Default: 1, Topics: []int{s.minISR}}
	st := &stage{t: t, broker: New(1, config, layout, minima, metadata), nowMs: startMs}
	for i := range s.partitions {
		st.beginEpoch(&st.broker.partitions[i], s)
	}
	st.events = nil
	return st
}

// beginEpoch is what becoming a leader does to a partition (Partition.makeLeader): the epoch starts at the log's end,
// of the followers nothing is known, and the high watermark moves if it can.
func (s *stage) beginEpoch(p *partition, sc scene) {
	for i := range sc.log {
		p.log.AppendBatch(protocol.Batch{BaseOffset: i, Epoch: sc.epoch - 1, Records: make([]protocol.Record, 1)})
	}
	if !p.leads {
		return
	}
	p.epochStart = p.log.End()
	for i := range p.followers {
		f := &p.followers[i]
		f.Progress = rules.NoProgress.AfterElection(false, sc.isr.Has(f.ID), p.log.End(), s.nowMs)
	}
	s.broker.begin(vtime.AtMs(s.nowMs), s, event.None)
	s.broker.advanceHighWatermark(p)
	s.broker.end()
}

// Emit, Send, NextRequest and Wake make the stage the broker's world (network.Effects).

func (s *stage) Emit(e event.Event) int32 {
	e.N, e.T = int32(len(s.events)), vtime.AtMs(s.nowMs)
	s.events = append(s.events, e)
	return e.N
}

func (s *stage) Send(m network.Message, extra vtime.Duration) vtime.Time {
	s.messages, s.extra = append(s.messages, m), append(s.extra, extra)
	return vtime.AtMs(s.nowMs) + extra
}

func (s *stage) NextRequest() int32 {
	s.requests++
	return s.requests
}

func (s *stage) Wake(at vtime.Time, t network.Timer) { s.timers = append(s.timers, waking{at, t}) }

// deliver brings the broker a message.
func (s *stage) deliver(from protocol.NodeID, body protocol.Body) {
	s.broker.Receive(vtime.AtMs(s.nowMs), network.Message{From: from, To: 1, Body: body, Cause: event.None}, s)
	s.atOnce()
}

// atOnce runs what the broker wants done at this very instant: on a stage an append takes no time.
func (s *stage) atOnce() {
	now := vtime.AtMs(s.nowMs)
	for {
		i := slices.IndexFunc(s.timers, func(w waking) bool { return w.at <= now && w.What != timerShrink })
		if i < 0 {
			return
		}
		w := s.timers[i]
		s.timers = slices.Delete(s.timers, i, i+1)
		s.broker.Wake(w.at, w.Timer, s)
	}
}

// until moves the clock, and has the reapers poll on the way; the ISR check runs only when a case asks for it.
func (s *stage) until(ms int64) {
	for {
		next := vtime.AtMs(ms)
		for _, w := range s.timers {
			if w.What != timerShrink {
				next = min(next, w.at)
			}
		}
		s.nowMs = max(s.nowMs, next.Ms())
		if s.atOnce(); s.nowMs >= ms {
			return
		}
	}
}

// fetches is a follower's fetch at an offset. It waits for nothing, so the purgatory stays out of it.
func (s *stage) fetches(follower protocol.NodeID, offset int64) {
	s.deliver(follower, &protocol.FetchRequest{
		Follower: follower, MaxBytes: 1 << 20,
		Partitions: []protocol.FetchAt{{LeaderEpoch: s.partition().leaderEpoch, Offset: offset}},
	})
}

// produces sends one request with n records for each partition given, on a connection of its own, and returns its
// number.
func (s *stage) produces(acks protocol.Acks, timeoutMs int64, n int, partitions ...int32) int32 {
	id := s.NextRequest()
	s.producesOn(-id, id, acks, timeoutMs, n, partitions...)
	return id
}

func (s *stage) producesOn(
	connection protocol.NodeID, id int32, acks protocol.Acks, timeoutMs int64, n int, partitions ...int32,
) {
	r := &protocol.ProduceRequest{ID: id, Acks: acks, TimeoutMs: timeoutMs}
	for _, p := range partitions {
		r.Partitions = append(r.Partitions, protocol.ProduceData{Partition: p, Records: make([]protocol.Record, n)})
	}
	s.deliver(connection, r)
}

// answer is what the client was told of a request; nil while it has no answer.
func (s *stage) answer(id int32) *protocol.ProduceResponse {
	var found []*protocol.ProduceResponse
	for _, m := range s.messages {
		if r, is := m.Body.(*protocol.ProduceResponse); is && r.ID == id {
			found = append(found, r)
		}
	}
	require.LessOrEqual(s.t, len(found), 1, "a request is answered once")
	if found == nil {
		return nil
	}
	return found[0]
}

// errors is the answer's errors, by its partitions; nil while there is no answer.
func (s *stage) errors(id int32) (list []protocol.Error) {
	if a := s.answer(id); a != nil {
		for _, r := range a.Results {
			list = append(list, r.Error)
		}
	}
	return list
}

// proposals is every AlterPartition item sent so far.
func (s *stage) proposals() (list []protocol.AlterPartitionItem) {
	for _, m := range s.messages {
		if r, is := m.Body.(*protocol.AlterPartitionRequest); is {
			list = append(list, r.Items...)
		}
	}
	return list
}

// refuses is the controller's answer to the last proposal: an error.
func (s *stage) refuses(err protocol.Error) {
	item := s.last()
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{
		Results: []protocol.AlterPartitionResult{{Partition: item.Partition, Error: err}},
	})
}

// confirms is the controller's answer to the last proposal: it is so, one partition epoch later.
func (s *stage) confirms() {
	item := s.last()
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{Results: []protocol.AlterPartitionResult{{
		Partition: item.Partition, LeaderEpoch: item.LeaderEpoch, PartitionEpoch: item.PartitionEpoch + 1, ISR: item.ISR,
	}}})
}

func (s *stage) last() protocol.AlterPartitionItem {
	all := s.proposals()
	require.NotEmpty(s.t, all)
	return all[len(all)-1]
}

// publishes is metadata of the partition: the leader and its epoch stay.
func (s *stage) publishes(partitionEpoch int32, isr, heldOut protocol.BrokerSet) {
	p := s.partition()
	s.deliver(network.Controller, &protocol.Metadata{
		Holds: []protocol.HoldMetadata{{HeldOut: heldOut}},
		Partitions: []protocol.PartitionMetadata{{
			Leader: p.leader, LeaderEpoch: p.leaderEpoch, PartitionEpoch: partitionEpoch, ISR: isr,
		}},
	})
}

func (s *stage) setsMinISR(value int) {
	s.deliver(network.Controller, &protocol.Metadata{MinISR: []protocol.MinISRMetadata{{Topic: 0, Value: value}}})
}

// checksISRs is the periodic check.
func (s *stage) checksISRs() {
	s.broker.Wake(vtime.AtMs(s.nowMs), network.Timer{Node: 1, What: timerShrink, Cause: event.None}, s)
}

func (s *stage) partition() *partition { return &s.broker.partitions[0] }

// view is what the leader's rules go by, now.
func (s *stage) view() rules.View { return s.broker.View(vtime.AtMs(s.nowMs), 0) }

func (s *stage) progress(follower protocol.NodeID) rules.Progress {
	return s.partition().follower(follower).Progress
}

// count is the number of events that is holds for.
func (s *stage) count(is func(event.Event) bool) (n int) {
	for _, e := range s.events {
		if is(e) {
			n++
		}
	}
	return n
}

// changes is how many changes of the ISR came so far (the metrics IsrExpands and IsrShrinks, FailedIsrUpdates).
func (s *stage) changes(state event.ISRState) int {
	return s.count(func(e event.Event) bool { return e.Kind == event.ISR && e.State == state })
}

// requireISR says how the leader has the ISR, and where its high watermark stands.
func (s *stage) requireISR(committed, maximal protocol.BrokerSet, change rules.Change, highWatermark int64) {
	s.t.Helper()
	isr := s.partition().isr
	require.Equal(s.t, committed, isr.Committed, "committed ISR")
	require.Equal(s.t, maximal, isr.Maximal(), "maximal ISR")
	require.Equal(s.t, change, isr.Pending, "pending change")
	require.Equal(s.t, highWatermark, s.partition().log.HighWatermark(), "high watermark")
}

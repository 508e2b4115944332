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

// brokerHarness is one broker and nothing around it: the test plays the followers, the clients and the controller, sees
// everything the broker emits and sends, and moves the clock. It is the place for cases that name exact offsets, times
// and answers, as Kafka's own tests of a partition do.
//
// Brokers are numbered from 1, and each has its number for a broker epoch. The broker in the harness is 1; it leads
// partition 0, with the followers from 2 on, unless a case has it follow.
type brokerHarness struct {
	recorder
	broker *Broker
}

// startMs is when the cases begin: late enough that whoever was last caught up at 0 is out of sync.
const startMs = 40_000

// brokerSetup is what stands before a case begins. What is left out is Kafka's default, or what Kafka's cases share.
type brokerSetup struct {
	self           protocol.NodeID    // the broker in the harness; 1 when left out
	replicas       int                // 1..replicas
	strangers      int                // brokers after them that hold no replica
	isr            protocol.BrokerSet // the controller's word
	minISR         int                // 1 when left out
	epoch          int32              // of the leader; 5 when left out
	log            int64              // records of the epoch before, in the broker's log
	epochs         []int32            // before them, one record of each
	partitions     int                // alike; 1 when left out
	leader         protocol.NodeID    // 1 when left out
	purgeInterval  int
	fetchWaitMs    int64
	messageMaxByte int64
}

func (s brokerSetup) or() brokerSetup {
	fill := func(v *int64, otherwise int64) {
		if *v == 0 {
			*v = otherwise
		}
	}
	s.minISR = max(s.minISR, 1)
	s.partitions = max(s.partitions, 1)
	s.self = max(s.self, 1)
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

// newBrokerHarness has its broker hear at startMs that it leads, or follows, with partition epoch 1. Before that
// nobody led.
func newBrokerHarness(t *testing.T, s brokerSetup) *brokerHarness {
	s = s.or()
	layout := &Layout{Brokers: s.replicas + s.strangers}
	var before, metadata protocol.Metadata
	for i := range s.partitions {
		var replicas []protocol.NodeID
		for id := range protocol.NodeID(s.replicas) {
			replicas = append(replicas, id+1)
		}
		layout.Topic, layout.Replicas = append(layout.Topic, 0), append(layout.Replicas, replicas)
		p := protocol.PartitionMetadata{
			Partition: int32(i), Leader: s.leader, LeaderEpoch: s.epoch, PartitionEpoch: 1, ISR: s.isr,
		}
		metadata.Partitions = append(metadata.Partitions, p)
		p.Leader, p.LeaderEpoch, p.PartitionEpoch = protocol.NoLeader, s.epoch-1, 0
		before.Partitions = append(before.Partitions, p)
	}
	config := &Config{BrokerConfig: BrokerConfig{
		ReplicaLagTimeMaxMs: 30_000, ConnectionsMaxIdleMs: 600_000, ReplicaFetchBackoffMs: 1000,
		ReplicaFetchWaitMaxMs: s.fetchWaitMs,
		ReplicaFetchMaxBytes:  1 << 20, ReplicaFetchResponseMaxBytes: 10 << 20, ReplicaSocketTimeoutMs: 30_000,
		MessageMaxBytes: s.messageMaxByte, BrokerHeartbeatIntervalMs: 2000, HighWatermarkCheckpointMs: 5000,
		ControlledShutdown: true, ProducerPurgeInterval: s.purgeInterval, FetchPurgeInterval: 1000,
		ProducerIDExpirationMs: 86400000, ProducerIDExpirationCheckMs: 600000,
		LogRetentionMs: 604800000, LogRetentionCheckMs: 300000,
	}}
	minISR := MinISRConfig{Default: 1, Topics: []int{s.minISR}}
	st := &brokerHarness{recorder: recorder{t: t, nowMs: startMs}, broker: New(s.self, config, layout, minISR, before)}
	for i := range st.broker.partitions {
		log := &st.broker.partitions[i].log
		for _, epoch := range s.epochs {
			log.Append(epoch, make([]protocol.Record, 1))
		}
		for range s.log {
			log.Append(s.epoch-1, make([]protocol.Record, 1))
		}
	}
	st.tells(&metadata)
	st.events = nil
	return st
}

// tells brings the broker metadata, as the answer to its latest request. Where it names no replicas they are as at the
// beginning.
func (s *brokerHarness) tells(m *protocol.Metadata) {
	for i := range m.Partitions {
		if p := &m.Partitions[i]; p.Replicas == 0 {
			p.Replicas = protocol.ListOf(s.broker.layout.Replicas[p.Partition]...)
		}
	}
	m.Offset, m.Session = s.broker.cache.offset+1, s.broker.cache.session
	s.deliver(network.Controller, m)
}

// deliver brings the broker a message.
func (s *brokerHarness) deliver(from protocol.NodeID, body protocol.Body) {
	s.broker.Receive(vtime.AtMs(s.nowMs), &network.Message{
		From: from, To: s.broker.id, Body: body, Cause: event.None, Life: network.FirstLife, FromLife: network.FirstLife,
	}, s)
	s.atOnce()
}

// atOnce runs what the broker wants done at this very instant: in a harness an append takes no time.
func (s *brokerHarness) atOnce() {
	now := vtime.AtMs(s.nowMs)
	for {
		i := slices.IndexFunc(s.timers, func(w waking) bool { return w.at <= now && !byHand(w) })
		if i < 0 {
			return
		}
		w := s.timers[i]
		s.timers = slices.Delete(s.timers, i, i+1)
		s.broker.Wake(w.at, w.Timer, s)
	}
}

// byHand is what runs only when a case asks for it: the check of the ISRs, and the heartbeats.
func byHand(w waking) bool { return w.What == timerShrink || w.What == timerHeartbeat }

// until moves the clock, and has the reapers poll on the way.
func (s *brokerHarness) until(ms int64) {
	for {
		next := vtime.AtMs(ms)
		for _, w := range s.timers {
			if !byHand(w) {
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
func (s *brokerHarness) fetches(follower protocol.NodeID, offset int64) {
	s.fetchesAs(follower, int64(follower), 0, 0, offset)
}

// fetchesAs is a fetch of a life of a follower, for one partition, that may wait. What the follower has is what the
// leader has.
func (s *brokerHarness) fetchesAs(
	follower protocol.NodeID, brokerEpoch, maxWaitMs int64, partition int32, offset int64,
) {
	s.deliver(follower, &protocol.FetchRequest{
		Follower: follower, BrokerEpoch: brokerEpoch, MaxWaitMs: maxWaitMs, MaxBytes: 1 << 20, MaxBytesInAll: 10 << 20,
		Partitions: []protocol.FetchAt{s.from(partition, offset)},
	})
}

// from is where a follower stands that has the leader's log up to an offset.
func (s *brokerHarness) from(partition int32, offset int64) protocol.FetchAt {
	p := &s.broker.partitions[partition]
	at := protocol.FetchAt{
		Partition: partition, LeaderEpoch: p.leaderEpoch, LastEpoch: protocol.UndefinedEpoch, Offset: offset,
	}
	p.log.Records(0, func(o int64, epoch int32, _ protocol.Record) bool {
		if o < offset {
			at.LastEpoch = epoch
		}
		return o < offset
	})
	return at
}

// produces sends one request with n records for each partition given, on a connection of its own, and returns its
// number.
func (s *brokerHarness) produces(acks protocol.Acks, timeoutMs int64, n int, partitions ...int32) int32 {
	id := s.NextRequest()
	s.producesOn(-id, id, acks, timeoutMs, n, partitions...)
	return id
}

func (s *brokerHarness) producesOn(
	connection protocol.NodeID, id int32, acks protocol.Acks, timeoutMs int64, n int, partitions ...int32,
) {
	r := &protocol.ProduceRequest{ID: id, Acks: acks, TimeoutMs: timeoutMs}
	for _, p := range partitions {
		r.Partitions = append(r.Partitions, protocol.ProduceData{Partition: p, Records: make([]protocol.Record, n)})
	}
	s.deliver(connection, r)
}

// answer is what the client was told of a request; nil while it has no answer.
func (s *brokerHarness) answer(id int32) *protocol.ProduceResponse {
	found := slices.DeleteFunc(sent[*protocol.ProduceResponse](&s.recorder), func(r *protocol.ProduceResponse) bool {
		return r.ID != id
	})
	require.LessOrEqual(s.t, len(found), 1, "a request is answered once")
	if len(found) == 0 {
		return nil
	}
	return found[0]
}

// errors is the answer's errors, by its partitions; nil while there is no answer.
func (s *brokerHarness) errors(id int32) (list []protocol.Error) {
	if a := s.answer(id); a != nil {
		for _, r := range a.Results {
			list = append(list, r.Error)
		}
	}
	return list
}

// proposals is every AlterPartition item sent so far.
func (s *brokerHarness) proposals() (list []protocol.AlterPartitionItem) {
	for _, r := range sent[*protocol.AlterPartitionRequest](&s.recorder) {
		list = append(list, r.Items...)
	}
	return list
}

// refuses is the controller's answer to the last proposal: an error.
func (s *brokerHarness) refuses(err protocol.Error) {
	item := s.last()
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{
		Attempt: s.broker.alter.Attempt,
		Results: []protocol.AlterPartitionResult{{Partition: item.Partition, Error: err}},
	})
}

// confirms is the controller's answer to the last proposal: it is so, one partition epoch later.
func (s *brokerHarness) confirms() {
	item := s.last()
	result := protocol.AlterPartitionResult{
		Partition: item.Partition, LeaderEpoch: item.LeaderEpoch, PartitionEpoch: item.PartitionEpoch + 1, ISR: item.ISR,
	}
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{
		Attempt: s.broker.alter.Attempt, Results: []protocol.AlterPartitionResult{result},
	})
}

func (s *brokerHarness) last() protocol.AlterPartitionItem {
	all := s.proposals()
	require.NotEmpty(s.t, all)
	return all[len(all)-1]
}

// elects is metadata of the partition: another leader, and the next epochs.
func (s *brokerHarness) elects(leader protocol.NodeID, isr protocol.BrokerSet) {
	p := s.partition()
	s.tells(&protocol.Metadata{Partitions: []protocol.PartitionMetadata{{
		Leader: leader, LeaderEpoch: p.leaderEpoch + 1, PartitionEpoch: p.partitionEpoch + 1, ISR: isr,
	}}})
}

// registers is metadata of a broker.
func (s *brokerHarness) registers(m protocol.BrokerMetadata) {
	s.tells(&protocol.Metadata{Brokers: []protocol.BrokerMetadata{m}})
}

// publishes is metadata of the partition: the leader and its epoch stay.
func (s *brokerHarness) publishes(partitionEpoch int32, isr, heldOut protocol.BrokerSet) {
	p := s.partition()
	s.tells(&protocol.Metadata{
		Holds: []protocol.HoldMetadata{{HeldOut: heldOut}},
		Partitions: []protocol.PartitionMetadata{{
			Leader: p.leader, LeaderEpoch: p.leaderEpoch, PartitionEpoch: partitionEpoch, ISR: isr,
		}},
	})
}

func (s *brokerHarness) setsMinISR(value int) {
	s.tells(&protocol.Metadata{MinISR: []protocol.MinISRMetadata{{Topic: 0, Value: value}}})
}

// checksISRs is the periodic check.
func (s *brokerHarness) checksISRs() {
	s.broker.Wake(vtime.AtMs(s.nowMs), network.Timer{Node: 1, What: timerShrink, Cause: event.None}, s)
}

func (s *brokerHarness) partition() *partition { return &s.broker.partitions[0] }

// view is what the leader's rules go by, now.
func (s *brokerHarness) view() rules.View { return s.broker.View(vtime.AtMs(s.nowMs), 0) }

func (s *brokerHarness) progress(follower protocol.NodeID) rules.Progress {
	return s.partition().follower(follower).Progress
}

// changes is how many changes of the ISR came so far (the metrics IsrExpands and IsrShrinks, FailedIsrUpdates).
func (s *brokerHarness) changes(state event.ISRState) int {
	return count(&s.recorder, func(e *event.ISR) bool { return e.State == state })
}

// requireISR says how the leader has the ISR, and where its high watermark stands.
func (s *brokerHarness) requireISR(committed, maximal protocol.BrokerSet, change rules.Change, highWatermark int64) {
	s.t.Helper()
	isr := s.partition().isr
	require.Equal(s.t, committed, isr.Committed, "committed ISR")
	require.Equal(s.t, maximal, isr.Maximal(), "maximal ISR")
	require.Equal(s.t, change, isr.Pending, "pending change")
	require.Equal(s.t, highWatermark, s.partition().log.HighWatermark(), "high watermark")
}

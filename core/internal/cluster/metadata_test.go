package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

func TestNewerMetadataDropsAPendingChange(t *testing.T) {
	s := newStage(t, scene{replicas: 3, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.requireISR(withR1, withR2, rules.Expand, 0)
	s.publishes(2, leaderOnly, 0)
	require.Equal(t, rules.ISRState{Committed: leaderOnly}, s.partition().isr)
	before := s.partition().isr
	s.confirms()
	require.Equal(t, before, s.partition().isr, "the answer to what was dropped comes too late")
	require.EqualValues(t, 2, s.partition().partitionEpoch)
}

func TestARefusalThatComesTooLateIsPassedOver(t *testing.T) {
	s := newStage(t, scene{replicas: 3, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.publishes(2, leaderOnly, 0)
	n := len(s.events)
	s.refuses(protocol.InvalidUpdateVersion)
	require.Len(t, s.events, n)
}

// While a change of a partition is unanswered, dropped though it may be, the manager takes no other of that partition.
func TestAChangeProposedBeforeTheOneBeforeIsAnsweredIsGivenUp(t *testing.T) {
	s := newStage(t, scene{replicas: 3, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.publishes(2, withR1, 0)
	s.fetches(3, 10)
	require.Len(t, s.proposals(), 1)
	require.Equal(t, rules.ISRState{Committed: withR1}, s.partition().isr)
	require.Equal(t, 1, s.changes(event.Rejected))
	s.refuses(protocol.InvalidUpdateVersion)
	s.fetches(3, 10)
	require.Len(t, s.proposals(), 2, "after the answer a new one is taken")
}

// Metadata of the epoch that the leader has already is processed: it refreshes the leader (Partition.makeLeader).
func TestMetadataOfTheSameEpochIsProcessed(t *testing.T) {
	s := newStage(t, scene{replicas: 3, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.publishes(1, withR1, 0)
	require.Equal(t, rules.ISRState{Committed: withR1}, s.partition().isr)
}

// A fetch that waited is read again when it completes, and tells nothing a second time.
func TestAFetchThatWaitedTellsOfItsFollowerOnce(t *testing.T) {
	s := newStage(t, scene{replicas: 2, isr: withR1, log: 10, fetchWaitMs: 500})
	s.fetches(2, 10)
	before := s.progress(2)
	s.until(startMs + 100)
	s.produces(protocol.AcksLeader, 1000, 1, 0)
	s.until(startMs + 200)
	require.Equal(t, before, s.progress(2))
}

// Where an append has moved the high watermark, parked requests are looked at before parked fetches
// (ReplicaManager.addCompletePurgatoryAction): a request is answered before a follower is.
func TestAnAppendThatCommitsWakesRequestsFirst(t *testing.T) {
	s := newStage(t, scene{replicas: 3, isr: leaderOnly, log: 10, minISR: 1, fetchWaitMs: 500})
	s.partition().hold(protocol.SetOf(2, 3))
	s.fetches(3, 10)
	s.setsMinISR(2)
	parked := s.partition().log.End() + 1
	s.produces(protocol.AcksLeader, 1000, 1, 0)
	s.setsMinISR(1)
	n := len(s.events)
	s.produces(protocol.AcksAll, 1000, 1, 0)
	s.until(startMs + 10)
	require.EqualValues(t, parked+1, s.partition().log.HighWatermark())
	var kinds []event.Kind
	for _, e := range s.events[n:] {
		if e.Kind == event.Check || e.Kind == event.FetchResponse {
			kinds = append(kinds, e.Kind)
		}
	}
	require.NotEmpty(t, kinds)
	require.Equal(t, event.Check, kinds[0])
}

// To be held out or not is no part of a partition's metadata: nothing that is pending is dropped for it.
func TestAHandOnTheISRThatChangesNoPartitionDropsNoPendingChange(t *testing.T) {
	s := newStage(t, scene{replicas: 4, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.deliver(network.Controller, &protocol.Metadata{Holds: []protocol.HoldMetadata{{HeldOut: protocol.SetOf(4)}}})
	s.requireISR(withR1, withR2, rules.Expand, 0)
}

func TestWhatAnAnswerMakesTheLeaderAskAgainGoesTogether(t *testing.T) {
	s := newStage(t, scene{replicas: 2, isr: leaderOnly, partitions: 3})
	for i := range int32(3) {
		s.deliver(2, &protocol.FetchRequest{Follower: 2, Partitions: []protocol.FetchAt{{Partition: i}}})
	}
	s.confirms()
	retry := protocol.AlterPartitionResult{Error: protocol.UnknownServerError}
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{Results: []protocol.AlterPartitionResult{retry, retry}})
	require.Len(t, s.proposals(), 5)
	last := s.messages[len(s.messages)-1].Body.(*protocol.AlterPartitionRequest)
	require.Len(t, last.Items, 2)
}

func TestOlderMetadataIsPassedOver(t *testing.T) {
	s := newStage(t, scene{replicas: 3, isr: withR1, log: 10})
	s.publishes(3, withR2, 0)
	s.publishes(2, leaderOnly, 0)
	require.Equal(t, withR2, s.partition().isr.Committed)
	require.EqualValues(t, 3, s.partition().partitionEpoch)
}

func TestARequestLeavesWhenTheOneBeforeIsAnswered(t *testing.T) {
	s := newStage(t, scene{replicas: 2, isr: leaderOnly, partitions: 3})
	for i := range int32(3) {
		s.deliver(2, &protocol.FetchRequest{Follower: 2, Partitions: []protocol.FetchAt{{Partition: i}}})
	}
	requests := func() (items []int) {
		for _, m := range s.messages {
			if r, is := m.Body.(*protocol.AlterPartitionRequest); is {
				items = append(items, len(r.Items))
			}
		}
		return items
	}
	require.Equal(t, []int{1}, requests(), "one request is in flight")
	s.confirms()
	require.Equal(t, []int{1, 2}, requests(), "what was proposed meanwhile goes together")
}

// office is the controller on a stage of its own, with one partition of three replicas led by broker 1.
func office(t *testing.T, elr bool, books rules.Books) (*stage, *Controller) {
	s := &stage{t: t}
	layout := &Layout{Brokers: 3, Topic: []int32{0}, Replicas: [][]protocol.NodeID{{1, 2, 3}}}
	return s, NewController(layout, elr, Minima{Default: 2, Topics: []int{0}}, []rules.Books{books})
}

func (s *stage) published() (list []*protocol.Metadata) {
	for _, m := range s.messages {
		if u, is := m.Body.(*protocol.Metadata); is && m.To == 1 {
			list = append(list, u)
		}
	}
	return list
}

func TestTheControllerAnswersFirstAndThenPublishes(t *testing.T) {
	s, c := office(t, true, rules.Books{Leader: 1, ISR: withR2})
	c.Receive(0, network.Message{From: 1, Body: &protocol.AlterPartitionRequest{
		Items: []protocol.AlterPartitionItem{{ISR: leaderOnly}},
	}}, s)
	require.Equal(t, &protocol.AlterPartitionResponse{
		Results: []protocol.AlterPartitionResult{{PartitionEpoch: 1, ISR: leaderOnly}},
	}, s.messages[0].Body)
	require.Len(t, s.messages, 1+3, "every broker hears of it")
	require.Equal(t, protocol.SetOf(2, 3), c.Books(0).ELR)
}

func TestARefusedProposalChangesNothing(t *testing.T) {
	s, c := office(t, true, rules.Books{Leader: 1, PartitionEpoch: 3, ISR: withR2})
	c.Receive(0, network.Message{From: 1, Body: &protocol.AlterPartitionRequest{
		Items: []protocol.AlterPartitionItem{{PartitionEpoch: 2, ISR: leaderOnly}},
	}}, s)
	require.Len(t, s.messages, 1)
	require.Equal(t, protocol.InvalidUpdateVersion, s.messages[0].Body.(*protocol.AlterPartitionResponse).Results[0].Error)
	require.Empty(t, s.events)
}

func TestAChangedMinimumClearsTheELROfWhomItConcerns(t *testing.T) {
	books := rules.Books{Leader: 1, ISR: leaderOnly, ELR: protocol.SetOf(2)}
	for _, c := range []struct {
		name  string
		elr   bool
		topic int32
		value int
		clear bool
	}{
		{"a new value of the topic", true, 0, 3, true},
		{"a new value of the cluster", true, -1, 3, true},
		{"the cluster's value once more", true, -1, 2, true},
		{"with the ELR off", false, -1, 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, controller := office(t, c.elr, books)
			controller.SetMinISR(0, c.topic, c.value, s, 0)
			require.Equal(t, c.clear, controller.Books(0).ELR.Empty())
			require.Equal(t, []protocol.MinISRMetadata{{Topic: c.topic, Value: c.value}}, s.published()[0].MinISR)
			require.Equal(t, c.clear, len(s.published()[0].Partitions) == 1, "in the same commit")
		})
	}
	t.Run("but not the topic's value once more", func(t *testing.T) {
		s, controller := office(t, true, books)
		controller.SetMinISR(0, 0, 3, s, 0)
		controller.books[0].ELR = protocol.SetOf(2)
		controller.SetMinISR(0, 0, 3, s, 0)
		require.Equal(t, protocol.SetOf(2), controller.Books(0).ELR)
	})
}

func TestTheHandOnTheISR(t *testing.T) {
	s, c := office(t, true, rules.Books{Leader: 1, ISR: withR2})
	c.SetISR(0, 0, withR1, s, 0)
	require.Equal(t, rules.Books{Leader: 1, PartitionEpoch: 1, ISR: withR1, HeldOut: protocol.SetOf(3)}, c.Books(0))
	require.False(t, c.ISRDiffers(0, withR1))

	c.SetISR(0, 0, withR2, s, 0)
	require.Equal(t, withR1, c.Books(0).ISR, "one that is put back comes back by the leader's rule")
	require.Zero(t, c.Books(0).HeldOut)
	require.Len(t, s.published(), 2, "and every broker hears that it may")

	c.SetISR(0, 0, leaderOnly, s, 0)
	require.Equal(t, protocol.SetOf(2), c.Books(0).ELR, "under the minimum the ELR follows")
}

package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

func TestNewerMetadataDropsAPendingChange(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, log: 10})
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
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.publishes(2, leaderOnly, 0)
	n := len(s.events)
	s.refuses(protocol.InvalidUpdateVersion)
	require.Len(t, s.events, n)
}

// Metadata of the epoch that the leader has already is processed: it refreshes the leader (Partition.makeLeader).
func TestMetadataOfTheSameEpochIsProcessed(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.publishes(1, withR1, 0)
	require.Equal(t, rules.ISRState{Committed: withR1}, s.partition().isr)
}

// A fetch that waited is read again when it completes, and tells nothing a second time.
func TestAFetchThatWaitedTellsOfItsFollowerOnce(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10, fetchWaitMs: 500})
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
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: leaderOnly, log: 10, minISR: 1, fetchWaitMs: 500})
	s.tells(&protocol.Metadata{Holds: []protocol.HoldMetadata{{HeldOut: protocol.SetOf(2, 3)}}})
	s.fetches(3, 10)
	s.setsMinISR(2)
	parked := s.partition().log.End() + 1
	s.produces(protocol.AcksLeader, 1000, 1, 0)
	s.setsMinISR(1)
	n := len(s.events)
	s.produces(protocol.AcksAll, 1000, 1, 0)
	s.until(startMs + 10)
	require.EqualValues(t, parked+1, s.partition().log.HighWatermark())
	var kinds []string
	for _, e := range s.events[n:] {
		if e.Kind() == "check" || e.Kind() == "fetch-response" {
			kinds = append(kinds, e.Kind())
		}
	}
	require.NotEmpty(t, kinds)
	require.Equal(t, "check", kinds[0])
}

// To be held out or not is no part of a partition's metadata: nothing that is pending is dropped for it.
func TestAHandOnTheISRThatChangesNoPartitionDropsNoPendingChange(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 4, isr: withR1, log: 10})
	s.fetches(3, 10)
	s.tells(&protocol.Metadata{Holds: []protocol.HoldMetadata{{HeldOut: protocol.SetOf(4)}}})
	s.requireISR(withR1, withR2, rules.Expand, 0)
}

func TestWhatAnAnswerMakesTheLeaderAskAgainGoesTogether(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, partitions: 3})
	for i := range int32(3) {
		s.fetchesAs(2, 2, 0, i, 0)
	}
	s.confirms()
	retry := protocol.AlterPartitionResult{Error: protocol.UnknownServerError}
	s.deliver(network.Controller, &protocol.AlterPartitionResponse{
		Attempt: s.broker.alter.Attempt, Results: []protocol.AlterPartitionResult{retry, retry},
	})
	require.Len(t, s.proposals(), 5)
	require.Len(t, lastSent[*protocol.AlterPartitionRequest](&s.recorder).Items, 2)
}

func TestOlderMetadataIsPassedOver(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR1, log: 10})
	s.publishes(3, withR2, 0)
	s.publishes(2, leaderOnly, 0)
	require.Equal(t, withR2, s.partition().isr.Committed)
	require.EqualValues(t, 3, s.partition().partitionEpoch)
}

func TestARequestLeavesWhenTheOneBeforeIsAnswered(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: leaderOnly, partitions: 3})
	for i := range int32(3) {
		s.fetchesAs(2, 2, 0, i, 0)
	}
	requests := func() (items []int) {
		for _, r := range sent[*protocol.AlterPartitionRequest](&s.recorder) {
			items = append(items, len(r.Items))
		}
		return items
	}
	require.Equal(t, []int{1}, requests(), "one request is in flight")
	s.confirms()
	require.Equal(t, []int{1, 2}, requests(), "what was proposed meanwhile goes together")
}

// resumes has the broker go on after it has stood still for so long, and hear an answer to its fetch of the metadata of
// before: another leader.
func resumes(t *testing.T, stoodMs int64) (s *brokerHarness, news *protocol.Metadata) {
	s = newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1})
	news = &protocol.Metadata{
		Offset: s.broker.cache.offset + 1, Session: s.broker.cache.session,
		Partitions: []protocol.PartitionMetadata{{Leader: 2, LeaderEpoch: 6, PartitionEpoch: 2, ISR: protocol.SetOf(2)}},
	}
	s.messages = nil
	s.nowMs += stoodMs
	s.broker.Resume(vtime.AtMs(s.nowMs), vtime.AtMs(stoodMs), 0, s, event.None)
	s.deliver(network.Controller, news)
	require.True(t, s.partition().leads, "what lay in the socket is not the news")
	return s, news
}

func TestABrokerThatGoesOnAsksForTheNewsAnew(t *testing.T) {
	s, news := resumes(t, metadataTimeoutMs-1)
	require.Len(t, sent[*protocol.MetadataRequest](&s.recorder), 1)
	require.Equal(t, noError, s.errors(s.produces(protocol.AcksLeader, 1000, 1, 0)), "it leads on until it hears")
	news.Session = lastSent[*protocol.MetadataRequest](&s.recorder).Session
	s.deliver(network.Controller, news)
	require.Equal(t, []protocol.Error{protocol.NotLeaderOrFollower}, s.errors(s.produces(protocol.AcksLeader, 1000, 1, 0)))
}

func TestAFetchOfTheMetadataThatHasTimedOutGoesOutOverANewConnection(t *testing.T) {
	s, news := resumes(t, metadataTimeoutMs)
	require.Empty(t, sent[*protocol.MetadataRequest](&s.recorder), "a new connection shakes hands first")
	hello := lastSent[*protocol.Handshake](&s.recorder)
	s.deliver(network.Controller, &protocol.HandshakeResponse{Connection: hello.Connection - 1, Versions: true})
	require.Empty(t, sent[*protocol.MetadataRequest](&s.recorder), "of a connection that is no more")
	s.deliver(network.Controller, &protocol.HandshakeResponse{Connection: hello.Connection, Versions: true})
	news.Session = lastSent[*protocol.MetadataRequest](&s.recorder).Session
	s.deliver(network.Controller, news)
	require.Equal(t, []protocol.Error{protocol.NotLeaderOrFollower}, s.errors(s.produces(protocol.AcksLeader, 1000, 1, 0)))
}

func TestAHandshakeThatIsLostIsBegunAnew(t *testing.T) {
	s, _ := resumes(t, metadataTimeoutMs)
	wait := reconnectMs // and twice as long each time, as nothing comes
	for _, lost := range []protocol.Body{
		&protocol.Handshake{}, &protocol.HandshakeResponse{}, &protocol.MetadataRequest{}, &protocol.Metadata{},
	} {
		before := len(sent[*protocol.Handshake](&s.recorder))
		s.deliver(network.Controller, &protocol.Disconnect{Lost: lost})
		require.Len(t, sent[*protocol.Handshake](&s.recorder), before, "%s of a connection that is no more", lost.Name())
		switch lost := lost.(type) {
		case *protocol.Handshake:
			lost.Connection = s.broker.cache.session
		case *protocol.HandshakeResponse:
			lost.Connection = s.broker.cache.session
		case *protocol.MetadataRequest:
			lost.Session = s.broker.cache.session
		case *protocol.Metadata:
			lost.Session = s.broker.cache.session
		}
		s.deliver(network.Controller, &protocol.Disconnect{Lost: lost})
		s.until(s.nowMs + wait - 1)
		require.Len(t, sent[*protocol.Handshake](&s.recorder), before, lost.Name())
		s.until(s.nowMs + 1)
		require.Len(t, sent[*protocol.Handshake](&s.recorder), before+1, lost.Name())
		wait = min(2*wait, maxReconnectMs)
	}
	s.deliver(network.Controller, &protocol.HandshakeResponse{Connection: s.broker.cache.session})
	require.Zero(t, s.broker.cache.refused)
}

package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

func (s *brokerHarness) deletes(offset int64) {
	s.deliver(network.Admin, &protocol.DeleteRecordsRequest{Offset: offset, TimeoutMs: 30_000})
}

func (s *brokerHarness) deleteAnswers() (answers []protocol.DeleteRecordsResponse) {
	for _, a := range sent[*protocol.DeleteRecordsResponse](&s.recorder) {
		answers = append(answers, *a)
	}
	return answers
}

// Case FOL-13. In Kafka's case the leader's log begins at 2 from the start; here it does because records are deleted.
func TestAFollowerBelowItsLeadersStartStartsOver(t *testing.T) {
	p := newPair(t, 5, []int32{0, 4, 4, 4}, []int32{0})
	log := &p.leader.partition().log
	log.SetHighWatermark(4)
	log.RaiseStart(2)
	require.Equal(t, protocol.OffsetOutOfRange, p.round().Error)
	follower := &p.follower.partition().log
	require.Equal(t, []int64{2, 2, 2}, []int64{follower.Start(), follower.End(), follower.HighWatermark()})
	p.round()
	p.round()
	require.Equal(t, p.leader.writtenFrom(2), p.follower.writtenFrom(2))
	require.Equal(t, log.Epochs()[:1], follower.Epochs(), "the leader's own epoch has no record yet")
}

func (s *brokerHarness) writtenFrom(offset int64) (epochs []int32) {
	s.partition().log.Records(offset, func(_ int64, epoch int32, _ protocol.Record) bool {
		epochs = append(epochs, epoch)
		return true
	})
	return epochs
}

func TestADeletionWaitsForEveryLiveReplica(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: protocol.SetOf(1, 2), log: 5})
	s.fetches(2, 5)
	s.fetches(3, 0)
	require.EqualValues(t, 5, s.partition().log.HighWatermark())
	s.deletes(3)
	require.EqualValues(t, 3, s.partition().log.Start(), "the leader does not wait")
	require.Empty(t, s.deleteAnswers())
	at := protocol.FetchAt{LeaderEpoch: 5, LastEpoch: 4, Offset: 5, LogStart: 3}
	s.deliver(2, &protocol.FetchRequest{Follower: 2, BrokerEpoch: 2, Partitions: []protocol.FetchAt{at}})
	require.Empty(t, s.deleteAnswers(), "broker 3 is alive, though not in sync")
	s.tells(&protocol.Metadata{Brokers: []protocol.BrokerMetadata{{Broker: 3, Epoch: 3, Fenced: true}}})
	require.Empty(t, s.deleteAnswers(), "nobody looks at that time")
	s.deliver(2, &protocol.FetchRequest{Follower: 2, BrokerEpoch: 2, Partitions: []protocol.FetchAt{at}})
	require.Equal(t, []protocol.DeleteRecordsResponse{{LowWatermark: 3}}, s.deleteAnswers())
}

func TestADeletionRunsOutOfTime(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 5})
	s.fetches(2, 5)
	s.deletes(-1)
	s.until(startMs + 29_999)
	require.Empty(t, s.deleteAnswers())
	s.until(startMs + 30_000)
	require.Equal(t, []protocol.DeleteRecordsResponse{{Error: protocol.RequestTimedOut, LowWatermark: -1}},
		s.deleteAnswers())
}

func TestADeletionEndsWithTheLead(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 5})
	s.fetches(2, 5)
	s.deletes(2)
	s.elects(2, withR1)
	require.Equal(t, []protocol.DeleteRecordsResponse{{Error: protocol.NotLeaderOrFollower, LowWatermark: -1}},
		s.deleteAnswers())
	s.deletes(2)
	require.Len(t, s.deleteAnswers(), 2, "a follower refuses")
}

func TestWhatACrashFindsOfADeletion(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly, log: 5})
	s.deletes(3)
	require.Equal(t, []protocol.DeleteRecordsResponse{{LowWatermark: 3}}, s.deleteAnswers())
	s.nowMs += 1000
	s.broker.Kill(vtime.AtMs(s.nowMs), s, event.None)
	s.broker.Start(vtime.AtMs(s.nowMs), s, event.None)
	require.EqualValues(t, 0, s.partition().log.Start(), "it was not saved yet")

	saved := newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly, log: 5})
	saved.deletes(3)
	saved.until(startMs + 90_000)
	saved.broker.Kill(vtime.AtMs(saved.nowMs), saved, event.None)
	saved.broker.Start(vtime.AtMs(saved.nowMs), saved, event.None)
	require.EqualValues(t, 3, saved.partition().log.Start())
}

package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/storage"
)

// The cases of Kafka's AbstractFetcherThreadTest.

// A pair is a leader, broker 1, and its follower, broker 2, with the test between them.
type pair struct {
	leader, follower *brokerHarness
}

// newPair has each fill its log with one record of each of its epochs before it hears who leads.
func newPair(t *testing.T, epoch int32, ofLeader, ofFollower []int32) *pair {
	of := func(self protocol.NodeID, epochs []int32) *brokerHarness {
		return newBrokerHarness(t, brokerSetup{self: self, replicas: 2, isr: withR1, epoch: epoch, epochs: epochs})
	}
	return &pair{leader: of(1, ofLeader), follower: of(2, ofFollower)}
}

// round carries the follower's newest fetch to the leader, and the answer back: one batch at most, and no waiting.
func (p *pair) round() protocol.FetchData {
	r := *lastSent[*protocol.FetchRequest](&p.follower.recorder)
	r.MaxBytes, r.MaxWaitMs = 1, 0
	p.leader.deliver(2, &r)
	answer := lastSent[*protocol.FetchResponse](&p.leader.recorder)
	p.follower.deliver(1, answer)
	return answer.Partitions[0]
}

// hearsOfTheNextEpoch is metadata: broker 1 leads in it, as before.
func (s *brokerHarness) hearsOfTheNextEpoch() { s.elects(1, withR1) }

func (s *brokerHarness) ends() int64 { return s.partition().log.End() }

func (s *brokerHarness) written() []protocol.Batch {
	return s.partition().log.Read(0, storage.ReadLimit{Bytes: 1 << 20, Records: 1000, AtLeastOne: true})
}

func (s *brokerHarness) fetchCount() int { return len(sent[*protocol.FetchRequest](&s.recorder)) }

// Case FOL-03.
func TestAFollowerOfAnOldEpochWaitsForMetadata(t *testing.T) {
	p := newPair(t, 5, []int32{4, 4}, []int32{4, 4})
	p.round()
	p.leader.hearsOfTheNextEpoch()
	require.Equal(t, protocol.FencedLeaderEpoch, p.round().Error)
	require.True(t, p.follower.partition().failed)
	n := p.follower.fetchCount()
	p.follower.until(startMs + 60_000)
	require.Equal(t, n, p.follower.fetchCount(), "time does not help")
	p.follower.publishes(3, withR1, 0)
	require.Equal(t, n, p.follower.fetchCount(), "nor does metadata of the same epoch")
	p.follower.hearsOfTheNextEpoch()
	require.Equal(t, n+1, p.follower.fetchCount())
	require.Equal(t, protocol.None, p.round().Error)
}

// Case FOL-05.
func TestAFollowerThatIsAheadOfItsLeaderTriesAgain(t *testing.T) {
	p := newPair(t, 5, []int32{4, 4}, nil)
	p.round()
	require.EqualValues(t, 1, p.follower.ends())
	p.follower.hearsOfTheNextEpoch()
	p.round()
	require.EqualValues(t, 1, p.follower.ends(), "what was asked for in the epoch before is passed over")
	require.Equal(t, protocol.UnknownLeaderEpoch, p.round().Error)
	require.EqualValues(t, 1, p.follower.ends())
	require.False(t, p.follower.partition().failed)

	n := p.follower.fetchCount()
	p.follower.until(startMs + 999)
	require.Equal(t, n, p.follower.fetchCount(), "it backs off")
	p.follower.until(startMs + 1000)
	require.Equal(t, n+1, p.follower.fetchCount())
	p.leader.hearsOfTheNextEpoch()
	require.Equal(t, protocol.None, p.round().Error)
	require.EqualValues(t, 2, p.follower.ends())
}

// Case FOL-07.
func TestAFollowerCutsTheTailThatItsLeaderDoesNotHave(t *testing.T) {
	p := newPair(t, 6, []int32{0, 2, 5}, []int32{0, 2, 4})
	p.leader.partition().log.SetHighWatermark(2)
	before := p.leader.progress(2)
	got := p.round()
	require.True(t, got.Diverges)
	require.Equal(t, protocol.EpochEnd{Epoch: 2, EndOffset: 2}, got.Diverging)
	require.EqualValues(t, 2, p.follower.ends())
	require.EqualValues(t, 2, p.follower.partition().log.LatestEpoch())
	require.Zero(t, p.follower.partition().log.HighWatermark(), "what else such an answer says is not taken")
	require.Equal(t, before, p.leader.progress(2), "nor does the leader note anything")
	p.round()
	p.round()
	require.EqualValues(t, 5, p.follower.partition().log.LatestEpoch())
	require.Equal(t, p.leader.written(), p.follower.written())
	require.EqualValues(t, 3, p.leader.progress(2).LogEndOffset)
}

// When the follower lacks the epoch that the leader named, it takes more than one round.
func TestAFollowerWithOtherEpochsTakesSeveralRounds(t *testing.T) {
	p := newPair(t, 9, []int32{1, 1, 4, 4, 8}, []int32{1, 2, 2, 5, 5})
	for range 12 {
		p.round()
	}
	require.Equal(t, p.leader.written(), p.follower.written())
	cuts := len(emitted[*event.Truncate](&p.follower.recorder))
	require.Greater(t, cuts, 1)
}

// Case FOL-10, with one record more, so that the first cut shows.
func TestATruncationForAPartitionThatWasTakenAwayIsPassedOver(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR2, partitions: 2, leader: 2, epochs: []int32{0, 2, 4, 4}})
	diverging := func(r *protocol.FetchRequest, end int64) {
		answer := &protocol.FetchResponse{Fetcher: r.Fetcher, Session: r.Session}
		for _, at := range r.Partitions {
			d := protocol.FetchData{Partition: at.Partition}
			if at.Partition == 0 {
				d.Diverges, d.Diverging = true, protocol.EpochEnd{Epoch: 4, EndOffset: end}
			}
			answer.Partitions = append(answer.Partitions, d)
		}
		s.deliver(2, answer)
	}
	diverging(lastSent[*protocol.FetchRequest](&s.recorder), 3)
	require.EqualValues(t, 3, s.ends())
	before := lastSent[*protocol.FetchRequest](&s.recorder)
	s.elects(3, withR2)
	require.NotEqual(t, before, lastSent[*protocol.FetchRequest](&s.recorder), "another fetcher asks its new leader")
	diverging(before, 2)
	require.EqualValues(t, 3, s.ends())
}

// Case FOL-11: metadata that brings no new leader epoch takes nothing from a fetcher.
func TestNoNewEpochIsNoReasonToCompareAgain(t *testing.T) {
	p := newPair(t, 6, []int32{0, 5, 5}, []int32{0, 2, 4})
	p.round()
	require.EqualValues(t, 1, p.follower.ends())
	n := p.follower.fetchCount()
	p.follower.publishes(2, withR1, 0)
	require.Equal(t, n, p.follower.fetchCount())
	p.round()
	require.EqualValues(t, 2, p.follower.ends(), "the answer to what was asked before is taken")
	cuts := len(emitted[*event.Truncate](&p.follower.recorder))
	require.Equal(t, 1, cuts)
}

// Case FOL-12.
func TestAFollowerOfAnEmptyLogEmptiesItsOwn(t *testing.T) {
	p := newPair(t, 5, []int32{0, 2, 4}, []int32{0, 2, 4})
	p.round()
	p.round()
	require.EqualValues(t, 3, p.follower.partition().log.HighWatermark())
	p.leader.partition().log.TruncateTo(0)
	require.Equal(t, protocol.OffsetOutOfRange, p.round().Error)
	require.Zero(t, p.follower.ends())
	require.Zero(t, p.follower.partition().log.HighWatermark())
}

// What was asked for in an epoch that is over may say where logs part that the new leader has not seen
// (AbstractFetcherThread.processFetchRequest).
func TestAnAnswerOfTheEpochBeforeIsNotTaken(t *testing.T) {
	p := newPair(t, 5, []int32{4}, nil)
	r := lastSent[*protocol.FetchRequest](&p.follower.recorder)
	p.follower.hearsOfTheNextEpoch()
	require.Equal(t, 1, p.follower.fetchCount(), "one is under way, to the same leader")
	p.leader.deliver(2, r)
	p.follower.deliver(1, lastSent[*protocol.FetchResponse](&p.leader.recorder))
	require.Zero(t, p.follower.ends())
	require.Equal(t, 2, p.follower.fetchCount())
	require.EqualValues(t, 6, lastSent[*protocol.FetchRequest](&p.follower.recorder).Partitions[0].LeaderEpoch)
}

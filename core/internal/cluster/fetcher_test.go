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

// follower is a harness whose broker follows broker 2 in two partitions; its first fetch waits there.
func follower(t *testing.T) *brokerHarness {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, partitions: 2, leader: 2})
	require.Len(t, sent[*protocol.FetchRequest](&s.recorder), 1)
	return s
}

// asked is what the newest fetch asks for, and how many there have been.
func (s *brokerHarness) asked() (r *protocol.FetchRequest, fetches int) {
	return lastSent[*protocol.FetchRequest](&s.recorder), len(sent[*protocol.FetchRequest](&s.recorder))
}

// answers is the leader's answer to a fetch: n records as one batch for each partition it asks for.
func (s *brokerHarness) answers(r *protocol.FetchRequest, n int) {
	answer := &protocol.FetchResponse{Fetcher: r.Fetcher, Session: r.Session}
	for _, at := range r.Partitions {
		d := protocol.FetchData{Partition: at.Partition, HighWatermark: at.Offset}
		if n > 0 {
			d.Batches = []protocol.Batch{{BaseOffset: at.Offset, Epoch: 5, Records: make([]protocol.Record, n)}}
		}
		answer.Partitions = append(answer.Partitions, d)
	}
	s.deliver(2, answer)
}

func (s *brokerHarness) requireAsked(fetches int, at ...protocol.FetchAt) *protocol.FetchRequest {
	s.t.Helper()
	r, n := s.asked()
	require.Equal(s.t, fetches, n, "fetches so far")
	for i := range at {
		at[i].LeaderEpoch, at[i].LastEpoch = 5, 5
		if at[i].Offset == 0 {
			at[i].LastEpoch = protocol.UndefinedEpoch
		}
	}
	require.ElementsMatch(s.t, at, r.Partitions, "in whatever order it is their turn")
	return r
}

func TestOneFetcherServesAllPartitionsOfALeader(t *testing.T) {
	s := follower(t)
	r := s.requireAsked(1, protocol.FetchAt{Partition: 0}, protocol.FetchAt{Partition: 1})
	s.answers(r, 3)
	s.requireAsked(2, protocol.FetchAt{Partition: 0, Offset: 3}, protocol.FetchAt{Partition: 1, Offset: 3})
}

func TestTheNextFetchGoesOutWhenTheRecordsAreWritten(t *testing.T) {
	s := follower(t)
	s.broker.config.AppendTime = 2 * vtime.Millisecond
	r, _ := s.asked()
	s.answers(r, 1)
	s.until(startMs + 1)
	require.Zero(t, s.partition().log.End())
	s.until(startMs + 2)
	require.EqualValues(t, 1, s.partition().log.End())
	r = s.requireAsked(2, protocol.FetchAt{Partition: 0, Offset: 1}, protocol.FetchAt{Partition: 1, Offset: 1})
	s.answers(r, 0)
	s.requireAsked(3, protocol.FetchAt{Partition: 0, Offset: 1}, protocol.FetchAt{Partition: 1, Offset: 1})
}

func TestAFollowersHighWatermarkIsBoundedByItsLog(t *testing.T) {
	s := follower(t)
	s.deliver(2, &protocol.FetchResponse{Session: s.broker.sessions, Partitions: []protocol.FetchData{
		{Partition: 0, HighWatermark: 9, Batches: []protocol.Batch{{Records: make([]protocol.Record, 4)}}},
		{Partition: 1, HighWatermark: 9},
	}})
	require.EqualValues(t, 4, s.broker.Log(0).HighWatermark(), "records first, then the edge")
	require.Zero(t, s.broker.Log(1).HighWatermark())
}

func TestAFetchDelayHoldsBackWhatIsSentFromThenOn(t *testing.T) {
	s := follower(t)
	now := vtime.AtMs(startMs)
	s.broker.SetFetchDelay(now, event.None, vtime.Second, s, event.None)
	r, n := s.asked()
	require.Equal(t, 1, n, "the one under way is not sent again")
	s.answers(r, 0)
	require.Equal(t, []vtime.Duration{0, vtime.Second}, s.extra)
	s.broker.SetFetchDelay(now, event.None, 0, s, event.None)
	r, _ = s.asked()
	s.answers(r, 0)
	require.Equal(t, []vtime.Duration{0, vtime.Second, 0}, s.extra)
}

func TestAPartitionWithADelayOfItsOwnHasAFetcherOfItsOwn(t *testing.T) {
	s := follower(t)
	now := vtime.AtMs(startMs)
	shared, _ := s.asked()
	require.True(t, s.broker.FetchDelayDiffers(1, vtime.Second))
	s.broker.SetFetchDelay(now, 1, vtime.Second, s, event.None)
	require.False(t, s.broker.FetchDelayDiffers(1, vtime.Second))
	own := s.requireAsked(2, protocol.FetchAt{Partition: 1})
	require.Equal(t, []vtime.Duration{0, vtime.Second}, s.extra, "it asks at once, and slowly")

	s.answers(shared, 2)
	require.EqualValues(t, 2, s.broker.Log(0).End())
	require.Zero(t, s.broker.Log(1).End(), "what the shared one brings for it is passed over")
	shared = s.requireAsked(3, protocol.FetchAt{Partition: 0, Offset: 2})
	s.answers(own, 2)
	require.EqualValues(t, 2, s.broker.Log(1).End())
	own = s.requireAsked(4, protocol.FetchAt{Partition: 1, Offset: 2})

	s.broker.SetFetchDelay(now, 1, 0, s, event.None)
	s.answers(shared, 1)
	shared = s.requireAsked(5, protocol.FetchAt{Partition: 0, Offset: 3}, protocol.FetchAt{Partition: 1, Offset: 2})
	s.answers(shared, 1)
	require.EqualValues(t, 3, s.broker.Log(1).End(), "healed, it is the shared fetcher's again")
	s.answers(own, 1)
	require.EqualValues(t, 3, s.broker.Log(1).End(), "and the late answer is passed over")
	s.requireAsked(6, protocol.FetchAt{Partition: 0, Offset: 4}, protocol.FetchAt{Partition: 1, Offset: 3})
}

func TestADelayOfTheWholeBrokerEndsThoseOfItsPartitions(t *testing.T) {
	s := follower(t)
	now := vtime.AtMs(startMs)
	s.broker.SetFetchDelay(now, 1, vtime.Second, s, event.None)
	require.True(t, s.broker.FetchDelayDiffers(event.None, 0))
	s.broker.SetFetchDelay(now, event.None, 0, s, event.None)
	require.False(t, s.broker.FetchDelayDiffers(event.None, 0))
	require.False(t, s.broker.FetchDelayDiffers(1, 0))
}

func TestAPausedFollowerTakesWhatIsUnderWayAndAsksForNoMore(t *testing.T) {
	s := follower(t)
	now := vtime.AtMs(startMs)
	s.broker.PauseFetches(now, true, s, event.None)
	r, _ := s.asked()
	s.answers(r, 1)
	require.EqualValues(t, 1, s.partition().log.End())
	_, n := s.asked()
	require.Equal(t, 1, n)
	s.broker.PauseFetches(now, false, s, event.None)
	s.requireAsked(2, protocol.FetchAt{Partition: 0, Offset: 1}, protocol.FetchAt{Partition: 1, Offset: 1})
	s.broker.PauseFetches(now, false, s, event.None)
	_, n = s.asked()
	require.Equal(t, 2, n, "it has one under way already")
}

func TestAFetchRateMakesRecordsTakeTheirTime(t *testing.T) {
	s := follower(t)
	r, _ := s.asked()
	require.Zero(t, r.MaxRecords)
	s.broker.SetFetchRate(vtime.AtMs(s.nowMs), 20, s, event.None)
	s.answers(r, 0)
	r, _ = s.asked()
	require.EqualValues(t, 10, r.MaxRecords, "no more than it can copy while a fetch may wait")
	s.answers(r, 1)
	s.until(startMs + 99)
	require.Zero(t, s.partition().log.End(), "two records at twenty a second take a tenth of one")
	s.until(startMs + 100)
	require.EqualValues(t, 1, s.partition().log.End())
	s.broker.SetFetchRate(vtime.AtMs(s.nowMs), 0.5, s, event.None)
	r, _ = s.asked()
	s.answers(r, 0)
	r, _ = s.asked()
	require.EqualValues(t, 1, r.MaxRecords, "at the slowest one at a time")
}

func TestALeaderGivesNoMoreRecordsThanAreAskedFor(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 5, partitions: 2})
	s.deliver(2, &protocol.FetchRequest{
		Follower: 2, BrokerEpoch: 2, MaxBytes: 1 << 20, MaxBytesInAll: 10 << 20, MaxRecords: 3,
		Partitions: []protocol.FetchAt{s.from(0, 0), s.from(1, 0)},
	})
	answer := lastSent[*protocol.FetchResponse](&s.recorder)
	require.Len(t, answer.Partitions[0].Batches, 3)
	require.Empty(t, answer.Partitions[1].Batches, "in all, over its partitions")
}

func TestAFollowerThatIsHeldOutAsksForNothingUntilItIsPutBack(t *testing.T) {
	s := follower(t)
	s.publishes(2, protocol.SetOf(2), protocol.SetOf(1))
	r, _ := s.asked()
	s.answers(r, 1)
	require.Zero(t, s.broker.Log(0).End(), "what comes for the partition it is held out of is passed over")
	s.requireAsked(2, protocol.FetchAt{Partition: 1, Offset: 1})
	s.publishes(2, protocol.SetOf(2), 0)
	r, _ = s.asked()
	s.answers(r, 0)
	s.requireAsked(3, protocol.FetchAt{Partition: 0}, protocol.FetchAt{Partition: 1, Offset: 1})
}

// fetchesPatiently is a fetch that may wait half a second.
func (s *brokerHarness) fetchesPatiently(offset int64) { s.fetchesAs(2, 2, 500, 0, offset) }

func TestAFetchWaitsForRecordsAndNotForTheHighWatermark(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 3, isr: withR2, log: 10})
	answers := func() []*event.FetchResponse { return emitted[*event.FetchResponse](&s.recorder) }
	s.fetchesPatiently(10)
	s.fetches(3, 10)
	require.EqualValues(t, 10, s.partition().log.HighWatermark())
	require.Len(t, answers(), 1, "the edge has moved, and only R2 is answered, which did not want to wait")
	s.produces(protocol.AcksLeader, 0, 2, 0)
	require.Equal(t, event.NewData, answers()[1].Reason)
	last := lastSent[*protocol.FetchResponse](&s.recorder)
	require.EqualValues(t, 10, last.Partitions[0].HighWatermark, "it tells of the edge as it is when it is read again")
	require.EqualValues(t, 10, s.progress(2).LogEndOffset, "the second reading says nothing new of the follower")

	s.fetchesPatiently(12)
	s.until(startMs + 499)
	require.Len(t, answers(), 2)
	s.until(startMs + 500)
	require.Equal(t, event.WaitOver, answers()[2].Reason)
}

func TestACopyOfABrokerGoesOnByItself(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 2, isr: withR1, log: 10})
	s.produces(protocol.AcksAll, 1000, 1, 0)
	copied := s.broker.Clone()
	twin := &brokerHarness{broker: copied, recorder: recorder{t: t, nowMs: s.nowMs, timers: slices.Clone(s.timers)}}
	s.fetches(2, 11)
	require.Equal(t, noError, s.errors(1))
	require.Nil(t, twin.answer(1))
	require.Equal(t, 1, copied.Produces().NumDelayed())
	require.EqualValues(t, -1, twin.progress(2).LogEndOffset)
	twin.until(startMs + 1000)
	require.Equal(t, timedOut, twin.errors(1))
	require.Zero(t, s.broker.Expired())
}

func TestABrokerTakesOnlyWhatIsMeantForBrokers(t *testing.T) {
	s := newBrokerHarness(t, brokerSetup{replicas: 1, isr: leaderOnly})
	strange := network.Message{Body: &protocol.AlterPartitionRequest{}}
	require.Panics(t, func() { s.broker.Receive(0, &strange, s) })
	o := newControllerHarness(t, Config{}, rules.PartitionRegistration{})
	require.Panics(t, func() { o.controller.Receive(0, &network.Message{Body: &protocol.Metadata{}}, s) })
}

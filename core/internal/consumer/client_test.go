package consumer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// world is what a consumer acts on in a test (network.Effects): it keeps what the consumer emits, sends and wants to be
// woken for. Time passes when the test says so.
type world struct {
	t       *testing.T
	client  *Client
	nowMs   int64
	life    int32 // of every broker
	events  []event.Body
	fetches []network.Message
	asked   int     // for metadata, so many times
	wakes   []int64 // when it looks once more, in ms
	watches []int64 // when it sees whether a fetch is overdue
}

const consumerNode protocol.NodeID = 5

// newWorld is a consumer of partitions 0 and 1 that has looked for the leaders and found them: 1 and 2.
func newWorld(t *testing.T) *world { return newWorldWith(t, protocol.ResetLatest) }

func newWorldWith(t *testing.T, policy protocol.OffsetReset) *world {
	w := &world{t: t, life: network.FirstLife, client: New(consumerNode, 0, []int32{0, 1}, policy)}
	w.client.Start(w, event.None)
	require.Equal(t, 1, w.asked)
	w.receive(network.Controller, &protocol.Metadata{Partitions: []protocol.PartitionMetadata{
		{Partition: 0, Leader: 1}, {Partition: 1, Leader: 2},
	}})
	require.Len(t, w.fetches, 2)
	return w
}

func (w *world) now() vtime.Time { return vtime.AtMs(w.nowMs) }

func (w *world) Emit(_ int32, body event.Body) int32 {
	w.events = append(w.events, body)
	return int32(len(w.events) - 1)
}

func (w *world) Send(m network.Message, _ vtime.Duration) vtime.Time {
	switch m.Body.(type) {
	case *protocol.MetadataRequest:
		require.Equal(w.t, network.Controller, m.To)
		w.asked++
	case *protocol.ConsumerFetchRequest:
		w.fetches = append(w.fetches, m)
	default:
		require.Fail(w.t, m.Body.Name())
	}
	return w.now()
}

func (w *world) Life(protocol.NodeID) int32    { return w.life }
func (w *world) NextRequest() int32            { return 0 }
func (w *world) HangUp(protocol.NodeID, int32) {}

func (w *world) Wake(at vtime.Time, t network.Timer) {
	if t.What == timerTimeout {
		w.watches = append(w.watches, at.Ms())
	} else {
		w.wakes = append(w.wakes, at.Ms())
	}
}

// looks lets the consumer look for leaders once more.
func (w *world) looks() { w.client.Wake(w.now(), network.Timer{What: timerLook}, w) }

func (w *world) receive(from protocol.NodeID, body protocol.Body) {
	w.client.Receive(w.now(), &network.Message{
		From: from, FromLife: w.life, To: consumerNode, Body: body,
	}, w)
}

// leads has the controller tell of a partition's leader.
func (w *world) leads(partition int32, leader protocol.NodeID, epoch int32) {
	w.receive(network.Controller, &protocol.Metadata{Partitions: []protocol.PartitionMetadata{
		{Partition: partition, Leader: leader, LeaderEpoch: epoch},
	}})
}

// fetchOf is the newest fetch that was sent to a broker.
func (w *world) fetchOf(broker protocol.NodeID) *protocol.ConsumerFetchRequest {
	for i := len(w.fetches) - 1; i >= 0; i-- {
		if w.fetches[i].To == broker {
			return w.fetches[i].Body.(*protocol.ConsumerFetchRequest)
		}
	}
	require.Fail(w.t, "no fetch")
	return nil
}

// answer answers a fetch of one partition.
func (w *world) answer(broker protocol.NodeID, r *protocol.ConsumerFetchRequest, d protocol.FetchData) {
	d.Partition = r.Partitions[0].Partition
	w.receive(broker, &protocol.ConsumerFetchResponse{Session: r.Session, Partitions: []protocol.FetchData{d}})
}

// records is an answer with records from an offset on, all of them committed.
func records(from int64, epoch int32, n int) protocol.FetchData {
	return protocol.FetchData{
		HighWatermark: from + int64(n),
		Batches:       []protocol.Batch{{BaseOffset: from, Epoch: epoch, Records: make([]protocol.Record, n)}},
	}
}

func (w *world) position(partition int32) int64 {
	at, _, ok := w.client.Position(partition)
	require.True(w.t, ok)
	return at
}

// visible is how far the consumer has told that it came, each time.
func (w *world) visible() (to []int64) {
	for _, e := range w.events {
		if e, is := e.(*event.Visible); is {
			to = append(to, e.Offset+1)
		}
	}
	return to
}

func TestItReadsToTheHighWatermarkAndAsksFromThere(t *testing.T) {
	w := newWorld(t)
	d := records(0, 0, 5)
	d.HighWatermark = 3
	w.answer(1, w.fetchOf(1), d)
	require.EqualValues(t, 3, w.position(0))
	require.Equal(t, protocol.FetchAt{Partition: 0, Offset: 3}, w.fetchOf(1).Partitions[0])
	require.Equal(t, []int64{3}, w.visible())
	_, _, reads := w.client.Position(7)
	require.False(t, reads)
}

// Broker 1 leads no more, and does not know it: what it answers is as good as ever where it is what the consumer wants
// next, and nothing where the consumer has read on (FetchCollector.handleInitializeSuccess).
func TestAnAnswerCountsOnlyWhereTheConsumerStillStands(t *testing.T) {
	w := newWorld(t)
	late := w.fetchOf(1)
	w.leads(0, 2, 1)
	w.answer(2, w.fetchOf(2), protocol.FetchData{}) // of partition 1: it asks for both now
	both := w.fetchOf(2)
	require.Len(t, both.Partitions, 2)
	w.receive(2, &protocol.ConsumerFetchResponse{Session: both.Session, Partitions: []protocol.FetchData{
		records(0, 1, 3), {Partition: 1},
	}})
	require.EqualValues(t, 3, w.position(0))
	w.answer(1, late, records(0, 0, 2))
	require.EqualValues(t, 3, w.position(0), "it does not go back")
	require.Equal(t, []int64{3}, w.visible())
	require.EqualValues(t, 3, w.fetchOf(2).Partitions[0].Offset)
}

func TestALateAnswerOfADeposedLeaderMayBeWhatIsWantedNext(t *testing.T) {
	w := newWorld(t)
	late := w.fetchOf(1)
	w.leads(0, 2, 1)
	w.answer(1, late, records(0, 0, 2))
	require.EqualValues(t, 2, w.position(0))
}

// The new leader has other records from offset 2 on: the consumer steps back there, and is content with the epoch that
// ends there (SubscriptionState.maybeCompleteValidation).
func TestItStepsBackWhereANewLeadersLogParts(t *testing.T) {
	w := newWorld(t)
	w.answer(1, w.fetchOf(1), records(0, 4, 5))
	require.EqualValues(t, 5, w.position(0))
	w.leads(0, 3, 6)
	r := w.fetchOf(3)
	require.Equal(t, protocol.FetchAt{Partition: 0, LeaderEpoch: 6, LastEpoch: 4, Offset: 5}, r.Partitions[0])
	w.answer(3, r, protocol.FetchData{Diverges: true, Diverging: protocol.EpochEnd{Epoch: 3, EndOffset: 2}})
	require.EqualValues(t, 2, w.position(0))
	require.Equal(t, protocol.FetchAt{Partition: 0, LeaderEpoch: 6, LastEpoch: 3, Offset: 2}, w.fetchOf(3).Partitions[0])
}

func TestWhereItGoesOnWhenItsOffsetIsGoneIsForItsPolicy(t *testing.T) {
	gone := protocol.FetchData{Error: protocol.OffsetOutOfRange, LogStart: 7, HighWatermark: 9}
	for policy, to := range map[protocol.OffsetReset]int64{protocol.ResetLatest: 9, protocol.ResetEarliest: 7} {
		w := newWorldWith(t, policy)
		w.answer(1, w.fetchOf(1), records(0, 4, 5))
		w.answer(1, w.fetchOf(1), gone)
		require.Equal(t, to, w.position(0))
		require.Equal(t, &event.OffsetReset{Broker: 1, From: 5, To: to, Policy: policy.String()}, w.events[1])
		require.Equal(t, protocol.FetchAt{Partition: 0, LastEpoch: -1, Offset: to}, w.fetchOf(1).Partitions[0])
	}
}

// Without a policy the application is told, and reads no further in that partition; it goes on with the others.
func TestWithoutAPolicyItEndsWhereItsOffsetIsGone(t *testing.T) {
	for _, answer := range []protocol.FetchData{
		{Error: protocol.OffsetOutOfRange, LogStart: 7, HighWatermark: 9},
		{Diverges: true, Diverging: protocol.EpochEnd{Epoch: 3, EndOffset: 2}},
	} {
		w := newWorldWith(t, protocol.ResetNone)
		w.answer(1, w.fetchOf(1), records(0, 4, 5))
		asked := len(w.fetches)
		w.answer(1, w.fetchOf(1), answer)
		require.Equal(t, &event.OffsetReset{Broker: 1, From: 5, To: -1, Policy: "none"}, w.events[1])
		at, ended, _ := w.client.Position(0)
		require.EqualValues(t, 5, at)
		require.True(t, ended)
		w.leads(0, 3, 6)
		require.Len(t, w.fetches, asked, "no fetch")
		w.answer(2, w.fetchOf(2), records(0, 4, 5))
		require.EqualValues(t, 5, w.position(1))
	}
}

func TestWithoutAPolicyItGoesOnWhereNothingItHasReadIsCutOff(t *testing.T) {
	w := newWorldWith(t, protocol.ResetNone)
	w.answer(1, w.fetchOf(1), records(0, 4, 5))
	w.answer(1, w.fetchOf(1), protocol.FetchData{
		Diverges: true, Diverging: protocol.EpochEnd{Epoch: 3, EndOffset: 6},
	})
	require.Len(t, w.events, 1)
	require.Equal(t, protocol.FetchAt{Partition: 0, LastEpoch: 3, Offset: 5}, w.fetchOf(1).Partitions[0])
}

// It does not step back for a leader that has been deposed in its turn, nor for one that speaks of another position.
func TestItDoesNotStepBackForALeaderThatIsNoneAnyMore(t *testing.T) {
	w := newWorld(t)
	w.answer(1, w.fetchOf(1), records(0, 4, 5))
	w.leads(0, 3, 6)
	late := w.fetchOf(3)
	w.leads(0, 1, 7)
	w.answer(3, late, protocol.FetchData{Diverges: true, Diverging: protocol.EpochEnd{Epoch: 3, EndOffset: 2}})
	require.EqualValues(t, 5, w.position(0))

	w = newWorld(t)
	w.answer(1, w.fetchOf(1), records(0, 4, 5))
	w.leads(0, 3, 6)
	late = w.fetchOf(3)
	w.client.reads[0].offset = 7 // it has read on meanwhile
	w.answer(3, late, protocol.FetchData{Diverges: true, Diverging: protocol.EpochEnd{Epoch: 3, EndOffset: 2}})
	require.EqualValues(t, 7, w.position(0))
}

// An error of the leader makes the consumer look for another; one of a former leader makes it look, and go on reading
// (FetchCollector.handleInitializeErrors).
func TestAnErrorMakesItLookForTheLeader(t *testing.T) {
	w := newWorld(t)
	w.answer(1, w.fetchOf(1), protocol.FetchData{Error: protocol.NotLeaderOrFollower})
	require.Equal(t, []int64{100}, w.wakes)
	require.Len(t, w.fetches, 2, "nobody is asked for partition 0")
	w.nowMs = 100
	w.looks()
	require.Equal(t, 2, w.asked)
	w.leads(0, 3, 1)
	require.EqualValues(t, 0, w.fetchOf(3).Partitions[0].Partition)

	w = newWorld(t)
	late := w.fetchOf(1)
	w.leads(0, 3, 1)
	w.answer(1, late, protocol.FetchData{Error: protocol.FencedLeaderEpoch})
	require.Equal(t, []int64{100}, w.wakes)
	w.answer(3, w.fetchOf(3), records(0, 0, 1))
	require.EqualValues(t, 1, w.position(0))
}

// The waits between searches double up to a second, and begin anew when something was read.
func TestItLooksMoreSeldomTheLongerThereIsNoLeader(t *testing.T) {
	w := newWorld(t)
	w.receive(1, &protocol.Disconnect{})
	var waits []int64
	for range 6 {
		at := w.wakes[len(w.wakes)-1]
		waits = append(waits, at-w.nowMs)
		w.nowMs = at
		w.looks()
		w.leads(0, protocol.NoLeader, 1)
	}
	require.Equal(t, []int64{100, 200, 400, 800, 1000, 1000}, waits)
	w.leads(0, 3, 2)
	w.answer(3, w.fetchOf(3), records(0, 2, 1))
	w.nowMs = w.wakes[len(w.wakes)-1]
	w.looks()
	w.leads(0, 3, 2)
	w.receive(3, &protocol.Disconnect{})
	require.EqualValues(t, 100, w.wakes[len(w.wakes)-1]-w.nowMs)
}

// A fetch whose connection is gone is no more: what comes of it all the same is not taken.
func TestAnAnswerThatNobodyWaitsForIsNotTaken(t *testing.T) {
	w := newWorld(t)
	r := w.fetchOf(1)
	w.receive(1, &protocol.Disconnect{Lost: r})
	w.answer(1, r, records(0, 0, 1))
	require.Zero(t, w.position(0))
}

func TestACopyOfAConsumerIsItsOwn(t *testing.T) {
	w := newWorld(t)
	before := w.client.Clone()
	w.answer(1, w.fetchOf(1), records(0, 0, 2))
	at, _, _ := before.Position(0)
	require.Zero(t, at)
	require.Len(t, before.flying, 2)
}

// The word that a process has ended comes late: the consumer has long learnt it and is connected to the next one.
func TestTheEndOfAFormerLifeIsOldNews(t *testing.T) {
	w := newWorld(t)
	w.receive(1, &protocol.Disconnect{Lost: w.fetchOf(1)})
	w.nowMs, w.life = w.wakes[0], 2
	w.looks()
	w.leads(0, 1, 1)
	require.EqualValues(t, 2, w.fetches[len(w.fetches)-1].Life, "the connection leads to the new process")
	w.life = 1
	w.receive(1, &protocol.Disconnect{})
	require.Len(t, w.wakes, 1)
	w.life = 2
	w.answer(1, w.fetchOf(1), records(0, 0, 1))
	require.EqualValues(t, 1, w.position(0))
	require.EqualValues(t, 2, w.fetches[len(w.fetches)-1].Life)
	w.receive(1, &protocol.Disconnect{})
	require.Len(t, w.wakes, 2)
}

// What is asked on a connection is for the process that it leads to, even if that is no more: nobody has said so.
func TestAConnectionLeadsToOneProcess(t *testing.T) {
	w := newWorld(t)
	w.life = 2
	w.answer(1, w.fetchOf(1), records(0, 0, 1))
	require.EqualValues(t, 1, w.fetches[len(w.fetches)-1].Life)
}

// The machine of a leader may have no power, and tells nobody. A fetch that has waited for request.timeout.ms is given
// up, and the consumer looks for who leads now (NetworkClient.handleTimedOutRequests).
func TestAFetchThatNobodyAnswersIsGivenUp(t *testing.T) {
	w := newWorld(t)
	require.Equal(t, []int64{30_001}, w.watches, "one timer for all")
	w.nowMs = 20_000
	w.answer(2, w.fetchOf(2), protocol.FetchData{}) // of partition 1
	late := w.fetchOf(1)
	w.nowMs = 30_001
	w.client.Wake(w.now(), network.Timer{What: timerTimeout}, w)
	require.Equal(t, []int64{30_001, 50_001}, w.watches)
	require.Equal(t, []int64{30_101}, w.wakes)
	w.nowMs = 30_101
	w.looks()
	w.leads(0, 3, 1)
	w.answer(1, late, records(0, 0, 2))
	require.Zero(t, w.position(0))
	w.answer(3, w.fetchOf(3), records(0, 0, 1))
	require.EqualValues(t, 1, w.position(0))
}

// An answer with nothing is asked for again at once: the broker lets a fetch wait no longer than fetch.max.wait.ms.
func TestAFetchComesRoundByItself(t *testing.T) {
	w := newWorld(t)
	n := len(w.fetches)
	require.EqualValues(t, 500, w.fetchOf(1).MaxWaitMs)
	w.answer(1, w.fetchOf(1), protocol.FetchData{})
	require.Len(t, w.fetches, n+1)
	require.Zero(t, w.position(0))
	require.Empty(t, w.wakes)
}

package producer_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// world is everything around a client: it keeps what the client does.
type world struct {
	events   []event.Event
	messages []network.Message
	timers   []vtime.Time
	requests int32
	records  int32
}

func (w *world) Emit(e event.Event) int32 {
	e.N = int32(len(w.events))
	w.events = append(w.events, e)
	return e.N
}

func (w *world) Send(m network.Message, _ vtime.Duration) vtime.Time {
	w.messages = append(w.messages, m)
	return 0
}

func (w *world) Wake(at vtime.Time, _ network.Timer) { w.timers = append(w.timers, at) }

func (w *world) NextRequest() int32 {
	w.requests++
	return w.requests
}

// send hands the client one record, valued by its number.
func (w *world) send(c *producer.Client, now vtime.Time, partition int32) {
	w.records++
	c.Send(now, partition, protocol.Record{Value: strconv.Itoa(int(w.records)), Number: w.records}, w, event.None)
}

// answer brings the client the answer to request number id.
func (w *world) answer(c *producer.Client, id int32, err protocol.Error, base int64) {
	c.Receive(network.Message{Body: &protocol.ProduceResponse{
		ID: id, Results: []protocol.ProduceResult{{Error: err, BaseOffset: base}},
	}}, w)
}

// told is what the application has heard, in order.
func (w *world) told() (list []string) {
	for _, e := range w.events {
		switch e.Kind {
		case event.Acknowledge:
			list = append(list, e.Value+" at "+strconv.Itoa(int(e.Offset)))
		case event.Fail:
			list = append(list, e.Value+" failed: "+e.Error.String())
		}
	}
	return list
}

func (w *world) sent() (values []string) {
	for _, m := range w.messages {
		values = append(values, m.Body.(*protocol.ProduceRequest).Partitions[0].Records[0].Value)
	}
	return values
}

// newClient knows three partitions: two led by broker 1, one by broker 2, and a fourth without a leader.
func newClient(config producer.Config) *producer.Client {
	return producer.New(9, 0, config, []protocol.NodeID{1, 1, 2, protocol.NoLeader})
}

func TestARecordBecomesARequestToTheLeader(t *testing.T) {
	w := &world{}
	c := newClient(producer.Config{Acks: protocol.AcksAll, RequestTimeoutMs: 4000, MaxInFlight: 5})
	w.send(c, 0, 2)
	require.Len(t, w.messages, 1)
	require.EqualValues(t, 9, w.messages[0].From)
	require.EqualValues(t, 2, w.messages[0].To)
	require.Equal(t, &protocol.ProduceRequest{
		ID: 1, Acks: protocol.AcksAll, TimeoutMs: 4000,
		Partitions: []protocol.ProduceData{
			{Partition: 2, Records: []protocol.Record{{Value: "1", Number: 1, Request: 1}}},
		},
	}, w.messages[0].Body)
	require.Equal(t, 1, c.InFlight())
	require.Empty(t, w.told(), "nothing is acknowledged before the answer")
	w.answer(c, 1, protocol.None, 7)
	require.Equal(t, []string{"1 at 7"}, w.told())
	require.Zero(t, c.InFlight())
}

func TestTheConnectionToABrokerTakesOnlySoManyRequests(t *testing.T) {
	w := &world{}
	c := newClient(producer.Config{Acks: protocol.AcksAll, MaxInFlight: 2})
	for _, partition := range []int32{0, 1, 0, 1} {
		w.send(c, 0, partition)
	}
	require.Equal(t, []string{"1", "2"}, w.sent(), "both partitions share their leader's connection")
	require.Equal(t, 2, c.Queued())
	w.send(c, 0, 2)
	require.Equal(t, []string{"1", "2", "5"}, w.sent(), "another broker's has room")
	w.answer(c, 2, protocol.None, 0)
	require.Equal(t, []string{"1", "2", "5", "3"}, w.sent(), "an answer makes room for the oldest, and for no more")
	require.Equal(t, 1, c.Queued())
	w.answer(c, 1, protocol.None, 0)
	require.Equal(t, []string{"1", "2", "5", "3", "4"}, w.sent())
}

func TestARecordLingers(t *testing.T) {
	w := &world{}
	c := newClient(producer.Config{Acks: protocol.AcksAll, LingerMs: 5, MaxInFlight: 5})
	w.send(c, vtime.AtMs(100), 0)
	w.send(c, vtime.AtMs(102), 2)
	require.Empty(t, w.messages)
	require.Equal(t, 2, c.Queued())
	require.Equal(t, []vtime.Time{vtime.AtMs(105), vtime.AtMs(107)}, w.timers)
	c.Wake(w)
	require.Equal(t, []string{"1"}, w.sent(), "the oldest goes first")
	c.Wake(w)
	require.Equal(t, []string{"1", "2"}, w.sent())
	require.Zero(t, c.Queued())
}

func TestWithoutAcksARecordIsAcknowledgedWhenItLeaves(t *testing.T) {
	w := &world{}
	c := newClient(producer.Config{Acks: protocol.AcksNone, MaxInFlight: 1})
	w.send(c, 0, 0)
	w.send(c, 0, 0)
	require.Equal(t, []string{"1", "2"}, w.sent(), "with no answer to wait for the connection is never full")
	require.Equal(t, []string{"1 at -1", "2 at -1"}, w.told())
	require.Zero(t, c.InFlight())
	c.Receive(network.Message{Body: &protocol.ProduceResponse{ID: 1, Closed: true}}, w)
	require.Len(t, w.told(), 2, "a closed connection takes nothing back")
}

func TestAnErrorIsToldAsAFailure(t *testing.T) {
	w := &world{}
	c := newClient(producer.Config{Acks: protocol.AcksAll, MaxInFlight: 1})
	w.send(c, 0, 0)
	w.send(c, 0, 0)
	w.answer(c, 1, protocol.NotEnoughReplicas, -1)
	require.Equal(t, []string{"1 failed: NOT_ENOUGH_REPLICAS"}, w.told())
	require.Equal(t, []string{"1", "2"}, w.sent(), "the next one goes all the same")
	w.answer(c, 1, protocol.None, 3)
	require.Len(t, w.told(), 1, "a request is answered once")
}

func TestARecordWithoutALeaderWaits(t *testing.T) {
	w := &world{}
	c := newClient(producer.Config{Acks: protocol.AcksAll, MaxInFlight: 1})
	w.send(c, 0, 3)
	w.send(c, 0, 2)
	require.Equal(t, []string{"2"}, w.sent(), "and does not hold back those that have one")
	require.Equal(t, 1, c.Queued())
}

func TestACopyOfAClientGoesOnByItself(t *testing.T) {
	w := &world{}
	c := newClient(producer.Config{Acks: protocol.AcksAll, LingerMs: 5, MaxInFlight: 1})
	w.send(c, 0, 0)
	w.send(c, 0, 0)
	c.Wake(w)
	d := c.Clone()
	other := &world{requests: w.requests}
	d.Wake(other)
	d.Receive(network.Message{Body: &protocol.ProduceResponse{ID: 1, Results: []protocol.ProduceResult{{}}}}, other)
	require.Equal(t, []string{"2"}, other.sent())
	require.Equal(t, 1, c.InFlight())
	require.Equal(t, 1, c.Queued())
	c.Wake(w)
	w.answer(c, 1, protocol.None, 0)
	require.Equal(t, []string{"1", "2"}, w.sent())
}

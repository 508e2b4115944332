package network

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Nodes of these tests: a broker, a client of it, and another one.
const (
	broker protocol.NodeID = 1
	client protocol.NodeID = 4
	other  protocol.NodeID = 5
)

func ms(n int64) vtime.Time { return vtime.AtMs(n) }

// sentAt is a message from the client to the broker.
func sentAt(at int64, body protocol.Body) Message {
	return Message{From: client, To: broker, Sent: ms(at), Body: body}
}

func produce(connection int32) protocol.Body { return &protocol.ProduceRequest{Connection: connection} }

// arrives is when a message arrives that must not be lost.
func arrives(t *testing.T, l *Links, m Message) vtime.Time {
	t.Helper()
	at, carried := l.Carry(&m, 0)
	require.True(t, carried)
	return at
}

// none is that nothing is under way.
func none(func(vtime.Time, Message) bool) {}

func TestAMessageTakesTheLatencyOfItsDirectionWhenItIsSent(t *testing.T) {
	l := Links{Latency: 10}
	require.Equal(t, ms(100)+10, arrives(t, &l, sentAt(100, produce(0))))
	l.SetLatency(client, broker, 30)
	require.Equal(t, ms(100)+30, arrives(t, &l, sentAt(100, produce(0))))
	require.Equal(t, vtime.Duration(30), l.Transit(client, broker))
	require.Equal(t, vtime.Duration(10), l.Transit(broker, client), "the other direction")
	require.Equal(t, vtime.Duration(10), l.Transit(other, broker), "another client")
	require.Zero(t, l.Transit(broker, broker), "what a node tells itself")
	at, _ := l.Carry(new(sentAt(100, produce(0))), 5)
	require.Equal(t, ms(100)+35, at, "a follower's fetches may take longer")
}

func TestNothingOvertakesOnOneConnectionWhenTheLatencyFalls(t *testing.T) {
	for _, body := range []protocol.Body{
		produce(1), &protocol.ProduceResponse{Connection: 1}, &protocol.Handshake{Connection: 1},
		&protocol.HandshakeResponse{Connection: 1}, &protocol.MetadataRequest{Connection: 1},
		&protocol.Metadata{Connection: 1}, &protocol.InitProducerIDRequest{Connection: 1},
		&protocol.InitProducerIDResponse{Connection: 1}, &protocol.Close{Connection: 1},
	} {
		l := Links{Latency: 10}
		l.SetLatency(client, broker, ms(500))
		first := arrives(t, &l, sentAt(100, produce(1)))
		l.SetLatency(client, broker, 1)
		require.Equal(t, first, arrives(t, &l, sentAt(101, body)), body.Name())
		require.Equal(t, ms(700)+1, arrives(t, &l, sentAt(700, body)), "%s after a while", body.Name())
	}
}

func TestAnotherConnectionDoesNotWait(t *testing.T) {
	l := Links{Latency: 10}
	l.SetLatency(client, broker, ms(500))
	late := arrives(t, &l, sentAt(100, produce(1)))
	l.SetLatency(client, broker, 1)
	require.Equal(t, ms(200)+1, arrives(t, &l, sentAt(200, &protocol.Handshake{Connection: 2})), "the client's next")
	require.Equal(t, ms(201)+1, arrives(t, &l, sentAt(201, &protocol.Close{Connection: 1})), "one that is given up")
	require.Less(t, ms(202)+1, late)
	l.SetLatency(client, broker, ms(500))
	late = arrives(t, &l, sentAt(203, produce(2)))
	l.SetLatency(client, broker, 1)
	arrives(t, &l, sentAt(204, &protocol.Close{Connection: 1}))
	require.Equal(t, late, arrives(t, &l, sentAt(205, produce(2))), "what comes on an old one makes nothing faster")
	l.SetLatency(client, broker, ms(1))
	require.Equal(t, ms(207), arrives(t, &l, sentAt(206, &protocol.FetchRequest{})), "a broker's, one request at a time")
}

func TestTheEndOfAProcessComesAfterWhatItHasSent(t *testing.T) {
	l := Links{Latency: 10}
	l.SetLatency(broker, client, ms(500))
	answer := Message{From: broker, To: client, Sent: ms(100), Body: &protocol.ProduceResponse{Connection: 3}}
	late := arrives(t, &l, answer)
	l.SetLatency(broker, client, 1)
	gone := Message{From: broker, To: client, Sent: ms(101), Body: &protocol.Disconnect{}}
	require.Equal(t, late, arrives(t, &l, gone))
	gone.Body = &protocol.Disconnect{Lost: produce(3)}
	require.Equal(t, ms(101)+1, arrives(t, &l, gone), "that nobody was there does not wait")
}

// What was sent before anything was changed about a direction is kept in order, too.
func TestTheFirstChangeOfADirectionFindsWhatIsUnderWay(t *testing.T) {
	l := Links{Latency: ms(500)}
	var underWay []Message
	for _, m := range []Message{
		sentAt(100, produce(1)), sentAt(150, produce(2)), sentAt(120, produce(2)),
		{From: other, To: broker, Sent: ms(300), Body: produce(2)},
		{From: client, To: other, Sent: ms(300), Body: produce(2)},
	} {
		require.Equal(t, m.Sent+ms(500), arrives(t, &l, m))
		underWay = append(underWay, m)
	}
	l.Watch(client, broker, func(yield func(vtime.Time, Message) bool) {
		for _, m := range underWay {
			if !yield(m.Sent+ms(500), m) {
				return
			}
		}
	})
	require.Equal(t, ms(500), l.Transit(client, broker), "nothing has changed")
	l.SetLatency(client, broker, 1)
	require.Equal(t, ms(650), arrives(t, &l, sentAt(200, produce(2))))
	l.Watch(client, broker, none)
	require.Equal(t, ms(650), arrives(t, &l, sentAt(201, produce(2))), "once is enough")
}

// However the latency changes, and whatever is cut: on each connection things arrive in the order in which they were
// sent, and never before their time.
func TestEveryConnectionKeepsItsOrderWhateverHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Links{Latency: vtime.Duration(rapid.Int64Range(0, 1000).Draw(t, "latency"))}
		var underWay []Message // with the time of arrival in place of the sending
		now, connection, last := vtime.Time(0), int32(0), vtime.Time(0)
		change := func() {
			l.Watch(client, broker, func(yield func(vtime.Time, Message) bool) {
				for _, m := range underWay {
					if m.Sent > now && !yield(m.Sent, m) {
						return
					}
				}
			})
		}
		for range rapid.IntRange(1, 60).Draw(t, "deeds") {
			now += vtime.Time(rapid.Int64Range(0, 300).Draw(t, "later"))
			switch rapid.IntRange(0, 9).Draw(t, "deed") {
			case 0:
				change()
				l.SetLatency(client, broker, vtime.Duration(rapid.Int64Range(0, 3000).Draw(t, "new latency")))
			case 1:
				change()
				l.Cut(client, broker)
			case 2:
				change()
				l.Heal(client, broker)
			case 3:
				connection, last = connection+1, 0
			default:
				m := Message{From: client, To: broker, Sent: now, Body: produce(connection)}
				at, carried := l.Carry(&m, 0)
				require.Equal(t, !l.Down(client, broker), carried)
				if !carried {
					continue
				}
				require.GreaterOrEqual(t, at, last, "in order")
				require.Equal(t, max(now+l.Transit(client, broker), last), at, "and no later than that")
				m.Sent, last = at, at
				underWay = append(underWay, m)
			}
		}
	})
}

func TestACutDirectionSwallowsWhatIsSentAndTheOtherDoesNot(t *testing.T) {
	l := Links{Latency: 10}
	l.Cut(client, broker)
	require.True(t, l.Down(client, broker))
	require.False(t, l.Down(broker, client))
	at, carried := l.Carry(new(sentAt(100, produce(1))), 0)
	require.False(t, carried)
	require.Equal(t, ms(100)+10, at, "when it would have arrived")
	arrives(t, &l, Message{From: broker, To: client, Sent: ms(100), Body: &protocol.ProduceResponse{}})
	arrives(t, &l, Message{From: other, To: broker, Sent: ms(100), Body: produce(1)})
}

func TestWhatWasLostIsToldOnceWhenTheDirectionIsOpenAgain(t *testing.T) {
	l := Links{Latency: 10}
	l.Cut(client, broker)
	first, second := sentAt(100, produce(1)), sentAt(200, produce(1))
	l.Carry(&first, 0)
	l.Carry(&second, 0)
	require.Equal(t, []Message{first, second}, l.Heal(client, broker))
	require.False(t, l.Down(client, broker))
	require.Empty(t, l.Heal(client, broker))
	arrives(t, &l, sentAt(300, produce(1)))
}

func TestNobodyLearnsOfALossWhileOneOfTheTwoDirectionsIsCut(t *testing.T) {
	l := Links{Latency: 10}
	l.Cut(client, broker)
	l.Cut(broker, client)
	request := sentAt(100, produce(1))
	answer := Message{From: broker, To: client, Sent: ms(101), Body: &protocol.ProduceResponse{}}
	l.Carry(&request, 0)
	l.Carry(&answer, 0)
	require.Empty(t, l.Heal(client, broker))
	arrives(t, &l, sentAt(200, produce(1)))
	require.Equal(t, []Message{request, answer}, l.Heal(broker, client))
	require.Empty(t, l.Heal(client, broker))
}

func TestACopyGoesItsOwnWay(t *testing.T) {
	l := Links{Latency: 10}
	l.Cut(client, broker)
	l.Carry(new(sentAt(100, produce(1))), 0)
	c := l.Clone()
	c.Carry(new(sentAt(200, produce(1))), 0)
	c.SetLatency(client, broker, 20)
	c.Cut(client, other)
	require.Len(t, l.Heal(client, broker), 1)
	require.Len(t, c.Heal(client, broker), 2)
	require.Equal(t, vtime.Duration(10), l.Transit(client, broker))
	require.False(t, l.Down(client, other))
}

func TestWhatIsDifferentAboutADirectionIsKnown(t *testing.T) {
	l := Links{Latency: 10}
	require.False(t, l.Differs(client, broker, 10, false))
	require.True(t, l.Differs(client, broker, 20, false))
	require.True(t, l.Differs(client, broker, 10, true))
	l.Cut(client, broker)
	l.SetLatency(broker, client, 20)
	require.False(t, l.Differs(client, broker, 10, true))
	require.False(t, l.Differs(broker, client, 20, false))
	var changed [][2]protocol.NodeID
	for from, to := range l.Changed {
		changed = append(changed, [2]protocol.NodeID{from, to})
	}
	require.Equal(t, [][2]protocol.NodeID{{client, broker}, {broker, client}}, changed)
	for range l.Changed {
		break
	}
}

// bodies is one message of each kind that waits for an answer, with the answers.
var bodies = []struct{ request, answer protocol.Body }{
	{&protocol.ProduceRequest{}, &protocol.ProduceResponse{}},
	{&protocol.FetchRequest{}, &protocol.FetchResponse{}},
	{&protocol.ConsumerFetchRequest{}, &protocol.ConsumerFetchResponse{}},
	{&protocol.AlterPartitionRequest{}, &protocol.AlterPartitionResponse{}},
	{&protocol.BrokerRegistrationRequest{}, &protocol.BrokerRegistrationResponse{}},
	{&protocol.BrokerHeartbeatRequest{}, &protocol.BrokerHeartbeatResponse{}},
	{&protocol.MetadataRequest{}, &protocol.Metadata{}},
	{&protocol.Handshake{}, &protocol.HandshakeResponse{}},
	{&protocol.InitProducerIDRequest{}, &protocol.InitProducerIDResponse{}},
	{nil, &protocol.Disconnect{}},
	{nil, &protocol.Close{}},
	{nil, &protocol.Terminate{}},
}

func TestWhoAsksIsToldOfALoss(t *testing.T) {
	for _, pair := range bodies {
		if pair.request != nil {
			m := Message{From: client, To: broker, Body: pair.request}
			require.Equal(t, client, m.Asker(), pair.request.Name())
		}
		m := Message{From: broker, To: client, Body: pair.answer}
		require.Equal(t, client, m.Asker(), pair.answer.Name())
	}
}

// A body that says which connection it is of is one that keeps its order, and whose loss ends that connection.
func TestEveryBodyWithAConnectionHasItKnown(t *testing.T) {
	for _, pair := range bodies {
		for _, body := range []protocol.Body{pair.request, pair.answer} {
			if body == nil {
				continue
			}
			field := reflect.ValueOf(body).Elem().FieldByName("Connection")
			if field.IsValid() {
				field.SetInt(7)
			}
			number, known := ConnectionOf(body)
			require.Equal(t, field.IsValid(), known, body.Name())
			if known {
				require.EqualValues(t, 7, number, body.Name())
				field.SetInt(0)
			}
		}
	}
}

package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// nowhere takes what a client does and forgets it.
type nowhere struct{}

func (nowhere) Emit(int32, event.Body) int32                    { return 0 }
func (nowhere) Send(network.Message, vtime.Duration) vtime.Time { return 0 }
func (nowhere) NextRequest() int32                              { return 0 }
func (nowhere) Wake(vtime.Time, network.Timer)                  {}
func (nowhere) HangUp(protocol.NodeID, int32)                   {}
func (nowhere) Life(protocol.NodeID) int32                      { return 0 }

// goOnInACopy goes on with a copy of the client, and does with the other what changes most: it gets a record and an
// answer that mean nothing, and is closed.
func (r *replay) goOnInACopy() {
	now := vtime.AtMs(r.nowMs)
	was := r.client
	r.client = was.Clone()
	send := Record{Number: 0, Payload: protocol.Record{Value: "x", Bytes: 1}}
	was.Send(now, send, nowhere{}, event.None)
	for _, a := range r.answers {
		if a.body != nil {
			was.Receive(now, &network.Message{From: a.from, To: clientNode, Body: a.body}, nowhere{})
		}
	}
	was.Wake(now, nowhere{}, event.None)
	was.Close(now, 0, nowhere{}, event.None)
	was.Wake(now, nowhere{}, event.None)
}

// TestACopyGoesOnAlone plays every scenario with a client that is copied at every instant, and the original run on:
// what one does must not show in the other.
func TestACopyGoesOnAlone(t *testing.T) {
	scenarios := readLines[scenario]("testdata/scenarios.jsonl")
	for i := range scenarios {
		s := &scenarios[i]
		plain := newReplay(t, s, 2).play()
		copied := newReplay(t, s, 2)
		copied.copies = true
		require.Equal(t, plain, copied.play(), s.ID)
	}
}

// TestASeedDecides plays a scenario with draws twice under each of two seeds.
func TestASeedDecides(t *testing.T) {
	s := scenarioNamed(t, "S06")
	first := newReplay(t, s, 1).play()
	require.Equal(t, first, newReplay(t, s, 1).play())
	require.NotEqual(t, first, newReplay(t, s, 2).play())
}

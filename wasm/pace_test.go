//go:build js && wasm

package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// busy is a script of which a day is a lot of work: followers ask again a thousand times a second.
const busy = `{"version": 1, "cluster": {"config": {"replica.fetch.wait.max.ms": 1}, "topics": [{"name": "t",
"partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": [], "until": 86400000}`

// progress is the answer of a frame: how far a move has come, or the state where it has ended.
type progress struct {
	Working *struct{ T, Goal float64 }
	State   *struct{ T float64 }
	Ended   string
}

func (p page) goOn(handle int, request string) progress {
	p.t.Helper()
	a := p.call("frame", handle, request)
	require.Nil(p.t, a.Error)
	var f progress
	require.NoError(p.t, json.Unmarshal(a.OK, &f))
	require.NotEqual(p.t, f.Working == nil, f.State == nil)
	return f
}

// slow makes a clock of which so much passes (ms) whenever it is read.
func (p page) slow(tick float64) {
	now := 0.0
	p.bridge.pace.now = func() float64 { now += tick; return now }
}

func TestALongMoveIsMadeInSlicesAndSaysHowFarItHasCome(t *testing.T) {
	p := newPage(t)
	handle := p.create(busy)
	p.slow(10)
	f := p.goOn(handle, `{"to": 5000}`)
	last, calls := -1.0, 0
	for ; f.Working != nil; calls++ {
		require.GreaterOrEqual(t, f.Working.T, last, "it goes on")
		require.EqualValues(t, 5000, f.Working.Goal)
		last = f.Working.T
		f = p.goOn(handle, `{}`)
	}
	require.Greater(t, calls, 2)
	require.EqualValues(t, 5000, f.State.T)
}

func TestAMoveThatIsStoppedLeavesAPlace(t *testing.T) {
	p := newPage(t)
	handle := p.create(busy)
	p.slow(10)
	way := p.goOn(handle, `{"to": 60000}`)
	require.NotNil(t, way.Working)
	f := p.goOn(handle, `{"stop": 1}`)
	require.NotNil(t, f.State)
	require.Equal(t, way.Working.T, f.State.T)
	require.Equal(t, f.State.T, p.goOn(handle, `{}`).State.T, "it stays there")
	require.Less(t, f.State.T, 60000.0)
	require.NotNil(t, p.goOn(handle, `{"to": 60000}`).Working, "and can go on")
	require.NotNil(t, p.goOn(handle, `{"to": 0}`).State, "or elsewhere")
}

func TestAPartOfAMoveIsAPlace(t *testing.T) {
	p := newPage(t)
	handle := p.create(busy)
	p.slow(10)
	f := p.goOn(handle, `{"to": 60000, "part": 1}`)
	require.NotNil(t, f.State)
	require.Greater(t, f.State.T, 0.0)
	require.Less(t, f.State.T, 60000.0)
	require.Equal(t, f.State.T, p.goOn(handle, `{}`).State.T, "nothing is left to do")
}

func TestARunThatHasHadAllItsEventsSaysWhy(t *testing.T) {
	p := newPage(t)
	handle := p.create(busy)
	f := p.goOn(handle, `{"to": 86400000}`)
	for f.Working != nil {
		f = p.goOn(handle, `{}`)
	}
	require.Contains(t, f.Ended, "100000 events")
	require.Empty(t, p.goOn(handle, `{"to": 1000}`).Ended)
}

// Whatever the processor, chunks are found that take as long as they should, and a slice ends with the first chunk that
// ends after its time.
func TestThePaceFindsTheSizeOfAChunk(t *testing.T) {
	for _, perMs := range []float64{5, 20, 5000} { // happenings
		now := 0.0
		p := &pace{now: func() float64 { return now }, budget: 500}
		longest := 0.0
		for range 200 {
			until := now + sliceMs
			require.False(t, p.slice(until, func(budget int) bool {
				now += float64(budget) / perMs
				return false
			}))
			longest = max(longest, now-until)
		}
		now = 0
		require.False(t, p.slice(sliceMs, func(budget int) bool {
			now += float64(budget) / perMs
			return false
		}))
		require.LessOrEqual(t, now, sliceMs+2.0*chunkMs, "%v happenings a ms", perMs)
		require.GreaterOrEqual(t, now, float64(sliceMs))
	}
}

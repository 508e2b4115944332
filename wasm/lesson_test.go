//go:build js && wasm

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// taught is the small script with a lesson.
const taught = `"until": 20000, "lesson": {"question": {"en": "What?"}, "conclusion": {"en": "That."},
"chapters": [{"name": {"en": "A"}, "begins": "start"},
{"name": {"en": "B"}, "begins": {"event": "append", "request": 1}}],
"predictions": [{"ask": {"en": "And now?"}, "told": {"en": "So."}, "options": [
{"text": {"en": "yes"}, "if": {"event": "complete", "request": 1}},
{"text": {"en": "no"}, "if": {"event": "expire"}}]}]}}`

func TestAPlanComesInSlicesAndLeavesThePlace(t *testing.T) {
	p := newPage(t)
	handle := p.create(strings.Replace(small, `"until": 100}`, taught, 1))
	p.frame(handle, `{"to": 5}`)
	// A clock that runs out at once: each call does one chunk.
	now := p.bridge.pace.now
	elapsed := 0.0
	p.bridge.pace.now = func() float64 { elapsed += sliceMs; return elapsed }
	p.bridge.pace.budget = least
	calls := 0
	var made struct {
		Working     int
		Chapters    []struct{ Event, Moment int }
		Predictions []struct{ Holds int }
		End         struct{ T float64 }
	}
	for made.End.T == 0 {
		a := p.call("plan", handle, `{}`)
		require.Nil(t, a.Error)
		made.Working = 0
		require.NoError(t, json.Unmarshal(a.OK, &made))
		require.Equal(t, made.End.T == 0, made.Working == 1, "%s", a.OK)
		calls++
	}
	p.bridge.pace.now = now
	require.Greater(t, calls, 1)
	require.EqualValues(t, 20000, made.End.T)
	require.Equal(t, -1, made.Chapters[0].Event)
	require.Positive(t, made.Chapters[1].Event)
	require.Zero(t, made.Predictions[0].Holds)
	require.EqualValues(t, 5, p.frame(handle, `{}`).State.T)
	require.NotNil(t, p.call("plan", handle, `{"from": 1}`).Error)
	require.Equal(t, "null", string(p.call("plan", p.create(small), `{}`).OK))
}

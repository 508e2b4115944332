//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// framed is what the tests read of a frame.
type framed struct {
	State struct {
		T          float64
		N, Moment  int
		Partitions []struct {
			Replicas []struct{ Cells []struct{ Value string } }
		}
	}
	Last  *struct{ Kind string }
	Moved int
	Past  bool

	Moment     *momentShown
	NextMoment *momentShown
	Clear      *float64
	Moments    [][]any
}

// momentShown is what the tests read of a moment.
type momentShown struct {
	N             int
	Kind          string
	From, T       float64
	Last          int
	Whole         bool
	Requests      []int
	Events, About []map[string]any
}

func (p page) frame(handle int, request string) framed {
	p.t.Helper()
	a := p.call("frame", handle, request)
	require.Nil(p.t, a.Error)
	var f framed
	require.NoError(p.t, json.Unmarshal(a.OK, &f))
	return f
}

func TestAFrameMovesByTimeEventOrStep(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	f := p.frame(handle, `{"to": 50}`)
	require.EqualValues(t, 50, f.State.T)
	require.Equal(t, "pay-1", f.State.Partitions[0].Replicas[0].Cells[0].Value)
	require.Nil(t, f.Moments, "marks are sent when they are asked for")
	require.Equal(t, 3, p.frame(handle, `{"event": 3}`).State.N)
	f = p.frame(handle, `{"step": -1}`)
	require.Equal(t, -1, f.Moved)
	require.True(t, f.Past)
	f = p.frame(handle, `{"event": 0, "peek": 1, "momentsFrom": 0}`)
	require.Nil(t, f.Last)
	require.NotEmpty(t, f.Moments)
	require.NotNil(t, f.NextMoment)
	require.Equal(t, f.Moments[0][2], f.NextMoment.T, "what comes next is the first mark")
	last := f.Moments[len(f.Moments)-1][0].(float64)
	require.Len(t, p.frame(handle, `{"momentsFrom": `+string(mustJSON(last))+`}`).Moments, 1)
}

func mustJSON(v any) []byte {
	b, _ := json.Marshal(v)
	return b
}

func TestARequestIsAFlatObjectOfNumbers(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	for _, c := range []struct{ verb, request, path, message string }{
		{"frame", ``, "", "must be an object of numbers"},
		{"frame", `[]`, "", "must be an object of numbers"},
		{"frame", `{} {}`, "", "must be an object of numbers: unexpected text after it"},
		{"frame", `{"to": 1`, "", "must be an object of numbers: invalid JSON"},
		{"frame", `{"too": 1}`, "", "unknown field"},
		{"frame", `{"to": 1, "to": 2}`, "to", "duplicate field"},
		{"frame", `{"to": "1"}`, "to", "must be a number of at most three decimals"},
		{"frame", `{"to": 1.0005}`, "to", "must be a number of at most three decimals"},
		{"frame", `{"to": 1e30}`, "to", "is too large"},
		{"lines", `{"to": 1}`, "", "unknown field"},
		{"moments", `{"to": 1}`, "", "unknown field"},
		{"records", `{"from": 1}`, "", "unknown field"},
		{"budget", `{"from": 1}`, "", "unknown field"},
	} {
		a := p.call(c.verb, handle, c.request)
		require.NotNil(t, a.Error, c.request)
		require.Equal(t, "script", a.Error.Code, c.request)
		require.Equal(t, c.path, a.Error.Path, c.request)
		require.Contains(t, a.Error.Message, c.message, c.request)
	}
}

func TestNumbersAreHeldWithinWhatMakesSense(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	require.EqualValues(t, 0, p.frame(handle, `{"to": -5}`).State.T)
	require.Equal(t, 0, p.frame(handle, `{"event": -5}`).State.N)
	p.frame(handle, `{"to": 60}`)
	require.Len(t, p.frame(handle, `{"cells": 0}`).State.Partitions[0].Replicas[0].Cells, 1, "at least one cell")
	for request, want := range map[string]int{
		`{"from": 2, "max": 3}`:    3,
		`{"from": 0, "max": -1}`:   1,
		`{"from": -3, "max": 2}`:   2,
		`{"from": 999999999}`:      0,
		`{"from": 99999999999999}`: 0,
	} {
		a := p.call("lines", handle, request)
		require.Nil(t, a.Error, request)
		var lines []map[string]any
		require.NoError(t, json.Unmarshal(a.OK, &lines))
		require.Len(t, lines, want, request)
	}
}

func TestALearnerActsNow(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	p.frame(handle, `{"to": 50}`)
	p.frame(handle, `{"to": 5}`)
	act := func(step string) (done struct {
		At     float64
		Forked bool
	},
	) {
		a := p.call("act", handle, step)
		require.Nil(t, a.Error)
		require.NoError(t, json.Unmarshal(a.OK, &done))
		return done
	}
	done := act(`{"kill": {"broker": 2}}`)
	require.EqualValues(t, 5, done.At)
	require.True(t, done.Forked, "what followed is given up")
	done = act(`{"start": {"broker": 2}}`)
	require.False(t, done.Forked)
	require.EqualValues(t, 5, done.At)
	require.EqualValues(t, 5, p.frame(handle, `{}`).State.T)
	require.EqualValues(t, 5.001, act(`{"kill": {"broker": 1}}`).At, "what has happened at 5 ms stays")
}

func TestRecordsAreOfProducersOnly(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	p.frame(handle, `{"to": 50}`)
	require.Contains(t, string(p.call("summary", handle, `{}`).OK), `"kind":"summary"`)
	require.JSONEq(t, `{"total": 0, "records": []}`, string(p.call("records", handle, `{}`).OK))
}

func TestABudgetNeedsNoRun(t *testing.T) {
	a := newPage(t).call("budget", 0, `{"budget": 40, "batching": 5, "network": 20.5}`)
	require.JSONEq(t, `{"slack": 14.5}`, string(a.OK))
}

func TestASearchGoesOnUntilItIsOver(t *testing.T) {
	p := newPage(t)
	request := `{"replicas": 2, "minInSyncReplicas": 1, "acks": -1, "records": 1, "kinds": 6, "failures": 3}`
	var a struct{ Over, Lost bool }
	for ; !a.Over; request = "{}" {
		require.NoError(t, json.Unmarshal(p.call("explore", 0, request).OK, &a))
	}
	require.True(t, a.Lost)
	require.Equal(t, "null", string(p.call("explore", 0, `{"stop": 1}`).OK))
	require.Equal(t, "null", string(p.call("explore", 0, `{}`).OK))
	require.NotNil(t, p.call("explore", 0, `{"replicas": 9}`).Error)
}

func TestTheScriptHasWhatWasDoneByHandAndNothingOfAFutureThatWasReplaced(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	steps := func() (found []string) {
		var s struct{ Steps []map[string]json.RawMessage }
		require.NoError(t, json.Unmarshal(p.call("script", handle, "{}").OK, &s))
		for _, step := range s.Steps {
			for name := range step {
				if name != "at" {
					found = append(found, name+" at "+string(step["at"]))
				}
			}
		}
		return found
	}
	p.frame(handle, `{"to": 50}`)
	require.Nil(t, p.call("act", handle, `{"kill": {"broker": 2}}`).Error)
	require.Equal(t, []string{"produce at 10", "kill at 50"}, steps())
	p.frame(handle, `{"to": 5}`)
	require.Nil(t, p.call("act", handle, `{"freeze": {"broker": 2}}`).Error)
	require.Equal(t, []string{"freeze at 5", "produce at 10"}, steps())
}

func TestTwoRunsAreComparedAtTheirPlaces(t *testing.T) {
	p := newPage(t)
	a, b := p.create(small), p.create(strings.Replace(small, `"pay-1"`, `"pay-1", "pay-2"`, 1))
	var c struct {
		Records []struct {
			Value string
			A, B  struct{ Outcome string }
		}
		Left int
	}
	compared := func(max int) {
		answer := p.call("compare", a, fmt.Sprintf(`{"with": %d, "max": %d}`, b, max))
		require.Nil(t, answer.Error)
		c.Records = nil
		require.NoError(t, json.Unmarshal(answer.OK, &c))
	}
	compared(9)
	require.Empty(t, c.Records, "nothing has happened")
	p.call("frame", a, `{"to": 50}`)
	p.call("frame", b, `{"to": 50}`)
	compared(9)
	require.Len(t, c.Records, 1)
	require.Equal(t, "pay-2", c.Records[0].Value)
	require.Equal(t, "absent", c.Records[0].A.Outcome)
	require.Equal(t, "acknowledged", c.Records[0].B.Outcome)
	gone := p.call("compare", a, `{"with": 7}`)
	require.NotNil(t, gone.Error)
	require.Equal(t, "handle", gone.Error.Code)
}

func TestAFrameMovesByMomentsAndTellsThem(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	f := p.frame(handle, `{}`)
	require.Nil(t, f.Moment)
	require.Nil(t, f.NextMoment, "it is looked for when that is asked for")
	f = p.frame(handle, `{"peek": 1, "momentsFrom": 0}`)
	require.Equal(t, []any{0, "sent", 10.0}, []any{f.NextMoment.N, f.NextMoment.Kind, f.NextMoment.From})
	require.Zero(t, f.State.T, "it stays where it is")
	require.NotNil(t, f.Moments)
	require.Empty(t, f.Moments)
	f = p.frame(handle, `{"moments": 1}`)
	require.Equal(t, 1, f.Moved)
	require.Equal(t, []any{0, "sent", true}, []any{f.Moment.N, f.Moment.Kind, f.Moment.Whole})
	require.Len(t, f.Moment.Events, 2)
	require.EqualValues(t, 1, f.Moment.About[0]["request"])
	f = p.frame(handle, `{"moment": 3, "momentsFrom": 0, "peek": 1}`)
	require.Equal(t, []int{1}, f.Moment.Requests)
	require.Equal(t, f.Moment.Last+1, f.State.N)
	require.Equal(t, 3, f.State.Moment)
	require.Len(t, f.Moments, 4)
	for f.Clear != nil {
		f = p.frame(handle, `{"peek": 1}`)
	}
	require.Nil(t, f.NextMoment, "none comes for long")
	require.Equal(t, -1, p.frame(handle, `{"moments": -1}`).Moved)
	require.Equal(t, 0, p.frame(handle, `{"moment": -1}`).State.N)
}

func TestWholeMomentsAreListedAsFarAsThePlace(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	list := func(request string) (moments []momentShown) {
		a := p.call("moments", handle, request)
		require.Nil(t, a.Error)
		require.NoError(t, json.Unmarshal(a.OK, &moments))
		return moments
	}
	require.Empty(t, list(`{}`))
	p.frame(handle, `{"moment": 3}`)
	require.Len(t, list(`{}`), 4)
	require.Len(t, list(`{"from": 1, "max": 2}`), 2)
	require.Equal(t, 1, list(`{"from": 1, "max": 2}`)[0].N)
	require.Empty(t, list(`{"from": 9}`))
	p.frame(handle, `{"moment": 1}`)
	require.Len(t, list(`{"from": -3}`), 2)
	p.frame(handle, `{"event": 1}`)
	require.Empty(t, list(`{}`), "the place lies within the first")
}

func TestPeekingIsDoneInSlicesAndLeavesThePlace(t *testing.T) {
	p := newPage(t)
	handle := p.create(busy)
	p.goOn(handle, `{"to": 100}`)
	p.slow(5)
	calls := 0
	for known := false; !known; calls++ {
		a := p.call("frame", handle, `{"peek": 1}`)
		var frame map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(a.OK, &frame))
		require.Less(t, calls, 1000)
		_, known = frame["nextMoment"]
		_, clear := frame["clear"]
		require.NotEqual(t, known, clear, "until then the answer says how far nothing comes")
		require.Contains(t, string(frame["state"]), `"t":100,`)
	}
	require.Greater(t, calls, 2)
}

func TestWhySaysWhatWouldReleaseAndIsFoundInSlices(t *testing.T) {
	p := newPage(t)
	handle := p.create(strings.Replace(small, `"steps": [`, `"steps": [{"at": 0, "fetch-pause": {"broker": 2}},
		{"at": 500, "produce": {"acks": "all", "partitions": [{"topic": "pay", "partition": 0, "records": 1}]}},`, 1))
	p.frame(handle, `{"to": 600}`)
	p.slow(40)
	var a struct {
		Chain    []struct{ N int }
		Root     string
		Releases []struct{ Kind string }
		Working  bool
	}
	calls := 0
	for a.Working = true; a.Working; calls++ {
		answer := p.call("why", handle, `{"subject": {"request": 1}}`)
		require.Nil(t, answer.Error)
		a.Working = false
		require.NoError(t, json.Unmarshal(answer.OK, &a))
		require.NotEmpty(t, a.Chain)
		require.Equal(t, "step", a.Root)
	}
	require.Greater(t, calls, 1)
	require.NotEmpty(t, a.Releases)
	require.EqualValues(t, 600, p.frame(handle, `{}`).State.T)
	require.Equal(t, "script", p.call("why", handle, `{"subject": {"request": 9}}`).Error.Code)
}

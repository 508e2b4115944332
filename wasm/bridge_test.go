//go:build js && wasm

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hack-pad/safejs"
	"github.com/stretchr/testify/require"
)

const small = `{"version": 1, "title": "Small", "cluster": {"brokers": 2, "topics": [{"name": "pay", "partitions":
[{"replicas": [1, 2]}]}]}, "steps": [{"at": 10, "produce": {"acks": "all", "timeout.ms": 1000, "partitions":
[{"topic": "pay", "partition": 0, "records": ["pay-1"]}]}}], "until": 100}`

// answer is the envelope of every answer.
type answer struct {
	OK    json.RawMessage `json:"ok"`
	Error *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Path    string `json:"path"`
	} `json:"error"`
}

// page is a bridge as JavaScript sees it.
type page struct {
	t      *testing.T
	bridge *bridge
	api    safejs.Value
}

func newPage(t *testing.T) page {
	t.Helper()
	clock, err := newPace()
	require.NoError(t, err)
	b := &bridge{pace: clock}
	api, err := b.object()
	require.NoError(t, err)
	return page{t, b, api}
}

// call calls one of the functions as JavaScript does, and opens the envelope.
func (p page) call(name string, args ...any) answer {
	p.t.Helper()
	value, err := p.api.Call(name, args...)
	require.NoError(p.t, err, "a function never throws")
	text, err := value.String()
	require.NoError(p.t, err)
	var a answer
	require.NoError(p.t, json.Unmarshal([]byte(text), &a), text)
	require.NotEqual(p.t, a.OK == nil, a.Error == nil, "an answer is one of the two: %s", text)
	return a
}

// create begins a run and returns its handle.
func (p page) create(script string) int {
	p.t.Helper()
	a := p.call("create", 0, script)
	require.Nil(p.t, a.Error)
	var made struct{ Handle int }
	require.NoError(p.t, json.Unmarshal(a.OK, &made))
	return made.Handle
}

func TestTheArgumentsAreAHandleAndARequest(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	for _, c := range []struct {
		args    []any
		message string
	}{
		{nil, "frame: needs two arguments, a handle and a request"},
		{[]any{handle}, "frame: needs two arguments, a handle and a request"},
		{[]any{handle, "{}", "{}"}, "frame: needs two arguments, a handle and a request"},
		{[]any{"1", "{}"}, "frame: the handle must be a whole number"},
		{[]any{1.5, "{}"}, "frame: the handle must be a whole number"},
		{[]any{1e300, "{}"}, "frame: the handle must be a whole number"},
		{[]any{safejs.Null(), "{}"}, "frame: the handle must be a whole number"},
		{[]any{handle, 1}, "frame: the request must be a string"},
		{[]any{handle, safejs.Undefined()}, "frame: the request must be a string"},
	} {
		a := p.call("frame", c.args...)
		require.NotNil(t, a.Error)
		require.Equal(t, "script", a.Error.Code)
		require.Equal(t, c.message, a.Error.Message)
	}
	require.Nil(t, p.call("frame", handle, "{}").Error, "what was wrong has hurt nothing")
}

func TestAHandleThatNamesNoRunIsAnError(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	for _, none := range []int{-1, 0, handle + 1} {
		for _, name := range []string{"frame", "act", "script", "lines", "moments", "why", "records", "summary", "release"} {
			a := p.call(name, none, "{}")
			require.NotNil(t, a.Error, name)
			require.Equal(t, "handle", a.Error.Code, name)
		}
	}
	require.Nil(t, p.call("release", handle, "{}").Error)
	require.Equal(t, "handle", p.call("frame", handle, "{}").Error.Code, "it is gone")
	require.Equal(t, "handle", p.call("release", handle, "{}").Error.Code, "and cannot go twice")
}

func TestAPageHoldsAFewRunsAndAReleasedHandleServesAgain(t *testing.T) {
	p := newPage(t)
	for i := range maxRuns {
		require.Equal(t, i+1, p.create(small))
	}
	a := p.call("create", 0, small)
	require.NotNil(t, a.Error)
	require.Equal(t, "limit", a.Error.Code)
	require.Equal(t, "a page may hold 8 runs; release one", a.Error.Message)
	require.Nil(t, p.call("release", 3, "{}").Error)
	require.Equal(t, 3, p.create(small))
}

func TestAScriptThatIsWrongSaysWhere(t *testing.T) {
	p := newPage(t)
	a := p.call("create", 0, strings.Replace(small, `"brokers": 2`, `"brokers": "two"`, 1))
	require.NotNil(t, a.Error)
	require.Equal(t, "script", a.Error.Code)
	require.Equal(t, "cluster.brokers", a.Error.Path)
	a = p.call("act", p.create(small), `{"kill": {"broker": 9}}`)
	require.NotNil(t, a.Error)
	require.Equal(t, "script", a.Error.Code)
	require.Equal(t, "kill.broker", a.Error.Path)
}

func TestAScriptThatIsRightMayComeWithWarnings(t *testing.T) {
	p := newPage(t)
	warnings := func(a answer) (paths []string) {
		require.Nil(t, a.Error)
		var made struct {
			Warnings []struct{ Path, Message string }
		}
		require.NoError(t, json.Unmarshal(a.OK, &made))
		require.NotNil(t, made.Warnings, "there are none, or some")
		for _, w := range made.Warnings {
			require.NotEmpty(t, w.Message)
			paths = append(paths, w.Path)
		}
		return paths
	}
	require.Empty(t, warnings(p.call("create", 0, small)))
	odd := strings.Replace(small, `"brokers": 2`, `"brokers": 2, "config": {"broker.heartbeat.interval.ms": 6000}`, 1)
	require.Equal(t, []string{"cluster.config.broker.heartbeat.interval.ms"}, warnings(p.call("create", 0, odd)))
	require.Equal(t, []string{"cluster.config.broker.heartbeat.interval.ms"},
		warnings(p.call("act", 2, `{"kill": {"broker": 1}}`)))
}

func TestAPanicIsAnsweredAndItsRunIsNotUsedAgain(t *testing.T) {
	p := newPage(t)
	broken, sound := p.create(small), p.create(small)
	for _, breaks := range []verb{
		{name: "text", run: func(*played, []byte, []byte) ([]byte, error) { panic("a fault") }},
		{name: "index", run: func(r *played, _, out []byte) ([]byte, error) { return out[r.Place()+1<<30:], nil }},
	} {
		call := func(handle int, request string) string { return p.bridge.call(breaks, handle, request) }
		require.NoError(t, export(p.api, breaks.name, call))
	}
	a := p.call("text", broken, "{}")
	require.NotNil(t, a.Error)
	require.Equal(t, "internal", a.Error.Code)
	require.Equal(t, "text: a fault", a.Error.Message)
	for _, name := range []string{"frame", "act", "script", "lines", "moments", "why", "records", "summary"} {
		a = p.call(name, broken, "{}")
		require.NotNil(t, a.Error, name)
		require.Equal(t, "internal", a.Error.Code, name)
		require.Contains(t, a.Error.Message, "create it again", name)
	}
	require.Nil(t, p.call("frame", sound, `{"to": 50}`).Error, "another run goes on")
	require.Nil(t, p.call("release", broken, "{}").Error)
	require.Equal(t, broken, p.create(small))
	require.Nil(t, p.call("frame", broken, `{"to": 50}`).Error, "the handle serves a new run")

	a = p.call("index", sound, "{}")
	require.NotNil(t, a.Error)
	require.Contains(t, a.Error.Message, "index: runtime error: slice bounds out of range")
}

func TestAnErrorIsNoPanicAndTheRunGoesOn(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	require.NotNil(t, p.call("frame", handle, `{"to": "now"}`).Error)
	require.Nil(t, p.call("frame", handle, `{"to": 50}`).Error)
}

func TestAnAnswerOutlivesTheNext(t *testing.T) {
	p := newPage(t)
	handle := p.create(small)
	first, err := p.api.Call("frame", handle, `{"to": 50}`)
	require.NoError(t, err)
	before, err := first.String()
	require.NoError(t, err)
	p.call("frame", handle, `{"to": 20}`) // is written into the memory of the first
	after, err := first.String()
	require.NoError(t, err)
	require.Equal(t, before, after, "JavaScript has its own copy")
}

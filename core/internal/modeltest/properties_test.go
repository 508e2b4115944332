package modeltest

import (
	"bytes"
	"slices"
	"testing"

	"highwater/core"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/vtime"
)

// What holds for every script, whatever happens in it: a run is a function of its script, and time may be moved through
// in any way.

// recorded is a sim whose lines are kept.
func recorded(s *core.Script) (m *look.Model, lines *[]byte) {
	lines = new([]byte)
	return look.NewModel(s, func(m *look.Model, e *event.Event) { *lines = e.AppendLine(*lines, m) }), lines
}

// whole is everything a Run shows at its place, as Result writes it.
func whole(r *core.Run) string {
	return string(r.AppendSummary(r.AppendLines(nil, 0, r.Place())))
}

func resultOf(t require.TestingT, s core.Script) string {
	var text []byte
	err := core.Result(s, func(line []byte) { text = append(text, line...) })
	require.NoError(t, err)
	return string(text)
}

// instantIn is any instant of a script.
func instantIn(t *rapid.T, s *core.Script) core.Time {
	if rapid.Bool().Draw(t, "whole") {
		return vtime.AtMs(rapid.Int64Range(0, s.Until.Ms()).Draw(t, "ms"))
	}
	return core.Time(rapid.Int64Range(0, int64(s.Until)).Draw(t, "micros"))
}

func TestAdvancingTwiceIsAdvancingOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		m, lines := recorded(&s)
		stops := []core.Time{instantIn(t, &s), instantIn(t, &s), instantIn(t, &s)}
		slices.Sort(stops)
		for _, stop := range stops {
			m.Run(stop, func() bool { return false })
			require.Equal(t, stop, m.Now())
		}
		m.Run(s.Until, func() bool { return false })
		*lines = m.AppendSummary(*lines, m.Emitted(), event.EmptyHash.Add(*lines))
		require.Equal(t, resultOf(t, s), string(*lines))
	})
}

func TestACopyOfARunGoesOnAsTheRunDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		m, lines := recorded(&s)
		stop := rapid.IntRange(0, 400).Draw(t, "events")
		m.Run(s.Until, func() bool { return m.Emitted() >= stop })
		ahead := slices.Clone(*lines)
		c := m.Clone(func(c *look.Model, e *event.Event) { ahead = e.AppendLine(ahead, c) })
		c.Run(s.Until, func() bool { return false })
		m.Run(s.Until, func() bool { return false })
		require.Equal(t, string(*lines), string(ahead))
		require.Equal(t, string(m.AppendSummary(nil, m.Emitted(), 0)), string(c.AppendSummary(nil, c.Emitted(), 0)))
	})
}

// wander moves a run about at random.
func wander(t *rapid.T, r *core.Run, s *core.Script) {
	for range rapid.IntRange(0, 6).Draw(t, "moves") {
		switch rapid.IntRange(0, 3).Draw(t, "move") {
		case 0:
			r.SeekTime(instantIn(t, s))
		case 1:
			r.SeekEvent(rapid.IntRange(0, len(r.Events())+20).Draw(t, "event"))
		case 2:
			r.Step(rapid.IntRange(-10, 10).Draw(t, "steps"))
		case 3: // to look changes nothing
			r.State(rapid.IntRange(0, 30).Draw(t, "cells"))
			r.Next()
		}
	}
}

func TestARunIsTheSameWhicheverWayOneCame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r := core.New(s)
		wander(t, r, &s)
		r.SeekTime(s.Until)
		require.Equal(t, resultOf(t, s), whole(r))
	})
}

func TestAPlaceShowsTheSameWhicheverWayOneCame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r := core.New(s)
		wander(t, r, &s)
		place := rapid.IntRange(0, len(r.Events())).Draw(t, "place")
		r.SeekEvent(place)
		fresh := core.New(s)
		fresh.SeekTime(r.Frontier()) // what is not known yet is looked for only so far ahead
		fresh.SeekEvent(place)
		require.Equal(t, show(fresh), show(r))
	})
}

// show is all there is to see at a place.
func show(r *core.Run) string { return string(r.State(12).AppendJSON(nil)) }

func TestSteppingThereAndBackLeadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r := core.New(s)
		wander(t, r, &s)
		here, place, now := show(r), r.Place(), r.Now()
		n := rapid.IntRange(1, 8).Draw(t, "steps")
		if rapid.Bool().Draw(t, "back") {
			n = -n
		}
		there := r.Step(n)
		require.Equal(t, -there, r.Step(-there))
		require.Equal(t, place, r.Place())
		require.Equal(t, now, r.Now())
		require.Equal(t, here, show(r))
	})
}

func TestActingIsPlayingTheScriptWithTheAct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r := core.New(s)
		for range rapid.IntRange(1, 3).Draw(t, "acts") {
			wander(t, r, &s)
			before := append([]event.Event{}, r.Events()[:r.Place()]...)
			acts := []string{
				`{"fetch-pause":{"broker":1}}`, `{"fetch-resume":{"broker":1}}`,
				`{"produce":{"partitions":[{"topic":"t1","partition":0,"records":1}]}}`,
				`{"set":{"config":{"min.insync.replicas":2}}}`, `{"fetch-delay":{"broker":1,"ms":400}}`,
				`{"kill":{"broker":1}}`, `{"start":{"broker":1}}`, `{"power-off":{"broker":1,"lose":1}}`,
				`{"stop":{"broker":1}}`, `{"freeze":{"broker":1}}`, `{"thaw":{"broker":1}}`,
				`{"link":{"from":1,"to":"controller","up":false}}`, `{"link":{"from":1,"to":"controller","up":true}}`,
				`{"elect":{"topic":"t1","partition":0,"type":"UNCLEAN"}}`,
			}
			at, err := r.Act([]byte(rapid.SampledFrom(acts).Draw(t, "act")))
			require.NoError(t, err)
			require.Equal(t, at, r.Now())
			require.Equal(t, before, append([]event.Event{}, r.Events()[:len(before)]...), "the past stays")
		}
		r.SeekTime(r.Script().Until)
		require.Equal(t, resultOf(t, *r.Script()), whole(r))
		again, err := core.Parse(r.AppendScript(nil))
		require.NoError(t, err)
		require.Equal(t, resultOf(t, again), whole(r), "its text is the same script")
	})
}

func TestTheNextNotableEventIsTheOneThatComes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r := core.New(s)
		wander(t, r, &s)
		r.SeekTime(r.Now()) // stepping comes by where it set out from, too, unless one has gone elsewhere since
		at, ok := r.Next()
		require.Equal(t, ok, r.Step(1) == 1)
		if ok {
			require.Equal(t, at, r.Now())
		}
	})
}

func TestAResultIsTheSameEveryTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		first := resultOf(t, s)
		require.Equal(t, first, resultOf(t, s))
		lines := bytes.Split([]byte(first), []byte("\n"))
		require.Contains(t, string(lines[len(lines)-2]), `"kind":"summary"`)
	})
}

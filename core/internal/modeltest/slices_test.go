package modeltest

import (
	"testing"

	"highwater/core"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What holds of moves that are made in slices.

// begins begins a move drawn at random, and makes the same move in one go in another run.
func begins(t *rapid.T, r, other *core.Run, s *core.Script) {
	switch rapid.IntRange(0, 2).Draw(t, "begun") {
	case 0:
		at := instantIn(t, s)
		r.BeginSeekTime(at)
		other.SeekTime(at)
	case 1:
		n := rapid.IntRange(0, len(r.Events())+20).Draw(t, "event")
		r.BeginSeekEvent(n)
		other.SeekEvent(n)
	case 2:
		k := rapid.IntRange(-6, 6).Draw(t, "steps")
		r.BeginStep(k)
		other.Step(k)
	}
}

func TestAMoveInSlicesLeadsWhereTheWholeOneDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r, other := core.New(s), core.New(s)
		for range rapid.IntRange(1, 4).Draw(t, "moves") {
			begins(t, r, other, &s)
			budget := rapid.IntRange(1, 600).Draw(t, "budget")
			for slices := 0; !r.Work(budget); slices++ {
				require.True(t, r.Working())
				require.Less(t, slices, 100_000)
				if rapid.IntRange(0, 30).Draw(t, "look") == 0 { // to look changes nothing
					show(r)
					r.LookAhead(budget)
				}
			}
			require.False(t, r.Working())
			require.Equal(t, other.Moved(), r.Moved())
			require.Equal(t, other.Place(), r.Place())
			require.Equal(t, other.Now(), r.Now())
			require.Equal(t, show(other), show(r))
			require.Equal(t, other.Past(), r.Past())
		}
		at, ok := other.Next()
		for done := false; !done; {
			_, done = r.LookAhead(rapid.IntRange(1, 600).Draw(t, "budget"))
		}
		sliced, known := r.Next()
		require.Equal(t, ok, known)
		if ok {
			require.Equal(t, at, sliced)
		}
	})
}

// A slice is no longer than it is told to be, but for what one happening brings.
func TestASliceIsNoLongerThanItsBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r := core.New(s)
		r.BeginSeekTime(s.Until)
		budget := rapid.IntRange(1, 50).Draw(t, "budget")
		for done := false; !done; {
			before := r.Happened()
			done = r.Work(budget)
			require.LessOrEqual(t, r.Happened()-before, budget)
			require.True(t, done || r.Happened() > before, "it goes on")
		}
	})
}

// Where a move is cancelled there is a place like any other: one steps away from it and back to it, and may act.
func TestACancelledMoveLeavesAPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		r, other := core.New(s), core.New(s)
		wander(t, r, &s)
		begins(t, r, other, &s)
		for range rapid.IntRange(0, 5).Draw(t, "slices") {
			r.Work(rapid.IntRange(1, 300).Draw(t, "budget"))
		}
		r.Cancel()
		require.False(t, r.Working())
		here, place, now := show(r), r.Place(), r.Now()
		require.Equal(t, here, show(r))
		n := rapid.SampledFrom([]int{-2, -1, 1, 2}).Draw(t, "steps")
		there := r.Step(n)
		require.Equal(t, -there, r.Step(-there))
		require.Equal(t, place, r.Place())
		require.Equal(t, now, r.Now())
		require.Equal(t, here, show(r))
		_, err := r.Act([]byte(`{"fetch-pause":{"broker":1}}`))
		require.NoError(t, err)
		r.SeekTime(r.Script().Until)
		require.Equal(t, resultOf(t, *r.Script()), whole(r))
	})
}

package vtime_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/vtime"
)

func TestAQueueGoesByTimeAndThenByTheOrderOfScheduling(t *testing.T) {
	var q vtime.Queue[string]
	_, ok := q.Next()
	require.False(t, ok, "nothing is to happen")
	*q.Add(20) = "d"
	*q.Add(10) = "b"
	*q.Add(10) = "c"
	*q.Add(5) = "a"
	*q.Add(20) = "e"
	at, ok := q.Next()
	require.True(t, ok)
	require.EqualValues(t, 5, at)
	order := ""
	for q.Len() > 0 {
		_, what := q.PopBy(1000)
		order += *what
	}
	require.Equal(t, "abcde", order)
}

// entry is what the model of a queue holds: it is a sorted slice, and nothing else.
type entry struct {
	at   vtime.Time
	what int
}

func drain(q *vtime.Queue[int]) (all []entry) {
	for q.Len() > 0 {
		at, what := q.PopBy(1000)
		all = append(all, entry{at, *what})
	}
	return all
}

func TestAQueueIsASortedSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const owners = 3
		q := vtime.NewQueue[int](owners)
		var model []entry
		scheduled := owners // an alarm is its owner's number, anything else a larger one
		add := func(e entry) {
			model = append(model, e)
			slices.SortStableFunc(model, func(a, b entry) int { return cmp.Compare(a.at, b.at) })
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				for range rapid.IntRange(1, 40).Draw(t, "things") { // some near, some far
					e := entry{vtime.Time(rapid.IntRange(0, 12).Draw(t, "at")), scheduled}
					scheduled++
					*q.Add(e.at) = e.what
					add(e)
				}
			},
			"ring": func(t *rapid.T) {
				e := entry{vtime.Time(rapid.IntRange(0, 6).Draw(t, "at")), rapid.IntRange(0, owners-1).Draw(t, "owner")}
				*q.Ring(e.what, e.at) = e.what
				model = slices.DeleteFunc(model, func(old entry) bool { return old.what == e.what })
				add(e)
			},
			"pop": func(t *rapid.T) {
				if len(model) == 0 {
					t.Skip("empty")
				}
				for range rapid.IntRange(1, len(model)).Draw(t, "things") {
					at, what := q.First()
					require.Equal(t, model[0], entry{at, *what})
					at, what = q.PopBy(1000)
					require.Equal(t, model[0], entry{at, *what})
					model = model[1:]
				}
			},
			"clone": func(t *rapid.T) {
				c := q.Clone()
				require.Equal(t, append([]entry(nil), model...), drain(&c), "a copy has the same future")
				require.Equal(t, len(model), q.Len(), "and using it up leaves the original alone")
			},
			"": func(t *rapid.T) {
				require.Equal(t, len(model), q.Len())
				at, ok := q.Next()
				require.Equal(t, len(model) > 0, ok)
				if ok {
					require.Equal(t, model[0].at, at)
				}
				var all []entry
				q.All(func(at vtime.Time, what *int) bool {
					all = append(all, entry{at, *what})
					return true
				})
				require.ElementsMatch(t, model, all)
			},
		})
	})
}

func TestACopyOfAQueueGoesOnByItself(t *testing.T) {
	var q vtime.Queue[int]
	*q.Add(1) = 1
	*q.Add(3) = 3
	c := q.Clone()
	*c.Add(2) = 20
	*q.Add(2) = 2
	*q.Add(2) = 4
	require.Equal(t, []entry{{1, 1}, {2, 20}, {3, 3}}, drain(&c))
	require.Equal(t, []entry{{1, 1}, {2, 2}, {2, 4}, {3, 3}}, drain(&q))
}

func TestAnAlarmTakesThePlaceOfTheOneBefore(t *testing.T) {
	q := vtime.NewQueue[string](2)
	*q.Ring(0, 10) = "too late"
	*q.Ring(1, 7) = "another's"
	*q.Add(5) = "first"
	*q.Ring(0, 5) = "after it, at the same instant"
	require.Equal(t, 3, q.Len())
	var all []string
	for q.Len() > 0 {
		_, what := q.PopBy(1000)
		all = append(all, *what)
	}
	require.Equal(t, []string{"first", "after it, at the same instant", "another's"}, all)
}

func TestWhatWasPoppedStaysWhileMoreIsScheduled(t *testing.T) {
	var q vtime.Queue[int]
	*q.Add(1) = 1
	_, what := q.PopBy(1000)
	for i := range 100 {
		*q.Add(2) = i
	}
	require.Equal(t, 1, *what)
}

func TestLookingThroughAQueueStopsWhenTold(t *testing.T) {
	q := vtime.NewQueue[int](1)
	for i := range 5 {
		*q.Add(vtime.Time(i)) = i
	}
	*q.Ring(0, 9) = 9
	seen := 0
	q.All(func(vtime.Time, *int) bool {
		seen++
		return seen < 3
	})
	require.Equal(t, 3, seen)
	seen = 0
	q.All(func(vtime.Time, *int) bool {
		seen++
		return true
	})
	require.Equal(t, 6, seen)
}

package core_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

func slowFollower(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/lessons/slow-follower.json")
	require.NoError(t, err)
	return string(text)
}

// planOf is the plan of a run as JSON, made in slices of so much.
func planOf(r *core.Run, budget int) string {
	for {
		if p, done := core.MakePlan(r, budget); done {
			return string(p.AppendJSON(nil))
		}
	}
}

func TestThePlanOfALesson(t *testing.T) {
	s, err := core.Parse([]byte(slowFollower(t)))
	require.NoError(t, err)
	r := core.New(s)
	p, done := core.MakePlan(r, math.MaxInt)
	require.True(t, done)
	require.Len(t, p.Chapters, 2)
	require.Equal(t, core.Time(0), p.Chapters[0].T)
	require.Equal(t, -1, p.Chapters[0].Moment)
	require.True(t, p.Chapters[1].Known)
	require.False(t, p.Cards[1].Done.Known, "nobody has done it")
	require.Equal(t, p.Chapters[1], p.Cards[1].At)
	require.Len(t, p.Predictions, 1)
	q := p.Predictions[0]
	require.Equal(t, 1, q.Holds)
	require.False(t, q.Tied)
	require.Equal(t, q.Decided.Moment-1, q.Stop.Moment)
	require.Less(t, q.Stop.Event, q.Decided.Event)
	require.Equal(t, s.Until, p.End.T)

	r.SeekTime(s.Until)
	require.Equal(t, "complete", r.Events()[q.Decided.Event].Kind())
	require.Equal(t, "park", r.Events()[p.Chapters[1].Event].Kind())
	decided := r.Moments()[q.Decided.Moment]
	require.True(t, int(decided.First) <= q.Decided.Event && q.Decided.Event <= int(decided.Last))
	require.Equal(t, q.Stop.Event, int(r.Moments()[q.Stop.Moment].Last))
	require.Equal(t, len(r.Moments())-1, p.End.Moment)
	require.Equal(t, len(r.Events())-1, p.End.Event)
}

// A deed makes another plan: the same as that of the script with the deed in it.
func TestADeedMakesAnotherPlan(t *testing.T) {
	s, err := core.Parse([]byte(slowFollower(t)))
	require.NoError(t, err)
	r := core.New(s)
	before := planOf(r, math.MaxInt)
	card := r.Moments() // nothing is known of the run itself: the plan does not move it
	require.Empty(t, card)
	r.SeekTime(1500 * 1000)
	_, err = r.Act([]byte(`{"isr": {"topic": "payments", "partition": 0, "members": [1, 2]}}`))
	require.NoError(t, err)
	p, _ := core.MakePlan(r, math.MaxInt)
	require.True(t, p.Cards[1].Done.Known)
	require.Equal(t, 1, p.Predictions[0].Holds)
	require.Less(t, p.Predictions[0].Decided.T, core.Time(1600*1000), "it is decided at once")
	after := planOf(r, math.MaxInt)
	require.NotEqual(t, before, after)

	again, err := core.Parse(r.AppendScript(nil))
	require.NoError(t, err)
	require.NotNil(t, again.Lesson, "a script that is written back keeps its lesson")
	require.Equal(t, after, planOf(core.New(again), 7))
}

// Whatever the place, and however small the slices, the plan is the same, and so is the run.
func TestThePlanDependsOnTheScriptAlone(t *testing.T) {
	s, err := core.Parse([]byte(slowFollower(t)))
	require.NoError(t, err)
	summary := func(r *core.Run) string {
		r.SeekTime(s.Until)
		return string(r.AppendSummary(nil))
	}
	want, hash := planOf(core.New(s), math.MaxInt), summary(core.New(s))
	for _, at := range []core.Time{0, 1, 1_000_000, 1_000_500, 4_000_000, s.Until - 1, s.Until, s.Until + 1, 2 * s.Until} {
		for _, budget := range []int{1, 50, math.MaxInt} {
			r := core.New(s)
			r.SeekTime(at)
			place, now := r.Place(), r.Now()
			require.Equal(t, want, planOf(r, budget), "from %v in slices of %d", at, budget)
			require.Equal(t, place, r.Place())
			require.Equal(t, now, r.Now())
			r.SeekTime(0)
			require.Equal(t, hash, summary(r))
		}
	}
	r := core.New(s)
	for n := range 60 { // places within a happening, and a plan that is under way while the run moves
		r.SeekEvent(n)
		core.MakePlan(r, 3)
		r.StepMoments(1)
		require.Equal(t, want, planOf(r, 11), "after %d events", n)
	}
}

func TestAScriptWithoutALessonHasNoPlan(t *testing.T) {
	text := slowFollower(t)
	text = text[:strings.Index(text, `,
  "lesson"`)] + "}"
	s, err := core.Parse([]byte(text))
	require.NoError(t, err)
	p, done := core.MakePlan(core.New(s), 1)
	require.True(t, done)
	require.Nil(t, p)
}

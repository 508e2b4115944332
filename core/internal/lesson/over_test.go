package lesson_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/lesson"
	"highwater/core/internal/look"
	"highwater/core/internal/vtime"
)

// openAt returns the requests whose clients wait for an answer at an instant of a run.
func openAt(r *core.Run, at vtime.Time) map[int]bool {
	r.SeekTime(at)
	open := map[int]bool{}
	for _, q := range r.State(1).Requests {
		if q.Phase != look.Answered {
			open[q.Request] = true
		}
	}
	return open
}

// A lesson is over with the last of its things and the answers that arrive at once after it: what is still open then
// will stay so for longer.
func TestALessonIsOverWhenTheAnswersOnTheirWayHaveArrived(t *testing.T) {
	const soon = 10 * vtime.Millisecond
	files, err := filepath.Glob("../../testdata/scenarios/*.json")
	require.NoError(t, err)
	heard := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		s, err := core.Parse(text)
		require.NoError(t, err)
		r := core.New(s)
		plan, _ := core.MakePlan(r, math.MaxInt)
		if plan == nil {
			continue
		}
		last := -1
		for _, place := range things(plan) {
			if !place.Known {
				last = -1 // what the script does not come to, a learner's deed leads to
				break
			}
			last = max(last, place.Moment)
		}
		if last < 0 {
			require.Equal(t, plan.End, plan.Over, file)
			continue
		}
		r.SeekMoment(last)
		end := r.Now()
		before, over, later := openAt(r, end), openAt(r, plan.Over.T), openAt(r, end+soon)
		require.GreaterOrEqual(t, plan.Over.Moment, last, file)
		if plan.Heard {
			heard++
			require.Greater(t, plan.Over.T, end, file)
			require.LessOrEqual(t, plan.Over.T, end+soon, file)
			require.Less(t, len(over), len(before)+1, file)
		}
		for q := range before {
			require.Equal(t, later[q], over[q], "%s: request %d", file, q)
		}
	}
	require.Greater(t, heard, 3)
}

type place = lesson.Place

// things returns the places of all that a lesson consists of.
func things(p *core.Plan) (all []place) {
	all = append(all, p.Chapters...)
	for _, c := range p.Cards {
		all = append(all, c.At)
	}
	for _, q := range p.Predictions {
		all = append(all, q.Decided)
	}
	return all
}

// What a run would wait long for does not put off the end of its lesson, and what the run does not come to puts it off
// to the run's end.
func TestALessonDoesNotWaitLong(t *testing.T) {
	text := sample(t)
	from, to := strings.Index(text, `"cards": [`), strings.Index(text, `"predictions": [`)
	plan := func(at string) *core.Plan {
		cards := `"cards": [{"at": ` + at + `, "text": {"en": "x"}}], `
		s, err := core.Parse([]byte(text[:from] + cards + withoutPredictions(text[to:])))
		require.NoError(t, err)
		p, _ := core.MakePlan(core.New(s), math.MaxInt)
		return p
	}
	parked := plan(`{"event": "park", "request": 1}`)
	require.False(t, parked.Heard)
	require.Equal(t, parked.Cards[0].At, parked.Over)
	never := plan(`{"event": "expire"}`)
	require.False(t, never.Cards[0].At.Known)
	require.Equal(t, never.End.Event, never.Over.Event)
	require.True(t, never.Heard, "the answer that ends the run's last moment is on its way")
	answered := plan(`{"event": "complete", "request": 1}`)
	require.True(t, answered.Heard)
	require.Greater(t, answered.Over.T, answered.Cards[0].At.T)
}

// withoutPredictions returns the rest of a lesson behind its predictions.
func withoutPredictions(rest string) string {
	return rest[strings.Index(rest, `"conclusion"`):]
}

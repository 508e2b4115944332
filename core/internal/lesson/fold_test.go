package lesson_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/lesson"
)

// placesOf is where conditions hold in the run of the sample, each as the place of a card.
func placesOf(t *testing.T, conditions ...string) (places []lesson.Place, events []core.Event) {
	t.Helper()
	cards := make([]string, len(conditions))
	for i, c := range conditions {
		cards[i] = `{"at": ` + c + `, "text": {"en": "x"}}`
	}
	text := sample(t)
	from, to := strings.Index(text, `"cards": [`), strings.Index(text, `"predictions": [`)
	s, err := core.Parse([]byte(text[:from] + `"cards": [` + strings.Join(cards, ", ") + "],\n" + text[to:]))
	require.NoError(t, err, "%v", conditions)
	r := core.New(s)
	p, _ := core.MakePlan(r, math.MaxInt)
	for _, c := range p.Cards {
		places = append(places, c.At)
	}
	r.SeekTime(s.Until)
	return places, r.Events()
}

func TestWhereConditionsHold(t *testing.T) {
	const park, done = `{"event": "park", "request": 1}`, `{"event": "complete", "request": 1}`
	const never, end = `{"event": "expire"}`, `{"ends": true}`
	places, events := placesOf(t,
		park, done, never, end,
		`{"event": "replicate"}`, `{"event": "replicate", "nth": 2}`, `{"event": "replicate", "nth": 3}`,
		`{"event": "replicate", "after": `+park+`, "broker": 3}`, `{"event": "park", "after": `+park+`}`,
		`{"not": `+never+`, "by": `+done+`}`, `{"not": `+park+`, "by": `+done+`}`, `{"not": `+done+`, "by": `+park+`}`,
		`{"not": `+done+`, "by": `+done+`}`, `{"not": `+never+`, "by": `+end+`}`, `{"not": `+park+`, "by": `+end+`}`,
		`{"all": [`+done+`, `+park+`]}`, `{"any": [`+done+`, `+park+`]}`, `{"all": [`+park+`, `+never+`]}`,
		`{"any": [`+never+`, `+end+`]}`, `{"event": "replicate", "after": `+never+`}`,
	)
	kind := func(i int) string {
		if !places[i].Known {
			return "never"
		}
		return events[places[i].Event].Kind()
	}
	for i, want := range []string{
		"park", "complete", "never", events[len(events)-1].Kind(),
		"replicate", "replicate", "never",
		"replicate", "never",
		"complete", "never", "park",
		"never", events[len(events)-1].Kind(), "never",
		"complete", "park", "never",
		events[len(events)-1].Kind(), "never",
	} {
		require.Equal(t, want, kind(i), "condition %d", i)
	}
	require.Less(t, places[4].Event, places[5].Event)
	require.Equal(t, places[5], places[7], "broker 3 is the second to have it")
	require.Equal(t, core.Time(10_000_000), places[3].T, "the end is an instant, and not that of the last event")
}

// A list of objects has, for each that is asked for, one with its members; a list of numbers is the same list.
func TestMembersThatAreLists(t *testing.T) {
	const response = `{"event": "response", "partitions": `
	places, _ := placesOf(t,
		response+`[{"error": "NONE"}]}`, response+`[{"topic": "payments", "partition": 0}]}`, response+`[{}]}`,
		response+`[{"partition": 0}, {"error": "NONE"}]}`,
		response+`[{"error": "REQUEST_TIMED_OUT"}]}`, response+`[{"error": "NONE"}, {"partition": 1}]}`,
	)
	for i, want := range []bool{true, true, true, true, false, false} {
		require.Equal(t, want, places[i].Known, "condition %d", i)
	}
}

// Where a prediction is asked: at the end of the moment before what decides it, or before what it is asked at.
func TestWhereAPredictionIsAsked(t *testing.T) {
	plan := func(with string) *core.Plan {
		text := strings.Replace(sample(t), `"told":`, with+`"told":`, 1)
		s, err := core.Parse([]byte(text))
		require.NoError(t, err)
		p, _ := core.MakePlan(core.New(s), math.MaxInt)
		return p
	}
	p := plan("")
	decided := p.Predictions[0].Decided.Moment
	require.Equal(t, decided-1, p.Predictions[0].Stop.Moment)
	parked := p.Cards[1].At.Moment
	require.Less(t, parked, decided-1)
	require.Equal(t, parked-1, plan(`"asked": {"event": "park"}, `).Predictions[0].Stop.Moment)
	require.Equal(t, -1, plan(`"asked": "start", `).Predictions[0].Stop.Moment)
	require.Equal(t, decided-1, plan(`"asked": {"ends": true}, `).Predictions[0].Stop.Moment, "never after it")
	require.False(t, plan(`"asked": {"event": "expire"}, `).Predictions[0].Stop.Known)
}

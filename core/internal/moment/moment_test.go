package moment_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/moment"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

var update = flag.Bool("update", false, "write testdata anew")

const goldenFile = "testdata/scenarios.txt"

// play is the events of a script.
func play(t *testing.T, path string) []event.Event {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	s, err := script.Parse(text)
	require.NoError(t, err, path)
	var events []event.Event
	m := look.NewModel(&s, func(_ *look.Model, e *event.Event) { events = append(events, *e) })
	m.Run(s.Until, func() bool { return len(events) > 20_000 })
	return events
}

func group(events []event.Event) *moment.Moments {
	var m moment.Moments
	for i := range events {
		m.Add(&events[i])
	}
	return &m
}

func scripts(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", filepath.FromSlash(pattern)))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// describe is one line a moment: when, what kind, what led to it, and its events from the first that matters on.
func describe(events []event.Event, list []moment.Moment) string {
	var b []byte
	for i, o := range list {
		b = append(b, "  "+strconv.Itoa(i)+"  "...)
		b = o.From.AppendMs(b)
		if o.T != o.From {
			b = o.T.AppendMs(append(b, 0x2d))
		}
		b = append(b, "  "+o.Kind.String()...)
		if o.Cause != event.None {
			b = append(b, " after "+strconv.Itoa(int(o.Cause))...)
		}
		b = append(b, ':')
		last, times := "", 0
		flush := func() {
			if times > 1 {
				b = append(b, " x"+strconv.Itoa(times)...)
			}
		}
		for n := o.Begin; n <= o.Last; n++ {
			kind := events[n].Kind()
			if kind == last {
				times++
				continue
			}
			flush()
			b = append(b, " "+kind...)
			last, times = kind, 1
		}
		flush()
		for j, r := range o.Requests {
			b = append(b, []string{" settles ", ", "}[min(j, 1)]+strconv.Itoa(int(r))...)
		}
		b = append(b, '\n')
	}
	return string(b)
}

// What the moments of the built-in scenarios are, so that a change shows as what it is.
func TestTheMomentsOfTheScenarios(t *testing.T) {
	var got strings.Builder
	for _, f := range scripts(t, "testdata/scenarios/*.json") {
		events := play(t, f)
		got.WriteString(strings.TrimSuffix(filepath.Base(f), ".json") + "\n")
		got.WriteString(describe(events, group(events).List()) + "\n")
	}
	if *update {
		require.NoError(t, os.WriteFile(goldenFile, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(goldenFile)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String(), "the moments have changed; where that is meant, run with -update")
}

func TestEveryEventIsInOneMomentAndMomentsAreInOrder(t *testing.T) {
	for _, f := range scripts(t, "testdata/*/*.json") {
		events := play(t, f)
		next, lastT := int32(0), vtime.Time(0)
		for i, o := range group(events).List() {
			require.Equal(t, next, o.First, "%s, moment %d begins where the one before ends", f, i)
			require.LessOrEqual(t, o.First, o.Begin)
			require.LessOrEqual(t, o.Begin, o.Last)
			require.Less(t, o.Cause, int32(i), "%s, moment %d", f, i)
			require.Equal(t, events[o.Begin].T, o.From)
			require.Equal(t, events[o.Last].T, o.T, "%s, moment %d", f, i)
			require.GreaterOrEqual(t, o.From, lastT)
			require.GreaterOrEqual(t, o.T, o.From)
			next, lastT = o.Last+1, o.T
		}
	}
}

func TestNoRequestIsDecidedTwiceInTwoMoments(t *testing.T) {
	for _, f := range scripts(t, "testdata/scenarios/*.json") {
		events := play(t, f)
		decided := map[int32]int{}
		for i, o := range group(events).List() {
			for n := o.First; n <= o.Last; n++ {
				e, ok := events[n].Body.(*event.Complete)
				if !ok {
					continue
				}
				was, before := decided[e.Request]
				require.False(t, before, "%s: request %d in moments %d and %d", f, e.Request, was, i)
				decided[e.Request] = i
				require.Contains(t, o.Requests, e.Request)
			}
		}
	}
}

func TestRewindingAndAddingAgainGivesTheSame(t *testing.T) {
	for _, f := range scripts(t, "testdata/scenarios/*.json") {
		events := play(t, f)
		whole := group(events)
		want := describe(events, whole.List())
		m := group(events)
		for n := 0; n <= len(events); n += 1 + len(events)/40 {
			from := m.Rewind(n)
			require.LessOrEqual(t, from, n)
			for i := from; i < len(events); i++ {
				m.Add(&events[i])
			}
			require.Equal(t, want, describe(events, m.List()), "%s, from %d", f, n)
			require.Equal(t, len(events), m.Count())
		}
	}
}

// A write on links of a millisecond goes through four moments; where a hop can be watched, there are more.
func TestAHealthyWriteIsFourMoments(t *testing.T) {
	events := play(t, "../../testdata/scenarios/healthy-write.json")
	var kinds []string
	for _, o := range group(events).List() {
		kinds = append(kinds, o.Kind.String())
	}
	require.Equal(t, []string{"sent", "written", "copied", "committed"}, kinds)
}

package core_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

func scenario(t *testing.T, name string) core.Script {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "scenarios", name+".json"))
	require.NoError(t, err)
	s, err := core.Parse(text)
	require.NoError(t, err)
	return s
}

// shown is what there is to see at a run's place.
func shown(r *core.Run) string { return string(r.State(12).AppendJSON(nil)) }

func TestSteppingByMomentsStopsAfterEachAndComesBackTheSameWay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "scenarios", "*.json"))
	require.NoError(t, err)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		s, err := core.Parse(text)
		require.NoError(t, err)
		r := core.New(s)
		seen := []string{shown(r)}
		for i := 0; i < 60 && r.StepMoments(1) == 1; i++ {
			require.Equal(t, i, r.Moment(), "%s", f)
			o := r.Moments()[i]
			require.Equal(t, int(o.Last)+1, r.Place(), "%s, moment %d", f, i)
			require.Equal(t, o.T, r.Now(), "%s, moment %d", f, i)
			seen = append(seen, shown(r))
		}
		for i := len(seen) - 2; i >= 0; i-- {
			require.Equal(t, -1, r.StepMoments(-1), "%s, back to %d", f, i)
			require.Equal(t, seen[i], shown(r), "%s, back to %d", f, i)
		}
		require.Zero(t, r.StepMoments(-1))
	}
}

func TestAMomentThatMayStillGrowIsNoPlaceToStop(t *testing.T) {
	for _, name := range []string{"healthy-write", "rolling-restart", "same-crash"} {
		r := core.New(scenario(t, name))
		var ended []core.Moment
		for len(ended) < 40 && r.StepMoments(1) == 1 {
			ended = append(ended, r.Moments()[r.Moment()])
		}
		r.SeekTime(200_000 * 1000)
		require.Equal(t, ended, r.Moments()[:len(ended)], "%s", name)
	}
}

func TestPeekingLeavesThePlaceAndFindsWhatSteppingFinds(t *testing.T) {
	for _, name := range []string{"opening", "leader-dies", "same-crash", "timeout-duplicate"} {
		r := core.New(scenario(t, name))
		for {
			before, past := shown(r), r.Past()
			next, ok := r.NextMoment()
			require.Equal(t, before, shown(r), "%s", name)
			require.Equal(t, past, r.Past(), "%s", name)
			if moved := r.StepMoments(1); !ok {
				require.Zero(t, moved, "%s", name)
				break
			}
			require.Equal(t, next, r.Moment(), "%s", name)
		}
	}
}

func TestAnActBeginsAMomentAndThoseBeforeItStay(t *testing.T) {
	r := core.New(scenario(t, "opening"))
	r.SeekTime(2000 * 1000)
	before := append([]core.Moment(nil), r.Moments()...)
	r.SeekTime(20_000 * 1000)
	r.SeekTime(2000 * 1000)
	_, err := r.Act([]byte(`{"isr": {"topic": "payments", "partition": 0, "members": [1, 2]}}`))
	require.NoError(t, err)
	require.Equal(t, before, r.Moments()[:len(before)])
	require.Equal(t, 1, r.StepMoments(1))
	o := r.Moments()[len(before)]
	require.Equal(t, int32(3), o.Step)
	require.Equal(t, "committed", o.Kind.String(), "the high watermark waits for broker 3 no longer")
	require.Equal(t, []int32{1, 2}, o.Requests)
}

func TestSeekingAMomentLeadsToItsEndHoweverItIsReached(t *testing.T) {
	for _, name := range []string{"opening", "leader-dies", "same-crash", "timeout-duplicate"} {
		r, walked := core.New(scenario(t, name)), core.New(scenario(t, name))
		last := -1
		for n := 0; n < 40 && walked.StepMoments(1) == 1; n++ {
			fresh := core.New(scenario(t, name))
			fresh.SeekMoment(n)
			require.Equal(t, shown(walked), shown(fresh), "%s, moment %d", name, n)
			require.True(t, fresh.Whole(n))
			require.Equal(t, fresh.Past(), false)
			last = n
		}
		for n := last; n >= 0; n-- {
			walked.SeekMoment(n)
			r.SeekMoment(n)
			require.Equal(t, n, walked.Moment())
			require.Equal(t, shown(r), shown(walked), "%s, back to moment %d", name, n)
		}
		walked.SeekMoment(-1)
		require.Zero(t, walked.Place())
		require.Zero(t, walked.Now())
	}
}

func TestSeekingAMomentThatNeverComesEndsWithTheLast(t *testing.T) {
	r := core.New(scenario(t, "healthy-write"))
	r.SeekMoment(1000)
	require.Equal(t, 3, r.Moment())
	require.True(t, r.Whole(3))
	require.Equal(t, r.Moments()[3].T, r.Now())
	r.SeekTime(500_000 * 1000) // nothing comes for long before the end of what is known
	r.SeekMoment(1000)
	require.Equal(t, 3, r.Moment())
}

func TestASeekOfAMomentInSlicesIsTheSame(t *testing.T) {
	whole, sliced := core.New(scenario(t, "same-crash")), core.New(scenario(t, "same-crash"))
	whole.SeekMoment(30)
	sliced.BeginSeekMoment(30)
	calls := 0
	for ; !sliced.Work(20); calls++ {
	}
	require.Greater(t, calls, 3)
	require.Equal(t, shown(whole), shown(sliced))
}

func TestPeekingInSlicesSaysUntilWhenNothingComes(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2]}]}]}, "steps": [{"at": 20000, "produce": {"acks": "all",
			"partitions": [{"topic": "t", "partition": 0, "records": 1}]}}], "until": 30000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(100 * 1000)
	before := shown(r)
	calls, last := 0, core.Time(0)
	clear, done := r.Peek(20)
	for ; !done; clear, done = r.Peek(20) {
		require.GreaterOrEqual(t, clear, last)
		last = clear
		require.Equal(t, before, shown(r), "the run stays where it is")
		calls++
	}
	require.Greater(t, calls, 3)
	n, ok := r.Peeked()
	require.True(t, ok)
	require.Equal(t, core.Time(20_000*1000), r.Moments()[n].From)
	require.LessOrEqual(t, last, r.Moments()[n].From)
	require.False(t, r.Past())
	require.Equal(t, r.Place(), r.Reached(), "what has been looked at in advance has not been reached")
}

// told is what a moment says of itself.
type told struct {
	N, First, Begin, Last int
	Kind                  string
	From, T               float64
	Whole                 bool
	Cause, Step           *int
	Requests              []int
	Events                []struct {
		N       int
		Kind    string
		Request int
	}
	Left  int
	About []struct {
		Request    int
		Producer   string
		Acks       string
		TimeoutMs  float64
		Partitions []struct {
			Topic     string
			Partition int
			Values    []string
			Records   int
		}
	}
}

func tell(t *testing.T, r *core.Run, n int) (m told) {
	t.Helper()
	require.NoError(t, json.Unmarshal(core.AppendMoment(nil, r, n), &m))
	return m
}

func TestAMomentIsToldFromItself(t *testing.T) {
	r := core.New(scenario(t, "healthy-write"))
	r.SeekMoment(3)
	m := tell(t, r, 3)
	require.Equal(t, []any{3, "committed", true, []int{1}}, []any{m.N, m.Kind, m.Whole, m.Requests})
	require.NotNil(t, m.Cause)
	require.Equal(t, 2, *m.Cause)
	require.Nil(t, m.Step)
	var kinds []string
	for _, e := range m.Events {
		kinds = append(kinds, e.Kind)
	}
	require.Equal(t, []string{"fetch", "fetch", "high-watermark", "complete", "response", "acknowledge"}, kinds)
	require.Len(t, m.About, 1)
	about := m.About[0]
	require.Equal(t, []any{1, "all"}, []any{about.Request, about.Acks})
	require.NotEmpty(t, about.Producer)
	require.Len(t, about.Partitions, 1)
	require.Equal(t, 1, about.Partitions[0].Records)
	require.Len(t, about.Partitions[0].Values, 1)
	require.NotNil(t, tell(t, r, 0).Step)
	for n := range 4 {
		require.True(t, tell(t, r, n).Whole)
	}
}

func TestOfTheMomentThatThePlaceLiesInOnlyWhatIsBeforeThePlaceIsTold(t *testing.T) {
	r := core.New(scenario(t, "healthy-write"))
	r.SeekMoment(3)
	whole := tell(t, r, 3)
	r.SeekEvent(whole.Events[1].N + 1)
	require.Equal(t, 2, r.Moment(), "that a moment of its own begins with the fetches shows only later")
	r.SeekEvent(whole.Events[2].N + 1)
	m := tell(t, r, r.Moment())
	require.Equal(t, 3, m.N)
	require.False(t, m.Whole)
	require.Len(t, m.Events, 3)
	require.Equal(t, whole.Last, m.Last, "its end is known")
}

func TestACrowdedMomentTellsTheFirstEventsAndCountsTheRest(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2]}]}]}, "steps": [{"at": 0, "fetch-pause": {"broker": 2}}` + strings.Repeat(`,
		{"at": 100, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": 9}]}}`, 100) +
		`, {"at": 1000, "fetch-resume": {"broker": 2}}], "until": 9000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(9000 * 1000)
	var settled []int
	for n, o := range r.Moments() {
		m := tell(t, r, n)
		require.LessOrEqual(t, len(m.Events), 64)
		require.LessOrEqual(t, len(m.About), 24)
		require.LessOrEqual(t, len(m.Events)+m.Left, int(o.Last-o.Begin)+1)
		if len(m.Requests) > 64 {
			require.Equal(t, "committed", m.Kind)
			require.Greater(t, m.Left, 2*len(m.Requests)-64, "each is completed and answered")
		}
		settled = append(settled, m.Requests...)
		for _, about := range m.About {
			require.Len(t, about.Partitions[0].Values, 4)
			require.Equal(t, 9, about.Partitions[0].Records)
		}
	}
	require.Len(t, settled, 100)
}

func TestMarksOfMomentsSayWhatTheyTellOf(t *testing.T) {
	r := core.New(scenario(t, "timeout-duplicate"))
	r.SeekTime(200_000 * 1000)
	var marks [][]any
	require.NoError(t, json.Unmarshal(core.AppendMomentMarks(nil, r, 0, 1000), &marks))
	require.Len(t, marks, len(r.Moments()))
	flags := map[int]bool{}
	for i, m := range marks {
		o := r.Moments()[i]
		require.Equal(t, []any{float64(i), o.Kind.String(), float64(o.Last)}, []any{m[0], m[3], m[4]})
		flag := int(m[5].(float64))
		flags[flag] = true
		require.Equal(t, o.Step >= 0, flag&2 != 0)
		require.Equal(t, len(o.Requests) > 0, flag&4 != 0)
		if o.Kind.String() == "timed-out" {
			require.Equal(t, 1, flag&1)
		}
	}
	require.True(t, flags[0] && flags[2], "some tell of nothing of that, some of a step alone")
	require.Equal(t, "[]", string(core.AppendMomentMarks(nil, r, len(marks), 1000)))
	r = core.New(scenario(t, "timeout-duplicate"))
	r.SeekMoment(1)
	r.NextMoment()
	require.NoError(t, json.Unmarshal(core.AppendMomentMarks(nil, r, 0, 1000), &marks))
	require.Len(t, marks, 2, "what has been looked at in advance has no mark")
}

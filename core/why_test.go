package core_test

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	explain "highwater/core/internal/why"
)

// why is an answer to why.
type why struct {
	Chain []struct {
		N, Moment int
		T         float64
		Event     struct{ Kind string }
	}
	Root     string
	Releases []struct {
		Kind   string
		T      float64
		Step   json.RawMessage
		Broker int
		Errors []string
		Closed bool
	}
	Facts []struct {
		Kind      string
		Broker    int
		Obstacles []string
	}
	Crashes []struct {
		Broker, Leader int
		Kept           bool
	}
	Working bool
}

// ask asks until there is nothing left to try.
func ask(t *testing.T, r *core.Run, subject string) (a why) {
	t.Helper()
	for a.Working = true; a.Working; {
		require.NoError(t, core.AskWhy(r, []byte(`{"subject": `+subject+`}`)))
		core.SearchWhy(r, 1000)
		text := core.AppendWhy(nil, r)
		a = why{}
		require.NoError(t, json.Unmarshal(text, &a), string(text))
	}
	return a
}

// kinds is the kinds of a chain's events.
func (a why) kinds() (list []string) {
	for _, link := range a.Chain {
		list = append(list, link.Event.Kind)
	}
	return list
}

// deeds is the steps that would release something, and when, in ms.
func (a why) deeds() map[string]float64 {
	steps := map[string]float64{}
	for _, r := range a.Releases {
		if r.Kind == "deed" {
			steps[string(r.Step)] = r.T
		}
	}
	return steps
}

func TestAParkedRequestSaysWhatItWaitsForAndWhatWouldReleaseIt(t *testing.T) {
	r := core.New(scenario(t, "opening"))
	r.SeekTime(2000 * 1000)
	before := shown(r)
	a := ask(t, r, `{"request": 1}`)
	require.Equal(t, before, shown(r), "the run stays where it is")
	require.Equal(t, []string{"park", "append", "receive", "request", "step"}, a.kinds())
	require.Equal(t, "step", a.Root)
	first := a.Releases[0]
	require.Equal(t, []any{"fetch", 3, []string{"NONE"}}, []any{first.Kind, first.Broker, first.Errors})
	require.Equal(t, map[string]float64{
		`{"kill":{"broker":1}}`: 2000.001,
		`{"isr":{"topic":"payments","partition":0,"members":[1,2]}}`: 2001.001,
		`{"stop":{"broker":1}}`:               2002.001,
		`{"stop":{"broker":3}}`:               2002.001,
		`{"fetch-delay":{"broker":3,"ms":0}}`: 4504.5,
	}, a.deeds())
	require.Equal(t, []string{"delayed"}, a.Facts[2].Obstacles)
	for _, release := range a.Releases {
		require.Equal(t, string(release.Step) == `{"kill":{"broker":1}}`, release.Closed)
	}
}

func TestARequestThatIsAnsweredWaitsForNothing(t *testing.T) {
	r := core.New(scenario(t, "healthy-write"))
	r.SeekMoment(3)
	a := ask(t, r, `{"request": 1}`)
	require.Empty(t, a.Releases)
	require.Equal(t, "acknowledge", a.Chain[0].Event.Kind)
	require.Equal(t, 3, a.Chain[0].Moment)
	require.Equal(t, "step", a.Chain[len(a.Chain)-1].Event.Kind)
}

func TestARefusedWriteSaysWhatWouldLetItIn(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 3, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]},
		"steps": [{"at": 100, "isr": {"topic": "t", "partition": 0, "members": [1]}},
			{"at": 200, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": 1}]}}],
		"until": 9000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(1000 * 1000)
	deeds := ask(t, r, `{"request": 1}`).deeds()
	require.Contains(t, deeds, `{"set":{"topic":"t","config":{"min.insync.replicas":1}}}`)
	require.Contains(t, deeds, `{"isr":{"topic":"t","partition":0,"members":[1,2]}}`)
	require.Contains(t, deeds, `{"isr":{"topic":"t","partition":0,"members":[1,3]}}`)
	require.Len(t, deeds, 3)
	_, err = r.Act([]byte(`{"set": {"topic": "t", "config": {"min.insync.replicas": 1}}}`))
	require.NoError(t, err)
	r.SeekTime(1010 * 1000)
	require.Empty(t, ask(t, r, `{"request": 1}`).deeds(), "it would be let in now")
	a := ask(t, r, `{"topic": "t", "partition": 0}`)
	require.Equal(t, "deed", a.Root, "the leader has learnt of what was done by hand: %v", a.kinds())
}

func TestARecordSaysWhoWouldLoseItInWhichCrash(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 2, "topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2]}]}]}, "steps": [{"at": 50, "fetch-pause": {"broker": 2}},
			{"at": 600, "produce": {"acks": "1", "partitions": [{"topic": "t", "partition": 0, "records": ["a"]}]}}],
		"until": 9000}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(1000 * 1000)
	a := ask(t, r, `{"topic": "t", "partition": 0, "offset": 0}`)
	lost := map[int]bool{}
	for _, c := range a.Crashes {
		lost[c.Broker] = !c.Kept
	}
	require.Equal(t, map[int]bool{1: true, 2: false}, lost, "broker 2 would lead without it")
	r.SeekTime(100 * 1000)
	require.Empty(t, ask(t, r, `{"topic": "t", "partition": 0, "offset": 0}`).Crashes, "there is none yet")
}

func TestAQuestionNamesSomethingThatThereIs(t *testing.T) {
	r := core.New(scenario(t, "opening"))
	r.SeekTime(2000 * 1000)
	for _, subject := range []string{
		`{}`, `3`, `{"request": 99}`, `{"request": 0}`, `{"broker": 0}`, `{"broker": 9}`, `{"request": -1}`, `{"why": 1}`,
		`{"topic": "none", "partition": 0}`, `{"topic": "payments"}`, `{"topic": "payments", "partition": 9}`,
		`{"topic": "payments", "partition": 0, "broker": 7}`, `{"request": "1"}`,
	} {
		err := core.AskWhy(r, []byte(`{"subject": `+subject+`}`))
		require.Error(t, err, subject)
		require.IsType(t, &core.Error{}, err, subject)
	}
	for _, subject := range []string{
		`{"event": 0}`, `{"moment": 2}`, `{"broker": 2}`, `{"controller": 1}`, `{"event": 99999}`,
		`{"topic": "payments", "partition": 0, "broker": 3}`, `{"topic": "payments", "partition": 0, "offset": 99999}`,
	} {
		ask(t, r, subject)
	}
}

// timers are the events that come of nothing but time: sessions, heartbeats, the checks of the ISR, consumers' polls
// and the controller's rounds.
var timers = []string{"fence", "unfence", "isr", "visible", "leader"}

func TestEveryChainEndsAtAStepOrATimerOrTheStart(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "scenarios", "*.json"))
	require.NoError(t, err)
	for _, f := range files {
		r := core.New(scenario(t, strings.TrimSuffix(filepath.Base(f), ".json")))
		r.SeekTime(r.Script().Until)
		for n, e := range r.Events()[:r.Place()] {
			require.Less(t, e.Cause, int32(n), "%s: a cause comes before what it brings about", f)
			if e.Cause < 0 && e.Kind() != "step" && e.T > 0 {
				require.Contains(t, timers, e.Kind(), "%s, event %d", f, n)
			}
		}
		for n := 0; n < len(r.Moments()); n += 1 + len(r.Moments())/20 {
			a := ask(t, r, `{"moment": `+strconv.Itoa(n)+`}`)
			require.NotEmpty(t, a.Chain, "%s, moment %d", f, n)
			last := a.Chain[len(a.Chain)-1]
			if len(a.Chain) < 40 {
				require.Equal(t, a.Root == "step", last.Event.Kind == "step", "%s, moment %d", f, n)
			}
		}
	}
}

// Of every event and every moment of a run there is something to say, wherever it is about a request, a replica, a
// partition or a broker; and of every broker and the controller.
func TestEventsMomentsBrokersAndTheControllerHaveFacts(t *testing.T) {
	for _, name := range []string{"opening", "leader-dies", "unclean-election", "who-counts", "retry-refused"} {
		r := core.New(scenario(t, name))
		r.SeekTime(r.Script().Until)
		told := map[string]bool{}
		for i := range r.Events() {
			a := ask(t, r, `{"event": `+strconv.Itoa(i)+`}`)
			for _, f := range a.Facts {
				told[f.Kind] = true
			}
			if about := explain.SubjectsOf(&r.Events()[i]); len(about) > 0 {
				require.NotEmpty(t, a.Facts, "%s: event %d, %s", name, i, r.Events()[i].Kind())
			}
		}
		for i := range r.Moments() {
			require.NotEmpty(t, ask(t, r, `{"moment": `+strconv.Itoa(i)+`}`).Chain, "%s: moment %d", name, i)
		}
		require.True(t, told["answered"] && told["replica"] && told["minimum"], "%s: %v", name, told)
		require.Equal(t, []string{"broker", "replica"}, factKinds(ask(t, r, `{"broker": 2}`)))
		require.Equal(t, []string{"registration", "broker", "broker", "broker"}, factKinds(ask(t, r, `{"controller": 1}`)))
	}
}

func factKinds(a why) (list []string) {
	for _, f := range a.Facts {
		list = append(list, f.Kind)
	}
	return list
}

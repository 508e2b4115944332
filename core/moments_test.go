package core_test

import (
	"os"
	"path/filepath"
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

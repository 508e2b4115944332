package behaviour

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/modeltest"
)

// An application that waits 1500 ms for what takes 7500, and one that waits for long enough.
const impatient = `{"version": 1,
	"cluster": {"topics": [
		{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [1, 2, 3]}]}]},
	"producers": [{"id": "p1", "config": {"linger.ms": 0}}, {"id": "p2", "config": {"linger.ms": 0}}],
	"steps": [
		{"at": 0, "fetch-delay": {"broker": 3, "ms": 4000}},
		{"at": 1000, "send": {"producer": "p1", "topic": "t", "value": "a", "give-up.ms": 1500, "resend": 2}},
		{"at": 1000, "send": {"producer": "p2", "topic": "t", "value": "b", "give-up.ms": 60000}}],
	"until": 30000}`

func TestAnApplicationThatGivesUpFirstWritesTwiceInSpiteOfIdempotence(t *testing.T) {
	events, s := modeltest.Play(t, []byte(impatient))
	var times []int
	var offsets []int64
	for _, r := range s.Records {
		if r.Value == "a" {
			require.Equal(t, "acknowledged", r.Outcome)
			require.Len(t, r.Offsets, 1, "the client has sent each once")
			require.Equal(t, 1, r.Attempts)
			times, offsets = append(times, r.Resend), append(offsets, r.Offsets...)
		}
	}
	require.Equal(t, []int{0, 1, 2}, times)
	require.Len(t, offsets, 3, "the duplicates are the application's")
	require.Len(t, modeltest.EventsOf(events, "give-up"), 3)
	require.Len(t, s.RecordOf(t, "b").Offsets, 1)
}

func TestTheAccountsSayHowOftenAnApplicationHandedOverAgain(t *testing.T) {
	script, err := core.Parse([]byte(impatient))
	require.NoError(t, err)
	run := core.New(script)
	run.SeekTime(script.Until)
	require.Equal(t, 2, run.State(4).Producers[0].Resent)
	require.Zero(t, run.State(4).Producers[1].Resent)
	warnings := script.Warnings()
	require.Len(t, warnings, 2)
	require.Equal(t, "steps[1].send.give-up.ms", warnings[0].Path)
}

func TestWithItsProcessAnApplicationStopsSendingAgain(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1,
		"cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]},
		"producers": [{"id": "p1"}],
		"steps": [
			{"at": 0, "link": {"from": "p1", "to": 1, "up": false}},
			{"at": 10, "send": {"producer": "p1", "topic": "t", "value": "a", "give-up.ms": 1000, "resend": 9}},
			{"at": 2500, "kill": {"producer": "p1"}},
			{"at": 2600, "start": {"producer": "p1"}}]}`))
	require.Len(t, modeltest.EventsOf(events, "give-up"), 2)
	require.Len(t, s.Records, 3)
	require.Equal(t, "never-told", s.Records[0].Outcome)
}

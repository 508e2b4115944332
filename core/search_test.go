package core_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

// searched is what AppendSearch says.
type searched struct {
	States, Copies, NoReturn int
	Layers                   []int
	Over, Full, Lost         bool
	Broken                   []string
	Trace                    []struct {
		Action       string
		Broker, Lose int
		At           int64
		Failures     int
		Broken       []string
		Leader       int
		ISR, ELR     []int
		Running      []int
		Records      []struct {
			Acknowledged bool
			Copies       []int
		}
	}
	Script json.RawMessage
}

// answers searches to the end.
func answers(t *testing.T, request string) (a searched) {
	t.Helper()
	s, err := core.NewSearch([]byte(request))
	require.NoError(t, err)
	for s.Work(1000) {
		var soFar searched
		require.NoError(t, json.Unmarshal(core.AppendSearch(nil, s), &soFar))
		require.False(t, soFar.Over)
		require.Empty(t, soFar.Trace)
	}
	require.NoError(t, json.Unmarshal(core.AppendSearch(nil, s), &a))
	require.True(t, a.Over)
	return a
}

// TestASearchAnswersWithARunThatPlays: what is found is told step by step, and its script is one.
func TestASearchAnswersWithARunThatPlays(t *testing.T) {
	const twoReplicas = `{"replicas": 2, "minInSyncReplicas": 1, "elr": 0, "unclean": 0, "acks": -1, "records": 1,
		"kinds": 6, "failures": 3}`
	a := answers(t, twoReplicas)
	require.True(t, a.Lost)
	require.Len(t, a.Layers, 2, "no failure and one are searched to their end")
	require.Len(t, a.Trace, 6)
	last := a.Trace[5]
	require.Equal(t, "unfence", last.Action)
	require.Equal(t, 2, last.Failures)
	require.Contains(t, last.Broken, "leaderHasAcknowledged")
	require.True(t, last.Records[0].Acknowledged)
	require.NotContains(t, last.Records[0].Copies, last.Leader)
	require.Equal(t, "powerOff", a.Trace[a.NoReturn].Action)
	s, err := core.Parse(a.Script)
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(core.Time(last.At * 1000))
	require.Len(t, r.State(0).Partitions[0].Ghosts, 1, "and it plays to the loss")
}

func TestASearchThatFindsNothingTellsOfTheClosestCall(t *testing.T) {
	a := answers(t, `{"replicas": 2, "minInSyncReplicas": 2, "elr": 1, "acks": -1, "records": 1, "kinds": 2,
		"failures": 1}`)
	require.False(t, a.Lost)
	require.Len(t, a.Layers, 2)
	require.Equal(t, 1, a.Copies)
	require.NotEmpty(t, a.Trace)
}

func TestASearchRefusesWhatMakesNoSense(t *testing.T) {
	for _, request := range []string{
		`{}`, `{"replicas": 9}`, `{"what": 1}`, `[]`, `{"replicas": 1, "minInSyncReplicas": 1, "records": 1, "acks": 0}`,
	} {
		_, err := core.NewSearch([]byte(request))
		require.Error(t, err, request)
	}
}

package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

func played(t *testing.T, text string) *Sim {
	t.Helper()
	s, err := script.Parse([]byte(text))
	require.NoError(t, err)
	return New(&s)
}

// quiet is a cluster in which nothing happens but what always does.
const quiet = `{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]},
	"producers": [{"id": "p", "config": {"linger.ms": 0}}], "steps": [
	{"at": 100, "send": {"producer": "p", "topic": "t", "value": "v", "count": 5}},
	{"at": 200, "freeze": {"broker": 1}}, {"at": 200, "link": {"from": 2, "to": 3, "up": false}}]}`

func TestASimulationEndsWhereItHasHadAsManyEventsAsThereMayBe(t *testing.T) {
	m := played(t, quiet)
	m.Bound(20)
	m.Run(vtime.AtMs(10_000), func() bool { return false })
	require.Equal(t, Events, m.Reached())
	require.GreaterOrEqual(t, m.Emitted(), 20)
	require.Less(t, m.Now(), vtime.AtMs(10_000), "the clock stands where it ended")
	require.Contains(t, m.Complaint(), "20 events")
	happened := m.Happened()
	m.Run(vtime.AtMs(20_000), func() bool { return false })
	require.Equal(t, happened, m.Happened())
	require.Equal(t, Events, m.Clone().Reached())
}

// Every limit is looked at after everything that happens, and says what to do.
func TestEveryLimitEndsASimulation(t *testing.T) {
	for _, c := range []struct {
		reach func(*Sim)
		limit Limit
		says  string
	}{
		{func(m *Sim) { m.happened = script.MaxHappenings - 1 }, Happenings, "50000000 steps of work"},
		{func(m *Sim) { m.held = script.MaxWaiting }, Waiting, "200000 waiting messages and timers"},
		{func(m *Sim) { m.written = script.MaxWritten }, Written, "2000000 records sent and written"},
	} {
		m := played(t, quiet)
		m.Happen()
		require.Equal(t, NoLimit, m.Reached())
		require.Empty(t, m.Complaint())
		c.reach(m)
		m.Happen()
		require.Equal(t, c.limit, m.Reached())
		require.Contains(t, m.Complaint(), c.says)
	}
}

// What is counted as waiting and as written is what there is.
func TestWhatIsCountedIsWhatThereIs(t *testing.T) {
	m := played(t, quiet)
	m.Run(vtime.AtMs(190), func() bool { return false })
	require.Equal(t, 5+3*5, m.written, "5 records in requests, and in three logs")
	require.Zero(t, m.held+m.links.Lost())
	m.Run(vtime.AtMs(3000), func() bool { return false })
	require.Equal(t, len(m.frozen[1].held), m.held)
	require.Positive(t, m.held)
	require.Zero(t, m.links.Lost())
	m.Send(network.Message{From: 2, To: 3, Body: &protocol.Disconnect{}}, 0)
	require.Equal(t, 1, m.links.Lost())
	before := m.Waits()
	m.thaw(1, event.None)
	require.Zero(t, m.held)
	require.GreaterOrEqual(t, m.Waits(), before, "what was kept is to happen now")
	m.freeze(1, event.None)
	m.Run(vtime.AtMs(8000), func() bool { return false })
	require.Positive(t, m.held)
	m.melt(1)
	require.Zero(t, m.held)
	require.Len(t, m.links.Heal(2, 3), 1)
	require.Zero(t, m.links.Lost())
}

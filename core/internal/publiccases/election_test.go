package publiccases

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
	"highwater/core/internal/protocol"
)

// Public cases of leaders that come and go, and of what becomes of logs then. A broker that is killed is fenced when
// its session of 9 s has run out, at the next check: no sooner than 7 s after, no later than 10.2 s.

// fencedAfter is when a broker that died at an instant was taken for dead.
func (c *publicCase) fencedAfter(died float64, broker int) float64 {
	c.t.Helper()
	for _, e := range c.on(broker, "fence") {
		if e.T > died {
			require.GreaterOrEqual(c.t, e.T, died+7000)
			require.LessOrEqual(c.t, e.T, died+10_200)
			return e.T
		}
	}
	c.t.Fatalf("broker %d was not fenced", broker)
	return 0
}

// PK-28. A new leader knows nothing of its followers, but gives the members of the ISR the benefit of the doubt: a
// check of the ISR between its first write and their first fetch evicts nobody.
func TestPublicNewLeaderEvictsNobody(t *testing.T) {
	c := public(t, "PK-28")
	role := c.on(2, "role")[0]
	require.InDelta(t, 14_999.5, role.T, 0.001)
	written := c.on(2, "append")[0]
	require.InDelta(t, 14_999.7, written.T, 0.001)
	for _, e := range c.on(2, "fetch") {
		require.Greater(t, e.T, 15_000.0, "the check of 15000 comes before")
	}
	require.Empty(t, modeltest.EventsOf(c.events, "isr"))
	c.told(1, "NONE", 0, 15_003, 15_003)
}

// PK-49. An unclean election takes whoever is first in the assignment of those alive, not who has most; with eligible
// leader replicas and the minimum there is a clean one.
func TestPublicWhatAnUncleanElectionCosts(t *testing.T) {
	c := public(t, "PK-49")
	require.Equal(t, []electionOf{{3, "unclean"}}, c.elections())
	c.fencedAfter(20_000, 1)
	require.Len(t, c.log(3), 2)
	cut := map[int]int64{}
	for _, e := range modeltest.EventsOf(c.events, "truncate") {
		require.EqualValues(t, 2, numberIn(t, e.To))
		cut[e.Broker] = numberIn(t, e.From) - 2
	}
	require.Equal(t, map[int]int64{1: 8, 2: 3}, cut, "acks=1 loses 8, acks=all what two brokers had: 3")

	c = public(t, "PK-49-order")
	require.Equal(t, []electionOf{{2, "unclean"}}, c.elections())
	require.Len(t, c.log(2), 5, "all that was committed is there, by luck of the order")
	require.EqualValues(t, 10, numberIn(t, c.on(1, "truncate")[0].From))
	require.EqualValues(t, 5, numberIn(t, c.on(1, "truncate")[0].To))

	c = public(t, "PK-49-elr")
	require.Equal(t, []electionOf{{2, "eligible"}}, c.elections())
	require.Len(t, c.log(2), 5)
	for _, e := range modeltest.EventsOf(c.events, "partition") {
		require.False(t, e.Recovering)
	}
}

// PK-51. With acks=1 and a leader that is stopped, a record is kept, lost or refused, as it meets the move of the
// leadership. A client asks the next leader where it was refused; where the answer was lost it makes a second copy.
func TestPublicLeaderIsStoppedUnderAcksOne(t *testing.T) {
	c := public(t, "PK-51")
	c.told(1, "NONE", 0, 999.5, 999.5)
	c.told(2, "NONE", 1, 1001.5, 1001.5)
	c.refused(3, "NOT_LEADER_OR_FOLLOWER", 1001)
	require.InDelta(t, 1002, c.on(1, "role")[0].T, 0.001)
	require.Equal(t, []electionOf{{2, "clean"}}, c.elections())
	require.Equal(t, []string{"kept"}, c.log(2))
	require.Equal(t, []string{"kept"}, c.log(1), "when it comes back")

	c = public(t, "PK-51-before")
	require.Equal(t, []string{"NOT_LEADER_OR_FOLLOWER"}, c.RecordOf(t, "a").Errors)
	require.Len(t, c.acknowledged("a", 0).Offsets, 1)
	c = public(t, "PK-51-between")
	require.Equal(t, "acknowledged", c.RecordOf(t, "a").Outcome)
	require.True(t, c.RecordOf(t, "a").Lost)
	c = public(t, "PK-51-twice")
	require.Equal(t, []string{"NETWORK_EXCEPTION"}, c.RecordOf(t, "a").Errors)
	require.Len(t, c.acknowledged("a", 1).Offsets, 2)
}

// PK-67. What a process wrote outlives the process; a machine may lose the end of it, and with all machines it is
// gone.
func TestPublicCrashesAndPowerLoss(t *testing.T) {
	c := public(t, "PK-67-killed")
	c.told(1, "NONE", 0, 4, 4)
	for broker := range 3 {
		require.Equal(t, []string{"a"}, c.log(broker+1))
	}
	require.EqualValues(t, 1, c.committed())

	c = public(t, "PK-67-one")
	require.Equal(t, []electionOf{{2, "clean"}}, c.elections())
	require.Len(t, c.on(1, "truncate"), 1, "the disk did not have it")
	for broker := range 3 {
		require.Equal(t, []string{"a"}, c.log(broker+1))
	}

	c = public(t, "PK-67-all")
	c.told(1, "NONE", 0, 4, 4)
	for broker := range 3 {
		require.Empty(t, c.log(broker+1), "acknowledged by all, and lost")
	}
	require.Positive(t, c.Partitions[0].Leader)
}

// PK-68. Who has fallen out of the ISR is not elected, however well it is: unless the minimum made it eligible, or an
// unclean election is allowed, and then what it lacks is lost.
func TestPublicTwoReplicasOneOutOneDead(t *testing.T) {
	c := public(t, "PK-68")
	require.Equal(t, protocol.SetOf(1), c.at(59_000).ISR)
	fenced := c.fencedAfter(60_000, 1)
	out := c.at(int64(fenced) + 1000)
	require.Equal(t, -1, out.Leader)
	require.Empty(t, out.ISR)
	require.Equal(t, protocol.SetOf(1), out.ELR)
	require.Equal(t, -1, c.at(89_999).Leader, "broker 2 lives, and is behind")
	require.Equal(t, []electionOf{{-1, "none"}, {1, "last-known"}}, c.elections())
	require.Equal(t, []string{"a", "b"}, c.log(1))
	require.Equal(t, []string{"a", "b"}, c.log(2))

	c = public(t, "PK-68-minimum")
	require.Equal(t, []electionOf{{2, "eligible"}}, c.elections())
	require.Equal(t, []string{"a"}, c.log(2), "b was acknowledged to acks=1, and never committed")
	require.Equal(t, []string{"a"}, c.log(1))
	for _, e := range c.on(1, "high-watermark") {
		require.LessOrEqual(t, numberIn(t, e.To), int64(1))
	}

	c = public(t, "PK-68-unclean")
	require.EqualValues(t, 2, c.at(59_000).HighWatermark, "with a minimum of one b was committed")
	require.Equal(t, []electionOf{{2, "unclean"}}, c.elections())
	require.Equal(t, []string{"a"}, c.log(1))
}

// PK-69. A rolling restart that does not wait for the ISR: with two replicas the second stop leaves no leader, with
// three there is a third; one that waits does no harm.
func TestPublicRollingRestart(t *testing.T) {
	c := public(t, "PK-69")
	require.Equal(t, protocol.SetOf(2), c.at(24_999).ISR)
	require.True(t, c.at(24_999).Replicas[0].Eligible, "broker 1 runs, and is behind")
	require.Equal(t, -1, c.at(25_010).Leader)
	require.Equal(t, -1, c.at(59_999).Leader)
	require.Equal(t, []electionOf{{2, "clean"}, {-1, "none"}, {2, "eligible"}}, c.elections())

	c = public(t, "PK-69-three")
	require.Equal(t, []electionOf{{2, "clean"}, {3, "clean"}}, c.elections())
	require.InDelta(t, 25_001, modeltest.EventsOf(c.events, "leader")[1].T, 0.001, "at once, with the stop")

	c = public(t, "PK-69-waits")
	require.Equal(t, protocol.SetOf(1, 2), c.at(47_999).ISR)
	require.Equal(t, []electionOf{{2, "clean"}, {1, "clean"}}, c.elections())
	require.Equal(t, []string{"a"}, c.log(1))
}

// PK-71. Allowing unclean elections elects nobody by itself: the periodic look does, or an election that is asked for,
// or any broker that comes back. A topic's own value goes before the cluster's.
func TestPublicUncleanElectionsAllowedLate(t *testing.T) {
	for _, of := range []struct {
		name string
		at   float64
	}{
		{"PK-71", 300_000},
		{"PK-71-asked", 120_000},
	} {
		c := public(t, of.name)
		require.Equal(t, []electionOf{{-1, "none"}, {2, "unclean"}}, c.elections())
		require.InDelta(t, of.at, modeltest.EventsOf(c.events, "leader")[1].T, 0.001)
		require.Len(t, c.log(2), 1)
	}

	c := public(t, "PK-71-event")
	require.Equal(t, []electionOf{{-1, "none"}, {2, "unclean"}}, c.elections())
	elected := modeltest.EventsOf(c.events, "leader")[1]
	require.InDelta(t, 150_000, elected.T, 20)
	require.Contains(t, modeltest.Causes(c.events, *elected.N), "unfence")

	c = public(t, "PK-71-topic")
	require.Equal(t, []electionOf{{-1, "none"}}, c.elections(), "two looks later, still none")
}

// PK-73. A follower that restarts with a high watermark behind its leader's cuts nothing off: if it comes to lead,
// what lies above is there.
func TestPublicRestartBehindTheHighWatermark(t *testing.T) {
	c := public(t, "PK-73")
	restarted := c.at(15_000).Replicas[1]
	require.EqualValues(t, 1, restarted.HighWatermark)
	require.EqualValues(t, 2, restarted.LogEndOffset)
	require.Equal(t, []electionOf{{-1, "none"}, {2, "unclean"}}, c.elections(), "it has left the ISR with its restart")
	require.Empty(t, modeltest.EventsOf(c.events, "truncate"))
	require.Equal(t, []string{"m1", "m2"}, c.log(2))
	require.Equal(t, []string{"m1", "m2"}, c.log(1))
	require.EqualValues(t, 2, c.committed())
}

// PK-74. A former leader first cuts off what its leader does not have, and raises its high watermark only then: it
// never shows a record that differs.
func TestPublicTruncateBeforeRaisingTheHighWatermark(t *testing.T) {
	c := public(t, "PK-74")
	cut := c.on(1, "truncate")
	require.Len(t, cut, 1)
	require.EqualValues(t, 10, numberIn(t, cut[0].From))
	require.EqualValues(t, 5, numberIn(t, cut[0].To))
	leader := c.log(2)
	for n := range c.events {
		c.run.SeekEvent(n)
		p := c.run.State(20).Partitions[0]
		former := p.Replicas[0]
		for _, cell := range former.Cells {
			if cell.Offset < former.HighWatermark {
				require.Equal(t, leader[cell.Offset], cell.Value, "after event %d", n)
			}
		}
	}
	require.Equal(t, leader, c.log(1))
	require.Positive(t, c.on(1, "high-watermark")[0].T-cut[0].T)
}

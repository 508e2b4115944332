package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// start is when the cases begin: late enough that "last caught up at 0" is long ago.
const (
	start  int64 = 40_000
	maxLag int64 = 30_000
)

func TestProgressAfterAnElection(t *testing.T) {
	fetched := rules.NoProgress.AfterFetch(10, 10, start)
	later := start + 5
	for _, c := range []struct {
		name              string
		ledBefore, inSync bool
		want              rules.Progress
	}{
		{
			"REP-05 a leader elected again knows a member's log end, and counts it as caught up now", true, true,
			rules.Progress{LogEndOffset: 10, LeaderEndAtFetch: 11, LastFetchMs: later, LastCaughtUpMs: later},
		},
		{
			"REP-06 of one outside the ISR it knows the log end and nothing else", true, false,
			rules.Progress{
				LogEndOffset: 10, LeaderEndAtFetch: 11, LastFetchMs: rules.Never, LastCaughtUpMs: rules.Never,
			},
		},
		{
			"REP-07 a new leader knows nothing of a member's log, but counts it as caught up now", false, true,
			rules.Progress{LogEndOffset: -1, LeaderEndAtFetch: -1, LastFetchMs: rules.Never, LastCaughtUpMs: later},
		},
		{
			"REP-08 of one outside the ISR a new leader knows nothing at all", false, false,
			rules.Progress{
				LogEndOffset: -1, LeaderEndAtFetch: -1, LastFetchMs: rules.Never, LastCaughtUpMs: rules.Never,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, fetched.AfterElection(c.ledBefore, c.inSync, 11, later))
		})
	}
}

func TestCaughtUp(t *testing.T) {
	atEnd := rules.NoProgress.AfterFetch(10, 10, start)
	behind := rules.NoProgress.AfterFetch(5, 10, start)
	followed := behind.AfterFetch(10, 15, start)
	for _, c := range []struct {
		name     string
		progress rules.Progress
		end, now int64
		want     bool
	}{
		{"REP-09 one that has not fetched is not caught up", rules.NoProgress, 10, start, false},
		{"REP-09 however young the run", rules.NoProgress, 10, 0, false},
		{"REP-10 one whose log ends with the leader's is", atEnd, 10, start, true},
		{"REP-10 and it never ages", atEnd, 10, start + maxLag + 1, true},
		{"REP-11 one that has never been at the end is not", behind, 10, start, false},
		{"REP-12 one that reached the end of its fetch before was caught up then", followed, 16, start, true},
		{"REP-12 and stays so for the lag time", followed, 16, start + maxLag, true},
		{"REP-12 but no longer", followed, 16, start + maxLag + 1, false},
		{"a log beyond the leader's end is not at its end", rules.Progress{LogEndOffset: 11}, 10, start, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, c.progress.CaughtUp(c.end, c.now, maxLag))
		})
	}
}

func TestProgressAfterAFetch(t *testing.T) {
	before := rules.Progress{LogEndOffset: 5, LeaderEndAtFetch: 10, LastFetchMs: 100, LastCaughtUpMs: 50}
	for _, c := range []struct {
		name        string
		offset, end int64
		now         int64
		want        rules.Progress
	}{
		{"at the leader's end it is caught up now", 12, 12, 200, rules.Progress{12, 12, 200, 200}},
		{"beyond the leader's end, too", 13, 12, 200, rules.Progress{13, 12, 200, 200}},
		{"at the end of the fetch before it was caught up then", 10, 12, 200, rules.Progress{10, 12, 200, 100}},
		{"short of that it has not been caught up since", 9, 12, 200, rules.Progress{9, 12, 200, 50}},
		{"an offset that falls back is taken as it is", 3, 12, 200, rules.Progress{3, 12, 200, 50}},
		{"the leader's end at its last fetch never falls", 4, 8, 200, rules.Progress{4, 10, 200, 50}},
		{"nor does the time it was last caught up", 12, 12, 40, rules.Progress{12, 12, 40, 50}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, before.AfterFetch(c.offset, c.end, c.now))
		})
	}
}

// TestOutOfSyncFollowers is Kafka's IsrExpirationTest: lag time 100, and a leader whose log has grown to 20 since the
// follower's first fetch.
func TestOutOfSyncFollowers(t *testing.T) {
	first := rules.NoProgress.AfterFetch(0, 0, start)
	outOfSync := func(p rules.Progress, nowMs int64) protocol.BrokerSet {
		return rules.OutOfSync(rules.View{
			Leader: 1, LogEndOffset: 20, ISR: rules.ISRState{Committed: protocol.SetOf(1, 2)},
			Followers: []rules.Follower{{ID: 2, Progress: p, Eligible: true}}, NowMs: nowMs, MaxLagMs: 100,
		})
	}
	t.Run("EXP-03 a silent follower is out of sync once the lag time has passed", func(t *testing.T) {
		require.Empty(t, outOfSync(first, start+100))
		require.Equal(t, protocol.SetOf(2), outOfSync(first, start+150))
	})
	t.Run("EXP-07 one that has caught up is not, however long it is silent", func(t *testing.T) {
		caughtUp := first.AfterFetch(20, 20, start)
		require.Empty(t, outOfSync(caughtUp, start))
		require.Empty(t, outOfSync(caughtUp, start+150))
	})
}

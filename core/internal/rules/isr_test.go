package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

func isr(members ...protocol.NodeID) rules.ISRState {
	return rules.ISRState{Committed: protocol.SetOf(members...)}
}

func pending(change rules.Change, proposed protocol.BrokerSet, members ...protocol.NodeID) rules.ISRState {
	return rules.ISRState{Committed: protocol.SetOf(members...), Proposed: proposed, Pending: change}
}

func TestTheMaximalISR(t *testing.T) {
	for _, c := range []struct {
		name string
		isr  rules.ISRState
		want protocol.BrokerSet
	}{
		{"is the committed one while nothing is pending", isr(1, 2), protocol.SetOf(1, 2)},
		{
			"counts who is to join from the proposal on", pending(rules.Expand, protocol.SetOf(1, 2, 3), 1, 2),
			protocol.SetOf(1, 2, 3),
		},
		{
			"counts who is to leave until it is confirmed", pending(rules.Shrink, protocol.SetOf(1), 1, 2),
			protocol.SetOf(1, 2),
		},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, c.isr.Maximal()) })
	}
}

func TestTheEffectiveMinimum(t *testing.T) {
	require.Equal(t, 2, rules.EffectiveMinISR(2, 3), "below the replicas it is what is configured")
	require.Equal(t, 3, rules.EffectiveMinISR(3, 3), "it may be all of them")
	require.Equal(t, 2, rules.EffectiveMinISR(3, 2), "beyond them it is capped")
}

func TestUnderTheMinimumCountsTheCommittedISR(t *testing.T) {
	require.True(t, rules.UnderMinISR(isr(1), 2), "one less than the minimum is under it")
	require.False(t, rules.UnderMinISR(isr(1, 2), 2), "as many as the minimum are not")
	joining, leaving := pending(rules.Expand, protocol.SetOf(1, 2), 1), pending(rules.Shrink, protocol.SetOf(1), 1, 2)
	require.True(t, rules.UnderMinISR(joining, 2), "one that is to join does not help")
	require.False(t, rules.UnderMinISR(leaving, 2), "one that is to leave still does")

	require.True(t, rules.AtMinISR(isr(1, 2), 2))
	require.False(t, rules.AtMinISR(isr(1), 2))
	require.False(t, rules.AtMinISR(isr(1, 2, 3), 2))
}

// viewOf is leader 1's view of a partition with log end 20 and high watermark 10: brokers 2 and 3 are members that have
// everything, 4 stands outside.
func viewOf(change func(*rules.View)) rules.View {
	atEnd := rules.Progress{LogEndOffset: 20, LeaderEndAtFetch: 20, LastFetchMs: start, LastCaughtUpMs: start}
	v := rules.View{
		Leader: 1, LogEndOffset: 20, HighWatermark: 10, EpochStart: 10, ISR: isr(1, 2, 3), EffectiveMin: 2,
		Followers: []rules.Follower{
			{ID: 2, Progress: atEnd, Eligible: true},
			{ID: 3, Progress: atEnd, Eligible: true},
			{ID: 4, Progress: rules.NoProgress, Eligible: true},
		},
		NowMs: start, MaxLagMs: maxLag,
	}
	if change != nil {
		change(&v)
	}
	return v
}

// stale makes followers stand behind, last caught up longer ago than the lag time.
func stale(v *rules.View, indices ...int) {
	for _, i := range indices {
		v.Followers[i].Progress = rules.Progress{LogEndOffset: 12, LastCaughtUpMs: v.NowMs - maxLag - 1}
	}
}

func TestTheShrinkCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*rules.View)
		want   protocol.BrokerSet
		ok     bool
	}{
		{"proposes nothing while everyone keeps up", nil, 0, false},
		{"lets one out of sync go", func(v *rules.View) { stale(v, 0) }, protocol.SetOf(1, 3), true},
		{"lets all of them go at once", func(v *rules.View) { stale(v, 0, 1) }, protocol.SetOf(1), true},
		{"does not care for one outside", func(v *rules.View) { stale(v, 2) }, 0, false},
		{
			"waits while a change is in flight",
			func(v *rules.View) { stale(v, 0); v.ISR = pending(rules.Expand, protocol.SetOf(1, 2, 3, 4), 1, 2, 3) }, 0, false,
		},
		{
			"keeps one that was caught up exactly the lag time ago",
			func(v *rules.View) { stale(v, 0); v.Followers[0].Progress.LastCaughtUpMs++ }, 0, false,
		},
		{
			"counts a member that the leader does not know as out of sync",
			func(v *rules.View) { v.ISR = isr(1, 2, 3, 9) }, protocol.SetOf(1, 2, 3), true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			target, ok := rules.ShrinkTarget(viewOf(c.change))
			require.Equal(t, c.ok, ok)
			require.Equal(t, c.want, target)
		})
	}
}

func TestWhoMayJoinTheISR(t *testing.T) {
	for _, c := range []struct {
		name   string
		end    int64
		change func(*rules.View)
		want   bool
	}{
		{"one at the high watermark, though far from the leader's end", 10, nil, true},
		{"not one below the high watermark", 9, nil, false},
		{"not one below the start of the leader's epoch", 14, func(v *rules.View) { v.EpochStart = 15 }, false},
		{"one at the start of the leader's epoch", 15, func(v *rules.View) { v.EpochStart = 15 }, true},
		{"not one that is not eligible", 20, func(v *rules.View) { v.Followers[2].Eligible = false }, false},
		{"not a member", 20, func(v *rules.View) { v.ISR = isr(1, 4) }, false},
		{
			"nobody while a change is in flight", 20,
			func(v *rules.View) { v.ISR = pending(rules.Shrink, protocol.SetOf(1), 1, 2) }, false,
		},
		{"one more under the minimum, too", 10, func(v *rules.View) { v.ISR, v.EffectiveMin = isr(1), 3 }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := viewOf(c.change)
			v.Followers[2].Progress.LogEndOffset = c.end
			require.Equal(t, c.want, rules.CanJoinISR(v, v.Followers[2]))
		})
	}
}

func TestWhoMayBeInAnISR(t *testing.T) {
	require.True(t, rules.MayBeInISR(rules.Unfenced, 7, 7))
	require.True(t, rules.MayBeInISR(rules.Unfenced, 7, -1), "the leader has heard no epoch from it")
	require.False(t, rules.MayBeInISR(rules.Unfenced, 7, 6), "another life")
	require.False(t, rules.MayBeInISR(rules.Fenced, 7, 7))
	require.False(t, rules.MayBeInISR(rules.ControlledShutdown, 7, 7))
}

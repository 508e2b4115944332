package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// ends sets how far the followers' logs reach, in order, without a word on when they were last caught up.
func ends(offsets ...int64) func(*rules.View) {
	return func(v *rules.View) {
		for i, offset := range offsets {
			v.Followers[i].Progress = rules.Progress{LogEndOffset: offset}
		}
	}
}

func both(changes ...func(*rules.View)) func(*rules.View) {
	return func(v *rules.View) {
		for _, change := range changes {
			change(v)
		}
	}
}

func caughtUp(v *rules.View) { v.Followers[2].Progress.LastCaughtUpMs = v.NowMs - maxLag }

func TestTheHighWatermark(t *testing.T) {
	for _, c := range []struct {
		name     string
		change   func(*rules.View)
		want     int64
		heldBack protocol.BrokerSet
	}{
		{"stands where the shortest log of the ISR ends", ends(15, 18, 0), 15, protocol.SetOf(2)},
		{"names everyone who holds it there", ends(15, 15, 0), 15, protocol.SetOf(2, 3)},
		{"is at the leader's end when all have everything", ends(20, 20, 0), 20, 0},
		{"does not pass the leader's end", ends(25, 25, 0), 20, 0},
		{"never falls", ends(5, 20, 0), 10, protocol.SetOf(2)},
		{"waits for a member of which nothing is known", ends(-1, 20, 0), 10, protocol.SetOf(2)},
		{"does not wait for a laggard outside", ends(20, 20, 12), 20, 0},
		{"waits for one outside that is caught up", both(ends(20, 20, 12), caughtUp), 12, protocol.SetOf(4)},
		{
			"does not wait for one caught up that may not join",
			both(ends(20, 20, 12), caughtUp, func(v *rules.View) { v.Followers[2].Eligible = false }), 20, 0,
		},
		{
			"waits for one that is to join",
			both(ends(20, 20, 12), func(v *rules.View) { v.ISR = pending(rules.Expand, protocol.SetOf(1, 2, 3, 4), 1, 2, 3) }),
			12, protocol.SetOf(4),
		},
		{
			"waits for one that is to leave until it is confirmed",
			both(ends(12, 20, 0), func(v *rules.View) { v.ISR = pending(rules.Shrink, protocol.SetOf(1, 3), 1, 2, 3) }),
			12, protocol.SetOf(2),
		},
		{
			"stands still under the minimum, held by no replica",
			both(ends(20, 20, 0), func(v *rules.View) { v.EffectiveMin = 4 }), 10, 0,
		},
		{"moves at the minimum", both(ends(20, 20, 0), func(v *rules.View) { v.EffectiveMin = 3 }), 20, 0},
		{"of a leader alone is its end", func(v *rules.View) { v.ISR, v.EffectiveMin, v.Followers = isr(1), 1, nil }, 20, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := viewOf(c.change)
			require.Equal(t, c.want, rules.HighWatermark(v))
			require.Equal(t, c.heldBack, rules.HeldBackBy(v))
		})
	}
}

func TestWhoLacksAnOffset(t *testing.T) {
	v := viewOf(ends(15, 16, 0))
	require.Equal(t, protocol.SetOf(2), v.Lacking(16), "to have reached an offset, a log must end at it")
	require.Equal(t, protocol.SetOf(2, 3), v.Lacking(17))
	require.Zero(t, v.Lacking(15), "the high watermark does not wait for the one outside")
}

//go:build !js

package explore

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// TestAThoroughTraceIsPlayed where the same loss comes about with everything arriving at once.
func TestAThoroughTraceIsPlayed(t *testing.T) {
	s := searchedThoroughly(t, func(c *Config) { c.Replicas, c.Kinds, c.Most = 2, KindsOf(PowerOff, Fence), 2 })
	trace := s.Trace()
	c, together, loses := s.Together(trace)
	require.True(t, loses)
	_, _, lost := follows(t, c, together)
	require.True(t, lost)
	text, at := s.Play(trace, "")
	require.NotNil(t, text)
	require.Len(t, at, len(trace))
	require.IsNonDecreasing(t, at)
}

// TestTheModelLosesARecordByTheSameRace: a link to the controller that takes a second, and a change of another topic
// that keeps the leader's question for metadata under way, make the news late by the right time. Then the leader dies,
// and its record is gone after a clean election.
func TestTheModelLosesARecordByTheSameRace(t *testing.T) {
	text, err := os.ReadFile("testdata/known-metadata.json")
	require.NoError(t, err)
	c := asked(nil)
	p := play(t, &c, text)
	p.m.Run(vtime.AtMs(28_000), func() bool { return false })
	require.Equal(t, uint8(1), p.acked)
	require.Equal(t, protocol.SetOf(1, 2, 3), p.world().ISR)
	p.m.Run(vtime.AtMs(35_000), func() bool { return false })
	w := p.world()
	require.Equal(t, protocol.NodeID(2), w.Leader)
	require.Equal(t, protocol.SetOf(2, 3), w.ISR, "an election like any other")
	require.True(t, w.lost())
}

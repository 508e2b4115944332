package behaviour

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// survives reports whether the leader at the end has a record.
func survives(s modeltest.Summary, value string) bool {
	p := s.Partitions[0]
	for _, r := range p.Replicas {
		if r.Broker == p.Leader {
			return slices.Contains(r.Values, value)
		}
	}
	return false
}

func TestALeaderThatDiesTakesAlongWhatAcksOneAcknowledgedAndNotWhatAcksAllDid(t *testing.T) {
	events, s := scenario(t, "leader-dies")
	all, one := s.Requests[0], s.Requests[1]
	require.Equal(t, "NONE", all.Partitions[0].Error)
	require.Equal(t, "NONE", one.Partitions[0].Error)
	require.Equal(t, 2, s.Partitions[0].Leader)
	require.True(t, survives(s, "pay-4"))
	require.False(t, survives(s, "pay-5"))
	cut := modeltest.EventsOf(events, "truncate")
	require.Len(t, cut, 1)
	require.Equal(t, 1, cut[0].Broker, "the old leader, when it is back")
	require.Equal(t, []int{1, 2, 3}, s.Partitions[0].ISR)
}

func TestTheELRLetsTheLastLeaderWaitForOneWhoMayKnowMore(t *testing.T) {
	with, s := scenario(t, "last-standing")
	require.Equal(t, 2, s.Partitions[0].Leader)
	require.False(t, survives(s, "pay-4"), "acknowledged with acks=1, under the minimum, by the leader alone")
	without, plain := scenario(t, "last-standing-without-elr")
	require.Equal(t, 1, plain.Partitions[0].Leader)
	require.True(t, survives(plain, "pay-4"))
	leaders := func(events []modeltest.Line) (names []string) {
		for _, e := range modeltest.EventsOf(events, "leader") {
			names = append(names, string(e.Leader))
		}
		return names
	}
	require.Equal(t, []string{"-1", "2"}, leaders(with))
	require.Equal(t, []string{"-1", "1"}, leaders(without))
	waited := modeltest.EventsOf(with, "leader")
	require.Greater(t, waited[1].T, 34000.0, "until broker 2 is back, though broker 1 has everything")
}

func TestAnUncleanElectionLosesWhatWasCommitted(t *testing.T) {
	events, s := scenario(t, "unclean-election")
	require.Equal(t, "NONE", s.Requests[0].Partitions[0].Error)
	require.Equal(t, "all", s.Requests[0].Acks)
	require.False(t, survives(s, "pay-4"))
	require.False(t, survives(s, "pay-5"))
	require.True(t, survives(s, "pay-6"))
	require.Len(t, modeltest.EventsOf(events, "visible"), 3, "the lost records were read, and their offset is read again")
}

func TestAllowingUncleanElectionsElectsNobodyByItself(t *testing.T) {
	events, s := scenario(t, "unclean-allowed-late")
	var set float64
	for _, e := range modeltest.EventsOf(events, "config") {
		set = e.T
	}
	require.InDelta(t, 30000, set, 1)
	for _, e := range modeltest.EventsOf(events, "leader") {
		require.False(t, e.T >= set && e.T < 300_000, "the configuration alone triggers nothing")
	}
	require.Equal(t, 2, s.Partitions[0].Leader, "the controller looks every five minutes")
}

func TestADeposedLeaderAcknowledgesAndForgets(t *testing.T) {
	events, s := scenario(t, "deposed-leader")
	lost, kept := s.Requests[0], s.Requests[1]
	require.Equal(t, "NONE", lost.Partitions[0].Error)
	require.Equal(t, "NONE", kept.Partitions[0].Error)
	require.Equal(t, lost.Partitions[0].BaseOffset, kept.Partitions[0].BaseOffset, "one offset, two histories")
	require.False(t, survives(s, "pay-4"))
	require.True(t, survives(s, "pay-5"))
	require.Len(t, modeltest.EventsOf(events, "truncate"), 1)
	require.Equal(t, []int{1, 2, 3}, s.Partitions[0].ISR)
}

func TestAFrozenLeaderWakesUpDeposed(t *testing.T) {
	_, s := scenario(t, "frozen-leader")
	r := s.Requests[0]
	require.Equal(t, "leader-change", r.CompletedBy)
	require.Equal(t, "NOT_LEADER_OR_FOLLOWER", r.Partitions[0].Error)
	require.InDelta(t, 18004, *r.Answered, 1, "when the news has come: a handshake and a fetch of the metadata later")
	require.False(t, survives(s, "pay-4"))
}

func TestARollingRestartLosesNothingAndRefusesNothing(t *testing.T) {
	events, s := scenario(t, "rolling-restart")
	require.Len(t, s.Requests, 2)
	for _, r := range s.Requests {
		require.Equal(t, "NONE", r.Partitions[0].Error)
		require.Less(t, *r.Answered-*r.Received, 1000.0, "nobody waits for a broker that stops in order")
	}
	for _, value := range []string{"pay-3", "pay-4"} {
		require.True(t, survives(s, value))
	}
	require.Empty(t, modeltest.EventsOf(events, "truncate"))
	require.Equal(t, []int{1, 2, 3}, s.Partitions[0].ISR)
}

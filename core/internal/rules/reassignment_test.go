package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

var listOf = protocol.ListOf

func TestAReplicaListKeepsItsOrder(t *testing.T) {
	l := listOf(3, 15, 1)
	require.Equal(t, []protocol.NodeID{3, 15, 1}, l.IDs())
	require.Equal(t, of(1, 3, 15), l.Set())
	require.Equal(t, listOf(3, 1), l.Without(of(15, 2)))
	require.NotEqual(t, listOf(1, 3), listOf(3, 1))
	require.Zero(t, l.Without(of(1, 3, 15)))
}

func TestWhatAReassignmentAddsAndRemoves(t *testing.T) {
	now := rules.Assignment{Replicas: listOf(1, 2, 3)}
	require.Equal(t, rules.Assignment{Replicas: listOf(4, 1, 2, 3), Adding: of(4), Removing: of(2, 3)},
		now.Reassign(listOf(4, 1)))
	require.Equal(t, rules.Assignment{Replicas: listOf(3, 2, 1)}, now.Reassign(listOf(3, 2, 1)), "another order")

	moving := now.Reassign(listOf(1, 2, 4))
	require.Equal(t, rules.Assignment{Replicas: listOf(1, 2, 4, 3), Adding: of(4), Removing: of(3)}, moving)
	require.Equal(t, moving, moving.Reassign(listOf(1, 2, 4)), "the same again")
	back := moving.Reassign(listOf(1, 2, 3))
	require.Equal(t, rules.Assignment{Replicas: listOf(1, 2, 3, 4), Adding: of(4), Removing: of(4)}, back)
	after, isr, done := back.Complete(of(1, 2, 3))
	require.False(t, done, "what is to come and to go at once is never in: only a cancellation, or another target, helps")
	require.Equal(t, back, after)
	require.Equal(t, of(1, 2, 3), isr)
	before, _, _ := back.Revert(of(1, 2, 3))
	require.Equal(t, now, before)
}

func TestAReassignmentIsDoneWhenAllThatAreAddedAreInSync(t *testing.T) {
	moving := rules.Assignment{Replicas: listOf(1, 2, 3)}.Reassign(listOf(1, 2, 4))
	for name, c := range map[string]struct {
		isr  protocol.BrokerSet
		done bool
	}{
		"the new one is not":               {of(1, 2, 3), false},
		"one that stays is not":            {of(1, 3, 4), true},
		"all are":                          {of(1, 2, 3, 4), true},
		"all are, and who is to go is not": {of(1, 2, 4), true},
		"only who is to go is":             {of(3), false},
	} {
		t.Run(name, func(t *testing.T) {
			after, isr, done := moving.Complete(c.isr)
			require.Equal(t, c.done, done)
			if !done {
				require.Equal(t, moving, after)
				require.Equal(t, c.isr, isr)
				return
			}
			require.Equal(t, rules.Assignment{Replicas: listOf(1, 2, 4)}, after)
			require.Equal(t, c.isr.Without(of(3)), isr)
		})
	}
	fewer := rules.Assignment{Replicas: listOf(1, 2, 3)}.Reassign(listOf(1, 2))
	_, _, done := fewer.Complete(of(1, 3))
	require.False(t, done, "where more go than come, all that stay must be in sync")
	_, _, done = fewer.Complete(of(1, 2))
	require.True(t, done)
}

func TestACancelledReassignmentKeepsWhatThereWas(t *testing.T) {
	moving := rules.Assignment{Replicas: listOf(1, 2)}.Reassign(listOf(3, 4))
	before, isr, unclean := moving.Revert(of(1, 3))
	require.Equal(t, rules.Assignment{Replicas: listOf(1, 2)}, before)
	require.Equal(t, of(1), isr)
	require.False(t, unclean)
	_, isr, unclean = moving.Revert(of(3, 4))
	require.Equal(t, of(1), isr)
	require.True(t, unclean, "nobody but those that were being added is in sync")
}

// Case PCB-18, whose brokers 0 to 3 are 1 to 4 here.
func TestAReassignmentIsCompletedWhereNobodyMayLead(t *testing.T) {
	b := registration{
		Leader: 1, LeaderEpoch: 100, PartitionEpoch: 200, ISR: of(1, 2),
		Assignment: rules.Assignment{Replicas: listOf(3, 4, 1, 2), Removing: of(1, 2), Adding: of(3, 4)},
	}
	after, changed, unclean := rules.BuildChange(b, rules.ChangeInput{EffectiveMin: 1, TargetISR: all})
	require.True(t, changed)
	require.False(t, unclean)
	require.Equal(t, registration{
		Leader: none, LeaderEpoch: 101, PartitionEpoch: 201, ISR: of(3, 4),
		Assignment: rules.Assignment{Replicas: listOf(3, 4)},
	}, after)
}

func TestALeaderWhoStaysBeginsAnEpochWhenAReplicaIsRemoved(t *testing.T) {
	b := registration{Leader: 1, LeaderEpoch: 5, ISR: of(1, 2, 3), Assignment: rules.Assignment{Replicas: listOf(1, 2, 3)}}
	in := rules.ChangeInput{EffectiveMin: 2, Candidates: rules.Candidates{Acceptable: all}, TargetISR: b.ISR}

	in.Reassigned = b.Assignment.Reassign(listOf(1, 2, 4))
	adding, changed, _ := rules.BuildChange(b, in)
	require.True(t, changed)
	require.EqualValues(t, 5, adding.LeaderEpoch, "to add one changes nothing for the leader")
	require.Equal(t, of(1, 2, 3), adding.ISR)

	in.Reassigned, in.TargetISR = rules.Assignment{}, of(1, 2, 3, 4)
	done, _, _ := rules.BuildChange(adding, in)
	require.Equal(t, registration{
		Leader: 1, LeaderEpoch: 6, PartitionEpoch: 2, ISR: of(1, 2, 4),
		Assignment: rules.Assignment{Replicas: listOf(1, 2, 4)},
	}, done)

	in.Reassigned, in.TargetISR = b.Assignment.Reassign(listOf(2, 3)), b.ISR
	moved, _, _ := rules.BuildChange(b, in)
	require.EqualValues(t, 2, moved.Leader, "the first that stays leads where the leader goes")
	require.Equal(t, of(2, 3), moved.ISR, "and to remove is done at once")
}

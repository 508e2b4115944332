package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// registration is one partition in the controller's metadata.
type registration = rules.PartitionRegistration

// Cases CTL-18, CTL-19, CTL-20 and CTL-21.
func TestTheControllerJudgesAProposal(t *testing.T) {
	partition := registration{
		Leader: 1, LeaderEpoch: 5, PartitionEpoch: 7, ISR: protocol.SetOf(1, 2), HeldOut: protocol.SetOf(4),
	}
	replicas := protocol.SetOf(1, 2, 3, 4, 5)
	sound := rules.AlterISR{Sender: 1, LeaderEpoch: 5, PartitionEpoch: 7, ISR: protocol.SetOf(1, 2, 3)}
	for _, c := range []struct {
		name   string
		change func(*rules.AlterISR)
		want   protocol.Error
	}{
		{"takes a sound one", func(*rules.AlterISR) {}, protocol.None},
		{"takes one that changes nothing", func(a *rules.AlterISR) { a.ISR = partition.ISR }, protocol.None},
		{"is behind a newer leader epoch", func(a *rules.AlterISR) { a.LeaderEpoch = 6 }, protocol.NotController},
		{"is behind a newer partition epoch", func(a *rules.AlterISR) { a.PartitionEpoch = 8 }, protocol.NotController},
		{"fences an older leader epoch", func(a *rules.AlterISR) { a.LeaderEpoch = 4 }, protocol.FencedLeaderEpoch},
		{
			"fences that before it asks who sends", func(a *rules.AlterISR) { a.LeaderEpoch, a.Sender = 4, 2 },
			protocol.FencedLeaderEpoch,
		},
		{"takes none from a broker that does not lead", func(a *rules.AlterISR) { a.Sender = 2 }, protocol.InvalidRequest},
		{"refuses an older version", func(a *rules.AlterISR) { a.PartitionEpoch = 6 }, protocol.InvalidUpdateVersion},
		{
			"refuses a set with a stranger", func(a *rules.AlterISR) { a.ISR = protocol.SetOf(1, 2, 6) },
			protocol.InvalidRequest,
		},
		{
			"refuses a set without the leader", func(a *rules.AlterISR) { a.ISR = protocol.SetOf(2, 3) },
			protocol.InvalidRequest,
		},
		{
			"refuses an unclean leader's not alone", func(a *rules.AlterISR) { a.Recovering = true },
			protocol.InvalidRequest,
		},
		{
			"refuses one that begins to recover", func(a *rules.AlterISR) { a.Recovering, a.ISR = true, protocol.SetOf(1) },
			protocol.InvalidRequest,
		},
		{
			"refuses one that is held out", func(a *rules.AlterISR) { a.ISR = protocol.SetOf(1, 2, 4) },
			protocol.IneligibleReplica,
		},
		{
			"refuses one that is not eligible", func(a *rules.AlterISR) { a.ISR = protocol.SetOf(1, 2, 5) },
			protocol.IneligibleReplica,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			ask := sound
			c.change(&ask)
			require.Equal(t, c.want, rules.ValidateAlterPartition(partition, ask, replicas, protocol.SetOf(5)))
		})
	}
	t.Run("takes one that recovers still", func(t *testing.T) {
		partition.Recovering, partition.ISR = true, protocol.SetOf(1)
		ask := sound
		ask.Recovering, ask.ISR = true, protocol.SetOf(1)
		require.Equal(t, protocol.None, rules.ValidateAlterPartition(partition, ask, replicas, 0))
		ask.ISR = protocol.SetOf(1, 2)
		got := rules.ValidateAlterPartition(partition, ask, replicas, 0)
		require.Equal(t, protocol.InvalidRequest, got, "as long as it is alone")
	})
}

func TestTheELRFollowsTheISR(t *testing.T) {
	for _, c := range []struct {
		name         string
		before, want registration
		target       protocol.BrokerSet
		off          bool
	}{
		{
			name:   "is empty while the ISR is at the minimum",
			before: registration{Leader: 1, ISR: protocol.SetOf(1, 2, 3)}, target: protocol.SetOf(1, 2),
			want: registration{Leader: 1, ISR: protocol.SetOf(1, 2), PartitionEpoch: 1},
		},
		{
			name:   "gains whoever leaves below it",
			before: registration{Leader: 1, ISR: protocol.SetOf(1, 2)}, target: protocol.SetOf(1),
			want: registration{Leader: 1, ISR: protocol.SetOf(1), ELR: protocol.SetOf(2), PartitionEpoch: 1},
		},
		{
			name:   "gains everyone who leaves at once",
			before: registration{Leader: 1, ISR: protocol.SetOf(1, 2, 3)}, target: protocol.SetOf(1),
			want: registration{Leader: 1, ISR: protocol.SetOf(1), ELR: protocol.SetOf(2, 3), PartitionEpoch: 1},
		},
		{
			name:   "is emptied when the minimum is reached again",
			before: registration{Leader: 1, ISR: protocol.SetOf(1), ELR: protocol.SetOf(2)}, target: protocol.SetOf(1, 3),
			want: registration{Leader: 1, ISR: protocol.SetOf(1, 3), PartitionEpoch: 1},
		},
		{
			name:   "stays empty where it is not enabled",
			before: registration{Leader: 1, ISR: protocol.SetOf(1, 2)}, target: protocol.SetOf(1), off: true,
			want: registration{Leader: 1, ISR: protocol.SetOf(1), PartitionEpoch: 1},
		},
		{
			name:   "leaves the leader, its epoch and who is held out alone",
			before: registration{Leader: 1, LeaderEpoch: 4, ISR: protocol.SetOf(1, 2, 3), HeldOut: protocol.SetOf(3)},
			target: protocol.SetOf(1, 2),
			want: registration{
				Leader: 1, LeaderEpoch: 4, ISR: protocol.SetOf(1, 2), HeldOut: protocol.SetOf(3), PartitionEpoch: 1,
			},
		},
		{
			name:   "and the epoch of the partition with an ISR that it has",
			before: registration{Leader: 1, ISR: protocol.SetOf(1, 2), PartitionEpoch: 3}, target: protocol.SetOf(1, 2),
			want: registration{Leader: 1, ISR: protocol.SetOf(1, 2), PartitionEpoch: 3},
		},
		{
			name:   "lets the leader recover",
			before: registration{Leader: 1, ISR: protocol.SetOf(1), Recovering: true}, target: protocol.SetOf(1, 2),
			want: registration{Leader: 1, ISR: protocol.SetOf(1, 2), PartitionEpoch: 1},
		},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, withISR(c.before, c.target, 2, !c.off)) })
	}
	t.Run("keeps whom it had while the ISR stays below the minimum", func(t *testing.T) {
		partition := registration{Leader: 1, ISR: protocol.SetOf(1, 2), ELR: protocol.SetOf(3)}
		require.Equal(t, protocol.SetOf(2, 3), withISR(partition, protocol.SetOf(1), 3, true).ELR)
		require.Equal(t, protocol.SetOf(3), withISR(partition, protocol.SetOf(1, 2), 3, true).ELR)
	})
}

func TestAChangedMinimumClearsTheELR(t *testing.T) {
	cleared, had := registration{ISR: protocol.SetOf(1), ELR: protocol.SetOf(2), PartitionEpoch: 3}.ClearELR()
	require.True(t, had)
	require.Equal(t, registration{ISR: protocol.SetOf(1), PartitionEpoch: 4}, cleared)

	cleared, had = registration{LastKnown: protocol.SetOf(1)}.ClearELR()
	require.True(t, had, "the last known leader goes with it")
	require.Equal(t, registration{PartitionEpoch: 1}, cleared)

	same := registration{ISR: protocol.SetOf(1, 2), PartitionEpoch: 3}
	cleared, had = same.ClearELR()
	require.False(t, had, "with nothing to clear, nothing changes")
	require.Equal(t, same, cleared)
}

// withISR is the partition once the leader's proposal of a target ISR is accepted.
func withISR(b registration, target protocol.BrokerSet, effectiveMin int, elrEnabled bool) registration {
	after, _, _ := rules.BuildChange(b, rules.ChangeInput{
		EffectiveMin: effectiveMin, ELREnabled: elrEnabled, Candidates: rules.Candidates{Acceptable: target},
		TargetISR: target, Recovered: true,
	})
	return after
}

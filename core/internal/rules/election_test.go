package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

const none = protocol.NoLeader

var (
	of  = protocol.SetOf
	all = protocol.SetOf(1, 2, 3, 4)
)

func assigned(ids ...protocol.NodeID) []protocol.NodeID { return ids }

// fourWithELR is the input for a partition on brokers 1 to 4 with a minimum of 3 and the ELR on.
func fourWithELR(acceptable, target protocol.BrokerSet) rules.ChangeInput {
	return rules.ChangeInput{
		Replicas: assigned(1, 2, 3, 4), EffectiveMin: 3, ELREnabled: true,
		Candidates: rules.Candidates{Acceptable: acceptable}, TargetISR: target,
	}
}

func TestWhoIsElected(t *testing.T) {
	led := registration{Leader: 1, ISR: of(1, 2, 3)}
	led3 := registration{Leader: 3, ISR: of(1, 3)}
	for _, c := range []struct {
		name      string
		partition registration
		live      protocol.BrokerSet
		target    protocol.BrokerSet
		replicas  []protocol.NodeID
		election  rules.Election
		leader    protocol.NodeID
		unclean   bool
	}{
		{"PCB-01 the preferred one", led, of(1, 2), of(1, 2, 3), nil, rules.Preferred, 2, false},
		{"PCB-01 the leader there is", led, of(1, 2), of(1, 2, 3), nil, rules.Online, 1, false},
		{"PCB-01 the leader there is, at any price", led, of(1, 2), of(1, 2, 3), nil, rules.Unclean, 1, false},
		{"PCB-02 the leader, as a member leaves", led, of(1, 2), of(1, 3), nil, rules.Online, 1, false},
		{"PCB-02 the same at any price", led, of(1, 2), of(1, 3), nil, rules.Unclean, 1, false},
		{"PCB-03 none while the ISR is down", led, of(1, 2), of(3), nil, rules.Online, none, false},
		{"PCB-04 the first that lives, at any price", led, of(1, 2), of(3), nil, rules.Unclean, 2, true},
		{"PCB-05 a member before all others", led, of(1, 2, 4), of(4), assigned(2, 1, 3, 4), rules.Unclean, 4, false},
		{"PCB-06 not the preferred one outside the ISR", led3, of(1, 2, 3), of(1, 3), nil, rules.Preferred, 3, false},
		{"PCB-06 the leader there is", led3, of(1, 2, 3), of(1, 3), nil, rules.Online, 3, false},
		{"PCB-06 the leader there is, at any price", led3, of(1, 2, 3), of(1, 3), nil, rules.Unclean, 3, false},
		{"PCB-12 the first of the assignment as the leader leaves", led, of(1, 2), of(2, 3), nil, rules.Online, 2, false},
		{"none by preference where nobody in the ISR lives", led, of(1, 2), of(3), nil, rules.Preferred, none, false},
		{"another member by preference when it must be", led, of(3), of(1, 2, 3), nil, rules.Preferred, 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			replicas := c.replicas
			if replicas == nil {
				replicas = assigned(2, 1, 3)
			}
			after, _, unclean := rules.BuildChange(c.partition, rules.ChangeInput{
				Replicas: replicas, EffectiveMin: 1, Candidates: rules.Candidates{Acceptable: c.live},
				Election: c.election, TargetISR: c.target,
			})
			require.Equal(t, c.leader, after.Leader)
			require.Equal(t, c.unclean, unclean)
			require.Equal(t, c.unclean, after.Recovering)
			if c.unclean {
				require.Equal(t, of(c.leader), after.ISR, "an unclean leader is all of the ISR")
			} else {
				require.Equal(t, c.target, after.ISR)
			}
		})
	}
}

func TestEpochsOfAChange(t *testing.T) {
	partition := registration{Leader: 1, LeaderEpoch: 5, PartitionEpoch: 9, ISR: of(1, 2, 3), HeldOut: of(4)}
	epochs := func(b registration) [2]int32 { return [2]int32{b.LeaderEpoch, b.PartitionEpoch} }
	change := func(b registration, in rules.ChangeInput) registration {
		after, changed, _ := rules.BuildChange(b, in)
		require.Equal(t, changed, after != b)
		require.Equal(t, b.HeldOut, after.HeldOut, "the learner's hand stays where it is")
		return after
	}
	// PCB-10
	require.Equal(t, [2]int32{5, 10}, epochs(change(partition, fourWithELR(all, all))), "a growing ISR keeps the leader's")
	require.Equal(t, [2]int32{5, 10}, epochs(change(partition, fourWithELR(all, of(1, 2)))), "and so does a shrinking one")
	other := epochs(change(partition, fourWithELR(of(2, 3), of(2, 3))))
	require.Equal(t, [2]int32{6, 10}, other, "another leader raises both")
	require.Equal(t, partition, change(partition, fourWithELR(all, partition.ISR)), "what does not change raises none")

	gone := change(partition, fourWithELR(0, 0))
	require.Equal(t, [2]int32{6, 10}, epochs(gone), "losing the leader raises both")
	back := change(gone, fourWithELR(of(1), gone.ISR))
	require.EqualValues(t, 1, back.Leader)
	require.Equal(t, [2]int32{7, 11}, epochs(back), "and so does the same leader's return")
}

func TestTheELRInAChange(t *testing.T) {
	for _, c := range []struct {
		name   string
		before registration
		in     rules.ChangeInput
		want   registration
	}{
		{
			"PCB-20 gains who leaves below the minimum",
			registration{Leader: 1, ISR: all},
			fourWithELR(all, of(1, 2)),
			registration{Leader: 1, ISR: of(1, 2), ELR: of(3, 4), PartitionEpoch: 1},
		},
		{
			// Kafka's test stores more than one last known replica, which the model does not.
			"PCB-21 is empty at the minimum",
			registration{Leader: 1, ISR: of(1, 2), ELR: of(3)},
			fourWithELR(all, of(1, 2, 3)),
			registration{Leader: 1, ISR: of(1, 2, 3), PartitionEpoch: 1},
		},
		{
			"PCB-24 gives a leader when the ISR has none, and it is clean",
			registration{Leader: 1, ISR: of(1), ELR: of(3)},
			fourWithELR(of(2, 3, 4), 0),
			registration{Leader: 3, LeaderEpoch: 1, ISR: of(3), ELR: of(1), PartitionEpoch: 1},
		},
		{
			"PCB-25 holds everyone when all die, and who led last is known",
			registration{Leader: 1, ISR: all},
			fourWithELR(0, 0),
			registration{Leader: none, LeaderEpoch: 1, ELR: all, LastKnown: of(1), PartitionEpoch: 1},
		},
		{
			"gives no leader while the ISR has a member, though that one is down",
			registration{Leader: 1, ISR: of(1, 2), ELR: of(3)},
			fourWithELR(of(3), of(2)),
			registration{
				Leader: none, LeaderEpoch: 1, ISR: of(2), ELR: of(1, 3), LastKnown: of(1), PartitionEpoch: 1,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, changed, unclean := rules.BuildChange(c.before, c.in)
			require.Equal(t, c.want, after)
			require.True(t, changed)
			require.False(t, unclean)
		})
	}
	t.Run("PCB-26 loses who stopped uncleanly, and who led last stays known", func(t *testing.T) {
		dead, _, _ := rules.BuildChange(registration{Leader: 1, ISR: all}, fourWithELR(0, 0))
		in := fourWithELR(0, 0)
		in.UncleanShutdown = of(2)
		after, changed, _ := rules.BuildChange(dead, in)
		require.True(t, changed)
		require.Equal(t, of(1, 3, 4), after.ELR)
		require.Equal(t, of(1), after.LastKnown)
		require.Equal(t, dead.LeaderEpoch, after.LeaderEpoch)
	})
}

func TestTheLastKnownLeader(t *testing.T) {
	lost := registration{Leader: none, LeaderEpoch: 3, LastKnown: of(1)}
	for _, election := range []rules.Election{rules.Preferred, rules.Online, rules.Unclean} {
		in := fourWithELR(all, 0)
		in.Election, in.Replicas = election, assigned(2, 1, 3, 4)
		after, _, unclean := rules.BuildChange(lost, in)
		// PCB-27
		require.True(t, unclean)
		require.Equal(t, registration{Leader: 1, LeaderEpoch: 4, PartitionEpoch: 1, ISR: of(1), Recovering: true}, after)
	}
	for name, c := range map[string]struct {
		partition registration
		in        rules.ChangeInput
	}{
		"while it is down":          {lost, fourWithELR(of(2, 3, 4), 0)},
		"while the ELR has members": {registration{Leader: none, LastKnown: of(1), ELR: of(2)}, fourWithELR(of(1, 3, 4), 0)},
		"while the ISR has members": {registration{Leader: none, LastKnown: of(1), ISR: of(2)}, fourWithELR(of(1), of(2))},
		"where it is not one":       {registration{Leader: none, LastKnown: of(1, 2)}, fourWithELR(all, 0)},
	} {
		after, _, _ := rules.BuildChange(c.partition, c.in)
		require.Equal(t, none, after.Leader, "it is not elected %s", name)
		require.Equal(t, c.partition.LastKnown, after.LastKnown, "and stays known %s", name)
	}
	off := fourWithELR(all, 0)
	off.ELREnabled = false
	after, _, _ := rules.BuildChange(lost, off)
	require.Equal(t, none, after.Leader, "nor without the ELR")
}

func TestAnUncleanLeaderRecoversWithItsNextChangeOfTheISR(t *testing.T) {
	in := fourWithELR(of(4), of(1))
	in.Election = rules.Unclean
	before := registration{Leader: 1, ISR: of(1), ELR: of(2, 3)}
	b, _, unclean := rules.BuildChange(before, in)
	require.True(t, unclean)
	require.Equal(t, registration{Leader: 4, LeaderEpoch: 1, PartitionEpoch: 1, ISR: of(4), Recovering: true}, b)

	in = fourWithELR(of(1), of(2))
	in.Election = rules.Unclean
	kept, _, unclean := rules.BuildChange(before, in)
	require.False(t, unclean, "who leads already is not elected")
	require.Equal(t, registration{Leader: 1, PartitionEpoch: 1, ISR: of(2), ELR: of(1, 3)}, kept)

	moved, _, _ := rules.BuildChange(b, fourWithELR(of(1), of(4)))
	require.True(t, moved.Recovering, "losing the leader does not end it")
	same, changed, _ := rules.BuildChange(b, fourWithELR(all, of(4)))
	require.False(t, changed)
	require.True(t, same.Recovering)

	in = fourWithELR(all, of(1, 4))
	in.Recovered = true
	b, _, _ = rules.BuildChange(b, in)
	require.Equal(t, registration{Leader: 4, LeaderEpoch: 1, PartitionEpoch: 2, ISR: of(1, 4)}, b)
}

// Without the ELR the last member of an ISR stays in it. With the ELR, who returns from a kill is trusted less than who
// stopped in order, though it may have everything.
func TestTheLastMemberGoes(t *testing.T) {
	alone := registration{Leader: 1, ISR: of(1), ELR: of(3)}
	off := fourWithELR(of(2), 0)
	off.ELREnabled = false
	b, _, _ := rules.BuildChange(registration{Leader: 1, ISR: of(1)}, off)
	require.Equal(t, registration{Leader: none, LeaderEpoch: 1, PartitionEpoch: 1, ISR: of(1)}, b)
	off.TargetISR, off.Acceptable = b.ISR, of(1, 2)
	b, _, unclean := rules.BuildChange(b, off)
	require.False(t, unclean, "its return is clean, even after a kill")
	require.Equal(t, registration{Leader: 1, LeaderEpoch: 2, PartitionEpoch: 2, ISR: of(1)}, b)

	killed, _, _ := rules.BuildChange(alone, fourWithELR(of(2), 0))
	require.Equal(t, of(1, 3), killed.ELR)
	restarts := fourWithELR(of(2), 0)
	restarts.UncleanShutdown = of(1)
	killed, _, _ = rules.BuildChange(killed, restarts)
	require.Equal(t, of(3), killed.ELR)
	waits, changed, _ := rules.BuildChange(killed, fourWithELR(of(1, 2), 0))
	require.False(t, changed, "the partition waits for the other eligible one, though the leader is back")
	restarts = fourWithELR(of(1, 2), 0)
	restarts.UncleanShutdown = of(3)
	b, _, unclean = rules.BuildChange(waits, restarts)
	require.True(t, unclean, "and when that one comes back uncleanly, too, takes the last known leader")
	require.EqualValues(t, 1, b.Leader)
	require.True(t, b.Recovering)
}

// fences takes brokers out of a partition one after the other, as the controller fences them.
func fences(b registration, live *protocol.BrokerSet, ids ...protocol.NodeID) registration {
	for _, id := range ids {
		*live = live.Without(of(id))
		b, _, _ = rules.BuildChange(b, fourWithELR(*live, b.ISR.Without(of(id))))
	}
	return b
}

// Cases CTL-23 to CTL-27, as far as they are one partition's partition; Kafka's broker n is n+1 here.
func TestTheControllersCasesOfTheELR(t *testing.T) {
	require.Equal(t, 3, rules.EffectiveMinISR(5, 3), "CTL-23")

	b := withISR(registration{Leader: 1, ISR: of(1, 2, 3)}, of(1), 2, true)
	require.Equal(t, of(2, 3), b.ELR, "CTL-24")
	require.Zero(t, withISR(b, of(1, 2), 2, true).ELR, "CTL-24")

	live := all
	b = fences(registration{Leader: 1, ISR: all}, &live, 3, 4)
	require.Equal(t, of(4), b.ELR, "CTL-25: who left at the minimum is not in it")
	b = fences(b, &live, 2)
	require.Equal(t, of(2, 4), b.ELR, "CTL-25")
	_, changed, _ := rules.BuildChange(b, fourWithELR(all, b.ISR))
	require.False(t, changed, "CTL-25: that they are back is no change")

	live = all
	b = fences(registration{Leader: 1, ISR: all}, &live, 2, 3, 4)
	require.Equal(t, of(3, 4), b.ELR, "CTL-26")
	live = live.With(3)
	b = fences(b, &live, 1)
	require.Equal(t, registration{Leader: 3, LeaderEpoch: 1, PartitionEpoch: 4, ISR: of(3), ELR: of(1, 4)}, b, "CTL-26")

	live = all
	b = fences(registration{Leader: 1, ISR: all}, &live, 2, 3, 4)
	in := fourWithELR(live, b.ISR)
	in.UncleanShutdown = of(4)
	b, _, _ = rules.BuildChange(b, in)
	require.Equal(t, registration{Leader: 1, PartitionEpoch: 4, ISR: of(1), ELR: of(3)}, b, "CTL-27")
	in = fourWithELR(0, 0)
	in.UncleanShutdown = of(1)
	b, _, _ = rules.BuildChange(b, in)
	require.Equal(t, registration{
		Leader: none, LeaderEpoch: 1, PartitionEpoch: 5, ELR: of(3), LastKnown: of(1),
	}, b, "CTL-27")
}

// TestEveryChangeLeavesASoundRegistration takes a partition through random changes. A clean leader has been in the ISR
// or in the ELR, so it has all that was ever committed.
func TestEveryChangeLeavesASoundRegistration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := func(name string) protocol.BrokerSet {
			return protocol.BrokerSet(rapid.Uint32Range(0, 15).Draw(t, name) << 1)
		}
		elr := rapid.Bool().Draw(t, "ELR")
		minimum := rapid.IntRange(1, 4).Draw(t, "minimum")
		b := registration{Leader: 1, ISR: all, HeldOut: of(2)}
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			in := rules.ChangeInput{
				Replicas: assigned(2, 1, 3, 4), EffectiveMin: minimum, ELREnabled: elr,
				Candidates: rules.Candidates{Acceptable: set("acceptable"), UncleanShutdown: set("unclean")},
				Election:   rules.Election(rapid.IntRange(0, 2).Draw(t, "election")),
				TargetISR:  b.ISR.Without(set("leaving")), Recovered: rapid.Bool().Draw(t, "recovered"),
			}
			if b.Leader != none && in.Acceptable.Has(b.Leader) {
				in.TargetISR |= of(b.Leader) | set("joining") // Who lives and leads does not leave.
			}
			after, changed, unclean := rules.BuildChange(b, in)
			require.Equal(t, changed, after != b)
			require.Zero(t, after.ISR&after.ELR, "nobody is in both")
			require.Equal(t, b.HeldOut, after.HeldOut)
			require.True(t, elr || !after.ISR.Empty() && after.ELR.Empty() && after.LastKnown.Empty())
			// It goes by the target: a leader out of the ELR may make up the minimum, and the others stay eligible.
			require.True(t, after.ELR.Empty() || in.TargetISR.Len() < minimum)
			if after.Leader != none {
				require.True(t, after.ISR.Has(after.Leader))
				require.True(t, in.Acceptable.Has(after.Leader))
				require.Zero(t, after.LastKnown)
				if after.Leader != b.Leader && !unclean {
					require.True(t, (b.ISR | b.ELR | in.TargetISR).Has(after.Leader))
					require.False(t, after.Recovering && !b.Recovering)
				}
			}
			wantLeader, wantPartition := b.LeaderEpoch, b.PartitionEpoch
			if after.Leader != b.Leader {
				wantLeader++
			}
			if changed {
				wantPartition++
			}
			require.Equal(t, [2]int32{wantLeader, wantPartition}, [2]int32{after.LeaderEpoch, after.PartitionEpoch})
			b = after
		}
	})
}

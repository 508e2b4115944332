package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// The cases of Kafka's ReplicationControlManagerTest. Where they have a broker 0, every broker is one higher here.

// three is one partition of three replicas, led by the first.
var three = rules.PartitionRegistration{Leader: 1, LeaderEpoch: 3, PartitionEpoch: 4, ISR: withR2}

// Case CTL-01.
func TestALeaderShrinksAndExpandsItsISR(t *testing.T) {
	o := newControllerHarness(t, Config{}, three)
	for i, isr := range []protocol.BrokerSet{withR1, withR2} {
		epoch := int32(5 + i)
		require.Equal(t, []protocol.AlterPartitionResult{{LeaderEpoch: 3, PartitionEpoch: epoch, ISR: isr}},
			o.proposes(0, isr, nil).Results)
		o.requireRegistration(0, rules.PartitionRegistration{Leader: 1, LeaderEpoch: 3, PartitionEpoch: epoch, ISR: isr})
	}
}

// Case CTL-02.
func TestABrokerThatIsFencedLeadsNothing(t *testing.T) {
	layout, partitions := assigned(4, []protocol.NodeID{1, 2, 3}, []protocol.NodeID{2, 3, 4}, []protocol.NodeID{3, 4, 1},
		[]protocol.NodeID{1, 3, 2})
	o := newControllerHarnessOf(t, layout, Config{}, 1, partitions)
	o.fences(1)
	o.requireLed(0, 2, protocol.SetOf(2, 3))
	o.requireLed(1, 2, protocol.SetOf(2, 3, 4))
	o.requireLed(2, 3, protocol.SetOf(3, 4))
	o.requireLed(3, 3, protocol.SetOf(2, 3))
	require.False(t, o.controller.leads(1))
	require.EqualValues(t, 1, o.controller.Registration(0).LeaderEpoch)
	require.Zero(t, o.controller.Registration(1).PartitionEpoch, "it was no replica of this one")
	require.Zero(t, o.controller.Registration(2).LeaderEpoch, "and did not lead this one")
}

// leaderless is three partitions whose brokers were fenced one after the other, 5 last.
func leaderless(t *testing.T, config Config) *controllerHarness {
	layout, partitions := assigned(5, []protocol.NodeID{2, 3, 5}, []protocol.NodeID{2, 4, 5}, []protocol.NodeID{1, 3, 5})
	o := newControllerHarnessOf(t, layout, config, 1, partitions)
	o.fences(1, 2, 3, 4, 5)
	requireLeaderless(t, o)
	return o
}

// requireLeaderless is case CTL-08: without the ELR the last member stays in the ISR.
func requireLeaderless(t *testing.T, o *controllerHarness) {
	t.Helper()
	for i := range int32(3) {
		o.requireLed(i, protocol.NoLeader, protocol.SetOf(5))
	}
}

func requireUncleanly(t *testing.T, o *controllerHarness) {
	t.Helper()
	o.requireLed(0, 3, protocol.SetOf(3))
	o.requireLed(1, protocol.NoLeader, protocol.SetOf(5))
	o.requireLed(2, 3, protocol.SetOf(3))
	require.True(t, o.controller.Registration(0).Recovering)
}

func TestPartitionsWithoutALeader(t *testing.T) {
	t.Run("CTL-08 keep the last member in the ISR", func(t *testing.T) { leaderless(t, Config{}) })
	t.Run("CTL-09 are led uncleanly at once where that was allowed", func(t *testing.T) {
		o := leaderless(t, Config{BrokerConfig: BrokerConfig{UncleanLeaderElection: true}})
		o.unfences(3)
		requireUncleanly(t, o)
		n := len(o.events)
		o.checks(timerUnclean)
		require.Len(t, o.events, n, "the periodic check finds nothing more")
	})
	for name, allow := range map[string]Change{
		"for the cluster": {Topic: -1, Unclean: protocol.Yes}, "for the topic": {Topic: 0, Unclean: protocol.Yes},
	} {
		t.Run("CTL-10 are led uncleanly at the next check where it is allowed later "+name, func(t *testing.T) {
			o := leaderless(t, Config{})
			o.unfences(3)
			o.sets(allow)
			requireLeaderless(t, o)
			o.checks(timerUnclean)
			requireUncleanly(t, o)
		})
	}
	t.Run("CTL-11 stay so where it is not allowed", func(t *testing.T) {
		o := leaderless(t, Config{})
		o.unfences(3)
		o.checks(timerUnclean)
		requireLeaderless(t, o)
	})
}

func TestLeadershipGoesBackToThePreferredReplica(t *testing.T) {
	layout, partitions := assigned(5, []protocol.NodeID{2, 3, 4}, []protocol.NodeID{3, 4, 5}, []protocol.NodeID{1, 3, 2})
	o := newControllerHarnessOf(t, layout, Config{}, 1, partitions)
	o.fences(1, 2)
	balanced := func() bool {
		for i, r := range layout.Replicas {
			if o.controller.Registration(int32(i)).Leader != r[0] {
				return false
			}
		}
		return true
	}
	t.Run("CTL-12 once it is in sync", func(t *testing.T) {
		o.unfences(2)
		o.checks(timerRebalance)
		o.requireLed(0, 3, protocol.SetOf(3, 4))
		require.Zero(t, o.proposes(0, protocol.SetOf(2, 3, 4), nil).Results[0].Error)
		o.checks(timerRebalance)
		o.requireLed(0, 2, protocol.SetOf(2, 3, 4))
		require.False(t, balanced())
	})
	t.Run("CTL-13 for every partition", func(t *testing.T) {
		o.unfences(1)
		require.Zero(t, o.proposes(2, protocol.SetOf(1, 2, 3), nil).Results[0].Error)
		o.checks(timerRebalance)
		o.requireLed(2, 1, protocol.SetOf(1, 2, 3))
		require.True(t, balanced())
	})
}

// Case CTL-16.
func TestABrokerThatIsGoingMayNotJoin(t *testing.T) {
	layout, partitions := assigned(4, []protocol.NodeID{1, 2, 3, 4}, []protocol.NodeID{3, 1})
	o := newControllerHarnessOf(t, layout, Config{}, 1, partitions)
	o.beats(3, protocol.BrokerHeartbeatRequest{WantShutDown: true})
	require.True(t, o.controller.ShuttingDown(3))
	before := o.controller.Registration(0)
	require.Equal(t, protocol.SetOf(1, 2, 4), before.ISR)
	require.Equal(t, protocol.IneligibleReplica, o.proposes(0, protocol.SetOf(1, 2, 3, 4), nil).Results[0].Error)
	o.requireRegistration(0, before)
}

// Who is named with another broker epoch than its own may be a former life (ineligibleReplicasForIsr).
func TestABrokerOfAnotherLifeMayNotJoin(t *testing.T) {
	o := newControllerHarness(t, Config{}, rules.PartitionRegistration{Leader: 1, ISR: leaderOnly})
	for _, c := range []struct {
		epoch int64
		want  protocol.Error
	}{{1, protocol.IneligibleReplica}, {3, protocol.IneligibleReplica}, {none, protocol.None}, {2, protocol.None}} {
		answer := o.proposes(0, withR1, func(r *protocol.AlterPartitionRequest) {
			r.Items[0].BrokerEpochs[1] = c.epoch
		})
		require.Equal(t, c.want, answer.Results[0].Error, c.epoch)
	}
}

func TestProposalsThatTheControllerRefuses(t *testing.T) {
	type request = protocol.AlterPartitionRequest
	for _, c := range []struct {
		name   string
		from   protocol.NodeID
		isr    protocol.BrokerSet
		change func(*request)
		want   protocol.Error
	}{
		{"CTL-18 from a broker that does not lead", 2, withR1, nil, protocol.InvalidRequest},
		{
			"CTL-19 of a leader epoch that is yet to come", 1, withR1,
			func(r *request) { r.Items[0].LeaderEpoch = 500 }, protocol.NotController,
		},
		{
			"CTL-19 of a partition epoch that is yet to come", 1, withR1,
			func(r *request) { r.Items[0].PartitionEpoch = 500 }, protocol.NotController,
		},
		{"CTL-20 with a broker that has no replica", 1, protocol.SetOf(1, 2, 4), nil, protocol.InvalidRequest},
		{"CTL-20 without the leader", 1, protocol.SetOf(2, 3), nil, protocol.InvalidRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			layout, _ := assigned(4, []protocol.NodeID{1, 2, 3})
			o := newControllerHarnessOf(t, layout, Config{}, 1, []rules.PartitionRegistration{three})
			answer := o.proposesFrom(c.from, 0, c.isr, c.change)
			require.Equal(t, protocol.None, answer.Error)
			require.Equal(t, c.want, answer.Results[0].Error)
			o.requireRegistration(0, three)
		})
	}
	t.Run("CTL-22 all of them, of a former life", func(t *testing.T) {
		o := newControllerHarness(t, Config{}, three)
		answer := o.proposes(0, withR1, func(r *request) { r.BrokerEpoch-- })
		require.Equal(t, &protocol.AlterPartitionResponse{Error: protocol.StaleBrokerEpoch}, answer)
		o.requireRegistration(0, three)
	})
}

// Case CTL-23.
func TestTheControllerCapsTheMinimum(t *testing.T) {
	layout, partitions := assigned(3, []protocol.NodeID{1, 2, 3})
	o := newControllerHarnessOf(t, layout, Config{ELR: true}, 5, partitions)
	require.Equal(t, 3, o.controller.effectiveMin(0))
}

// Case CTL-24.
func TestTheELRComesAndGoesWithTheISR(t *testing.T) {
	o := newControllerHarness(t, Config{ELR: true}, three)
	o.proposes(0, leaderOnly, nil)
	require.Equal(t, protocol.SetOf(2, 3), o.controller.Registration(0).ELR)
	o.proposes(0, withR1, nil)
	require.Zero(t, o.controller.Registration(0).ELR)
}

// four is a harness with one partition of four replicas, a minimum of three, and the ELR.
func four(t *testing.T) *controllerHarness {
	layout, partitions := assigned(4, []protocol.NodeID{1, 2, 3, 4})
	return newControllerHarnessOf(t, layout, Config{ELR: true}, 3, partitions)
}

// Case CTL-25.
func TestFencingFillsTheELR(t *testing.T) {
	o := four(t)
	o.fences(3, 4)
	require.Equal(t, protocol.SetOf(4), o.controller.Registration(0).ELR, "who left at the minimum is not in it")
	o.fences(2)
	require.Equal(t, protocol.SetOf(2, 4), o.controller.Registration(0).ELR)
	o.unfences(2, 3, 4)
	require.Equal(t, protocol.SetOf(2, 4), o.controller.Registration(0).ELR, "that they are back changes nothing")
	o.requireLed(0, 1, leaderOnly)
}

// Case CTL-26.
func TestAMemberOfTheELRIsElected(t *testing.T) {
	o := four(t)
	o.fences(2, 3, 4)
	require.Equal(t, protocol.SetOf(3, 4), o.controller.Registration(0).ELR)
	o.unfences(3)
	o.fences(1)
	o.requireLed(0, 3, protocol.SetOf(3))
	require.Equal(t, protocol.SetOf(1, 4), o.controller.Registration(0).ELR)
	require.False(t, o.controller.Registration(0).Recovering, "it has all that is committed")
}

// Case CTL-27. An unclean shutdown shows when the broker registers anew.
func TestWhoStoppedUncleanlyLeavesTheELR(t *testing.T) {
	o := four(t)
	o.fences(2, 3, 4)
	o.nowMs = 20_000
	require.Zero(t, o.registers(4, none).Error)
	require.Equal(t, protocol.SetOf(3), o.controller.Registration(0).ELR)
	require.Zero(t, o.controller.Registration(0).LastKnown)
	require.Zero(t, o.registers(1, none).Error)
	require.Equal(t, protocol.SetOf(3), o.controller.Registration(0).ELR)
	require.Equal(t, protocol.SetOf(1), o.controller.Registration(0).LastKnown)
	o.requireLed(0, protocol.NoLeader, 0)
}

// One that stopped in good order says its former broker epoch, and keeps its place.
func TestWhoStoppedCleanlyStaysInTheELR(t *testing.T) {
	o := four(t)
	o.fences(2, 3, 4)
	o.nowMs = 20_000
	require.Zero(t, o.registers(4, 4).Error)
	require.Equal(t, protocol.SetOf(3, 4), o.controller.Registration(0).ELR)
	require.Zero(t, o.registers(3, 4).Error)
	require.Equal(t, protocol.SetOf(4), o.controller.Registration(0).ELR, "another's epoch is none")
}

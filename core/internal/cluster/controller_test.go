package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

func TestTheControllerAnswersFirstAndThenPublishes(t *testing.T) {
	o := newControllerHarness(t, Config{ELR: true}, rules.PartitionRegistration{Leader: 1, ISR: withR2})
	o.proposes(0, leaderOnly, nil)
	require.Equal(t, &protocol.AlterPartitionResponse{
		Results: []protocol.AlterPartitionResult{{PartitionEpoch: 1, ISR: leaderOnly}},
	}, o.messages[0].Body)
	require.Len(t, o.messages, 1+3, "every broker hears of it")
	require.Equal(t, protocol.SetOf(2, 3), o.controller.Registration(0).ELR)
}

func TestARefusedProposalChangesNothing(t *testing.T) {
	o := newControllerHarness(t, Config{ELR: true}, rules.PartitionRegistration{Leader: 1, PartitionEpoch: 3, ISR: withR2})
	answer := o.proposes(0, leaderOnly, func(r *protocol.AlterPartitionRequest) { r.Items[0].PartitionEpoch = 2 })
	require.Len(t, o.messages, 1)
	require.Equal(t, protocol.InvalidUpdateVersion, answer.Results[0].Error)
	require.Empty(t, o.events)
}

func TestAChangedMinimumClearsTheELROfWhomItConcerns(t *testing.T) {
	partitions := rules.PartitionRegistration{Leader: 1, ISR: leaderOnly, ELR: protocol.SetOf(2)}
	for _, c := range []struct {
		name  string
		elr   bool
		topic int32
		value int
		clear bool
	}{
		{"a new value of the topic", true, 0, 3, true},
		{"a new value of the cluster", true, -1, 3, true},
		{"the cluster's value once more", true, -1, 2, true},
		{"with the ELR off", false, -1, 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newControllerHarness(t, Config{ELR: c.elr}, partitions)
			o.sets(Change{Topic: c.topic, MinISR: c.value})
			require.Equal(t, c.clear, o.controller.Registration(0).ELR.Empty())
			require.Equal(t, []protocol.MinISRMetadata{{Topic: c.topic, Value: c.value}}, o.published(1)[0].MinISR)
			require.Equal(t, c.clear, len(o.published(1)[0].Partitions) == 1, "in the same commit")
		})
	}
	t.Run("but not the topic's value once more", func(t *testing.T) {
		o := newControllerHarness(t, Config{ELR: true}, partitions)
		o.sets(Change{MinISR: 3})
		o.controller.partitions[0].ELR = protocol.SetOf(2)
		o.sets(Change{MinISR: 3})
		require.Equal(t, protocol.SetOf(2), o.controller.Registration(0).ELR)
	})
}

func TestTheHandOnTheISR(t *testing.T) {
	o := newControllerHarness(t, Config{ELR: true}, rules.PartitionRegistration{Leader: 1, ISR: withR2})
	sets := func(members protocol.BrokerSet) {
		o.does(func(now vtime.Time) { o.controller.SetISR(now, 0, members, o, event.None) })
	}
	sets(withR1)
	o.requireRegistration(0, rules.PartitionRegistration{
		Leader: 1, PartitionEpoch: 1, ISR: withR1, HeldOut: protocol.SetOf(3),
	})
	require.False(t, o.controller.ISRDiffers(0, withR1))

	sets(withR2)
	require.Equal(t, withR1, o.controller.Registration(0).ISR, "one that is put back comes back by the leader's rule")
	require.Zero(t, o.controller.Registration(0).HeldOut)
	require.Len(t, o.published(1), 2, "and every broker hears that it may")

	sets(leaderOnly)
	require.Equal(t, protocol.SetOf(2), o.controller.Registration(0).ELR, "under the minimum the ELR follows")
}

// A process that has not heard that it is registered asks again: its epoch stays, and nothing is published but the
// registration itself (ClusterControlManager.registerBroker).
func TestAProcessThatRegistersTwiceKeepsItsEpoch(t *testing.T) {
	config := sessionOf(10)
	config.ELR = true
	o := newControllerHarness(t, config, rules.PartitionRegistration{Leader: 1, ISR: withR2})
	o.nowMs = 20
	first := o.registers(2, none)
	require.Zero(t, first.Error)
	events, before := len(o.events), o.controller.Registration(0)
	o.beats(2, heartbeat{WantFence: true})
	o.hears(2, &protocol.BrokerRegistrationRequest{
		PreviousEpoch: none, Incarnation: o.controller.Incarnation(2),
	})
	require.Equal(t, first, lastSent[*protocol.BrokerRegistrationResponse](&o.recorder), "though its session holds")
	require.Len(t, o.events, events)
	o.requireRegistration(0, before)
	require.True(t, o.controller.valid(&o.controller.brokers[1]))
	require.Equal(t, o.controller.Offset(), o.controller.brokers[1].registered)
}

// Each life of a broker waits for metadata by itself: what comes late of a former one, its request or its end, takes
// nothing from the present one.
func TestTheMetadataThatOneLifeWaitsForAreItsOwn(t *testing.T) {
	o := newControllerHarness(t, Config{}, rules.PartitionRegistration{Leader: 1, ISR: withR2})
	const former, present = network.FirstLife, network.FirstLife + 1
	from := func(life int32, body protocol.Body) {
		o.controller.Receive(0, &network.Message{From: 2, FromLife: life, Body: body}, o)
	}
	from(present, &protocol.MetadataRequest{Offset: o.controller.Offset(), Session: 8})
	from(former, &protocol.MetadataRequest{Offset: o.controller.Offset(), Session: 7})
	o.messages = nil
	o.controller.Set(0, Change{MinISR: 3}, o, event.None)
	told := map[int32]int32{}
	for _, m := range o.messages {
		if u, is := m.Body.(*protocol.Metadata); is && m.To == 2 {
			told[m.Life] = u.Session
		}
	}
	require.Equal(t, map[int32]int32{former: 7, present: 8}, told)

	from(present, &protocol.MetadataRequest{Offset: o.controller.Offset(), Session: 9})
	from(former, &protocol.Disconnect{})
	o.messages = nil
	o.controller.Set(0, Change{MinISR: 1}, o, event.None)
	require.EqualValues(t, 9, lastSent[*protocol.Metadata](&o.recorder).Session)
}

package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

func TestOnlyThreeLevelsOfAcksAreValid(t *testing.T) {
	for acks := protocol.Acks(-3); acks <= 3; acks++ {
		require.Equal(t, acks >= -1 && acks <= 1, rules.ValidAcks(acks), "acks=%v", acks)
	}
}

func TestAdmission(t *testing.T) {
	for _, c := range []struct {
		name    string
		acks    protocol.Acks
		isr     rules.ISRState
		minimum int
		want    protocol.Error
	}{
		{"DER-08 acks=all is let in at the minimum", protocol.AcksAll, isr(1, 2), 2, protocol.None},
		{"DER-09 acks=all is refused under the minimum", protocol.AcksAll, isr(1), 2, protocol.NotEnoughReplicas},
		{"DER-09 acks=1 is let in under the minimum", protocol.AcksLeader, isr(1), 2, protocol.None},
		{"DER-09 acks=0 is let in under the minimum", protocol.AcksNone, isr(1), 2, protocol.None},
		{
			"DER-10 a minimum beyond the replicas is capped", protocol.AcksAll, isr(1, 2), rules.EffectiveMinISR(3, 2),
			protocol.None,
		},
		{
			"a member that is to join does not help", protocol.AcksAll, pending(rules.Expand, protocol.SetOf(1, 2), 1), 2,
			protocol.NotEnoughReplicas,
		},
		{
			"a member that is to leave still counts", protocol.AcksAll, pending(rules.Shrink, protocol.SetOf(1), 1, 2), 2,
			protocol.None,
		},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, rules.Admit(c.acks, c.isr, c.minimum)) })
	}
}

func TestWhatMustWait(t *testing.T) {
	require.True(t, rules.MustWait(protocol.AcksAll, 1, 0), "acks=all with its partition written")
	require.True(t, rules.MustWait(protocol.AcksAll, 3, 2), "acks=all with one of its partitions written")
	require.False(t, rules.MustWait(protocol.AcksAll, 3, 3), "acks=all with none written")
	require.False(t, rules.MustWait(protocol.AcksAll, 0, 0), "acks=all with no partition")
	require.False(t, rules.MustWait(protocol.AcksLeader, 1, 0), "acks=1")
	require.False(t, rules.MustWait(protocol.AcksNone, 1, 0), "acks=0")
}

func TestTheDecisionOnAParkedPartition(t *testing.T) {
	for _, c := range []struct {
		name                    string
		leads                   bool
		highWatermark, required int64
		isr                     rules.ISRState
		decided                 bool
		want                    protocol.Error
	}{
		{"waits below the required offset", true, 9, 10, isr(1, 2), false, protocol.None},
		{"succeeds at the required offset", true, 10, 10, isr(1, 2), true, protocol.None},
		{"succeeds beyond it", true, 11, 10, isr(1, 2), true, protocol.None},
		{"waits on under the minimum", true, 9, 10, isr(1), false, protocol.None},
		{
			"DER-15 fails when the edge is there and the ISR under the minimum", true, 10, 10, isr(1), true,
			protocol.NotEnoughReplicasAfter,
		},
		{
			"goes by the maximal ISR: one that is to join counts", true, 10, 10,
			pending(rules.Expand, protocol.SetOf(1, 2), 1), true, protocol.None,
		},
		{
			"and one that is to leave counts, too", true, 10, 10, pending(rules.Shrink, protocol.SetOf(1), 1, 2), true,
			protocol.None,
		},
		{"fails where this broker does not lead", false, 10, 10, isr(1, 2), true, protocol.NotLeaderOrFollower},
	} {
		t.Run(c.name, func(t *testing.T) {
			decided, err := rules.AckDecision(c.leads, c.highWatermark, c.required, c.isr, 2)
			require.Equal(t, c.decided, decided)
			require.Equal(t, c.want, err)
		})
	}
}

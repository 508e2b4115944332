package explore

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/storage"
)

var (
	noDiskLost = KindsOf(Kill, Shrink, Fence, Stop)
	onThePage  = KindsOf(Kill, PowerOff, Shrink, Fence)
)

// asked is a partition with three replicas, a minimum of two, acks=all and up to three failures.
func asked(change func(*Config)) Config {
	c := Config{
		Replicas: 3, MinInSyncReplicas: 2, ELR: true, Acks: protocol.AcksAll, Records: 2, Kinds: onThePage, Most: 3,
	}
	if change != nil {
		change(&c)
	}
	return c
}

func searched(t *testing.T, c Config) *Search {
	t.Helper()
	require.NoError(t, c.Check())
	s := NewSearch(c, 1<<24)
	for s.Work(1 << 12) {
	}
	require.False(t, s.Full())
	return s
}

func on(kind Kind, broker protocol.NodeID) Action { return Action{Kind: kind, Broker: broker} }

// TestThreeFailuresLoseARecordThatTwoCannot: both in-sync replicas must come back uncleanly, the one with the record
// among them, before the last known leader may lead without it.
func TestThreeFailuresLoseARecordThatTwoCannot(t *testing.T) {
	s := searched(t, asked(func(c *Config) { c.Kinds = KindsOf(Kill, PowerOff, Stop) }))
	require.Equal(t, 3, s.Complete(), "no failure, one and two are searched to their end")
	trace := s.Trace()
	require.Len(t, trace, 11)
	steps := Replay(s.Config, trace)
	require.Len(t, steps, 11)
	require.Equal(t, 3, steps[10].Failures)
	for i, step := range steps {
		require.Equal(t, i == 10, step.Broken.Has(LeaderHasAcknowledged), "step %d", i+1)
	}
	require.True(t, trace[NoReturn(trace)].IsFailure())
	require.Zero(t, len(searched(t, asked(func(c *Config) { c.Most = 2 })).Trace()))
}

// TestALossStepByStep: a partition without the ELR, whose leader is alone when its machine loses power.
func TestALossStepByStep(t *testing.T) {
	trace := []Action{
		on(Fence, 3),
		{Kind: Produce},
		on(Fetch, 2), on(Fetch, 2), on(Fence, 2),
		{Kind: PowerOff, Broker: 1, Lose: 1},
		on(Expire, 1), on(Start, 1), on(Unfence, 1),
	}
	c := asked(func(c *Config) { c.ELR = false })
	steps := Replay(c, trace)
	require.Len(t, steps, len(trace))
	last := steps[8].State.unpack(3)
	require.True(t, last.lost())
	require.Equal(t, protocol.SetOf(1), last.ISR)
	require.Equal(t, uint8(1), last.acked)
	require.True(t, steps[8].Broken.Has(ReadStays))
	require.False(t, steps[8].Broken.Has(SomewhereAcknowledged), "broker 2 still has it")

	c.ELR = true
	elr := Replay(c, trace)[8].State.unpack(3)
	require.Equal(t, protocol.NoLeader, elr.Leader, "broker 2 is eligible, and has it")
	require.Equal(t, protocol.SetOf(2), elr.ELR)
	require.Len(t, Replay(c, append(trace[:3:3], on(Start, 1))), 3, "it stops before what is not possible")
}

// TestWithoutLossOfADiskNothingIsLost is the promise of acks=all: four failures that leave every log alone.
func TestWithoutLossOfADiskNothingIsLost(t *testing.T) {
	for _, elr := range []bool{false, true} {
		for _, split := range []bool{false, true} {
			c := asked(func(c *Config) { c.ELR, c.SplitFetches, c.Kinds, c.Most = elr, split, noDiskLost, 4 })
			if split || testing.Short() {
				c.Records = 1
			}
			s := searched(t, c)
			require.Nil(t, s.Trace())
			require.Equal(t, 5, s.Complete())
			require.Zero(t, s.Broken(), "and every other promise holds")
			t.Logf("ELR %v, split fetches %v: %d states with at most 4 failures", elr, split, s.States())
		}
	}
}

// TestEveryRuleIsNeeded: without it a record is lost where Kafka loses none or, with machines that lose power, only
// after more steps.
func TestEveryRuleIsNeeded(t *testing.T) {
	found := 0
	for rule, c := range map[Rule]Config{
		TruncationByEpoch:        asked(func(c *Config) { c.Kinds = noDiskLost }),
		EpochStartToJoin:         asked(func(c *Config) { c.Kinds, c.SplitFetches, c.Records = noDiskLost, true, 1 }),
		FetchPositionOfThisLife:  asked(func(c *Config) { c.SplitFetches, c.Records, c.Most = true, 1, 2 }),
		TruncationOfDivergedLogs: asked(func(c *Config) { c.Kinds = noDiskLost }),
		UncleanRestart:           asked(func(c *Config) { c.Replicas, c.Kinds = 2, KindsOf(PowerOff, Fence) }),
		ClearedELR:               asked(func(c *Config) { c.Kinds, c.Most, c.Records = noDiskLost, 4, 1 }),
		AckByHighWatermark:       asked(func(c *Config) { c.Kinds = noDiskLost }),
	} {
		t.Run(rule.String(), func(t *testing.T) {
			require.Equal(t, rule.NeedsSplitFetches(), c.SplitFetches)
			with := searched(t, c)
			c.Without = rule
			without := searched(t, c)
			require.NotNil(t, without.Trace())
			if with.Trace() != nil {
				require.Less(t, len(without.Trace()), len(with.Trace()))
			}
			t.Logf("%d failures, %d steps: %v", without.Complete(), len(without.Trace()), without.Trace())
			losesThoroughly(t, without)
			found++
		})
	}
	require.Equal(t, Rule(8), Rules, "none, and seven")
	require.Equal(t, 7, found)
	t.Logf("%d of %d found", found, Rules-1)
}

// walk is a random walk through the states, and what was done last.
func walk(t *rapid.T, visit func(c *Config, before, after *world, a Action)) {
	c := Config{
		Replicas: rapid.IntRange(1, MaxReplicas).Draw(t, "replicas"), MinInSyncReplicas: rapid.IntRange(1, 4).Draw(t, "min"),
		ELR: rapid.Bool().Draw(t, "ELR"), Unclean: rapid.Bool().Draw(t, "unclean"), Records: MaxRecords,
		Acks:         rapid.SampledFrom([]protocol.Acks{protocol.AcksAll, protocol.AcksLeader}).Draw(t, "acks"),
		SplitFetches: rapid.Bool().Draw(t, "split"), Kinds: 1<<FailureKinds - 1,
	}
	w := start(c.Replicas)
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		actions := w.actions(&c, rapid.IntRange(0, 4).Draw(t, "failure") == 0, nil)
		if len(actions) == 0 {
			continue
		}
		before, a := w, rapid.SampledFrom(actions).Draw(t, "action")
		w.do(&c, a)
		visit(&c, &before, &w, a)
		w = w.pack(&c).unpack(c.Replicas)
	}
}

func TestAStateIsTheSamePackedAndUnpacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walk(t, func(c *Config, _, w *world, _ Action) {
			s := w.pack(c)
			again := s.unpack(c.Replicas)
			require.Equal(t, s, again.pack(c))
			require.Equal(t, *w, again)
		})
	})
}

// TestLogsOfTheSearchAreLogs: what a walk makes of a leader's log, a storage.Log has the same epochs for.
func TestLogsOfTheSearchAreLogs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walk(t, func(_ *Config, _, w *world, _ Action) {
			for i := range w.replicas {
				var log storage.Log
				r := &w.replicas[i]
				for _, record := range r.log[:r.end] {
					log.Append(int32(w.epochs[record]), []protocol.Record{{}})
				}
				if r.tail != noTail {
					log.BeginEpoch(int32(r.tail))
				}
				var room [MaxRecords + 2]storage.EpochEntry
				require.True(t, slices.Equal(log.Epochs(), w.entries(r, &room)))
			}
		})
	})
}

// TestALeaderKeepsItsHighWatermark: it never falls while the leader acts, under any failures.
func TestALeaderKeepsItsHighWatermark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walk(t, func(c *Config, before, after *world, a Action) {
			broken := after.brokenBy(c, before)
			require.False(t, broken.Has(HighWatermarkRises), a)
			require.False(t, broken.Has(EnoughInSync), a)
			require.False(t, after.broken(c).Has(MembersApart), a)
		})
	})
}

func TestASetFindsWhatItHas(t *testing.T) {
	var s set
	require.False(t, s.has(State{}))
	for i := range 40_000 {
		n, added := s.add(&State{uint64(i) * 3, uint64(i % 7)}, node{})
		require.True(t, added)
		require.Equal(t, i, n)
	}
	for i := range 40_000 {
		n, added := s.add(&State{uint64(i) * 3, uint64(i % 7)}, node{})
		require.False(t, added)
		require.Equal(t, i, n)
	}
	require.False(t, s.has(State{1}))
}

func TestAConfigurationIsChecked(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) { c.Replicas = 0 }, func(c *Config) { c.Replicas = 5 }, func(c *Config) { c.MinInSyncReplicas = 0 },
		func(c *Config) { c.Records = 5 }, func(c *Config) { c.Most = 9 },
		func(c *Config) { c.Acks = 0 }, func(c *Config) { c.Without = Rules },
	} {
		c := asked(change)
		require.Error(t, c.Check())
	}
}

// TestASearchThatRunsOutOfRoomSaysSo, and what it has finished.
func TestASearchThatRunsOutOfRoomSaysSo(t *testing.T) {
	s := NewSearch(asked(nil), 5000)
	for s.Work(10) {
	}
	require.True(t, s.Full())
	require.Equal(t, 2, s.Complete())
	require.Nil(t, s.Trace())
}

// TestTheClosestCall: a record that three brokers had to have loses one copy with one machine.
func TestTheClosestCall(t *testing.T) {
	s := searched(t, asked(func(c *Config) { c.Kinds, c.Most, c.Records = KindsOf(PowerOff), 1, 1 }))
	require.Nil(t, s.Trace())
	copies, trace := s.Closest()
	require.Equal(t, 2, copies)
	steps := Replay(s.Config, trace)
	look := steps[len(steps)-1].Look(s.Config)
	require.Len(t, look.Records, 1)
	require.True(t, look.Records[0].Acknowledged)
	require.Equal(t, 2, look.Records[0].Copies.Len())
}

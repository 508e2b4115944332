package explore

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
)

func drawThorough(t *rapid.T) Config {
	return Config{
		Replicas:          rapid.IntRange(1, ThoroughReplicas).Draw(t, "replicas"),
		MinInSyncReplicas: rapid.IntRange(1, 3).Draw(t, "min"),
		ELR:               rapid.Bool().Draw(t, "ELR"), Unclean: rapid.Bool().Draw(t, "unclean"), Records: ThoroughRecords,
		Acks:     rapid.SampledFrom([]protocol.Acks{protocol.AcksAll, protocol.AcksLeader}).Draw(t, "acks"),
		Kinds:    1<<FailureKinds - 1,
		Thorough: true, Without: Rule(rapid.IntRange(0, int(Rules)-1).Draw(t, "without")),
	}
}

// TestALateStateIsTheSamePackedAndUnpacked walks at random.
func TestALateStateIsTheSamePackedAndUnpacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawThorough(t)
		l := beginning(&c)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			actions := l.actionsLate(&c, rapid.IntRange(0, 4).Draw(t, "failure") == 0, nil)
			if len(actions) == 0 {
				continue
			}
			before := l
			a := rapid.SampledFrom(actions).Draw(t, "action")
			if l.doLate(&c, a); l.overrun {
				l = before
				continue
			}
			if c.Without == None {
				broken := l.brokenByLate(&c, &before)
				require.False(t, broken.Has(HighWatermarkRises), a)
				require.False(t, broken.Has(EnoughInSync), a)
				require.False(t, l.broken(&c).Has(MembersApart), a)
			}
			s := l.packLate(&c)
			l = s.unpackLate(&c)
			again := l
			require.Equal(t, s, again.packLate(&c))
		}
	})
}

// caughtUp lets everything that is under way arrive.
func (l *late) caughtUp(c *Config) {
	for i := range c.Replicas {
		id, v := protocol.NodeID(i+1), &l.views[i]
		for _, kind := range []Kind{Decide, Confirm} {
			if a := on(kind, id); l.possibleLate(c, a) {
				l.doLate(c, a)
			}
		}
		if l.at(id).alive && v.behind > 0 {
			l.doLate(c, Action{Hear, id, v.behind})
		}
	}
	for i := range c.Replicas {
		if v := &l.views[i]; l.replicas[i].alive && v.behind > 0 {
			l.caughtUp(c)
		}
	}
}

// coarse returns a state in which nothing is under way as a search that is not thorough has it.
func (l late) coarse(c *Config) State {
	w := l.world
	if leader, acts := w.acting(); acts {
		v := l.views[leader-1]
		w.epochStart, w.waiting = v.epochStart, v.waiting
		for i := range c.Replicas {
			w.replicas[i].known = v.known[i]
		}
	}
	w.LeaderEpoch, w.PartitionEpoch = 0, 0
	return w.pack(c)
}

// TestATraceIsOneOfAThoroughSearch: where news arrive at once, a thorough search comes by the same actions to the same
// states.
func TestATraceIsOneOfAThoroughSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawThorough(t)
		w, l := start(c.Replicas), beginning(&c)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			actions := w.actions(&c, rapid.IntRange(0, 4).Draw(t, "failure") == 0, nil)
			if len(actions) == 0 {
				continue
			}
			a := rapid.SampledFrom(actions).Draw(t, "action")
			after := a
			switch a.Kind {
			case Produce:
				after.Broker = w.Leader
			case Shrink:
				after.Lose = int(w.Leader)
			}
			w.do(&c, a)
			require.True(t, l.possibleLate(&c, after), "%v", after)
			l.doLate(&c, after)
			l.caughtUp(&c)
			if a.Kind == Fetch && l.possibleLate(&c, on(Take, a.Broker)) {
				l.doLate(&c, on(Take, a.Broker))
			}
			require.False(t, l.overrun)
			s := w.pack(&c)
			require.Equal(t, s, l.coarse(&c), "%v", a)
			w = s.unpack(c.Replicas)
			packed := l.packLate(&c)
			l = packed.unpackLate(&c)
		}
	})
}

// searchedThoroughly is what a thorough search finds of one record.
func searchedThoroughly(t *testing.T, change func(*Config)) *Search {
	return searched(t, asked(func(c *Config) {
		c.Thorough, c.Records, c.Most = true, 1, 1
		change(c)
	}))
}

// TestAThoroughSearchFindsARaceOfKafkas: a leader takes in metadata whose partition epoch it knows already from the
// answer to its proposal, and so drops its next proposal, which the controller has accepted. No disk loses anything.
func TestAThoroughSearchFindsARaceOfKafkas(t *testing.T) {
	s := searchedThoroughly(t, func(c *Config) { c.Kinds, c.Most = KindsOf(Shrink, Fence), 2 })
	require.Equal(t, 2, s.Complete())
	trace := s.Trace()
	require.Len(t, trace, 12)
	_, _, loses := s.Together(trace)
	require.False(t, loses, "where everything arrives at once nothing is lost")
	text, _ := s.Play(trace, "")
	require.Nil(t, text)
	c := s.Config
	c.SkipKnown = true
	for _, step := range Replay(c, trace) {
		require.False(t, step.Broken.Has(LeaderHasAcknowledged), "a leader that skips what it knows is not misled")
	}
}

// TestAThoroughSearchFindsWhatItIsThereFor: the lack of a rule. That Kafka with the rule loses nothing by such failures
// is known from the other modes; here it is searched where it does not take long.
func TestAThoroughSearchFindsWhatItIsThereFor(t *testing.T) {
	for rule, ask := range map[Rule]func(*Config){
		TruncationByEpoch:        func(c *Config) { c.Kinds, c.Most = KindsOf(Kill, Fence), 2 },
		TruncationOfDivergedLogs: func(c *Config) { c.Kinds, c.Records, c.Most = KindsOf(Fence), 2, 2 },
		UncleanRestart:           func(c *Config) { c.Replicas, c.Kinds, c.Most = 2, KindsOf(PowerOff, Fence), 2 },
		AckByHighWatermark:       func(c *Config) { c.Kinds = KindsOf(Fence) },
	} {
		t.Run(rule.String(), func(t *testing.T) {
			if testing.Short() && rule < UncleanRestart {
				t.Skip("hundreds of thousands of states")
			}
			search := func(without Rule) *Search {
				return searchedThoroughly(t, func(c *Config) { ask(c); c.SkipKnown, c.Without = true, without })
			}
			s := search(rule)
			require.NotNil(t, s.Trace())
			t.Logf("%d failures, %d steps, %d states", s.Complete(), len(s.Trace()), s.States())
			if rule < UncleanRestart {
				return
			}
			if with := search(None).Trace(); with != nil {
				require.Less(t, len(s.Trace()), len(with))
			}
		})
	}
}

// losesThoroughly requires that a thorough search, where news arrive at once, comes to the loss that another has found.
func losesThoroughly(t *testing.T, s *Search) {
	c := s.Config
	c.Thorough = true
	l := beginning(&c)
	for _, a := range s.Trace() {
		switch a.Kind {
		case Produce:
			a.Broker = l.Leader
		case Shrink:
			a.Lose = int(l.Leader)
		}
		require.True(t, l.possibleLate(&c, a), "%v", a)
		l.doLate(&c, a)
		l.caughtUp(&c)
		if take := on(Take, a.Broker); a.Kind == Fetch && !c.SplitFetches && l.possibleLate(&c, take) {
			l.doLate(&c, take)
		}
	}
	require.True(t, l.lost())
}

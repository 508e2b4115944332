package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

func TestWhatAFetchMeetsFirst(t *testing.T) {
	const epochNone = rules.UndefinedEpoch
	for _, c := range []struct {
		name     string
		leads    bool
		request  int32
		leader   int32
		assigned bool
		want     protocol.Error
	}{
		{"FET-02 a follower asked without an epoch", false, epochNone, 5, true, protocol.NotLeaderOrFollower},
		{"FET-02 a follower asked in its epoch", false, 5, 5, true, protocol.NotLeaderOrFollower},
		{"FET-02 a follower asked in an older one", false, 4, 5, true, protocol.FencedLeaderEpoch},
		{"FET-02 a follower asked in a newer one", false, 6, 5, true, protocol.UnknownLeaderEpoch},
		{"FET-05 a stranger with an epoch", true, 8, 8, false, protocol.UnknownLeaderEpoch},
		{"FET-06 a stranger without", true, epochNone, 8, false, protocol.NotLeaderOrFollower},
		{"FET-08 a leader asked without an epoch", true, epochNone, 5, true, protocol.None},
		{"FET-08 a leader asked in its epoch", true, 5, 5, true, protocol.None},
		{"FET-08 a leader asked in an older one", true, 4, 5, true, protocol.FencedLeaderEpoch},
		{"FET-08 a leader asked in a newer one", true, 6, 5, true, protocol.UnknownLeaderEpoch},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, rules.FetchCheck(c.leads, c.request, c.leader, c.assigned))
		})
	}
}

func TestWhenTwoLogsDiverge(t *testing.T) {
	for _, c := range []struct {
		name                 string
		found                rules.EpochEnd
		epoch                int32
		offset               int64
		diverges, outOfRange bool
	}{
		{"not within the same epoch", end(5, 10), 5, 7, false, false},
		{"not at that epoch's end", end(5, 10), 5, 10, false, false},
		{"beyond that epoch's end", end(5, 10), 5, 11, true, false},
		{"FET-19 in an epoch that the leader does not have", end(3, 10), 4, 3, true, false},
		{"not when nothing has been fetched yet", end(3, 10), -1, 0, false, false},
		{"no answer where no epoch is known", protocol.NoEpochEnd, 4, 3, false, true},
		{"no answer without an offset", end(4, -1), 4, 3, false, true},
		{"no answer without an epoch", end(-1, 4), 4, 3, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			diverges, outOfRange := rules.Diverges(c.found, c.epoch, c.offset)
			require.Equal(t, c.diverges, diverges)
			require.Equal(t, c.outOfRange, outOfRange)
		})
	}
}

// end is where an epoch ends.
func end(epoch int32, offset int64) rules.EpochEnd {
	return rules.EpochEnd{Epoch: epoch, EndOffset: offset}
}

// The cases are of the separate request for an epoch's end, which asks by the same rule.
func TestWhereAFollowerTruncates(t *testing.T) {
	for _, c := range []struct {
		name        string
		leader, own rules.EpochEnd
		logEnd      int64
		want        int64
		done        bool
	}{
		{"FOL-18 to the leader's end of the epoch", end(5, 156), end(5, 200), 200, 156, true},
		{"FOL-18 the other partition", end(5, 172), end(5, 200), 200, 172, true},
		{"FOL-19 to it without an epoch of its own", end(4, 156), protocol.NoEpochEnd, 200, 156, true},
		{"FOL-19 but not beyond its log", end(4, 202), protocol.NoEpochEnd, 200, 200, true},
		{"FOL-20 to its own end of a lower epoch, for now", end(4, 155), end(3, 120), 200, 120, false},
		{"to its own end of a lower epoch, though the leader's is sooner", end(4, 110), end(3, 120), 200, 120, false},
		{"FOL-20 then to the leader's", end(3, 101), end(3, 120), 120, 101, true},
		{"FOL-21 nowhere when the leader knows nothing", protocol.NoEpochEnd, protocol.NoEpochEnd, 100, 100, true},
		{"to its own end of the epoch where that is sooner", end(5, 156), end(5, 150), 200, 150, true},
		{"to the end the leader gives without an epoch", end(-1, 90), end(5, 80), 200, 90, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			offset, done := rules.TruncationPoint(c.leader, c.own, c.logEnd)
			require.Equal(t, c.want, offset)
			require.Equal(t, c.done, done)
		})
	}
}

func TestWhereAFollowerGoesOnWhenTheLeaderHasNothingThere(t *testing.T) {
	for _, c := range []struct {
		name                 string
		start, end, followed int64
		offset               int64
		move                 rules.Move
	}{
		{"it has more than the leader", 0, 5, 7, 5, rules.Truncate},
		{"and the leader has deleted all that it has", 5, 5, 7, 5, rules.Truncate},
		{"its next record is deleted", 4, 9, 3, 4, rules.StartOver},
		{"the leader has its next record by now", 3, 9, 3, 3, rules.Stay},
		{"their logs are as long", 0, 3, 3, 3, rules.Stay},
	} {
		t.Run(c.name, func(t *testing.T) {
			offset, move := rules.AfterOutOfRange(c.start, c.end, c.followed)
			require.Equal(t, c.offset, offset)
			require.Equal(t, c.move, move)
		})
	}
}

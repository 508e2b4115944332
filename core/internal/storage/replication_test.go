package storage_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
)

// contents is a log's records as epoch@value.
func contents(l *storage.Log) []string {
	list := []string{}
	l.Records(0, func(_ int64, epoch int32, r protocol.Record) bool {
		list = append(list, fmt.Sprintf("%d@%s", epoch, r.Value))
		return true
	})
	return list
}

// written is a log of one record an epoch given; the values are their offsets.
func written(epochs ...int32) *storage.Log {
	var l storage.Log
	for i, epoch := range epochs {
		l.Append(epoch, records(i, 1, 1))
	}
	return &l
}

// Cases LOG-01 to LOG-04.
func TestTheHighWatermarkOfALogThatIsCut(t *testing.T) {
	var l storage.Log
	l.Append(0, records(0, 3, 1))
	require.Zero(t, l.HighWatermark(), "LOG-01")
	require.EqualValues(t, 1, l.SetHighWatermark(1), "LOG-02")
	require.EqualValues(t, 3, l.SetHighWatermark(5), "LOG-03")
	more := []protocol.Batch{{BaseOffset: 3, Records: records(3, 3, 1)}}
	require.EqualValues(t, 3, l.AppendAsFollower(more, 0))
	require.EqualValues(t, 6, l.SetHighWatermark(6), "LOG-04")
	require.EqualValues(t, 3, l.TruncateTo(3))
	require.EqualValues(t, 3, l.HighWatermark(), "LOG-04")
	require.EqualValues(t, 3, l.End())
}

func TestTruncation(t *testing.T) {
	l := threeBatches() // [0 1] [2 3 4] [5], of the epochs 0, 1 and 1
	read, copied := l.Read(0, atMost(1<<20, 0)), l.Clone()
	l.SetHighWatermark(2)
	require.EqualValues(t, 2, l.TruncateTo(4), "the middle of a batch keeps what is below")
	require.Equal(t, []string{"0@0", "0@1", "1@2", "1@3"}, contents(l))
	require.EqualValues(t, 2, l.HighWatermark(), "a high watermark below the cut stays")
	require.Zero(t, l.TruncateTo(9), "beyond the end there is nothing to cut")
	l.BeginEpoch(3)
	require.Zero(t, l.TruncateTo(9))
	require.EqualValues(t, 1, l.LatestEpoch(), "but an epoch without a record is dropped")
	require.EqualValues(t, 2, l.TruncateTo(2))
	require.Equal(t, []entry{begins(0, 0)}, l.Epochs(), "an epoch goes with its records")
	l.Append(4, records(20, 2, 1))
	require.Equal(t, []string{"0@0", "0@1", "4@20", "4@21"}, contents(l))
	require.EqualValues(t, 4, l.TruncateTo(0))
	require.Empty(t, contents(l))
	require.EqualValues(t, -1, l.LatestEpoch())

	require.Equal(t, []int64{0, 2, 5}, bases(read), "what has been read stays")
	require.Equal(t, "2", read[1].Records[0].Value)
	require.Len(t, contents(&copied), 6, "and so do copies")
}

func TestAPowerCutTakesTheLastRecords(t *testing.T) {
	l := threeBatches()
	l.SetHighWatermark(6)
	require.Zero(t, l.LoseTail(0))
	require.EqualValues(t, 2, l.LoseTail(2))
	require.Equal(t, []string{"0@0", "0@1", "1@2", "1@3"}, contents(l))
	require.EqualValues(t, 4, l.HighWatermark())
	rest := threeBatches().Read(4, atMost(1<<20, 0))
	require.EqualValues(t, 2, rest[0].BaseOffset, "the leader gives the batch that holds the offset")
	require.EqualValues(t, 2, l.AppendAsFollower(rest, 1))
	require.Equal(t, contents(threeBatches()), contents(l))
	require.Equal(t, []int64{0, 2, 5}, bases(l.Read(0, atMost(1<<20, 0))), "which takes the place of the part")
	require.EqualValues(t, 4, l.HighWatermark(), "and the high watermark stays")
	require.EqualValues(t, 6, l.LoseTail(100), "more than there is, is all")
	require.Zero(t, l.End())
}

func TestAFollowerLeavesOutALeaderItHasNotHeardOf(t *testing.T) {
	leader := written(0, 1, 3, 3)
	var l storage.Log
	require.EqualValues(t, 2, l.AppendAsFollower(leader.Read(0, atMost(1<<20, 0)), 2))
	require.Equal(t, []string{"0@0", "1@1"}, contents(&l))
	require.EqualValues(t, 1, l.LatestEpoch())
	require.EqualValues(t, 2, l.AppendAsFollower(leader.Read(2, atMost(1<<20, 0)), 3))
	later := []protocol.Batch{
		{BaseOffset: 4, Epoch: 5, Records: records(4, 1, 1)}, {BaseOffset: 5, Epoch: 3, Records: records(5, 1, 1)},
	}
	require.Zero(t, l.AppendAsFollower(later, 4), "with everything after it, whatever its epoch")
}

// round is one fetch of a follower from a leader of epoch: it truncates, or copies at most so many records. It tells
// whether there was nothing left to do.
func round(t require.TestingT, follower, leader *storage.Log, epoch int32, most int64) (still bool) {
	last, at := follower.LatestEpoch(), follower.End()
	found := storage.EpochEnd{}
	if last >= 0 {
		found = leader.EndOffsetForEpoch(last)
	}
	diverges, outOfRange := rules.Diverges(found, last, at)
	require.False(t, outOfRange, "a leader's epoch is the highest there is")
	if diverges {
		offset, _ := rules.TruncationPoint(found, follower.EndOffsetForEpoch(found.Epoch), at)
		epochs := len(follower.Epochs())
		removed := follower.TruncateTo(offset)
		require.True(t, removed > 0 || len(follower.Epochs()) < epochs, "each round brings them closer")
		return false
	}
	if at == leader.End() {
		return true
	}
	return follower.AppendAsFollower(leader.Read(at, atMost(1<<20, most)), epoch) == 0
}

// Case FOL-07.
func TestAFollowerWithAnotherTailTakesItsLeaders(t *testing.T) {
	follower, leader := written(0, 2, 4), written(0, 2, 5)
	round(t, follower, leader, 5, 100)
	require.EqualValues(t, 2, follower.LatestEpoch())
	require.EqualValues(t, 2, follower.End())
	require.False(t, round(t, follower, leader, 5, 100))
	require.True(t, round(t, follower, leader, 5, 100))
	require.Equal(t, []string{"0@0", "2@1", "5@2"}, contents(follower))
}

// common is how many records two logs have in common from the start.
func common(a, b []string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// TestLogsConverge lets three replicas lead in turn, each follow the others for a while, and lose the ends of their
// logs. Whoever follows long enough has its leader's log, and has never cut what the two had in common.
func TestLogsConverge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logs := make([]storage.Log, 3)
		follow := func(follower, leader *storage.Log, epoch int32, rounds int) bool {
			shared := common(contents(follower), contents(leader))
			for range rounds {
				if round(t, follower, leader, epoch, rapid.Int64Range(0, 4).Draw(t, "most")) {
					return true
				}
				now := common(contents(follower), contents(leader))
				require.GreaterOrEqual(t, now, shared, "what was in common stays")
				shared = now
			}
			return false
		}
		value, epoch, leader := 0, int32(-1), 0
		for range rapid.IntRange(1, 8).Draw(t, "elections") {
			epoch += rapid.Int32Range(1, 2).Draw(t, "epochs")
			leader = rapid.IntRange(0, 2).Draw(t, "leader")
			logs[leader].BeginEpoch(epoch)
			for range rapid.IntRange(0, 6).Draw(t, "steps") {
				other := rapid.IntRange(0, 2).Draw(t, "replica")
				switch {
				case other == leader:
					batch := records(value, rapid.IntRange(1, 3).Draw(t, "records"), 1)
					value += len(batch)
					logs[leader].Append(epoch, batch)
				case rapid.IntRange(0, 3).Draw(t, "power") == 0:
					logs[other].LoseTail(rapid.Int64Range(0, 4).Draw(t, "lost"))
				default:
					follow(&logs[other], &logs[leader], epoch, rapid.IntRange(1, 3).Draw(t, "rounds"))
				}
			}
		}
		for i := range logs {
			if i != leader {
				require.True(t, follow(&logs[i], &logs[leader], epoch, 200), "replica %s comes to an end", strconv.Itoa(i))
			}
			require.Equal(t, contents(&logs[leader]), contents(&logs[i]))
			require.Equal(t, logs[leader].End(), logs[i].End())
		}
	})
}

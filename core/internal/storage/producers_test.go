package storage_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
)

const producer = 7

// produced is a batch of the producer's, n records from a sequence on.
func produced(epoch int16, sequence int32, n int) protocol.Batch {
	return protocol.Batch{
		Records: records(0, n, 1),
		Numbers: protocol.Numbers{Idempotent: true, ProducerID: producer, ProducerEpoch: epoch, Sequence: sequence},
	}
}

func check(l *storage.Log, b protocol.Batch) rules.SequenceVerdict {
	return l.CheckProducer(b.Numbers, len(b.Records))
}

func outOfOrder(expected int32) rules.SequenceVerdict {
	return rules.SequenceVerdict{Error: protocol.OutOfOrderSequenceNumber, Expected: expected}
}

func oldEpoch(known int32) rules.SequenceVerdict {
	return rules.SequenceVerdict{Error: protocol.InvalidProducerEpoch, Expected: known}
}

var fine rules.SequenceVerdict

func TestWhatALogThinksOfAProducersBatch(t *testing.T) {
	var l storage.Log
	l.Append(0, records(0, 10, 1))
	for _, first := range []int32{0, 3, 6, 9, 12, 15} {
		l.AppendAsLeader(produced(2, first, 3)) // At 10, 13 and so on; the log remembers five of the six.
	}
	for _, c := range []struct {
		name string
		asks protocol.Batch
		want rules.SequenceVerdict
	}{
		{"the next one", produced(2, 18, 2), fine},
		{"the last one again", produced(2, 15, 3), duplicateOf(25)},
		{"the oldest it remembers again", produced(2, 3, 3), duplicateOf(13)},
		{"one it has forgotten", produced(2, 0, 3), outOfOrder(18)},
		{"a part of one it has", produced(2, 15, 2), outOfOrder(18)},
		{"the end of one it has", produced(2, 16, 2), outOfOrder(18)},
		{"one that laps over the last", produced(2, 15, 4), outOfOrder(18)},
		{"one after a gap", produced(2, 19, 1), outOfOrder(18)},
		{"an older epoch's next one", produced(1, 18, 1), oldEpoch(2)},
		{"an older epoch's repetition", produced(1, 15, 3), oldEpoch(2)},
		{"an older epoch's first one", produced(1, 0, 1), oldEpoch(2)},
		{"a newer epoch's first one", produced(3, 0, 1), fine},
		{"a newer epoch that does not begin at 0", produced(3, 18, 1), outOfOrder(0)},
		{"a newer epoch's with the sequences of the last", produced(3, 15, 3), outOfOrder(0)},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, check(&l, c.asks)) })
	}
	t.Run("another producer may begin anywhere", func(t *testing.T) {
		b := produced(0, 15, 3)
		b.ProducerID = 8
		require.Equal(t, fine, check(&l, b))
		l.AppendAsLeader(b)
		require.Equal(t, duplicateOf(28), check(&l, b))
		b.ProducerID = 0
		require.Equal(t, fine, check(&l, b), "id 0 is one as any other, and batches without a producer are nobody's")
	})
}

// Case RMG-20.
func TestAProducerThatSkipsSequencesIsOutOfOrder(t *testing.T) {
	var l storage.Log
	for sequence := range int32(3) {
		require.Equal(t, fine, check(&l, produced(0, sequence, 1)))
		l.AppendAsLeader(produced(0, sequence, 1))
	}
	require.Equal(t, outOfOrder(3), check(&l, produced(0, 13, 1)))
}

// Case IDB-03.
func TestSequencesBeginAgainAtZero(t *testing.T) {
	var l storage.Log
	l.AppendAsLeader(produced(0, math.MaxInt32-1, 2))
	require.Equal(t, fine, check(&l, produced(0, 0, 1)))
	require.Equal(t, outOfOrder(0), check(&l, produced(0, 1, 1)))

	across := produced(0, math.MaxInt32-1, 4)
	require.EqualValues(t, 1, across.LastSequence())
	var m storage.Log
	m.AppendAsLeader(across)
	require.Equal(t, duplicateOf(0), check(&m, across))
	require.Equal(t, fine, check(&m, produced(0, 2, 1)))
}

func TestANewEpochForgetsTheOld(t *testing.T) {
	var l storage.Log
	l.AppendAsLeader(produced(0, 0, 3))
	l.AppendAsLeader(produced(1, 0, 1))
	require.Equal(t, oldEpoch(1), check(&l, produced(0, 0, 3)))
	require.Equal(t, fine, check(&l, produced(1, 1, 1)))
	require.Equal(t, outOfOrder(1), check(&l, produced(1, 0, 3)), "what the old one wrote is no repetition")
	l.AppendAsFollower([]protocol.Batch{{
		BaseOffset: 4, Records: records(0, 1, 1),
		Numbers: protocol.Numbers{Idempotent: true, ProducerID: producer, Sequence: 40},
	}}, 0)
	require.Equal(t, fine, check(&l, produced(0, 41, 1)), "a follower takes an old epoch and a gap from its leader")
}

// TestTheProducersStateIsWhatTheLogHolds: whatever is written, copied and cut, the state is that of a log written anew.
func TestTheProducersStateIsWhatTheLogHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l, before storage.Log
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				l.TruncateTo(rapid.Int64Range(0, l.End()).Draw(t, "offset"))
			case 1:
				l.LoseTail(rapid.Int64Range(0, 4).Draw(t, "records"))
			case 2:
				before = l.Clone()
				l, before = before, l // What happens to a copy does not touch the other.
			default:
				b := produced(int16(rapid.IntRange(0, 1).Draw(t, "epoch")), rapid.Int32Range(0, 5).Draw(t, "sequence"),
					rapid.IntRange(1, 3).Draw(t, "records"))
				b.ProducerID = rapid.Int64Range(0, 2).Draw(t, "producer")
				b.Idempotent = rapid.IntRange(0, 3).Draw(t, "idempotent") > 0
				l.AppendAsLeader(b)
			}
		}
		for _, have := range []*storage.Log{&l, &before} {
			var anew storage.Log
			for _, b := range have.Read(0, atMost(1<<20, 0)) {
				anew.AppendBatch(b)
			}
			require.Equal(t, have.End(), anew.End())
			for id := range int64(3) {
				for epoch := range int16(2) {
					for first := range int32(7) {
						for n := range 4 {
							b := produced(epoch, first, n+1)
							b.ProducerID = id
							require.Equal(t, check(&anew, b), check(have, b))
						}
					}
				}
			}
		}
	})
}

func dated(b protocol.Batch, ms int64) protocol.Batch {
	b.TimestampMs = ms
	return b
}

// ProducerStateManagerTest.testProducersWithExpirationAndSnapshot, and what a truncation brings back.
func TestALogForgetsProducersThatAreSilent(t *testing.T) {
	var l storage.Log
	_, any := l.OldestProducerMs()
	require.False(t, any)
	l.AppendAsLeader(dated(produced(0, 0, 3), 1000))
	other := dated(produced(0, 0, 1), 500)
	other.ProducerID = 3
	l.AppendAsLeader(other)
	l.AppendAsLeader(dated(produced(0, 3, 1), 2000))
	oldest, any := l.OldestProducerMs()
	require.True(t, any)
	require.EqualValues(t, 500, oldest)

	require.Empty(t, l.ExpireProducers(1499, 1000))
	require.Equal(t, []int64{3}, l.ExpireProducers(1500, 1000))
	c := l.Clone()
	require.Equal(t, []int64{producer}, c.ExpireProducers(3000, 1000), "its last batch is of 2000")
	require.Equal(t, fine, check(&c, produced(0, 17, 1)), "it may go on anywhere")
	require.Equal(t, duplicateOf(4), check(&l, produced(0, 3, 1)), "the copy is not the log")

	require.Equal(t, fine, check(&l, other))
	l.TruncateTo(4)
	require.Equal(t, duplicateOf(3), check(&l, other), "what is read anew from the log knows it again")
	c.ReloadProducers()
	require.Equal(t, duplicateOf(4), check(&c, produced(0, 3, 1)))
}

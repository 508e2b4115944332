package storage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// threeBatches is a log with two records in epoch 1, two in epoch 1 and one in epoch 3, all committed.
func threeBatches() *Log {
	l := &Log{}
	for _, b := range []struct {
		epoch   int32
		records int
	}{{1, 2}, {1, 2}, {3, 1}} {
		l.AppendAsLeader(protocol.Batch{
			Epoch: b.epoch, Records: make([]protocol.Record, b.records), TimestampMs: l.End(),
			Numbers: protocol.Numbers{Idempotent: true, ProducerID: 7 + l.End(), ProducerEpoch: 0},
		})
	}
	l.SetHighWatermark(5)
	return l
}

func known(l *Log, producer int64) bool {
	v := l.CheckProducer(protocol.Numbers{Idempotent: true, ProducerID: producer}, 1)
	return v.Duplicate || v.Error != protocol.None
}

func readable(l *Log) (offsets []int64) {
	l.Records(0, func(offset int64, _ int32, _ protocol.Record) bool {
		offsets = append(offsets, offset)
		return true
	})
	return offsets
}

func TestDeletedRecordsAreNotReadAndTheirBatchIs(t *testing.T) {
	l := threeBatches()
	require.True(t, l.RaiseStart(3))
	require.False(t, l.RaiseStart(2), "it never falls")
	require.EqualValues(t, 3, l.Start())
	require.Equal(t, []int64{3, 4}, readable(l))
	require.EqualValues(t, 2, l.Read(3, ReadLimit{Bytes: 1 << 20, Records: 10})[0].BaseOffset, "a batch comes whole")
	require.Equal(t, []EpochEntry{{Epoch: 1, Start: 3}, {Epoch: 3, Start: 4}}, l.Epochs())
	require.Equal(t, EpochEnd{Epoch: 1, EndOffset: 4}, l.EndOffsetForEpoch(1))
	_, held := l.At(1)
	require.True(t, held, "it is in the segment as before")
}

func TestProducersAreKnownAfterTheirRecordsAreDeletedUntilTheLogIsReadAgain(t *testing.T) {
	l := threeBatches()
	l.RaiseStart(2)
	require.True(t, known(l, 7))
	l.ReloadProducers()
	require.False(t, known(l, 7))
	require.True(t, known(l, 9))
}

func TestRetentionLeavesAnEmptySegment(t *testing.T) {
	l := threeBatches()
	newest, any := l.NewestMs()
	require.True(t, any)
	require.EqualValues(t, 4, newest)
	l.DeleteSegment()
	require.EqualValues(t, 5, l.Start())
	require.Empty(t, readable(l))
	_, any = l.NewestMs()
	require.False(t, any)
	l.RestoreStart(0)
	require.EqualValues(t, 5, l.Start(), "the segment is gone")
	l.AppendAsLeader(protocol.Batch{Epoch: 3, Records: make([]protocol.Record, 1), TimestampMs: 2})
	newest, _ = l.NewestMs()
	require.EqualValues(t, 2, newest, "of the new segment")
	require.Equal(t, []int64{5}, readable(l))
}

func TestADeletionThatWasNotSavedIsUndone(t *testing.T) {
	l := threeBatches()
	l.RaiseStart(4)
	l.RestoreStart(2)
	require.Equal(t, []int64{2, 3, 4}, readable(l))
}

func TestALogThatStartsOverIsEmpty(t *testing.T) {
	l := threeBatches()
	l.StartOver(9)
	require.Equal(t, []int64{9, 9, 9}, []int64{l.Start(), l.End(), l.HighWatermark()})
	require.Empty(t, l.Epochs())
	require.Nil(t, l.BatchAt(3))
	_, held := l.At(3)
	require.False(t, held)
	require.EqualValues(t, 0, l.TruncateTo(9))
	require.EqualValues(t, 0, l.TruncateTo(4), "there is nothing to remove")
	require.Equal(t, []int64{4, 4, 4}, []int64{l.Start(), l.End(), l.HighWatermark()})
}

func TestAFollowerBeginsWithTheBatchInWhichItsLeadersLogBegins(t *testing.T) {
	leader, follower := threeBatches(), &Log{}
	leader.RaiseStart(3)
	follower.StartOver(3)
	require.EqualValues(t, 2, follower.AppendAsFollower(leader.Read(3, ReadLimit{Bytes: 1 << 20, Records: 10}), 3))
	require.Equal(t, []int64{2, 3, 4}, readable(follower), "until it adopts its leader's log start offset")
}

func TestACutBelowTheStartMovesIt(t *testing.T) {
	l := threeBatches()
	l.RaiseStart(4)
	require.EqualValues(t, 1, l.TruncateTo(2))
	require.Equal(t, []int64{2, 2}, []int64{l.Start(), l.End()})
	require.EqualValues(t, 0, threeBatches().LoseTail(0))
	lost := threeBatches()
	lost.RaiseStart(4)
	require.EqualValues(t, 1, lost.LoseTail(5), "what is deleted is not lost")
}

package storage_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/storage"
)

// records is n records with the names of their places, each of so many bytes.
func records(first, n int, bytes int32) []protocol.Record {
	var list []protocol.Record
	for i := range n {
		list = append(list, protocol.Record{Value: strconv.Itoa(first + i), Bytes: bytes})
	}
	return list
}

// threeBatches is a log of 2, 3 and 1 records: [0 1] [2 3 4] [5].
func threeBatches() *storage.Log {
	var l storage.Log
	l.Append(0, records(0, 2, 10))
	l.Append(1, records(2, 3, 10))
	l.Append(1, records(5, 1, 10))
	return &l
}

func bases(batches []protocol.Batch) []int64 {
	list := []int64{}
	for _, b := range batches {
		list = append(list, b.BaseOffset)
	}
	return list
}

func TestAnAppendTakesTheNextOffsets(t *testing.T) {
	var l storage.Log
	require.Zero(t, l.End())
	require.EqualValues(t, 0, l.Append(0, records(0, 2, 1)))
	require.EqualValues(t, 2, l.Append(3, records(2, 1, 1)))
	require.EqualValues(t, 3, l.End())
	require.Zero(t, l.HighWatermark(), "an append commits nothing by itself")
	type place struct {
		offset int64
		epoch  int32
		value  string
	}
	var found []place
	l.Records(0, func(offset int64, epoch int32, r protocol.Record) bool {
		found = append(found, place{offset, epoch, r.Value})
		return true
	})
	require.Equal(t, []place{{0, 0, "0"}, {1, 0, "1"}, {2, 3, "2"}}, found)
}

func TestAFollowersAppendKeepsTheLeadersOffsets(t *testing.T) {
	leader := threeBatches()
	var follower storage.Log
	for _, b := range leader.Read(0, atMost(1<<20, 0)) {
		follower.AppendBatch(b)
	}
	require.Equal(t, leader.Read(0, atMost(1<<20, 0)), follower.Read(0, atMost(1<<20, 0)))
	require.Equal(t, leader.End(), follower.End())
	gap := protocol.Batch{BaseOffset: 7, Records: records(7, 1, 1)}
	require.Panics(t, func() { follower.AppendBatch(gap) }, "a gap is a mistake of the model")
	gap.BaseOffset = 5
	require.Panics(t, func() { follower.AppendBatch(gap) }, "and so is an overlap")
}

func TestReadingALog(t *testing.T) {
	size := func(n int) int64 { return protocol.BatchBytes(records(0, n, 10)) }
	for _, c := range []struct {
		name                         string
		offset, maxBytes, maxRecords int64
		want                         []int64
	}{
		{"gives all that is there", 0, 1 << 20, 0, []int64{0, 2, 5}},
		{"begins with the batch that holds the offset", 3, 1 << 20, 0, []int64{2, 5}},
		{"begins with the batch whose first offset it is", 2, 1 << 20, 0, []int64{2, 5}},
		{"gives nothing at the end", 6, 1 << 20, 0, []int64{}},
		{"gives the first batch whatever its size", 0, 1, 0, []int64{0}},
		{"gives a batch that just fits", 0, size(2) + size(3), 0, []int64{0, 2}},
		{"gives none that is a byte too large", 0, size(2) + size(3) - 1, 0, []int64{0}},
		{"gives the first batch whatever its records", 2, 1 << 20, 1, []int64{2}},
		{"gives as many records as are allowed", 0, 1 << 20, 5, []int64{0, 2}},
		{"gives no batch that would pass that", 0, 1 << 20, 4, []int64{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, bases(threeBatches().Read(c.offset, atMost(c.maxBytes, c.maxRecords))))
		})
	}
}

func TestRecordsBeginInTheMiddleOfABatchAndStopWhenTold(t *testing.T) {
	var offsets []int64
	threeBatches().Records(3, func(offset int64, _ int32, _ protocol.Record) bool {
		offsets = append(offsets, offset)
		return offset < 4
	})
	require.Equal(t, []int64{3, 4}, offsets)
}

func TestTheHighWatermarkIsBoundedByTheLog(t *testing.T) {
	l := threeBatches()
	require.EqualValues(t, 4, l.SetHighWatermark(4))
	require.EqualValues(t, 6, l.SetHighWatermark(6), "it may reach the end")
	require.EqualValues(t, 6, l.SetHighWatermark(7), "and not pass it")
	require.EqualValues(t, 2, l.SetHighWatermark(2), "a follower takes a lower one, too")
	require.EqualValues(t, 2, l.HighWatermark())
}

func TestACopyOfALogIsItsOwn(t *testing.T) {
	l := threeBatches()
	read := l.Read(0, atMost(1<<20, 0))
	c := l.Clone()
	c.Append(2, records(100, 2, 1))
	c.SetHighWatermark(8)
	l.Append(2, records(6, 1, 1))
	require.EqualValues(t, 7, l.End())
	require.Zero(t, l.HighWatermark())
	require.EqualValues(t, 8, c.End())
	require.Equal(t, "6", l.Read(6, atMost(1, 0))[0].Records[0].Value)
	require.Equal(t, "100", c.Read(6, atMost(1, 0))[0].Records[0].Value)
	require.Equal(t, []int64{0, 2, 5}, bases(read), "what has been read does not grow")
}

// TestALogIsASliceOfRecords compares a log with the plainest one there is.
func TestALogIsASliceOfRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l storage.Log
		var model []string
		for range rapid.IntRange(0, 8).Draw(t, "appends") {
			batch := records(len(model), rapid.IntRange(1, 3).Draw(t, "records"), 5)
			require.EqualValues(t, len(model), l.Append(0, batch))
			for _, r := range batch {
				model = append(model, r.Value)
			}
		}
		require.EqualValues(t, len(model), l.End())
		offset := rapid.IntRange(0, len(model)).Draw(t, "offset")
		var found []string
		l.Records(int64(offset), func(_ int64, _ int32, r protocol.Record) bool {
			found = append(found, r.Value)
			return true
		})
		require.Equal(t, append([]string(nil), model[offset:]...), found)

		// A follower that reads on from where it stands gets everything, however little it takes at a time.
		var follower storage.Log
		limit := rapid.Int64Range(0, 200).Draw(t, "bytes")
		for follower.End() < l.End() {
			for _, b := range l.Read(follower.End(), atMost(limit, rapid.Int64Range(0, 3).Draw(t, "most"))) {
				follower.AppendBatch(b)
			}
		}
		require.Equal(t, bases(l.Read(0, atMost(1<<20, 0))), bases(follower.Read(0, atMost(1<<20, 0))))
	})
}

// atMost is a limit with 0 for as many records as there are.
func atMost(bytes, records int64) storage.ReadLimit {
	if records == 0 {
		records = math.MaxInt64
	}
	return storage.ReadLimit{Bytes: bytes, Records: records, AtLeastOne: true}
}

func TestOnlyOneBatchOfAnAnswerComesWhateverItsSize(t *testing.T) {
	l := threeBatches()
	require.Empty(t, l.Read(0, storage.ReadLimit{Bytes: 1, Records: math.MaxInt64}))
	require.Len(t, l.Read(0, storage.ReadLimit{Bytes: 1, Records: math.MaxInt64, AtLeastOne: true}), 1)
}

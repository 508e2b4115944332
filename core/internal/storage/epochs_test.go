package storage_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/storage"
)

type entry = storage.EpochEntry

func cacheOf(entries ...entry) *storage.EpochCache {
	var c storage.EpochCache
	for _, e := range entries {
		c.Assign(e.Epoch, e.Start)
	}
	return &c
}

// begins is a leader epoch and where it begins.
func begins(epoch int32, start int64) entry { return entry{Epoch: epoch, Start: start} }

func end(epoch int32, offset int64) storage.EpochEnd {
	return storage.EpochEnd{Epoch: epoch, EndOffset: offset}
}

func TestTheEndOfAnEpoch(t *testing.T) {
	three := cacheOf(begins(1, 11), begins(2, 13), begins(3, 15))
	gaps := cacheOf(begins(0, 10), begins(2, 13), begins(4, 17))
	for _, c := range []struct {
		name   string
		cache  *storage.EpochCache
		epoch  int32
		logEnd int64
		want   storage.EpochEnd
	}{
		{"EPC-01 the latest ends with the log", cacheOf(begins(2, 10)), 2, 11, end(2, 11)},
		{"EPC-02 and so it does when it is assigned twice", cacheOf(begins(2, 11), begins(2, 12)), 2, 14, end(2, 14)},
		{"EPC-03 none is asked for", cacheOf(begins(2, 11), begins(3, 12)), -1, 13, protocol.NoEpochEnd},
		{"EPC-05 nothing is known", cacheOf(), 0, 0, protocol.NoEpochEnd},
		{"EPC-08 one in the middle ends where the next begins", three, 2, 17, end(2, 15)},
		{"EPC-09 one between two is the lower one", gaps, 1, 20, end(0, 13)},
		{"EPC-09 one that is there", gaps, 2, 20, end(2, 17)},
		{"EPC-09 another between two", gaps, 3, 20, end(2, 17)},
		{"EPC-10 one above all is not known", cacheOf(begins(2, 100)), 3, 100, protocol.NoEpochEnd},
		{"one below all ends where the first begins", three, 0, 17, end(0, 11)},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, c.cache.EndOffset(c.epoch, c.logEnd)) })
	}
}

func TestEpochsAndTheirStartsRise(t *testing.T) {
	require.Equal(t, []entry{begins(2, 11)}, cacheOf(begins(2, 11), begins(2, 12)).Entries(), "EPC-02")
	require.Equal(t, []entry{begins(3, 9)}, cacheOf(begins(2, 9), begins(3, 9)).Entries(), "EPC-04")
	require.Equal(t, []entry{begins(2, 8)}, cacheOf(begins(2, 9), begins(2, 8)).Entries(), "the latest may begin sooner")
	low := cacheOf(begins(1, 5), begins(3, 9), begins(4, 12), begins(2, 20))
	require.Equal(t, []entry{begins(1, 5), begins(2, 20)}, low.Entries(), "a lower epoch drops those above it")

	c := cacheOf(begins(1, 5), begins(3, 9), begins(4, 12))
	c.TruncateFromEnd(13)
	require.EqualValues(t, 4, c.Latest())
	c.TruncateFromEnd(12)
	require.Equal(t, []entry{begins(1, 5), begins(3, 9)}, c.Entries(), "an epoch that begins at the cut is gone")
	c.TruncateFromEnd(0)
	require.EqualValues(t, -1, c.Latest())
}

// Case EPC-13: leaders change three times, the first of them before it has written anything.
func TestALogKnowsItsEpochs(t *testing.T) {
	var l storage.Log
	require.EqualValues(t, -1, l.LatestEpoch())
	l.BeginEpoch(0)
	l.BeginEpoch(1)
	l.Append(1, records(0, 5, 1))
	l.BeginEpoch(2)
	require.Equal(t, end(2, 5), l.EndOffsetForEpoch(2), "an epoch may have no record yet")
	l.Append(2, records(5, 5, 1))
	require.Equal(t, end(2, 10), l.EndOffsetForEpoch(2))
	require.Equal(t, end(1, 5), l.EndOffsetForEpoch(1))
	require.Equal(t, end(0, 0), l.EndOffsetForEpoch(0))
	require.EqualValues(t, 2, l.LatestEpoch())
}

// Case PAR-55.
func TestALeadersEpochBeginsAtTheEndOfItsLog(t *testing.T) {
	var l storage.Log
	l.Append(0, records(0, 2, 1))
	l.Append(5, records(2, 2, 1))
	l.BeginEpoch(8)
	require.Equal(t, end(8, 4), l.EndOffsetForEpoch(8))
	require.Equal(t, []entry{begins(0, 0), begins(5, 2), begins(8, 4)}, l.Epochs())
	c := l.Clone()
	c.Append(9, records(4, 1, 1))
	require.EqualValues(t, 8, l.LatestEpoch(), "a copy's epochs are its own")
}

// TestTheCacheIsARisingList compares the cache with the plainest one there is: every entry ever assigned that a later
// one does not contradict.
func TestTheCacheIsARisingList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c storage.EpochCache
		var model []entry
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			e := begins(rapid.Int32Range(0, 6).Draw(t, "epoch"), rapid.Int64Range(0, 10).Draw(t, "start"))
			c.Assign(e.Epoch, e.Start)
			if n := len(model); n > 0 && model[n-1].Epoch == e.Epoch && model[n-1].Start <= e.Start {
				continue
			}
			var kept []entry
			for _, m := range model {
				if m.Epoch >= e.Epoch || m.Start >= e.Start {
					break
				}
				kept = append(kept, m)
			}
			model = append(kept, e)
		}
		require.Equal(t, model, c.Entries())
		for epoch := int32(0); epoch < 8; epoch++ {
			found := c.EndOffset(epoch, 50)
			if len(model) == 0 || epoch > model[len(model)-1].Epoch {
				require.Equal(t, protocol.NoEpochEnd, found)
				continue
			}
			want := end(epoch, 50)
			for i := len(model) - 1; i >= 0 && model[i].Epoch > epoch; i-- {
				want.EndOffset = model[i].Start
			}
			for _, m := range model {
				if m.Epoch <= epoch {
					want.Epoch = m.Epoch
				}
			}
			require.Equal(t, want, found)
		}
	})
}

// TestALogThatIsLoadedForgetsAnEpochWithoutRecords: it begins at the log's end, and a leader that had written nothing
// fetches from the next one as if it had never led (LogLoader.load).
func TestALogThatIsLoadedForgetsAnEpochWithoutRecords(t *testing.T) {
	var l storage.Log
	l.Append(1, []protocol.Record{{Value: "a"}})
	l.BeginEpoch(2)
	require.Equal(t, int32(2), l.LatestEpoch())
	l.Load()
	require.Equal(t, []entry{begins(1, 0)}, l.Epochs())
	require.Equal(t, int64(1), l.End())
	l.Load()
	require.Equal(t, []entry{begins(1, 0)}, l.Epochs(), "one with records stays")
}

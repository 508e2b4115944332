package storage_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
)

// Kafka's own cases of an idempotent producer, on the leader's side and the followers'.

// replicated is a batch as a follower gets it, at its offset.
func replicated(base int64, b protocol.Batch) protocol.Batch {
	b.BaseOffset = base
	return b
}

// duplicateOf is the verdict on a batch that the log has at an offset.
func duplicateOf(base int64) rules.SequenceVerdict {
	return rules.SequenceVerdict{Duplicate: true, Base: base}
}

// TestAProducerFirstSeenByReplication is cases IDB-05 and IDB-23: what comes from the leader is taken as it is,
// whatever its sequence and whatever is known, for instance nothing after the state has expired.
func TestAProducerFirstSeenByReplication(t *testing.T) {
	for _, c := range []struct {
		id       string
		epoch    int16
		sequence int32
		offset   int64
	}{{"IDB-05", 5, 16, 735}, {"IDB-23", 0, 2, 2}} {
		t.Run(c.id, func(t *testing.T) {
			var l storage.Log
			l.Append(0, records(0, int(c.offset), 1))
			l.AppendAsFollower([]protocol.Batch{replicated(c.offset, produced(c.epoch, c.sequence, 1))}, 0)
			require.Equal(t, c.offset+1, l.End())
			require.Equal(t, duplicateOf(c.offset), check(&l, produced(c.epoch, c.sequence, 1)), "first and last are this")
			require.Equal(t, fine, check(&l, produced(c.epoch, c.sequence+1, 1)))
			require.Equal(t, outOfOrder(c.sequence+1), check(&l, produced(c.epoch, c.sequence+2, 1)))
		})
	}
}

// TestAJudgementChangesNothing is case IDB-07: only the append does.
func TestAJudgementChangesNothing(t *testing.T) {
	var l storage.Log
	l.Append(0, records(0, 15, 1))
	l.AppendAsLeader(produced(0, 0, 6)) // At 15.
	l.Append(0, records(0, 5, 1))
	for range 2 {
		require.Equal(t, fine, check(&l, produced(0, 6, 5)))
		require.Equal(t, duplicateOf(15), check(&l, produced(0, 0, 6)))
	}
	require.EqualValues(t, 26, l.AppendAsLeader(produced(0, 6, 5)))
	require.Equal(t, duplicateOf(26), check(&l, produced(0, 6, 5)))
	require.Equal(t, duplicateOf(15), check(&l, produced(0, 0, 6)))
	require.Equal(t, fine, check(&l, produced(0, 11, 1)))
}

// TestDuplicatesAtTheLeader is cases IDB-08 to IDB-12: sequences 0 to 5 one by one, 6 to 8 as one batch, of which the
// log remembers 2, 3, 4, 5 and 6 to 8.
func TestDuplicatesAtTheLeader(t *testing.T) {
	var l storage.Log
	for sequence := range int32(6) {
		require.Equal(t, fine, check(&l, produced(0, sequence, 1)))
		l.AppendAsLeader(produced(0, sequence, 1))
	}
	l.AppendAsLeader(produced(0, 6, 3))
	require.Equal(t, duplicateOf(6), check(&l, produced(0, 6, 3)), "IDB-08")
	require.Equal(t, outOfOrder(9), check(&l, produced(0, 7, 2)), "IDB-09")
	require.Equal(t, duplicateOf(2), check(&l, produced(0, 2, 1)), "IDB-10")
	require.Equal(t, outOfOrder(9), check(&l, produced(0, 1, 1)), "IDB-11")
	require.EqualValues(t, 9, l.End())
	require.EqualValues(t, 9, l.AppendAsLeader(produced(0, 9, 1)))
	require.Equal(t, duplicateOf(9), check(&l, produced(0, 9, 1)), "IDB-12")
}

// TestAFollowerTakesDuplicates is cases IDB-13 and IDB-14.
func TestAFollowerTakesDuplicates(t *testing.T) {
	var l storage.Log
	for _, base := range []int64{0, 2} {
		l.AppendAsFollower([]protocol.Batch{replicated(base, produced(1, 0, 2))}, 0)
	}
	require.EqualValues(t, 4, l.End(), "IDB-13")

	var m storage.Log
	var batches []protocol.Batch
	for base, sequence := range []int32{0, 0, 1, 1, 0} {
		b := replicated(int64(base), produced(0, sequence, 1))
		b.ProducerID = int64(base % 2)
		batches = append(batches, b)
	}
	m.AppendAsFollower(batches, 0)
	require.EqualValues(t, 5, m.End(), "IDB-14")
}

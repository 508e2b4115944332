package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

func TestRecordsAreDeletedUpToTheHighWatermark(t *testing.T) {
	for name, c := range map[string]struct {
		leads, deletes bool
		offset, start  int64
		err            protocol.Error
	}{
		"some":                     {true, true, 3, 3, protocol.None},
		"none":                     {true, true, 0, 0, protocol.None},
		"all that is committed":    {true, true, ToHighWatermark, 5, protocol.None},
		"up to the watermark":      {true, true, 5, 5, protocol.None},
		"more than is committed":   {true, true, 6, -1, protocol.OffsetOutOfRange},
		"below any offset":         {true, true, -2, -1, protocol.OffsetOutOfRange},
		"of a compacted topic":     {true, false, 3, -1, protocol.PolicyViolation},
		"at a follower":            {false, true, 3, -1, protocol.NotLeaderOrFollower},
		"a follower looks no more": {false, false, 9, -1, protocol.NotLeaderOrFollower},
	} {
		t.Run(name, func(t *testing.T) {
			start, err := DeleteRecordsCheck(c.leads, c.deletes, c.offset, 5)
			require.Equal(t, c.err, err)
			require.Equal(t, c.start, start)
		})
	}
}

func TestTheLowWatermarkIsThatOfTheLiveReplicas(t *testing.T) {
	followers := []Follower{{ID: 2, LogStart: 4}, {ID: 3, LogStart: -1}}
	require.EqualValues(t, 4, LowWatermark(5, followers, protocol.SetOf(1, 2)), "broker 3 is fenced")
	require.EqualValues(t, -1, LowWatermark(5, followers, protocol.SetOf(1, 2, 3)), "it has not fetched yet")
	require.EqualValues(t, 5, LowWatermark(5, followers, protocol.SetOf(1)))
}

func TestRetentionDeletesWhatIsOldAndCommitted(t *testing.T) {
	require.False(t, RetentionExpired(1000, 2000, 1000, 5, 5), "just as old as it may be")
	require.True(t, RetentionExpired(1000, 2001, 1000, 5, 5))
	require.False(t, RetentionExpired(1000, 2001, 1000, 4, 5), "the last record is not committed")
	require.False(t, RetentionExpired(1000, 1<<40, -1, 5, 5), "for ever")
	require.True(t, RetentionExpired(1000, 1001, 0, 5, 5))
}

func TestDeletedEpochsEndWhereTheLogBegins(t *testing.T) {
	entries := func() []EpochEntry { return []EpochEntry{{2, 0}, {4, 3}, {7, 6}} }
	require.Equal(t, entries(), DeleteEpochs(entries(), -1))
	require.Equal(t, entries(), DeleteEpochs(entries(), 0))
	require.Equal(t, []EpochEntry{{2, 2}, {4, 3}, {7, 6}}, DeleteEpochs(entries(), 2))
	require.Equal(t, []EpochEntry{{4, 3}, {7, 6}}, DeleteEpochs(entries(), 3))
	require.Equal(t, []EpochEntry{{7, 9}}, DeleteEpochs(entries(), 9), "the last stays")
}

package rules

import "highwater/core/internal/protocol"

// ToHighWatermark asks DeleteRecords to delete all that is committed (DeleteRecordsRequest.HIGH_WATERMARK).
const ToHighWatermark int64 = -1

// DeleteRecordsCheck returns where a log that this broker leads is to begin, or why it will not
// (Partition.deleteRecordsOnLeader, UnifiedLog.maybeIncrementLogStartOffset): a topic that is only compacted deletes
// nothing on request, and nothing is deleted that is not committed. An offset below the log's start deletes nothing,
// and is no error.
func DeleteRecordsCheck(leads, deletes bool, offset, highWatermark int64) (start int64, err protocol.Error) {
	switch {
	case !leads:
		return -1, protocol.NotLeaderOrFollower
	case !deletes:
		return -1, protocol.PolicyViolation
	case offset == ToHighWatermark:
		return highWatermark, protocol.None
	case offset < 0 || offset > highWatermark:
		return -1, protocol.OffsetOutOfRange
	}
	return offset, protocol.None
}

// LowWatermark returns the lowest log start offset of a partition's live replicas, in sync or not: what is below it is
// gone everywhere. A live follower that has not fetched from this leader holds it at -1
// (Partition.lowWatermarkIfLeader).
func LowWatermark(leaderStart int64, followers []Follower, alive protocol.BrokerSet) int64 {
	lowest := leaderStart
	for _, f := range followers {
		if alive.Has(f.ID) {
			lowest = min(lowest, f.LogStart)
		}
	}
	return lowest
}

// RetentionExpired reports whether retention deletes a log's segment: its newest record is too old, and all of them are
// committed, so that the log start offset never passes the high watermark. retentionMs below 0 keeps everything
// (UnifiedLog.deleteRetentionMsBreachedSegments, deletableSegments).
func RetentionExpired(newestMs, nowMs, retentionMs, highWatermark, logEnd int64) bool {
	return retentionMs >= 0 && nowMs-newestMs > retentionMs && highWatermark >= logEnd
}

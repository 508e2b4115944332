package rules

import "highwater/core/internal/protocol"

// EpochEnd is where a leader epoch ends in a log.
type EpochEnd = protocol.EpochEnd

const (
	// UndefinedEpoch is no leader epoch: none known, or none given.
	UndefinedEpoch = protocol.UndefinedEpoch
	// UndefinedOffset is no end of an epoch.
	UndefinedOffset = protocol.UndefinedOffset
)

// Diverges reports whether a follower's log parts from the leader's before the offset at which it fetches. found is
// where the epoch of the follower's last record, fetchEpoch, ends in the leader's log. In a leader's log that ends the
// epoch sooner, or does not have it, other records stand there, and found is the answer. outOfRange is the other
// refusal: the leader knows no such epoch at all. With fetchEpoch -1, an empty log's, there is nothing to compare
// (Partition.readRecords).
func Diverges(found EpochEnd, fetchEpoch int32, fetchOffset int64) (diverges, outOfRange bool) {
	switch {
	case fetchEpoch == UndefinedEpoch:
		return false, false
	case found.EndOffset == UndefinedOffset || found.Epoch == UndefinedEpoch:
		return false, true
	}
	return found.Epoch < fetchEpoch || found.EndOffset < fetchOffset, false
}

// TruncationPoint returns where a follower cuts its log when the leader's diverges from it: leader is what the leader
// said, own is where that epoch ends in the follower's log, and logEnd is the log's end, at which it fetches. When the
// follower lacks the epoch, it cuts to the end of the next lower one it has; that need not be far enough, so done is
// false and the next fetch compares again (AbstractFetcherThread.getOffsetTruncationState).
func TruncationPoint(leader, own EpochEnd, logEnd int64) (offset int64, done bool) {
	switch {
	case leader.EndOffset == UndefinedOffset:
		return logEnd, true
	case leader.Epoch == UndefinedEpoch || own.EndOffset == UndefinedOffset:
		return min(leader.EndOffset, logEnd), true
	case own.Epoch != leader.Epoch:
		return min(own.EndOffset, logEnd), false
	}
	return min(own.EndOffset, leader.EndOffset, logEnd), true
}

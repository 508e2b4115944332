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

// Move is what a follower does with its log when the leader has nothing at the offset that it fetches.
type Move uint8

const (
	// Stay: fetch there again, at once; the leader has it by now.
	Stay Move = iota
	// Truncate: cut the log to an offset.
	Truncate
	// StartOver: throw the log away, and begin a new one at an offset.
	StartOver
)

// AfterOutOfRange returns what a follower does whose log ends at logEnd, where the leader's begins at leaderStart and
// ends at leaderEnd: what is beyond the leader's end goes; what the leader has deleted is not waited for
// (AbstractFetcherThread.fetchOffsetAndTruncate).
func AfterOutOfRange(leaderStart, leaderEnd, logEnd int64) (offset int64, move Move) {
	switch {
	case leaderEnd < logEnd:
		return leaderEnd, Truncate
	case leaderStart > logEnd:
		return leaderStart, StartOver
	}
	return logEnd, Stay
}

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

// FetchCheck returns what a fetch for one partition meets before anything is read: does it know the same leader epoch
// as this broker, does this broker lead, is the follower in the assignment. requestEpoch -1 is none given
// (Partition.checkCurrentLeaderEpoch, fetchRecords, followerReplicaOrThrow).
func FetchCheck(leads bool, requestEpoch, leaderEpoch int32, assigned bool) protocol.Error {
	known := requestEpoch != UndefinedEpoch
	switch {
	case known && requestEpoch < leaderEpoch:
		return protocol.FencedLeaderEpoch
	case known && requestEpoch > leaderEpoch:
		return protocol.UnknownLeaderEpoch
	case !leads:
		return protocol.NotLeaderOrFollower
	case assigned:
		return protocol.None
	case known:
		// The leader may not have heard of an assignment that the follower knows: it is told to ask again.
		return protocol.UnknownLeaderEpoch
	}
	return protocol.NotLeaderOrFollower
}

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

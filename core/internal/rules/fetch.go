package rules

import "highwater/core/internal/protocol"

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

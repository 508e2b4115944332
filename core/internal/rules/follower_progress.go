package rules

import "math"

// Progress is what a leader knows of one follower (org.apache.kafka.server.replica.ReplicaState), but for its log start
// offset, on which no decision about the ISR or the high watermark depends.
type Progress struct {
	LogEndOffset     int64 // the fetch offset of its last fetch; -1 before the first
	LeaderEndAtFetch int64 // the leader's log end at that fetch
	LastFetchMs      int64
	LastCaughtUpMs   int64
}

// Never is the last-caught-up time of a follower that never was. Kafka uses 0, which on its clock is 1970; the model's
// clock begins at 0.
const Never int64 = math.MinInt64 / 2

// NoProgress is what a leader knows of a follower that has not fetched from it.
var NoProgress = Progress{LogEndOffset: -1, LastFetchMs: Never, LastCaughtUpMs: Never}

// CaughtUp reports whether the follower keeps up: its log ends where the leader's does, or it was last caught up no
// longer than the lag time ago, both ends included (ReplicaState.isCaughtUp).
func (p Progress) CaughtUp(leaderEnd, nowMs, maxLagMs int64) bool {
	return p.LogEndOffset == leaderEnd || nowMs-p.LastCaughtUpMs <= maxLagMs
}

// AfterFetch returns the progress once the follower has fetched at offset: the offset says what it has, not what it is
// about to get. leaderEnd is the leader's log end before the read. A follower that has reached the leader's end of its
// previous fetch was caught up at that time: so a follower that is always a little behind is not out of sync
// (Replica.updateFetchStateOrThrow).
func (p Progress) AfterFetch(offset, leaderEnd, nowMs int64) Progress {
	switch {
	case offset >= leaderEnd:
		p.LastCaughtUpMs = max(p.LastCaughtUpMs, nowMs)
	case offset >= p.LeaderEndAtFetch:
		p.LastCaughtUpMs = max(p.LastCaughtUpMs, p.LastFetchMs)
	}
	p.LogEndOffset = offset
	p.LeaderEndAtFetch = max(p.LeaderEndAtFetch, leaderEnd)
	p.LastFetchMs = nowMs
	return p
}

// AfterElection returns the progress when the leader's epoch begins. Members of the ISR get the benefit of the doubt:
// they count as caught up now. A broker that led already keeps what it knows of the log ends; a new leader knows
// nothing, so the high watermark does not move until every member has fetched (Replica.resetReplicaState).
func (p Progress) AfterElection(ledBefore, inSync bool, leaderEnd, nowMs int64) Progress {
	q := NoProgress
	q.LeaderEndAtFetch = -1
	if ledBefore {
		q.LogEndOffset, q.LeaderEndAtFetch = p.LogEndOffset, leaderEnd
	}
	if inSync {
		q.LastCaughtUpMs = nowMs
		if ledBefore {
			q.LastFetchMs = nowMs
		}
	}
	return q
}

package explore

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// produceAt has a broker that leads, or believes so, append the next record. Fetches that wait there are answered, if
// not the one of a follower whose log is as long as that, which there is only where a rule is missing.
func (l *late) produceAt(c *Config, id protocol.NodeID) {
	leader := l.at(id)
	l.append(c, leader, &l.views[id-1].waiting)
	l.advanceAt(c, id)
	for i := range c.Replicas {
		f := &l.replicas[i]
		if f.coming == parked && l.heard(protocol.NodeID(i+1)).leader == id && f.end < leader.end {
			f.coming = nothing
			l.fill(protocol.NodeID(i+1), leader)
		}
	}
}

// fetchLate is the request of a follower's fetch: see world.fetch. It reaches the leader at once, and the answer is
// under way, or it waits there.
func (l *late) fetchLate(c *Config, id protocol.NodeID) {
	leaderID := l.heard(id).leader
	f, leader := l.at(id), l.at(leaderID)
	if !l.compare(c, f, leader) {
		return
	}
	if leader.end > f.end {
		l.fill(id, leader)
	} else {
		f.coming = parked
	}
	v := &l.views[leaderID-1]
	before := v.known[id-1]
	progress := rules.Progress{LogEndOffset: int64(before)}.AfterFetch(int64(f.end), int64(leader.end), 0)
	v.known[id-1] = int(progress.LogEndOffset)
	if c.Without == FetchPositionOfThisLife {
		v.known[id-1] = max(v.known[id-1], before)
	}
	var room [MaxReplicas]rules.Follower
	seen := l.seen(c, leaderID, &room)
	for _, follower := range seen.Followers {
		if follower.ID == id && rules.CanJoinISR(seen, follower) {
			l.propose(leaderID, v.isr.Committed.With(id), rules.Expand)
		}
	}
	l.advanceAt(c, leaderID)
}

// fill puts what a leader has for a follower into the answer.
//
//go:noinline
func (l *late) fill(id protocol.NodeID, leader *replica) {
	f := l.at(id)
	f.coming, f.upTo, f.told = records, leader.end, leader.mark
	bring := &l.views[id-1].bring
	*bring = [ThoroughRecords]uint8{}
	copy(bring[:], leader.log[f.end:leader.end])
}

// takeLate is the arrival of a fetch's answer. Of a fetch that waits, the wait is over: it brings the high watermark.
func (l *late) takeLate(id protocol.NodeID) {
	f := l.at(id)
	switch f.coming {
	case parting:
		f.truncate(f.upTo)
	case parked:
		f.mark = min(l.at(l.heard(id).leader).mark, f.end)
	case records:
		for _, record := range l.views[id-1].bring[:f.upTo-f.end] {
			f.log[f.end], f.tail = record, noTail
			f.end++
		}
		f.mark = min(f.told, f.end)
	}
	f.ask()
}

// advanceAt moves the high watermark of a leader as far as the rules let it by what it knows.
//
//go:noinline
func (l *late) advanceAt(c *Config, id protocol.NodeID) {
	var room [MaxReplicas]rules.Follower
	l.raise(l.at(id), l.seen(c, id, &room), &l.views[id-1].waiting)
}

// seen returns the partition as a leader sees it. A follower is eligible that is not fenced by the metadata the leader
// has heard, and whose present registration is among them.
func (l *late) seen(c *Config, id protocol.NodeID, room *[MaxReplicas]rules.Follower) rules.View {
	leader, v, now := l.at(id), &l.views[id-1], l.heard(id)
	seen := rules.View{
		Leader: id, LogEndOffset: int64(leader.end), HighWatermark: int64(leader.mark), EpochStart: int64(v.epochStart),
		ISR: v.isr, EffectiveMin: c.effectiveMin(), Followers: room[:0],
	}
	if c.Without == EpochStartToJoin {
		seen.EpochStart = 0
	}
	for i := range c.Replicas {
		other := protocol.NodeID(i + 1)
		if other == id {
			continue
		}
		eligible := now.active.Has(other)
		for n := l.count - v.behind; n < l.count; n++ {
			eligible = eligible && l.versions[n].registered != other
		}
		seen.Followers = append(seen.Followers, rules.Follower{
			ID: other, Eligible: eligible,
			Progress: rules.Progress{
				LogEndOffset: int64(v.known[i]), LastFetchMs: rules.Never, LastCaughtUpMs: rules.Never,
			},
		})
	}
	return seen
}

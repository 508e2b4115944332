package explore

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// produce has the acting leader append the next record. With acks=all the producer waits for the high watermark, which
// may move with the append; else it is told at once.
func (w *world) produce(c *Config) {
	w.append(c, w.at(w.Leader), &w.waiting)
	w.advance(c)
}

// append writes the next record to a leader's log. With acks=all it waits there.
func (w *world) append(c *Config, r *replica, waiting *uint8) {
	record := uint8(w.produced)
	w.produced++
	w.epochs[record] = uint8(rules.LatestEpoch(w.entries(r, new([MaxRecords + 2]rules.EpochEntry))))
	r.log[r.end], r.tail = record, noTail
	r.end++
	if rules.MustWait(c.Acks, 1, 0) && c.Without != AckByHighWatermark {
		*waiting |= 1 << record
	} else {
		w.acked |= 1 << record
	}
}

// fetch is one fetch of a follower. Its offset tells the leader what the follower has; the follower may join the ISR by
// that, and the high watermark may move. The answer brings everything up to the leader's log end, with the high
// watermark as it was before; or where the logs part, and then nothing else. Where there are no records yet it waits at
// the leader, and brings the high watermark of the moment in which it is answered.
func (w *world) fetch(c *Config, id protocol.NodeID) {
	if f, leader := w.at(id), w.at(w.Leader); w.compare(c, f, leader) {
		f.coming, f.upTo, f.told = records, max(f.end, leader.end), leader.mark
		w.note(c, id)
	}
	if !c.SplitFetches {
		w.take(id)
	}
}

// compare reports whether a follower's log goes on where the leader's does. Where it does not, the answer says so.
func (w *world) compare(c *Config, f, leader *replica) bool {
	var own, leaders [MaxRecords + 2]rules.EpochEntry
	mine, theirs := w.entries(f, &own), w.entries(leader, &leaders)
	latest := rules.LatestEpoch(mine)
	found := rules.EndOfEpoch(theirs, latest, int64(leader.end))
	apart, unheard := rules.Diverges(found, latest, int64(f.end))
	keep := c.Without == TruncationOfDivergedLogs || c.Without == TruncationByEpoch
	switch {
	case unheard || !apart && f.end > leader.end:
		if leader.end < f.end {
			f.coming, f.upTo = parting, leader.end
		}
		return false
	case apart && !keep:
		to, _ := rules.TruncationPoint(found, rules.EndOfEpoch(mine, found.Epoch, int64(f.end)), int64(f.end))
		f.coming, f.upTo = parting, int(to)
		return false
	}
	return true
}

// take is the arrival of a fetch's answer.
func (w *world) take(id protocol.NodeID) {
	f, leader := w.at(id), w.at(w.Leader)
	switch f.coming {
	case parting:
		f.truncate(f.upTo)
	case records:
		if f.upTo == f.end { // it has waited at the leader, and is read again when it is answered
			f.upTo, f.told = leader.end, leader.mark
		}
		for f.end < f.upTo {
			f.log[f.end] = leader.log[f.end]
			f.tail = noTail
			f.end++
		}
		f.mark = min(f.told, f.end)
	}
	f.ask()
}

// ask forgets the answer that was under way.
func (r *replica) ask() { r.coming, r.upTo, r.told = nothing, 0, 0 }

// note has the leader learn how far a follower is from where it fetches.
func (w *world) note(c *Config, id protocol.NodeID) {
	f, leader := w.at(id), w.at(w.Leader)
	before := f.known
	progress := rules.Progress{LogEndOffset: int64(before)}.AfterFetch(int64(f.end), int64(leader.end), 0)
	f.known = int(progress.LogEndOffset)
	if c.Without == FetchPositionOfThisLife {
		f.known = max(f.known, before)
	}
	var followers [MaxReplicas]rules.Follower
	v := w.view(c, &followers)
	for _, follower := range v.Followers {
		if follower.ID == id && rules.CanJoinISR(v, follower) {
			w.alterISR(c, w.ISR.With(id))
		}
	}
	w.advance(c)
}

// lagging returns the followers that the acting leader may take out of the ISR, given time.
func (w *world) lagging(c *Config) protocol.BrokerSet {
	if _, acts := w.acting(); !acts {
		return 0
	}
	var followers [MaxReplicas]rules.Follower
	return rules.OutOfSync(w.view(c, &followers))
}

// advance moves the acting leader's high watermark as far as the rules let it, and answers what waited for that.
func (w *world) advance(c *Config) {
	leader, acts := w.acting()
	if !acts {
		return
	}
	var followers [MaxReplicas]rules.Follower
	w.raise(w.at(leader), w.view(c, &followers), &w.waiting)
}

// raise moves a leader's high watermark as far as the rules let it by what that leader knows, answers what waited for
// that, and has consumers read what they may.
func (w *world) raise(r *replica, v rules.View, waiting *uint8) {
	r.mark = int(rules.HighWatermark(v))
	for offset, record := range r.log[:r.end] {
		if *waiting&(1<<record) == 0 {
			continue
		}
		decided, err := rules.AckDecision(true, int64(r.mark), int64(offset+1), v.ISR, v.EffectiveMin)
		if decided {
			*waiting &^= 1 << record
		}
		if decided && err == protocol.None {
			w.acked |= 1 << record
		}
	}
	if r.mark > w.readEnd {
		w.read = r.log
		clear(w.read[r.mark:])
		w.readEnd = r.mark
	}
}

// view returns the partition as its acting leader sees it, in the room given. The time a follower may lag is over
// whenever that is asked: one whose log end is not the leader's is out of sync.
func (w *world) view(c *Config, room *[MaxReplicas]rules.Follower) rules.View {
	leader := w.at(w.Leader)
	v := rules.View{
		Leader: w.Leader, LogEndOffset: int64(leader.end), HighWatermark: int64(leader.mark),
		EpochStart: int64(w.epochStart), ISR: w.isr(), EffectiveMin: c.effectiveMin(), Followers: room[:0],
	}
	if c.Without == EpochStartToJoin {
		v.EpochStart = 0
	}
	for i := range c.Replicas {
		id := protocol.NodeID(i + 1)
		if id == w.Leader {
			continue
		}
		r := &w.replicas[i]
		v.Followers = append(v.Followers, rules.Follower{
			ID: id, Eligible: r.alive && !r.fenced,
			Progress: rules.Progress{LogEndOffset: int64(r.known), LastFetchMs: rules.Never, LastCaughtUpMs: rules.Never},
		})
	}
	return v
}

// entries returns which leader epoch begins where in a log, in the room given.
func (w *world) entries(r *replica, room *[MaxRecords + 2]rules.EpochEntry) []rules.EpochEntry {
	list := room[:0]
	for offset, record := range r.log[:r.end] {
		if epoch := int32(w.epochs[record]); epoch != rules.LatestEpoch(list) {
			list = rules.AssignEpoch(list, epoch, int64(offset))
		}
	}
	if r.tail != noTail {
		list = rules.AssignEpoch(list, int32(r.tail), int64(r.end))
	}
	return list
}

// truncate cuts a log. Leader epochs that begin there or later go, the high watermark is at most the log's end
// (UnifiedLog.truncateTo).
func (r *replica) truncate(to int) {
	to = min(to, r.end)
	r.tail = noTail
	clear(r.log[to:])
	r.end = to
	r.mark = min(r.mark, to)
}

package rules

import "highwater/core/internal/protocol"

// counts reports whether the high watermark waits for f: it is in the maximal ISR, or it is about to be, caught up and
// eligible though not yet a member.
func (v View) counts(f Follower) bool {
	return v.ISR.Maximal().Has(f.ID) || f.Eligible && f.Progress.CaughtUp(v.LogEndOffset, v.NowMs, v.MaxLagMs)
}

// HighWatermark returns the high watermark after what has just happened: the lowest log end among the leader, the
// maximal ISR and the caught-up, eligible outsiders. Under the minimum it does not move, for any acks level; it never
// falls (Partition.maybeIncrementLeaderHW).
func HighWatermark(v View) int64 {
	if UnderMinISR(v.ISR, v.EffectiveMin) {
		return v.HighWatermark
	}
	return max(v.HighWatermark, v.lowestEnd())
}

func (v View) lowestEnd() int64 {
	lowest := v.LogEndOffset
	for _, f := range v.Followers {
		if f.Progress.LogEndOffset < lowest && v.counts(f) {
			lowest = f.Progress.LogEndOffset
		}
	}
	return lowest
}

// HeldBackBy returns the replicas that keep the high watermark from the leader's log end: those whose log, as far as
// the leader knows, ends at the high watermark or before. Empty when nothing is held back, and when the minimum, not a
// replica, holds it. It is not a rule of Kafka's but a reading of one, for explanations.
func HeldBackBy(v View) protocol.BrokerSet {
	var holders protocol.BrokerSet
	lowest := v.lowestEnd()
	if UnderMinISR(v.ISR, v.EffectiveMin) || lowest == v.LogEndOffset {
		return holders
	}
	return v.Lacking(lowest + 1)
}

// Lacking returns the replicas that the high watermark waits for and that have not, as far as the leader knows, reached
// offset.
func (v View) Lacking(offset int64) protocol.BrokerSet {
	var lacking protocol.BrokerSet
	for _, f := range v.Followers {
		if f.Progress.LogEndOffset < offset && v.counts(f) {
			lacking = lacking.With(f.ID)
		}
	}
	return lacking
}

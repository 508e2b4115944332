package realkafka

import (
	"slices"

	"highwater/core/internal/result"
)

// What a process that stands still does to the time of others: what waits for it, and who only looks on.

// byController are the kinds of events that happen at the controller. Some name the broker that they are about.
var byController = []string{"fence", "leader", "partition", "register", "unfence"}

// waitedForThaw reports whether an event could happen only because its broker, or the controller, went on at that very
// instant: what led to it had happened before, and waited there. A controller that has stood still is heard of as late
// as a broker: every broker asks it for the metadata again, and after a request that was given up only when a backoff
// is over.
func (p *played) waitedForThaw(e *result.Line) bool {
	if before := p.cause(e); before != nil && before.T >= e.T {
		return false
	}
	return slices.ContainsFunc(p.script.Steps, func(s playedStep) bool {
		if s.Thaw == nil || s.At != e.T {
			return false
		}
		if slices.Contains(byController, e.Kind) {
			return s.Thaw.Node == "controller"
		}
		return s.Thaw.Broker == e.Broker
	})
}

// ledTo is the cause of an event. A record that was taken later than it was offered has waited for memory: what led to
// it is the end of the records that had the memory. The first fetch from a new leader comes of the news of it.
func (p *played) ledTo(e *result.Line) *result.Line {
	before := p.cause(e)
	if e.Kind == "fetch" && before == nil {
		return p.carrier(e.T, func(f *result.Line) bool {
			return f.Kind == "role" && f.Broker == e.Follower && result.LeaderOf(f) == e.Broker && *f.N < *e.N
		})
	}
	if e.Kind != "enqueue" || before == nil || before.Kind != "step" || before.T >= e.T {
		return before
	}
	freed := p.carrier(e.T, func(f *result.Line) bool {
		return (f.Kind == "acknowledge" || f.Kind == "fail") && f.Producer == e.Producer && *f.N < *e.N
	})
	if freed == nil || freed.T < e.T {
		return before
	}
	return freed
}

// unseen is for how long after t the recording could not tell where the high watermarks of a topic stand: it asks all
// leaders of the topic at once, and learns nothing while one of them stands still.
func (p *played) unseen(topic string, t float64) (ms float64) {
	for _, of := range p.script.Cluster.Topics {
		if of.Name != topic {
			continue
		}
		for number, partition := range of.Partitions {
			leader := partition.Leader
			if leader == 0 {
				leader = partition.Replicas[0]
			}
			until := p.script.standsStillUntil(leader, t)
			for _, e := range p.history(topic, number) {
				switch {
				case e.T <= t:
					leader = result.LeaderOf(e)
					until = p.script.standsStillUntil(leader, t)
				case result.LeaderOf(e) != leader:
					until = min(until, e.T) // Another broker leads: it is asked in its place.
				}
			}
			ms = max(ms, until-t)
		}
	}
	return ms
}

// standsStillUntil is when a broker that stands still at time t goes on; t itself if it does not stand still.
func (s *playedScript) standsStillUntil(broker int, t float64) float64 {
	still := false
	for _, step := range s.Steps {
		switch {
		case step.Freeze != nil && step.Freeze.Broker == broker && step.At <= t:
			still = true
		case step.Thaw != nil && step.Thaw.Broker == broker && step.At <= t:
			still = false
		case step.Thaw != nil && step.Thaw.Broker == broker && still:
			return step.At
		}
	}
	return t
}

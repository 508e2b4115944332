package compare

import (
	"cmp"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/order"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// standing is what is compared of a partition.
type standing struct {
	leader   protocol.NodeID
	isr, elr protocol.BrokerSet
	high     int64
}

// partitions lists what is not the same in the partitions that both runs have.
func partitions(a, b Side) []PartitionDifference {
	twins := a.twins(b)
	since := parting(a, b, twins)
	var list []PartitionDifference
	for i, j := range twins {
		if j == event.None {
			continue
		}
		ours, theirs := a.standing(int32(i)), b.standing(j)
		topic, partition := a.Topic(int32(i))
		add := func(what Property, differ bool) *PartitionDifference {
			d := PartitionDifference{Topic: topic, Partition: partition, What: what}
			if !differ {
				return &d // is not in the list
			}
			d.T = since[i].of(what, max(a.Now(), b.Now()))
			list = append(list, d)
			return &list[len(list)-1]
		}
		add(Leader, ours.leader != theirs.leader).Numbers = Pair{int64(ours.leader), int64(theirs.leader)}
		add(ISR, ours.isr != theirs.isr).Brokers = Sets{ours.isr, theirs.isr}
		add(ELR, ours.elr != theirs.elr).Brokers = Sets{ours.elr, theirs.elr}
		add(HighWatermark, ours.high != theirs.high).Numbers = Pair{ours.high, theirs.high}
	}
	return order.Stable(list, func(a, b *PartitionDifference) int { return cmp.Compare(a.T, b.T) })
}

// twins returns, for each partition of s, the one of other with the same topic and number; event.None: it has none.
func (s Side) twins(other Side) []int32 {
	twins := make([]int32, len(s.Layout().Topic))
	for i := range twins {
		twins[i] = event.None
		topic, partition := s.Topic(int32(i))
		for j := range other.Layout().Topic {
			if t, p := other.Topic(int32(j)); t == topic && p == partition {
				twins[i] = int32(j)
			}
		}
	}
	return twins
}

// standing returns how a partition stands at the place: the controller's metadata, and the high watermark.
func (s Side) standing(index int32) standing {
	r := s.Controller().Registration(index)
	return standing{leader: r.Leader, isr: r.ISR, elr: r.ELR, high: s.HighWatermark(index)}
}

// apart is since when a partition's properties differ in two runs, without a break; -1: as far as events tell, they do
// not.
type apart struct{ leader, isr, elr, high vtime.Time }

func (s apart) of(what Property, otherwise vtime.Time) vtime.Time {
	t := otherwise
	switch what {
	case Leader:
		t = s.leader
	case ISR:
		t = s.isr
	case ELR:
		t = s.elr
	case HighWatermark:
		t = s.high
	}
	if t < 0 {
		return otherwise
	}
	return t
}

// note notes the instant at which two values part or meet.
func note(since *vtime.Time, at vtime.Time, differ bool) {
	switch {
	case !differ:
		*since = -1
	case *since < 0:
		*since = at
	}
}

// parting follows the events of two runs side by side and returns, for each partition of a, since when it differs from
// its twin in b.
func parting(a, b Side, twins []int32) []apart {
	since := make([]apart, len(twins))
	for i := range since {
		since[i] = apart{-1, -1, -1, -1}
	}
	ours, theirs := follow(a), follow(b)
	for {
		at, ok := ours.next(theirs)
		for i, j := range twins {
			if j == event.None {
				continue
			}
			x, y := ours.now(int32(i)), theirs.now(j)
			note(&since[i].leader, at, x.leader != y.leader)
			note(&since[i].isr, at, x.isr != y.isr)
			note(&since[i].elr, at, x.elr != y.elr)
			note(&since[i].high, at, x.high != y.high)
		}
		if !ok {
			return since
		}
	}
}

// follower knows how the partitions of a run stand after some of its events.
type follower struct {
	events     []event.Event
	partitions []standing
	high       [][]int64 // by partition, the high watermark of each broker's log; 0 where it has none
}

// follow returns a follower at the start of a run.
func follow(s Side) *follower {
	f := &follower{events: s.Events}
	start := Side{Model: look.NewModel(s.Script(), nil)}
	for i := range s.Layout().Topic {
		f.partitions = append(f.partitions, start.standing(int32(i)))
		var high []int64
		for id := range s.Layout().Brokers {
			high = append(high, start.Broker(protocol.NodeID(id+1)).Log(int32(i)).HighWatermark())
		}
		f.high = append(f.high, high)
	}
	return f
}

// next takes all events of the next instant at which either run has one, and returns it; false: there is none.
func (f *follower) next(other *follower) (vtime.Time, bool) {
	at, ok := nextInstant(f.events, other.events)
	if ok {
		f.take(at)
		other.take(at)
	}
	return at, ok
}

func (f *follower) take(at vtime.Time) {
	for ; len(f.events) > 0 && f.events[0].T <= at; f.events = f.events[1:] {
		switch e := f.events[0].Body.(type) {
		case *event.Partition:
			p := &f.partitions[e.Partition]
			p.leader, p.isr, p.elr = e.Leader, e.ISR, e.ELR
		case *event.HighWatermark:
			f.high[e.Partition][e.Broker-1] = e.To
		case *event.Log:
			f.high[e.Partition][e.Broker-1] = 0
		}
	}
}

// now returns how a partition stands.
func (f *follower) now(index int32) standing {
	s := f.partitions[index]
	s.high = 0
	for i, high := range f.high[index] {
		if protocol.NodeID(i+1) == s.leader || s.leader == protocol.NoLeader {
			s.high = max(s.high, high)
		}
	}
	return s
}

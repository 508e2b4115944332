package compare

import (
	"cmp"

	"highwater/core/internal/account"
	"highwater/core/internal/event"
	"highwater/core/internal/order"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// name tells a record from all others of its run, and is the same in another run: nth counts those that are alike, as
// raw requests may send one value twice.
type name struct {
	producer, value, topic string
	partition, nth         int
}

// fate is what became of a record, with the milestone that a Fate has no room for.
type fate struct {
	Fate

	sent vtime.Time
}

// unknown is the fate of a record that nobody has sent.
var unknown = fate{Fate: Fate{Outcome: Absent, Told: -1, Committed: -1, Visible: -1}, sent: -1}

// records lists the records that fared differently.
func records(a, b Side) []RecordDifference {
	namesA, inA := a.fates()
	namesB, inB := b.fates()
	var list []RecordDifference
	add := func(n name, a, b fate) {
		if t, differ := parted(&a, &b); differ {
			list = append(list, RecordDifference{
				T: t, Producer: n.producer, Value: n.value, Topic: n.topic, Partition: n.partition, A: a.Fate, B: b.Fate,
			})
		}
	}
	for _, n := range namesA {
		if other, both := inB[n]; both {
			add(n, inA[n], other)
		} else {
			add(n, inA[n], unknown)
		}
	}
	for _, n := range namesB {
		if _, both := inA[n]; !both {
			add(n, unknown, inB[n])
		}
	}
	return order.Stable(list, func(a, b *RecordDifference) int { return cmp.Compare(a.T, b.T) })
}

// parted returns when two fates of a record first differ, and whether they do. Fates differ by what a client or a
// reader could tell, not by the instant at which the producer sent it.
func parted(a, b *fate) (vtime.Time, bool) {
	if a.Fate == b.Fate {
		return 0, false
	}
	first := vtime.Time(-1)
	for _, pair := range [][2]vtime.Time{{a.sent, b.sent}, {a.Told, b.Told}, {a.Committed, b.Committed}, {a.Visible, b.Visible}} {
		at := min(pair[0], pair[1])
		if at < 0 {
			at = max(pair[0], pair[1])
		}
		if pair[0] != pair[1] && (first < 0 || at < first) {
			first = at
		}
	}
	return first, true
}

// fates returns what became of every record of a run, and their names in the order in which they were taken.
func (s Side) fates() ([]name, map[name]fate) {
	found := s.whereabouts()
	var names []name
	all := map[name]fate{}
	add := func(n name, f fate) {
		for _, taken := all[n]; taken; _, taken = all[n] {
			n.nth++
		}
		names, all[n] = append(names, n), f
	}
	for i := range s.Account.Records.Len() {
		r := s.Account.Records.At(i)
		n := name{producer: s.Producer(r.Producer), value: r.Value, partition: event.None}
		if r.Partition != event.None {
			n.topic, n.partition = s.Topic(r.Partition)
		}
		copies := found[protocol.Record{Number: r.Number}]
		add(n, fate{sent: r.Enqueued, Fate: Fate{
			Outcome: outcomes[r.Outcome], Error: r.Error, Told: max(r.Acknowledged, r.Failed), Committed: r.Committed,
			Visible: r.Visible, Copies: copies,
			Lost: r.Outcome == account.Acknowledged && copies == 0 && !s.Carries(r.Number),
		}})
	}
	for i := range s.Account.Requests.Len() {
		r := s.Account.Requests.At(i)
		if r.Producer != event.None {
			continue
		}
		for p := range s.Account.Parts(r) {
			for _, record := range p.Records {
				topic, partition := s.Topic(p.Partition)
				f := raw(r, p)
				f.Copies = found[protocol.Record{Value: record.Value, Request: r.ID}]
				f.Lost = f.Outcome == Acknowledged && f.Copies == 0
				add(name{value: record.Value, topic: topic, partition: partition}, f)
			}
		}
	}
	return names, all
}

// raw returns the fate of a raw request's records of a partition, without their copies.
func raw(r *account.Request, p *account.Part) fate {
	f := fate{sent: r.Sent, Fate: Fate{Outcome: Pending, Told: -1, Committed: -1, Visible: -1}}
	if r.Told(p) {
		f.Told, f.Error, f.Outcome = r.Answered, p.Error, Failed
		if p.Error == protocol.None {
			f.Outcome = Acknowledged
		}
	}
	return f
}

// whereabouts counts the copies of every record in the logs of the leaders; without a leader, in the log that has the
// most. A producer's record is known by its number, another by its value and its request.
func (s Side) whereabouts() map[protocol.Record]int {
	found := map[protocol.Record]int{}
	for i := range s.Layout().Replicas {
		leader := s.Controller().Registration(int32(i)).Leader
		for _, id := range s.Layout().Replicas[i] {
			if leader != protocol.NoLeader && id != leader {
				continue
			}
			here := map[protocol.Record]int{}
			s.Broker(id).Log(int32(i)).Records(0, func(_ int64, _ int32, r protocol.Record) bool {
				if r.Number > 0 {
					r = protocol.Record{Number: r.Number}
				} else {
					r = protocol.Record{Value: r.Value, Request: r.Request}
				}
				here[r]++
				return true
			})
			for r, n := range here {
				found[r] = max(found[r], n)
			}
		}
	}
	return found
}

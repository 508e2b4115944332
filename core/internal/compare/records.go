package compare

import (
	"cmp"

	"highwater/core/internal/account"
	"highwater/core/internal/event"
	"highwater/core/internal/order"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// record is one record of a run. Its name, everything but the fate, is the same in another run; nth counts those that
// are alike, as raw requests may send one value twice.
type record struct {
	producer, value, topic string
	partition, nth         int
	number                 int32      // of a producer's record; 0: a raw request has it
	request, index         int32      // the raw request, and the index of the partition
	sent                   vtime.Time // when its producer took it, or its request left; -1: never
	fate                   Fate
}

// named orders records by their names, but for nth.
func named(a, b *record) int {
	return cmp.Or(
		cmp.Compare(a.producer, b.producer), cmp.Compare(a.topic, b.topic), cmp.Compare(a.partition, b.partition),
		cmp.Compare(a.value, b.value),
	)
}

// unknown is the fate of a record that nobody has sent.
var unknown = Fate{Outcome: Absent, Told: -1, Committed: -1, Visible: -1}

// records lists the records that fared differently.
func records(a, b Side) []RecordDifference {
	ours, theirs := a.records(), b.records()
	var list []RecordDifference
	var pairs [][2]record
	for len(ours) > 0 || len(theirs) > 0 {
		var x, y record
		switch order := side(ours, theirs); {
		case order < 0:
			x, ours = ours[0], ours[1:]
			y = x.unknown()
		case order > 0:
			y, theirs = theirs[0], theirs[1:]
			x = y.unknown()
		default:
			x, ours, y, theirs = ours[0], ours[1:], theirs[0], theirs[1:]
		}
		if x.fate == y.fate {
			continue
		}
		pairs = append(pairs, [2]record{x, y})
		list = append(list, RecordDifference{
			T: parted(&x, &y), Producer: x.producer, Value: x.value, Topic: x.topic, Partition: x.partition,
			A: x.fate, B: y.fate,
		})
	}
	copied(a, b, list, pairs)
	return order.Stable(list, func(a, b *RecordDifference) int { return cmp.Compare(a.T, b.T) })
}

// copied makes differences begin where the copies of their records are no longer as many, if that is earlier: to have a
// copy is a milestone, too.
func copied(a, b Side, list []RecordDifference, pairs [][2]record) {
	var twins []twin
	var which []int
	for i := range pairs {
		if x, y := &pairs[i][0], &pairs[i][1]; x.fate.Copies != y.fate.Copies && len(twins) < mostTwins {
			twins, which = append(twins, twin{ours: x, theirs: y}), append(which, i)
		}
	}
	countCopies(a, b, twins)
	for i := range twins {
		d := &list[which[i]]
		if since := twins[i].since; since >= 0 && (d.T < 0 || since < d.T) {
			d.T = since
		}
	}
	for i := range list {
		list[i].T = max(list[i].T, 0)
	}
}

// mostTwins bounds of how many records the copies are followed.
const mostTwins = 200

// side says whose first record comes next: below 0 ours, above 0 theirs; 0: it is the same one.
func side(ours, theirs []record) int {
	switch {
	case len(theirs) == 0:
		return -1
	case len(ours) == 0:
		return 1
	}
	return cmp.Or(named(&ours[0], &theirs[0]), cmp.Compare(ours[0].nth, theirs[0].nth))
}

// unknown returns the record as it is in a run where nobody has sent it.
func (r record) unknown() record {
	r.number, r.request = 0, 0
	r.sent, r.fate = -1, unknown
	return r
}

// parted returns when the first milestone was reached that the two runs have not reached at the same time; -1: there is
// none.
func parted(a, b *record) vtime.Time {
	first := vtime.Time(-1)
	for _, pair := range [][2]vtime.Time{
		{a.sent, b.sent},
		{a.fate.Told, b.fate.Told},
		{a.fate.Committed, b.fate.Committed},
		{a.fate.Visible, b.fate.Visible},
	} {
		at := min(pair[0], pair[1])
		if at < 0 {
			at = max(pair[0], pair[1])
		}
		if pair[0] != pair[1] && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}

// records returns what became of every record of a run, by name.
func (s Side) records() []record {
	found := s.whereabouts()
	var list []record
	for i := range s.Account.Records.Len() {
		r := s.Account.Records.At(i)
		one := record{
			producer: s.Producer(r.Producer), value: r.Value, partition: event.None, sent: r.Enqueued, number: r.Number,
		}
		if r.Partition != event.None {
			one.topic, one.partition = s.Topic(r.Partition)
		}
		copies := found.produced[i]
		one.fate = Fate{
			Outcome: outcomes[r.Outcome], Error: r.Error, Told: max(r.Acknowledged, r.Failed), Committed: r.Committed,
			Visible: r.Visible, Copies: copies,
			Lost: r.Outcome == account.Acknowledged && copies == 0 && !r.Deleted && !s.Carries(r.Number),
		}
		list = append(list, one)
	}
	for i := range s.Account.Requests.Len() {
		r := s.Account.Requests.At(i)
		if r.Producer != event.None {
			continue
		}
		for p := range s.Account.Parts(r) {
			for _, sent := range p.Records {
				one := record{value: sent.Value, sent: r.Sent, fate: raw(r, p), request: r.ID, index: p.Partition}
				one.topic, one.partition = s.Topic(p.Partition)
				one.fate.Copies = found.place(r.ID, p.Partition, sent.Value).copies
				one.fate.Lost = one.fate.Outcome == Acknowledged && one.fate.Copies == 0 && !s.deleted(p)
				list = append(list, one)
			}
		}
	}
	list = order.Stable(list, named)
	for i := 1; i < len(list); i++ {
		if named(&list[i-1], &list[i]) == 0 {
			list[i].nth = list[i-1].nth + 1
		}
	}
	return list
}

// deleted reports whether the records of a part of a request are below its leader's log start offset.
func (s Side) deleted(p *account.Part) bool {
	leader := s.Controller().Registration(p.Partition).Leader
	return leader > 0 && p.Base < s.Broker(leader).Log(p.Partition).Start()
}

// raw returns the fate of a raw request's records of a partition, without their copies.
func raw(r *account.Request, p *account.Part) Fate {
	f := Fate{Outcome: Pending, Told: -1, Committed: -1, Visible: -1}
	if r.Told(p) {
		f.Told, f.Error, f.Outcome = r.Answered, p.Error, Failed
		if p.Error == protocol.None {
			f.Outcome = Acknowledged
		}
	}
	return f
}

// whereabouts counts the copies of every record in the log of the leader; without a leader, in the log that has the
// most.
type whereabouts struct {
	produced []int     // by the number of a producer's record less 1
	raw      [][]place // by the number of the raw request less 1
}

// place is where a raw request's value is.
type place struct {
	value     string
	partition int32
	copies    int
}

// add notes one more copy in a log.
func (w *whereabouts) add(partition int32, r protocol.Record) {
	switch {
	case r.Number > 0:
		w.produced[r.Number-1]++
	case r.Request > 0: // else it was there from the start
		w.place(r.Request, partition, r.Value).copies++
	}
}

// place returns where a raw request's value is in a partition.
func (w *whereabouts) place(request, partition int32, value string) *place {
	list := &w.raw[request-1]
	for i := range *list {
		if p := &(*list)[i]; p.partition == partition && p.value == value {
			return p
		}
	}
	*list = append(*list, place{value: value, partition: partition})
	return &(*list)[len(*list)-1]
}

// merge keeps, of each record, the larger number of copies.
func (w *whereabouts) merge(other *whereabouts) {
	for i, copies := range other.produced {
		w.produced[i] = max(w.produced[i], copies)
	}
	for i := range other.raw {
		for _, o := range other.raw[i] {
			p := w.place(int32(i)+1, o.partition, o.value)
			p.copies = max(p.copies, o.copies)
		}
	}
}

func (s Side) nowhere() *whereabouts {
	return &whereabouts{
		produced: make([]int, s.Account.Records.Len()), raw: make([][]place, s.Account.Requests.Len()),
	}
}

func (s Side) whereabouts() *whereabouts {
	w := s.nowhere()
	for i := range s.Layout().Topic {
		leader := s.Controller().Registration(int32(i)).Leader
		for _, id := range s.Replicas(int32(i)) {
			if leader != protocol.NoLeader && id != leader {
				continue
			}
			here := s.nowhere()
			s.Broker(id).Log(int32(i)).Records(0, func(_ int64, _ int32, r protocol.Record) bool {
				here.add(int32(i), r)
				return true
			})
			w.merge(here)
		}
	}
	return w
}

package why

import (
	"slices"

	"highwater/core/internal/account"
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// mostFacts bounds how many requests, replicas or partitions are told of.
const mostFacts = 12

// AppendFacts appends a list of what is so at a model's place and bears on some subjects, each an object with its kind.
func AppendFacts(b []byte, m *look.Model, subjects []Subject) []byte {
	f := &facts{m: m, w: encode.Writer{B: b}}
	f.w.Open('[')
	for _, s := range subjects[:min(mostFacts, len(subjects))] {
		f.about(s)
	}
	f.w.Close(']')
	return f.w.B
}

func (f *facts) about(s Subject) {
	m := f.m
	switch s.Kind {
	case Request:
		f.request(s.Number)
	case Record:
		f.record(s)
	case Replica:
		f.minimum(s.Partition)
		f.replica(s.Partition, s.Broker)
	case HighWatermark:
		f.minimum(s.Partition)
		f.lacking(s.Partition, -1)
	case Broker:
		f.broker(s.Broker)
		f.replicas(s.Broker)
	case Controller:
		for i := range min(mostFacts, len(m.Layout().Topic)) {
			f.registration(int32(i))
		}
		for i := range m.Layout().Brokers {
			f.broker(protocol.NodeID(i + 1))
		}
	}
}

// facts writes them.
type facts struct {
	m *look.Model
	w encode.Writer
}

func (f *facts) open(kind string) {
	f.w.Open('{')
	f.w.String("kind", kind)
}

func (f *facts) partition(index int32) {
	topic, number := f.m.Topic(index)
	f.w.String("topic", topic)
	f.w.Int("partition", int64(number))
}

// request writes, for each of its partitions, that it was refused, or what it waits for.
func (f *facts) request(number int32) {
	r := f.m.Account.Request(number)
	for p := range f.m.Account.Parts(r) {
		switch {
		case p.Refused:
			f.open("refused")
			f.partition(p.Partition)
			f.w.String("error", p.Error.String())
			f.w.Close('}')
			f.minimum(p.Partition)
			f.outside(p.Partition)
		case p.Base >= 0 && !p.Decided && r.Answered < 0:
			f.open("needs")
			f.partition(p.Partition)
			f.w.Int("offset", p.Required)
			f.w.Int("highWatermark", f.m.Broker(r.Broker).Log(p.Partition).HighWatermark())
			f.w.Close('}')
			f.minimum(p.Partition)
			f.lacking(p.Partition, p.Required)
		}
	}
	if r.Answered >= 0 {
		f.answered(r)
	}
	if r.Parked >= 0 && r.Decided == event.None {
		f.open("deadline")
		f.w.Time("t", r.Deadline)
		f.w.Close('}')
	}
}

// answered writes when a request was answered, and what: an error for each of its partitions, or that its connection
// was closed instead.
func (f *facts) answered(r *account.Request) {
	f.open("answered")
	f.w.Time("t", r.Answered)
	f.w.Array("errors")
	for p := range f.m.Account.Parts(r) {
		if p.Decided {
			f.w.StringValue(p.Error.String())
		}
	}
	f.w.Close(']')
	f.w.Close('}')
}

// view returns a partition as its leader sees it; false: it has none that knows.
func (f *facts) view(index int32) (rules.View, bool) {
	leader := f.m.Leader(index)
	if leader <= 0 || !f.m.Broker(leader).Leads(index) {
		return rules.View{}, false
	}
	return f.m.Broker(leader).View(f.m.Now(), index), true
}

// minimum writes who is in sync and how many have to be.
func (f *facts) minimum(index int32) {
	v, led := f.view(index)
	f.open("minimum")
	f.partition(index)
	f.w.Int("leader", int64(f.m.Leader(index)))
	if led {
		f.w.Set("isr", v.ISR.Committed)
		f.w.Int("minimum", int64(v.EffectiveMin))
		f.w.Bool("locked", rules.UnderMinISR(v.ISR, v.EffectiveMin))
	}
	f.w.Close('}')
}

// lacking writes the replicas that the high watermark waits for and that lack an offset; below 0: the lowest that any
// lacks.
func (f *facts) lacking(index int32, offset int64) {
	v, led := f.view(index)
	if !led {
		return
	}
	set := rules.HeldBackBy(v)
	if offset >= 0 {
		set = v.Lacking(offset)
	}
	for id := range set.All() {
		f.replica(index, id)
	}
	if rules.UnderMinISR(v.ISR, v.EffectiveMin) {
		f.outside(index)
	}
}

// outside writes the replicas that are not in sync.
func (f *facts) outside(index int32) {
	v, led := f.view(index)
	for _, id := range f.m.Replicas(index) {
		if led && !v.ISR.Committed.Has(id) {
			f.replica(index, id)
		}
	}
}

// replica writes how far a replica is, how far its leader knows it to be, and what keeps it from copying.
func (f *facts) replica(index int32, id protocol.NodeID) {
	b := f.m.Broker(id)
	f.open("replica")
	f.partition(index)
	f.w.Int("broker", int64(id))
	f.w.Int("logEnd", b.Log(index).End())
	f.w.Int("highWatermark", b.Log(index).HighWatermark())
	v, led := f.view(index)
	for i := range v.Followers {
		if v.Followers[i].ID == id {
			f.w.Int("knownEnd", v.Followers[i].Progress.LogEndOffset)
		}
	}
	f.w.Bool("inSync", led && v.ISR.Committed.Has(id))
	f.w.Bool("leads", f.m.Leader(index) == id)
	f.w.Array("obstacles")
	for _, o := range f.obstacles(index, id) {
		f.w.StringValue(o)
	}
	f.w.Close(']')
	f.w.Close('}')
}

// obstacles returns what keeps a follower from fetching from its leader, or from the ISR.
func (f *facts) obstacles(index int32, id protocol.NodeID) (list []string) {
	m, b, leader := f.m, f.m.Broker(id), f.m.Leader(index)
	add := func(is bool, what string) {
		if is {
			list = append(list, what)
		}
	}
	add(!b.Alive(), "down")
	add(m.Frozen(id), "frozen")
	if id == leader {
		return list
	}
	add(b.FetchesPaused(), "paused")
	add(b.Fetching(index).Delay > 0, "delayed")
	add(b.FetchRate() > 0, "slowed")
	add(m.Controller().Registration(index).HeldOut.Has(id), "held-out")
	add(leader > 0 && (m.Links().Down(id, leader) || m.Links().Down(leader, id)), "link-down")
	add(m.Links().Down(id, network.Controller) || m.Links().Down(network.Controller, id), "controller-link-down")
	add(b.Alive() && m.Controller().Fenced(id), "fenced")
	return list
}

// record writes what a record is, and where it is.
func (f *facts) record(s Subject) {
	holder := s.Broker
	if holder == 0 {
		holder = f.m.Leader(s.Partition)
	}
	if holder <= 0 {
		return
	}
	r, ok := f.m.RecordAt(holder, s.Partition, s.Offset)
	if !ok {
		return
	}
	f.open("record")
	f.partition(s.Partition)
	f.w.Int("offset", s.Offset)
	f.w.String("value", r.Value)
	f.w.Int("request", int64(r.Request))
	var copies protocol.BrokerSet
	for _, id := range f.m.Replicas(s.Partition) {
		if have, ok := f.m.RecordAt(id, s.Partition, s.Offset); ok && have.Is(r) {
			copies = copies.With(id)
		}
	}
	f.w.Set("copies", copies)
	committed := false
	if leader := f.m.Leader(s.Partition); leader > 0 {
		committed = copies.Has(leader) && f.m.Broker(leader).Log(s.Partition).HighWatermark() > s.Offset
	}
	f.w.Bool("committed", committed)
	f.w.Close('}')
	f.minimum(s.Partition)
	if !committed {
		f.lacking(s.Partition, s.Offset+1)
	}
}

// broker writes what becomes of a broker, and what the controller makes of it.
func (f *facts) broker(id protocol.NodeID) {
	m, b := f.m, f.m.Broker(id)
	f.open("broker")
	f.w.Int("broker", int64(id))
	f.w.Bool("alive", b.Alive())
	f.w.Bool("frozen", b.Alive() && m.Frozen(id))
	f.w.Bool("fenced", m.Controller().Fenced(id))
	if ends, ok := m.SessionEndsMs(id); ok {
		f.w.Int("sessionEnds", ends)
	}
	f.w.List("leads", len(f.led(id)), func(i int) { f.partition(f.led(id)[i]) })
	f.w.Close('}')
}

// replicas writes how far a broker is in the partitions that it has a replica of.
func (f *facts) replicas(id protocol.NodeID) {
	told := 0
	for i := range f.m.Layout().Topic {
		if slices.Contains(f.m.Replicas(int32(i)), id) && told < mostFacts {
			f.replica(int32(i), id)
			told++
		}
	}
}

// registration writes what the controller has of a partition: its leader, who is in sync and who is eligible, and the
// minimum that was asked for.
func (f *facts) registration(index int32) {
	c := f.m.Controller()
	r := c.Registration(index)
	f.open("registration")
	f.partition(index)
	f.w.Int("leader", int64(r.Leader))
	f.w.Int("leaderEpoch", int64(r.LeaderEpoch))
	f.w.Set("isr", r.ISR)
	f.w.Set("elr", r.ELR)
	f.w.Int("minimum", int64(c.AskedMinISR(index)))
	f.w.Close('}')
}

// led returns the partitions that a broker leads by the controller's metadata.
func (f *facts) led(id protocol.NodeID) (list []int32) {
	for i := range f.m.Layout().Topic {
		if f.m.Leader(int32(i)) == id {
			list = append(list, int32(i))
		}
	}
	return slices.Clip(list)
}

package compare

import (
	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// twin is a record in both runs, for which one has more copies than the other at the places: what one run does not have
// is nowhere in it.
type twin struct {
	ours, theirs *record
	since        vtime.Time // since when they do not have as many, without a break; -1: they do
}

// countCopies finds out since when the copies of the twins are not as many in one run as in the other.
func countCopies(a, b Side, twins []twin) {
	if len(twins) == 0 {
		return
	}
	ours, theirs := newLogs(a), newLogs(b)
	for i := range twins {
		twins[i].since = -1
		ours.watch(twins[i].ours)
		theirs.watch(twins[i].theirs)
	}
	for {
		at, ok := nextInstant(ours.events, theirs.events)
		if !ok {
			return
		}
		ours.take(at)
		theirs.take(at)
		for i := range twins {
			note(&twins[i].since, at, ours.copies(i) != theirs.copies(i))
		}
	}
}

// nextInstant returns the next instant at which either of two runs has an event; false: neither has.
func nextInstant(a, b []event.Event) (vtime.Time, bool) {
	switch {
	case len(a) == 0 && len(b) == 0:
		return 0, false
	case len(a) == 0:
		return b[0].T, true
	case len(b) == 0:
		return a[0].T, true
	}
	return min(a[0].T, b[0].T), true
}

// logs follows the logs of a run from event to event, as far as they have records that are watched.
type logs struct {
	side       Side
	events     []event.Event // those still to come
	watched    []*record
	partitions []replicas
}

// replicas is the logs of a partition.
type replicas struct {
	leader protocol.NodeID
	logs   []replica // of each broker; empty where it is no replica
}

// replica is a log: for each offset which of the watched records is there, none or event.None; and how often each is.
type replica struct {
	held   []int32
	copies []int32
}

// newLogs returns the logs of a run at its start.
func newLogs(s Side) *logs {
	l := &logs{side: s, events: s.Events}
	start := Side{Model: look.NewModel(s.Script(), nil)}
	for i := range s.Layout().Topic {
		p := replicas{leader: start.standing(int32(i)).leader, logs: make([]replica, s.Layout().Brokers)}
		for j := range p.logs {
			p.logs[j].held = make([]int32, start.Broker(protocol.NodeID(j+1)).Log(int32(i)).End())
			for n := range p.logs[j].held {
				p.logs[j].held[n] = event.None
			}
		}
		l.partitions = append(l.partitions, p)
	}
	return l
}

// watch counts the copies of one more record.
func (l *logs) watch(r *record) {
	l.watched = append(l.watched, r)
	for i := range l.partitions {
		for j := range l.partitions[i].logs {
			log := &l.partitions[i].logs[j]
			log.copies = append(log.copies, 0)
		}
	}
}

// copies returns how often a watched record is in its leader's log or, without a leader, in the log that has the most.
func (l *logs) copies(watched int) (most int32) {
	for i := range l.partitions {
		p := &l.partitions[i]
		for j := range p.logs {
			if p.leader == protocol.NoLeader || p.leader == protocol.NodeID(j+1) {
				most = max(most, p.logs[j].copies[watched])
			}
		}
	}
	return most
}

// take takes all events up to an instant.
func (l *logs) take(at vtime.Time) {
	for ; len(l.events) > 0 && l.events[0].T <= at; l.events = l.events[1:] {
		switch e := l.events[0].Body.(type) {
		case *event.Partition:
			l.partitions[e.Partition].leader = e.Leader
		case *event.Append:
			l.append(e)
		case *event.Replicate:
			p := &l.partitions[e.Partition]
			from := p.log(e.Leader).held
			for n := e.BaseOffset; n <= e.LastOffset && n < int64(len(from)); n++ {
				p.log(e.Broker).add(from[n])
			}
		case *event.Truncate:
			l.partitions[e.Partition].log(e.Broker).cut(e.To)
		case *event.Log:
			l.partitions[e.Partition].log(e.Broker).cut(0)
		case *event.LogStart:
			l.partitions[e.Partition].log(e.Broker).remove(e.To)
		case *event.TruncateFully:
			log := l.partitions[e.Partition].log(e.Broker)
			log.remove(e.From)
			for int64(len(log.held)) < e.To {
				log.held = append(log.held, event.None)
			}
		}
	}
}

// append takes the records of a request into its leader's log.
func (l *logs) append(e *event.Append) {
	r := l.side.Account.Request(e.Request)
	for p := range l.side.Account.Parts(r) {
		if p.Partition != e.Partition {
			continue
		}
		for _, sent := range p.Records {
			l.partitions[e.Partition].log(e.Broker).add(l.find(e.Request, e.Partition, sent))
		}
	}
}

// find returns which of the watched records one of a request is; event.None: none.
func (l *logs) find(request, partition int32, sent protocol.Record) int32 {
	for i, r := range l.watched {
		if r.number > 0 && r.number == sent.Number ||
			r.request == request && r.index == partition && r.value == sent.Value && sent.Number == 0 {
			return int32(i)
		}
	}
	return event.None
}

// log returns the log of a broker.
func (p *replicas) log(id protocol.NodeID) *replica { return &p.logs[id-1] }

func (r *replica) add(watched int32) {
	r.held = append(r.held, watched)
	if watched != event.None {
		r.copies[watched]++
	}
}

func (r *replica) cut(to int64) {
	for n := len(r.held); int64(n) > to; n-- {
		if last := r.held[n-1]; last != event.None {
			r.copies[last]--
		}
		r.held = r.held[:n-1]
	}
}

// remove deletes what is below an offset.
func (r *replica) remove(to int64) {
	for n := range min(to, int64(len(r.held))) {
		if have := r.held[n]; have != event.None {
			r.copies[have]--
			r.held[n] = event.None
		}
	}
}

package why

import (
	"slices"
	"strconv"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// foresight is how far a search looks at most: longer than anything that waits by default.
const foresight = 120 * vtime.Second

// Way is how something is released, if nobody acts: what it turns on.
type Way uint8

const (
	// ByDeedDone: one acts.
	ByDeedDone Way = iota
	// ByFetch: a follower's fetch shows the leader that it has enough.
	ByFetch
	// ByShrink: a follower leaves the ISR.
	ByShrink
	// ByGrowth: a follower joins the ISR.
	ByGrowth
	// ByElection: the partition gets another leader.
	ByElection
	// ByWrite: the leader appends.
	ByWrite
	// ByTimeout: its own time is over.
	ByTimeout
	// ByItself: anything else.
	ByItself
)

var wayNames = [...]string{"deed", "fetch", "shrink", "growth", "election", "write", "timeout", "itself"}

// String returns the way as answers spell it.
func (w Way) String() string { return wayNames[w] }

// Release is something that would release what waits.
type Release struct {
	Way    Way
	T      vtime.Time      // when: the instant of the answer or of the rise
	Step   string          // the step to take, without a time; empty where nobody has to act
	Broker protocol.NodeID // whose fetch it is, or who leaves or joins; 0: nobody's
	Errors []protocol.Error
	Closed bool // the connection closes instead of an answer
}

// goal is what a search looks for.
type goal struct {
	request   int32 // answered or given up; 0: another goal
	partition int32
	offset    int64           // committed, the record there; below 0: the high watermark is unlocked
	record    protocol.Record // that is there
}

// met reports whether a model has come to it.
func (g *goal) met(m *look.Model) bool {
	if g.request > 0 {
		r := m.Account.Request(g.request)
		return r.Answered >= 0 || r.Ended || r.Silenced
	}
	leader := m.Leader(g.partition)
	if leader <= 0 || !m.Broker(leader).Leads(g.partition) {
		return false
	}
	if g.offset < 0 {
		v := m.Broker(leader).View(m.Now(), g.partition)
		return v.ISR.Committed.Len() >= v.EffectiveMin
	}
	have, ok := m.RecordAt(leader, g.partition, g.offset)
	return ok && have.Is(g.record) && m.Broker(leader).Log(g.partition).HighWatermark() > g.offset
}

// Crash is what would become of a record if a broker were killed now, and nobody did anything about it.
type Crash struct {
	Broker protocol.NodeID
	Leader protocol.NodeID // of the partition then; -1: none
	Kept   bool            // that has the record
}

// Search looks for what would release a subject, first if nobody acts, then by each deed. Deeds that do not make it
// earlier are none.
type Search struct {
	base    *look.Model // a copy at the place, without a future
	goal    goal
	steps   []string // that are still to be tried
	until   vtime.Time
	trial   *look.Model // the one under way; nil: none
	step    string      // that it takes
	events  []event.Event
	idle    bool              // it takes none
	seen    int               // events of it that have been looked at
	wasted  bool              // its step changes nothing
	crashes []protocol.NodeID // that are still to be tried
	dies    protocol.NodeID   // in the trial under way; 0: it is none of a crash
	// Crashes says what would become of a record if one broker died now.
	Crashes []Crash
	// Found is what has been found so far: first what comes by itself, if anything does, then deeds, the earliest first.
	Found []Release
}

// NewSearch begins a search at a model's place; nil where the subject waits for nothing.
func NewSearch(m *look.Model, s Subject) *Search {
	search := &Search{}
	partitions, ok := search.aim(m, s)
	if !ok {
		if !search.remember(m, s) {
			return nil
		}
		partitions = nil
	}
	search.base = m.Clone(nil)
	now := m.ActionTime()
	past := *m.Script()
	past.Steps = slices.Clip(past.Steps[:steps(past.Steps, now)])
	search.base.Replan(&past)
	search.until = m.Now() + foresight
	if ok {
		search.remember(m, s)
		search.steps = deeds(m, partitions)
		search.begin("")
	}
	return search
}

// remember notes which record a search is about and whose deaths it has to try; false: it is about none.
func (s *Search) remember(m *look.Model, q Subject) bool {
	leader := m.Leader(q.Partition)
	if q.Kind != Record || leader <= 0 {
		return false
	}
	var ok bool
	s.goal.partition, s.goal.offset = q.Partition, q.Offset
	s.goal.record, ok = m.RecordAt(leader, q.Partition, q.Offset)
	for _, id := range m.Replicas(q.Partition) {
		if ok && m.Broker(id).Alive() {
			s.crashes = append(s.crashes, id)
		}
	}
	return ok
}

// steps returns how many steps come before an action that is taken now.
func steps(list []script.Step, now vtime.Time) int {
	n := 0
	for n < len(list) && list[n].At < now {
		n++
	}
	return n
}

// aim says what the search looks for, and the partitions that it turns on.
func (s *Search) aim(m *look.Model, q Subject) (partitions []int32, ok bool) {
	switch q.Kind {
	case Request:
		r := m.Account.Request(q.Number)
		for p := range m.Account.Parts(r) {
			partitions = append(partitions, p.Partition)
		}
		if r.Answered >= 0 || r.Ended || r.Silenced {
			return refused(m, q.Number, &s.goal)
		}
		s.goal.request = q.Number
	case Record, HighWatermark:
		leader := m.Leader(q.Partition)
		partitions = append(partitions, q.Partition)
		s.goal.partition, s.goal.offset = q.Partition, q.Offset
		if leader <= 0 {
			return nil, false
		}
		log := m.Broker(leader).Log(q.Partition)
		if q.Kind == HighWatermark {
			s.goal.offset = log.HighWatermark()
		}
		if s.goal.record, ok = log.At(s.goal.offset); !ok || s.goal.met(m) {
			return nil, false
		}
	default:
		return nil, false
	}
	return partitions, true
}

// refused aims at what would let a request in that was refused because too few replicas are in sync.
func refused(m *look.Model, number int32, g *goal) (partitions []int32, ok bool) {
	for p := range m.Account.Parts(m.Account.Request(number)) {
		if p.Refused && p.Error == protocol.NotEnoughReplicas {
			g.partition, g.offset = p.Partition, -1
			return []int32{p.Partition}, !g.met(m)
		}
	}
	return nil, false
}

// begin begins a trial: with a step, or without one.
func (s *Search) begin(step string) {
	s.trial, s.step, s.idle, s.seen, s.wasted, s.events = nil, step, step == "", s.base.Emitted(), false, nil
	plan := s.base.Script()
	if !s.idle {
		with := *plan
		taken, err := script.ParseStep([]byte(step), &with, s.base.ActionTime())
		if err != nil {
			return // such as one too many
		}
		with.Steps = append(slices.Clip(with.Steps), taken)
		plan = &with
	}
	s.trial = s.base.Clone(s.note)
	s.trial.Replan(plan)
}

// crash begins the trial of a broker's death.
func (s *Search) crash(id protocol.NodeID) {
	s.begin(`{"kill":{"broker":` + strconv.Itoa(int(id)) + `}}`)
	s.dies, s.until = id, s.base.Now()+foresight
}

// settled reports whether a partition has a live leader after a death.
func (s *Search) settled(m *look.Model) bool {
	leader := m.Leader(s.goal.partition)
	return m.Emitted() > s.base.Emitted()+1 && leader > 0 && leader != s.dies && m.Broker(leader).Leads(s.goal.partition)
}

// note watches a trial.
func (s *Search) note(_ *look.Model, e *event.Event) {
	if s.idle {
		s.events = append(s.events, *e)
	}
	if step, ok := e.Body.(*event.Step); ok && !step.Changed {
		s.wasted = true
	}
}

// Work goes on until about budget things have happened, which must be at least 1, and reports whether all has been
// tried.
func (s *Search) Work(budget int) (done bool) {
	for budget > 0 {
		if s.trial != nil {
			before := s.trial.Happened()
			over, met := s.run(budget)
			budget -= s.trial.Happened() - before
			if !over {
				return false
			}
			s.end(met)
		}
		switch {
		case len(s.steps) > 0:
			s.begin(s.steps[0])
			s.steps = s.steps[1:]
		case len(s.crashes) > 0:
			s.crash(s.crashes[0])
			s.crashes = s.crashes[1:]
		default:
			return true
		}
		budget -= copying
	}
	return false
}

// copying is what a copy of a model costs, in happenings.
const copying = 50

// run goes on with a trial.
func (s *Search) run(budget int) (over, met bool) {
	m := s.trial
	last := m.Happened() + budget
	stopped := false
	m.Run(s.until, func() bool {
		if m.Emitted() > s.seen {
			s.seen = m.Emitted()
			if s.dies > 0 {
				met = s.settled(m)
			} else {
				met = s.goal.met(m)
			}
		}
		stopped = m.Happened() >= last
		return met || s.wasted || stopped
	})
	return met || s.wasted || !stopped, met
}

// end notes what a trial has come to.
func (s *Search) end(met bool) {
	m := s.trial
	s.trial = nil
	switch {
	case s.dies > 0:
		c := Crash{Broker: s.dies, Leader: m.Leader(s.goal.partition)}
		if met {
			have, ok := m.RecordAt(c.Leader, s.goal.partition, s.goal.offset)
			c.Kept = ok && have.Is(s.goal.record)
		}
		s.Crashes = append(s.Crashes, c)
		return
	case !met:
		return
	case s.idle:
		s.until = m.Now() // later is no release
	case m.Now() >= s.until && len(s.Found) > 0 && s.Found[0].Way != ByDeedDone:
		return
	}
	r := Release{Way: ByDeedDone, T: m.Now(), Step: s.step}
	if s.goal.request > 0 {
		q := m.Account.Request(s.goal.request)
		r.Closed = q.Answered < 0 || q.Closed
	}
	if s.goal.request > 0 && !r.Closed {
		q := m.Account.Request(s.goal.request)
		for p := range m.Account.Parts(q) {
			r.Errors = append(r.Errors, p.Error)
		}
	}
	if s.idle {
		r.Way, r.Broker = s.turnsOn()
		s.Found = append(s.Found, r)
		return
	}
	at := len(s.Found)
	for at > 0 && s.Found[at-1].Way == ByDeedDone && s.Found[at-1].T > r.T {
		at--
	}
	s.Found = slices.Insert(s.Found, at, r)
}

// turnsOn returns what the goal of the trial without a step turned on: the nearest of the causes of its last event that
// says so.
func (s *Search) turnsOn() (Way, protocol.NodeID) {
	first := s.base.Emitted()
	for n := s.decisive(); n >= first; n = int(s.events[n-first].Cause) {
		switch e := s.events[n-first].Body.(type) {
		case *event.Complete:
			if e.By == event.ByTimeout {
				return ByTimeout, 0
			}
		case *event.Fetch:
			return ByFetch, e.Follower
		case *event.ISR:
			if left := e.From.Without(e.To); e.State == event.Committed && !left.Empty() {
				return ByShrink, lowest(left)
			}
			if joined := e.To.Without(e.From); e.State == event.Committed && !joined.Empty() {
				return ByGrowth, lowest(joined)
			}
		case *event.Role:
			return ByElection, e.Broker
		case *event.Append:
			return ByWrite, 0
		}
	}
	return ByItself, 0
}

func lowest(set protocol.BrokerSet) protocol.NodeID {
	for id := range set.All() {
		return id
	}
	return 0
}

// decisive returns the last event of the trial that is about the goal.
func (s *Search) decisive() int {
	var room [4]int32
	for i := len(s.events) - 1; i >= 0; i-- {
		e := &s.events[i]
		switch b := e.Body.(type) {
		case *event.HighWatermark:
			if s.goal.request == 0 && b.Partition == s.goal.partition && b.Leader {
				return int(e.N)
			}
		case *event.ISR:
			if s.goal.request == 0 && s.goal.offset < 0 && b.Partition == s.goal.partition {
				return int(e.N)
			}
		case *event.Complete, *event.Response:
			if s.goal.request > 0 && slices.Contains(e.AppendRequests(room[:0]), s.goal.request) {
				return int(e.N)
			}
		}
	}
	return event.None
}

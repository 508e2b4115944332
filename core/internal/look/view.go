package look

import (
	"slices"

	"highwater/core/internal/account"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

const (
	// recentRequests is how many requests that have ended a state still shows, and how many that are lost.
	recentRequests = account.MaxRecent
	// oldestRequests is how many of those under way it shows because they wait longest, which the picture draws, and
	// newestRequests because events are about them. Of many requests the picture shows the number.
	oldestRequests = 8
	newestRequests = 16
)

// more adds an element to a list and returns it, to be filled: its content is from an earlier state, so that the memory
// of its lists is reused. A page asks for sixty states a second; allocating each anew was half of a frame's work and
// nearly all of its garbage.
func more[T any](list *[]T) *T {
	n := len(*list)
	if n == cap(*list) {
		var fresh T
		*list = append(*list, fresh)
	} else {
		*list = (*list)[:n+1]
	}
	return &(*list)[n]
}

// View fills in the state at this place, with at most cells records of each log: the newest, or, where the logs run far
// ahead of the leader's high watermark, those at the high watermark.
func (m *Model) View(s *State, cells int) {
	*s = State{
		T: m.Now(), N: m.Emitted(), Partitions: s.Partitions[:0], Requests: s.Requests[:0], Brokers: s.Brokers[:0],
		Producers: s.Producers[:0], Consumers: s.Consumers[:0], Links: s.Links[:0], Controller: m.processOfController(),
		names: m,
	}
	for i := range m.Layout().Topic {
		m.partitionState(more(&s.Partitions), int32(i), int64(cells))
	}
	m.requestStates(s)
	for i := range m.Layout().Brokers {
		m.brokerState(more(&s.Brokers), protocol.NodeID(i+1))
	}
	for i := range m.ProducerClients() {
		s.Producers = append(s.Producers, m.producerState(i))
	}
	for i := range m.ConsumerClients() {
		m.consumerState(more(&s.Consumers), i)
	}
	for from, to := range m.Links().Changed {
		s.Links = append(s.Links, LinkState{
			From: m.nodeName(from), To: m.nodeName(to), Latency: m.Links().Transit(from, to), Up: !m.Links().Down(from, to),
		})
	}
}

// requestStates returns the requests under way, the oldest and the newest of them, those that ended last, and lost
// ones, in the order of their numbers.
func (m *Model) requestStates(s *State) {
	a := &m.Account
	lost := 0
	for _, i := range a.Open {
		if r := a.Requests.At(int(i)); m.lost(r) {
			lost++
		} else {
			s.Waiting++
			if r.Parked >= 0 && r.Decided == event.None {
				s.Parked++
			}
		}
	}
	var room [account.MaxRecent]int32
	recent := room[:0] // in order; these few need no sort of the library, which is large
	for _, i := range a.Recent {
		at := len(recent)
		for at > 0 && recent[at-1] > i {
			at--
		}
		recent = slices.Insert(recent, at, i)
	}
	waiting, gone := 0, 0
	for _, i := range a.Open {
		for len(recent) > 0 && recent[0] < i {
			m.requestState(more(&s.Requests), a.Requests.At(int(recent[0])))
			recent = recent[1:]
		}
		r, listed := a.Requests.At(int(i)), false
		if m.lost(r) {
			gone++
			listed = gone > lost-recentRequests
		} else {
			waiting++
			listed = waiting <= oldestRequests || waiting > s.Waiting-newestRequests
		}
		if listed {
			m.requestState(more(&s.Requests), r)
		}
	}
	for _, i := range recent {
		m.requestState(more(&s.Requests), a.Requests.At(int(i)))
	}
}

// settled reports whether nothing more will come of a request.
func (m *Model) settled(r *account.Request) bool { return r.Ended || m.lost(r) }

// lost reports whether a request will silently never be answered: its broker's machine has died, or it has not arrived
// although it should have by now.
func (m *Model) lost(r *account.Request) bool {
	overdue := m.Now() > r.Sent+m.Links().Transit(m.sender(r), r.Broker)
	return r.Silenced || r.Received < 0 && !r.Unsent && r.Answered < 0 && overdue
}

// sender returns the node that sent a request.
func (m *Model) sender(r *account.Request) protocol.NodeID {
	if r.Producer == event.None {
		return -r.ID
	}
	return m.ClientNode(int(r.Producer))
}

// HighWatermark returns the high watermark of a partition: its leader's. While none acts, because it is dead, has not
// heard of its election or there is none, it is what the last one had come to, or what the best informed replica knows:
// what is committed stays so until another leader decides by what it knows.
func (m *Model) HighWatermark(index int32) int64 {
	leader := m.Controller().Registration(index).Leader
	if leader > 0 && m.Broker(leader).Leads(index) {
		return m.Broker(leader).Log(index).HighWatermark()
	}
	high := m.Account.HighWatermark(index)
	for _, id := range m.Replicas(index) {
		high = max(high, m.Broker(id).Log(index).HighWatermark())
	}
	return high
}

func (m *Model) partitionState(p *PartitionState, index int32, cells int64) {
	b := m.Controller().Registration(index)
	*p = PartitionState{
		Partition: index, Leader: int(b.Leader), LeaderEpoch: int(b.LeaderEpoch), PartitionEpoch: int(b.PartitionEpoch),
		ISR: b.ISR, MaximalISR: b.ISR, ELR: b.ELR, LastKnownELR: b.LastKnown,
		Recovering: b.Recovering, UncleanAllowed: m.Controller().UncleanAllowed(index),
		MinISR: m.Controller().AskedMinISR(index), Replicas: p.Replicas[:0], Ghosts: m.ghosts(p.Ghosts[:0], index),
	}
	p.AskedMinISR = p.MinISR
	p.EffectiveMinISR = rules.EffectiveMinISR(p.MinISR, len(m.Replicas(index)))
	v := rules.View{ISR: rules.ISRState{Committed: b.ISR}}
	p.HighWatermark = m.HighWatermark(index)
	if b.Leader > 0 && m.Broker(b.Leader).Leads(index) { // else it has not heard of it yet, or is dead
		leader := m.Broker(b.Leader)
		v = leader.View(m.Now(), index)
		p.ISR, p.MaximalISR, p.Pending = v.ISR.Committed, v.ISR.Maximal(), isrChanges[v.ISR.Pending]
		p.MinISR, p.EffectiveMinISR = leader.MinISR(index), v.EffectiveMin
		p.Locked = rules.UnderMinISR(v.ISR, v.EffectiveMin)
		p.Waiting = leader.Waiting(index)
		p.HeldBackBy = rules.HeldBackBy(v)
	}
	for _, id := range m.Replicas(index) {
		p.EndOffset = max(p.EndOffset, m.Broker(id).Log(index).End())
	}
	p.FirstOffset = max(0, min(p.EndOffset-cells, p.HighWatermark-1))
	for _, id := range m.Replicas(index) {
		m.replicaState(more(&p.Replicas), index, id, b, v, p.FirstOffset, p.FirstOffset+cells)
	}
}

func (m *Model) replicaState(
	r *ReplicaState, index int32, id protocol.NodeID, b rules.PartitionRegistration, v rules.View, from, to int64,
) {
	broker := m.Broker(id)
	log := broker.Log(index)
	*r = ReplicaState{
		Broker: int(id), Leader: id == b.Leader, InSync: v.ISR.Committed.Has(id), HeldOut: b.HeldOut.Has(id),
		Adding: b.Assignment.Adding.Has(id), Removing: b.Assignment.Removing.Has(id),
		Eligible: !b.HeldOut.Has(id) && !m.Controller().Fenced(id) && !m.Controller().ShuttingDown(id),
		Alive:    broker.Alive(), Leads: broker.Leads(index),
		LogStartOffset: log.Start(), LogEndOffset: log.End(), HighWatermark: log.HighWatermark(), KnownEnd: -1,
		Cells: r.Cells[:0], Fetch: m.fetchState(index, id),
	}
	known, epoch, _ := broker.Knows(index)
	r.KnownLeader, r.KnownEpoch = int(known), int(epoch)
	if r.Leader {
		r.KnownEnd = log.End()
	}
	for _, f := range v.Followers {
		if f.ID == id {
			r.KnownEnd = f.Progress.LogEndOffset
		}
	}
	log.Records(from, func(offset int64, epoch int32, rec protocol.Record) bool {
		if offset >= to {
			return false
		}
		r.Cells = append(r.Cells, Cell{
			Offset: offset, Value: rec.Value, Epoch: int(epoch), Request: int(rec.Request), Told: m.told(index, rec),
		})
		return true
	})
}

// told returns what the client was answered to the request that brought a record of a partition; if that answer reached
// no client, the success of a later one that found the record there.
func (m *Model) told(partition int32, rec protocol.Record) string {
	if rec.Request == 0 {
		return ""
	}
	r := m.Account.Request(rec.Request)
	for p := range m.Account.Parts(r) {
		if p.Partition == partition && r.Told(p) {
			return p.Error.String()
		}
	}
	if r.Abandoned && rec.Number > 0 && m.Account.Records.At(int(rec.Number)-1).Outcome == account.Acknowledged {
		return protocol.None.String()
	}
	return ""
}

// fetchState returns the state of a follower's fetch loop. What only the leader or the network knows, whether a request
// has arrived or its answer is on the way, is read from what is under way.
func (m *Model) fetchState(index int32, id protocol.NodeID) FetchState {
	broker := m.Broker(id)
	leader, _, _ := broker.Knows(index)
	l := broker.Fetching(index)
	f := FetchState{
		Phase: FetchNone, Since: m.Now(), Until: m.Now(), Offset: l.Offset, Records: -1, Delay: l.Delay,
		Paused: broker.FetchesPaused(),
	}
	if l.Fetcher == event.None {
		return f
	}
	f.Since, f.Until = l.Since, l.Until
	switch {
	case l.Writing:
		f.Phase = FetchAppending
	case !l.Asking && f.Paused:
		f.Phase, f.Until = FetchPaused, f.Since
	case !l.Asking:
		f.Phase, f.Until = FetchIdle, f.Since
	case m.Now() < l.Until:
		f.Phase = FetchTravelling
	default:
		f.Phase, f.Since = FetchWaiting, f.Until
		f.Until = vtime.AtMs(l.Until.Ms() + m.Script().Cluster.Config.ReplicaFetchWaitMaxMs)
		for at, msg := range m.UnderWay {
			answer, ok := msg.Body.(*protocol.FetchResponse)
			if ok && msg.To == id && msg.From == leader && answer.Fetcher == l.Fetcher {
				f.Phase, f.Since, f.Until, f.Records = FetchReturning, msg.Sent, at, answer.Records()
			}
		}
	}
	return f
}

func (m *Model) requestState(s *RequestState, r *account.Request) {
	*s = RequestState{
		Request: int(r.ID), Producer: r.Producer, Acks: r.Acks, Broker: int(r.Broker), Timeout: r.Timeout,
		ConnectionClosed: r.Closed, Partitions: s.Partitions[:0],
	}
	transit := m.Links().Transit(m.sender(r), r.Broker)
	back := m.Links().Transit(r.Broker, m.sender(r))
	since, until := r.Sent, r.Sent
	switch {
	case r.Unsent:
		s.Phase = Unsent
	case r.Answered < 0 && m.lost(r):
		s.Phase = Lost
	case r.Answered >= 0 && m.Now() < r.Answered+back:
		s.Phase, since, until = Returning, r.Answered, r.Answered+back
	case m.settled(r):
		at := max(r.Answered+back, r.Begun)
		s.Phase, since, until = Answered, at, at
	case r.Received < 0:
		s.Phase, until = Travelling, r.Sent+transit
	case r.Begun < 0:
		s.Phase, since, until = Queued, r.Received, r.Received
	case r.Decided == event.None && r.Parked >= 0:
		s.Phase, since, until = Parked, r.Parked, r.Deadline
	default:
		s.Phase, since, until = Appending, r.Begun, r.Begun+m.Script().Cluster.AppendOf(r.Broker)
	}
	s.Since, s.Until = since, until
	for p := range m.Account.Parts(r) {
		m.requestPartition(more(&s.Partitions), r, p)
	}
}

func (m *Model) requestPartition(out *RequestPartition, r *account.Request, p *account.Part) {
	*out = RequestPartition{
		Partition: p.Partition, State: Sent, BaseOffset: p.Base, RequiredOffset: p.Required, Values: out.Values[:0],
	}
	for _, rec := range p.Records {
		out.Values = append(out.Values, rec.Value)
	}
	switch {
	case p.Refused:
		out.State, out.Error = Refused, p.Error.String()
	case p.Decided && p.Error == protocol.RequestTimedOut:
		out.State, out.Error = TimedOut, p.Error.String()
	case p.Decided:
		out.State, out.Error = Done, p.Error.String()
	case p.Base >= 0:
		out.State = Waiting
		leader := m.Broker(r.Broker)
		if err, decided, _ := leader.Outcome(r.ID, p.Partition); decided {
			out.State, out.Error = Done, err.String()
			break
		}
		v := leader.View(m.Now(), p.Partition)
		if r.Acks == protocol.AcksAll && !rules.UnderMinISR(v.ISR, v.EffectiveMin) {
			out.WaitsFor = v.Lacking(p.Required)
		}
	}
}

func (m *Model) clientName(id protocol.NodeID) string {
	producer, consumer := m.Client(id)
	switch {
	case producer < 0:
		return ""
	case consumer < 0:
		return m.Producer(int32(producer))
	}
	return m.Consumer(int32(consumer))
}

func (m *Model) producerState(i int) ProducerState {
	p := m.Script().Producers[i]
	s := ProducerState{
		ID: p.ID, Acks: p.Acks, InFlight: m.ProducerClients()[i].InFlight(), Queued: m.ProducerClients()[i].Queued(),
		Dead: m.ProducerClients()[i].Dead,
	}
	if i < len(m.Account.Tallies) {
		t := m.Account.Tallies[i]
		s.Acknowledged, s.Failed, s.Resent = t.Acknowledged, t.Failed, t.Resent
	}
	return s
}

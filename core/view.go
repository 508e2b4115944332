package core

import (
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

const (
	// recentRequests is how many requests that have ended a state still shows, and how many that are lost.
	recentRequests = 12
	// oldestRequests is how many of those under way it shows because they wait longest, which the picture draws, and
	// newestRequests because events are about them. Of a crowd the picture says how many there are.
	oldestRequests = 8
	newestRequests = 16
)

// more adds an element to a list and returns it, to be filled: what stands there is from an earlier state, so that the
// memory of its own lists can serve again. A page asks for sixty states a second; to make each of them anew was half of
// a frame's work and nearly all of its garbage.
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

// view fills in the state at this place, with at most cells records of each log: the newest, or, where the logs run far
// ahead of the leader's high watermark, those at the high watermark.
func (m *sim) view(s *State, cells int) {
	*s = State{
		T: m.now, N: m.emitted, Partitions: s.Partitions[:0], Requests: s.Requests[:0], Brokers: s.Brokers[:0],
		Messages: s.Messages[:0], Producers: s.Producers[:0], Consumers: s.Consumers[:0], Links: s.Links[:0],
	}
	for i := range m.layout.Replicas {
		m.partitionState(more(&s.Partitions), int32(i), int64(cells))
	}
	m.requestStates(s)
	for i := range m.brokers {
		m.brokerState(more(&s.Brokers), protocol.NodeID(i+1))
	}
	for at, h := range m.queue.All {
		if h.message.Body != nil && shown(h.message.Body) {
			s.Messages = append(s.Messages, m.messageState(at, h.message))
		}
	}
	s.Messages = sortMessages(s.Messages)
	s.Messages = s.Messages[:min(len(s.Messages), maxShown)]
	for i := range m.clients {
		s.Producers = append(s.Producers, m.producerState(i))
	}
	for i := range m.consumers {
		m.consumerState(more(&s.Consumers), i)
	}
	for from, to := range m.links.Changed {
		s.Links = append(s.Links, LinkState{
			From: m.nodeName(from), To: m.nodeName(to), Latency: m.links.Transit(from, to), Up: !m.links.Down(from, to),
		})
	}
}

// requestStates is the requests under way, the oldest and the newest of them, those that ended last, and lost ones.
func (m *sim) requestStates(s *State) {
	all := m.ledger.requests
	lost := 0
	for i := range all {
		switch r := &all[i]; {
		case r.ended > 0:
		case m.lost(r):
			lost++
		default:
			s.Waiting++
			if r.parked >= 0 && r.decided == event.None {
				s.Parked++
			}
		}
	}
	waiting, gone := 0, 0
	for i := range all {
		r, listed := &all[i], false
		switch {
		case r.ended > 0:
			listed = r.ended > m.ledger.ended-recentRequests
		case m.lost(r):
			gone++
			listed = gone > lost-recentRequests
		default:
			waiting++
			listed = waiting <= oldestRequests || waiting > s.Waiting-newestRequests
		}
		if listed {
			m.requestState(more(&s.Requests), r)
		}
	}
}

// settled tells whether nothing more will come of a request.
func (m *sim) settled(r *requestEntry) bool { return r.ended > 0 || m.lost(r) }

// lost tells whether a request will never be answered, without anybody having said so: its broker's machine has died,
// or it has not arrived where it should have been by now.
func (m *sim) lost(r *requestEntry) bool {
	overdue := m.now > r.sent+m.links.Transit(m.sender(r), r.broker)
	return r.silenced || r.received < 0 && !r.unsent && r.answered < 0 && overdue
}

// sender is the node that sent a request.
func (m *sim) sender(r *requestEntry) protocol.NodeID {
	if r.producer == event.None {
		return -r.id
	}
	return m.clientNode(int(r.producer))
}

func (m *sim) partitionState(p *PartitionState, index int32, cells int64) {
	topic, number := m.Topic(index)
	b := m.controller.Books(index)
	*p = PartitionState{
		Topic: topic, Partition: number, Leader: int(b.Leader), LeaderEpoch: int(b.LeaderEpoch),
		PartitionEpoch: int(b.PartitionEpoch),
		ISR:            b.ISR.AppendTo(p.ISR[:0]), MaximalISR: b.ISR.AppendTo(p.MaximalISR[:0]),
		ELR: b.ELR.AppendTo(p.ELR[:0]), HeldBackBy: p.HeldBackBy[:0], LastKnown: b.LastKnown.AppendTo(p.LastKnown[:0]),
		Recovering: b.Recovering, UncleanAllowed: m.controller.UncleanAllowed(index),
		MinISR: m.controller.MinISROf(index), Replicas: p.Replicas[:0], Ghosts: m.ghosts(p.Ghosts[:0], index),
	}
	p.EffectiveMin = rules.EffectiveMinISR(p.MinISR, len(m.layout.Replicas[index]))
	v := rules.View{ISR: rules.ISRState{Committed: b.ISR}}
	if b.Leader > 0 {
		p.HighWatermark = m.brokers[b.Leader-1].Log(index).HighWatermark()
	}
	if b.Leader > 0 && m.brokers[b.Leader-1].Leads(index) { // else it has not heard of it yet, or is dead
		leader := m.brokers[b.Leader-1]
		v = leader.View(m.now, index)
		p.ISR, p.MaximalISR = v.ISR.Committed.AppendTo(p.ISR[:0]), v.ISR.Maximal().AppendTo(p.MaximalISR[:0])
		p.Pending = pendingNames[v.ISR.Pending]
		p.MinISR, p.EffectiveMin = leader.MinISR(index), v.EffectiveMin
		p.Locked, p.AtMin = rules.UnderMinISR(v.ISR, v.EffectiveMin), rules.AtMinISR(v.ISR, v.EffectiveMin)
		p.HighWatermark, p.Waiting = v.HighWatermark, leader.Waiting(index)
		p.HeldBackBy = rules.HeldBackBy(v).AppendTo(p.HeldBackBy[:0])
	}
	for _, id := range m.layout.Replicas[index] {
		if b.Leader == protocol.NoLeader { // the water stands where the best informed replica knows it
			p.HighWatermark = max(p.HighWatermark, m.brokers[id-1].Log(index).HighWatermark())
		}
		p.EndOffset = max(p.EndOffset, m.brokers[id-1].Log(index).End())
	}
	p.FirstOffset = max(0, min(p.EndOffset-cells, p.HighWatermark-1))
	for _, id := range m.layout.Replicas[index] {
		m.replicaState(more(&p.Replicas), index, id, b, v, p.FirstOffset, p.FirstOffset+cells)
	}
}

var pendingNames = [...]string{rules.NoChange: "", rules.Expand: "expand", rules.Shrink: "shrink"}

func (m *sim) replicaState(
	r *ReplicaState, index int32, id protocol.NodeID, b rules.Books, v rules.View, from, to int64,
) {
	broker := m.brokers[id-1]
	log := broker.Log(index)
	*r = ReplicaState{
		Broker: int(id), Leader: id == b.Leader, InSync: v.ISR.Committed.Has(id), HeldOut: b.HeldOut.Has(id),
		Eligible: !b.HeldOut.Has(id) && !m.controller.Fenced(id) && !m.controller.ShuttingDown(id),
		Alive:    broker.Alive(), Leads: broker.Leads(index),
		LogEndOffset: log.End(), HighWatermark: log.HighWatermark(), KnownEnd: -1,
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
			Offset: offset, Value: rec.Value, Epoch: int(epoch), Request: int(rec.Request), Told: m.told(index, rec.Request),
		})
		return true
	})
}

// told is what the client of a request was answered for a partition.
func (m *sim) told(partition, request int32) string {
	if request > 0 {
		for _, p := range m.ledger.requests[request-1].parts {
			if p.partition == partition && p.decided {
				return p.error.String()
			}
		}
	}
	return ""
}

// fetchState is where a follower's loop stands. What only the leader or the network knows, whether a request has
// arrived or its answer is on the way, is read from what is under way.
func (m *sim) fetchState(index int32, id protocol.NodeID) FetchState {
	broker := m.brokers[id-1]
	leader, _, _ := broker.Knows(index)
	l := broker.Fetching(index)
	f := FetchState{
		Phase: "none", Since: m.now, Until: m.now, Offset: l.Offset, DelayMs: l.Delay, Paused: broker.FetchesPaused(),
	}
	if l.Fetcher == event.None {
		return f
	}
	f.Since, f.Until = l.Since, l.Until
	switch {
	case l.Writing:
		f.Phase = "appending"
	case !l.Asking && f.Paused:
		f.Phase, f.Until = "paused", f.Since
	case !l.Asking:
		f.Phase, f.Until = "idle", f.Since
	case m.now < l.Until:
		f.Phase = "travelling"
	default:
		f.Phase, f.Since = "waiting", f.Until
		f.Until = vtime.AtMs(l.Until.Ms() + m.script.Cluster.Config.ReplicaFetchWaitMaxMs)
		for at, h := range m.queue.All {
			answer, ok := h.message.Body.(*protocol.FetchResponse)
			if ok && h.message.To == id && h.message.From == leader && answer.Fetcher == l.Fetcher {
				f.Phase, f.Since, f.Until = "returning", h.message.Sent, at
			}
		}
	}
	return f
}

func (m *sim) requestState(s *RequestState, r *requestEntry) {
	*s = RequestState{
		Request: int(r.id), Acks: r.acks.String(), Broker: int(r.broker), TimeoutMs: r.timeout,
		Closed: r.closed, Partitions: s.Partitions[:0],
	}
	if r.producer != event.None {
		s.Producer = m.Producer(r.producer)
	}
	transit := m.links.Transit(m.sender(r), r.broker)
	back := m.links.Transit(r.broker, m.sender(r))
	since, until := r.sent, r.sent
	switch {
	case r.unsent:
		s.Phase = "unsent"
	case r.answered < 0 && m.lost(r):
		s.Phase = "lost"
	case r.answered >= 0 && m.now < r.answered+back:
		s.Phase, since, until = "returning", r.answered, r.answered+back
	case m.settled(r):
		at := max(r.answered+back, r.begun)
		s.Phase, since, until = "answered", at, at
	case r.received < 0:
		s.Phase, until = "travelling", r.sent+transit
	case r.begun < 0:
		s.Phase, since, until = "queued", r.received, r.received
	case r.decided == event.None && r.parked >= 0:
		s.Phase, since, until = "parked", r.parked, r.deadline
	default:
		s.Phase, since, until = "appending", r.begun, r.begun+m.script.Cluster.Append
	}
	s.Since, s.Until = since, until
	for _, p := range r.parts {
		m.requestPartition(more(&s.Partitions), r, p)
	}
}

func (m *sim) requestPartition(out *RequestPartition, r *requestEntry, p requestPart) {
	topic, number := m.Topic(p.partition)
	*out = RequestPartition{
		Topic: topic, Partition: number, State: "sent", BaseOffset: p.base, RequiredOffset: p.required,
		Values: out.Values[:0], WaitsFor: out.WaitsFor[:0],
	}
	for _, rec := range p.records {
		out.Values = append(out.Values, rec.Value)
	}
	switch {
	case p.refused:
		out.State, out.Error = "refused", p.error.String()
	case p.decided && p.error == protocol.RequestTimedOut:
		out.State, out.Error = "timed-out", p.error.String()
	case p.decided:
		out.State, out.Error = "done", p.error.String()
	case p.base >= 0:
		out.State = "waiting"
		leader := m.brokers[r.broker-1]
		if err, decided, _ := leader.Outcome(r.id, p.partition); decided {
			out.State, out.Error = "done", err.String()
			break
		}
		v := leader.View(m.now, p.partition)
		if r.acks == protocol.AcksAll && !rules.UnderMinISR(v.ISR, v.EffectiveMin) {
			out.WaitsFor = v.Lacking(p.required).AppendTo(out.WaitsFor[:0])
		}
	}
}

func (m *sim) messageState(arrives vtime.Time, msg network.Message) MessageState {
	s := MessageState{
		Kind: msg.Body.Name(), From: m.nodeNumber(msg.From), To: m.nodeNumber(msg.To), Sent: msg.Sent, Arrives: arrives,
		Client: m.clientName(msg.From) + m.clientName(msg.To),
	}
	switch body := msg.Body.(type) {
	case *protocol.ProduceRequest:
		s.Request = int(body.ID)
		for _, p := range body.Partitions {
			s.Records += len(p.Records)
		}
	case *protocol.ProduceResponse:
		s.Request = int(body.ID)
	case *protocol.FetchResponse:
		s.Records = body.Records()
	}
	return s
}

func (m *sim) nodeNumber(id protocol.NodeID) int {
	if id < 0 || int(id) > m.layout.Brokers {
		return -1
	}
	return int(id)
}

func (m *sim) clientName(id protocol.NodeID) string {
	producer, consumer := m.client(id)
	switch {
	case producer < 0:
		return ""
	case consumer < 0:
		return m.Producer(int32(producer))
	}
	return m.Consumer(int32(consumer))
}

func (m *sim) producerState(i int) ProducerState {
	p := m.script.Producers[i]
	s := ProducerState{
		ID: p.ID, Acks: p.Acks.String(), InFlight: m.clients[i].InFlight(), Queued: m.clients[i].Queued(),
	}
	for _, r := range m.ledger.records {
		if int(r.producer) == i {
			switch r.outcome {
			case acknowledged:
				s.Acknowledged++
			case failed:
				s.Failed++
			}
		}
	}
	return s
}

package look

import (
	"strconv"

	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/purgatory"
)

func (m *Model) brokerState(s *BrokerState, id protocol.NodeID) {
	b := m.Broker(id)
	p := b.Produces()
	*s = BrokerState{
		Broker: int(id), Process: m.processOf(id), Fenced: m.Controller().Fenced(id),
		SessionEndsMs: -1, Delayed: p.NumDelayed(),
		Keys: s.Keys[:0], Wheel: s.Wheel[:0],
	}
	if ends, ok := m.Controller().SessionEndsMs(id); ok {
		s.SessionEndsMs = ends
	}
	m.purgatoryState(s, p, b.Request)
}

// processOf is what has become of a broker's process.
func (m *Model) processOf(id protocol.NodeID) ProcessPhase {
	switch b := m.Broker(id); {
	case b.PoweredOff():
		return Off
	case !b.Alive():
		return Down
	case m.Frozen(id):
		return Frozen
	case b.Stopping():
		return Stopping
	case !b.Serving():
		return Starting
	}
	return Running
}

// purgatoryState is who waits in a broker's produce purgatory, and where on the wheels.
func (m *Model) purgatoryState(s *BrokerState, p *purgatory.Purgatory, request func(purgatory.OpID) int32) {
	for i := range m.Layout().Replicas {
		if !p.Watches(int32(i)) {
			continue
		}
		k := more(&s.Keys)
		*k = WatchKey{Partition: int32(i)}
		for _, completed := range p.Watchers(int32(i)) {
			if completed {
				k.Done++
			} else {
				k.Parked++
			}
		}
	}
	t := p.Timer()
	for level := range t.Levels() {
		w := t.Level(level)
		l := more(&s.Wheel)
		*l = WheelLevel{TickMs: w.TickMs, Size: w.Size, CurrentMs: w.CurrentTimeMs, Buckets: l.Buckets[:0]}
		for bucket := range w.Size {
			due, queued := t.BucketDueMs(level, bucket)
			if !queued {
				continue // empty, as most are
			}
			b := more(&l.Buckets)
			*b = WheelBucket{Bucket: bucket, DueMs: due, Tasks: b.Tasks[:0]}
			for op := range t.Tasks(level, bucket) {
				if b.Count++; b.Count <= maxInBucket {
					place, _ := t.Place(op)
					b.Tasks = append(b.Tasks, WheelTask{Request: int(request(op)), ExpirationMs: place.ExpirationMs})
				}
			}
			l.Count += b.Count
		}
	}
}

func (m *Model) consumerState(s *ConsumerState, i int) {
	*s = ConsumerState{ID: m.Consumer(int32(i)), Positions: s.Positions[:0]}
	for partition := range m.Layout().Topic {
		if at, ok := m.ConsumerClients()[i].Position(int32(partition)); ok {
			s.Positions = append(s.Positions, ConsumerPosition{Partition: int32(partition), Offset: at})
		}
	}
}

// nodeName is a node as scripts name it.
func (m *Model) nodeName(id protocol.NodeID) string {
	switch {
	case id == network.Controller:
		return "controller"
	case m.Broker(id) != nil:
		return strconv.Itoa(int(id))
	}
	return m.clientName(id)
}

// ghosts adds to a list the records of a partition that a producer was told are acknowledged, and that the leader does
// not have; without a leader, those that no log has. With acks=0 the producer was told when it had sent them.
func (m *Model) ghosts(ghosts []Ghost, partition int32) []Ghost {
	if !m.Account.MayLose {
		return ghosts
	}
	for i := range m.Account.Requests {
		r := &m.Account.Requests[i]
		for j := range r.Parts {
			p := &r.Parts[j]
			told := r.Told(p) && p.Error == protocol.None || r.Acks == protocol.AcksNone && p.Base >= 0
			if p.Partition != partition || !told || len(ghosts) >= maxShown {
				continue
			}
			for n, rec := range p.Records {
				if at := p.Base + int64(n); m.gone(partition, at, rec) {
					ghosts = append(ghosts, Ghost{Offset: at, Value: rec.Value, Request: int(r.ID), Acks: r.Acks})
				}
			}
		}
	}
	return ghosts
}

// gone tells whether the leader lacks a record that once stood at an offset; without a leader, whether all logs do.
func (m *Model) gone(partition int32, offset int64, r protocol.Record) bool {
	if leader := m.Controller().Registration(partition).Leader; leader > 0 {
		return !m.holds(leader, partition, offset, r)
	}
	for _, id := range m.Layout().Replicas[partition] {
		if m.holds(id, partition, offset, r) {
			return false
		}
	}
	return true
}

// holds tells whether a broker's log has a record at an offset.
func (m *Model) holds(id protocol.NodeID, partition int32, offset int64, r protocol.Record) bool {
	have, ok := m.RecordAt(id, partition, offset)
	return ok && have.Is(r)
}

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
	if ends, ok := m.SessionEndsMs(id); ok {
		s.SessionEndsMs = ends
	}
	m.purgatoryState(s, p, b.Request)
}

// SessionEndsMs returns when a broker's session ends if no heartbeat comes; false when it has none, and while no
// controller runs, for nobody ends it then.
func (m *Model) SessionEndsMs(id protocol.NodeID) (int64, bool) {
	ends, ok := m.Controller().SessionEndsMs(id)
	return ends, ok && m.processOfController() == Running
}

// processOf returns what has become of a broker's process.
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

// processOfController returns what has become of the controller's process.
func (m *Model) processOfController() ProcessPhase {
	switch {
	case !m.Controller().Alive():
		return Down
	case m.Frozen(network.Controller):
		return Frozen
	}
	return Running
}

// purgatoryState fills in what waits in a broker's produce purgatory, and where on the wheels.
func (m *Model) purgatoryState(s *BrokerState, p *purgatory.Purgatory, request func(purgatory.OpID) int32) {
	for i := range m.Layout().Topic {
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
		if at, ended, ok := m.ConsumerClients()[i].Position(int32(partition)); ok {
			s.Positions = append(s.Positions, ConsumerPosition{Partition: int32(partition), Offset: at, Ended: ended})
		}
	}
}

// nodeName returns a node as scripts name it.
func (m *Model) nodeName(id protocol.NodeID) string {
	switch {
	case id == network.Controller:
		return "controller"
	case m.Broker(id) != nil:
		return strconv.Itoa(int(id))
	}
	return m.clientName(id)
}

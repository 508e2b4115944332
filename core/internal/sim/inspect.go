package sim

import (
	"highwater/core/internal/cluster"
	"highwater/core/internal/consumer"
	"highwater/core/internal/network"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// Reading and watching a sim.

// Watch sends events to sink from now on; nil: nowhere.
func (m *Sim) Watch(sink Sink) { m.sink = sink }

// Replan makes s the script. It must agree with the present one up to now.
func (m *Sim) Replan(s *script.Script) { m.script, m.plan = s, planOf(s) }

// Now returns the present instant.
func (m *Sim) Now() vtime.Time { return m.now }

// Emitted returns how many events there have been.
func (m *Sim) Emitted() int { return m.emitted }

// Happened returns how many things have happened: messages, timers and steps, whether there was an event to report or
// not.
func (m *Sim) Happened() int { return m.happened }

// Stirred reports whether something has happened since the happening that reported the last event.
func (m *Sim) Stirred() bool { return m.happened > m.stirred }

// Script returns the script that is played. It must not be changed.
func (m *Sim) Script() *script.Script { return m.script }

// Layout returns which brokers and partitions there are. It must not be changed.
func (m *Sim) Layout() *cluster.Layout { return m.layout }

// Controller returns the controller, for reading.
func (m *Sim) Controller() *cluster.Controller { return m.controller }

// ProducerClients returns the producers in the script's order, for reading.
func (m *Sim) ProducerClients() []producer.Process { return m.clients }

// ConsumerClients returns the consumers in the script's order, for reading.
func (m *Sim) ConsumerClients() []*consumer.Client { return m.consumers }

// Links returns the links between the nodes, for reading.
func (m *Sim) Links() *network.Links { return &m.links }

// Frozen reports whether the process of a broker, or of the controller, is frozen; other nodes never are.
func (m *Sim) Frozen(id protocol.NodeID) bool {
	return id >= 0 && int(id) < len(m.frozen) && m.frozen[id].still
}

// UnderWay yields every message on its way and when it arrives, in no particular order.
func (m *Sim) UnderWay(yield func(arrives vtime.Time, msg network.Message) bool) {
	for at, h := range m.queue.All {
		if !h.timer && !yield(at, h.Message) {
			return
		}
	}
}

// Arriving returns the message that arrives next; nil when something else happens first.
func (m *Sim) Arriving() *network.Message {
	if _, step, ok := m.Next(); !m.started || step || !ok {
		return nil
	}
	if _, h := m.queue.First(); !h.timer {
		return &h.Message
	}
	return nil
}

// RecordAt returns the record at an offset of a broker's log of a partition; false where the log has none there.
func (m *Sim) RecordAt(broker protocol.NodeID, partition int32, offset int64) (protocol.Record, bool) {
	return m.brokers[broker-1].Log(partition).At(offset)
}

// Replicas returns the brokers that a partition is assigned to by the controller's metadata, those that are being added
// or removed among them. The list must not be changed.
func (m *Sim) Replicas(partition int32) []protocol.NodeID { return m.replicas[partition] }

// Leader returns a partition's leader by the controller's metadata; protocol.NoLeader: none.
func (m *Sim) Leader(partition int32) protocol.NodeID {
	return m.controller.Registration(partition).Leader
}

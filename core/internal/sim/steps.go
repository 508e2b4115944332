package sim

import (
	"highwater/core/internal/cluster"
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// carryOut does what a step says. Its event comes first, so that all effects can name it as the cause; a step that will
// change nothing says so.
func (m *Sim) carryOut(p planned) {
	action := m.script.Steps[p.step].Action
	changes, do := m.deed(action, p.record)
	if send, ok := action.(script.Send); ok && p.record > 0 && p.step < m.clients[send.Producer].Died {
		changes, do = false, func(int32) {} // The process that was sending died.
	}
	do(m.Emit(event.None, &event.Step{Step: int32(p.step), Verb: action.Verb(), Changed: changes}))
}

// deed returns whether a step changes anything, and a function that carries it out; for a send of several records, of
// the nth.
func (m *Sim) deed(action script.Action, nth int) (changes bool, do func(cause int32)) {
	switch a := action.(type) {
	case script.Produce:
		return true, func(cause int32) { m.produce(a, cause) }
	case script.FetchDelay:
		b := m.brokers[a.Broker-1]
		return b.FetchDelayDiffers(a.Partition, a.Delay), func(cause int32) {
			b.SetFetchDelay(m.now, a.Partition, a.Delay, m, cause)
		}
	case script.FetchRate:
		b := m.brokers[a.Broker-1]
		return b.FetchRate() != a.PerSecond, func(cause int32) { b.SetFetchRate(m.now, a.PerSecond, m, cause) }
	case script.FetchPause:
		b := m.brokers[a.Broker-1]
		return !b.FetchesPaused(), func(cause int32) { b.PauseFetches(m.now, true, m, cause) }
	case script.FetchResume:
		b := m.brokers[a.Broker-1]
		return b.FetchesPaused(), func(cause int32) { b.PauseFetches(m.now, false, m, cause) }
	case script.Set:
		return m.controller.Differs(changeOf(a)), func(cause int32) { ask(m, cause) }
	case script.SetISR:
		return m.controller.ISRDiffers(a.Partition, a.Members), func(cause int32) { ask(m, cause) }
	case script.Elect:
		return m.controller.Elects(a.Partition, a.Unclean) == protocol.None, func(cause int32) { ask(m, cause) }
	case script.Reassign:
		target := protocol.ListOf(a.Replicas...)
		return cluster.Reassigns(m.controller, a.Partition, target), func(cause int32) { ask(m, cause) }
	case script.DeleteRecords:
		return m.Leader(a.Partition) > 0, func(cause int32) { deleteRecords(m, a, cause) }
	case script.Link:
		return m.linkDiffers(a), func(cause int32) { m.link(a, cause) }
	}
	if changes, do = m.deedOn(action, nth); !changes {
		do = func(int32) {}
	}
	return changes, do
}

// deedOn returns the same of what processes do and suffer. If a process is in the state already that a step brings it
// into, there is nothing to do, and what one is to do that is dead is not done.
func (m *Sim) deedOn(action script.Action, nth int) (changes bool, do func(cause int32)) {
	switch a := action.(type) {
	case script.Send:
		now := handed{step: m.plan[m.done-1].step, nth: nth}
		changes, do = !m.clients[a.Producer].Dead, func(cause int32) { m.send(a, now, cause) }
	case script.Flush:
		p := &m.clients[a.Producer]
		changes, do = !p.Dead, func(cause int32) { p.Flush(m.now, m, cause) }
	case script.Close:
		p := &m.clients[a.Producer]
		changes, do = !p.Dead, func(cause int32) { p.Close(m.now, a.TimeoutMs, m, cause) }
	case script.Kill:
		if a.Controller {
			return m.controller.Alive(), func(cause int32) { killController(m, cause) }
		}
		if a.Broker == 0 {
			p := &m.clients[a.Producer]
			return !p.Dead, func(cause int32) {
				p.Kill(m.now, m.plan[m.done-1].step, m, cause)
				m.waits.die(m, a.Producer)
			}
		}
		changes, do = m.brokers[a.Broker-1].Alive(), func(cause int32) {
			m.brokers[a.Broker-1].Kill(m.now, m, cause)
			m.melt(a.Broker)
		}
	case script.PowerOff:
		changes, do = m.brokers[a.Broker-1].Alive(), func(cause int32) {
			m.brokers[a.Broker-1].PowerOff(m.now, a.Lose, m, cause)
			m.melt(a.Broker)
		}
	case script.Stop:
		b := m.brokers[a.Broker-1]
		changes, do = b.Alive() && !b.Stopping(), func(cause int32) { m.stop(a.Broker, cause) }
	case script.Start:
		if a.Controller {
			return !m.controller.Alive(), func(cause int32) { startController(m, cause) }
		}
		if a.Broker == 0 {
			p := &m.clients[a.Producer]
			return p.Replaceable(), func(cause int32) {
				m.waits.die(m, a.Producer)
				p.Restart(m.now, m, cause)
			}
		}
		b := m.brokers[a.Broker-1]
		changes, do = !b.Alive(), func(cause int32) { b.Start(m.now, m, cause) }
	case script.Freeze:
		alive := a.Controller && m.controller.Alive() || !a.Controller && m.brokers[a.Broker-1].Alive()
		changes, do = alive && !m.Frozen(a.Broker), func(cause int32) { m.freeze(a.Broker, cause) }
	case script.Thaw:
		changes, do = m.Frozen(a.Broker), func(cause int32) { m.thaw(a.Broker, cause) }
	default:
		panic("sim: no such step: " + action.Verb())
	}
	return changes, do
}

// adminTimeoutMs is how long an admin tool's request is tried again (default.api.timeout.ms of Kafka's Admin).
const adminTimeoutMs = 60_000

// ask asks the controller for what the present step says, as an admin tool does, through a broker that forwards it: if
// the controller is frozen it finds the request in its socket.
func ask(m *Sim, cause int32) {
	m.take(&happening{Message: network.Message{
		To: network.Controller, Body: &protocol.AdminRequest{Step: int32(m.plan[m.done-1].step)}, Cause: cause, Sent: m.now,
	}})
}

// administer has the controller do what an admin tool has asked.
func administer(m *Sim, action script.Action, cause int32) {
	switch a := action.(type) {
	case script.Set:
		m.controller.Set(m.now, changeOf(a), m, cause)
	case script.SetISR:
		m.controller.SetISR(m.now, a.Partition, a.Members, m, cause)
	case script.Elect:
		m.controller.Elect(m.now, a.Partition, a.Unclean, m, cause)
	case script.Reassign:
		cluster.Reassign(m.controller, m.now, a.Partition, protocol.ListOf(a.Replicas...), m, cause)
	}
}

func killController(m *Sim, cause int32) {
	cluster.KillController(m.controller, m.now, m, cause)
	m.melt(network.Controller)
}

// startController brings the controller up, and hands it what admin tools still wait for.
func startController(m *Sim, cause int32) {
	asked := m.asked
	m.asked = nil
	cluster.StartController(m.controller, m.now, m, cause)
	for i := range asked {
		if m.now-asked[i].Sent <= adminTimeoutMs*vtime.Millisecond {
			deliverToController(m, &asked[i])
		}
	}
}

// stop asks a process to end cleanly. A frozen one hears of it when it thaws.
func (m *Sim) stop(id protocol.NodeID, cause int32) {
	stop := network.Message{From: id, To: id, Body: &protocol.Terminate{}, Cause: cause}
	stop.Life = m.Life(id)
	m.take(&happening{Message: stop})
}

func changeOf(a script.Set) cluster.Change {
	return cluster.Change{
		Topic: a.Topic, Broker: a.Broker, Producer: a.Producer, MinISR: a.MinISR, Unclean: a.Unclean,
		MaxMessageBytes: a.MaxMessageBytes, Cleanup: a.Cleanup, ByteRate: a.ByteRate,
		ExpirationMs: a.ExpirationMs, RetentionMs: a.RetentionMs, SetsRetention: a.SetsRetention,
	}
}

// sendOf returns the step that has a record sent.
func (m *Sim) sendOf(w handed) script.Send { return m.script.Steps[w.step].Action.(script.Send) }

// send has an application hand over a record of a send, for the first time or again.
func (m *Sim) send(a script.Send, w handed, cause int32) {
	m.records++
	w.record = m.records
	r := protocol.Record{Value: valueOf(&a, w.nth), Bytes: int32(a.Size), KeyBytes: -1, Number: m.records}
	if a.Size == 0 {
		r.Bytes = int32(len(r.Value))
	}
	record := producer.Record{Number: -1, Key: a.Key, HasKey: a.HasKey, Payload: r}
	record.Topic = a.Topic
	if a.Partition >= 0 {
		record.Number = m.script.Cluster.Partitions[a.Partition].Number
	}
	m.waits.wait(m, &a, w, cause)
	m.clients[a.Producer].Send(m.now, record, m, cause)
}

// produce sends a raw request, on a connection of its own, to the broker named or to the leader of its first partition
// as the controller knows it. Without a leader it is not sent.
func (m *Sim) produce(a script.Produce, cause int32) {
	r := &protocol.ProduceRequest{ID: m.NextRequest(), Acks: a.Acks, TimeoutMs: a.Timeout.Ms()}
	e := &event.Request{
		Request: r.ID, Producer: event.None, Broker: a.Broker, Acks: a.Acks, Timeout: a.Timeout,
	}
	n := 0
	for _, p := range a.Partitions {
		var records []protocol.Record
		for i := range p.Count {
			n++
			value := recordName(r.ID, n)
			if p.Values != nil {
				value = p.Values[i]
			}
			records = append(records, protocol.Record{
				Value: value, Bytes: int32(len(value)), KeyBytes: -1, Request: r.ID,
			})
		}
		data := protocol.ProduceData{Partition: p.Partition, Records: records, TimestampMs: m.now.Ms()}
		if p.ProducerID >= 0 {
			data.Numbers = protocol.Numbers{
				Idempotent: true, ProducerID: p.ProducerID, ProducerEpoch: p.ProducerEpoch, Sequence: p.Sequence,
			}
		}
		r.Partitions = append(r.Partitions, data)
		e.Partitions = append(e.Partitions, event.Sent(data))
	}
	if e.Broker == 0 {
		e.Broker = m.controller.Registration(a.Partitions[0].Partition).Leader
	}
	if e.Broker == protocol.NoLeader {
		m.Emit(cause, &event.Unsent{Request: r.ID, Acks: a.Acks, Timeout: a.Timeout, Partitions: e.Partitions})
		return
	}
	sent := m.Emit(cause, e)
	m.Send(network.Message{From: -r.ID, To: e.Broker, Body: r, Cause: sent}, 0)
}

// ActionTime returns the instant at which an action taken now takes place: now, or, where something has happened at
// this instant already, the next one there is, for in a script steps come first.
func (m *Sim) ActionTime() vtime.Time {
	if m.latest == m.now {
		return m.now + vtime.Microsecond
	}
	return m.now
}

// deleteRecords sends a request to the leader, as the controller knows it; without one it is not sent.
func deleteRecords(m *Sim, a script.DeleteRecords, cause int32) {
	if leader := m.Leader(a.Partition); leader > 0 {
		m.Send(network.Message{From: network.Admin, To: leader, Cause: cause, Body: &protocol.DeleteRecordsRequest{
			Partition: a.Partition, Offset: a.Offset, TimeoutMs: deleteTimeoutMs,
		}}, 0)
	}
}

// deleteTimeoutMs is how long a leader may wait for the other replicas to delete, in ms (AdminClientConfig,
// request.timeout.ms).
const deleteTimeoutMs = 30_000

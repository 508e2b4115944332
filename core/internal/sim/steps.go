package sim

import (
	"strconv"

	"highwater/core/internal/cluster"
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// carryOut does what a step says. Its event comes first, so that all that follows can name it as the cause; whether it
// changed anything is known only afterwards, and a step that did not says so.
func (m *Sim) carryOut(p planned) {
	action := m.script.Steps[p.step].Action
	changes := m.changes(action)
	cause := m.Emit(event.None, &event.Step{Step: int32(p.step), Verb: action.Verb(), Changed: changes})
	switch a := action.(type) {
	case script.Send:
		m.send(a, p.record, cause)
	case script.Flush:
		m.clients[a.Producer].Flush(m.now, m, cause)
	case script.Close:
		m.clients[a.Producer].Close(m.now, a.TimeoutMs, m, cause)
	case script.Produce:
		m.produce(a, cause)
	case script.FetchDelay:
		m.brokers[a.Broker-1].SetFetchDelay(m.now, a.Partition, a.Delay, m, cause)
	case script.FetchRate:
		m.brokers[a.Broker-1].SetFetchRate(m.now, a.PerSecond, m, cause)
	case script.FetchPause:
		m.brokers[a.Broker-1].PauseFetches(m.now, true, m, cause)
	case script.FetchResume:
		m.brokers[a.Broker-1].PauseFetches(m.now, false, m, cause)
	case script.Set:
		m.controller.Set(m.now, changeOf(a), m, cause)
	case script.SetISR:
		m.controller.SetISR(m.now, a.Partition, a.Members, m, cause)
	case script.Elect:
		m.controller.Elect(m.now, a.Partition, a.Unclean, m, cause)
	case script.Link:
		m.link(a, cause)
	default:
		m.carryOutOn(action, changes, cause)
	}
}

// carryOutOn does what a step says to a broker's process. On one that is in that state already nothing is to do.
func (m *Sim) carryOutOn(action script.Action, changes bool, cause int32) {
	if !changes {
		return
	}
	switch a := action.(type) {
	case script.Kill:
		m.brokers[a.Broker-1].Kill(m.now, m, cause)
		m.melt(a.Broker)
	case script.PowerOff:
		m.brokers[a.Broker-1].PowerOff(m.now, a.Lose, m, cause)
		m.melt(a.Broker)
	case script.Stop:
		m.stop(a.Broker, cause)
	case script.Start:
		m.brokers[a.Broker-1].Start(m.now, m, cause)
	case script.Freeze:
		m.freeze(a.Broker, cause)
	case script.Thaw:
		m.thaw(a.Broker, cause)
	default:
		panic("core: no such step: " + action.Verb())
	}
}

// stop asks a process to end in good order. One that stands still hears of it when it goes on.
func (m *Sim) stop(id protocol.NodeID, cause int32) {
	stop := network.Message{From: id, To: id, Body: &protocol.Terminate{}, Cause: cause}
	stop.Life = m.Life(id)
	m.take(happening{message: stop})
}

func changeOf(a script.Set) cluster.Change {
	return cluster.Change{
		Topic: a.Topic, Broker: a.Broker, Producer: a.Producer, MinISR: a.MinISR, Unclean: a.Unclean,
		MaxMessageBytes: a.MaxMessageBytes, Cleanup: a.Cleanup, ByteRate: a.ByteRate,
		ExpirationMs: a.ExpirationMs,
	}
}

// changes tells whether a step would change anything.
func (m *Sim) changes(action script.Action) bool {
	switch a := action.(type) {
	case script.FetchDelay:
		return m.brokers[a.Broker-1].FetchDelayDiffers(a.Partition, a.Delay)
	case script.FetchRate:
		return m.brokers[a.Broker-1].FetchRate() != a.PerSecond
	case script.FetchPause:
		return !m.brokers[a.Broker-1].FetchesPaused()
	case script.FetchResume:
		return m.brokers[a.Broker-1].FetchesPaused()
	case script.Set:
		return m.controller.Differs(changeOf(a))
	case script.SetISR:
		return m.controller.ISRDiffers(a.Partition, a.Members)
	case script.Elect:
		return m.controller.Elects(a.Partition, a.Unclean) == protocol.None
	case script.Link:
		return m.linkDiffers(a)
	case script.Kill:
		return m.brokers[a.Broker-1].Alive()
	case script.PowerOff:
		return m.brokers[a.Broker-1].Alive()
	case script.Stop:
		return m.brokers[a.Broker-1].Alive() && !m.brokers[a.Broker-1].Stopping()
	case script.Start:
		return !m.brokers[a.Broker-1].Alive()
	case script.Freeze:
		return m.brokers[a.Broker-1].Alive() && !m.frozen[a.Broker-1].still
	case script.Thaw:
		return m.frozen[a.Broker-1].still
	}
	return true
}

func (m *Sim) send(a script.Send, nth int, cause int32) {
	m.records++
	r := protocol.Record{Value: a.Value, Bytes: int32(a.Size), KeyBytes: -1, Number: m.records}
	if a.Count > 0 {
		r.Value += "-" + strconv.Itoa(nth+1)
	}
	if a.Size == 0 {
		r.Bytes = int32(len(r.Value))
	}
	record := producer.Record{Number: -1, Key: a.Key, HasKey: a.HasKey, Payload: r}
	record.Topic = a.Topic
	if a.Partition >= 0 {
		record.Number = m.script.Cluster.Partitions[a.Partition].Number
	}
	m.clients[a.Producer].Send(m.now, record, m, cause)
}

// produce sends a raw request, on a connection of its own, to the broker named or to the leader of its first
// partition as the controller knows it. Without a leader there is nowhere to send it.
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

// ActionTime is the instant at which an action taken now takes place: now, or, where something has happened at this
// instant already, the next one there is, for in a script steps come first.
func (m *Sim) ActionTime() vtime.Time {
	if m.latest == m.now {
		return m.now + vtime.Microsecond
	}
	return m.now
}

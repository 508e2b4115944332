package core

import (
	"strconv"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// carryOut does what a step says. Its event comes first, so that all that follows can name it as the cause; whether it
// changed anything is known only afterwards, and a step that did not says so.
func (m *sim) carryOut(p planned) {
	action := m.script.Steps[p.step].Action
	e := Event{
		Kind: event.Step, Cause: event.None, Index: int32(p.step), Verb: action.Verb(), Partition: event.None,
		Producer: event.None, Unchanged: !m.changes(action),
	}
	m.because = m.Emit(e)
	switch a := action.(type) {
	case script.Send:
		m.send(a, p.record)
	case script.Produce:
		m.produce(a)
	case script.FetchDelay:
		m.brokers[a.Broker-1].SetFetchDelay(m.now, a.Partition, a.Delay, m, m.because)
	case script.FetchRate:
		m.brokers[a.Broker-1].SetFetchRate(m.now, a.PerSecond, m, m.because)
	case script.FetchPause:
		m.brokers[a.Broker-1].PauseFetches(m.now, true, m, m.because)
	case script.FetchResume:
		m.brokers[a.Broker-1].PauseFetches(m.now, false, m, m.because)
	case script.Set:
		m.controller.SetMinISR(m.now, a.Topic, a.MinISR, m, m.because)
	case script.SetISR:
		m.controller.SetISR(m.now, a.Partition, a.Members, m, m.because)
	default:
		panic("core: no such step: " + action.Verb())
	}
}

// changes tells whether a step would change anything.
func (m *sim) changes(action script.Action) bool {
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
		return m.controller.MinISRDiffers(a.Topic, a.MinISR)
	case script.SetISR:
		return m.controller.ISRDiffers(a.Partition, a.Members)
	}
	return true
}

func (m *sim) send(a script.Send, record int) {
	m.records++
	r := protocol.Record{Value: a.Value, Bytes: int32(a.Size), KeyBytes: int32(len(a.Key)), Number: m.records}
	if a.Count > 0 {
		r.Value += "-" + strconv.Itoa(record+1)
	}
	if a.Size == 0 {
		r.Bytes = int32(len(r.Value))
	}
	m.clients[a.Producer].Send(m.now, a.Partition, r, m, m.because)
}

// produce sends a raw request, on a connection of its own, to the broker named or to the leader of its first
// partition as the controller knows it. Without a leader there is nowhere to send it.
func (m *sim) produce(a script.Produce) {
	r := &protocol.ProduceRequest{ID: m.NextRequest(), Acks: a.Acks, TimeoutMs: a.Timeout.Ms()}
	e := Event{
		Kind: event.Request, Cause: m.because, Request: r.ID, Producer: event.None, Broker: a.Broker, Acks: a.Acks,
		Span: a.Timeout, Partition: event.None,
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
			records = append(records, protocol.Record{Value: value, Bytes: int32(len(value)), Request: r.ID})
		}
		r.Partitions = append(r.Partitions, protocol.ProduceData{Partition: p.Partition, Records: records})
		e.Items = append(e.Items, event.Item{Partition: p.Partition, Records: records})
	}
	if e.Broker == 0 {
		e.Broker = m.controller.Books(a.Partitions[0].Partition).Leader
	}
	if e.Broker == protocol.NoLeader {
		e.Kind = event.Unsent
		m.Emit(e)
		return
	}
	sent := m.Emit(e)
	m.Send(network.Message{From: -r.ID, To: e.Broker, Body: r, Cause: sent}, 0)
}

// at is the instant at which an action taken now takes place: now, or, where something has happened at this instant
// already, the next one there is, for in a script steps come first.
func (m *sim) at() vtime.Time {
	if m.latest == m.now {
		return m.now + vtime.Microsecond
	}
	return m.now
}

package sim

import (
	"strconv"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
)

// Limit is a limit that a simulation has reached. Nothing happens in it after that.
type Limit uint8

const (
	// NoLimit is none.
	NoLimit Limit = iota
	// Events counts what is reported; Bound sets the limit.
	Events
	// Happenings counts messages that arrive, timers that fire and steps, reported or not (script.MaxHappenings).
	Happenings
	// Waiting counts messages and timers still pending: scheduled, in the sockets of a frozen process, or lost in a
	// link that is cut (script.MaxWaiting).
	Waiting
	// Written counts records, once for every request that carries them and once for every log that takes them, and one
	// with a long value for several (script.MaxWritten).
	Written
)

// LimitNames is the words of Limit.
var LimitNames = []string{"", "events", "happenings", "waiting", "written"}

// String returns the limit's name in the result.
func (l Limit) String() string { return LimitNames[l] }

// Most returns a limit's value.
func (m *Sim) Most(l Limit) int {
	switch l {
	case Events:
		return m.mostEvents
	case Happenings:
		return script.MaxHappenings
	case Waiting:
		return script.MaxWaiting
	case Written:
		return script.MaxWritten
	}
	return 0
}

// Reached returns the limit that the simulation has reached; NoLimit: none.
func (m *Sim) Reached() Limit { return m.reached }

// Waits returns how many messages and timers are pending (see Waiting).
func (m *Sim) Waits() int { return m.queue.Things() + m.held + m.links.Lost() }

// Bound sets the limit of events, instead of script.MaxEvents. One happening may report several, and all of them are.
func (m *Sim) Bound(events int) { m.mostEvents = events }

// Complaint returns which limit a simulation has reached, and what to do about it.
func (m *Sim) Complaint() string {
	most := strconv.Itoa(m.Most(m.reached))
	switch m.reached {
	case Events:
		return "the limit of " + most + " events is reached: shorten the run, or let less happen in it"
	case Happenings:
		return "the limit of " + most + " steps of work is reached: shorten the run, or raise a timeout, an interval or " +
			"a latency that is very short"
	case Waiting:
		return "the limit of " + most + " waiting messages and timers is reached: heal the link or thaw the broker " +
			"earlier, raise very short timeouts, or send fewer records"
	case Written:
		return "the limit of " + most + " records sent and written, every attempt and every copy counted, is reached: " +
			"send fewer, or let fewer be retried"
	}
	return ""
}

// weigh counts what an event adds to requests and logs.
func (m *Sim) weigh(body event.Body) {
	switch b := body.(type) {
	case *event.Request:
		for i := range b.Partitions {
			records := b.Partitions[i].Records
			for j := range records {
				m.written += weight(&records[j])
			}
		}
	case *event.Append:
		m.weighLog(b.Broker, b.Partition, b.BaseOffset, b.LastOffset)
	case *event.Replicate:
		m.weighLog(b.Broker, b.Partition, b.BaseOffset, b.LastOffset)
	}
}

func (m *Sim) weighLog(broker protocol.NodeID, partition int32, from, last int64) {
	log := m.brokers[broker-1].Log(partition)
	for at := from; at <= last; {
		b := log.BatchAt(at)
		for ; at <= last && at < b.NextOffset(); at++ {
			m.written += weight(&b.Records[at-b.BaseOffset])
		}
	}
}

// weight returns how much a record counts for: those with a long value cost more to keep and to print.
func weight(r *protocol.Record) int { return 1 + len(r.Value)/64 }

// limit returns the limit that is reached now.
func (m *Sim) limit() Limit {
	switch {
	case m.emitted < m.mostEvents && m.happened < script.MaxHappenings && m.written < script.MaxWritten &&
		m.Waits() < script.MaxWaiting:
	case m.emitted >= m.mostEvents:
		return Events
	case m.happened >= script.MaxHappenings:
		return Happenings
	case m.Waits() >= script.MaxWaiting:
		return Waiting
	case m.written >= script.MaxWritten:
		return Written
	}
	return NoLimit
}

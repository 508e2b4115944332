// Package why explains a place of a run: the causes that led to what one sees there, and what would release what waits.
//
// A chain goes from an event back along the causes that events name, down to a step, a timer or the start. What would
// release a request is found by doing: each single step that one could take now is taken in a copy of the run from
// which the rest of the script has been removed, and the copy says whether and when the request is answered. So nothing
// here knows a rule of Kafka, and nothing depends on what the script has in store.
//
// Left out: what only several steps together would do, and steps that send something. Words: the page puts all of it
// into words.
package why

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/moment"
	"highwater/core/internal/protocol"
)

// Kind is what one asks the why of.
type Kind uint8

// The kinds of subjects.
const (
	// Request is a produce request.
	Request Kind = iota
	// Record is a record in the log of a partition, or in one broker's.
	Record
	// Replica is a broker's replica of a partition.
	Replica
	// HighWatermark is that of a partition: where it stands, and whether it is locked.
	HighWatermark
	// Broker is a broker: its process, and what the controller makes of it.
	Broker
	// Event is one event.
	Event
	// Moment is a moment.
	Moment
	// Controller is the controller.
	Controller
)

// Subject is what one asks the why of.
type Subject struct {
	Kind      Kind
	Number    int32 // of a request, an event or a moment
	Partition int32
	Broker    protocol.NodeID // 0: none
	Offset    int64
}

// Root is where a chain of causes ends.
type Root uint8

const (
	// ByStep: at a step of the script.
	ByStep Root = iota
	// ByDeed: at a step taken by hand.
	ByDeed
	// ByTimer: at something that happens after a time, or periodically.
	ByTimer
	// AtStart: at the state at time 0.
	AtStart
)

var rootNames = [...]string{"step", "deed", "timer", "start"}

// String returns the root as answers spell it.
func (r Root) String() string { return rootNames[r] }

// maxChain bounds how many causes are listed.
const maxChain = 40

// Chain returns the numbers of an event and of its causes, newest first, and where they end; deed reports whether a
// step of the script was taken by hand. Of a longer chain the newest are there, and its root.
func Chain(events []event.Event, n int32, deed func(step int32) bool) (chain []int32, root Root) {
	root = AtStart
	for ; n != event.None; n = events[n].Cause {
		if len(chain) < maxChain {
			chain = append(chain, n)
		}
		if events[n].Cause != event.None {
			continue
		}
		switch e, step := events[n].Body.(*event.Step); {
		case step && deed(e.Step):
			root = ByDeed
		case step:
			root = ByStep
		case events[n].T > 0:
			root = ByTimer
		}
	}
	return chain, root
}

// Newest returns the newest of some events that says most about a subject; event.None: none does.
func Newest(events []event.Event, moments []moment.Moment, s Subject) int32 {
	switch s.Kind {
	case Event:
		if int(s.Number) < len(events) {
			return s.Number
		}
		return event.None
	case Moment:
		if int(s.Number) < len(moments) {
			return weightiest(events, &moments[s.Number])
		}
		return event.None
	}
	var room [4]int32
	for i := len(events) - 1; i >= 0; i-- {
		e := &events[i]
		switch {
		case s.Kind == Request && moment.Matters(e) && slices.Contains(e.AppendRequests(room[:0]), s.Number),
			s.Kind != Request && about(e.Body, s):
			return e.N
		}
	}
	return event.None
}

// weightiest returns the last of a moment's events that has its kind, as far as there are events.
func weightiest(events []event.Event, o *moment.Moment) int32 {
	found, kind := int32(event.None), moment.Deed
	for n := o.Begin; n <= o.Last && int(n) < len(events); n++ {
		if e := &events[n]; moment.Matters(e) && moment.KindOf(e) >= kind {
			found, kind = n, moment.KindOf(e)
		}
	}
	return found
}

// about reports whether an event is about a subject other than a request.
func about(body event.Body, s Subject) bool {
	switch s.Kind {
	case Record:
		return aboutRecord(body, s)
	case Replica:
		return aboutReplica(body, s)
	case HighWatermark:
		return aboutHighWatermark(body, s)
	case Broker:
		return aboutBroker(body, s.Broker)
	}
	switch e := body.(type) {
	case *event.Leader, *event.Config, *event.Fence, *event.Unfence, *event.ShutDown, *event.Controller,
		*event.Reassign:
		return true
	case *event.Partition:
		return !e.Elected || e.Replicas != nil
	case *event.Register:
		return e.Error == protocol.None
	}
	return false
}

// aboutRecord reports whether an event brought a record to its place, or committed it.
func aboutRecord(body event.Body, s Subject) bool {
	switch e := body.(type) {
	case *event.Append:
		return e.Partition == s.Partition && e.BaseOffset <= s.Offset && s.Offset <= e.LastOffset &&
			(s.Broker == 0 || s.Broker == e.Broker)
	case *event.Replicate:
		return e.Partition == s.Partition && e.BaseOffset <= s.Offset && s.Offset <= e.LastOffset && s.Broker == e.Broker
	case *event.HighWatermark:
		return e.Leader && e.Partition == s.Partition && e.From <= s.Offset && s.Offset < e.To && s.Broker == 0
	}
	return false
}

func aboutReplica(body event.Body, s Subject) bool {
	switch e := body.(type) {
	case *event.Append:
		return e.Partition == s.Partition && e.Broker == s.Broker
	case *event.Replicate:
		return e.Partition == s.Partition && e.Broker == s.Broker
	case *event.Truncate:
		return e.Partition == s.Partition && e.Broker == s.Broker
	case *event.Log:
		return e.Partition == s.Partition && e.Broker == s.Broker
	case *event.Role:
		return e.Partition == s.Partition && e.Broker == s.Broker
	case *event.ISR:
		return e.Partition == s.Partition && e.From.Has(s.Broker) != e.To.Has(s.Broker)
	case *event.Fetch:
		return e.Follower == s.Broker && e.News > 0
	case *event.Disconnect:
		return e.Broker == s.Broker
	}
	return aboutBroker(body, s.Broker)
}

func aboutHighWatermark(body event.Body, s Subject) bool {
	switch e := body.(type) {
	case *event.HighWatermark:
		return e.Leader && e.Partition == s.Partition
	case *event.ISR:
		return e.Partition == s.Partition
	case *event.Leader:
		return e.Partition == s.Partition
	case *event.Learn:
		return e.Partition == s.Partition && e.EffectiveMinISR > 0
	}
	return false
}

func aboutBroker(body event.Body, id protocol.NodeID) bool {
	switch e := body.(type) {
	case *event.Process:
		return e.Broker == id
	case *event.Fence:
		return e.Broker == id
	case *event.Unfence:
		return e.Broker == id
	case *event.ShutDown:
		return e.Broker == id
	case *event.Register:
		return e.Broker == id && e.Error == protocol.None
	}
	return false
}

// Valid reports whether what a subject names exists in a model.
func (s Subject) Valid(m *look.Model) bool {
	switch {
	case s.Kind == Request:
		return s.Number >= 1 && int(s.Number) <= m.Account.Requests.Len()
	case s.Number < 0 || s.Offset < 0:
		return false
	case s.Kind == Replica, s.Kind == Record && s.Broker != 0:
		return slices.Contains(m.Replicas(s.Partition), s.Broker)
	case s.Kind == Broker:
		return m.Broker(s.Broker) != nil
	}
	return true
}

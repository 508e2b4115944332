// Package event is the record of a run: what happened, when, where, and because of what.
//
// Every layer of the model reports through it, the page draws and explains from it, the result's lines are its events
// in order, and the comparison with a real cluster walks its causes. It models nothing of Kafka itself.
//
// It is also the description of the contract's events: each kind is one struct, whose fields are the members of its
// lines. The directive contract:kind in its comment says how the result spells the kind (see command contract). From
// the structs come the writing of lines (kinds_gen.go), the page's types and the reference;
// `go run ./core/cmd/contract` makes them anew.
package event

import (
	"unsafe"

	"highwater/core/internal/encode"
	"highwater/core/internal/vtime"
)

// None is the absence of a cause, of a producer or of a partition where zero would name one.
const None = -1

// Indices in the order of the script. In a line they become the words of the script: a partition is its topic's name
// and its number, a producer or a consumer its id. None stands for none, which leaves the member out.
type (
	// PartitionIndex is a partition of any topic.
	PartitionIndex = int32
	// TopicIndex is a topic.
	TopicIndex = int32
	// ProducerIndex is a producer client.
	ProducerIndex = int32
	// ConsumerIndex is a consumer client.
	ConsumerIndex = int32
)

// Event is one happening. It is never changed once it is emitted, nor is what it points to.
type Event struct {
	N     int32 // its place in the run, from 0
	Cause int32 // the event that led to it; None for a step
	T     vtime.Time
	Body  Body // what happened: a pointer to one of the kinds, as *Append
}

// Body is what happened: one of the kinds of this package.
type Body interface{ isEvent() }

// body makes a struct one of the kinds. It takes no room, and keeps the code that compares structs out of the module.
type body [0]func()

func (body) isEvent() {}

// kind is what is known of all events of a kind.
type kind struct {
	name    string
	notable func(unsafe.Pointer) bool // of the event's body; nil: always
	failed  func(unsafe.Pointer) bool // nil: never
	members encode.Struct
}

func never(unsafe.Pointer) bool { return false }

// KindOf returns the kind of a body as the result spells it.
func KindOf(body Body) string {
	k, _ := kindOf(body)
	return k.name
}

// KindNames returns the kinds of events as the result spells them.
func KindNames() []string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].name
	}
	return names
}

// MembersOf returns the members that the events of a kind may have; false: there is no such kind.
func MembersOf(name string) (*encode.Struct, bool) {
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i].members, true
		}
	}
	return nil, false
}

// Kind returns the event's kind as the result spells it.
func (e *Event) Kind() string { return KindOf(e.Body) }

// Notable reports whether the event is a step worth stopping at. The rest is routine: fetches that bring nothing new
// and their empty answers, checks that complete nothing, and the halves of a happening that another event at the same
// instant already tells (a batch that leaves as a request, a timer armed by parking).
func (e *Event) Notable() bool {
	k, p := kindOf(e.Body)
	return k.notable == nil || k.notable(p)
}

// Failed reports whether an event reports a failure: a decision because the time was over, an answer that brings an
// error or the end of the connection.
func (e *Event) Failed() bool {
	k, p := kindOf(e.Body)
	return k.failed != nil && k.failed(p)
}

// AppendRequests appends the numbers of the produce requests that e is about.
func (e *Event) AppendRequests(list []int32) []int32 {
	switch b := e.Body.(type) {
	case *Request:
		return append(list, b.Request)
	case *Unsent:
		return append(list, b.Request)
	case *Receive:
		return append(list, b.Request)
	case *Append:
		return append(list, b.Request)
	case *Duplicate:
		return append(list, b.Request)
	case *Refuse:
		return append(list, b.Request)
	case *Park:
		return append(list, b.Request)
	case *Complete:
		return append(list, b.Request)
	case *Expire:
		return append(list, b.Request)
	case *Response:
		return append(list, b.Request)
	case *Throttle:
		return append(list, b.Request)
	case *Timer:
		return append(list, b.Request)
	case *Acknowledge:
		return append(list, b.Request)
	case *Fail:
		if b.Request > 0 {
			return append(list, b.Request)
		}
	case *Retry:
		return append(list, b.Request)
	case *Late:
		return append(list, b.Request)
	case *Cancel:
		return append(list, b.Produce...)
	case *Client:
		return append(list, b.Produce...)
	}
	return list
}

// AppendLine appends e as one line of the result, with its newline: a JSON object whose keys are the words of the
// script in camelCase, always in the same order.
func (e *Event) AppendLine(b []byte, names encode.Names) []byte {
	k, p := kindOf(e.Body)
	w := encode.Writer{B: append(b, '{')}
	w.Int("n", int64(e.N))
	w.Time("t", e.T)
	w.String("kind", k.name)
	if e.Cause != None {
		w.Int("cause", int64(e.Cause))
	}
	w.Members(&k.members, p, names)
	return append(w.B, '}', '\n')
}

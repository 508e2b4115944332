package event

import (
	"highwater/core/internal/encode"
	"highwater/core/internal/protocol"
)

// Names resolves the indices in an event to the words of the script.
type Names interface {
	// Topic is the topic's name and the partition's number in it.
	Topic(partition PartitionIndex) (string, int)
	// TopicName is the name of a topic.
	TopicName(topic TopicIndex) string
	// Producer is the id of a producer of the script.
	Producer(index ProducerIndex) string
	// Consumer is the id of a consumer of the script.
	Consumer(index ConsumerIndex) string
}

// AppendLine appends e as one line of the result, with its newline: a JSON object whose keys are the words of the
// script in camelCase, always in the same order.
func (e *Event) AppendLine(b []byte, names Names) []byte {
	w := writer{encode.Writer{B: append(b, '{')}, names}
	w.Int("n", int64(e.N))
	w.Time("t", e.T)
	w.String("kind", e.Body.Kind())
	if e.Cause != None {
		w.Int("cause", int64(e.Cause))
	}
	e.Body.appendMembers(&w)
	return append(w.B, '}', '\n')
}

// writer appends the members of one event. Its methods are kept from being inlined, as encode.Writer's are.
type writer struct {
	encode.Writer
	names Names
}

//go:noinline
func (w *writer) partition(index PartitionIndex) {
	if index != None {
		topic, number := w.names.Topic(index)
		w.String("topic", topic)
		w.Int("partition", int64(number))
	}
}

func (w *writer) topic(index TopicIndex) {
	if index != None {
		w.String("topic", w.names.TopicName(index))
	}
}

//go:noinline
func (w *writer) producer(index ProducerIndex) {
	if index != None {
		w.String("producer", w.names.Producer(index))
	}
}

func (w *writer) consumer(index ConsumerIndex) { w.String("consumer", w.names.Consumer(index)) }

//go:noinline
func (w *writer) error(name string, e protocol.Error) { w.String(name, e.String()) }

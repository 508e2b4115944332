package event

import (
	"highwater/core/internal/encode"
	"highwater/core/internal/protocol"
)

// Names resolves the indices in an event to the words of the script.
type Names interface {
	// Topic is the topic's name and the partition's number in it.
	Topic(partition int32) (string, int)
	// Producer is the id of a producer of the script.
	Producer(index int32) string
	// Consumer is the id of a consumer of the script.
	Consumer(index int32) string
}

// AppendLine appends e as one line of the result, with its newline: a JSON object whose keys are the words of the
// script in camelCase, always in the same order.
func (e *Event) AppendLine(b []byte, names Names) []byte {
	w := writer{encode.Writer{B: append(b, '{')}, names}
	w.Int("n", int64(e.N))
	w.Time("t", e.T)
	w.String("kind", e.Kind.String())
	if e.Cause != None {
		w.Int("cause", int64(e.Cause))
	}
	lines[e.Kind](&w, e)
	return append(w.B, '}', '\n')
}

var lines = [numKinds]func(*writer, *Event){
	Step: func(w *writer, e *Event) {
		w.Int("step", int64(e.Index))
		w.String("verb", e.Verb)
		if e.Unchanged {
			w.Bool("changed", false)
		}
	},
	Enqueue: func(w *writer, e *Event) { w.record(e) },
	Batch: func(w *writer, e *Event) {
		w.producer(e)
		w.partition(e.Partition)
		w.Int("records", int64(e.Count))
	},
	Request: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.producer(e)
		w.broker(e.Broker)
		w.String("acks", e.Acks.String())
		w.Time("timeoutMs", e.Span)
		w.items(e, func(it Item) { w.Int("records", int64(len(it.Records))) })
	},
	Unsent: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.items(e, func(it Item) { w.Int("records", int64(len(it.Records))) })
	},
	Receive: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.broker(e.Broker)
		if e.Queued {
			w.Bool("queued", true)
		}
	},
	Append: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.at(e)
		w.Int("baseOffset", e.From)
		w.Int("lastOffset", e.To-1)
		w.Int("leaderEpoch", int64(e.Epoch))
	},
	Refuse: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.at(e)
		w.String("error", e.Error.String())
		if e.Error == protocol.NotEnoughReplicas {
			w.Int("isrSize", e.From)
			w.Int("effectiveMinIsr", e.To)
		}
	},
	Park: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.broker(e.Broker)
		w.Time("deadline", e.Deadline)
		w.items(e, func(it Item) { w.Int("requiredOffset", it.Offset) })
	},
	Check: func(w *writer, e *Event) {
		w.at(e)
		w.Int("completed", int64(e.Count))
	},
	Complete: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.broker(e.Broker)
		w.String("by", e.By.String())
	},
	Expire: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.broker(e.Broker)
		w.Int("pending", int64(e.Count))
	},
	Response: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.broker(e.Broker)
		if e.Closed {
			w.Bool("connectionClosed", true)
			return
		}
		w.items(e, func(it Item) {
			w.String("error", it.Error.String())
			w.Int("baseOffset", it.Offset)
		})
	},
	Fetch: func(w *writer, e *Event) {
		w.broker(e.Broker)
		w.Int("follower", int64(e.Peer))
		w.items(e, func(it Item) {
			w.Int("fetchOffset", it.Offset)
			w.error(it.Error)
		})
		w.Bool("parked", e.Parked)
	},
	FetchResponse: func(w *writer, e *Event) {
		w.broker(e.Broker)
		w.Int("follower", int64(e.Peer))
		w.Int("records", int64(e.Count))
		w.String("reason", e.Reason.String())
		w.error(e.Error)
	},
	Replicate: func(w *writer, e *Event) {
		w.at(e)
		w.Int("leader", int64(e.Peer))
		w.Int("baseOffset", e.From)
		w.Int("lastOffset", e.To-1)
	},
	HighWatermark: func(w *writer, e *Event) {
		w.at(e)
		w.Int("from", e.From)
		w.Int("to", e.To)
		w.Bool("leader", e.Leads)
	},
	ISR: func(w *writer, e *Event) {
		w.at(e)
		w.Set("from", e.FromSet)
		w.Set("to", e.ToSet)
		w.String("state", e.State.String())
		if e.State == Rejected {
			w.String("error", e.Error.String())
		}
	},
	Partition: func(w *writer, e *Event) {
		w.partition(e.Partition)
		w.Int("leader", int64(e.Leader))
		w.Int("leaderEpoch", int64(e.Epoch))
		w.Int("partitionEpoch", int64(e.PartitionEpoch))
		w.Set("isr", e.ToSet)
		w.Set("elr", e.ELR)
		w.Set("lastKnownElr", e.LastKnown)
		w.Bool("recovering", e.Recovering)
	},
	Config: func(w *writer, e *Event) {
		switch e.Scope {
		case TopicScope:
			topic, _ := w.names.Topic(e.Partition)
			w.String("topic", topic)
		case BrokerScope:
			w.broker(e.Broker)
		}
		w.String("key", e.Key)
		w.Int("value", e.Number)
		w.error(e.Error)
	},
	Timer: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.broker(e.Broker)
		w.String("action", e.Action.String())
		if e.Level >= 0 { // else it was expired before it came to any
			w.Int("level", int64(e.Level))
			w.Int("bucket", int64(e.Bucket))
		}
		w.Int("expiration", e.ExpirationMs)
	},
	Process: func(w *writer, e *Event) {
		w.broker(e.Broker)
		w.String("state", e.Process.String())
	},
	Register: func(w *writer, e *Event) {
		w.broker(e.Broker)
		if e.Error == protocol.None {
			w.Int("brokerEpoch", e.Number)
			w.Bool("clean", e.Clean)
		}
		w.error(e.Error)
	},
	Fence:    func(w *writer, e *Event) { w.broker(e.Broker) },
	Unfence:  func(w *writer, e *Event) { w.broker(e.Broker) },
	ShutDown: func(w *writer, e *Event) { w.broker(e.Broker) },
	Leader: func(w *writer, e *Event) {
		w.partition(e.Partition)
		w.Int("leader", int64(e.Leader))
		w.Int("leaderEpoch", int64(e.Epoch))
		w.Set("isr", e.ToSet)
		w.Set("elr", e.ELR)
		w.String("election", e.Election.String())
	},
	Role: func(w *writer, e *Event) {
		w.at(e)
		w.Bool("leads", e.Leads)
		w.Int("leader", int64(e.Leader))
		w.Int("leaderEpoch", int64(e.Epoch))
		w.Int("logEndOffset", e.From)
	},
	Truncate: func(w *writer, e *Event) {
		w.at(e)
		w.Int("from", e.From)
		w.Int("to", e.To)
		w.String("reason", e.Reason.String())
	},
	Duplicate: func(w *writer, e *Event) {
		w.Int("request", int64(e.Request))
		w.at(e)
		w.Int("baseOffset", e.From)
		w.Int("lastOffset", e.To-1)
	},
	Disconnect: func(w *writer, e *Event) {
		w.broker(e.Broker)
		w.Int("leader", int64(e.Peer))
	},
	Visible: func(w *writer, e *Event) {
		w.String("consumer", w.names.Consumer(e.Consumer))
		w.at(e)
		w.Int("from", e.From)
		w.Int("offset", e.To-1)
	},
	Acknowledge: func(w *writer, e *Event) {
		w.record(e)
		w.Int("request", int64(e.Request))
		if e.Offset >= 0 {
			w.Int("offset", e.Offset)
		}
	},
	Fail: func(w *writer, e *Event) {
		w.record(e)
		if e.Request != 0 {
			w.Int("request", int64(e.Request))
		}
		w.String("error", e.Error.String())
		if e.Told != InCallback {
			w.String("told", e.Told.String())
		}
	},
	Retry: func(w *writer, e *Event) {
		w.producer(e)
		w.partition(e.Partition)
		w.Int("request", int64(e.Request))
		w.Int("attempt", int64(e.Count))
		w.String("error", e.Error.String())
	},
	Cancel: func(w *writer, e *Event) {
		w.producer(e)
		w.broker(e.Broker)
		w.Int("requests", int64(e.Count))
		w.String("error", e.Error.String())
	},
	Block: func(w *writer, e *Event) { w.record(e) },
	Return: func(w *writer, e *Event) {
		w.producer(e)
		w.String("verb", e.Verb)
		if e.Value != "" {
			w.String("value", e.Value)
		}
		w.Time("tookMs", e.Span)
		w.error(e.Error)
	},
}

// writer appends the members of one event.
type writer struct {
	encode.Writer
	names Names
}

func (w *writer) partition(index int32) {
	topic, number := w.names.Topic(index)
	w.String("topic", topic)
	w.Int("partition", int64(number))
}

func (w *writer) broker(id protocol.NodeID) { w.Int("broker", int64(id)) }

// at says where: the partition and the broker.
func (w *writer) at(e *Event) {
	w.partition(e.Partition)
	w.broker(e.Broker)
}

// error tells of an error, where there is one.
func (w *writer) error(e protocol.Error) {
	if e != protocol.None {
		w.String("error", e.String())
	}
}

func (w *writer) producer(e *Event) {
	if e.Producer != None {
		w.String("producer", w.names.Producer(e.Producer))
	}
}

func (w *writer) record(e *Event) {
	w.producer(e)
	w.String("value", e.Value)
	if e.Partition != None {
		w.partition(e.Partition)
	}
}

func (w *writer) items(e *Event, rest func(Item)) {
	w.List("partitions", len(e.Items), func(i int) {
		w.partition(e.Items[i].Partition)
		rest(e.Items[i])
	})
}

package why

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

// SubjectsOf returns what an event is about: each request, or else the replica, the partition or the broker; nothing,
// where it is about none of these.
func SubjectsOf(e *event.Event) (list []Subject) {
	var room [4]int32
	for _, number := range e.AppendRequests(room[:0]) {
		list = append(list, Subject{Kind: Request, Number: number})
	}
	if len(list) > 0 {
		return list
	}
	replica := func(partition event.PartitionIndex, id protocol.NodeID) []Subject {
		return []Subject{{Kind: Replica, Partition: partition, Broker: id}}
	}
	of := func(partition event.PartitionIndex) []Subject {
		return []Subject{{Kind: HighWatermark, Partition: partition}}
	}
	broker := func(id protocol.NodeID) []Subject { return []Subject{{Kind: Broker, Broker: id}} }
	switch b := e.Body.(type) {
	case *event.Replicate:
		return replica(b.Partition, b.Broker)
	case *event.Truncate:
		return replica(b.Partition, b.Broker)
	case *event.Role:
		return replica(b.Partition, b.Broker)
	case *event.HighWatermark:
		return of(b.Partition)
	case *event.ISR:
		return of(b.Partition)
	case *event.Leader:
		return of(b.Partition)
	case *event.Partition:
		return of(b.Partition)
	case *event.Process:
		return broker(b.Broker)
	case *event.Controller:
		return []Subject{{Kind: Controller}}
	case *event.Fence:
		return broker(b.Broker)
	case *event.Unfence:
		return broker(b.Broker)
	case *event.ShutDown:
		return broker(b.Broker)
	case *event.Register:
		return broker(b.Broker)
	}
	return nil
}

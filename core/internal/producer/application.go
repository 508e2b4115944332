package producer

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/list"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// verb is what the application asks for.
type verb uint8

const (
	sendVerb verb = iota
	flushVerb
	closeVerb
)

var verbNames = [...]string{"send", "flush", "close"}

// stage is how far a call has come.
type stage uint8

const (
	queued      stage = iota // behind another call of its thread
	forMetadata              // it waits for its topic, or its partition, to be known
	forMemory
	forBatches // a flush
	forEnd     // a close
)

// call is a call of the application that has not come back.
type call struct {
	id     int32
	thread int32
	verb   verb
	stage  stage
	cause  int32

	begunMs    int64
	deadlineMs int64 // when it waits no longer; never: it has none

	// Of a send.
	Record
	record    record
	version   int32     // of the metadata; it waits for one after
	remaining int64     // ms of max.block.ms
	view      topicView // of one that waits for memory
	reserved  int32     // memory for a batch of its own
	partition int32     // index
	choice    int32     // the sticky choice that it went by; -1: it went by none
	threw     bool

	serial    int64 // of a flush: of the youngest batch it waits for
	timeoutMs int64 // of a close
}

// enter begins a call, or lets it wait for the one before on its thread.
func (c *Client) enter(k call) {
	c.lastCall++
	k.id = c.lastCall
	c.calls = append(slices.Clip(c.calls), k)
	c.application()
	i := slices.IndexFunc(c.calls, func(other call) bool { return other.id == k.id })
	if i < 0 || k.verb != sendVerb {
		return
	}
	c.fx.Emit(k.cause, &event.Block{
		Producer: c.index, Record: k.Payload.Number, Value: k.Payload.Value, Partition: c.namedPartition(&k),
	})
}

// namedPartition is the partition that a send names; event.None where it names none, or one that there is not.
func (c *Client) namedPartition(k *call) int32 {
	if k.Number < 0 || k.Number >= c.topics[k.Topic].Most {
		return event.None
	}
	return c.topics[k.Topic].First + k.Number
}

// application lets every call go on that can, until none can any more. A loop that spins sees at once what they do.
func (c *Client) application() {
	for c.applicationOnce() {
		c.woken = c.woken || c.spins
	}
}

// applicationOnce lets the first call go on that can; it tells whether there was one.
func (c *Client) applicationOnce() bool {
	var threads uint64
	for i := range c.calls {
		k := c.calls[i]
		if threads&(1<<k.thread) != 0 {
			continue
		}
		threads |= 1 << k.thread
		before := k
		over := c.goOn(&k)
		at := slices.IndexFunc(c.calls, func(other call) bool { return other.id == k.id })
		if over {
			c.calls = list.Without(c.calls, at)
			return true
		}
		c.calls[at] = k
		if k.stage != before.stage || k.version != before.version {
			return true
		}
	}
	return false
}

// goOn lets a call go on; it tells whether it has come back.
func (c *Client) goOn(k *call) (over bool) {
	began := k.stage == queued
	if began {
		k.begunMs, k.deadlineMs = c.nowMs, never
	}
	switch k.verb {
	case sendVerb:
		over = c.goOnSending(k)
	case flushVerb:
		over = c.goOnFlushing(k)
	default:
		over = c.goOnClosing(k)
	}
	if over && !k.threw && (!began || k.verb != sendVerb) {
		c.returns(k, protocol.None)
	}
	return over
}

func (c *Client) returns(k *call, e protocol.Error) {
	c.fx.Emit(k.cause, &event.Return{
		Producer: c.index, Verb: verbNames[k.verb], Value: k.Payload.Value, Took: vtime.AtMs(c.nowMs - k.begunMs), Error: e,
	})
}

// applicationUntil is when a call waits no longer.
func (c *Client) applicationUntil() int64 {
	until := never
	for i := range c.calls {
		if c.calls[i].stage != queued {
			until = min(until, c.calls[i].deadlineMs)
		}
	}
	return until
}

// flushing tells whether a flush is under way.
func (c *Client) flushing() bool {
	return slices.ContainsFunc(c.calls, func(k call) bool { return k.stage == forBatches })
}

// goOnFlushing makes everything leave, and waits for the batches that there are now
// (KafkaProducer.flush, RecordAccumulator.awaitFlushCompletion).
func (c *Client) goOnFlushing(k *call) bool {
	if k.stage == queued {
		k.stage, k.serial = forBatches, c.serial
		c.woken = true
	}
	return !slices.ContainsFunc(c.incomplete, func(id int32) bool { return c.batches[id].serial <= k.serial })
}

// ioThread is the client's own thread, on which callbacks run.
const ioThread = 63

// askInCallback carries out a call that a callback makes. It may not wait for anything: a flush is refused, and a close
// does not wait.
func (c *Client) askInCallback(k call) {
	k.thread = ioThread
	switch k.verb {
	case flushVerb:
		k.begunMs = c.nowMs
		c.returns(&k, protocol.CalledInCallback)
	case closeVerb:
		k.begunMs = c.nowMs
		c.beginClosing(true)
		c.returns(&k, protocol.None)
	default:
		c.enter(k)
	}
}

package producer

import (
	"slices"

	"highwater/core/internal/event"
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

// call is a call of the application that has not returned.
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
	version   int32          // of the metadata; it waits for one after
	remaining int64          // ms of max.block.ms
	view      topicView      // of one that waits for memory
	reserved  int32          // memory for a batch of its own
	partition int32          // index
	choice    int32          // the sticky choice that it went by; -1: it went by none
	thrown    protocol.Error // the exception that it ended with

	serial    int64 // of a flush: of the youngest batch it waits for
	timeoutMs int64 // of a close
}

// enter begins a call, or lets it wait for the one before on its thread.
func (c *Client) enter(k call) {
	c.lastCall++
	k.id = c.lastCall
	if c.busy(k.thread) {
		c.behind.add(k)
	} else {
		c.calls = append(c.calls, k)
	}
	c.application()
	if c.behind.has(k.id) {
		c.tellBlock(&k)
	}
}

// busy reports whether a call of a thread has begun and not returned.
func (c *Client) busy(thread int32) bool {
	return slices.ContainsFunc(c.calls, func(k call) bool { return k.thread == thread })
}

// comesBack ends a call, and lets the next one of its thread begin.
func (c *Client) comesBack(k *call) {
	c.calls = slices.DeleteFunc(c.calls, func(other call) bool { return other.id == k.id })
	next, ok := c.behind.take(k.thread)
	if !ok {
		return
	}
	at, _ := slices.BinarySearchFunc(c.calls, next.id, byID)
	c.calls = slices.Insert(c.calls, at, next)
}

// waits is what a call waits for at each stage.
var waits = [...]event.Wait{
	queued: event.ForCall, forMetadata: event.ForMetadata, forMemory: event.ForMemory, forBatches: event.ForBatches,
	forEnd: event.ForEnd,
}

// tellBlock reports what a call waits for.
func (c *Client) tellBlock(k *call) {
	e := &event.Block{Producer: c.index, Verb: verbNames[k.verb], Partition: event.None, WaitsFor: waits[k.stage]}
	if k.verb == sendVerb {
		e.Record, e.Value, e.Partition = k.Payload.Number, k.Payload.Value, c.namedPartition(k)
	}
	if k.stage == forMemory {
		e.Partition, e.Bytes, e.Held = k.partition, int64(k.reserved), c.held()
	}
	c.fx.Emit(k.cause, e)
}

// held returns how much memory of the pool the batches of each partition hold.
func (c *Client) held() (held []event.HeldMemory) {
	held = make([]event.HeldMemory, len(c.queues))
	for i := range c.batches {
		if b := &c.batches[i]; b.reserved {
			of := &held[b.partition]
			of.Partition, of.Batches, of.Bytes = b.partition, of.Batches+1, of.Bytes+int64(b.capacity)
		}
	}
	return slices.DeleteFunc(held, func(of event.HeldMemory) bool { return of.Batches == 0 })
}

// namedPartition returns the partition that a send names; event.None if it names none, or one that does not exist.
func (c *Client) namedPartition(k *call) int32 {
	if k.Number < 0 || k.Number >= c.topics[k.Topic].Most {
		return event.None
	}
	return c.topics[k.Topic].First + k.Number
}

// application advances every call that can go on, until none can. A spinning loop sees their effects at once.
func (c *Client) application() {
	for c.applicationOnce() {
		c.woken = c.woken || c.spins
	}
}

// applicationOnce advances the first call that can go on, and reports whether there was one.
func (c *Client) applicationOnce() bool {
	for i := 0; i < len(c.calls); i++ { // callbacks may change the list
		k := c.calls[i]
		before := k
		if c.goOn(&k) {
			c.comesBack(&k)
			return true
		}
		at := slices.IndexFunc(c.calls, func(other call) bool { return other.id == k.id })
		c.calls[at] = k
		if k.stage != before.stage {
			c.tellBlock(&k)
		}
		if k.stage != before.stage || k.version != before.version {
			return true
		}
	}
	return false
}

// goOn advances a call, and reports whether it has returned.
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
	if over && (!began || k.verb != sendVerb) {
		c.returns(k, k.thrown)
	}
	return over
}

func (c *Client) returns(k *call, e protocol.Error) {
	c.fx.Emit(k.cause, &event.Return{
		Producer: c.index, Verb: verbNames[k.verb], Value: k.Payload.Value, Took: vtime.AtMs(c.nowMs - k.begunMs), Error: e,
	})
}

// applicationUntil returns when the first wait of a call ends.
func (c *Client) applicationUntil() int64 {
	until := never
	for i := range c.calls {
		until = min(until, c.calls[i].deadlineMs)
	}
	return until
}

// flushing reports whether a flush is under way.
func (c *Client) flushing() bool {
	return slices.ContainsFunc(c.calls, func(k call) bool { return k.stage == forBatches })
}

// goOnFlushing makes everything ready to be sent, and waits for the present batches (KafkaProducer.flush,
// RecordAccumulator.awaitFlushCompletion).
func (c *Client) goOnFlushing(k *call) bool {
	if k.stage == queued {
		k.stage, k.serial = forBatches, c.serial
		c.woken = true
	}
	return !slices.ContainsFunc(c.incomplete, func(id int32) bool {
		return !c.batches[id].over && c.batches[id].serial <= k.serial
	})
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

package producer

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

// Record is what an application sends.
type Record struct {
	Topic   int32
	Number  int32 // of the partition in its topic; -1: the client chooses
	Key     string
	HasKey  bool
	Payload protocol.Record
	// CompressedBytes is what it takes in a compressed batch; 0: as much as in another.
	CompressedBytes int32
}

// goOnSending advances a record on its way into a batch (KafkaProducer.doSend): its topic's metadata must be known, and
// there must be memory.
func (c *Client) goOnSending(k *call) bool {
	if k.stage == queued {
		k.partition = c.namedPartition(k)
		if c.closing {
			return c.refuse(k, protocol.ProducerClosed, event.Thrown)
		}
		k.remaining = c.config.MaxBlockMs
		if c.metadata.topics[k.Topic].invalid {
			return c.refuse(k, protocol.InvalidTopic, event.InCaller)
		}
		c.metadata.add(k.Topic, c.config.MetadataMaxIdleMs, c.nowMs)
		if !c.partitionKnown(k) {
			k.deadlineMs = c.nowMs + c.config.MaxBlockMs
			c.awaitMetadata(k)
			return false
		}
		return c.choose(k)
	}
	if k.stage == forMetadata {
		return c.goOnLooking(k)
	}
	return c.goOnAllocating(k)
}

func (c *Client) partitionKnown(k *call) bool {
	count := c.metadata.count(c.topics[k.Topic])
	return count > 0 && k.Number < count
}

// awaitMetadata asks for the topic's metadata and lets the call wait for the next answer.
func (c *Client) awaitMetadata(k *call) {
	c.metadata.add(k.Topic, c.config.MetadataMaxIdleMs, c.nowMs)
	k.stage, k.version = forMetadata, c.metadata.wantTopic(k.Topic)
	c.woken = true
}

// goOnLooking goes on with a call that waits for metadata (KafkaProducer.waitOnMetadata).
func (c *Client) goOnLooking(k *call) bool {
	switch {
	case c.over:
		return c.refuse(k, protocol.ProducerClosed, event.Thrown)
	case c.nowMs >= k.deadlineMs:
		return c.refuse(k, protocol.MetadataTimeout, event.InCaller)
	case c.metadata.updateVersion <= k.version:
		return false
	case c.metadata.topics[k.Topic].invalid:
		return c.refuse(k, protocol.InvalidTopic, event.InCaller)
	case !c.partitionKnown(k):
		c.awaitMetadata(k)
		return false
	}
	k.remaining = max(0, c.config.MaxBlockMs-(c.nowMs-k.begunMs))
	return c.choose(k)
}

// choose picks the partition if none is named, checks the size and puts the record into a batch
// (KafkaProducer.partition, ensureValidRecordSize).
func (c *Client) choose(k *call) bool {
	t := c.topics[k.Topic]
	if k.Number < 0 && k.HasKey && !c.config.IgnoreKeys {
		k.Number = partitionForKey(k.Key, c.metadata.count(t))
		k.partition = t.First + k.Number
	}
	k.record = record{
		Record: k.Payload, timestampMs: c.nowMs, keySize: -1, valueSize: k.Payload.Bytes, wire: k.CompressedBytes,
		cause: k.cause,
	}
	if k.HasKey {
		k.record.keySize = int32(len(k.Key))
	}
	k.record.KeyBytes = k.record.keySize
	size := int64(upperBound(k.record.keySize, k.record.valueSize))
	if size > c.config.MaxRequestSize || size > c.config.BufferMemory {
		return c.refuse(k, protocol.RecordTooLarge, event.InCaller)
	}
	k.deadlineMs = never
	return c.append(k)
}

// append adds the record to its partition's last batch, or to a new one once there is memory for that
// (RecordAccumulator.append).
func (c *Client) append(k *call) bool {
	for {
		if c.closing {
			return c.refuse(k, protocol.ProducerClosed, event.Thrown)
		}
		k.choice = -1
		if k.Number < 0 {
			s := c.peekSticky(k)
			k.partition, k.choice = c.topics[k.Topic].First+s.partition, s.choice
			if c.choiceChanged(k) {
				continue
			}
		}
		if a, ok := c.tryAppend(k.partition, k.record); ok {
			return c.accept(k, a)
		}
		if k.reserved > 0 {
			break
		}
		if allocated, over := c.allocate(k); !allocated {
			return over
		}
		if c.choiceChanged(k) {
			continue
		}
		break
	}
	a, ok := c.tryAppend(k.partition, k.record)
	if !ok {
		a = c.appendNew(k.partition, k.record, k.reserved)
		k.reserved = 0
	}
	return c.accept(k, a)
}

// choiceChanged reports whether the sticky choice has changed meanwhile. A switch that was put off while a batch was
// being filled is made when that is full or gone (RecordAccumulator.partitionChanged).
func (c *Client) choiceChanged(k *call) bool {
	if k.choice < 0 {
		return false
	}
	if c.stickies[k.Topic].choice == k.choice && c.allFull(k.partition) {
		c.produced(k, 0, true)
	}
	return c.stickies[k.Topic].choice != k.choice
}

// allocate reserves memory for a batch, as large as new ones are, or as this record needs. Without it the call waits,
// or is refused (BufferPool.allocate).
func (c *Client) allocate(k *call) (allocated, over bool) {
	size := max(c.config.BatchSize, int64(upperBound(k.record.keySize, k.record.valueSize)))
	k.reserved = int32(size)
	switch {
	case size > c.config.BufferMemory:
		k.reserved = 0
		return false, c.refuse(k, protocol.BatchAboveMemory, event.Thrown)
	case c.pool.take(size):
		return true, false
	case k.remaining == 0:
		k.reserved = 0
		return false, c.refuse(k, protocol.BufferExhausted, event.InCaller)
	}
	k.view = c.viewOf(k)
	k.stage, k.deadlineMs = forMemory, c.nowMs+k.remaining
	c.pool.wait(k.id, size)
	return false, false
}

// goOnAllocating goes on with a call that waits for memory.
func (c *Client) goOnAllocating(k *call) bool {
	switch {
	case c.pool.closed:
		c.pool.giveUp(k.id)
		k.reserved = 0
		return c.refuse(k, protocol.ProducerClosed, event.Thrown)
	case c.pool.gather(k.id):
		k.deadlineMs = never
		return c.append(k)
	case c.nowMs >= k.deadlineMs:
		c.pool.giveUp(k.id)
		k.reserved = 0
		return c.refuse(k, protocol.BufferExhausted, event.InCaller)
	}
	return false
}

// accept notes that a record is in a batch. The sender wakes when that fills a batch, or begins one.
func (c *Client) accept(k *call, a appended) bool {
	if k.reserved > 0 {
		c.pool.give(int64(k.reserved))
		k.reserved = 0
	}
	e := c.scratch.enqueued.New()
	e.Producer, e.Record, e.Value, e.Partition = c.index, k.record.Record.Number, k.record.Value, k.partition
	n := c.fx.Emit(k.cause, e)
	b := c.last(k.partition)
	b.records[len(b.records)-1].cause, b.cause = n, n
	if k.choice >= 0 {
		c.produced(k, a.bytes, c.allFull(k.partition))
	}
	if c.config.Idempotence && c.identity.failed() {
		return c.refuse(k, protocol.ProducerFailed, event.Thrown)
	}
	if a.full || a.new {
		c.woken = true
	}
	return true
}

// refuse tells the application that a record did not get into a batch, or that the producer is closed.
func (c *Client) refuse(k *call, e protocol.Error, told event.Told) bool {
	if k.reserved > 0 {
		c.pool.give(int64(k.reserved))
		k.reserved = 0
	}
	c.fx.Emit(k.cause, &event.Fail{
		Producer: c.index, Record: k.Payload.Number, Value: k.Payload.Value, Partition: k.partition, Error: e, Told: told,
	})
	if told == event.Thrown {
		k.thrown = e
	}
	return true
}

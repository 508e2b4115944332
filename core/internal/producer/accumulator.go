package producer

import (
	"slices"

	"highwater/core/internal/protocol"
)

// queue is one partition's batches (a deque of RecordAccumulator), and those of them in flight
// (Sender.inFlightBatches).
type queue struct {
	batches []int32 // not drained, first in front
	sent    []int32 // in the order of sending
	used    bool    // something was appended once
	muted   bool    // while a request is in flight, where only one may be
}

func (q queue) clone() queue {
	q.batches, q.sent = slices.Clone(q.batches), slices.Clone(q.sent)
	return q
}

// without takes a batch out of a list, which nobody may be going through.
func without(batches []int32, id int32) []int32 {
	i := slices.Index(batches, id)
	if i < 0 {
		return batches
	}
	return slices.Delete(batches, i, i+1)
}

// newBatch makes an empty batch and returns its id.
func (c *Client) newBatch(partition, capacity int32, createdMs int64) int32 {
	if len(c.unused) == 0 {
		c.unused = append(c.unused, int32(len(c.batches)))
		c.batches = append(c.batches, batch{})
	}
	id := c.unused[len(c.unused)-1]
	c.unused = c.unused[:len(c.unused)-1]
	c.serial++
	c.batches[id] = batch{
		partition: partition, capacity: capacity, serial: c.serial, estimate: c.ratios[c.topicOf(partition)],
		createdMs: createdMs, lastAttemptMs: createdMs, lastAppendMs: createdMs,
		sequence: noSequence, leaderEpoch: noSequence, cause: noCause,
	}
	c.batches[id].records = c.scratch.records.List(1)
	c.incomplete = append(c.incomplete, id)
	return id
}

// sweepEvery is how many batches have to end before the next sweep.
const sweepEvery = 64

// forgetEnded removes the batches that have ended from the list of those that have not.
func (c *Client) forgetEnded() {
	c.incomplete = slices.DeleteFunc(c.incomplete, func(id int32) bool { return c.batches[id].over })
}

// sweep forgets the batches that have ended and that nothing refers to any more.
func (c *Client) sweep() {
	if c.ended < sweepEvery {
		return
	}
	c.ended = 0
	c.forgetEnded()
	live := make([]bool, len(c.batches))
	note := func(ids []int32) {
		for _, id := range ids {
			live[id] = true
		}
	}
	note(c.incomplete)
	note(c.unused)
	for i := range c.queues {
		note(c.queues[i].batches)
		note(c.queues[i].sent)
		note(c.identity.partitions[i].inFlight)
	}
	for i := range c.connections {
		for j := range c.connections[i].flights {
			note(c.connections[i].flights[j].batches)
		}
	}
	for id := range live {
		if !live[id] {
			c.batches[id] = batch{}
			c.unused = append(c.unused, int32(id))
		}
	}
}

// last returns the batch that a partition's next record may join; nil: none.
func (c *Client) last(partition int32) *batch {
	q := c.queues[partition].batches
	if len(q) == 0 {
		return nil
	}
	return &c.batches[q[len(q)-1]]
}

// allFull reports whether a partition's queue has no batch that could take more.
func (c *Client) allFull(partition int32) bool {
	b := c.last(partition)
	return b == nil || b.isFull(c.config.Compressed)
}

// appended is the result of an append: the bytes the batches grew by, whether that filled one, and whether it is new.
type appended struct {
	bytes     int64
	full, new bool
}

// tryAppend adds a record to the partition's last batch. A batch without room is closed for appends
// (RecordAccumulator.tryAppend).
func (c *Client) tryAppend(partition int32, r record) (appended, bool) {
	b := c.last(partition)
	if b == nil {
		return appended{}, false
	}
	before := b.estimatedSize(c.config.Compressed)
	if !b.add(r, c.config.Compressed) {
		b.full = true
		return appended{}, false
	}
	b.lastAppendMs = c.nowMs
	return appended{
		bytes: int64(b.estimatedSize(c.config.Compressed) - before),
		full:  len(c.queues[partition].batches) > 1 || b.isFull(c.config.Compressed),
	}, true
}

// appendNew adds a record to a new batch, whose memory is reserved (RecordAccumulator.appendNewBatch).
func (c *Client) appendNew(partition int32, r record, capacity int32) appended {
	id := c.newBatch(partition, capacity, c.nowMs)
	b, q := &c.batches[id], &c.queues[partition]
	b.reserved, b.cause = true, r.cause
	b.add(r, c.config.Compressed)
	q.batches = append(q.batches, id)
	q.used = true
	return appended{
		bytes: int64(b.estimatedSize(c.config.Compressed)), new: true,
		full: len(q.batches) > 1 || b.isFull(c.config.Compressed),
	}
}

// topicView is what a call knows of its topic: how many partitions there are, and the numbers of those with a leader. A
// call keeps it while it waits for memory, though the client may forget the topic meanwhile (the Cluster that
// KafkaProducer.doSend hands on).
type topicView struct {
	partitions int32
	led        []int32
}

// viewOf returns a call's topic as the call knows it: as it was when the call began to wait for memory, or else as it
// is.
func (c *Client) viewOf(k *call) topicView {
	if k.view.partitions > 0 {
		return k.view
	}
	t := c.topics[k.Topic]
	v := topicView{partitions: c.metadata.count(t)}
	for n := range v.partitions {
		if c.metadata.leader(t.First+n) != protocol.NoLeader {
			v.led = append(v.led, n)
		}
	}
	return v
}

// peekSticky returns where records of a topic go that name no partition and no key
// (BuiltInPartitioner.peekCurrentPartition- Info).
func (c *Client) peekSticky(k *call) *sticky {
	s := &c.stickies[k.Topic]
	if s.partition < 0 {
		c.chooseSticky(k)
	}
	return s
}

func (c *Client) chooseSticky(k *call) {
	s, v := &c.stickies[k.Topic], c.viewOf(k)
	s.partition = pick(int32(c.random.next()>>33), s.loads, v.led, v.partitions)
	s.bytes = 0
	s.choice++
}

// produced counts bytes that went to the sticky partition, and chooses again when they are enough.
func (c *Client) produced(k *call, bytes int64, full bool) {
	s := &c.stickies[k.Topic]
	s.bytes += bytes
	if switches(s.bytes, c.config.BatchSize, full) {
		c.chooseSticky(k)
	}
}

// reenqueue puts a failed batch back to be sent again: in its place by number, or, without numbers, in front of all
// (RecordAccumulator.reenqueue).
func (c *Client) reenqueue(id int32) {
	b := &c.batches[id]
	b.reenqueued(c.nowMs)
	q := &c.queues[b.partition]
	q.sent = without(q.sent, id)
	c.insert(id)
}

// insert puts a batch in its place by number, or, without numbers, in front of all
// (RecordAccumulator.insertInSequenceOrder).
func (c *Client) insert(id int32) {
	b := &c.batches[id]
	q := &c.queues[b.partition]
	at := 0
	if c.config.Idempotence {
		for at < len(q.batches) {
			if other := &c.batches[q.batches[at]]; !other.hasSequence() || other.sequence >= b.sequence {
				break
			}
			at++
		}
	}
	q.batches = slices.Insert(q.batches, at, id)
}

// splitAndReenqueue makes several batches out of one that the broker found too large, and puts them in front
// (RecordAccumulator.splitAndReenqueue, ProducerBatch.split). They are of the size that new batches have, or, when the
// large one came of a split already, of half its size.
func (c *Client) splitAndReenqueue(id int32) {
	big := c.batches[id]
	topic := c.topicOf(big.partition)
	c.ratios[topic] = max(1, big.ratio())
	target := int32(c.config.BatchSize)
	if big.split {
		target = max(big.largest, big.size/2)
	}
	var parts []int32
	for _, r := range big.records {
		if len(parts) > 0 && c.batches[parts[len(parts)-1]].add(r, c.config.Compressed) {
			continue
		}
		part := c.newBatch(big.partition, max(upperBound(r.keySize, r.valueSize), target), big.createdMs)
		b := &c.batches[part]
		b.serial, b.split, b.cause = big.serial, true, big.cause
		b.add(r, c.config.Compressed)
		parts = append(parts, part)
	}
	sequence := big.sequence
	for _, part := range parts {
		b := &c.batches[part]
		b.full = true
		if big.hasSequence() {
			b.number(big.numbering, sequence)
			sequence += int32(len(b.records))
		}
	}
	for i := len(parts) - 1; i >= 0; i-- {
		if c.config.Idempotence {
			c.identity.track(c.batches, parts[i])
		}
		c.insert(parts[i])
	}
}

// deallocate returns a batch's memory to the pool, once.
func (c *Client) deallocate(id int32) {
	b := &c.batches[id]
	if b.reserved {
		b.reserved = false
		c.pool.give(int64(b.capacity))
	}
}

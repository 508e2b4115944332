package producer

import (
	"highwater/core/internal/protocol"
)

// drained is what leaves for one broker.
type drained struct {
	node    protocol.NodeID
	batches []int32
}

// drain collects what each of some brokers is to be sent (RecordAccumulator.drain).
func (c *Client) drain(nodes []protocol.NodeID) []drained {
	all := c.scratch.drained[:0]
	for _, node := range nodes {
		if batches := c.drainNode(node); len(batches) > 0 {
			all = append(all, drained{node, batches})
		}
	}
	c.scratch.drained = all
	return all
}

// led returns the partitions that a broker leads, in the order in which drains walk them.
func (c *Client) led(node protocol.NodeID) []int32 {
	partitions := c.scratch.led[:0]
	for _, p := range c.walk {
		if c.metadata.leader(p) == node {
			partitions = append(partitions, p)
		}
	}
	c.scratch.led = partitions
	return partitions
}

// drainNode takes the first batch of each partition that a broker leads, as far as the request may grow, beginning with
// the partition it came to last time (RecordAccumulator.drainBatchesForOneNode).
func (c *Client) drainNode(node protocol.NodeID) (batches []int32) {
	led := c.led(node)
	if len(led) == 0 {
		return nil
	}
	size := int64(0)
	start := int(c.drainFrom[node]) % len(led)
	for i := range led {
		at := (start + i) % len(led)
		c.drainFrom[node] = int32(at)
		q := &c.queues[led[at]]
		if q.muted || len(q.batches) == 0 {
			continue
		}
		id := q.batches[0]
		b := &c.batches[id]
		b.follow(c.metadata.epoch(led[at]))
		if c.backsOff(b) {
			continue
		}
		if size+int64(b.estimatedSize(c.config.Compressed)) > c.config.MaxRequestSize && len(batches) > 0 {
			break
		}
		if c.config.Idempotence && c.holdsBack(b) {
			break
		}
		q.batches = q.batches[1:]
		if c.config.Idempotence && !b.hasSequence() {
			c.number(id)
		}
		topic := c.topicOf(b.partition)
		c.ratios[topic] = updatedRatio(c.ratios[topic], b.close(c.config.Compressed))
		size += int64(b.size)
		if batches == nil {
			batches = c.scratch.ids.List(len(led) - i)
		}
		batches = append(batches, id)
		b.cause = max(b.cause, c.metadata.partitions[b.partition].cause)
		if !b.retry {
			c.tellBatch(b)
		}
	}
	return batches
}

// holdsBack reports whether an idempotent producer may not send a batch now: it has no producer id, or what was sent
// before must be settled first (RecordAccumulator.shouldStopDrainBatchesForPartition).
func (c *Client) holdsBack(b *batch) bool {
	s := &c.identity.partitions[b.partition]
	switch {
	case !c.identity.numbering.valid:
		return true
	case !b.hasSequence():
		return len(s.inFlight) > 0 && s.numbering != c.identity.numbering || s.unresolved != noSequence
	case len(s.inFlight) > 0:
		return b.sequence != c.batches[s.inFlight[0]].sequence
	}
	return false
}

// number gives a batch its partition's next sequence numbers. A partition that is behind the producer's epoch begins
// again from 0 (TransactionManager.maybeUpdateProducerIdAndEpoch).
func (c *Client) number(id int32) {
	b := &c.batches[id]
	s := &c.identity.partitions[b.partition]
	if !c.identity.failed() && s.numbering != c.identity.numbering && len(s.inFlight) == 0 {
		c.identity.restart(c.batches, b.partition)
	}
	b.number(c.identity.numbering, s.next)
	s.next = protocol.AddSequence(s.next, int64(len(b.records)))
	c.identity.track(c.batches, id)
}

func (c *Client) tellBatch(b *batch) {
	e := c.scratch.batched.New()
	e.Producer, e.Partition, e.Records = c.index, b.partition, int32(len(b.records))
	b.cause = c.fx.Emit(b.cause, e)
}

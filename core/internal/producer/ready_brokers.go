package producer

import (
	"math"
	"slices"

	"highwater/core/internal/protocol"
)

// never is a delay without an end.
const never int64 = math.MaxInt64

// readiness is which brokers have something to be sent (RecordAccumulator.ReadyCheckResult).
type readiness struct {
	nodes   []protocol.NodeID // ascending
	delayMs int64             // when it is worth looking again
	unknown []int32           // topics with something to send and a partition without a leader
}

// nodeStats is when a broker last had something to be sent, and when it could take it
// (RecordAccumulator.NodeLatencyStats).
type nodeStats struct {
	known             bool
	readyMs, drainsMs int64
}

// ready looks at the first batch of every partition (RecordAccumulator.ready).
func (c *Client) ready() readiness {
	r := readiness{delayMs: never, nodes: c.scratch.ready[:0]}
	for topic := range c.topics {
		c.readyTopic(int32(topic), &r)
	}
	c.scratch.ready = r.nodes
	return r
}

// readyTopic is ready for one topic. On the way it notes how long the queues are, for the sticky choice
// (RecordAccumulator.partitionReady).
func (c *Client) readyTopic(topic int32, r *readiness) {
	t := c.topics[topic]
	partitions, queued := c.scratch.partitions[:0], c.scratch.queued[:0]
	used, omitted := int32(0), false
	for n := range t.Most {
		q := &c.queues[t.First+n]
		if !q.used {
			continue
		}
		used++
		leader := c.metadata.leader(t.First + n)
		if leader != protocol.NoLeader {
			partitions, queued = append(partitions, n), append(queued, int32(len(q.batches)))
		}
		if len(q.batches) == 0 {
			continue
		}
		backingOff, full := c.look(t.First + n)
		if leader == protocol.NoLeader {
			if !slices.Contains(r.unknown, topic) {
				r.unknown = append(r.unknown, topic)
			}
			continue
		}
		if c.unavailable(leader) {
			partitions, queued = partitions[:len(partitions)-1], queued[:len(queued)-1]
			omitted = true
		}
		c.readyBatch(t.First+n, leader, backingOff, full, r)
	}
	c.scratch.partitions, c.scratch.queued = partitions, queued
	if !c.config.Adaptive || used < c.metadata.count(t) {
		queued = nil
	}
	complete := !omitted && len(queued) == int(used)
	c.stickies[topic].loads = loadsOf(partitions[:len(queued)], queued, complete)
}

// look reports whether the first batch of a partition is backing off, and whether it need not wait for more records.
func (c *Client) look(partition int32) (backingOff, full bool) {
	q := c.queues[partition].batches
	b := &c.batches[q[0]]
	b.follow(c.metadata.epoch(partition))
	return c.backsOff(b), takesNoMore(c.batches, q, c.config.Compressed)
}

// readyBatch judges one partition's first batch (RecordAccumulator.batchReady). Once its broker has something to be
// sent, the rest of that broker's partitions are not checked: they are drained with it, ready or not.
func (c *Client) readyBatch(partition int32, leader protocol.NodeID, backingOff, full bool, r *readiness) {
	if c.queues[partition].muted || slices.Contains(r.nodes, leader) {
		return
	}
	b := &c.batches[c.queues[partition].batches[0]]
	if backingOff {
		r.delayMs = min(r.delayMs, max(c.retryWait(b.attempts)-b.waitedMs(c.nowMs), 0))
		return
	}
	leftMs := c.lingerLeftMs(b, full)
	if leftMs == 0 {
		at := 0
		for at < len(r.nodes) && r.nodes[at] < leader {
			at++
		}
		r.nodes = slices.Insert(r.nodes, at, leader)
		return
	}
	r.delayMs = min(r.delayMs, leftMs)
}

// unavailable reports whether a broker has had something to be sent for longer than
// partitioner.availability.timeout.ms.
func (c *Client) unavailable(node protocol.NodeID) bool {
	s := &c.stats[node]
	return c.config.AvailabilityTimeoutMs > 0 && s.known && s.readyMs-s.drainsMs > c.config.AvailabilityTimeoutMs
}

// noteStats notes that a broker has something to be sent, and whether it can take it.
func (c *Client) noteStats(node protocol.NodeID, drains bool) {
	s, was := &c.stats[node], c.unavailable(node)
	if !s.known {
		*s = nodeStats{true, c.nowMs, c.nowMs}
	}
	if drains {
		s.drainsMs = c.nowMs
	}
	s.readyMs = c.nowMs
	c.changed = c.changed || c.unavailable(node) != was
}

// undrained reports whether anything is queued.
func (c *Client) undrained() bool {
	return slices.ContainsFunc(c.queues, func(q queue) bool { return len(q.batches) > 0 })
}

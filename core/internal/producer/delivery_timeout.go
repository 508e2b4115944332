package producer

import (
	"math"

	"highwater/core/internal/protocol"
)

// delivery.timeout.ms: how long a record may take from when its batch was made, with the wait in the accumulator and
// all attempts. When it is over the application is told, whatever happens to the batch.

// deriveDeliveryTimeout raises the delivery timeout to what it must be at least, linger.ms + request.timeout.ms, unless
// the application has asked for less: then that is a contradiction (KafkaProducer.configureDeliveryTimeout).
func (c *Config) deriveDeliveryTimeout(given bool) Contradiction {
	least := min(c.LingerMs+c.RequestTimeoutMs, math.MaxInt32)
	switch {
	case c.DeliveryTimeoutMs >= least:
	case given:
		return Contradiction{
			"delivery.timeout.ms", "less than linger.ms + request.timeout.ms: raise this, or lower one of those",
		}
	default:
		c.DeliveryTimeoutMs = least
	}
	return Contradiction{}
}

// expired reports whether a batch's time is over (ProducerBatch.hasReachedDeliveryTimeout).
func (c *Client) expired(b *batch) bool { return c.config.DeliveryTimeoutMs <= c.nowMs-b.createdMs }

// expiry returns the next instant, in ms, at which a batch's delivery.timeout.ms is over: of those queued and those in
// flight the first of each partition counts.
func (c *Client) expiry() int64 {
	next := never
	for p := range c.queues {
		q := &c.queues[p]
		if len(q.sent) > 0 {
			next = min(next, c.batches[q.sent[0]].createdMs+c.config.DeliveryTimeoutMs)
		}
		if len(q.batches) > 0 {
			next = min(next, c.batches[q.batches[0]].createdMs+c.config.DeliveryTimeoutMs)
		}
	}
	return next
}

// expire fails the batches whose delivery.timeout.ms is over, those queued first, and returns when the next will be. In
// each list the search ends at the first that has time left (Sender.getExpiredInflightBatches,
// RecordAccumulator.expiredBatches).
func (c *Client) expire() int64 {
	var queued, sent []int32
	for p := range c.queues {
		q := &c.queues[p]
		for len(q.sent) > 0 && c.expired(&c.batches[q.sent[0]]) {
			sent = append(sent, q.sent[0])
			q.sent = q.sent[1:]
		}
		for len(q.batches) > 0 && c.expired(&c.batches[q.batches[0]]) {
			queued = append(queued, q.batches[0])
			c.batches[q.batches[0]].full = true
			q.batches = q.batches[1:]
		}
	}
	next := c.expiry()
	for _, id := range append(queued, sent...) {
		c.failBatch(id, protocol.ProduceResult{Error: protocol.DeliveryTimeout}, false, c.batches[id].cause)
		if b := &c.batches[id]; c.config.Idempotence && b.retry {
			c.identity.partitions[b.partition].markUnresolved(b.lastSequence() + 1)
		}
	}
	return next
}

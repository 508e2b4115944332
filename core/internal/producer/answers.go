package producer

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

// complete handles the end of a request.
func (c *Client) complete(d *completion) {
	c.because = d.cause
	if d.flight.what == initRequest {
		c.takeID(d)
		return
	}
	c.handleProduce(d)
}

// handleProduce completes each batch of a produce request (Sender.handleProduceResponse).
func (c *Client) handleProduce(d *completion) {
	answer, _ := d.answer.(*protocol.ProduceResponse)
	if answer == nil {
		for _, id := range d.flight.batches {
			r := protocol.ProduceResult{Partition: c.batches[id].partition, Error: d.error, BaseOffset: -1, LogStart: -1}
			c.completeBatch(id, r, d)
		}
		return
	}
	for _, r := range answer.Results {
		i := slices.IndexFunc(d.flight.batches, func(id int32) bool { return c.batches[id].partition == r.Partition })
		if i >= 0 {
			c.completeBatch(d.flight.batches[i], r, d)
		}
	}
	for _, r := range answer.Results {
		if r.Leader > 0 && (r.Error == protocol.NotLeaderOrFollower || r.Error == protocol.FencedLeaderEpoch) {
			c.learnLeader(r.Partition, r.Leader, r.LeaderEpoch)
		}
	}
}

// completeBatch decides by one partition's result: the batch is split, sent again, failed or done
// (Sender.completeBatch). For a batch that has ended already only its numbers and its memory are updated.
func (c *Client) completeBatch(id int32, r protocol.ProduceResult, d *completion) {
	b := &c.batches[id]
	b.inFlight = false
	ended := b.outcome != pending
	if ended && (d.flight.answered || r.Error != protocol.None) {
		c.fx.Emit(d.cause, &event.Late{
			Producer: c.index, Partition: b.partition, Request: d.flight.id, Attempt: int32(b.attempts) + 1, Error: r.Error,
		})
	}
	switch {
	case r.Error == protocol.MessageTooLarge && len(b.records) > 1 && !ended:
		c.splitBatch(id, r, d)
	case r.Error == protocol.None:
		c.succeed(id, r, d)
	case c.mayRetry(b, r):
		c.tellRetry(id, r.Error, d)
		c.reenqueue(id)
	case r.Error == protocol.DuplicateSequenceNumber:
		c.succeed(id, r, d)
	default:
		c.failBatch(id, r, c.batches[id].attempts < c.config.Retries, d.cause)
	}
	if isStale(r.Error) {
		c.metadata.needFull = true
	}
	if ended {
		c.deallocate(id)
	}
	c.queues[c.batches[id].partition].muted = false
}

// mayRetry reports whether a batch is sent again: it has time and attempts left, and the error allows it
// (Sender.canRetry).
func (c *Client) mayRetry(b *batch, r protocol.ProduceResult) bool {
	if c.expired(b) || b.attempts >= c.config.Retries || b.outcome != pending {
		return false
	}
	if !c.config.Idempotence {
		return isRetriable(r.Error)
	}
	by := c.identity.partitions[b.partition].judge(r.Error, b.sequence, b.renumbered, r.LogStart)
	if by.bump {
		c.identity.wantBump(b.partition)
	}
	return by.retry
}

func (c *Client) tellRetry(id int32, e protocol.Error, d *completion) {
	b := &c.batches[id]
	b.cause = c.fx.Emit(d.cause, &event.Retry{
		Producer: c.index, Partition: b.partition, Request: d.flight.id, Attempt: int32(b.attempts) + 1, Error: e,
	})
}

// splitBatch puts smaller batches in the place of one that the broker found too large.
func (c *Client) splitBatch(id int32, r protocol.ProduceResult, d *completion) {
	c.tellRetry(id, r.Error, d)
	if c.config.Idempotence {
		c.identity.forget(c.batches, id)
	}
	c.splitAndReenqueue(id)
	c.batches[id].outcome = failed // Its records live on in others.
	c.finish(id)
}

// succeed reports success to the application, and notes the numbers as acknowledged
// (TransactionManager.handleCompletedBatch, ProducerBatch.complete).
func (c *Client) succeed(id int32, r protocol.ProduceResult, d *completion) {
	b := &c.batches[id]
	if c.config.Idempotence {
		lastOffset := int64(-1)
		if r.BaseOffset >= 0 {
			lastOffset = r.BaseOffset + int64(len(b.records)) - 1
		}
		c.identity.partitions[b.partition].acknowledged(b.lastSequence(), lastOffset)
		c.identity.forget(c.batches, id)
	}
	if b.outcome != pending {
		return
	}
	b.outcome = succeeded
	records, partition := b.records, b.partition // callbacks may make batches
	for i := range records {
		e := c.scratch.acknowledged.New()
		e.Producer, e.Record, e.Value, e.Partition = c.index, records[i].Number, records[i].Value, partition
		e.Request, e.Offset = d.flight.id, -1
		if r.BaseOffset >= 0 {
			e.Offset = r.BaseOffset + int64(i)
		}
		c.call(d.cause, e)
	}
	c.finish(id)
}

// failBatch reports failure to the application (Sender.failBatch). retriesLeft: an idempotent producer needs a new
// epoch then.
func (c *Client) failBatch(id int32, r protocol.ProduceResult, retriesLeft bool, cause int32) {
	if c.batches[id].outcome != pending {
		return
	}
	c.batches[id].outcome = failed
	attempt := int32(0)
	if !r.Error.OfClient() {
		attempt = int32(c.batches[id].attempts) + 1
	}
	c.tellFailure(id, r, attempt, cause)
	if c.config.Idempotence {
		c.identity.batchFailed(c.batches, id, r.Error, retriesLeft)
	}
	c.finish(id)
}

// tellFailure reports the failure of each record to the application: by the answer to an attempt, or, with attempt 0,
// for a reason of the client's own.
func (c *Client) tellFailure(id int32, r protocol.ProduceResult, attempt, cause int32) {
	c.changed = true
	b := &c.batches[id]
	for i, of := range b.records {
		e := &event.Fail{
			Producer: c.index, Record: of.Number, Value: of.Value, Partition: b.partition, Request: b.request,
			Error: recordError(r, int32(i)), Attempt: attempt,
		}
		if attempt > 0 && e.Error != r.Error {
			e.AttemptError = r.Error
		}
		c.call(cause, e)
	}
}

// call runs a record's callback.
func (c *Client) call(cause int32, body event.Body) {
	was := c.inCallback
	c.inCallback = true
	c.fx.Emit(cause, body)
	c.inCallback = was
}

// finish drops a batch that has ended. The memory of one that is on the wire is not free before its request has ended.
func (c *Client) finish(id int32) {
	b := &c.batches[id]
	b.over = true
	c.ended++
	if len(c.incomplete) < sweepEvery {
		c.incomplete = without(c.incomplete, id) // else all that have ended go together
	}
	q := &c.queues[b.partition]
	q.sent = without(q.sent, id)
	if !b.inFlight {
		c.deallocate(id)
	}
}

// abortAll fails every batch that has not ended, sent or not, and takes it out of its queue
// (RecordAccumulator.abortBatches).
func (c *Client) abortAll(e protocol.Error) {
	c.forgetEnded()
	incomplete := slices.Clone(c.incomplete)
	for _, id := range incomplete {
		c.batches[id].full, c.batches[id].outcome = true, aborted
	}
	for p := range c.queues {
		q := &c.queues[p]
		q.batches = slices.DeleteFunc(q.batches, func(id int32) bool { return c.batches[id].outcome == aborted })
	}
	for _, id := range incomplete {
		b := &c.batches[id]
		c.tellFailure(id, protocol.ProduceResult{Error: e}, 0, b.cause)
		c.finish(id)
	}
}

package producer

import "highwater/core/internal/vtime"

// A poll without a timeout ends at once, and where it has changed nothing, and neither has the turn before it, the loop
// spins: it turns all the time, and comes to the same until an answer arrives, the application does something, or the
// clock shows another millisecond. Kafka's sender spins while a broker is ready and has nothing that may be drained
// (Sender.sendProducerData); and all the time where request.timeout.ms is 0 (NetworkClient.poll).

// turnsPerMs is about how often the loop of the real client turns in a millisecond while it spins. That matters where
// each turn draws a wait anew, so that chance ends it (RecordAccumulator.shouldBackoff, Metadata.timeToNextUpdate).
const turnsPerMs = 50

// asksOnceMore reports whether the loop comes round once more in this millisecond to ask for metadata while another
// request for them is under way: with a request.timeout.ms of 0 it does that in every turn, as none waits for another
// then, and each turn writes a request, so that it is no spinning.
func (l *loop) asksOnceMore(nowMs int64) bool {
	if l.askedMs != nowMs {
		l.askedMs, l.asked = nowMs, 0
	}
	l.asked++
	return l.asked <= turnsPerMs
}

// afterSpinning returns when a loop that spins comes to something else, if nothing from outside changes anything
// before: at once, where another draw may tell otherwise, or else in the millisecond in which the first wait or timeout
// is over.
func (c *Client) afterSpinning() vtime.Time {
	left := c.spinMs()
	switch {
	case left == never:
		return vtime.Time(never)
	case left == 0 && c.draws < turnsPerMs:
		c.draws++
		return c.now
	}
	return vtime.AtMs(c.nowMs + max(left, 1))
}

// spinMs returns how many milliseconds it takes until something changes by itself; 0: chance may change it now.
func (c *Client) spinMs() int64 {
	least := never
	if !c.updating {
		least = spinToDraw(c.timeToUpdateBy(0, 0), c.timeToUpdateBy(1, 1))
	}
	if at := c.expiry(); at != never {
		least = min(least, at-c.nowMs)
	}
	for p := range c.queues {
		least = min(least, c.spinToBatch(int32(p)))
	}
	for i := range c.connections {
		least = min(least, c.spinToConnection(&c.connections[i]))
	}
	return least
}

// spinToDraw returns how long it takes until a draw may end a wait that has so long to go at least and at most.
func spinToDraw(shortestMs, longestMs int64) int64 {
	if longestMs <= 0 {
		return never // It is over, and that has changed nothing.
	}
	return max(shortestMs, 0)
}

// spinToBatch returns how long it takes until a partition's first batch has lingered, or may be sent again.
func (c *Client) spinToBatch(partition int32) int64 {
	q := &c.queues[partition]
	if len(q.batches) == 0 || q.muted {
		return never
	}
	b := &c.batches[q.batches[0]]
	full := takesNoMore(c.batches, q.batches, c.config.Compressed)
	return min(c.spinToLinger(b, full), c.spinToRetry(b))
}

// spinToConnection returns how long it takes until a node may be connected to, or is given up, or counts as
// unavailable.
func (c *Client) spinToConnection(k *connection) int64 {
	least := never
	switch left := c.delay(k.node); {
	case k.state == disconnected && left > 0:
		least = left
	case k.state == connecting:
		least = k.lastAttemptMs + k.setupMs + 1 - c.nowMs
	}
	for i := range k.flights {
		least = min(least, k.flights[i].sentMs+k.flights[i].throttleMs+c.config.RequestTimeoutMs+1-c.nowMs)
	}
	if c.throttled(k) {
		least = min(least, k.throttledUntilMs-c.nowMs)
	}
	if k.node > 0 && c.stats[k.node].known && c.config.AvailabilityTimeoutMs > 0 {
		left := c.stats[k.node].drainsMs + c.config.AvailabilityTimeoutMs + 1 - c.nowMs
		least = min(least, spinToDraw(left, left))
	}
	return least
}

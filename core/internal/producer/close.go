package producer

import "highwater/core/internal/protocol"

// goOnClosing ends the producer (KafkaProducer.close): nothing new is accepted, and what is left has the given time;
// then it fails.
func (c *Client) goOnClosing(k *call) bool {
	if k.stage == queued {
		k.stage = forEnd
		if k.timeoutMs != never {
			k.deadlineMs = c.nowMs + k.timeoutMs
		}
		c.beginClosing(k.timeoutMs == 0)
	}
	if !c.over && c.nowMs >= k.deadlineMs && !c.forced {
		c.beginClosing(true)
	}
	if c.forced {
		k.deadlineMs = never
	}
	return c.over
}

// beginClosing accepts no more records, and, if forced, gives up the present ones (Sender.initiateClose, forceClose).
func (c *Client) beginClosing(forced bool) {
	c.closing, c.pool.closed, c.woken = true, true, true
	c.forced = c.forced || forced
}

// end ends the sender's loop: what has not ended fails, and every connection is closed (Sender.run).
func (c *Client) end() {
	if c.forced {
		c.abortAll(protocol.ProducerClosed)
		for i := range c.queues {
			c.queues[i] = queue{}
		}
	}
	for i := range c.connections {
		if k := &c.connections[i]; k.state != disconnected {
			c.tellCancel(k, k.flights, protocol.ProducerClosed, c.because)
			k.state = disconnected
			k.flights = nil
			c.send(k, &protocol.Close{Connection: k.number}, c.because)
		}
	}
	c.over = true
}

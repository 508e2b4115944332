package producer

import "highwater/core/internal/protocol"

// initialize asks for a producer id if there is none. Meanwhile no produce data is sent: it reports whether that is so,
// and the loop has begun to sleep (TransactionManager.bumpIdempotentEpochAndResetIdIfNeeded,
// Sender.maybeSendAndPollTransactionalRequest).
func (c *Client) initialize() bool {
	t := &c.identity
	if t.state != initializing && !t.valid {
		t.state, t.asking, t.again = initializing, true, false
	}
	if t.flying {
		c.poll(c.config.RetryBackoffMs, turning)
		return true
	}
	if !t.asking {
		return false
	}
	node, ok, _ := c.leastLoaded()
	if !ok {
		t.again = true
		c.poll(c.config.RetryBackoffMs, turning)
		return true
	}
	t.asking = false
	c.reach(node)
	return true
}

// reach begins to wait for a node to be ready, if it is not (NetworkClientUtils.awaitReady).
func (c *Client) reach(node protocol.NodeID) {
	c.loop.node, c.startedMs = node, c.nowMs
	if c.makeReady(node) {
		c.askForID()
		return
	}
	c.await()
}

// await goes on waiting for that node, until it is ready, or its connection has failed, or request.timeout.ms is over.
func (c *Client) await() {
	node := c.loop.node
	switch waited := c.nowMs - c.startedMs; {
	case c.isReady(node):
		c.askForID()
	case waited >= c.config.RequestTimeoutMs, c.connection(node).state == disconnected:
		c.rest(c.config.RetryBackoffMs, resting)
	default:
		c.poll(c.config.RequestTimeoutMs-waited, awaiting)
	}
}

// askForID asks the node that is ready now, or, after a failure, after a wait.
func (c *Client) askForID() {
	if c.identity.again {
		c.rest(c.config.RetryBackoffMs, pausing)
		return
	}
	c.sendInit()
}

func (c *Client) sendInit() {
	c.session++
	c.identity.flying, c.identity.session = true, c.session
	c.depart(c.loop.node, flight{what: initRequest, id: c.session, answered: true, cause: c.because})
	c.poll(c.config.RetryBackoffMs, turning)
}

// takeID handles the result of the request (TransactionManager.InitProducerIdHandler).
func (c *Client) takeID(d *completion) {
	t := &c.identity
	t.flying = false
	if d.error != protocol.None {
		t.asking, t.again = true, true
		return
	}
	r := d.answer.(*protocol.InitProducerIDResponse)
	switch {
	case r.Error == protocol.None:
		t.numbering, t.state, t.lastError = numbering{true, r.ProducerID, r.Epoch}, initialized, protocol.None
	case isRetriable(r.Error):
		t.asking, t.again = true, true
	case isAuthorization(r.Error):
		t.fail(abortable, r.Error)
	default:
		t.fail(fatal, r.Error)
	}
}

package producer

import (
	"slices"

	"highwater/core/internal/protocol"
)

// connectionState is how far a connection has come (ConnectionState).
type connectionState uint8

const (
	disconnected connectionState = iota
	connecting
	checkingVersions
	connected
)

// connection is the client's connection to one node: a broker, or a bootstrap address (NodeConnectionState,
// InFlightRequests).
type connection struct {
	node   protocol.NodeID // below 0: a bootstrap address
	peer   protocol.NodeID // that it leads to
	life   int32           // the peer's that has accepted it; 0: none has
	state  connectionState
	tried  bool  // there was an attempt to connect
	number int32 // tells it from those to the same peer before

	activeMs       int64 // when something travelled on it last
	lastAttemptMs  int64
	failures       int64 // since it was last ready
	failedConnects int64 // in a row
	reconnectMs    int64 // the wait after lastAttemptMs
	setupMs        int64 // how long connecting may take
	// throttledUntilMs is when the client may send on it again. It outlives the connection, as in Kafka.
	throttledUntilMs int64

	versions bool     // it is open, and to be asked for its versions
	held     bool     // the socket takes nothing
	flights  []flight // requests that have not ended, oldest first
}

// request is what a flight asks for.
type request uint8

const (
	produceRequest request = iota
	metadataRequest
	versionsRequest
	initRequest
)

// flight is a request in flight (NetworkClient.InFlightRequest).
type flight struct {
	what       request
	id         int32 // the produce request's, from when it is written on, or the session of another
	sentMs     int64
	throttleMs int64 // time that its node throttled the client for: it does not count against request.timeout.ms
	written    bool
	answered   bool // there will be an answer
	batches    []int32
	cause      int32

	// Of a metadata request.
	topics  []int32
	partial bool
	version int32
}

func (k connection) clone() connection {
	k.flights = slices.Clone(k.flights)
	return k
}

// connection returns the connection to a node; it is created on first use.
func (c *Client) connection(node protocol.NodeID) *connection {
	for i := range c.connections {
		if c.connections[i].node == node {
			return &c.connections[i]
		}
	}
	peer := node
	if node < 0 {
		peer = c.bootstrapServers[-1-node]
	}
	c.connections = append(c.connections, connection{node: node, peer: peer, lastAttemptMs: longAgo})
	return &c.connections[len(c.connections)-1]
}

func (c *Client) isConnecting(node protocol.NodeID) bool {
	return c.connection(node).state == connecting
}

// canConnect reports whether the wait since the last attempt is over.
func (c *Client) canConnect(node protocol.NodeID) bool {
	k := c.connection(node)
	return !k.tried || k.state == disconnected && c.nowMs-k.lastAttemptMs >= k.reconnectMs
}

// delay returns how long it is until something changes about a connection by itself
// (ClusterConnectionStates.pollDelayMs, connectionDelay).
func (c *Client) delay(node protocol.NodeID) int64 {
	switch k := c.connection(node); {
	case !k.tried:
		return 0
	case (k.state == connected || k.state == checkingVersions) && c.throttled(k):
		return k.throttledUntilMs - c.nowMs
	case k.state == connecting:
		return k.setupMs
	case k.state == disconnected:
		return max(k.reconnectMs-(c.nowMs-k.lastAttemptMs), 0)
	}
	return never
}

// connect begins to connect (NetworkClient.initiateConnect).
func (c *Client) connect(node protocol.NodeID) {
	k := c.connection(node)
	if !k.tried {
		k.tried = true
		k.reconnectMs, k.setupMs = c.reconnectWait(0), c.setupWait(0)
	}
	k.lastAttemptMs, k.activeMs, k.state = c.nowMs, c.nowMs, connecting
	k.versions, k.held = false, false
	c.numbers[k.peer]++
	k.number = c.numbers[k.peer]
	c.send(k, &protocol.Handshake{Connection: k.number}, c.because)
}

// idleness looks for connections that nothing travels on (Selector.IdleExpiryManager).
type idleness struct {
	untilMs int64 // none is idle for too long before that is over
}

// tooIdle returns the index of the connection that is to be closed now, the one that has been idle for longest; -1:
// none is. A poll closes one at most, and a client that sleeps looks only when its sleep is over.
func (i *idleness) tooIdle(connections []connection, maxMs, nowMs int64) int {
	if maxMs < 0 || nowMs <= i.untilMs {
		return -1
	}
	oldest := -1
	for n := range connections {
		k := &connections[n]
		if k.state != disconnected && (oldest < 0 || k.activeMs < connections[oldest].activeMs) {
			oldest = n
		}
	}
	if oldest < 0 {
		i.untilMs = nowMs + maxMs
		return -1
	}
	if i.untilMs = connections[oldest].activeMs + maxMs; nowMs <= i.untilMs {
		return -1
	}
	return oldest
}

// lost notes that a connection is gone, or failed to open (ClusterConnectionStates.disconnected). The waits between
// attempts grow, those for a connection to open only while none does.
func (c *Client) lost(k *connection) {
	k.lastAttemptMs = c.nowMs
	k.reconnectMs = c.reconnectWait(k.failures)
	k.failures++
	if k.state == connecting {
		k.failedConnects++
	} else {
		k.failedConnects = 0
	}
	k.setupMs = c.setupWait(k.failedConnects)
	k.state, k.versions, k.held, k.life = disconnected, false, false, 0
}

// becomeReady notes that a node has sent its versions (ClusterConnectionStates.ready).
func (c *Client) becomeReady(k *connection) {
	k.state, k.failures, k.failedConnects = connected, 0, 0
	k.reconnectMs, k.setupMs = c.reconnectWait(0), c.setupWait(0)
}

// throttled reports whether a node has asked the client to send nothing for a while that is not over
// (ClusterConnectionStates.throttleDelayMs).
func (c *Client) throttled(k *connection) bool { return k.throttledUntilMs > c.nowMs }

// throttle applies a node's throttle time: nothing is sent to it for so long, and requests in flight there have so much
// longer (NetworkClient.maybeThrottle).
func (c *Client) throttle(k *connection, ms int64) {
	for i := range k.flights {
		k.flights[i].throttleMs += ms
	}
	k.throttledUntilMs = max(k.throttledUntilMs, c.nowMs+ms)
}

// timedOut reports whether a request in flight has waited longer than request.timeout.ms, not counting the time for
// which its node throttled the client (InFlightRequests.hasExpiredRequest).
func (c *Client) timedOut(f *flight) bool {
	return c.nowMs-f.sentMs-f.throttleMs > c.config.RequestTimeoutMs
}

// canSend reports whether a node can be sent another request: it is connected and does not throttle the client, has
// been sent all of the one before, and has fewer in flight than allowed (NetworkClient.canSendRequest,
// InFlightRequests.canSendMore).
func (c *Client) canSend(node protocol.NodeID) bool {
	k := c.connection(node)
	return k.state == connected && !c.throttled(k) && c.hasRoom(k)
}

func (c *Client) hasRoom(k *connection) bool {
	n := len(k.flights)
	return n == 0 || k.flights[n-1].written && int64(n) < c.config.MaxInFlight
}

// isReady reports whether a node can be sent a produce request now. While metadata are due none can.
func (c *Client) isReady(node protocol.NodeID) bool { return !c.updateDue() && c.canSend(node) }

// makeReady is like isReady, and connects if necessary (NetworkClient.ready).
func (c *Client) makeReady(node protocol.NodeID) bool {
	if c.isReady(node) {
		return true
	}
	if c.canConnect(node) {
		c.connect(node)
	}
	return false
}

// flying returns the number of requests in flight.
func (c *Client) flying() int {
	n := 0
	for i := range c.connections {
		n += len(c.connections[i].flights)
	}
	return n
}

// depart puts a request in flight; it is written as soon as the socket takes it.
func (c *Client) depart(node protocol.NodeID, f flight) {
	k := c.connection(node)
	f.sentMs = c.nowMs
	k.flights = append(k.flights, f)
	c.changed = true
}

// leastLoaded returns the node to ask when any will do: one with nothing in flight, or the one with the least, or one
// that is being connected to, or one that can be. It is chosen by chance among equals; false: there is none. usable
// reports whether there is a node at all, or a connection that is not throttled (NetworkClient.leastLoadedNode).
func (c *Client) leastLoaded() (node protocol.NodeID, ok, usable bool) {
	nodes := c.metadata.nodes
	var ready, preparing, possible protocol.NodeID
	least, offset := -1, c.random.below(len(nodes))
	for i := range nodes {
		node := nodes[(offset+i)%len(nodes)]
		k := c.connection(node)
		usable = usable || k.state == connected && !c.throttled(k)
		switch {
		case c.canSend(node) && len(k.flights) == 0:
			return node, true, true
		case c.canSend(node):
			if least < 0 || len(k.flights) < least {
				least, ready = len(k.flights), node
			}
		case k.state == connecting || k.state == checkingVersions:
			preparing = node
		case c.canConnect(node):
			if possible == 0 || c.connection(possible).lastAttemptMs > c.connection(node).lastAttemptMs {
				possible = node
			}
		}
	}
	for _, found := range []protocol.NodeID{ready, preparing, possible} {
		if found != 0 {
			return found, true, true
		}
	}
	return 0, false, usable
}

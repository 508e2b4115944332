package network

import "highwater/core/internal/vtime"

// Channel is one of a broker's connections to the controller, on which it has one request at a time: registrations and
// heartbeats have one, changes of ISRs another (NodeToControllerChannelManagerImpl). A request whose connection is
// closed goes out again on a new one, after a handshake.
type Channel struct {
	Attempt   int32 // numbers what is sent
	Flying    bool  // what was sent last has not been answered
	Connected bool  // it has shaken hands
	Again     bool  // the request has lost its connection, and goes out again on a new one
	CreatedAt vtime.Time
	OverdueAt vtime.Time // when what was sent last times out
}

// Reopened returns the channel of another process, which is connected: that takes no time where the controller is
// there, and is not modelled where it is not.
func (c Channel) Reopened() Channel { return Channel{Attempt: c.Attempt + 1, Connected: true} }

// Send notes that something goes out at an instant, and how long it may take, in ms.
func (c *Channel) Send(now vtime.Time, timeoutMs int64) {
	c.Attempt++
	c.Flying, c.Again = true, false
	c.OverdueAt = now + vtime.AtMs(timeoutMs)
}

// Close notes that the connection is gone, and reports whether a request is gone with it.
func (c *Channel) Close() (lost bool) {
	lost = c.Flying
	c.Flying, c.Connected = false, false
	if lost {
		c.Attempt++
	}
	return lost
}

// Awaits reports whether something that has come answers what was sent last.
func (c *Channel) Awaits(attempt int32) bool { return c.Flying && attempt == c.Attempt }

// Heard takes an answer to what was sent last. It reports whether that is one to the request itself, and not to the
// handshake, after which the request goes out.
func (c *Channel) Heard() (request bool) {
	request = c.Connected
	c.Flying, c.Connected = false, true
	return request
}

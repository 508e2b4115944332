package producer

import "math"

// The waits between attempts: retry.backoff.ms before a batch is sent again and metadata are asked for again,
// reconnect.backoff.ms before a broker is connected to again, and how long a connection may take to open,
// socket.connection.setup.timeout.ms, which grows the same way.

// backoff is a wait that doubles from attempt to attempt up to a maximum (ExponentialBackoff). With a maximum above the
// initial wait it varies by a fifth; otherwise it is the maximum itself.
type backoff struct {
	initialMs, maxMs int64
}

// wait returns the time to wait before attempt n, from 0, comes again. chance is from 0 up to, and without, 1.
func (b backoff) wait(n int64, chance float64) int64 {
	if b.maxMs <= b.initialMs {
		return min(b.initialMs, b.maxMs)
	}
	nominal := float64(max(b.initialMs, 1))
	for ; n > 0 && nominal < float64(b.maxMs); n-- {
		nominal *= 2
	}
	nominal = min(nominal, float64(b.maxMs))
	if b.initialMs == 0 {
		nominal = 0
	}
	factor := min(0.8+float64(0.4*chance), math.Nextafter(1.2, 0))
	return min(int64(nominal*factor), b.maxMs)
}

func (c *Config) retryBackoff() backoff { return backoff{c.RetryBackoffMs, c.RetryBackoffMaxMs} }

func (c *Config) reconnectBackoff() backoff {
	return backoff{c.ReconnectBackoffMs, c.ReconnectBackoffMax}
}

func (c *Config) setupTimeout() backoff { return backoff{c.SetupTimeoutMs, c.SetupTimeoutMaxMs} }

// backsOff reports whether it is too early for a batch's next attempt. The wait varies by chance each time it is asked
// for, so what counts is the longest of several draws (RecordAccumulator.shouldBackoff).
func (c *Client) backsOff(b *batch) bool {
	return b.attempts > 0 && b.waitedMs(c.nowMs) < c.retryWait(b.attempts) && !b.leaderChanged()
}

// retryWait returns how long a batch waits after so many attempts, from 1; chance draws it anew each time.
func (c *Client) retryWait(attempts int64) int64 {
	return c.config.retryBackoff().wait(max(attempts-1, 0), c.random.fraction())
}

// spinToRetry returns how long it takes until a draw may find that a batch no longer backs off.
func (c *Client) spinToRetry(b *batch) int64 {
	if b.attempts == 0 || b.leaderChanged() {
		return never
	}
	backoff, waitedMs := c.config.retryBackoff(), b.waitedMs(c.nowMs)
	return spinToDraw(backoff.wait(b.attempts-1, 0)-waitedMs, backoff.wait(b.attempts-1, 1)-waitedMs)
}

// reconnectWait returns how long the client waits to reconnect after n failures in a row.
func (c *Client) reconnectWait(n int64) int64 {
	return c.config.reconnectBackoff().wait(n, c.random.fraction())
}

// setupWait returns how long a connection may take to open after n that failed.
func (c *Client) setupWait(n int64) int64 {
	return c.config.setupTimeout().wait(n, c.random.fraction())
}

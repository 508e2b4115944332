package producer

// lingerLeftMs returns how long a batch that does not back off still waits for more records; 0: it is to be sent. It
// waits linger.ms from when it was made, or failed last, unless it can take no more (full: it is, or another one is
// behind it), others wait for its memory, or the application has asked for everything to be sent
// (RecordAccumulator.batchReady).
func (c *Client) lingerLeftMs(b *batch, full bool) int64 {
	if full || c.pool.exhausted() || c.closing || c.flushing() {
		return 0
	}
	return max(c.config.LingerMs-b.waitedMs(c.nowMs), 0)
}

// spinToLinger returns how long it takes until a batch that may take more records has lingered.
func (c *Client) spinToLinger(b *batch, full bool) int64 {
	if full {
		return never
	}
	leftMs := c.config.LingerMs - b.waitedMs(c.nowMs)
	return spinToDraw(leftMs, leftMs)
}

package producer

// lingerLeftMs returns how long a batch that does not back off still waits for more records; 0: it is to be sent. It
// waits linger.ms from when it was made, or failed last, unless it can take no more (full: see takesNoMore), others
// wait for its memory, or the application has asked for everything to be sent (RecordAccumulator.batchReady).
func (c *Client) lingerLeftMs(b *batch, full bool) int64 {
	if full || c.pool.exhausted() || c.closing || c.flushing() {
		return 0
	}
	return max(c.config.LingerMs-b.waitedMs(c.nowMs), 0)
}

// takesNoMore reports whether the first of a partition's queued batches can take no more records: it is full, or
// another is behind it.
func takesNoMore(batches []batch, queued []int32, compressed bool) bool {
	return len(queued) > 1 || batches[queued[0]].isFull(compressed)
}

// spinToLinger returns how long it takes until a batch that may take more records has lingered.
func (c *Client) spinToLinger(b *batch, full bool) int64 {
	if full {
		return never
	}
	leftMs := c.config.LingerMs - b.waitedMs(c.nowMs)
	return spinToDraw(leftMs, leftMs)
}

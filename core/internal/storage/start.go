package storage

// Start returns the log start offset: the first that can be read (UnifiedLog.logStartOffset).
func (l *Log) Start() int64 { return l.start }

// RaiseStart deletes what is below offset, which is at most the high watermark, and reports whether it deleted
// anything. A batch that offset cuts in two is still read whole. What is known of producers stays
// (UnifiedLog.maybeIncrementLogStartOffset, ProducerStateManager.onLogStartOffsetIncremented).
func (l *Log) RaiseStart(offset int64) bool {
	if offset <= l.start {
		return false
	}
	l.start = offset
	l.epochs.TruncateFromStart(offset)
	return true
}

// DeleteSegment deletes all records, as retention does with a segment: an empty one that begins at the log's end takes
// its place (UnifiedLog.deleteSegments).
func (l *Log) DeleteSegment() {
	l.base = l.end
	l.RaiseStart(l.end)
}

// NewestMs returns the timestamp of the newest record of the segment; false: it has none (LogSegment.largestTimestamp).
func (l *Log) NewestMs() (ms int64, any bool) { return l.newestMs, l.end > l.base }

// remeasure finds the newest timestamp of a segment that has been cut.
func (l *Log) remeasure() {
	l.newestMs = 0
	for i := range len(l.full) + 1 {
		page := l.page(i)
		for j := range page {
			if page[j].NextOffset() > l.base {
				l.newestMs = max(l.newestMs, page[j].TimestampMs)
			}
		}
	}
}

// RestoreStart sets the log start offset to what a process that died had written to disk: records that were deleted
// after that are there again, unless their segment is gone (LogLoader.load).
func (l *Log) RestoreStart(saved int64) { l.start = max(l.base, min(saved, l.start)) }

// StartOver drops everything: the log is empty, and begins and ends at offset. So does its high watermark
// (UnifiedLog.truncateFullyAndStartAt).
func (l *Log) StartOver(offset int64) {
	*l = Log{base: offset, start: offset, end: offset, highWatermark: offset}
}

package storage

import (
	"slices"

	"highwater/core/internal/protocol"
)

// EpochCache is which leader epoch begins where in a log, both strictly rising
// (org.apache.kafka.storage.internals.epoch.LeaderEpochFileCache). The last entry may begin at the log's end: a leader
// that has written nothing yet.
type EpochCache struct {
	entries []EpochEntry
}

// EpochEntry is a leader epoch and the offset of its first record.
type EpochEntry struct {
	Epoch int32
	Start int64
}

// Assign notes that epoch begins at start. It changes nothing when it is the latest epoch and does not begin earlier
// than was known; else entries that contradict it are dropped (LeaderEpochFileCache.assign,
// maybeTruncateNonMonotonicEntries).
func (c *EpochCache) Assign(epoch int32, start int64) {
	n := len(c.entries)
	if n > 0 && c.entries[n-1].Epoch == epoch && c.entries[n-1].Start <= start {
		return
	}
	for n > 0 && (c.entries[n-1].Epoch >= epoch || c.entries[n-1].Start >= start) {
		n--
	}
	c.entries = append(c.entries[:n], EpochEntry{epoch, start})
}

// Latest returns the highest epoch, -1 when there is none (LeaderEpochFileCache.latestEpoch).
func (c *EpochCache) Latest() int32 {
	if n := len(c.entries); n > 0 {
		return c.entries[n-1].Epoch
	}
	return protocol.UndefinedEpoch
}

// EndOffset returns where epoch ends in a log that ends at logEnd: where the next higher one begins. For an epoch
// between two that the log has, it is the lower one's end, under that one's name; for one below all, it is where the
// first begins (LeaderEpochFileCache.endOffsetFor).
func (c *EpochCache) EndOffset(epoch int32, logEnd int64) protocol.EpochEnd {
	latest := c.Latest()
	switch {
	case epoch == protocol.UndefinedEpoch || epoch > latest:
		return protocol.NoEpochEnd
	case epoch == latest:
		return protocol.EpochEnd{Epoch: epoch, EndOffset: logEnd}
	}
	higher := 0
	for c.entries[higher].Epoch <= epoch {
		higher++
	}
	end := protocol.EpochEnd{Epoch: epoch, EndOffset: c.entries[higher].Start}
	if higher > 0 {
		end.Epoch = c.entries[higher-1].Epoch
	}
	return end
}

// TruncateFromEnd drops the epochs that begin at offset or after (LeaderEpochFileCache.truncateFromEnd).
func (c *EpochCache) TruncateFromEnd(offset int64) {
	n := len(c.entries)
	for n > 0 && c.entries[n-1].Start >= offset {
		n--
	}
	c.entries = c.entries[:n]
}

// Entries returns a copy of what the cache holds, by rising epoch.
func (c *EpochCache) Entries() []EpochEntry { return slices.Clone(c.entries) }

// Clone returns an independent copy.
func (c *EpochCache) Clone() EpochCache { return EpochCache{entries: slices.Clone(c.entries)} }

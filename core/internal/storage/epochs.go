package storage

import (
	"slices"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// EpochCache is which leader epoch begins where in a log, both strictly rising
// (org.apache.kafka.storage.internals.epoch.LeaderEpochFileCache). The last entry may begin at the log's end: a leader
// that has written nothing yet. What follows from the entries is in rules/epochs.go.
type EpochCache struct {
	entries []EpochEntry
}

// EpochEntry is a leader epoch and the offset of its first record.
type EpochEntry = rules.EpochEntry

// Assign notes that epoch begins at start (rules.AssignEpoch).
func (c *EpochCache) Assign(epoch int32, start int64) {
	c.entries = rules.AssignEpoch(c.entries, epoch, start)
}

// Latest returns the highest epoch, -1 when there is none.
func (c *EpochCache) Latest() int32 { return rules.LatestEpoch(c.entries) }

// EndOffset returns where epoch ends in a log that ends at logEnd (rules.EndOfEpoch).
func (c *EpochCache) EndOffset(epoch int32, logEnd int64) protocol.EpochEnd {
	return rules.EndOfEpoch(c.entries, epoch, logEnd)
}

// TruncateFromEnd drops the epochs that begin at offset or after (rules.TruncateEpochs).
func (c *EpochCache) TruncateFromEnd(offset int64) {
	c.entries = rules.TruncateEpochs(c.entries, offset)
}

// TruncateFromStart drops the epochs that end at offset or before (rules.DeleteEpochs).
func (c *EpochCache) TruncateFromStart(offset int64) {
	c.entries = rules.DeleteEpochs(c.entries, offset)
}

// Entries returns a copy of what the cache holds, by rising epoch.
func (c *EpochCache) Entries() []EpochEntry { return slices.Clone(c.entries) }

// Clone returns an independent copy.
func (c *EpochCache) Clone() EpochCache { return EpochCache{entries: slices.Clone(c.entries)} }

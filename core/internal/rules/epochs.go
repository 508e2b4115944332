package rules

import "highwater/core/internal/protocol"

// EpochEntry is a leader epoch and the offset of its first record in one log
// (org.apache.kafka.storage.internals.log.EpochEntry).
type EpochEntry struct {
	Epoch int32
	Start int64
}

// LatestEpoch returns the highest epoch of a log's entries, -1 when there is none (LeaderEpochFileCache.latestEpoch).
func LatestEpoch(entries []EpochEntry) int32 {
	if n := len(entries); n > 0 {
		return entries[n-1].Epoch
	}
	return UndefinedEpoch
}

// AssignEpoch returns the entries of a log once epoch begins at start; it may write into them. Nothing changes when it
// is the latest epoch and does not begin earlier than was known; else entries that contradict it are dropped
// (LeaderEpochFileCache.assign, maybeTruncateNonMonotonicEntries).
func AssignEpoch(entries []EpochEntry, epoch int32, start int64) []EpochEntry {
	n := len(entries)
	if n > 0 && entries[n-1].Epoch == epoch && entries[n-1].Start <= start {
		return entries
	}
	for n > 0 && (entries[n-1].Epoch >= epoch || entries[n-1].Start >= start) {
		n--
	}
	return append(entries[:n], EpochEntry{epoch, start})
}

// EndOfEpoch returns where epoch ends in a log that ends at logEnd: where the next higher one begins. For an epoch
// between two that the log has, it is the lower one's end, under that one's name; for one below all, it is where the
// first begins (LeaderEpochFileCache.endOffsetFor).
func EndOfEpoch(entries []EpochEntry, epoch int32, logEnd int64) EpochEnd {
	latest := LatestEpoch(entries)
	switch {
	case epoch == UndefinedEpoch || epoch > latest:
		return protocol.NoEpochEnd
	case epoch == latest:
		return EpochEnd{Epoch: epoch, EndOffset: logEnd}
	}
	higher := 0
	for entries[higher].Epoch <= epoch {
		higher++
	}
	end := EpochEnd{Epoch: epoch, EndOffset: entries[higher].Start}
	if higher > 0 {
		end.Epoch = entries[higher-1].Epoch
	}
	return end
}

// TruncateEpochs returns the entries of a log that is cut at offset: those that begin there or later go, even where no
// record does (LeaderEpochFileCache.truncateFromEnd).
func TruncateEpochs(entries []EpochEntry, offset int64) []EpochEntry {
	n := len(entries)
	for n > 0 && entries[n-1].Start >= offset {
		n--
	}
	return entries[:n]
}

// DeleteEpochs returns the entries of a log whose records below offset are deleted; it may write into them. Of those
// that begin there or before only the last stays, and begins at offset (LeaderEpochFileCache.truncateFromStart).
func DeleteEpochs(entries []EpochEntry, offset int64) []EpochEntry {
	gone := 0
	for gone < len(entries) && entries[gone].Start <= offset {
		gone++
	}
	if gone == 0 {
		return entries
	}
	entries = entries[gone-1:]
	entries[0].Start = offset
	return entries
}

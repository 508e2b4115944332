package storage

import (
	"slices"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// retainedBatches is how many of a producer's batches a log remembers (ProducerStateEntry.NUM_BATCHES_TO_RETAIN).
const retainedBatches = 5

// producers is what a log knows of the idempotent producers that wrote to it, by rising id
// (org.apache.kafka.storage.internals.log.ProducerStateManager).
type producers struct {
	entries []producerEntry
}

// producerEntry is one producer's last batches, all of its present epoch (ProducerStateEntry).
type producerEntry struct {
	id      int64
	lastMs  int64 // the timestamp of its last batch
	epoch   int16
	count   int8
	batches [retainedBatches]rules.WrittenBatch // the oldest first
}

// find returns the index of a producer, or where to insert it with false. There are few.
func (p *producers) find(id int64) (at int, known bool) {
	for at < len(p.entries) && p.entries[at].id < id {
		at++
	}
	return at, at < len(p.entries) && p.entries[at].id == id
}

// check validates a client's batch against what the log has of its producer.
func (p *producers) check(id int64, epoch int16, first, last int32) rules.SequenceVerdict {
	i, known := p.find(id)
	if !known {
		return rules.SequenceVerdict{}
	}
	e := &p.entries[i]
	return rules.CheckSequence(e.epoch, e.batches[:e.count], epoch, first, last)
}

// add notes a batch that has been written. Another epoch, even a lower one, starts a new entry: a follower accepts what
// its leader has (ProducerStateEntry.addBatch).
func (p *producers) add(b *protocol.Batch) {
	if !b.Checked() {
		return
	}
	i, known := p.find(b.ProducerID)
	if !known {
		p.entries = slices.Insert(p.entries, i, producerEntry{id: b.ProducerID, epoch: b.ProducerEpoch})
	}
	e := &p.entries[i]
	if e.epoch != b.ProducerEpoch {
		e.epoch, e.count = b.ProducerEpoch, 0
	}
	if e.count == retainedBatches {
		copy(e.batches[:], e.batches[1:])
		e.count--
	}
	e.lastMs = b.TimestampMs
	e.batches[e.count] = rules.WrittenBatch{First: b.Sequence, Last: b.LastSequence(), BaseOffset: b.BaseOffset}
	e.count++
}

// rebuildProducers reads it from the log's batches, as after a truncation, less those that are deleted
// (UnifiedLog.rebuildProducerState).
func (l *Log) rebuildProducers() {
	l.producers.entries = l.producers.entries[:0]
	for i := range len(l.full) + 1 {
		page := l.page(i)
		for j := range page {
			if page[j].NextOffset() > l.start {
				l.producers.add(&page[j])
			}
		}
	}
}

// ExpireProducers forgets the producers whose last batch is too old, and returns their ids
// (ProducerStateManager.removeExpiredProducers).
func (l *Log) ExpireProducers(nowMs, expirationMs int64) (forgotten []int64) {
	l.producers.entries = slices.DeleteFunc(slices.Clone(l.producers.entries), func(e producerEntry) bool {
		expired := rules.ProducerExpired(nowMs, e.lastMs, expirationMs)
		if expired {
			forgotten = append(forgotten, e.id)
		}
		return expired
	})
	return forgotten
}

// ReloadProducers reads what is known of producers from the log, as after an unclean shutdown: those that had been
// forgotten are known again (UnifiedLog.rebuildProducerState).
func (l *Log) ReloadProducers() { l.rebuildProducers() }

// OldestProducerMs returns the timestamp of the last batch of the producer that has been silent for longest; false: the
// log knows none.
func (l *Log) OldestProducerMs() (ms int64, any bool) {
	for i := range l.producers.entries {
		if e := &l.producers.entries[i]; !any || e.lastMs < ms {
			ms, any = e.lastMs, true
		}
	}
	return ms, any
}

func (p *producers) clone() producers { return producers{entries: slices.Clone(p.entries)} }

// CheckProducer validates the batch of an idempotent producer against the log. A duplicate is not written again: its
// answer is the offset of the first append. Only a leader checks; a follower accepts what it gets.
func (l *Log) CheckProducer(n protocol.Numbers, records int) rules.SequenceVerdict {
	last := protocol.AddSequence(n.Sequence, int64(records)-1)
	return l.producers.check(n.ProducerID, n.ProducerEpoch, n.Sequence, last)
}

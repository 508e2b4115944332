package storage

import (
	"cmp"
	"slices"

	"highwater/core/internal/list"
	"highwater/core/internal/protocol"
)

// retainedBatches is how many of a producer's batches a log remembers (ProducerStateEntry.NUM_BATCHES_TO_RETAIN).
const retainedBatches = 5

// producers is what a log knows of the idempotent producers that wrote to it, by rising id
// (org.apache.kafka.storage.internals.log.ProducerStateManager). It forgets nobody: Kafka drops a producer that has
// been silent for a day, longer than any run.
type producers struct {
	entries []producerEntry
}

// producerEntry is one producer's last batches, all of its present epoch (ProducerStateEntry).
type producerEntry struct {
	id      int64
	epoch   int16
	count   int8
	batches [retainedBatches]sequenceRange // the oldest first
}

// sequenceRange is one batch as a retry is known by (BatchMetadata).
type sequenceRange struct {
	first, last int32
	base        int64
}

func (p *producers) find(id int64) (int, bool) {
	return slices.BinarySearchFunc(p.entries, id, func(e producerEntry, id int64) int { return cmp.Compare(e.id, id) })
}

// Verdict is what a log makes of a batch of an idempotent producer.
type Verdict struct {
	Duplicate bool  // it is in the log already
	Base      int64 // where, then
	Error     protocol.Error
	Expected  int32 // with an error: the sequence that would have followed, or the epoch that is known
}

// check judges a client's batch; the first rule that matches decides. What a retry is told apart by is the exact pair
// of sequences, among the last five batches of the same epoch: an older one, or another cut of the same records, is out
// of order. A producer that is not known may begin anywhere (UnifiedLog.analyzeAndValidateProducerState,
// ProducerStateEntry.findDuplicateBatch, ProducerAppendInfo.checkProducerEpoch and checkSequence).
func (p *producers) check(id int64, epoch int16, first, last int32) Verdict {
	i, known := p.find(id)
	if !known {
		return Verdict{}
	}
	e := &p.entries[i]
	retained := e.batches[:e.count]
	if epoch == e.epoch {
		for _, b := range retained {
			if b.first == first && b.last == last {
				return Verdict{Duplicate: true, Base: b.base}
			}
		}
	}
	if epoch < e.epoch {
		return Verdict{Error: protocol.InvalidProducerEpoch, Expected: int32(e.epoch)}
	}
	next := int32(0) // of a new epoch
	if epoch == e.epoch {
		next = protocol.AddSequence(retained[e.count-1].last, 1)
	}
	if first != next {
		return Verdict{Error: protocol.OutOfOrderSequenceNumber, Expected: next}
	}
	return Verdict{}
}

// add notes a batch that has been written. Another epoch begins anew, a lower one, too: a follower takes what its
// leader has (ProducerStateEntry.addBatch).
func (p *producers) add(b protocol.Batch) {
	if !b.Checked() {
		return
	}
	i, known := p.find(b.ProducerID)
	if !known {
		p.entries = list.With(p.entries, i, producerEntry{id: b.ProducerID, epoch: b.ProducerEpoch})
	}
	e := &p.entries[i]
	if e.epoch != b.ProducerEpoch {
		e.epoch, e.count = b.ProducerEpoch, 0
	}
	if e.count == retainedBatches {
		copy(e.batches[:], e.batches[1:])
		e.count--
	}
	e.batches[e.count] = sequenceRange{first: b.Sequence, last: b.LastSequence(), base: b.BaseOffset}
	e.count++
}

// rebuild reads all of it from a log's batches, as after a truncation (UnifiedLog.rebuildProducerState).
func (p *producers) rebuild(batches []protocol.Batch) {
	p.entries = p.entries[:0]
	for _, b := range batches {
		p.add(b)
	}
}

func (p *producers) clone() producers { return producers{entries: slices.Clone(p.entries)} }

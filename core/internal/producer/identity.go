package producer

import (
	"math"
	"slices"

	"highwater/core/internal/protocol"
)

// identityState is how far an idempotent producer has come with its producer id (TransactionManager.State).
type identityState uint8

const (
	uninitialized identityState = iota
	initializing
	initialized
	abortable // it was refused, and may ask again
	fatal
)

// identity is the producer id and its epoch, and each partition's sequence numbers (TransactionManager of a producer
// without transactions).
type identity struct {
	numbering
	state      identityState
	lastError  protocol.Error
	partitions []sequences
	bump       bool // a new epoch is wanted
	asking     bool // InitProducerId waits to be sent
	again      bool // it was sent before
	flying     bool // it is under way
	session    int32
}

func (t identity) clone() identity {
	t.partitions = slices.Clone(t.partitions)
	for i := range t.partitions {
		t.partitions[i] = t.partitions[i].clone()
	}
	return t
}

func (t *identity) failed() bool { return t.state == fatal }

func (t *identity) fail(state identityState, e protocol.Error) { t.state, t.lastError = state, e }

// track notes a batch as one whose numbers are in use.
func (t *identity) track(batches []batch, id int32) {
	s := &t.partitions[batches[id].partition]
	s.inFlight = append(s.inFlight, id)
	s.sortInFlight(batches)
}

// forget notes that a batch's numbers are settled.
func (t *identity) forget(batches []batch, id int32) {
	s := &t.partitions[batches[id].partition]
	s.inFlight = without(s.inFlight, id)
}

// sortInFlight moves the last of the batches in flight to its place by producer id, epoch and sequence.
func (s *sequences) sortInFlight(batches []batch) {
	for i := len(s.inFlight) - 1; i > 0; i-- {
		a, b := &batches[s.inFlight[i-1]], &batches[s.inFlight[i]]
		if a.before(b) {
			return
		}
		s.inFlight[i-1], s.inFlight[i] = s.inFlight[i], s.inFlight[i-1]
	}
}

func (b *batch) before(other *batch) bool {
	switch {
	case b.id != other.id:
		return b.id < other.id
	case b.epoch != other.epoch:
		return b.epoch < other.epoch
	}
	return b.sequence <= other.sequence
}

// wantBump asks for a new epoch, under which the partition begins from 0.
func (t *identity) wantBump(partition int32) {
	t.bump = true
	t.partitions[partition].rewrite = true
}

// restart begins a partition's numbers again from 0 under the producer's present epoch. What is in flight is numbered
// anew, on the wire or not (TxnPartitionEntry.startSequencesAtBeginning).
func (t *identity) restart(batches []batch, partition int32) {
	s := &t.partitions[partition]
	sequence := int32(0)
	for _, id := range s.inFlight {
		b := &batches[id]
		b.number(t.numbering, sequence)
		b.renumbered, b.size = true, 0
		sequence += int32(len(b.records))
	}
	s.numbering, s.next, s.lastAcked = t.numbering, sequence, noSequence
}

// bumpEpoch moves to the next epoch, without a request, and renumbers the partitions that want it. After the last epoch
// a new producer id must be requested (TransactionManager.bumpIdempotentProducerEpoch).
func (t *identity) bumpEpoch(batches []batch) {
	if t.epoch == math.MaxInt16 {
		t.numbering, t.state = numbering{id: -1, epoch: -1}, uninitialized
	} else {
		t.epoch++
	}
	for p := range t.partitions {
		if s := &t.partitions[p]; s.rewrite {
			t.restart(batches, int32(p))
			s.rewrite, s.unresolved = false, noSequence
		}
	}
	t.bump = false
}

// resolve settles partitions on which nothing is in flight any more after a batch had expired that may be in the log:
// a later one that was acknowledged shows that it is there; otherwise the numbers begin anew
// (TransactionManager.maybeResolveSequences).
func (t *identity) resolve() {
	for p := range t.partitions {
		s := &t.partitions[p]
		if s.unresolved == noSequence || len(s.inFlight) > 0 {
			continue
		}
		if !s.isNext(s.next) {
			t.wantBump(int32(p))
		}
		s.unresolved = noSequence
	}
}

// batchFailed notes that a batch will not be sent again (TransactionManager.handleFailedBatch). Where retries were
// left, the numbers of those after it would leave a gap.
func (t *identity) batchFailed(batches []batch, id int32, e protocol.Error, retriesLeft bool) {
	if isFatal(e) {
		t.fail(fatal, e)
	}
	t.forget(batches, id)
	partition := batches[id].partition
	switch {
	case t.failed():
	case e == protocol.OutOfOrderSequenceNumber:
		t.wantBump(partition)
	case e == protocol.UnknownProducerID:
		t.partitions[partition] = t.partitions[partition].forgotten()
	case retriesLeft:
		t.wantBump(partition)
	}
}

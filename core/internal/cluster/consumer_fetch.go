package cluster

import (
	"math"
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/storage"
	"highwater/core/internal/vtime"
)

// delayedRead is a consumer's fetch that waits for the high watermark to pass its offsets.
type delayedRead struct {
	consumer protocol.NodeID
	request  *protocol.ConsumerFetchRequest
	until    vtime.Time // it waits no longer
}

// handleRead answers a consumer's fetch or lets it wait, but no longer than it may. A consumer reads to the high
// watermark and no further (FetchIsolation.HIGH_WATERMARK). One that comes round by itself and finds something gets it
// because that was raised.
func (b *Broker) handleRead(from protocol.NodeID, r *protocol.ConsumerFetchRequest, cause int32) {
	of := func(d delayedRead) bool { return d.consumer == from }
	b.reads = slices.DeleteFunc(b.reads, of) // an older one is given up
	d := delayedRead{from, r, b.now + vtime.AtMs(r.MaxWaitMs)}
	for _, at := range r.Partitions {
		if p := &b.partitions[at.Partition]; cause == event.None && at.Offset < p.log.HighWatermark() {
			cause = p.raised
		}
	}
	if b.answerRead(d, false, cause) {
		return
	}
	b.reads = append(b.reads, d)
	b.wake(d.until, timerRead, from, event.None)
}

// endRead answers a consumer's fetch that has waited as long as it may, with nothing.
func (b *Broker) endRead(consumer protocol.NodeID) {
	b.reads = slices.DeleteFunc(b.reads, func(d delayedRead) bool {
		return d.consumer == consumer && d.until <= b.now && b.answerRead(d, true, event.None)
	})
}

// answerRead answers a fetch if there are records or an error, if the record read last is missing here, or if it must.
func (b *Broker) answerRead(d delayedRead, must bool, cause int32) bool {
	answer := &protocol.ConsumerFetchResponse{Session: d.request.Session}
	worth := must
	for _, at := range d.request.Partitions {
		data := b.partitions[at.Partition].readCommitted(at)
		worth = worth || data.Error != protocol.None || data.Diverges || len(data.Batches) > 0
		answer.Partitions = append(answer.Partitions, data)
	}
	if worth {
		b.send(d.consumer, answer, cause)
	}
	return worth
}

// readCommitted returns what a consumer gets of one partition. Out of range tells where the log begins and what is
// committed, which a consumer of Kafka's asks for in one more request (OffsetFetcher.resetPositionsIfNeeded). The check
// of its last epoch replaces the one that a consumer makes with OffsetsForLeaderEpoch when the leader changes.
func (p *partition) readCommitted(at protocol.FetchAt) protocol.FetchData {
	d := protocol.FetchData{Partition: at.Partition, HighWatermark: p.log.HighWatermark(), LogStart: p.log.Start()}
	if d.Error = p.fetchCheck(at.LeaderEpoch, true); d.Error != protocol.None {
		return d
	}
	found := p.log.EndOffsetForEpoch(at.LastEpoch)
	switch apart, unknown := rules.Diverges(found, at.LastEpoch, at.Offset); {
	case at.Offset < d.LogStart:
		d.Error = protocol.OffsetOutOfRange
	case apart:
		d.Diverges, d.Diverging = true, found
	case unknown || at.Offset > p.log.End():
		d.Error = protocol.OffsetOutOfRange
	case at.Offset < d.HighWatermark:
		d.Batches = p.log.Read(at.Offset, storage.ReadLimit{Bytes: math.MaxInt64, Records: math.MaxInt64})
	}
	return d
}

// checkReads re-examines the consumers' fetches that wait on p.
func (b *Broker) checkReads(p *partition, cause int32) {
	if len(b.reads) == 0 {
		return
	}
	on := func(at protocol.FetchAt) bool { return at.Partition == p.index }
	b.reads = slices.DeleteFunc(b.reads, func(d delayedRead) bool {
		return slices.ContainsFunc(d.request.Partitions, on) && b.answerRead(d, false, cause)
	})
}

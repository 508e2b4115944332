package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// fetcher is one loop of fetches from a leader (kafka.server.ReplicaFetcherThread): ask, wait for the answer, write it,
// ask again from the new end. One fetcher serves every partition that its broker follows from one leader; a partition
// with a delay of its own has a fetcher of its own.
type fetcher struct {
	leader     protocol.NodeID
	alone      int32 // the one partition it serves; event.None: all that have no delay of their own
	partitions []int32
	phase      phase
	since      vtime.Time // when the phase began
	until      vtime.Time // asking: when the request arrives; writing: when the records are written
	answer     *protocol.FetchResponse
	asked      []protocol.FetchAt // of the request under way
}

type phase uint8

const (
	idle    phase = iota // nothing to ask for, or paused
	asking               // a request is under way, at the leader, or its answer on the way back
	writing              // the answer's records are being written
)

func (f *fetcher) sent(now, arrives vtime.Time) { f.phase, f.since, f.until = asking, now, arrives }

// throttle is what a script does to a follower's fetches.
type throttle struct {
	paused    bool
	delay     vtime.Duration
	delays    []vtime.Duration // by partition; 0: no delay of its own
	perSecond float64          // records; 0: no limit
}

func newThrottle(partitions int) throttle {
	return throttle{delays: make([]vtime.Duration, partitions)}
}

func (t throttle) clone() throttle {
	t.delays = slices.Clone(t.delays)
	return t
}

// SetFetchDelay makes fetch requests sent from now on travel longer by delay: those of one partition, or, with
// event.None, all of them, those with delays of their own included.
func (b *Broker) SetFetchDelay(now vtime.Time, partition int32, delay vtime.Duration, fx network.Effects, cause int32) {
	b.begin(now, fx, cause)
	if partition == event.None {
		b.throttle.delay = delay
		clear(b.throttle.delays)
	} else {
		b.throttle.delays[partition] = delay
	}
	b.refreshFetchers()
	b.end()
}

// FetchDelayDiffers tells whether SetFetchDelay would change anything.
func (b *Broker) FetchDelayDiffers(partition int32, delay vtime.Duration) bool {
	if partition != event.None {
		return b.throttle.delays[partition] != delay
	}
	own := func(d vtime.Duration) bool { return d != 0 }
	return b.throttle.delay != delay || slices.ContainsFunc(b.throttle.delays, own)
}

// SetFetchRate lets the broker copy no more than so many records per second; 0 lifts the limit.
func (b *Broker) SetFetchRate(perSecond float64) { b.throttle.perSecond = perSecond }

// FetchRate is the limit that SetFetchRate set.
func (b *Broker) FetchRate() float64 { return b.throttle.perSecond }

// PauseFetches stops the broker from sending fetches, or lets it go on. What is under way is still taken.
func (b *Broker) PauseFetches(now vtime.Time, paused bool, fx network.Effects, cause int32) {
	b.begin(now, fx, cause)
	b.throttle.paused = paused
	for i := range b.fetchers {
		b.ask(int32(i))
	}
	b.end()
}

// FetchesPaused tells whether PauseFetches is in force.
func (b *Broker) FetchesPaused() bool { return b.throttle.paused }

// refreshFetchers has every fetcher serve the partitions that are its own now, and idle ones ask.
func (b *Broker) refreshFetchers() {
	b.assignFetchers()
	for i := range b.fetchers {
		b.ask(int32(i))
	}
}

// assignFetchers hands every partition this broker follows to the fetcher it belongs to, making one where there is
// none.
func (b *Broker) assignFetchers() {
	for i := range b.fetchers {
		b.fetchers[i].partitions = b.fetchers[i].partitions[:0:0]
	}
	for i := range b.partitions {
		p := &b.partitions[i]
		if !p.hosted || p.leads || p.leader <= 0 || p.heldOut.Has(b.id) {
			continue
		}
		alone := int32(event.None)
		if b.throttle.delays[i] > 0 {
			alone = p.index
		}
		f := b.fetcherFor(p.leader, alone)
		f.partitions = append(f.partitions, p.index)
	}
}

func (b *Broker) fetcherFor(leader protocol.NodeID, alone int32) *fetcher {
	for i := range b.fetchers {
		if f := &b.fetchers[i]; f.leader == leader && f.alone == alone {
			return f
		}
	}
	b.fetchers = append(b.fetchers, fetcher{leader: leader, alone: alone})
	return &b.fetchers[len(b.fetchers)-1]
}

// ask sends a fetcher's next request, unless one is under way, there is nothing to ask for, or fetches are paused.
func (b *Broker) ask(index int32) {
	f := &b.fetchers[index]
	if f.phase != idle || len(f.partitions) == 0 || b.throttle.paused {
		return
	}
	delay := b.throttle.delay
	if f.alone != event.None && b.throttle.delays[f.alone] > 0 {
		delay = b.throttle.delays[f.alone]
	}
	m := b.fetchMessage(index)
	f.sent(b.now, b.fx.Send(m, delay))
}

func (b *Broker) fetchMessage(index int32) network.Message {
	f := &b.fetchers[index]
	r := &protocol.FetchRequest{
		Follower: b.id, Fetcher: index, MaxWaitMs: b.config.FetchWaitMs, MaxBytes: b.config.FetchMaxBytes,
	}
	if rate := b.throttle.perSecond; rate > 0 {
		r.MaxRecords = max(1, int64(rate*float64(b.config.FetchWaitMs)/1000))
	}
	for _, index := range f.partitions {
		p := &b.partitions[index]
		r.Partitions = append(r.Partitions, protocol.FetchAt{
			Partition: index, LeaderEpoch: p.leaderEpoch, Offset: p.log.End(),
		})
	}
	f.asked = r.Partitions
	return network.Message{From: b.id, To: f.leader, Body: r, Cause: b.because}
}

// handleFetchResponse takes an answer: with records it takes the time of an append, and more for a follower whose
// rate is limited; without, the next fetch goes out at once.
func (b *Broker) handleFetchResponse(r *protocol.FetchResponse) {
	f := &b.fetchers[r.Fetcher]
	f.answer = r
	n := r.Records()
	if n == 0 {
		b.written(r.Fetcher)
		return
	}
	takes := b.config.AppendTime
	if rate := b.throttle.perSecond; rate > 0 {
		takes = max(takes, vtime.Duration(float64(n)/rate*float64(vtime.Second)))
	}
	f.phase, f.since, f.until = writing, b.now, b.now+takes
	b.wake(b.now+takes, timerWritten, r.Fetcher, nil)
}

// written ends one round of a fetcher: records first, then the high watermark the answer told of, bounded by the
// log's end, then the next fetch, which tells the leader (ReplicaFetcherThread.processPartitionData). An answer for a
// partition that has been taken from the fetcher meanwhile, or whose log has moved on, is passed over.
func (b *Broker) written(index int32) {
	f := &b.fetchers[index]
	because := b.because
	for i, d := range f.answer.Partitions {
		p := &b.partitions[d.Partition]
		if !slices.Contains(f.partitions, d.Partition) || p.log.End() != f.asked[i].Offset {
			continue
		}
		b.because = because
		b.replicate(p, d)
	}
	f.answer, f.asked = nil, nil
	f.phase, f.since, f.until = idle, b.now, b.now
	b.ask(index)
}

func (b *Broker) replicate(p *partition, d protocol.FetchData) {
	if len(d.Batches) > 0 {
		from := p.log.End()
		for _, batch := range d.Batches {
			p.log.AppendBatch(batch)
		}
		b.led(event.Event{Kind: event.Replicate, Peer: p.leader, Partition: p.index, From: from, To: p.log.End()})
	}
	before := p.log.HighWatermark()
	if after := p.log.SetHighWatermark(d.HighWatermark); after != before {
		b.emit(event.Event{Kind: event.HighWatermark, Partition: p.index, From: before, To: after})
	}
}

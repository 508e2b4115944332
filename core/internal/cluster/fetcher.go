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
// with its own delay has its own fetcher.
type fetcher struct {
	leader     protocol.NodeID
	peer       int32 // the life of the leader that the connection leads to; 0: there is none
	alone      int32 // the one partition it serves; event.None: all that have no delay of their own
	partitions []int32
	phase      phase
	since      vtime.Time // when the phase began
	until      vtime.Time // asking: when the request arrives; writing: when the records are written
	answer     *protocol.FetchResponse
	asked      []protocol.FetchAt // of the request under way
	session    int32              // of it
	timed      bool               // a timer watches how long it takes
	awake      vtime.Time         // when a timer lets it ask, after backing off; never: none does
}

type phase uint8

const (
	idle    phase = iota // nothing to ask for, paused, or backing off
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
	b.begin(now, fx)
	if partition == event.None {
		b.throttle.delay = delay
		clear(b.throttle.delays)
	} else {
		b.throttle.delays[partition] = delay
	}
	if b.Serving() {
		b.refreshFetchers(cause)
	}
	b.end()
}

// FetchDelayDiffers reports whether SetFetchDelay would change anything.
func (b *Broker) FetchDelayDiffers(partition int32, delay vtime.Duration) bool {
	if partition != event.None {
		return b.throttle.delays[partition] != delay
	}
	own := func(d vtime.Duration) bool { return d != 0 }
	return b.throttle.delay != delay || slices.ContainsFunc(b.throttle.delays, own)
}

// SetFetchRate limits the broker to so many copied records per second; 0 lifts the limit. A copy in progress goes on at
// the new rate.
func (b *Broker) SetFetchRate(now vtime.Time, perSecond float64, fx network.Effects, cause int32) {
	b.begin(now, fx)
	b.throttle.perSecond = perSecond
	for i := range b.fetchers {
		f := &b.fetchers[i]
		if f.phase != writing || f.until <= now {
			continue
		}
		done := float64(now-f.since) / float64(f.until-f.since)
		total := b.copying(f.answer.Records())
		f.since = now - vtime.Duration(done*float64(total))
		f.until = f.since + total
		b.wake(f.until, timerWritten, int32(i), cause)
	}
	b.end()
}

// copying returns how long the follower takes to copy so many records.
func (b *Broker) copying(records int) vtime.Duration {
	takes := b.config.appendTime(b.id)
	if rate := b.throttle.perSecond; rate > 0 {
		takes = max(takes, vtime.Duration(float64(records)/rate*float64(vtime.Second)))
	}
	return takes
}

// FetchRate returns the limit that SetFetchRate set.
func (b *Broker) FetchRate() float64 { return b.throttle.perSecond }

// PauseFetches stops the broker from sending fetches, or lets it go on. An answer under way is still accepted.
func (b *Broker) PauseFetches(now vtime.Time, paused bool, fx network.Effects, cause int32) {
	b.begin(now, fx)
	b.throttle.paused = paused
	for i := range b.fetchers {
		b.ask(int32(i), cause)
	}
	b.end()
}

// FetchesPaused reports whether PauseFetches is in force.
func (b *Broker) FetchesPaused() bool { return b.throttle.paused }

// refreshFetchers reassigns the partitions to the fetchers, and lets idle ones ask.
func (b *Broker) refreshFetchers(cause int32) {
	b.assignFetchers()
	for i := range b.fetchers {
		b.ask(int32(i), cause)
	}
}

// assignFetchers hands every partition this broker follows to the fetcher it belongs to, making one where there is
// none. A fetcher without partitions ends, and its connection with it.
func (b *Broker) assignFetchers() {
	before := make([][]int32, len(b.fetchers))
	for i := range b.fetchers {
		before[i] = b.fetchers[i].partitions
		b.fetchers[i].partitions = nil
	}
	for i := range b.partitions {
		p := &b.partitions[i]
		if !b.follows(p) {
			continue
		}
		alone := int32(event.None)
		if b.throttle.delays[i] > 0 {
			alone = p.index
		}
		f := b.fetcherFor(p.leader, alone)
		f.partitions = append(f.partitions, p.index)
	}
	for i, old := range before {
		f := &b.fetchers[i]
		if f.partitions = inOrderOf(f.partitions, old); len(f.partitions) == 0 {
			f.abandon(b.now)
		}
	}
}

// follows reports whether a partition is to be fetched: it has a leader, its last fetch did not fail for good, it is
// not held out, and this broker, if it is shutting down, has not stopped fetching it.
func (b *Broker) follows(p *partition) bool {
	return p.hosted && !p.leads && p.leader > 0 && !p.failed && !p.stopped && !p.heldOut.Has(b.id)
}

// abandon gives up the request under way and its connection: no answer will be accepted.
func (f *fetcher) abandon(now vtime.Time) {
	f.peer = 0
	if f.phase != idle {
		f.phase, f.since, f.until = idle, now, now
		f.answer, f.asked, f.session = nil, nil, event.None
	}
}

// unassign takes a partition from its fetcher: the leader epoch has changed, so the answer under way is not for it.
func (b *Broker) unassign(partition int32) {
	for i := range b.fetchers {
		f := &b.fetchers[i]
		if at := slices.Index(f.partitions, partition); at >= 0 {
			f.partitions = slices.Delete(f.partitions, at, at+1)
		}
	}
}

// inOrderOf returns the partitions in the order of old, those that are new after the others.
func inOrderOf(partitions, old []int32) []int32 {
	var ordered []int32
	for _, p := range old {
		if slices.Contains(partitions, p) {
			ordered = append(ordered, p)
		}
	}
	for _, p := range partitions {
		if !slices.Contains(old, p) {
			ordered = append(ordered, p)
		}
	}
	return ordered
}

func (b *Broker) fetcherFor(leader protocol.NodeID, alone int32) *fetcher {
	for i := range b.fetchers {
		if f := &b.fetchers[i]; f.leader == leader && f.alone == alone {
			return f
		}
	}
	b.fetchers = append(b.fetchers, fetcher{leader: leader, alone: alone, awake: never})
	return &b.fetchers[len(b.fetchers)-1]
}

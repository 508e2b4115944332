package script

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What steps do to the fetches of followers.

// FetchDelay makes a follower's fetch requests travel so much longer.
//
//contract:verb fetch-delay
type FetchDelay struct {
	Broker    protocol.NodeID
	Delay     vtime.Duration       // json:"ms" 0 heals
	Partition event.PartitionIndex // absent:"none" absent: of all partitions
}

func (p *parser) readFetchDelay(v value, _ vtime.Time) Action {
	a := FetchDelay{Broker: p.broker(v), Partition: -1}
	a.Delay = v.need("ms", "how much longer its fetch requests travel; 0 heals").Ms(MaxDelay)
	if _, ok := v.get("topic"); ok {
		a.Partition = p.choice(v, "the delay is for one partition, or for all without a topic")
		part := &p.s.Cluster.Partitions[a.Partition]
		if !slices.Contains(part.Replicas, a.Broker) {
			v.Fail("broker %d has no replica of this partition; the replicas are %s",
				a.Broker, set(protocol.SetOf(part.Replicas...)))
		}
	} else if partition, ok := v.get("partition"); ok {
		partition.Fail(`only with "topic"`)
	}
	return a
}

// FetchRate lets a follower copy no faster.
//
//contract:verb fetch-rate
type FetchRate struct {
	Broker    protocol.NodeID
	PerSecond float64 // json:"records-per-second" 0 heals
}

func (p *parser) readFetchRate(v value, _ vtime.Time) Action {
	rate := v.need("records-per-second", "how fast it may copy; 0 heals")
	// A quotient of whole numbers is the float nearest to the decimal: it is written again as it was read.
	perSecond := float64(rate.Thousandths(maxRate*1000, "a rate has no more")) / 1000
	return FetchRate{Broker: p.broker(v), PerSecond: perSecond}
}

// FetchPause stops the fetches of a follower while its heartbeats go on; an answer under way is still accepted.
//
//contract:verb fetch-pause
type FetchPause struct {
	Broker protocol.NodeID
}

func (p *parser) readFetchPause(v value, _ vtime.Time) Action { return FetchPause{p.broker(v)} }

// FetchResume lets a follower fetch again.
//
//contract:verb fetch-resume
type FetchResume struct {
	Broker protocol.NodeID
}

func (p *parser) readFetchResume(v value, _ vtime.Time) Action { return FetchResume{p.broker(v)} }

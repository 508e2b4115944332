// Package consumer is the consumer client: it reads every partition of its topics from the leader it knows, up to that
// leader's high watermark, and reports its progress.
//
// It models the part of org.apache.kafka.clients.consumer.KafkaConsumer that shows when a record becomes visible:
// one fetch at a time to each leader, a search for the new leader when the old one refuses or is gone, and a step back
// when a new leader does not have what was read. It leaves out groups, commits, reads from followers and rebalances;
// it begins at offset 0, as one does that has committed that.
package consumer

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What the consumer is set to, in ms: Kafka's defaults. The search for a leader backs off from retry.backoff.ms to
// retry.backoff.max.ms.
const (
	backoffMs        = 100
	backoffMaxMs     = 1000
	maxWaitMs        = 500    // fetch.max.wait.ms
	requestTimeoutMs = 30_000 // request.timeout.ms
)

// Timers of a consumer, as network.Timer.What.
const (
	timerLook    uint8 = iota // it looks for leaders again
	timerTimeout              // a fetch may have waited too long
)

// Client is one consumer.
type Client struct {
	node  protocol.NodeID
	index int32 // in the script's order
	// what it does when its offset is gone
	policy protocol.OffsetReset
	reads  []reading
	peers  []peer
	// fetches under way; at most one per leader
	flying   []fetch
	session  int32
	looking  bool // a search for leaders is under way, or will be
	timed    bool // a timer watches how long fetches take
	attempts int  // searches since the last fetch that went well
}

// peer is a broker's process that the consumer has a connection to.
type peer struct {
	node protocol.NodeID
	life int32
}

// reading is the consumer's position in one partition.
type reading struct {
	partition   int32
	leader      protocol.NodeID // protocol.NoLeader: not known
	leaderEpoch int32
	offset      int64 // of the next record
	lastEpoch   int32 // of the last record, or of the place it went back to; -1: none, or unknown
	ended       bool  // its offset is gone, and it does not know where to go on
}

// fetch is a request under way: its broker, its number among the consumer's requests, and what it asks for.
type fetch struct {
	leader  protocol.NodeID
	session int32
	asked   []protocol.FetchAt
	overdue vtime.Time // when it has waited too long
}

// of reports whether a fetch asks for these partitions and no others.
func (f *fetch) of(partitions []int32) bool {
	return slices.EqualFunc(f.asked, partitions, func(at protocol.FetchAt, p int32) bool { return at.Partition == p })
}

// New returns a consumer of these partitions, with its auto.offset.reset.
func New(node protocol.NodeID, index int32, partitions []int32, policy protocol.OffsetReset) *Client {
	c := &Client{node: node, index: index, policy: policy}
	for _, p := range partitions {
		c.reads = append(c.reads, reading{partition: p, leader: protocol.NoLeader, leaderEpoch: -1, lastEpoch: -1})
	}
	return c
}

// Clone returns an independent copy.
func (c *Client) Clone() *Client {
	d := *c
	d.reads, d.flying, d.peers = slices.Clone(c.reads), slices.Clone(c.flying), slices.Clone(c.peers)
	return &d
}

// Position returns the offset that the consumer reads next in a partition, and whether it has ended instead; false when
// it does not read the partition.
func (c *Client) Position(partition int32) (offset int64, ended, reads bool) {
	for i := range c.reads {
		if r := &c.reads[i]; r.partition == partition {
			return r.offset, r.ended, true
		}
	}
	return 0, false, false
}

// Start looks for the leaders.
func (c *Client) Start(fx network.Effects, cause int32) { c.look(fx, cause) }

// Wake handles a timer of the consumer's own.
func (c *Client) Wake(now vtime.Time, t network.Timer, fx network.Effects) {
	switch t.What {
	case timerLook:
		c.look(fx, t.Cause)
	case timerTimeout:
		c.timed = false
		c.checkTimeouts(now, fx)
		c.watch(fx)
	}
}

// watch sets the timeout of fetches: the machine that one was sent to may have lost power. One timer serves all.
func (c *Client) watch(fx network.Effects) {
	if c.timed || len(c.flying) == 0 {
		return
	}
	c.timed = true
	first := c.flying[0].overdue
	for i := range c.flying {
		first = min(first, c.flying[i].overdue)
	}
	fx.Wake(first, network.Timer{Node: c.node, What: timerTimeout, Cause: event.None})
}

// checkTimeouts gives up the fetches that have waited too long, and the connections with them
// (NetworkClient.handleTimedOutRequests).
func (c *Client) checkTimeouts(now vtime.Time, fx network.Effects) {
	for {
		i := slices.IndexFunc(c.flying, func(f fetch) bool { return f.overdue <= now })
		if i < 0 {
			return
		}
		c.lose(now, c.flying[i].leader, fx, event.None)
	}
}

func (c *Client) look(fx network.Effects, cause int32) {
	c.looking = true
	fx.Send(network.Message{
		From: c.node, To: network.Controller, Body: &protocol.MetadataRequest{AtOnce: true}, Cause: cause,
	}, 0)
}

// lookLater schedules a search for leaders.
func (c *Client) lookLater(now vtime.Time, fx network.Effects, cause int32) {
	if !c.looking {
		c.looking = true
		wait := min(backoffMs<<min(c.attempts, 5), backoffMaxMs)
		c.attempts++
		fx.Wake(now+vtime.AtMs(int64(wait)), network.Timer{Node: c.node, What: timerLook, Cause: cause})
	}
}

// Receive takes an answer.
func (c *Client) Receive(now vtime.Time, m *network.Message, fx network.Effects) {
	switch body := m.Body.(type) {
	case *protocol.Metadata:
		c.learn(now, body, fx, m.Cause)
	case *protocol.ConsumerFetchResponse:
		if f, ok := c.land(m.From, body.Session); ok {
			c.take(now, f, body, fx, m.Cause)
		}
	case *protocol.Disconnect:
		c.disconnected(now, m, body, fx)
	}
}

// learn notes the current leaders. Partitions without a leader are looked up again.
func (c *Client) learn(now vtime.Time, m *protocol.Metadata, fx network.Effects, cause int32) {
	c.looking = false
	for _, p := range m.Partitions {
		for i := range c.reads {
			if r := &c.reads[i]; r.partition == p.Partition && p.LeaderEpoch >= r.leaderEpoch {
				r.leader, r.leaderEpoch = p.Leader, p.LeaderEpoch
			}
		}
	}
	c.fetch(now, fx, cause)
}

// fetch sends a request to every leader that has none under way, or none for all its partitions: a new request replaces
// the one before.
func (c *Client) fetch(now vtime.Time, fx network.Effects, cause int32) {
	for i := range c.reads {
		leader := c.reads[i].leader
		if c.reads[i].ended {
			continue
		}
		if leader == protocol.NoLeader {
			c.lookLater(now, fx, cause)
			continue
		}
		var partitions []int32
		for _, of := range c.reads {
			if of.leader == leader && !of.ended {
				partitions = append(partitions, of.partition)
			}
		}
		at := slices.IndexFunc(c.flying, func(f fetch) bool { return f.leader == leader })
		if at >= 0 && c.flying[at].of(partitions) {
			continue
		}
		if at >= 0 {
			c.land(leader, c.flying[at].session)
		}
		c.ask(now, leader, fx, cause)
	}
}

func (c *Client) ask(now vtime.Time, leader protocol.NodeID, fx network.Effects, cause int32) {
	c.session++
	r := &protocol.ConsumerFetchRequest{Session: c.session, MaxWaitMs: maxWaitMs}
	for _, of := range c.reads {
		if of.leader == leader && !of.ended {
			r.Partitions = append(r.Partitions, protocol.FetchAt{
				Partition: of.partition, LeaderEpoch: of.leaderEpoch, LastEpoch: of.lastEpoch, Offset: of.offset,
			})
		}
	}
	// A fetch is overdue a millisecond after its timeout.
	overdue := now + vtime.AtMs(requestTimeoutMs+1)
	c.flying = append(slices.Clip(c.flying), fetch{leader, c.session, r.Partitions, overdue})
	life := c.connect(leader, fx)
	fx.Send(network.Message{From: c.node, To: leader, Life: life, Body: r, Cause: cause}, 0)
	c.watch(fx)
}

// connect returns the life of a broker that the connection leads to, opening one if there is none.
func (c *Client) connect(broker protocol.NodeID, fx network.Effects) int32 {
	i := slices.IndexFunc(c.peers, func(p peer) bool { return p.node == broker })
	if i < 0 {
		i = len(c.peers)
		c.peers = append(c.peers, peer{broker, fx.Life(broker)})
	}
	return c.peers[i].life
}

// land removes a fetch that is over and returns it; false when it was not under way.
func (c *Client) land(leader protocol.NodeID, session int32) (fetch, bool) {
	i := slices.IndexFunc(c.flying, func(f fetch) bool { return f.leader == leader && f.session == session })
	if i < 0 {
		return fetch{}, false
	}
	f := c.flying[i]
	c.flying = slices.Delete(c.flying, i, i+1)
	return f, true
}

// take reads what has come, up to the high watermark. An answer counts only if the consumer's position is still the one
// it asked for: the answer of a deposed leader may come late, when the consumer has read on from another
// (FetchCollector.handleInitializeSuccess, SubscriptionState.maybeCompleteValidation).
func (c *Client) take(
	now vtime.Time, f fetch, m *protocol.ConsumerFetchResponse, fx network.Effects, cause int32,
) {
	for i, d := range m.Partitions {
		at := f.asked[i]
		r := &c.reads[slices.IndexFunc(c.reads, func(r reading) bool { return r.partition == d.Partition })]
		stands := r.offset == at.Offset
		follows := r.leader == f.leader && r.leaderEpoch == at.LeaderEpoch
		switch {
		case d.Error == protocol.OffsetOutOfRange:
			if follows && stands {
				c.reset(r, d, f.leader, fx, cause)
			}
		case d.Error != protocol.None:
			if follows {
				r.leader = protocol.NoLeader
			} else {
				c.lookLater(now, fx, cause)
			}
		case d.Diverges:
			// What was read last is not in the log of this leader. It goes on from where the logs diverge.
			if follows && stands && r.lastEpoch == at.LastEpoch {
				c.stepBack(r, d, f.leader, fx, cause)
			}
		case stands:
			c.read(r, d, fx, cause, f.leader)
		}
	}
	c.fetch(now, fx, cause)
}

func (c *Client) read(r *reading, d protocol.FetchData, fx network.Effects, cause int32, leader protocol.NodeID) {
	from := r.offset
	for _, b := range d.Batches {
		if b.BaseOffset < d.HighWatermark {
			r.offset, r.lastEpoch = min(b.NextOffset(), d.HighWatermark), b.Epoch
		}
	}
	if r.offset > from {
		c.attempts = 0
		fx.Emit(cause, &event.Visible{
			Consumer: c.index, Partition: r.partition, Broker: leader, From: from, Offset: r.offset - 1,
		})
	}
}

// stepBack goes on from where the logs diverge. With auto.offset.reset none the application is told
// (SubscriptionState.maybeCompleteValidation, LogTruncationException).
func (c *Client) stepBack(
	r *reading, d protocol.FetchData, leader protocol.NodeID, fx network.Effects, cause int32,
) {
	if c.policy == protocol.ResetNone && d.Diverging.EndOffset < r.offset {
		c.reset(r, d, leader, fx, cause)
		return
	}
	r.offset, r.lastEpoch = min(r.offset, d.Diverging.EndOffset), d.Diverging.Epoch
}

// reset goes on where the leader's log begins, or at its high watermark, or not at all, when it no longer has the
// consumer's offset (FetchCollector.handleInitializeErrors).
func (c *Client) reset(
	r *reading, d protocol.FetchData, leader protocol.NodeID, fx network.Effects, cause int32,
) {
	e := &event.OffsetReset{
		Consumer: c.index, Partition: r.partition, Broker: leader, From: r.offset, To: d.HighWatermark,
		Policy: c.policy.String(),
	}
	switch c.policy {
	case protocol.ResetEarliest:
		e.To = d.LogStart
	case protocol.ResetNone:
		e.To, r.ended = -1, true
	case protocol.ResetLatest:
	}
	if !r.ended {
		r.offset, r.lastEpoch = e.To, -1
	}
	fx.Emit(cause, e)
}

// disconnected gives up the requests to a broker whose connection is gone, and looks for the new leaders. The end of a
// process does not matter if the connection leads to the one after it.
func (c *Client) disconnected(now vtime.Time, m *network.Message, d *protocol.Disconnect, fx network.Effects) {
	switch d.Lost.(type) {
	case nil:
		if !slices.Contains(c.peers, peer{m.From, m.FromLife}) {
			return
		}
	case *protocol.ConsumerFetchRequest, *protocol.ConsumerFetchResponse:
	default:
		c.looking = false
		c.lookLater(now, fx, m.Cause)
		return
	}
	c.lose(now, m.From, fx, m.Cause)
}

// lose gives up the connection to a broker with the requests on it, and looks for the new leaders.
func (c *Client) lose(now vtime.Time, broker protocol.NodeID, fx network.Effects, cause int32) {
	c.peers = slices.DeleteFunc(c.peers, func(p peer) bool { return p.node == broker })
	c.flying = slices.DeleteFunc(c.flying, func(f fetch) bool { return f.leader == broker })
	for i := range c.reads {
		if c.reads[i].leader == broker {
			c.reads[i].leader = protocol.NoLeader
		}
	}
	c.fetch(now, fx, cause)
}

package core

import (
	"cmp"
	"strconv"

	"highwater/core/internal/cluster"
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/order"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// sim decides when: it owns virtual time and the queue of what is under way, hands every message and timer to its node,
// and is what the nodes act through (network.Effects). Between two calls of next it is plain values that clone copies.
type sim struct {
	script *script.Script // its steps may grow; what has been carried out does not change
	layout *cluster.Layout
	links  network.Links

	now        vtime.Time
	happened   int        // happenings so far
	latest     vtime.Time // of the last happening, event or not; -1: nothing has happened
	queue      vtime.Queue[happening]
	plan       []planned // the steps, spread out, in order; carried out up to done
	done       int
	started    bool
	brokers    []*cluster.Broker // brokers[i] is broker i+1
	controller *cluster.Controller
	clients    []*producer.Client
	requests   int32 // produce requests numbered so far
	records    int32 // records that producers took so far
	emitted    int   // events so far
	because    int32 // the step being carried out
	ledger     ledger

	sink func(*sim, *Event) // sees every event as it happens
}

// happening is a message that arrives or a timer that goes off.
type happening struct {
	message network.Message // Body nil: a timer
	timer   network.Timer
}

// planned is one step, or one record of a step that sends several.
type planned struct {
	at     vtime.Time
	step   int
	record int // which of a send's records, from 0
}

func newSim(s *script.Script) *sim {
	c := &s.Cluster
	m := &sim{script: s, latest: -1, links: network.Links{Latency: c.Latency}, layout: &cluster.Layout{Brokers: c.Brokers}}
	for _, p := range c.Partitions {
		m.layout.Topic = append(m.layout.Topic, p.Topic)
		m.layout.Replicas = append(m.layout.Replicas, p.Replicas)
	}
	minima := cluster.Minima{Default: c.Config.MinInSyncReplicas}
	for _, t := range c.Topics {
		minima.Topics = append(minima.Topics, t.MinISR)
	}
	books, metadata := startingBooks(c)
	m.controller = cluster.NewController(m.layout, c.ELR, minima, books)
	config := &cluster.Config{
		MaxLagMs: c.Config.ReplicaLagTimeMaxMs, FetchWaitMs: c.Config.ReplicaFetchWaitMaxMs,
		FetchMaxBytes: c.Config.ReplicaFetchMaxBytes, MessageMaxBytes: c.Config.MessageMaxBytes,
		ProducePurgeInterval: c.Config.ProducerPurgeInterval,
		FetchPurgeInterval:   c.Config.FetchPurgeInterval,
		AppendTime:           c.Append,
	}
	for i := range c.Brokers {
		m.brokers = append(m.brokers, cluster.New(protocol.NodeID(i+1), config, m.layout, minima, metadata))
	}
	m.fillLogs(c)
	var leaders []protocol.NodeID
	for _, p := range c.Partitions {
		leaders = append(leaders, p.Leader)
	}
	for i, p := range s.Producers {
		m.clients = append(m.clients, producer.New(m.clientNode(i), int32(i), producer.Config{
			Acks: p.Acks, LingerMs: p.LingerMs, RequestTimeoutMs: p.RequestTimeoutMs, MaxInFlight: p.MaxInFlight,
		}, leaders))
	}
	m.plan = planOf(s)
	return m
}

// startingBooks is every partition at time 0 in the controller's books, and as the brokers know it: all replicas in
// sync. A smaller ISR is brought about by hand, at time 0, unless the script says what ELR goes with it: then that is
// how things stand.
func startingBooks(c *script.Cluster) ([]rules.Books, protocol.Metadata) {
	var books []rules.Books
	var metadata protocol.Metadata
	for i, p := range c.Partitions {
		everyone := protocol.SetOf(p.Replicas...)
		b := rules.Books{Leader: p.Leader, LeaderEpoch: p.LeaderEpoch, ISR: everyone}
		if p.ELR != 0 {
			b.ISR, b.ELR, b.HeldOut = p.ISR, p.ELR, everyone.Without(p.ISR)
			metadata.Holds = append(metadata.Holds, protocol.HoldMetadata{Partition: int32(i), HeldOut: b.HeldOut})
		}
		books = append(books, b)
		metadata.Partitions = append(metadata.Partitions, protocol.PartitionMetadata{
			Partition: int32(i), Leader: b.Leader, LeaderEpoch: b.LeaderEpoch, ISR: b.ISR,
		})
	}
	return books, metadata
}

// fillLogs puts the records of time 0 in place. The leader's high watermark is, unless the script says, where the
// shortest log of the ISR ends; a follower's is that, or its own end.
func (m *sim) fillLogs(c *script.Cluster) {
	for i, p := range c.Partitions {
		if len(p.Logs) == 0 {
			continue
		}
		lowest := int64(-1)
		for r, id := range p.Replicas {
			end := m.brokers[id-1].Fill(int32(i), startingBatches(p.Logs[r]))
			if p.ISR.Has(id) && (lowest < 0 || end < lowest) {
				lowest = end
			}
		}
		for r, id := range p.Replicas {
			hw := lowest
			if len(p.HighWatermarks) > 0 && p.HighWatermarks[r] >= 0 {
				hw = p.HighWatermarks[r]
			}
			m.brokers[id-1].SetStartingHighWatermark(int32(i), hw)
		}
	}
}

func startingBatches(l script.Log) []protocol.Batch {
	var batches []protocol.Batch
	next := int64(0)
	for _, run := range l {
		for _, v := range run.Values {
			r := protocol.Record{Value: v, Bytes: int32(len(v))}
			batches = append(batches, protocol.Batch{BaseOffset: next, Epoch: run.Epoch, Records: []protocol.Record{r}})
			next++
		}
	}
	return batches
}

func (m *sim) clientNode(i int) protocol.NodeID { return protocol.NodeID(m.layout.Brokers + 1 + i) }

// planOf spreads the steps out in time: each once, or a send of several records once a record.
func planOf(s *script.Script) []planned {
	var plan []planned
	for i, step := range s.Steps {
		times := 1
		var every vtime.Duration
		if send, ok := step.Action.(script.Send); ok && send.Count > 0 {
			times, every = send.Count, send.Every
		}
		for r := range times {
			plan = append(plan, planned{at: step.At + vtime.Time(r)*every, step: i, record: r})
		}
	}
	return order.Stable(plan, func(a, b *planned) int { return cmp.Compare(a.at, b.at) })
}

// next is the instant of whatever happens next, and whether that is a step; false when nothing will.
func (m *sim) next() (at vtime.Time, step, ok bool) {
	if !m.started {
		return 0, false, true
	}
	at, ok = m.queue.Next()
	if m.done < len(m.plan) && (!ok || m.plan[m.done].at <= at) {
		return m.plan[m.done].at, true, true
	}
	return at, false, ok
}

// run lets whatever is due by the instant until happen, and moves the clock there; it stops early when stop says so.
func (m *sim) run(until vtime.Time, stop func() bool) {
	for !stop() {
		at, _, ok := m.next()
		if !ok || at > until {
			m.now = max(m.now, until)
			return
		}
		m.happen()
	}
}

// happen lets one thing happen. At one instant steps come first, then everything else in the order of scheduling.
func (m *sim) happen() {
	m.happened++
	if !m.started {
		m.start()
		return
	}
	at, step, _ := m.next()
	m.now, m.latest = at, at
	if step {
		p := m.plan[m.done]
		m.done++
		m.carryOut(p)
		return
	}
	_, h := m.queue.Pop()
	if h.message.Body == nil {
		m.wake(h.timer)
	} else {
		m.deliver(h.message)
	}
}

// start brings the cluster to life: every follower has a fetch waiting at its leader, and partitions whose starting
// ISR is smaller than their replicas are brought there by hand.
func (m *sim) start() {
	m.started, m.latest = true, m.now
	var first []network.Message
	for _, b := range m.brokers {
		first = append(first, b.Start(m.now, m)...)
	}
	for _, f := range first {
		m.deliver(f)
	}
	for i, p := range m.script.Cluster.Partitions {
		if p.ELR == 0 && p.ISR != protocol.SetOf(p.Replicas...) {
			m.controller.SetISR(m.now, int32(i), p.ISR, m, event.None)
		}
	}
}

func (m *sim) deliver(msg network.Message) {
	switch {
	case msg.To == network.Controller:
		m.controller.Receive(m.now, msg, m)
	case msg.To < 0: // the answer to a raw request: nobody acts on it
	case int(msg.To) <= m.layout.Brokers:
		m.brokers[msg.To-1].Receive(m.now, msg, m)
	default:
		m.clients[int(msg.To)-m.layout.Brokers-1].Receive(msg, m)
	}
}

func (m *sim) wake(t network.Timer) {
	if int(t.Node) <= m.layout.Brokers {
		m.brokers[t.Node-1].Wake(m.now, t, m)
		return
	}
	m.clients[int(t.Node)-m.layout.Brokers-1].Wake(m)
}

// Emit records an event.
func (m *sim) Emit(e Event) int32 {
	e.N, e.T = int32(m.emitted), m.now
	m.emitted++
	m.ledger.apply(&e)
	if m.sink != nil {
		m.sink(m, &e)
	}
	return e.N
}

// Send puts a message on its way.
func (m *sim) Send(msg network.Message, extra vtime.Duration) vtime.Time {
	msg.Sent = m.now
	arrives := m.now + m.links.Transit(msg.From, msg.To) + extra
	m.queue.Add(arrives, happening{message: msg})
	return arrives
}

// Wake schedules a timer.
func (m *sim) Wake(at vtime.Time, t network.Timer) { m.queue.Add(at, happening{timer: t}) }

// NextRequest numbers a produce request.
func (m *sim) NextRequest() int32 {
	m.requests++
	return m.requests
}

// clone is an independent copy; only the script, which does not change behind it, and events' sink are shared.
func (m *sim) clone() *sim {
	c := *m
	c.queue = m.queue.Clone()
	c.brokers = make([]*cluster.Broker, len(m.brokers))
	for i, b := range m.brokers {
		c.brokers[i] = b.Clone()
	}
	c.controller = m.controller.Clone()
	c.clients = make([]*producer.Client, len(m.clients))
	for i, p := range m.clients {
		c.clients[i] = p.Clone()
	}
	c.ledger = m.ledger.clone()
	return &c
}

// Topic is the name and number of a partition, for events' lines.
func (m *sim) Topic(partition int32) (string, int) { return topicOf(m.script, partition) }

// Producer is the id of a producer, for events' lines.
func (m *sim) Producer(index int32) string { return m.script.Producers[index].ID }

func topicOf(s *script.Script, partition int32) (string, int) {
	p := s.Cluster.Partitions[partition]
	return s.Cluster.Topics[p.Topic].Name, int(p.Number)
}

// recordName is the name of the n-th record, from 1, of a request that gives only their number.
func recordName(request int32, n int) string {
	return "r" + strconv.Itoa(int(request)) + "-" + strconv.Itoa(n)
}

// foreseeable is until when it is worth looking for something notable: for a while, or until the first deadline of a
// request that waits.
func (m *sim) foreseeable() vtime.Time {
	until := m.now + horizon
	first := vtime.Time(-1)
	for i := range m.ledger.requests {
		if r := &m.ledger.requests[i]; r.parked >= 0 && r.decided == event.None && (first < 0 || r.deadline < first) {
			first = r.deadline
		}
	}
	return min(max(until, first), m.now+farthest, script.MaxTime)
}

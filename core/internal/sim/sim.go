// Package sim decides when things happen: it owns virtual time and the queue of what is under way, hands every message
// and timer to the broker, controller or client it is for, carries out a script's steps, and reports to a sink what
// happens.
//
// It models the world between Kafka's processes: machines that lose power, processes that are killed or frozen, links
// that are slow or cut. What became of requests and records it does not know; see package account.
package sim

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"highwater/core/internal/cluster"
	"highwater/core/internal/consumer"
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/order"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// Sim is one simulation, and the network.Effects of its nodes. Between two calls of Run it is plain values that Clone
// copies.
type Sim struct {
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
	frozen     []frozen          // by node: the controller, and each broker
	controller *cluster.Controller
	replicas   [][]protocol.NodeID // by partition, as the controller has them; a list in it never changes
	waits      applications
	asked      []network.Message // what admin tools ask while there is no controller
	clients    []producer.Process
	consumers  []*consumer.Client
	requests   int32 // produce requests numbered so far
	records    int32 // records that producers took so far
	emitted    int   // events so far
	stirred    int   // happenings up to the one that reported the last event
	written    int   // see Written
	held       int   // happenings kept for frozen processes
	mostEvents int
	reached    Limit

	sink     Sink        // sees every event as it happens
	reported event.Event // the last event, in a place that the sink can read: a new one each time would be garbage
}

// Sink receives every event as it happens. What e points to belongs to the sim, and is valid until Note returns.
type Sink interface {
	Note(e *event.Event)
}

// happening is a message that arrives, or a timer that goes off: then To is the node whose timer it is, and Body, Cause
// and Life are the timer's, too.
type happening struct {
	network.Message
	timer bool
	what  uint8
	arg   int32
}

// of makes it a timer's.
func (h *happening) of(t *network.Timer) {
	h.To, h.Body, h.Cause, h.Life = t.Node, t.Body, t.Cause, t.Life
	h.timer, h.what, h.arg = true, t.What, t.Arg
}

func (h *happening) asTimer() network.Timer {
	return network.Timer{Node: h.To, What: h.what, Arg: h.arg, Body: h.Body, Cause: h.Cause, Life: h.Life}
}

// planned is one step, or one record of a step that sends several.
type planned struct {
	at     vtime.Time
	step   int
	record int // which of a send's records, from 0
}

// ClientNode returns the node id of the i-th producer; consumers come after them.
func (m *Sim) ClientNode(i int) protocol.NodeID { return protocol.NodeID(m.layout.Brokers + 1 + i) }

func (m *Sim) consumerNode(i int) protocol.NodeID { return m.ClientNode(len(m.clients) + i) }

// Client returns which of the producers, or after them of the consumers, is node id; below 0: another node is.
func (m *Sim) Client(id protocol.NodeID) (producer, consumer int) {
	producer = int(id - m.ClientNode(0))
	return producer, producer - len(m.clients)
}

// Broker returns the broker that is node id; nil where another node is.
func (m *Sim) Broker(id protocol.NodeID) *cluster.Broker {
	if id > 0 && int(id) <= m.layout.Brokers {
		return m.brokers[id-1]
	}
	return nil
}

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

// Next returns the instant of whatever happens next, and whether that is a step; false when nothing will.
func (m *Sim) Next() (at vtime.Time, step, ok bool) {
	if !m.started {
		return 0, false, true
	}
	at, ok = m.queue.Next()
	if m.done < len(m.plan) && (!ok || m.plan[m.done].at <= at) {
		return m.plan[m.done].at, true, true
	}
	return at, false, ok
}

// Run lets everything due by the instant until happen, and moves the clock there; it stops early when stop returns
// true. If a limit is reached the clock stays.
func (m *Sim) Run(until vtime.Time, stop func() bool) {
	for !stop() && m.reached == NoLimit {
		if !m.happen(until) {
			m.now = max(m.now, until)
			return
		}
	}
}

// Happen lets one thing happen.
func (m *Sim) Happen() { m.happen(math.MaxInt64) }

// happen lets the next thing happen and reports whether there is one that is due by the instant until. At one instant
// steps come first, then everything else in the order of scheduling.
func (m *Sim) happen(until vtime.Time) bool {
	if !m.started {
		m.happened++
		m.start()
		m.reached = m.limit()
		return true
	}
	step := m.done < len(m.plan) && m.plan[m.done].at <= until
	if step {
		until = m.plan[m.done].at - 1
	}
	at, h := m.queue.PopBy(until)
	switch {
	case h != nil:
		m.happened++
		m.now, m.latest = at, at
		m.take(h)
	case step:
		m.happened++
		p := m.plan[m.done]
		m.now, m.latest = p.at, p.at
		m.done++
		m.carryOut(p)
	default:
		return false
	}
	m.reached = m.limit()
	return true
}

// start brings the cluster to life: every follower has a fetch waiting at its leader, and partitions whose starting ISR
// is smaller than their replicas get it by a step isr.
func (m *Sim) start() {
	m.started, m.latest = true, m.now
	var first []network.Message
	for _, b := range m.brokers {
		for i := range m.clients {
			cluster.Connect(b, m.now, m.ClientNode(i), m)
		}
		first = append(first, b.Begin(m.now, m)...)
	}
	for i := range first {
		first[i].FromLife = m.Life(first[i].From)
		m.deliver(&first[i])
	}
	m.controller.Begin(m.now, m)
	for i, p := range m.script.Cluster.Partitions {
		if p.ELR == 0 && p.ISR != protocol.SetOf(p.Replicas...) {
			m.controller.SetISR(m.now, int32(i), p.ISR, m, event.None)
		}
	}
	for _, c := range m.clients {
		c.Start(m.now, m, event.None)
	}
	for _, c := range m.consumers {
		c.Start(m, event.None)
	}
}

// Emit records an event.
func (m *Sim) Emit(cause int32, body event.Body) int32 {
	n := int32(m.emitted)
	m.emitted++
	m.stirred = m.happened
	m.weigh(body)
	if p, ok := body.(*event.Partition); ok && p.Replicas != nil {
		m.replicas = slices.Clone(m.replicas)
		m.replicas[p.Partition] = p.Replicas
	}
	m.waits.hear(body)
	m.reported = event.Event{N: n, Cause: cause, T: m.now, Body: body}
	if m.sink != nil {
		m.sink.Note(&m.reported)
	}
	return n
}

// Wake schedules a timer. A producer has one alarm, which it sets anew.
func (m *Sim) Wake(at vtime.Time, t network.Timer) {
	if producer, consumer := m.Client(t.Node); producer >= 0 && consumer < 0 {
		m.queue.Ring(producer, at).of(&t)
		return
	}
	m.queue.Add(at).of(&t)
}

// NextRequest numbers a produce request.
func (m *Sim) NextRequest() int32 {
	m.requests++
	return m.requests
}

// Clone returns an independent copy without a sink; only the script is shared, which does not change behind it.
func (m *Sim) Clone() *Sim {
	c := *m
	c.sink = nil
	c.queue = m.queue.Clone()
	c.brokers = make([]*cluster.Broker, len(m.brokers))
	for i, b := range m.brokers {
		c.brokers[i] = b.Clone()
	}
	c.controller = m.controller.Clone()
	c.clients = slices.Clone(m.clients)
	for i := range c.clients {
		c.clients[i].Client = m.clients[i].Clone()
	}
	c.consumers = make([]*consumer.Client, len(m.consumers))
	for i, p := range m.consumers {
		c.consumers[i] = p.Clone()
	}
	c.waits = slices.Clone(m.waits)
	c.links = m.links.Clone()
	c.asked = slices.Clone(m.asked)
	c.frozen = slices.Clone(m.frozen)
	for i := range c.frozen {
		c.frozen[i].held = slices.Clone(c.frozen[i].held)
	}
	return &c
}

// Topic returns the name of a partition's topic, and its number there.
func (m *Sim) Topic(partition int32) (string, int) { return topicOf(m.script, partition) }

// TopicName returns the name of a topic.
func (m *Sim) TopicName(topic int32) string { return m.script.Cluster.Topics[topic].Name }

// Producer returns the id of a producer, for events' lines.
func (m *Sim) Producer(index int32) string { return m.script.Producers[index].ID }

// Consumer returns the id of a consumer, for events' lines.
func (m *Sim) Consumer(index int32) string { return m.script.Consumers[index].ID }

func topicOf(s *script.Script, partition int32) (string, int) {
	p := s.Cluster.Partitions[partition]
	return s.Cluster.Topics[p.Topic].Name, int(p.Number)
}

// recordName returns the name of the n-th record, from 1, of a request that gives only their number.
func recordName(request int32, n int) string {
	return "r" + strconv.Itoa(int(request)) + "-" + strconv.Itoa(n)
}

package explore

import (
	"strconv"

	"highwater/core/internal/encode"
	"highwater/core/internal/protocol"
)

// The times of a script, in ms. They go by the defaults of broker.session.timeout.ms (9000, checked every eighth of it)
// and broker.heartbeat.interval.ms (2000).
const (
	firstAt = 2000
	// deedTakes is how long a deed and what follows from it at once take.
	deedTakes = 100
	// emptyFetchTakes is how long a fetch waits at the leader when there is nothing for it.
	emptyFetchTakes = 700
	// slowMs is the latency of a link to the controller that no heartbeat gets over: its answer is late. A broker behind
	// such a link is fenced, and hears of everything all the same, late by as much.
	slowMs = 3000
	// slowFences is when a broker behind such a link has been fenced for certain: its last heartbeat may have left 2 s
	// after the link became slow. slowFencesNot is until when it cannot have been.
	slowFences, slowFencesNot = 2000 + slowMs + 9000 + 1125 + 200, slowMs + 8900
	// deathFences and deathFencesNot are the same for a broker that has died.
	deathFences, deathFencesNot = 9000 + 1125 + 200, 6900
	// slowHears is how long news may take to a broker behind a slow link: what it asked has been answered with other
	// news, and what it asks then is under way.
	slowHears = 2*slowMs + 500
	// hearsMs is when a broker that starts has registered and knows the metadata, and is about to send its first
	// heartbeat: two questions and their answers. cutMs is how long its link is cut then: until it gives up that
	// heartbeat and with it the connection, for what goes over a connection that stands would arrive, however late.
	hearsMs, cutMs = 4, 5000
	// slowStarts is how long a broker takes after that until it hears, behind a slow link, of what changes again: a
	// handshake, and a request for the metadata.
	slowStarts = 4*slowMs + 1000
	// unfences is how long a broker takes to be unfenced once its link is fast again: a handshake may be under way, which
	// it gives up, and a heartbeat follows.
	unfences = 5000
	// stops is how long a controlled shutdown takes: the others' heartbeats must tell that they know of it.
	stops = 6000
	// sessionOver is how long after its last heartbeat a broker may register anew.
	sessionOver = 9300
	// longMs is longer than a script: nothing runs into a timeout that is not meant to.
	longMs = 3_600_000
)

// Script is a trace as a script that the model plays to the same loss.
type Script struct {
	Text []byte  // JSON
	At   []int64 // of each action: by when it has taken place with all that follows, ms
	// Tight reports that some actions had to be fitted between a death and its fencing, and there was not enough time
	Tight bool
}

// Script returns a trace as a script with this title. Followers are paused but for the fetches of the trace. A
// shrink is the step isr, as the time that a follower may lag would take others, too; who is out of the ISR is held out
// but for its fetches, so that the high watermark does not wait for it. A broker is fenced by a slow link to the
// controller.
func (c Config) Script(trace []Action, title string) Script {
	s := writer{c: c, trace: trace, steps: Replay(c, trace), t: firstAt}
	s.head(title)
	for id := protocol.NodeID(1); id <= protocol.NodeID(c.Replicas); id++ {
		s.broker(0, "fetch-pause", id)
	}
	before := start(c.Replicas)
	for i := range s.steps {
		s.prepare(i, &before)
		s.do(i, &before)
		before = s.steps[i].State.unpack(c.Replicas)
		s.hold(&before)
		s.check(&before)
		s.at = append(s.at, s.t-1)
	}
	s.w.Close(']')
	s.w.Int("until", s.t+1000)
	s.w.Close('}')
	return Script{s.w.B, s.at, s.tight}
}

// writer writes the steps of a script.
type writer struct {
	c       Config
	trace   []Action
	steps   []Step
	w       encode.Writer
	t       int64 // when the next deed may be done
	at      []int64
	held    protocol.BrokerSet // held out of the ISR
	brokers [MaxReplicas]brokerTimes
	changed int64 // when the partition's metadata have changed last
	records int
	stirred bool // some broker has died or was stopped, or the leader was fenced
	tight   bool
}

// brokerTimes is what a script has done with a broker.
type brokerTimes struct {
	slow    bool
	since   int64 // when it became so
	died    int64
	contact int64 // when the controller may have heard its last heartbeat
	// stalled: its controlled shutdown goes on until another broker, which is dead, is fenced
	stalled bool
}

func (s *writer) of(id protocol.NodeID) *brokerTimes { return &s.brokers[id-1] }

// open begins a step.
func (s *writer) open(at int64, verb string) {
	s.w.Open('{')
	s.w.Int("at", at)
	s.w.Object(verb)
}

func (s *writer) close() {
	s.w.Close('}')
	s.w.Close('}')
}

// broker writes a step that names nothing but a broker.
func (s *writer) broker(at int64, verb string, id protocol.NodeID) {
	s.open(at, verb)
	s.w.Int("broker", int64(id))
	s.close()
}

// link makes a broker's link to the controller slow, or fast again.
func (s *writer) link(id protocol.NodeID, slow bool) {
	b := s.of(id)
	if b.slow == slow {
		return
	}
	b.slow, b.since = slow, s.t
	latency := int64(1)
	if slow {
		latency = slowMs
	}
	s.toController(s.t, id, true, latency)
}

// toController writes a step that sets a broker's link to the controller: cut, or up with a latency.
func (s *writer) toController(at int64, id protocol.NodeID, up bool, latencyMs int64) {
	s.open(at, "link")
	s.w.Int("from", int64(id))
	s.w.String("to", "controller")
	s.w.Bool("up", up)
	if up {
		s.w.Int("latency.ms", latencyMs)
	}
	s.close()
}

// prepare makes the link slow of brokers that are to be fenced before one that is about to die: their sessions must be
// over first.
func (s *writer) prepare(i int, before *world) {
	a := s.trace[i]
	if a.Kind != Kill && a.Kind != PowerOff || before.at(a.Broker).fenced {
		return
	}
	for j := i + 1; j < s.next(i, Expire, a.Broker); j++ {
		switch b := s.trace[j]; b.Kind {
		case Fence, Expire:
			if r := before.at(b.Broker); r.alive && !r.fenced && !s.of(b.Broker).slow {
				s.link(b.Broker, true)
				s.t += slowFences - deathFencesNot
			}
		}
	}
}

// next returns the place of an action in the trace behind i; the trace's length: it does not come.
func (s *writer) next(i int, kind Kind, id protocol.NodeID) int {
	for j := i + 1; j < len(s.trace); j++ {
		if a := s.trace[j]; a.Kind == kind && a.Broker == id {
			return j
		}
	}
	return len(s.trace)
}

// do writes one action.
func (s *writer) do(i int, before *world) {
	a := s.trace[i]
	switch a.Kind {
	case Produce:
		s.produce()
	case Fetch:
		s.fetch(before, a.Broker)
	case Shrink:
		s.held = s.held.With(a.Broker)
		s.setISR()
	case Kill, PowerOff:
		s.stirred = true
		s.die(a, before)
	case Fence:
		s.stirred = s.stirred || a.Broker == before.Leader
		s.link(a.Broker, true)
		s.t = max(s.t, s.of(a.Broker).since+slowFences)
	case Expire:
		s.expire(a.Broker)
	case Stop:
		s.stirred = true
		s.link(a.Broker, false)
		s.broker(s.t, "stop", a.Broker)
		s.t += stops
		s.of(a.Broker).contact = s.t
		s.of(a.Broker).stalled = before.Leader == a.Broker && before.dead(s.c.Replicas)
	case Start:
		s.start(i, a.Broker)
	case Unfence:
		if s.of(a.Broker).slow {
			s.link(a.Broker, false)
			s.t += unfences
		}
	}
	if a.Kind != Produce && a.Kind != Fetch {
		s.changed = s.t
	}
	s.t += deedTakes
}

// produce has a client send a record. Once a broker has died or another leads, a client may go to the wrong one first:
// then the request goes to the leader without a client.
func (s *writer) produce() {
	s.records++
	value := "record-" + strconv.Itoa(s.records)
	if !s.stirred {
		s.open(s.t, "send")
		s.w.String("producer", client(s.records))
		s.w.String("topic", "payments")
		s.w.Int("partition", 0)
		s.w.String("value", value)
		s.close()
		return
	}
	s.open(s.t, "produce")
	s.w.String("acks", s.c.Acks.String())
	s.w.Int("timeout.ms", longMs)
	s.w.Array("partitions")
	s.w.Open('{')
	s.w.String("topic", "payments")
	s.w.Int("partition", 0)
	s.w.Array("records")
	s.w.StringValue(value)
	s.w.Close(']')
	s.w.Close('}')
	s.w.Close(']')
	s.close()
}

// fetch lets a follower send one fetch: it is resumed, sends, and is paused again.
func (s *writer) fetch(before *world, id protocol.NodeID) {
	if s.held.Has(id) {
		s.held = s.held.Without(protocol.SetOf(id))
		s.setISR()
		s.t += deedTakes
	}
	if s.of(id).slow {
		s.t = max(s.t, s.changed+slowHears)
	}
	s.broker(s.t, "fetch-resume", id)
	s.broker(s.t, "fetch-pause", id)
	if before.at(id).end == before.at(before.Leader).end {
		s.t += emptyFetchTakes
	}
}

func (s *writer) die(a Action, before *world) {
	if a.Kind == Kill {
		s.broker(s.t, "kill", a.Broker)
	} else {
		s.open(s.t, "power-off")
		s.w.Int("broker", int64(a.Broker))
		s.w.Int("lose", int64(a.Lose))
		s.close()
	}
	b := s.of(a.Broker)
	b.died = s.t
	if !before.at(a.Broker).fenced {
		b.contact = 0 // it is fenced before it starts, and its session over by that
	}
}

// expire waits until a dead broker's session is over.
func (s *writer) expire(id protocol.NodeID) {
	b := s.of(id)
	if b.slow && b.since < b.died {
		s.t = max(s.t, b.since+slowFences)
	} else {
		s.t = max(s.t, b.died+deathFences)
	}
	for i := range s.brokers {
		if other := &s.brokers[i]; other.stalled {
			other.stalled, other.contact = false, s.t+stops
		}
	}
}

// dead reports whether a broker is dead and not fenced.
func (w *world) dead(replicas int) bool {
	for _, r := range w.replicas[:replicas] {
		if !r.alive && !r.fenced {
			return true
		}
	}
	return false
}

// check notes whether a broker may have been fenced that is not to be yet.
func (s *writer) check(w *world) {
	for i := range s.c.Replicas {
		r, b := &w.replicas[i], &s.brokers[i]
		switch {
		case r.fenced:
		case b.slow:
			s.tight = s.tight || s.t > b.since+slowFencesNot
		case !r.alive:
			s.tight = s.tight || s.t > b.died+deathFencesNot
		}
	}
}

// start brings a broker up. Where it is to be unfenced at once, nothing keeps it from that; else no heartbeat of it
// gets through: its link is cut when it has registered, and slow from then on.
func (s *writer) start(i int, id protocol.NodeID) {
	b := s.of(id)
	s.tight = s.tight || b.stalled
	s.t = max(s.t, b.contact+sessionOver)
	if i+1 < len(s.trace) && s.trace[i+1] == (Action{Kind: Unfence, Broker: id}) {
		s.link(id, false)
		s.broker(s.t, "start", id)
		s.t += unfences
		return
	}
	s.link(id, false)
	s.broker(s.t, "start", id)
	s.toController(s.t+hearsMs, id, false, 0)
	s.t += hearsMs + cutMs
	s.link(id, true)
	s.t += slowStarts
	b.contact = s.t
}

// setISR writes who may be in the ISR.
func (s *writer) setISR() {
	s.open(s.t, "isr")
	s.w.String("topic", "payments")
	s.w.Int("partition", 0)
	s.w.Set("members", s.c.all().Without(s.held))
	s.close()
}

// hold holds those out who might be waited for though they are not in the ISR.
func (s *writer) hold(w *world) {
	leader, acts := w.acting()
	if !acts {
		return
	}
	s.held = s.held.Without(protocol.SetOf(leader))
	var held protocol.BrokerSet
	for i := range s.c.Replicas {
		id := protocol.NodeID(i + 1)
		if !w.replicas[i].fenced && id != leader && !w.ISR.Has(id) {
			held = held.With(id)
		}
	}
	if held != s.held {
		s.held = held
		s.setISR()
		s.t += deedTakes
	}
}

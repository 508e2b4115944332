package cluster

import (
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// registration is a broker in the controller's metadata (org.apache.kafka.metadata.BrokerRegistration), and the content
// of its heartbeats (BrokerHeartbeatManager, BrokerHeartbeatTracker).
type registration struct {
	id             protocol.NodeID
	state          rules.BrokerState // Fenced, Unfenced or ControlledShutdown
	epoch          int64
	incarnation    int32 // which process registered
	registered     int64 // the offset of its registration
	metadataOffset int64 // as its last heartbeat said
	shutdownOffset int64 // the log's end when its controlled shutdown began; none: before this controller's time
	// The last contact under this epoch; it is forgotten when the check has found the session expired.
	contact       bool
	lastContactMs int64
}

// Fenced reports whether the controller considers a broker dead, or has shut it down.
func (c *Controller) Fenced(id protocol.NodeID) bool { return c.brokers[id-1].state == rules.Fenced }

// ShuttingDown reports whether a broker is in controlled shutdown.
func (c *Controller) ShuttingDown(id protocol.NodeID) bool {
	return c.brokers[id-1].state == rules.ControlledShutdown
}

// BrokerEpoch returns the epoch of a broker's last registration.
func (c *Controller) BrokerEpoch(id protocol.NodeID) int64 { return c.brokers[id-1].epoch }

// Incarnation returns the registered life of a broker.
func (c *Controller) Incarnation(id protocol.NodeID) int32 { return c.brokers[id-1].incarnation }

// SessionEndsMs returns when a broker's session ends if no heartbeat comes; false when it has none.
func (c *Controller) SessionEndsMs(id protocol.NodeID) (int64, bool) {
	r := &c.brokers[id-1]
	return r.lastContactMs + c.config.BrokerSessionTimeoutMs, r.contact
}

// active returns the brokers that may lead and be in an ISR (ClusterControlManager.isActive).
func (c *Controller) active() (s protocol.BrokerSet) {
	for i := range c.brokers {
		if c.brokers[i].state == rules.Unfenced {
			s = s.With(c.brokers[i].id)
		}
	}
	return s
}

// valid reports whether a broker's session is valid.
func (c *Controller) valid(r *registration) bool {
	return r.contact && rules.SessionValid(r.lastContactMs, c.now.Ms(), c.config.BrokerSessionTimeoutMs)
}

// ineligible returns the brokers of a proposed ISR that may not be in one
// (ReplicationControlManager.ineligibleReplicasForIsr).
func (c *Controller) ineligible(item protocol.AlterPartitionItem) (s protocol.BrokerSet) {
	i := 0
	for id := range item.ISR.All() {
		r := &c.brokers[id-1]
		named := none
		if i < len(item.BrokerEpochs) {
			named = item.BrokerEpochs[i]
		}
		if !rules.MayBeInISR(r.state, r.epoch, named) {
			s = s.With(id)
		}
		i++
	}
	return s
}

// register accepts a broker that has come up, unless the session of its former life is still valid. A life that ended
// uncleanly costs it its places in ELRs: what it had may not have been on its disk
// (ClusterControlManager.registerBroker, ReplicationControlManager.handleBrokerShutdown).
func (c *Controller) register(m *network.Message, ask *protocol.BrokerRegistrationRequest) {
	r := &c.brokers[m.From-1]
	answer := &protocol.BrokerRegistrationResponse{Attempt: ask.Attempt}
	if ask.Handshake {
		c.answer(m, answer, m.Cause)
		return
	}
	if ask.Incarnation == r.incarnation {
		c.amend(m, r, answer)
		return
	}
	if c.valid(r) {
		answer.Error = protocol.DuplicateBrokerRegistration
		c.answer(m, answer, c.fx.Emit(m.Cause, &event.Register{Broker: r.id, Error: answer.Error}))
		return
	}
	clean := ask.PreviousEpoch == r.epoch
	c.lastEpoch++
	r.state, r.epoch, r.incarnation, r.contact = rules.Fenced, c.lastEpoch, ask.Incarnation, false
	registered := c.fx.Emit(m.Cause, &event.Register{Broker: r.id, BrokerEpoch: r.epoch, Clean: clean})
	c.touch(&c.brokersAt[r.id-1], registered)
	r.registered = c.offset
	unclean := protocol.BrokerSet(0)
	if !clean && c.config.ELR {
		unclean = protocol.SetOf(r.id)
	}
	c.removeFromISRs(r.id, unclean, registered)
	answer.Epoch = r.epoch
	c.answer(m, answer, registered)
}

// amend answers a registered process that asks again because the answer was lost: its epoch and its fencing stay. The
// registration is written again, at a later offset of the metadata log (ClusterControlManager.registerBroker).
func (c *Controller) amend(m *network.Message, r *registration, answer *protocol.BrokerRegistrationResponse) {
	c.touch(&c.brokersAt[r.id-1], m.Cause)
	r.registered = c.offset
	answer.Epoch = r.epoch
	c.answer(m, answer, m.Cause)
}

// heartbeat handles a broker's heartbeat and advances its state (ReplicationControlManager.processBrokerHeartbeat). The
// first message on a new connection is a handshake, not a heartbeat.
func (c *Controller) heartbeat(m *network.Message, h *protocol.BrokerHeartbeatRequest) {
	answer := &protocol.BrokerHeartbeatResponse{Attempt: h.Attempt}
	r := &c.brokers[m.From-1]
	switch {
	case h.Handshake:
	case h.BrokerEpoch != r.epoch:
		answer.Error = protocol.StaleBrokerEpoch
	default:
		r.contact, r.lastContactMs, r.metadataOffset = true, c.now.Ms(), h.MetadataOffset
		c.watchSessions()
		next := c.advance(r, h, m.Cause)
		answer.Fenced = r.state == rules.Fenced
		answer.ShouldShutDown = next == rules.ShutdownNow
	}
	c.answer(m, answer, m.Cause)
}

// advance moves a broker to what its heartbeat asks for.
func (c *Controller) advance(r *registration, h *protocol.BrokerHeartbeatRequest, cause int32) rules.BrokerState {
	current := r.state
	if current == rules.ControlledShutdown && r.shutdownOffset == none {
		current = rules.Unfenced // this controller has not heard of its shutdown (BrokerHeartbeatManager.register)
	}
	beat := rules.Heartbeat{WantFence: h.WantFence, WantShutDown: h.WantShutDown, MetadataOffset: h.MetadataOffset}
	next := rules.NextBrokerState(
		current, beat, r.registered, c.leads(r.id), r.shutdownOffset, c.lowestActiveOffset(),
	)
	switch {
	case next == current:
	case next == rules.Fenced, next == rules.ShutdownNow:
		if r.state != rules.Fenced {
			c.fence(r, cause)
		}
	case next == rules.Unfenced:
		c.unfence(r, cause)
	case next == rules.ControlledShutdown:
		r.state = rules.ControlledShutdown
		cause = c.fx.Emit(cause, &event.ShutDown{Broker: r.id})
		c.touch(&c.brokersAt[r.id-1], cause)
		c.removeFromISRs(r.id, 0, cause)
		r.shutdownOffset = c.offset
	}
	return next
}

func (c *Controller) leads(id protocol.NodeID) bool {
	for i := range c.partitions {
		if c.partitions[i].Leader == id {
			return true
		}
	}
	return false
}

// lowestActiveOffset returns how far the slowest active broker has read the metadata.
func (c *Controller) lowestActiveOffset() int64 {
	lowest := int64(1<<63 - 1)
	for i := range c.brokers {
		if r := &c.brokers[i]; r.state == rules.Unfenced {
			lowest = min(lowest, r.metadataOffset)
		}
	}
	return lowest
}

// fence marks a broker as dead or shut down: it leaves every ISR and no longer leads anything
// (ReplicationControlManager.handleBrokerFenced).
func (c *Controller) fence(r *registration, cause int32) {
	r.state = rules.Fenced
	cause = c.fx.Emit(cause, &event.Fence{Broker: r.id})
	c.touch(&c.brokersAt[r.id-1], cause)
	c.removeFromISRs(r.id, 0, cause)
}

// unfence lets a broker take part again. It joins no ISR by that: it has to catch up and be proposed. But a leaderless
// partition may get a leader now (ReplicationControlManager.handleBrokerUnfenced).
func (c *Controller) unfence(r *registration, cause int32) {
	r.state = rules.Unfenced
	cause = c.fx.Emit(cause, &event.Unfence{Broker: r.id})
	c.touch(&c.brokersAt[r.id-1], cause)
	for i := range c.partitions {
		if c.partitions[i].Leader == protocol.NoLeader {
			c.change(int32(i), c.partitions[i].ISR, c.electionOf(int32(i)), false, cause)
		}
	}
}

// removeFromISRs takes a broker out of every ISR and elects others where it led. unclean is the broker itself when it
// has come back from an unclean shutdown: then it leaves ELRs, too
// (ReplicationControlManager.generateLeaderAndIsrUpdates).
func (c *Controller) removeFromISRs(id protocol.NodeID, unclean protocol.BrokerSet, cause int32) {
	gone := protocol.SetOf(id)
	for i := range c.partitions {
		b := &c.partitions[i]
		if !b.Concerns(gone, unclean) {
			continue
		}
		c.changeWithout(int32(i), b.ISR.Without(gone), c.electionOf(int32(i)), false, gone, unclean, cause)
	}
}

// watchSessions schedules the stale check for when the first session may have expired. Kafka's runs every eighth of the
// session; the checks in between would find nothing.
func (c *Controller) watchSessions() {
	first := never
	for i := range c.brokers {
		if r := &c.brokers[i]; r.contact {
			if ends := vtime.AtMs(r.lastContactMs + c.config.BrokerSessionTimeoutMs + 1); first == never || ends < first {
				first = ends
			}
		}
	}
	if first == never {
		return
	}
	if at := c.roundOf(first); c.staleAt == never || at < c.staleAt {
		c.staleAt = at
		wakeController(c, at, timerStale)
	}
}

// roundOf returns the first stale check at or after an instant, and after the present one.
func (c *Controller) roundOf(at vtime.Time) vtime.Time {
	period := max(vtime.Millisecond, vtime.AtMs(c.config.BrokerSessionTimeoutMs)/8)
	return nextRound(c.activeFrom, max(at-1, c.now), period)
}

// afterHitMs is how soon the check looks again when it has found one (QuorumController.maybeFenceStaleBroker).
const afterHitMs = 10

// checkSessions fences one broker whose session has expired, if there is one; the next check comes a little later and
// sees the effect. Kafka finds them in the order of a hash map; the model takes the lowest id. A broker that is already
// fenced is only forgotten (ReplicationControlManager.maybeFenceOneStaleBroker).
func (c *Controller) checkSessions() {
	if c.staleAt == never || c.now < c.staleAt {
		return
	}
	c.staleAt = never
	for i := range c.brokers {
		r := &c.brokers[i]
		if !r.contact || c.valid(r) {
			continue
		}
		r.contact = false
		if r.state != rules.Fenced {
			c.fence(r, event.None)
		}
		c.staleAt = c.now + vtime.AtMs(afterHitMs)
		wakeController(c, c.staleAt, timerStale)
		return
	}
	c.watchSessions()
}

// controllerProcess is what is known of the controller's process, which ends with it.
type controllerProcess struct {
	life       int32 // which process this is, from network.FirstLife
	dead       bool
	activeFrom vtime.Time // its periodic checks run at whole periods from here
	staleAt    vtime.Time // when the stale check looks next; never: nobody is being watched
}

// Alive reports whether the controller has a process, frozen or not.
func (c *controllerProcess) Alive() bool { return !c.dead }

// Life returns which of its processes this is, from network.FirstLife.
func (c *controllerProcess) Life() int32 { return c.life }

// KillController ends the process at once. Its connections close; the metadata log stays.
func KillController(c *Controller, now vtime.Time, fx network.Effects, cause int32) {
	c.begin(now, fx)
	c.dead, c.pollers, c.staleAt = true, nil, never
	c.fx.HangUp(network.Controller, c.fx.Emit(cause, &event.Controller{State: event.Killed}))
	c.fx = nil
}

// StartController brings up a process, which becomes active at once: it is the only voter of its quorum. The leader
// epoch of the quorum rises, which nothing here depends on. Sessions begin anew for every broker that is not fenced;
// how far brokers have read, and which are about to stop, it learns from their heartbeats
// (ClusterControlManager.activate, BrokerHeartbeatManager.register).
func StartController(c *Controller, now vtime.Time, fx network.Effects, cause int32) {
	c.begin(now, fx)
	c.dead = false
	c.life++
	c.fx.Emit(cause, &event.Controller{State: event.Started})
	for i := range c.brokers {
		r := &c.brokers[i]
		r.contact, r.lastContactMs = r.state != rules.Fenced, now.Ms()
		r.metadataOffset, r.shutdownOffset = none, none
	}
	activate(c)
	c.end()
}

// ResumeController continues a process that was frozen for so long. Fetches of the metadata that came before have timed
// out by then, each at its broker; the new connection's first message is in the socket, and is answered now.
func ResumeController(c *Controller, now vtime.Time, stood vtime.Duration, fx network.Effects) {
	c.begin(now, fx)
	if stood >= vtime.AtMs(metadataTimeoutMs) {
		waiting := c.pollers
		c.pollers = nil
		for _, p := range waiting {
			answer := &protocol.HandshakeResponse{Connection: p.request.Session, Versions: true}
			c.send(p.broker, p.life, answer, event.None)
		}
	}
	c.end()
}

// activate sets the periodic checks of a process going (PeriodicTaskControlManager.activate).
func activate(c *Controller) {
	c.activeFrom = c.now
	wakeController(c, c.now+vtime.AtMs(c.config.UncleanElectionIntervalMs), timerUnclean)
	if c.config.AutoLeaderRebalance {
		c.wakeRebalance()
	}
	c.watchSessions()
}

// wakeController schedules a timer of the process.
func wakeController(c *Controller, at vtime.Time, what uint8) {
	c.fx.Wake(at, network.Timer{What: what, Cause: event.None, Life: c.life})
}

// lastBeatMs returns when a broker sent its last heartbeat, by time 0.
func lastBeatMs(config *Config, id protocol.NodeID) int64 {
	interval := vtime.AtMs(config.BrokerHeartbeatIntervalMs)
	if phase := config.phase(id); phase > 0 {
		return (nextRound(phase, 0, interval) - interval).Ms()
	}
	return 0
}

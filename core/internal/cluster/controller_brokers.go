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
	shutdownOffset int64 // the log's end when its controlled shutdown began
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

// register accepts a broker that has come up, unless the session of its former life is still valid. A life that ended
// uncleanly costs it its places in ELRs: what it had may not have been on its disk
// (ClusterControlManager.registerBroker, ReplicationControlManager.handleBrokerShutdown).
func (c *Controller) register(m *network.Message, ask *protocol.BrokerRegistrationRequest) {
	r := &c.brokers[m.From-1]
	if ask.Incarnation == r.incarnation {
		c.amend(m, r)
		return
	}
	if c.valid(r) {
		refused := c.fx.Emit(m.Cause, &event.Register{Broker: r.id, Error: protocol.DuplicateBrokerRegistration})
		c.answer(m, &protocol.BrokerRegistrationResponse{Error: protocol.DuplicateBrokerRegistration}, refused)
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
	c.answer(m, &protocol.BrokerRegistrationResponse{Epoch: r.epoch}, registered)
}

// amend answers a registered process that asks again because the answer was lost: its epoch and its fencing stay. The
// registration is written again, at a later offset of the metadata log (ClusterControlManager.registerBroker).
func (c *Controller) amend(m *network.Message, r *registration) {
	c.touch(&c.brokersAt[r.id-1], m.Cause)
	r.registered = c.offset
	c.answer(m, &protocol.BrokerRegistrationResponse{Epoch: r.epoch}, m.Cause)
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
	beat := rules.Heartbeat{WantFence: h.WantFence, WantShutDown: h.WantShutDown, MetadataOffset: h.MetadataOffset}
	next := rules.NextBrokerState(
		r.state, beat, r.registered, c.leads(r.id), r.shutdownOffset, c.lowestActiveOffset(),
	)
	switch {
	case next == r.state:
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
		c.fx.Wake(at, network.Timer{What: timerStale, Cause: event.None})
	}
}

// roundOf returns the first stale check at or after an instant, and after the present one.
func (c *Controller) roundOf(at vtime.Time) vtime.Time {
	period := max(vtime.Millisecond, vtime.AtMs(c.config.BrokerSessionTimeoutMs)/8)
	return nextRound(0, max(at-1, c.now), period)
}

// afterHitMs is how soon the check looks again when it has found one (QuorumController.maybeFenceStaleBroker).
const afterHitMs = 10

// checkSessions fences one broker whose session has expired, if there is one; the next check comes a little later and
// sees the effect. Kafka finds them in the order of a hash map; the model takes the lowest id. A broker that is already
// fenced is only forgotten (ReplicationControlManager.maybeFenceOneStaleBroker).
func (c *Controller) checkSessions() {
	if c.staleAt != c.now {
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
		c.fx.Wake(c.staleAt, network.Timer{What: timerStale, Cause: event.None})
		return
	}
	c.watchSessions()
}

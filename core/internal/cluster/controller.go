package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// Controller is the only controller: it registers every broker and partition, validates ISR changes, elects leaders,
// and publishes what has changed to every broker that asks. A change is committed the moment it is decided: all of it
// is in the metadata log, and there again when another process starts.
type Controller struct {
	config     Config // what the step set changes is changed here
	layout     *Layout
	partitions []rules.PartitionRegistration
	brokers    []registration
	minISR     MinISRConfig

	// The metadata log as far as it matters here: its end, and the offset at which each thing last changed.
	offset       int64
	partitionsAt []change
	brokersAt    []change
	holdsAt      []change
	minISRAt     []change // by topic, then by broker, then the cluster's
	minISROf     []int    // the broker-level values
	settings     Settings
	settingsAt   []change // of each part
	pollers      []poller
	lastEpoch    int64 // the newest broker epoch

	controllerProcess
	now      vtime.Time
	fx       network.Effects
	decision int32 // the event of the last change: what is published follows from it
}

// poller is a broker's metadata request that waits for news. Each life has its own.
type poller struct {
	broker  protocol.NodeID
	life    int32
	request *protocol.MetadataRequest
	offset  int64 // the metadata log's end when it came
	cause   int32 // what led to it
}

// change is where in the metadata log something has changed last, and the event of that.
type change struct {
	offset int64
	cause  int32
}

// Timers of the controller, as network.Timer.What.
const (
	timerStale uint8 = iota
	timerUnclean
	timerRebalance
)

// NewController returns the controller at time 0. Every broker is registered, unfenced and has just sent a heartbeat;
// one that has a phase has sent its last before.
func NewController(
	layout *Layout, config *Config, minISR MinISRConfig, partitions []rules.PartitionRegistration,
) *Controller {
	c := &Controller{
		config: *config, layout: layout, partitions: partitions, minISR: minISR.clone(), offset: 1,
		partitionsAt: make([]change, len(partitions)), brokersAt: make([]change, layout.Brokers),
		holdsAt:  make([]change, len(partitions)),
		minISRAt: make([]change, len(minISR.Topics)+layout.Brokers+1), minISROf: make([]int, layout.Brokers),
		lastEpoch: int64(layout.Brokers), controllerProcess: controllerProcess{life: network.FirstLife, staleAt: never},
	}
	for i := range partitions {
		partitions[i].Assignment.Replicas = protocol.ListOf(layout.Replicas[i]...)
	}
	c.config.TopicUnclean = slices.Clone(config.TopicUnclean)
	c.settings = startingSettings(config, layout)
	c.settingsAt = make([]change, c.settings.count())
	for i := range layout.Brokers {
		c.brokers = append(c.brokers, registration{
			id: protocol.NodeID(i + 1), state: rules.Unfenced, epoch: int64(i + 1), incarnation: network.FirstLife,
			metadataOffset: c.offset, contact: true, lastContactMs: lastBeatMs(config, protocol.NodeID(i+1)),
		})
	}
	for _, at := range [][]change{c.partitionsAt, c.brokersAt, c.holdsAt, c.minISRAt, c.settingsAt} {
		for i := range at {
			at[i] = change{c.offset, event.None}
		}
	}
	return c
}

// Offset returns the end of the metadata log.
func (c *Controller) Offset() int64 { return c.offset }

// Begin sets the periodic checks going.
func (c *Controller) Begin(now vtime.Time, fx network.Effects) {
	c.begin(now, fx)
	activate(c)
	c.end()
}

// Clone returns an independent copy.
func (c *Controller) Clone() *Controller {
	d := *c
	d.config.TopicUnclean = slices.Clone(c.config.TopicUnclean)
	d.partitions, d.brokers = slices.Clone(c.partitions), slices.Clone(c.brokers)
	d.partitionsAt, d.brokersAt = slices.Clone(c.partitionsAt), slices.Clone(c.brokersAt)
	d.holdsAt, d.minISRAt = slices.Clone(c.holdsAt), slices.Clone(c.minISRAt)
	d.minISROf, d.pollers = slices.Clone(c.minISROf), slices.Clone(c.pollers)
	d.minISR = c.minISR.clone()
	d.settings, d.settingsAt = c.settings.clone(), slices.Clone(c.settingsAt)
	return &d
}

// Registration returns a partition as the controller has it.
func (c *Controller) Registration(partition int32) rules.PartitionRegistration {
	return c.partitions[partition]
}

func (c *Controller) begin(now vtime.Time, fx network.Effects) {
	c.now, c.fx = now, fx
}

// end publishes what has been decided.
func (c *Controller) end() {
	c.publish()
	c.fx = nil
}

// Receive handles a message that has arrived. It keeps the body, and not the message.
func (c *Controller) Receive(now vtime.Time, m *network.Message, fx network.Effects) {
	c.begin(now, fx)
	switch body := m.Body.(type) {
	case *protocol.AlterPartitionRequest:
		c.alterPartition(m, body)
	case *protocol.BrokerRegistrationRequest:
		c.register(m, body)
	case *protocol.BrokerHeartbeatRequest:
		c.heartbeat(m, body)
	case *protocol.MetadataRequest:
		c.poll(m, body)
	case *protocol.Handshake:
		c.answer(m, &protocol.HandshakeResponse{Connection: body.Connection, Versions: body.Versions}, m.Cause)
	case *protocol.Disconnect:
		c.forgetPoller(m.From, m.FromLife)
	default:
		panic("cluster: the controller does not take " + m.Body.Name())
	}
	c.end()
}

// Wake handles a timer of the controller's own.
func (c *Controller) Wake(now vtime.Time, t network.Timer, fx network.Effects) {
	c.begin(now, fx)
	switch t.What {
	case timerStale:
		c.checkSessions()
	case timerUnclean:
		c.electUncleanly()
		wakeController(c, now+vtime.AtMs(c.config.UncleanElectionIntervalMs), timerUnclean)
	case timerRebalance:
		c.rebalance()
		c.wakeRebalance()
	}
	c.end()
}

// answer sends the result of a request to the life that asked.
func (c *Controller) answer(to *network.Message, body protocol.Body, cause int32) {
	c.send(to.From, to.FromLife, body, cause)
}

func (c *Controller) send(to protocol.NodeID, life int32, body protocol.Body, cause int32) {
	c.fx.Send(network.Message{From: network.Controller, To: to, Life: life, Body: body, Cause: cause}, 0)
}

// alterPartition judges each proposal by itself and answers them together
// (ReplicationControlManager.alterPartition).
func (c *Controller) alterPartition(m *network.Message, r *protocol.AlterPartitionRequest) {
	answer := &protocol.AlterPartitionResponse{Attempt: r.Attempt}
	if r.Handshake {
		c.answer(m, answer, m.Cause)
		return
	}
	if r.BrokerEpoch != c.brokers[m.From-1].epoch {
		answer.Error = protocol.StaleBrokerEpoch
		c.answer(m, answer, m.Cause)
		return
	}
	last := m.Cause // the event of the last proposal, if it changed something: the answer follows from it
	for _, item := range r.Items {
		last = m.Cause
		replicas := c.partitions[item.Partition].Assignment.Replicas.Set()
		ask := rules.AlterISR{
			Sender: m.From, LeaderEpoch: item.LeaderEpoch, PartitionEpoch: item.PartitionEpoch, ISR: item.ISR,
		}
		err := rules.ValidateAlterPartition(c.partitions[item.Partition], ask, replicas, c.ineligible(item))
		if err == protocol.None {
			last = c.change(item.Partition, item.ISR, rules.Online, true, m.Cause)
		}
		b := c.partitions[item.Partition]
		if err == protocol.None && b.Leader != m.From {
			err = protocol.NewLeaderElected // it has completed a reassignment that removes the leader
		}
		answer.Results = append(answer.Results, protocol.AlterPartitionResult{
			Partition: item.Partition, Error: err, LeaderEpoch: b.LeaderEpoch, PartitionEpoch: b.PartitionEpoch, ISR: b.ISR,
		})
	}
	c.answer(m, answer, last)
}

// change builds and commits a partition's next state with a target ISR. It returns the event, or the cause if nothing
// changed.
func (c *Controller) change(
	partition int32, target protocol.BrokerSet, election rules.Election, recovered bool, cause int32,
) int32 {
	return c.changeWithout(partition, target, election, recovered, 0, 0, cause)
}

// changeWithout is like change, but broker gone may not lead, and broker unclean has come back from an unclean
// shutdown.
func (c *Controller) changeWithout(
	partition int32, target protocol.BrokerSet, election rules.Election, recovered bool, gone, unclean protocol.BrokerSet,
	cause int32,
) int32 {
	in := c.input(partition, target, election)
	in.Acceptable, in.UncleanShutdown, in.Recovered = in.Acceptable.Without(gone), unclean, recovered
	return build(c, partition, &in, cause)
}

// build does the same by whatever the controller knows.
func build(c *Controller, partition int32, in *rules.ChangeInput, cause int32) int32 {
	before := c.partitions[partition]
	after, changed, uncleanly := rules.BuildChange(before, *in)
	if !changed {
		return cause
	}
	held := after.HeldOut & after.Assignment.Replicas.Set().Without(after.ISR.Without(before.ISR))
	if after.Leader > 0 {
		held = held.Without(protocol.SetOf(after.Leader)) // the leader is never held out
	}
	if held != after.HeldOut {
		after.HeldOut = held
		c.touch(&c.holdsAt[partition], cause)
	}
	lastKnown := uncleanly && in.CanElectLastKnownLeader(before)
	if in.Recovered {
		before.ISR |= in.TargetISR // the leader has just said that these are in sync
	}
	return c.commit(partition, after, howElected(before, after, uncleanly, lastKnown), cause)
}

// input returns what the controller knows when it changes a partition.
func (c *Controller) input(partition int32, target protocol.BrokerSet, election rules.Election) rules.ChangeInput {
	return rules.ChangeInput{
		EffectiveMin: c.effectiveMin(partition), ELREnabled: c.config.ELR,
		Candidates: rules.Candidates{Acceptable: c.active()}, Election: election, TargetISR: target,
	}
}

func howElected(before, after rules.PartitionRegistration, unclean, lastKnown bool) event.Election {
	switch {
	case after.Leader == protocol.NoLeader:
		return event.Leaderless
	case lastKnown:
		return event.LastKnown
	case before.ISR.Has(after.Leader) && !unclean:
		return event.Clean
	case before.ELR.Has(after.Leader) && !unclean:
		return event.Eligible
	}
	return event.Unclean // also where a cancelled reassignment leaves nobody else
}

// commit stores a changed partition and returns the event; a new leader is an event of its own, before it.
func (c *Controller) commit(
	partition int32, b rules.PartitionRegistration, how event.Election, cause int32,
) int32 {
	before := c.partitions[partition]
	elected := b.Leader != before.Leader
	c.partitions[partition] = b // first, so that the state at the events agrees with them
	if elected {
		cause = c.fx.Emit(cause, &event.Leader{
			Partition: partition, Leader: b.Leader, LeaderEpoch: b.LeaderEpoch, ISR: b.ISR, ELR: b.ELR, Election: how,
		})
	}
	e := &event.Partition{
		Partition: partition, Leader: b.Leader, LeaderEpoch: b.LeaderEpoch, PartitionEpoch: b.PartitionEpoch,
		ISR: b.ISR, ELR: b.ELR, LastKnownELR: b.LastKnown, Recovering: b.Recovering, Elected: elected,
	}
	if now := b.Assignment; now != before.Assignment {
		e.Replicas, e.Adding, e.Removing = now.Replicas.IDs(), now.Adding, now.Removing
	}
	cause = c.fx.Emit(cause, e)
	c.touch(&c.partitionsAt[partition], cause)
	return cause
}

// touch notes that something has changed; the change is published when the controller is done.
func (c *Controller) touch(at *change, cause int32) {
	c.offset++
	*at = change{c.offset, cause}
	c.decision = cause
}

// poll answers a request for metadata, or lets it wait. A client's request is answered with the leaders, a broker's
// with what has changed since the offset it knows.
func (c *Controller) poll(m *network.Message, r *protocol.MetadataRequest) {
	if r.AtOnce {
		c.answer(m, c.since(&poller{request: r}), m.Cause)
		return
	}
	c.forgetPoller(m.From, m.FromLife)
	c.pollers = append(c.pollers, poller{m.From, m.FromLife, r, c.offset, m.Cause})
	if r.Offset < c.offset {
		c.decision = m.Cause
	}
}

func (c *Controller) forgetPoller(broker protocol.NodeID, life int32) {
	of := func(p poller) bool { return p.broker == broker && p.life == life }
	c.pollers = slices.DeleteFunc(c.pollers, of)
}

// publish answers every waiting broker that lacks some metadata, by ascending id.
func (c *Controller) publish() {
	for id := range protocol.NodeID(c.layout.Brokers) {
		of := func(p poller) bool { return p.broker == id+1 && p.request.Offset < c.offset }
		for at := slices.IndexFunc(c.pollers, of); at >= 0; at = slices.IndexFunc(c.pollers, of) {
			p := c.pollers[at]
			c.pollers = slices.Delete(c.pollers, at, at+1)
			update := c.since(&p)
			update.Session = p.request.Session
			c.send(p.broker, p.life, update, c.decision)
		}
	}
}

// since returns the present state of everything that has changed after the offset that a poller knows. What had changed
// before it asked comes of its asking, where that comes of something.
func (c *Controller) since(p *poller) *protocol.Metadata {
	m := &protocol.Metadata{Offset: c.offset}
	offset := p.request.Offset
	because := func(at change) int32 {
		if at.offset <= p.offset && p.cause != event.None {
			return p.cause
		}
		return at.cause
	}
	for i, at := range c.brokersAt {
		if r := &c.brokers[i]; at.offset > offset {
			m.Brokers = append(m.Brokers, protocol.BrokerMetadata{
				Broker: r.id, Epoch: r.epoch, Fenced: r.state == rules.Fenced,
				ShuttingDown: r.state == rules.ControlledShutdown, Cause: because(at),
			})
		}
	}
	for i, b := range c.partitions {
		if at := c.holdsAt[i]; at.offset > offset {
			m.Holds = append(m.Holds, protocol.HoldMetadata{Partition: int32(i), HeldOut: b.HeldOut, Cause: because(at)})
		}
		if at := c.partitionsAt[i]; at.offset > offset {
			m.Partitions = append(m.Partitions, protocol.PartitionMetadata{
				Partition: int32(i), Leader: b.Leader, LeaderEpoch: b.LeaderEpoch, PartitionEpoch: b.PartitionEpoch, ISR: b.ISR,
				Replicas: b.Assignment.Replicas, Cause: because(at),
			})
		}
	}
	topics := len(c.minISR.Topics)
	for i, at := range c.minISRAt {
		v := protocol.MinISRMetadata{Topic: -1, Value: c.minISR.Default, Cause: because(at)}
		switch {
		case at.offset <= offset:
			continue
		case i < topics:
			v.Topic, v.Value = int32(i), c.minISR.Topics[i]
		case i < topics+c.layout.Brokers:
			v.Broker, v.Value = protocol.NodeID(i-topics+1), c.minISROf[i-topics]
		}
		m.MinISR = append(m.MinISR, v)
	}
	for n, at := range c.settingsAt {
		if at.offset > offset {
			part := c.settings.part(n)
			part.Cause = because(at)
			m.Configs = append(m.Configs, part)
		}
	}
	return m
}

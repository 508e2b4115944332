package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// electionOf returns how far the controller goes for a partition by itself: an unclean election only where its topic,
// or the cluster, allows it.
func (c *Controller) electionOf(partition int32) rules.Election {
	if c.uncleanAllowed(c.layout.Topic[partition]) {
		return rules.Unclean
	}
	return rules.Online
}

func (c *Controller) uncleanAllowed(topic int32) bool {
	if own := c.config.TopicUnclean[topic]; own != protocol.Unset {
		return own == protocol.Yes
	}
	return c.config.UncleanLeaderElection
}

// UncleanAllowed reports whether a partition may get a leader that is not in sync.
func (c *Controller) UncleanAllowed(partition int32) bool {
	return c.uncleanAllowed(c.layout.Topic[partition])
}

// electUncleanly looks, every few minutes, for partitions without a leader whose topics allow an unclean election
// (ReplicationControlManager.maybeElectUncleanLeaders).
func (c *Controller) electUncleanly() {
	for i := range c.partitions {
		if c.partitions[i].Leader == protocol.NoLeader && c.electionOf(int32(i)) == rules.Unclean {
			c.change(int32(i), c.partitions[i].ISR, rules.Unclean, false, event.None)
		}
	}
}

// wakeRebalance asks for the next rebalance.
func (c *Controller) wakeRebalance() {
	at := c.now + vtime.AtMs(c.config.LeaderImbalanceCheckSeconds*1000)
	wakeController(c, at, timerRebalance)
}

// rebalance gives partitions back to their preferred leaders, where these are in sync
// (ReplicationControlManager.maybeBalancePartitionLeaders).
func (c *Controller) rebalance() {
	for i := range c.partitions {
		if b := &c.partitions[i]; b.Leader != b.Assignment.Replicas.Preferred() {
			c.change(int32(i), c.partitions[i].ISR, rules.Preferred, false, event.None)
		}
	}
}

// Elects returns the answer to an election that an administrator would request (ReplicationControlManager.electLeader).
func (c *Controller) Elects(partition int32, unclean bool) protocol.Error {
	b := c.partitions[partition]
	switch {
	case unclean && b.Leader != protocol.NoLeader, !unclean && b.Leader == b.Assignment.Replicas.Preferred():
		return protocol.ElectionNotNeeded
	}
	switch _, changed, _ := rules.BuildChange(b, c.input(partition, b.ISR, asked(unclean))); {
	case changed:
		return protocol.None
	case unclean:
		return protocol.EligibleLeadersNotAvailable
	}
	return protocol.PreferredLeaderNotAvailable
}

func asked(unclean bool) rules.Election {
	if unclean {
		return rules.Unclean
	}
	return rules.Preferred
}

// Elect holds an election that an administrator has requested.
func (c *Controller) Elect(now vtime.Time, partition int32, unclean bool, fx network.Effects, cause int32) {
	if c.Elects(partition, unclean) != protocol.None {
		return
	}
	c.begin(now, fx)
	c.change(partition, c.partitions[partition].ISR, asked(unclean), false, cause)
	c.end()
}

// reassignment returns what a request to reassign a partition to a target asks for, as input of BuildChange; an empty
// target cancels the reassignment under way. A cancellation that would have to make a replica the leader that is not in
// sync is refused, unless unclean elections are allowed (ReplicationControlManager.changePartitionReassignment,
// cancelPartitionReassignment).
func reassignment(c *Controller, partition int32, target protocol.ReplicaList) (rules.ChangeInput, protocol.Error) {
	b := &c.partitions[partition]
	if target != 0 {
		in := c.input(partition, b.ISR, rules.Online)
		in.Reassigned = b.Assignment.Reassign(target)
		return in, protocol.None
	}
	before, isr, unclean := b.Assignment.Revert(b.ISR)
	in := c.input(partition, isr, c.electionOf(partition))
	in.Reassigned = before
	switch {
	case !b.Assignment.Reassigning():
		return in, protocol.NoReassignmentInProgress
	case unclean && in.Election != rules.Unclean:
		return in, protocol.InvalidReplicaAssignment
	}
	return in, protocol.None
}

// Reassigns reports whether Reassign would change anything.
func Reassigns(c *Controller, partition int32, target protocol.ReplicaList) bool {
	in, err := reassignment(c, partition, target)
	_, changed, _ := rules.BuildChange(c.partitions[partition], in)
	return err == protocol.None && changed
}

// Reassign gives a partition other replicas, as an administrator has requested. Those that are added have to catch up
// first: it is done when they are in sync.
func Reassign(
	c *Controller, now vtime.Time, partition int32, target protocol.ReplicaList, fx network.Effects, cause int32,
) {
	c.begin(now, fx)
	in, err := reassignment(c, partition, target)
	cause = c.fx.Emit(cause, &event.Reassign{Partition: partition, Replicas: target.IDs(), Error: err})
	if err == protocol.None {
		build(c, partition, &in, cause)
	}
	c.end()
}

// MinISR returns min.insync.replicas as set for a topic, or with topic -1 for the cluster; 0 if the topic does not set
// it.
func (c *Controller) MinISR(topic int32) int {
	if topic < 0 {
		return c.minISR.Default
	}
	return c.minISR.Topics[topic]
}

// AskedMinISR returns the min.insync.replicas that a partition's leader goes by once it has heard of all changes.
func (c *Controller) AskedMinISR(partition int32) int {
	asked := c.minISR
	if leader := c.partitions[partition].Leader; leader > 0 {
		asked.Own = c.minISROf[leader-1]
	}
	return asked.of(c.layout.Topic[partition])
}

// effectiveMin caps the minimum of a partition's topic at the number of replicas that the topic's first partition has
// (ReplicationControlManager.getTopicEffectiveMinIsr).
func (c *Controller) effectiveMin(partition int32) int {
	topic := c.layout.Topic[partition]
	first := slices.Index(c.layout.Topic, topic)
	return rules.EffectiveMinISR(c.minISR.of(topic), c.partitions[first].Assignment.Replicas.Set().Len())
}

// Change is one dynamic configuration that a step sets: for a topic, a broker, a producer's quota or, with none of
// these, the cluster.
type Change struct {
	Topic           int32                  // index; -1
	Broker          protocol.NodeID        // 0: none
	Producer        int32                  // index; -1
	MinISR          int                    // min.insync.replicas; 0: not this one
	Unclean         protocol.Tri           // unclean.leader.election.enable; Unset: not this one
	MaxMessageBytes int64                  // a topic's max.message.bytes, or message.max.bytes; -1: not this one
	ExpirationMs    int64                  // producer.id.expiration.ms; 0: not this one
	RetentionMs     int64                  // a topic's retention.ms, or log.retention.ms
	SetsRetention   bool                   // else not this one
	Cleanup         protocol.CleanupPolicy // cleanup.policy; 0: not this one
	ByteRate        int64                  // producer_byte_rate; 0: not this one
}

// Differs reports whether a change would change anything: a value, or an ELR that it would empty.
func (c *Controller) Differs(ch Change) bool {
	if n, after, ok := c.settings.after(ch); ok && after != c.settings.part(n) {
		return true
	}
	unclean := ch.Unclean != protocol.Unset && (ch.Topic >= 0 && c.config.TopicUnclean[ch.Topic] != ch.Unclean ||
		ch.Topic < 0 && c.config.UncleanLeaderElection != (ch.Unclean == protocol.Yes))
	if unclean || ch.MinISR == 0 {
		return unclean
	}
	if ch.Broker > 0 {
		return !c.config.ELR && c.minISROf[ch.Broker-1] != ch.MinISR
	}
	if c.MinISR(ch.Topic) != ch.MinISR {
		return true
	}
	return ch.Topic < 0 && c.config.ELR && slices.ContainsFunc(c.partitions, func(b rules.PartitionRegistration) bool {
		_, had := b.ClearELR()
		return had
	})
}

// Set carries out a change of configuration.
func (c *Controller) Set(now vtime.Time, ch Change, fx network.Effects, cause int32) {
	c.begin(now, fx)
	if ch.MinISR > 0 {
		c.setMinISR(ch, cause)
	}
	if ch.Unclean != protocol.Unset {
		c.setUnclean(ch, cause)
	}
	c.setSettings(ch, cause)
	c.end()
}

// configured reports a change of configuration, and returns the event.
func (c *Controller) configured(ch Change, key string, value int64, err protocol.Error, cause int32) int32 {
	e := &event.Config{Topic: event.None, Producer: event.None, Key: key, Value: value, Error: err}
	switch {
	case ch.ByteRate > 0:
		e.Producer = ch.Producer
	case ch.Broker > 0:
		e.Broker = ch.Broker
	case ch.Topic >= 0:
		e.Topic = ch.Topic
	}
	return c.fx.Emit(cause, e)
}

// setMinISR changes min.insync.replicas. With the ELR enabled the same commit empties it: for that topic when its value
// differs, for all topics at the cluster's level even when it does not; and a broker can have no value of its own
// (ConfigurationControlManager.createClearElrRecordsAsNeeded, validateAlterConfig).
func (c *Controller) setMinISR(ch Change, cause int32) {
	const key = "min.insync.replicas"
	if ch.Broker > 0 && c.config.ELR {
		c.configured(ch, key, int64(ch.MinISR), protocol.InvalidConfig, cause)
		return
	}
	config := c.configured(ch, key, int64(ch.MinISR), protocol.None, cause)
	topics := len(c.minISR.Topics)
	if ch.Broker > 0 {
		c.minISROf[ch.Broker-1] = ch.MinISR
		c.touch(&c.minISRAt[topics+int(ch.Broker)-1], config)
		return
	}
	changed := c.minISR.set(protocol.MinISRMetadata{Topic: ch.Topic, Value: ch.MinISR})
	for i := range c.partitions {
		concerns := ch.Topic < 0 || changed && c.layout.Topic[i] == ch.Topic
		if b, had := c.partitions[i].ClearELR(); c.config.ELR && concerns && had {
			c.commit(int32(i), b, event.Clean, config)
		}
	}
	if ch.Topic >= 0 {
		c.touch(&c.minISRAt[ch.Topic], config)
	} else {
		c.touch(&c.minISRAt[topics+c.layout.Brokers], config)
	}
}

// setUnclean changes unclean.leader.election.enable. It triggers nothing by itself.
func (c *Controller) setUnclean(ch Change, cause int32) {
	c.configured(ch, "unclean.leader.election.enable", int64(ch.Unclean-protocol.No), protocol.None, cause)
	if ch.Topic >= 0 {
		c.config.TopicUnclean[ch.Topic] = ch.Unclean
	} else {
		c.config.UncleanLeaderElection = ch.Unclean == protocol.Yes
	}
}

// setSettings changes the dynamic configuration other than the minimum. Brokers hear of it with their metadata.
func (c *Controller) setSettings(ch Change, cause int32) {
	n, after, ok := c.settings.after(ch)
	if !ok {
		return
	}
	switch {
	case ch.ByteRate > 0:
		cause = c.configured(ch, "producer_byte_rate", ch.ByteRate, protocol.None, cause)
	case ch.MaxMessageBytes >= 0 && ch.Topic >= 0:
		cause = c.configured(ch, "max.message.bytes", ch.MaxMessageBytes, protocol.None, cause)
	case ch.MaxMessageBytes >= 0:
		cause = c.configured(ch, "message.max.bytes", ch.MaxMessageBytes, protocol.None, cause)
	}
	if ch.ExpirationMs > 0 {
		cause = c.configured(ch, "producer.id.expiration.ms", ch.ExpirationMs, protocol.None, cause)
	}
	switch {
	case ch.SetsRetention && ch.Topic >= 0:
		cause = c.configured(ch, "retention.ms", ch.RetentionMs, protocol.None, cause)
	case ch.SetsRetention:
		cause = c.configured(ch, "log.retention.ms", ch.RetentionMs, protocol.None, cause)
	}
	if ch.Cleanup != 0 {
		cause = c.fx.Emit(cause, &event.Config{
			Topic: ch.Topic, Producer: event.None, Key: "cleanup.policy", Policy: ch.Cleanup.String(),
		})
	}
	c.settings.set(after)
	c.touch(&c.settingsAt[n], cause)
}

// ISRDiffers reports whether SetISR would change anything.
func (c *Controller) ISRDiffers(partition int32, members protocol.BrokerSet) bool {
	b := c.partitions[partition]
	return b.HeldOut != c.allBut(partition, members) || !b.ISR.In(members)
}

func (c *Controller) allBut(partition int32, members protocol.BrokerSet) protocol.BrokerSet {
	return c.partitions[partition].Assignment.Replicas.Set().Without(members)
}

// SetISR carries out the step isr: members that are left out leave the ISR in one change and are held out, so they
// neither fetch nor may join; members that are named are no longer held out, and rejoin by the leader's rule. The
// leader stays in, named or not.
func (c *Controller) SetISR(
	now vtime.Time, partition int32, members protocol.BrokerSet, fx network.Effects, cause int32,
) {
	if leader := c.partitions[partition].Leader; leader > 0 {
		members = members.With(leader)
	}
	if !c.ISRDiffers(partition, members) {
		return
	}
	c.begin(now, fx)
	b := &c.partitions[partition]
	if held := c.allBut(partition, members); b.HeldOut != held {
		b.HeldOut = held
		c.touch(&c.holdsAt[partition], cause)
	}
	if target := b.ISR & members; target != b.ISR {
		c.change(partition, target, rules.Online, false, cause)
	}
	c.end()
}

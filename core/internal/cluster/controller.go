package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// Controller is the active controller: it keeps the books of every partition, judges ISR changes, and publishes what
// has changed to every broker. A change is committed the moment it is decided.
type Controller struct {
	layout *Layout
	elr    bool // eligible.leader.replicas.version is 1
	books  []rules.Books
	minISR Minima

	now     vtime.Time
	fx      network.Effects
	because int32
}

// NewController is the controller at time 0.
func NewController(layout *Layout, elr bool, minima Minima, books []rules.Books) *Controller {
	return &Controller{layout: layout, elr: elr, books: books, minISR: minima.clone()}
}

// Clone is an independent copy.
func (c *Controller) Clone() *Controller {
	d := *c
	d.books = slices.Clone(c.books)
	d.minISR = c.minISR.clone()
	return &d
}

// Books is a partition as the controller has it.
func (c *Controller) Books(partition int32) rules.Books { return c.books[partition] }

func (c *Controller) begin(now vtime.Time, fx network.Effects, cause int32) {
	c.now, c.fx, c.because = now, fx, cause
}

// Receive handles a message that has arrived.
func (c *Controller) Receive(now vtime.Time, m network.Message, fx network.Effects) {
	c.begin(now, fx, m.Cause)
	switch body := m.Body.(type) {
	case *protocol.AlterPartitionRequest:
		c.alterPartition(m.From, body)
	default:
		panic("cluster: the controller does not take " + m.Body.Name())
	}
	c.fx = nil
}

// alterPartition judges each proposal by itself and answers them together; what changed is published to all
// (ReplicationControlManager.alterPartition).
func (c *Controller) alterPartition(from protocol.NodeID, r *protocol.AlterPartitionRequest) {
	answer := &protocol.AlterPartitionResponse{}
	update := &protocol.Metadata{}
	because := c.because
	for _, item := range r.Items {
		replicas := protocol.SetOf(c.layout.Replicas[item.Partition]...)
		ask := rules.AlterISR{
			Sender: from, LeaderEpoch: item.LeaderEpoch, PartitionEpoch: item.PartitionEpoch, ISR: item.ISR,
		}
		err := rules.Judge(c.books[item.Partition], ask, replicas, 0)
		if err == protocol.None {
			c.because = because
			c.commit(item.Partition, c.books[item.Partition].WithISR(item.ISR, c.effectiveMin(item.Partition), c.elr), update)
		}
		b := c.books[item.Partition]
		answer.Results = append(answer.Results, protocol.AlterPartitionResult{
			Partition: item.Partition, Error: err, LeaderEpoch: b.LeaderEpoch, PartitionEpoch: b.PartitionEpoch, ISR: b.ISR,
		})
	}
	c.fx.Send(network.Message{From: network.Controller, To: from, Body: answer, Cause: c.because}, 0)
	c.publish(update)
}

func (c *Controller) effectiveMin(partition int32) int {
	return rules.EffectiveMinISR(c.minISR.of(c.layout.Topic[partition]), len(c.layout.Replicas[partition]))
}

// commit enters changed books and notes them for publication.
func (c *Controller) commit(partition int32, b rules.Books, update *protocol.Metadata) {
	c.books[partition] = b
	c.because = c.fx.Emit(event.Event{
		Kind: event.Partition, Partition: partition, Cause: c.because, Leader: b.Leader, Epoch: b.LeaderEpoch,
		PartitionEpoch: b.PartitionEpoch, ToSet: b.ISR, ELR: b.ELR, LastKnown: b.LastKnown, Recovering: b.Recovering,
	})
	c.note(partition, update)
}

// note adds a partition as it stands to what will be published.
func (c *Controller) note(partition int32, update *protocol.Metadata) {
	b := c.books[partition]
	update.Partitions = append(update.Partitions, protocol.PartitionMetadata{
		Partition: partition, Leader: b.Leader, LeaderEpoch: b.LeaderEpoch, PartitionEpoch: b.PartitionEpoch, ISR: b.ISR,
	})
}

func (c *Controller) publish(update *protocol.Metadata) {
	if len(update.Holds) == 0 && len(update.Partitions) == 0 && len(update.MinISR) == 0 {
		return
	}
	for id := range protocol.NodeID(c.layout.Brokers) {
		c.fx.Send(network.Message{From: network.Controller, To: id + 1, Body: update, Cause: c.because}, 0)
	}
}

// MinISR is min.insync.replicas as set for a topic, or with topic -1 for the cluster; 0 where a topic has none of its
// own.
func (c *Controller) MinISR(topic int32) int {
	if topic < 0 {
		return c.minISR.Default
	}
	return c.minISR.Topics[topic]
}

// MinISRDiffers tells whether SetMinISR would change anything: the value, or an ELR that it would empty.
func (c *Controller) MinISRDiffers(topic int32, value int) bool {
	if c.MinISR(topic) != value {
		return true
	}
	return topic < 0 && c.elr && slices.ContainsFunc(c.books, func(b rules.Books) bool {
		_, had := b.ClearELR()
		return had
	})
}

// SetMinISR changes min.insync.replicas of a topic, or with topic -1 of the cluster. With the ELR enabled the same
// commit empties it: for that topic when its value differs, for all topics at the cluster's level even when it does
// not (ConfigurationControlManager.createClearElrRecordsAsNeeded).
func (c *Controller) SetMinISR(now vtime.Time, topic int32, value int, fx network.Effects, cause int32) {
	c.begin(now, fx, cause)
	change := protocol.MinISRMetadata{Topic: topic, Value: value}
	changed := c.minISR.set(change)
	update := &protocol.Metadata{MinISR: []protocol.MinISRMetadata{change}}
	e := event.Event{
		Kind: event.Config, Cause: cause, Key: "min.insync.replicas", Number: int64(value), Scope: event.ClusterScope,
		Partition: event.None,
	}
	if topic >= 0 {
		e.Scope = event.TopicScope
		e.Partition = int32(slices.Index(c.layout.Topic, topic))
	}
	config := c.fx.Emit(e)
	for i := range c.books {
		concerns := topic < 0 || changed && c.layout.Topic[i] == topic
		if b, had := c.books[i].ClearELR(); c.elr && concerns && had {
			c.because = config
			c.commit(int32(i), b, update)
		}
	}
	c.because = config
	c.publish(update)
	c.fx = nil
}

// ISRDiffers tells whether SetISR would change anything.
func (c *Controller) ISRDiffers(partition int32, members protocol.BrokerSet) bool {
	b := c.books[partition]
	return b.HeldOut != c.allBut(partition, members) || !b.ISR.In(members)
}

func (c *Controller) allBut(partition int32, members protocol.BrokerSet) protocol.BrokerSet {
	return protocol.SetOf(c.layout.Replicas[partition]...).Without(members)
}

// SetISR is the learner's hand: members that are left out leave the ISR in one change and are held out, so they neither
// fetch nor may join; members that are named are held no longer, and come back by the leader's rule.
func (c *Controller) SetISR(
	now vtime.Time, partition int32, members protocol.BrokerSet, fx network.Effects, cause int32,
) {
	if !c.ISRDiffers(partition, members) {
		return
	}
	c.begin(now, fx, cause)
	b := &c.books[partition]
	b.HeldOut = c.allBut(partition, members)
	update := &protocol.Metadata{Holds: []protocol.HoldMetadata{{Partition: partition, HeldOut: b.HeldOut}}}
	if target := b.ISR & members; target != b.ISR {
		c.commit(partition, b.WithISR(target, c.effectiveMin(partition), c.elr), update)
	}
	c.publish(update)
	c.fx = nil
}

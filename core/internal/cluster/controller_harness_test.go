package cluster

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// controllerHarness is the controller and nothing around it: the test plays the brokers, which always wait for
// metadata, and moves the clock. Brokers are 1..n, registered under their own numbers, unfenced and heard at time 0.
type controllerHarness struct {
	recorder
	controller *Controller
}

// newControllerHarness has three brokers, and one topic with the partitions given, each replicated on all of them. The
// minimum is 2.
func newControllerHarness(t *testing.T, config Config, partitions ...rules.PartitionRegistration) *controllerHarness {
	layout := &Layout{Brokers: 3}
	for range partitions {
		layout.Topic, layout.Replicas = append(layout.Topic, 0), append(layout.Replicas, []protocol.NodeID{1, 2, 3})
	}
	return newControllerHarnessOf(t, layout, config, 2, partitions)
}

// sessionOf is a configuration with a session of so many ms.
func sessionOf(ms int64) Config {
	return Config{BrokerConfig: BrokerConfig{BrokerSessionTimeoutMs: ms}}
}

// newControllerHarnessOf fills in what a configuration leaves out with Kafka's defaults, but for the periodic checks,
// which are there when a case asks for them.
func newControllerHarnessOf(
	t *testing.T, layout *Layout, config Config, minISR int, partitions []rules.PartitionRegistration,
) *controllerHarness {
	if config.BrokerSessionTimeoutMs == 0 {
		config.BrokerSessionTimeoutMs = 9000
	}
	if config.TopicUnclean == nil {
		config.TopicUnclean = []protocol.Tri{protocol.Unset}
	}
	o := &controllerHarness{recorder: recorder{t: t}}
	o.controller = NewController(layout, &config, MinISRConfig{Default: minISR, Topics: []int{0}}, partitions)
	for id := range protocol.NodeID(layout.Brokers) {
		o.listens(id+1, o.controller.Offset())
	}
	return o
}

// listens is a broker's request for metadata beyond an offset.
func (o *controllerHarness) listens(broker protocol.NodeID, offset int64) {
	o.hears(broker, &protocol.MetadataRequest{Offset: offset})
}

// hears brings the controller a message, and has every broker that was told of changes ask for more.
func (o *controllerHarness) hears(from protocol.NodeID, body protocol.Body) {
	o.does(func(now vtime.Time) {
		o.controller.Receive(now, &network.Message{From: from, FromLife: network.FirstLife, Body: body}, o)
	})
}

// does is anything that may publish metadata.
func (o *controllerHarness) does(what func(now vtime.Time)) {
	n := len(o.messages)
	what(vtime.AtMs(o.nowMs))
	for _, m := range slices.Clone(o.messages[n:]) {
		if u, is := m.Body.(*protocol.Metadata); is {
			o.listens(m.To, u.Offset)
		}
	}
}

// until lets the controller's timers go off up to an instant.
func (o *controllerHarness) until(ms int64) {
	for o.nextTimer(vtime.AtMs(ms)) != never {
	}
	o.nowMs = ms
}

// nextTimer lets one timer go off, if it is due by an instant, and tells when it was due; never: there is none.
func (o *controllerHarness) nextTimer(until vtime.Time) vtime.Time {
	next := -1
	for i, w := range o.timers {
		if w.at <= until && (next < 0 || w.at < o.timers[next].at) {
			next = i
		}
	}
	if next < 0 {
		return never
	}
	w := o.timers[next]
	o.timers = slices.Delete(o.timers, next, next+1)
	o.nowMs = w.at.Ms()
	o.does(func(vtime.Time) { o.controller.Wake(w.at, w.Timer, o) })
	return w.at
}

// checks is a periodic check whose time has come.
func (o *controllerHarness) checks(what uint8) {
	o.does(func(now vtime.Time) { o.controller.Wake(now, network.Timer{What: what, Cause: event.None}, o) })
}

// beats is a broker's heartbeat, under its present epoch; it returns the answer.
func (o *controllerHarness) beats(
	broker protocol.NodeID, h protocol.BrokerHeartbeatRequest,
) *protocol.BrokerHeartbeatResponse {
	h.BrokerEpoch = o.controller.brokers[broker-1].epoch
	o.hears(broker, &h)
	return lastSent[*protocol.BrokerHeartbeatResponse](&o.recorder)
}

// fences has brokers ask for it, one after the other.
func (o *controllerHarness) fences(brokers ...protocol.NodeID) {
	for _, id := range brokers {
		o.beats(id, protocol.BrokerHeartbeatRequest{MetadataOffset: o.controller.Offset(), WantFence: true})
		require.True(o.t, o.controller.Fenced(id))
	}
}

// unfences has brokers ask for it that know all there is to know.
func (o *controllerHarness) unfences(brokers ...protocol.NodeID) {
	for _, id := range brokers {
		o.beats(id, protocol.BrokerHeartbeatRequest{MetadataOffset: o.controller.Offset()})
		require.False(o.t, o.controller.Fenced(id))
	}
}

// registers is a broker that has come up.
func (o *controllerHarness) registers(
	broker protocol.NodeID, previousEpoch int64,
) *protocol.BrokerRegistrationResponse {
	o.hears(broker, &protocol.BrokerRegistrationRequest{
		PreviousEpoch: previousEpoch, Incarnation: o.controller.brokers[broker-1].incarnation + 1,
	})
	return lastSent[*protocol.BrokerRegistrationResponse](&o.recorder)
}

// sets changes configuration.
func (o *controllerHarness) sets(c Change) {
	o.does(func(now vtime.Time) { o.controller.Set(now, c, o, event.None) })
}

// published is what one broker was told.
func (o *controllerHarness) published(to protocol.NodeID) (list []*protocol.Metadata) {
	for _, m := range o.messages {
		if u, is := m.Body.(*protocol.Metadata); is && m.To == to {
			list = append(list, u)
		}
	}
	return list
}

// proposes is the request of a partition's leader for an ISR; see proposesFrom.
func (o *controllerHarness) proposes(
	partition int32, isr protocol.BrokerSet, change func(*protocol.AlterPartitionRequest),
) *protocol.AlterPartitionResponse {
	return o.proposesFrom(o.controller.Registration(partition).Leader, partition, isr, change)
}

// proposesFrom is a broker's request for an ISR, with the partition's epochs and the members' broker epochs;
// change may spoil it. It returns the controller's answer.
func (o *controllerHarness) proposesFrom(
	from protocol.NodeID, partition int32, isr protocol.BrokerSet, change func(*protocol.AlterPartitionRequest),
) *protocol.AlterPartitionResponse {
	b := o.controller.Registration(partition)
	item := protocol.AlterPartitionItem{
		Partition: partition, LeaderEpoch: b.LeaderEpoch, PartitionEpoch: b.PartitionEpoch, ISR: isr,
	}
	for id := range isr.All() {
		item.BrokerEpochs = append(item.BrokerEpochs, o.controller.brokers[id-1].epoch)
	}
	r := &protocol.AlterPartitionRequest{
		BrokerEpoch: o.controller.brokers[from-1].epoch, Items: []protocol.AlterPartitionItem{item},
	}
	if change != nil {
		change(r)
	}
	o.hears(from, r)
	return lastSent[*protocol.AlterPartitionResponse](&o.recorder)
}

// requireRegistration says what the controller has of a partition, but for the replicas where want has none.
func (o *controllerHarness) requireRegistration(partition int32, want rules.PartitionRegistration) {
	o.t.Helper()
	is := o.controller.Registration(partition)
	if want.Assignment.Replicas == 0 {
		want.Assignment = is.Assignment
	}
	require.Equal(o.t, want, is)
}

// requireLed says who leads a partition, and who is in its ISR.
func (o *controllerHarness) requireLed(partition int32, leader protocol.NodeID, isr protocol.BrokerSet) {
	o.t.Helper()
	require.Equal(o.t, leader, o.controller.Registration(partition).Leader, "leader of partition %d", partition)
	require.Equal(o.t, isr, o.controller.Registration(partition).ISR, "ISR of partition %d", partition)
}

// assigned is a layout of one topic with these assignments, in which all replicas are in sync and the first
// leads.
func assigned(brokers int, replicas ...[]protocol.NodeID) (*Layout, []rules.PartitionRegistration) {
	layout := &Layout{Brokers: brokers, Replicas: replicas, Topic: make([]int32, len(replicas))}
	var partitions []rules.PartitionRegistration
	for _, r := range replicas {
		partitions = append(partitions, rules.PartitionRegistration{Leader: r[0], ISR: protocol.SetOf(r...)})
	}
	return layout, partitions
}

package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// The cases of Kafka's BrokerHeartbeatManagerTest, with the controller around it. Brokers are one higher here.

type heartbeat = protocol.BrokerHeartbeatRequest

// Case CTL-28.
func TestABrokerThatWantsToGoLeadsNothingAnyMore(t *testing.T) {
	o := newControllerHarness(t, Config{}, rules.PartitionRegistration{Leader: 1, ISR: withR2})
	answer := o.beats(1, heartbeat{WantShutDown: true})
	require.False(t, answer.ShouldShutDown)
	require.True(t, o.controller.ShuttingDown(1))
	o.requireRegistration(0, rules.PartitionRegistration{
		Leader: 2, LeaderEpoch: 1, PartitionEpoch: 1, ISR: protocol.SetOf(2, 3),
	})
	told := o.published(2)[0]
	require.Equal(t, []protocol.BrokerMetadata{{Broker: 1, Epoch: 1, ShuttingDown: true}}, told.Brokers)
	require.Len(t, told.Partitions, 1)
}

// Case CTL-30.
func TestSessions(t *testing.T) {
	layout, partitions := assigned(4, []protocol.NodeID{1, 2, 3})
	o := newControllerHarnessOf(t, layout, sessionOf(10), 1, partitions)
	valid := func(id protocol.NodeID) bool {
		o.controller.now = vtime.AtMs(o.nowMs)
		return o.controller.valid(&o.controller.brokers[id-1])
	}
	o.beats(1, heartbeat{})
	o.controller.brokers[3].contact = false
	o.nowMs = 5
	o.beats(2, heartbeat{})
	o.beats(3, heartbeat{})
	require.True(t, valid(1) && valid(2) && valid(3))
	require.False(t, valid(4), "one that has not been heard in its present life")
	o.nowMs = 10
	require.True(t, valid(1), "the last millisecond counts")
	o.nowMs = 11
	require.False(t, valid(1))
	require.True(t, valid(2) && valid(3))
	o.fences(2)
	require.True(t, valid(2), "to be fenced does not end it")
	require.Equal(t, protocol.DuplicateBrokerRegistration, o.registers(2, 2).Error)
	require.Equal(t, protocol.StaleBrokerEpoch, o.staleBeat(2))
	require.Zero(t, o.registers(1, 1).Error)
	require.False(t, valid(1), "a session belongs to one life")
}

func (o *controllerHarness) staleBeat(broker protocol.NodeID) protocol.Error {
	o.hears(broker, &heartbeat{BrokerEpoch: o.controller.brokers[broker-1].epoch - 1})
	return lastSent[*protocol.BrokerHeartbeatResponse](&o.recorder).Error
}

// fenced is the brokers that were fenced, in that order.
func (o *controllerHarness) fenced() (brokers []protocol.NodeID) {
	for _, e := range emitted[*event.Fence](&o.recorder) {
		brokers = append(brokers, e.Broker)
	}
	return brokers
}

// Case CTL-31. Kafka's order among those that have expired is that of a hash map; the model takes the lowest first.
func TestBrokersThatHaveExpiredAreFencedOneByOne(t *testing.T) {
	o := newControllerHarness(t, sessionOf(10), rules.PartitionRegistration{Leader: 3, ISR: withR2})
	o.nowMs = 5
	o.beats(2, heartbeat{})
	o.nowMs = 6
	o.beats(3, heartbeat{})
	fenced := func(ms int64) []protocol.NodeID {
		o.until(ms)
		return o.fenced()
	}
	require.Empty(t, fenced(6))
	require.Empty(t, fenced(10))
	require.Equal(t, []protocol.NodeID{1}, fenced(12))
	require.Equal(t, []protocol.NodeID{1}, fenced(20), "both have expired by now")
	require.Equal(t, []protocol.NodeID{1, 2}, fenced(22))
	require.Equal(t, []protocol.NodeID{1, 2}, fenced(30))
	require.Equal(t, []protocol.NodeID{1, 2, 3}, fenced(32))
	o.requireLed(0, protocol.NoLeader, protocol.SetOf(3))
	require.Equal(t, []protocol.NodeID{1, 2, 3}, fenced(1000))
}

func TestWhenTheControllerLooksForSilentBrokers(t *testing.T) {
	fencings := func(sessionMs, heardMs int64) (at []vtime.Time) {
		o := newControllerHarness(t, sessionOf(sessionMs), rules.PartitionRegistration{Leader: 1, ISR: withR2})
		o.nowMs = heardMs
		for id := range protocol.NodeID(3) {
			o.beats(id+1, heartbeat{})
		}
		for len(at) < 3 {
			when := o.nextTimer(vtime.AtMs(60_000))
			require.NotEqual(t, never, when)
			if len(o.fenced()) > len(at) {
				at = append(at, when)
			}
		}
		return at
	}
	ms := vtime.Millisecond
	for _, c := range []struct {
		name               string
		sessionMs, heardMs int64
		want               vtime.Time
	}{
		{"CTL-32 every eighth of the session", 9000, 2000, 11_250 * ms},
		{"CTL-32 the last millisecond of a session still counts", 9000, 0, 10_125 * ms},
		{"CTL-32 a short one", 10, 1, 12_500},
		{"CTL-32 but not more often than every millisecond", 4, 0, 5 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := fencings(c.sessionMs, c.heardMs)
			require.Equal(t, c.want, at[0])
			require.Equal(t, []vtime.Time{c.want + 10*ms, c.want + 20*ms}, at[1:], "and soon again after a hit")
		})
	}
}

func TestWhatAHeartbeatMakesOfAFencedBroker(t *testing.T) {
	o := newControllerHarness(t, Config{}, rules.PartitionRegistration{Leader: 2, ISR: protocol.SetOf(2, 3)})
	o.nowMs = 20_000
	require.Zero(t, o.registers(1, 1).Error)
	registered := o.controller.brokers[0].registered
	for _, c := range []struct {
		name             string
		beat             heartbeat
		fenced, shutDown bool
	}{
		{"CTL-33 has not read of its registration", heartbeat{MetadataOffset: registered - 1}, true, false},
		{"CTL-33 wants to be so", heartbeat{MetadataOffset: registered, WantFence: true}, true, false},
		{"CTL-33 wants to go", heartbeat{MetadataOffset: registered, WantShutDown: true}, true, true},
		{"CTL-33 has read of it", heartbeat{MetadataOffset: registered}, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer := o.beats(1, c.beat)
			require.Equal(t, c.fenced, answer.Fenced)
			require.Equal(t, c.fenced, o.controller.Fenced(1))
			require.Equal(t, c.shutDown, answer.ShouldShutDown)
		})
	}
}

func TestWhatAHeartbeatMakesOfABrokerThatIsNotFenced(t *testing.T) {
	for _, c := range []struct {
		name   string
		beat   heartbeat
		leader protocol.NodeID
		going  bool
		now    bool
	}{
		{"CTL-34 that wants to go and leads", heartbeat{WantShutDown: true}, 1, true, false},
		{"CTL-34 that wants to go and leads nothing", heartbeat{WantShutDown: true}, 2, false, true},
		{"CTL-34 that wants nothing", heartbeat{}, 1, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newControllerHarness(t, Config{}, rules.PartitionRegistration{Leader: c.leader, ISR: withR2})
			require.Equal(t, c.now, o.beats(1, c.beat).ShouldShutDown)
			require.Equal(t, c.going, o.controller.ShuttingDown(1))
			require.Equal(t, c.now, o.controller.Fenced(1), "whoever may go is fenced")
			require.Equal(t, !c.going && !c.now, o.controller.Registration(0).ISR.Has(1))
		})
	}
}

func TestABrokerMayGoWhenTheOthersHaveReadOfIt(t *testing.T) {
	o := newControllerHarness(t, Config{}, rules.PartitionRegistration{Leader: 1, ISR: withR2})
	goes := func() bool { return o.beats(1, heartbeat{WantShutDown: true}).ShouldShutDown }
	require.False(t, goes())
	since := o.controller.brokers[0].shutdownOffset
	require.Equal(t, o.controller.Offset(), since)

	t.Run("CTL-36 when its shutdown began is noted once", func(t *testing.T) {
		o.sets(Change{Topic: -1, MinISR: 3})
		require.Greater(t, o.controller.Offset(), since)
		require.False(t, goes())
		require.Equal(t, since, o.controller.brokers[0].shutdownOffset)
	})
	t.Run("CTL-35 not while one of them has not", func(t *testing.T) {
		o.beats(2, heartbeat{MetadataOffset: since})
		o.beats(3, heartbeat{MetadataOffset: since - 1})
		require.False(t, goes())
	})
	t.Run("CTL-35 not while it leads", func(t *testing.T) {
		o.fences(3)
		led := o.controller.partitions[0]
		o.controller.partitions[0].Leader = 1
		require.False(t, goes())
		o.controller.partitions[0] = led
		require.True(t, o.controller.ShuttingDown(1))
	})
	t.Run("CTL-35 but when that one counts no longer", func(t *testing.T) {
		require.True(t, goes())
		require.True(t, o.controller.Fenced(1))
	})
}

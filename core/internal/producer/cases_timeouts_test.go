package producer

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// TestABatchThatIsYoungerThanNow is case TIM-02.
func TestABatchThatIsYoungerThanNow(t *testing.T) {
	b := batch{createdMs: 1000}
	b.reenqueued(1000)
	at := func(nowMs int64) *Client { return &Client{config: &Config{DeliveryTimeoutMs: 10240}, nowMs: nowMs} }
	require.False(t, at(998).expired(&b))
	require.True(t, at(11240).expired(&b))
}

// TestABatchExpiresInItsQueue is case TIM-03: it lingers 300 ms and has 3200, or all the time there is, and its broker
// has a request already. Whether the partition is muted makes no difference.
func TestABatchExpiresInItsQueue(t *testing.T) {
	for _, deliveryMs := range []int64{3200, math.MaxInt32} {
		for _, muted := range []bool{false, true} {
			t.Run(fmt.Sprint(deliveryMs, muted), func(t *testing.T) {
				s := newStory(t, alone, settings{
					"linger.ms": "300", "delivery.timeout.ms": strconv.FormatInt(deliveryMs, 10),
					"request.timeout.ms": strconv.FormatInt(deliveryMs-300, 10),
				})
				s.client.config.RequestTimeoutMs, s.client.config.MetadataMaxAgeMs = 1<<40, 1<<40
				s.client.config.ConnectionsMaxIdleMs = -1
				s.begin().send(1, "before")
				s.until(1000)
				s.send(0, "a")
				s.client.queues[0].muted = muted
				s.until(1300)
				require.Equal(t, muted, len(s.ask(1300).ready().nodes) == 0)
				s.until(1000 + deliveryMs - 1)
				require.Equal(t, [][]string{{"a"}}, s.queue(0))
				s.seen()
				s.client.queues[0].muted = muted
				s.until(1000 + deliveryMs)
				s.expect(fmt.Sprint(1000+deliveryMs, ": a DELIVERY_TIMEOUT"))
				require.Empty(t, s.client.ready().nodes)
			})
		}
	}
}

// TestAllThatIsTooOldExpires is case TIM-04: a full batch and another.
func TestAllThatIsTooOldExpires(t *testing.T) {
	s := newStory(t, alone, settings{
		"linger.ms": "30", "batch.size": "200", "delivery.timeout.ms": "3200", "request.timeout.ms": "3170",
	}).begin()
	s.knowsLeaders()
	from := s.nowMs
	s.hand(0, 100, "full")
	s.hand(0, 50, "last")
	s.client.queues[0].muted = true
	s.until(from + 3199)
	require.Equal(t, [][]string{{"full"}, {"last"}}, s.queue(0))
	s.expect()
	s.until(from + 3201)
	s.expect(fmt.Sprint(from+3200, ": full DELIVERY_TIMEOUT"), fmt.Sprint(from+3200, ": last DELIVERY_TIMEOUT"))
}

// TestABatchInRetryHasItsTime is case TIM-05.
func TestABatchInRetryHasItsTime(t *testing.T) {
	s := newStory(t, plain, settings{
		"linger.ms": "30", "delivery.timeout.ms": "3200", "request.timeout.ms": "3170", "retry.backoff.ms": "500",
		"retry.backoff.max.ms": "500",
	}).begin()
	s.send(0, "a")
	s.until(1030)
	s.refuse("a", protocol.NotEnoughReplicas)
	s.expect("30: t-0 [a]")
	for _, ms := range []int64{1190, 1191} {
		s.until(ms)
		require.False(t, s.client.expired(s.batchOf("a")))
		s.expect()
		require.Equal(t, [][]string{{"a"}}, s.queue(0))
	}
}

// TestADrainedBatchIsNotInTheQueue is case TIM-06, on the parts: a batch that was put back after its time, and is
// drained before one looks, has not expired in the queue; one that could not be drained has.
func TestADrainedBatchIsNotInTheQueue(t *testing.T) {
	for _, muted := range []bool{false, true} {
		s := newStory(t, plain, settings{
			"linger.ms": "3000", "delivery.timeout.ms": "3200", "request.timeout.ms": "200",
		}).begin()
		s.knowsLeaders()
		from := s.nowMs
		s.hand(0, 0, "a")
		c := s.ask(from + 3000)
		require.Equal(t, []protocol.NodeID{1}, c.ready().nodes)
		require.Equal(t, []int32{s.found("a")}, c.drainNode(1))
		s.ask(from + 4000).reenqueue(s.found("a"))
		c.queues[0].muted = muted
		s.seen()
		s.ask(from + 6200).drainNode(1)
		c.expire()
		if muted {
			s.expect(fmt.Sprint(from+6200, ": a DELIVERY_TIMEOUT"))
		} else {
			s.expect()
		}
	}
}

// slow is a story whose requests have more time than its records, as those of Kafka's SenderTest have.
func slow(t *testing.T, given ...settings) *story {
	s := newStory(t, given...)
	s.client.config.RequestTimeoutMs, s.client.config.DeliveryTimeoutMs = 5000, 1500
	return s.begin()
}

// TestSuccessThatComesTooLate is case TIM-07.
func TestSuccessThatComesTooLate(t *testing.T) {
	s := slow(t, alone)
	s.send(0, "a")
	s.until(1501)
	s.store("a", 0)
	s.until(3000)
	s.expect("0: t-0 [a]", "1500: a DELIVERY_TIMEOUT")
	require.Empty(t, s.client.queues[0].sent)
	require.Zero(t, s.client.flying())
}

// TestTwoPartitionsExpireTogether is case TIM-08.
func TestTwoPartitionsExpireTogether(t *testing.T) {
	s := slow(t, plain)
	s.hand(0, 0, "a")
	s.hand(1, 0, "b")
	s.settle()
	s.until(1501)
	s.reply("a", protocol.ProduceResult{Partition: 0})
	s.expect("0: t-0 [a] t-1 [b]", "1500: a DELIVERY_TIMEOUT", "1500: b DELIVERY_TIMEOUT")
	require.Empty(t, s.client.incomplete)
}

// TestWhatHasExpiredIsNotSentAgain is cases TIM-09 and TIM-10: neither as it is, nor in parts.
func TestWhatHasExpiredIsNotSentAgain(t *testing.T) {
	for _, e := range []protocol.Error{protocol.NotLeaderOrFollower, protocol.MessageTooLarge} {
		s := slow(t, plain)
		s.hand(0, 0, "a", "b")
		s.settle()
		s.until(1501)
		s.refuse("a", e)
		s.until(4000)
		s.expect("0: t-0 [a b]", "1500: a DELIVERY_TIMEOUT", "1500: b DELIVERY_TIMEOUT")
		require.Empty(t, s.queue(0))
		require.Zero(t, s.client.flying())
	}
}

// TestAnExpiredBatchKeepsItsPartitionMuted is case TIM-11. The partition is led by another broker by then, which could
// be sent the second batch: nothing holds that back but the first one's request.
func TestAnExpiredBatchKeepsItsPartitionMuted(t *testing.T) {
	s := newStoryOf(t, []int32{1, 2}, alone)
	s.client.config.RequestTimeoutMs, s.client.config.DeliveryTimeoutMs = 5000, 1500
	s.begin().send(0, "a")
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 2, LeaderEpoch: 1}
	s.until(100)
	s.client.metadata.needFull = true
	s.send(1, "other")
	s.store("other", 0)
	s.until(750)
	require.EqualValues(t, 2, s.client.metadata.leader(0))
	s.send(0, "b")
	s.until(1550)
	s.send(1, "more") // So that the sender turns.
	s.store("more", 1)
	s.until(1600)
	s.expect("0: t-0 [a]", "100: t-1 [other]", "100: other at 0", "1500: a DELIVERY_TIMEOUT", "1550: t-1 [more]",
		"1550: more at 1")
	s.store("a", 0)
	s.expect("1600: t-0 [b]")
}

// TestTheQueuedExpireBeforeTheSent is about two batches whose time is over at one instant: the one that has not left is
// told of first, the younger one here (Sender.sendProducerData).
func TestTheQueuedExpireBeforeTheSent(t *testing.T) {
	s := slow(t, alone)
	s.send(0, "sent")
	s.send(0, "queued")
	s.until(2000)
	s.expect("0: t-0 [sent]", "1500: queued DELIVERY_TIMEOUT", "1500: sent DELIVERY_TIMEOUT")
}

// TestALeaderThatNobodyKnowsIsLookedUp is about a partition whose leader is none of the brokers that there are: while
// something waits for it, metadata are asked for (Sender.sendProducerData, unknownLeaderTopics).
func TestALeaderThatNobodyKnowsIsLookedUp(t *testing.T) {
	s := newStoryOf(t, []int32{1, 1}, plain)
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 9}
	s.begin().send(1, "known")
	s.store("known", 0)
	s.until(1000)
	s.seen()
	s.send(0, "a")
	s.until(1150)
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 1, LeaderEpoch: 1}
	s.until(1250)
	require.Equal(t, []string{"1000: metadata", "1100: metadata", "1200: metadata", "1200: t-0 [a]"},
		s.seen("metadata", "request"))
}

// TestTheSenderSleepsUntilSomethingExpires is case TIM-13.
func TestTheSenderSleepsUntilSomethingExpires(t *testing.T) {
	s := slow(t)
	s.hand(0, 0, "warm")
	s.settle()
	s.store("warm", 0)
	s.until(1000)
	s.hand(0, 0, "a")
	c := s.ask(1000)
	c.woken = false
	require.Zero(t, c.sendProduceData(), "a broker was ready")
	require.EqualValues(t, 1500, c.sendProduceData())
	require.GreaterOrEqual(t, s.ask(2501).sendProduceData(), int64(1))
	require.Equal(t, failed, s.batchOf("a").outcome)
}

// TestTheWaitGrowsWithTheAttempts is case TIM-14, under many draws.
func TestTheWaitGrowsWithTheAttempts(t *testing.T) {
	s := newStory(t, plain, settings{"retry.backoff.ms": "100", "retry.backoff.max.ms": "1000"}).begin()
	s.hand(0, 0, "a")
	s.settle()
	b := s.batchOf("a")
	for _, nominalMs := range []int64{100, 200, 400, 800} {
		b.reenqueued(s.nowMs)
		failedMs := b.lastAttemptMs
		for range 1000 {
			require.True(t, s.ask(failedMs+nominalMs*8/10-1).backsOff(b))
			require.False(t, s.ask(failedMs+nominalMs*12/10+1).backsOff(b))
		}
	}
}

// TestWhoTheLeaderWas is case TIM-17.
func TestWhoTheLeaderWas(t *testing.T) {
	b := batch{leaderEpoch: noSequence}
	b.follow(noSequence)
	require.False(t, b.leaderChanged())
	b.follow(100)
	require.False(t, b.leaderChanged(), "it has its first one")
	b.reenqueued(0)
	b.follow(101)
	require.True(t, b.leaderChanged())
	b.follow(101)
	require.True(t, b.leaderChanged(), "the same attempt")
	b.reenqueued(0)
	for _, epoch := range []int32{101, 100, noSequence} {
		b.follow(epoch)
		require.False(t, b.leaderChanged())
		require.EqualValues(t, 101, b.leaderEpoch)
	}
}

// TestTheCurveOfABackoff is cases TIM-19 and TIM-20: with a fifth more or less, and without.
func TestTheCurveOfABackoff(t *testing.T) {
	r := random(11)
	for n := range int64(11) {
		for range 1000 {
			wait := backoff{100, 2000}.wait(n, r.fraction())
			if n <= 4 {
				require.InDelta(t, 100<<n, wait, 0.2*float64(int64(100)<<n)+1, "TIM-19")
			}
			require.LessOrEqual(t, wait, int64(2000), "TIM-19")
		}
	}
	for n, want := range []int64{100, 200, 400, 400} {
		require.Equal(t, want, backoff{100, 400}.wait(int64(n), 0.5), "TIM-20")
	}
}

// TestARetryAtANewLeaderDoesNotWait is case TIM-21: the second refusal finds the leader's epoch unchanged.
func TestARetryAtANewLeaderDoesNotWait(t *testing.T) {
	s := newStory(t, plain, settings{"retry.backoff.ms": "10", "retry.backoff.max.ms": "100"})
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 1, LeaderEpoch: 100}
	s.begin().send(0, "a")
	s.until(1000)
	s.leaders[0] = protocol.PartitionMetadata{Partition: 0, Leader: 1, LeaderEpoch: 101}
	s.refuse("a", protocol.NotLeaderOrFollower)
	s.expect("0: t-0 [a]", "1000: t-0 [a]")
	s.until(1500)
	s.refuse("a", protocol.NotLeaderOrFollower)
	s.until(1507)
	s.expect()
	s.until(1700)
	require.Len(t, s.seen("request"), 1)
	s.store("a", 999)
	s.expect("1700: a at 999")
}

// TestOneExpiredRequestCondemnsItsBroker is case NET-01: Kafka's test has requests of several timeouts sent at once; of
// one producer all have the same, and are sent at several times. Broker 1 has two, one of them in time.
func TestOneExpiredRequestCondemnsItsBroker(t *testing.T) {
	s := newStoryOf(t, []int32{1, 1, 2}, plain, settings{"request.timeout.ms": "100", "retries": "0"}).begin()
	s.send(0, "old")
	s.until(25)
	s.send(2, "other")
	s.until(50)
	s.send(1, "young")
	s.seen()
	closed := func() (nodes []protocol.NodeID) {
		for _, o := range s.events[s.looked:] {
			if o.E == "closed" {
				nodes = append(nodes, o.Node)
			}
		}
		return nodes
	}
	s.ask(100).afterPoll()
	require.Empty(t, closed())
	s.ask(101).afterPoll()
	require.Equal(t, []protocol.NodeID{1}, closed())
	s.expect("101: old REQUEST_TIMED_OUT", "101: young REQUEST_TIMED_OUT")
	s.ask(126).afterPoll()
	require.Equal(t, []protocol.NodeID{2}, closed())
	s.expect("126: other REQUEST_TIMED_OUT")
}

// TestARequestTimesOutAtTheClient is case NET-02.
func TestARequestTimesOutAtTheClient(t *testing.T) {
	s := newStory(t, plain, settings{"request.timeout.ms": "1000"}).begin()
	s.send(0, "a")
	s.until(1000)
	s.seen()
	s.until(1001)
	require.Equal(t, []string{"1001: closed client", "1001: metadata"}, s.seen("closed", "metadata"))
	require.Equal(t, [][]string{{"a"}}, s.queue(0))
}

// TestADisconnectAnswersInOrder is case NET-03.
func TestADisconnectAnswersInOrder(t *testing.T) {
	s := newStory(t, plain, settings{"retries": "0"}).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.until(10)
	s.hangUp(1)
	s.settle()
	s.expect("0: t-0 [a]", "0: t-0 [b]", "10: a NETWORK_EXCEPTION", "10: b NETWORK_EXCEPTION")
}

// TestAConnectionHasMoreTimeEachTimeItFails is about socket.connection.setup.timeout.ms, which doubles while no
// connection comes about, up to its maximum (ClusterConnectionStates.updateConnectionSetupTimeout).
func TestAConnectionHasMoreTimeEachTimeItFails(t *testing.T) {
	c := newStory(t, plain).begin().ask(0)
	k := c.connection(1)
	within := func(lowMs, highMs int64) {
		t.Helper()
		require.GreaterOrEqual(t, k.setupMs, lowMs)
		require.LessOrEqual(t, k.setupMs, highMs)
	}
	for _, ms := range [][2]int64{{8000, 12000}, {16000, 24000}, {24000, 30000}, {24000, 30000}} {
		c.connect(1)
		within(ms[0], ms[1])
		c.lost(k)
	}
	c.connect(1)
	c.becomeReady(k)
	within(8000, 12000)
	c.lost(k)
	c.connect(1)
	within(8000, 12000)
}

// TestARequestIsWrittenBeforeTheNext is about a socket that takes nothing: what was sent on it last must have left
// before more is (InFlightRequests.canSendMore).
func TestARequestIsWrittenBeforeTheNext(t *testing.T) {
	s := newStory(t, plain).begin()
	s.knowsLeaders()
	s.client.connection(1).held = true
	s.send(0, "a")
	s.send(1, "b")
	s.until(50)
	s.expect()
	require.Equal(t, 1, s.client.InFlight())
	require.Equal(t, [][]string{{"b"}}, s.queue(1))
	node := int32(1)
	s.carryOutOne(scriptStep{Release: &node})
	s.send(2, "c") // A record that makes the loop turn.
	s.expect("50: t-0 [a]", "50: t-2 [c] t-1 [b]")
}

// TestANewStartTellsNobody is about a call that waits for metadata while no broker can be reached: that the client goes
// back to the bootstrap addresses wakes nobody, so that the sender sleeps reconnect.backoff.ms and does not turn at
// once (ProducerMetadata.awaitUpdate looks again when ProducerMetadata.update calls notifyAll; Metadata.rebootstrap
// calls nobody). Metadata are due 100 ms after the connections were lost, and the addresses can be tried again after
// 250.
func TestANewStartTellsNobody(t *testing.T) {
	s := newStory(t, plain, settings{
		"max.block.ms": "1000", "reconnect.backoff.ms": "250", "reconnect.backoff.max.ms": "250",
	}).begin()
	s.knowsLeaders()
	s.down[1], s.down[bootstrapNode] = true, true
	s.hangUp(1)
	s.hangUp(bootstrapNode)
	s.settle()
	from := s.nowMs
	s.send(7, "a")
	var woke []int64
	for ms := from; ms < from+500; ms++ {
		if s.client.alarm != noAlarm && s.client.alarm.Ms() <= ms {
			woke = append(woke, ms-from)
		}
		s.until(ms)
	}
	require.Equal(t, []int64{100, 350, 450}, woke)
	s.until(from + 1000)
	s.expect(fmt.Sprint(from+1000, ": a METADATA_TIMEOUT in caller"))
}

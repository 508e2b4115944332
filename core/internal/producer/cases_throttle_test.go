package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// throttle answers the request in flight that holds a record: it is stored, and the client is to send nothing for a
// while.
func (s *story) throttle(value string, offset, ms int64) {
	s.t.Helper()
	s.throttleMs = ms
	s.store(value, offset)
	s.throttleMs = 0
}

// TestAThrottledClientSendsNothing is NetworkClientTest.testConnectionThrottling: 100 ms, and not one less.
func TestAThrottledClientSendsNothing(t *testing.T) {
	s := newStory(t, plain).begin()
	s.send(0, "a")
	s.until(10)
	s.throttle("a", 0, 100)
	s.send(0, "b")
	s.until(109)
	require.EqualValues(t, 1, s.ask(109).delay(1))
	s.until(200)
	s.expect("0: t-0 [a]", "10: a at 0", "110: t-0 [b]")
}

// TestAThrottleDoesNotShorten is ClusterConnectionStates.throttle: of two the one that ends later counts.
func TestAThrottleDoesNotShorten(t *testing.T) {
	s := newStory(t, plain).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.until(10)
	s.throttle("a", 0, 100)
	s.until(20)
	s.throttle("b", 1, 50)
	s.send(0, "c")
	s.until(200)
	s.expect("0: t-0 [a]", "0: t-0 [b]", "10: a at 0", "20: b at 1", "110: t-0 [c]")
}

// TestOnlyTheNodeThatThrottlesIsLeftAlone: what is for another broker leaves at once, metadata are asked there, and
// records of the same topic that the throttled one leads wait.
func TestOnlyTheNodeThatThrottlesIsLeftAlone(t *testing.T) {
	s := newStoryOf(t, []int32{1, 2}, plain).begin()
	s.send(0, "a")
	s.send(1, "other")
	s.store("other", 0)
	s.until(10)
	s.throttle("a", 0, 1000)
	s.seen()
	s.client.metadata.needFull = true
	s.send(1, "b")
	s.send(0, "c")
	s.until(1000)
	require.Equal(t, []string{"10: t-1 [b]", "100: metadata"}, s.seen("metadata", "request"))
	s.until(1010)
	s.expect("1010: t-0 [c]")
}

// TestARequestHasMoreTimeWhileItsNodeThrottles is NetworkClientTest.testConnectionTimeoutAfterThrottling: the time of
// a throttle does not count against request.timeout.ms. That is noticed when the sender wakes, which has slept since
// 1011. A request that is sent afterwards has no more time than any.
func TestARequestHasMoreTimeWhileItsNodeThrottles(t *testing.T) {
	s := newStory(t, plain, settings{"request.timeout.ms": "1000", "retries": "0"}).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.until(10)
	s.throttle("a", 0, 1000)
	s.until(2000)
	s.expect("0: t-0 [a]", "0: t-0 [b]", "10: a at 0")
	s.until(5000)
	s.expect("2012: b REQUEST_TIMED_OUT")
	s.send(0, "c")
	s.until(9000)
	s.expect("5000: t-0 [c]", "6001: c REQUEST_TIMED_OUT")
}

// TestAThrottleOutlivesItsConnection: a client that reconnects is still throttled, for NodeConnectionState is the
// node's and stays.
func TestAThrottleOutlivesItsConnection(t *testing.T) {
	s := newStory(t, plain).begin()
	s.send(0, "a")
	s.until(10)
	s.throttle("a", 0, 1000)
	s.until(20)
	s.hangUp(1)
	s.send(0, "b")
	s.until(1009)
	require.Equal(t, connected, s.client.connection(1).state)
	s.until(2000)
	s.expect("0: t-0 [a]", "10: a at 0", "1010: t-0 [b]")
}

// TestAClientWhoseNodesAllThrottleStartsAnew is NetworkClientTest.testLeastLoadedNodeConsidersThrottledConnections:
// none of the nodes can be asked for metadata, so the client asks at the bootstrap address, as it does when all are
// gone (NetworkClient.DefaultMetadataUpdater.maybeUpdate).
func TestAClientWhoseNodesAllThrottleStartsAnew(t *testing.T) {
	s := newStory(t, plain).begin()
	s.send(0, "a")
	s.until(10)
	s.throttle("a", 0, 1000)
	_, ok, usable := s.ask(10).leastLoaded()
	require.False(t, ok)
	require.False(t, usable)
	s.until(500)
	s.seen()
	s.client.metadata.needFull = true
	s.send(0, "b")
	s.until(510)
	require.Equal(t, []string{"500: metadata"}, s.seen("metadata"))
	require.EqualValues(t, 1, s.client.metadata.leader(0), "it knows the brokers again")
	s.until(2000)
	s.expect("1010: t-0 [b]")
}

// TestRecordsExpireWhileTheirNodeThrottles is SenderTest.testNodeNotReady with a throttle: delivery.timeout.ms goes on.
func TestRecordsExpireWhileTheirNodeThrottles(t *testing.T) {
	s := newStory(t, plain, settings{"request.timeout.ms": "500", "delivery.timeout.ms": "600"}).begin()
	s.send(0, "a")
	s.until(10)
	s.throttle("a", 0, 5000)
	s.send(0, "b")
	s.until(6000)
	s.expect("0: t-0 [a]", "10: a at 0", "610: b DELIVERY_TIMEOUT")
}

// TestAThrottleEndsWhileTheSenderSpins: b may not be sent before a has been answered, so the loop turns all the time,
// and sees the end of broker 2's throttle.
func TestAThrottleEndsWhileTheSenderSpins(t *testing.T) {
	s := newStoryOf(t, []int32{1, 2}).begin()
	s.send(0, "a")
	s.send(0, "b")
	s.send(1, "other")
	s.refuse("b", protocol.NotEnoughReplicas)
	s.until(10)
	s.throttle("other", 0, 1000)
	s.send(1, "late")
	s.seen()
	s.until(500)
	require.True(t, s.client.spins)
	s.until(2000)
	s.expect("1010: t-1 e0 s1 [late]")
}

package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// TestMoreMemoryThanThereIs is case MEM-02.
func TestMoreMemoryThanThereIs(t *testing.T) {
	s := newStory(t, plain, settings{"buffer.memory": "1024", "batch.size": "1025"}).begin()
	s.send(0, "a")
	require.Equal(t, []string{"0: threw send a BATCH_ABOVE_MEMORY"}, s.seen("threw", "callback"))
	require.EqualValues(t, 1024, s.client.pool.free)
}

// TestMemoryThatComesLater is case MEM-03.
func TestMemoryThatComesLater(t *testing.T) {
	p := pool{total: 5120, free: 5120}
	require.True(t, p.take(1024))
	require.False(t, p.take(5120))
	p.wait(1, 5120)
	require.False(t, p.gather(1), "nobody has called it")
	p.give(1024)
	require.True(t, p.gather(1))
	require.Zero(t, p.free)
	require.False(t, p.exhausted())
}

// TestAWaiterGivesUp is case MEM-05: who waits in vain leaves what was gathered, and no trace.
func TestAWaiterGivesUp(t *testing.T) {
	p := pool{total: 2, free: 2}
	require.True(t, p.take(1))
	p.wait(1, 2)
	p.signal()
	require.False(t, p.gather(1))
	require.Zero(t, p.free, "it has gathered what there was")
	p.giveUp(1)
	require.EqualValues(t, 1, p.free)
	require.Empty(t, p.waiters)

	s := newStory(t, plain, settings{"buffer.memory": "1000", "batch.size": "600", "max.block.ms": "10"}).begin()
	s.send(0, "a")
	s.send(1, "b")
	s.until(100)
	s.expect("0: t-0 [a]", "10: b BUFFER_EXHAUSTED in caller")
	require.Empty(t, s.client.pool.waiters)
	require.EqualValues(t, 400, s.client.pool.free)
}

// TestWhoWaitsLongestComesFirst is about the order of those that wait, a small one behind a large one
// (BufferPool.allocate).
func TestWhoWaitsLongestComesFirst(t *testing.T) {
	p := pool{total: 8, free: 8}
	require.True(t, p.take(8))
	p.wait(1, 4)
	p.wait(2, 2)
	p.give(2)
	require.False(t, p.gather(2), "there would be enough for it")
	require.False(t, p.gather(1))
	require.Zero(t, p.free, "it is kept for the first")
	p.give(3)
	require.True(t, p.gather(1))
	require.EqualValues(t, 1, p.free)
	require.False(t, p.gather(2), "called, since there is something, and not enough")
	require.Zero(t, p.free)
	p.give(3)
	require.True(t, p.gather(2))
	require.EqualValues(t, 2, p.free)
	require.False(t, p.exhausted())
}

// TestMemoryIsWaitedForAsLongAsMetadataLeft is about max.block.ms, which is for both waits together
// (KafkaProducer.doSend).
func TestMemoryIsWaitedForAsLongAsMetadataLeft(t *testing.T) {
	s := newStoryOf(t, []int32{1}, plain, settings{
		"buffer.memory": "1000", "batch.size": "600", "max.block.ms": "1000",
	}).begin()
	s.send(0, "a")
	s.until(1000)
	s.send(2, "b")
	s.until(1150)
	s.setTopic("t", []int32{1, 1, 1})
	s.until(1500)
	require.True(t, s.client.pool.exhausted())
	s.until(3000)
	s.expect("0: t-0 [a]", "2000: b BUFFER_EXHAUSTED in caller")
}

// TestAClosedPool is case MEM-06: it gives nothing any more, and takes back what is out.
func TestAClosedPool(t *testing.T) {
	s := newStory(t, plain, settings{"buffer.memory": "1000", "batch.size": "600"}).begin()
	s.send(0, "a")
	s.client.Close(s.client.now, -1, s.replay, noCause)
	s.settle()
	s.hand(1, 0, "b")
	s.replay.send(&scriptSend{Value: "c"}, 1)
	s.settle()
	require.Equal(t, []string{"0: threw send c PRODUCER_CLOSED"}, s.seen("threw"))
	require.EqualValues(t, 400, s.client.pool.free)
	s.store("a", 0)
	require.EqualValues(t, 1000, s.client.pool.free)
	require.Equal(t, []string{"0: a at 0", "0: returned close", "0: threw send b PRODUCER_CLOSED"},
		s.seen("callback", "returned", "threw"), "b stands behind the close on its thread")
}

// TestMemoryComesBackOnce is case MEM-08: the batch expires, and its request runs out of time, too.
func TestMemoryComesBackOnce(t *testing.T) {
	s := newStory(t)
	s.client.config.RequestTimeoutMs, s.client.config.DeliveryTimeoutMs = 5000, 1500
	s.begin().send(0, "a")
	free := s.client.pool.free
	s.until(4000)
	s.expect("0: t-0 e0 s0 [a]", "1500: a DELIVERY_TIMEOUT")
	require.Equal(t, free, s.client.pool.free, "it is on the wire still")
	s.until(7000)
	s.expect()
	require.Equal(t, s.client.pool.total, s.client.pool.free)
	require.Zero(t, s.client.flying())
	require.Empty(t, s.client.incomplete)
	require.Equal(t, protocol.None, s.client.identity.lastError)
}

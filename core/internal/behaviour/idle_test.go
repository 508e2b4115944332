package behaviour

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// idling is a producer that sends, and sends again after a while; the leader is 20 ms away.
func idling(brokers, producer, again string) []byte {
	return []byte(strings.NewReplacer("BROKERS", brokers, "PRODUCER", producer, "AGAIN", again).Replace(`{"version": 1,
		"cluster": {"config": {BROKERS}, "brokers": 1, "network": {"latency.ms": 20},
			"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p1", "config": {"linger.ms": 0, PRODUCER}}],
		"steps": [
			{"at": 0, "send": {"producer": "p1", "topic": "t", "value": "a"}},
			{"at": AGAIN, "send": {"producer": "p1", "topic": "t", "value": "b"}}]}`))
}

func TestAConnectionThatIsIdleForTooLongIsOpenedAnew(t *testing.T) {
	const never = `"metadata.max.age.ms": 80000000`
	for _, c := range []struct {
		idle  string
		waits float64
	}{
		// Connecting and asking for versions each take a way there and back.
		{`"connections.max.idle.ms": 60000`, 80},
		{`"connections.max.idle.ms": -1`, 0},
	} {
		_, s := modeltest.Play(t, idling(`"connections.max.idle.ms": -1`, never+", "+c.idle, "99000"))
		b := s.RecordOf(t, "b")
		require.InDelta(t, c.waits, *b.Sent-*b.Enqueued, 30, c.idle)
		require.Equal(t, 1, b.Attempts)
	}
}

func TestARequestThatMeetsTheBrokersIdleCloseIsSentAgain(t *testing.T) {
	_, s := modeltest.Play(t, idling(`"connections.max.idle.ms": 5000`, `"retries": 9`, "5290"))
	b := s.RecordOf(t, "b")
	require.Equal(t, []string{"NETWORK_EXCEPTION"}, b.Errors, "the broker has closed, and the client does not know yet")
	require.Equal(t, "acknowledged", b.Outcome)
	require.Len(t, b.Offsets, 1)
}

func TestATopicThatIsIdleForTooLongIsLookedUpAnew(t *testing.T) {
	for idle, waits := range map[string]int{`"metadata.max.idle.ms": 5000`: 1, `"metadata.max.idle.ms": 400000`: 0} {
		events, _ := modeltest.Play(t, idling("", idle+`, "metadata.max.age.ms": 10000`, "30000"))
		require.Len(t, modeltest.EventsOf(events, "block"), waits, idle)
	}
}

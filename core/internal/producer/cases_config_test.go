package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// TestWhatBecomesOfIdempotence is cases CFG-02 to CFG-06, CFG-12 and CFG-13: what an application sets, and what Kafka
// makes of it. CFG-12 is as in 4.4.0, where more than five requests in flight are refused even where idempotence would
// have given way to another setting.
func TestWhatBecomesOfIdempotence(t *testing.T) {
	const inFlight = "max.in.flight.requests.per.connection"
	for _, c := range []struct {
		id         string
		given      settings
		acks       protocol.Acks
		idempotent bool
		refused    string
	}{
		{"CFG-02", settings{"acks": "0", "enable.idempotence": "false"}, protocol.AcksNone, false, ""},
		{"CFG-03", settings{"acks": "all", "enable.idempotence": "false"}, protocol.AcksAll, false, ""},
		{"CFG-04", settings{"acks": "0"}, protocol.AcksNone, false, ""},
		{"CFG-05", settings{"acks": "1"}, protocol.AcksLeader, false, ""},
		{"CFG-06", settings{"acks": "1", "enable.idempotence": "true"}, 0, false, "acks"},
		{"CFG-12", settings{inFlight: "6"}, 0, false, inFlight},
		{"CFG-12 with acks 1", settings{inFlight: "6", "acks": "1"}, 0, false, inFlight},
		{"CFG-12 with retries 0", settings{inFlight: "6", "retries": "0"}, 0, false, inFlight},
		{"CFG-12 without", settings{inFlight: "6", "enable.idempotence": "false"}, protocol.AcksAll, false, ""},
		{"CFG-13", settings{inFlight: "6", "enable.idempotence": "true"}, 0, false, inFlight},
		{"nothing set", settings{}, protocol.AcksAll, true, ""},
	} {
		t.Run(c.id, func(t *testing.T) {
			config, contradiction := configOf(t, c.given)
			require.Equal(t, c.refused, contradiction.Key)
			if c.refused == "" {
				require.Equal(t, c.acks, config.Acks)
				require.Equal(t, c.idempotent, config.Idempotence)
			}
		})
	}
}

// TestTheDeliveryTimeoutHoldsItsParts is cases CFG-15 and CFG-16.
func TestTheDeliveryTimeoutHoldsItsParts(t *testing.T) {
	given := settings{"delivery.timeout.ms": "1000", "linger.ms": "1000", "request.timeout.ms": "1"}
	_, contradiction := configOf(t, given)
	require.Equal(t, "delivery.timeout.ms", contradiction.Key, "CFG-15")
	given["linger.ms"] = "999"
	_, contradiction = configOf(t, given)
	require.Empty(t, contradiction, "CFG-16")
}

// TestABatchHasASize is case CFG-19: the sticky choice goes by a size of 1 at least, since the producer makes 1 of 0.
func TestABatchHasASize(t *testing.T) {
	for _, size := range []string{"0", "1"} {
		s := newStory(t, settings{"batch.size": size}).begin()
		require.EqualValues(t, 1, s.client.config.BatchSize)
		s.replay.send(&scriptSend{Value: "a"}, 0)
		s.settle()
		require.EqualValues(t, 2, s.client.stickies[0].choice, "one byte is enough for another choice")
	}
}

package look_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/look"
	"highwater/core/internal/vtime"
)

// Requests take 3 ms from the producer to the broker, and their answers 20 ms back.
func TestARequestAndItsAnswerTravelForAsLongAsTheirOwnDirectionTakes(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"brokers": 1, "topics": [{"name": "t",
		"partitions": [{"replicas": [1]}]}]}, "producers": [{"id": "p", "config": {"acks": "1", "linger.ms": 0}}],
		"steps": [{"at": 0, "link": {"from": "p", "to": 1, "latency.ms": 3}},
			{"at": 0, "link": {"from": 1, "to": "p", "latency.ms": 20}},
			{"at": 100, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "a"}},
			{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "b"}}], "until": 2000}`))
	require.NoError(t, err)
	r := core.New(s)
	request := func(at vtime.Time) (phase look.RequestPhase, since, until vtime.Time) {
		r.SeekTime(at)
		requests := r.State(9).Requests
		last := requests[len(requests)-1] // that of "b": by then everything about connections is done
		return last.Phase, last.Since, last.Until
	}
	const ms = vtime.Millisecond
	for _, c := range []struct {
		at, since, until vtime.Time
		phase            look.RequestPhase
	}{
		{1001 * ms, 1000 * ms, 1003 * ms, "travelling"},
		{1003*ms + 100, 1003 * ms, 1003*ms + 500, "appending"},
		{1004 * ms, 1003*ms + 500, 1023*ms + 500, "returning"},
		{1023 * ms, 1003*ms + 500, 1023*ms + 500, "returning"},
		{1024 * ms, 1023*ms + 500, 1023*ms + 500, "answered"},
	} {
		phase, since, until := request(c.at)
		require.Equal(t, c.phase, phase, c.at)
		require.Equal(t, []vtime.Time{c.since, c.until}, []vtime.Time{since, until}, c.at)
	}
}

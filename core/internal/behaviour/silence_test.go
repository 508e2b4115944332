package behaviour

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// silent is a producer whose connection dies in silence before it sends.
func silent(config, until string) []byte {
	return []byte(strings.NewReplacer("CONFIG", config, "UNTIL", until).Replace(`{"version": 1,
		"cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1, 2, 3]}]}]},
		"producers": [{"id": "p1", "config": {"linger.ms": 0, CONFIG}}],
		"steps": [
			{"at": 100, "link": {"from": "p1", "to": 1, "silent": true}},
			{"at": 200, "send": {"producer": "p1", "topic": "t", "value": "a"}},
			{"at": 1000000, "send": {"producer": "p1", "topic": "t", "value": "b"}}], "until": UNTIL}`))
}

func TestASilentConnectionIsFoundByTheRequestsTimeout(t *testing.T) {
	_, s := modeltest.Play(t, silent(`"request.timeout.ms": 2000`, "5000"))
	a := s.RecordOf(t, "a")
	require.Equal(t, []string{"REQUEST_TIMED_OUT"}, a.Errors)
	require.Equal(t, "acknowledged", a.Outcome, "the next connection works")
	require.Len(t, a.Offsets, 1)
}

func TestASilentConnectionIsFoundByTCPWhereNobodyWaitsForAnAnswer(t *testing.T) {
	const patient = `"acks": "0", "connections.max.idle.ms": -1, "metadata.max.age.ms": 80000000`
	_, s := modeltest.Play(t, silent(patient, "1010000"))
	a, b := s.RecordOf(t, "a"), s.RecordOf(t, "b")
	require.Equal(t, "acknowledged", a.Outcome, "it is in the socket's buffer")
	require.True(t, a.Lost)
	require.Len(t, b.Offsets, 1, "after 924.6 s the client's system has ended the connection")
}

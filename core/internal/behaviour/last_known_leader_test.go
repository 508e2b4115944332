package behaviour

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// Broker 5 leaves in order and is in the ELR when broker 2, the last member, dies and returns. Then broker 5 is killed
// before it has come up, and returns uncleanly: nobody is in sync or eligible any more, and the change that says so
// elects the last known leader. That is no unclean election, which this topic does not allow.
func TestTheLastKnownLeaderLeadsWhenTheELREmpties(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"brokers": 5, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{"replicas": [2, 5]}]}]}, "steps": [
		{"at": 0, "kill": {"broker": 2}}, {"at": 0, "start": {"broker": 2}},
		{"at": 0, "stop": {"broker": 5}}, {"at": 0, "kill": {"broker": 5}},
		{"at": 16000, "start": {"broker": 5}}], "until": 20000}`))
	var elections []string
	for _, e := range modeltest.EventsOf(events, "leader") {
		elections = append(elections, string(e.Leader)+" "+e.Election)
	}
	require.Equal(t, []string{"-1 none", "2 last-known"}, elections)
	require.Equal(t, 2, s.Partitions[0].Leader)
}

package behaviour

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/modeltest"
	"highwater/core/internal/vtime"
)

// Random scripts that once broke the model. Each is one of a kind: what it showed, and its like, stand here as tests.

// playRandom plays a script of testdata/random.
func playRandom(t *testing.T, name string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "random", name+".json"))
	require.NoError(t, err)
	return modeltest.Play(t, text)
}

// A send without a partition waits for memory while the client forgets the topic, for no broker can be reached.
func TestASendThatWaitsForMemoryKnowsItsTopic(t *testing.T) {
	_, s := playRandom(t, "no-leader-left")
	require.Len(t, s.Records, 6)
	_, s = playRandom(t, "panic-div0")
	require.Equal(t, "DELIVERY_TIMEOUT", s.RecordOf(t, "v-3").Error)
}

// What Next says comes next is what Step comes to, wherever the looking began: here long after the last event.
func TestStepComesToWhatNextPromises(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "random", "step-denies-what-next-promises.json"))
	require.NoError(t, err)
	s, err := core.Parse(text)
	require.NoError(t, err)
	for quiet := range 4 {
		r := core.New(s)
		for range quiet {
			r.SeekEvent(len(r.Events()) + 20)
		}
		at, ok := r.Next()
		require.Equal(t, ok, r.Step(1) == 1)
		if ok {
			require.Equal(t, at, r.Now())
		}
	}
}

// A step that looks an hour ahead, past all that happens in a cluster at rest, takes as long as that does: it must not
// look through everything after each happening.
func TestAStepThatLooksFarAhead(t *testing.T) {
	s, err := core.Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"config": {"min.insync.replicas": 3}, "partitions": [{"replicas": [1, 2, 3]}]}]},
		"steps": [
			{"at": 10, "produce": {"timeout.ms": 3600000, "partitions": [{"topic": "t", "partition": 0, "records": 1}]}},
			{"at": 11.6, "isr": {"topic": "t", "partition": 0, "members": [1, 2]}}]}`))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(60 * vtime.Second)
	before := r.Happened()
	require.Equal(t, 1, r.Step(1))
	require.Greater(t, r.Now(), 3000*vtime.Second)
	require.Greater(t, r.Happened()-before, 40_000)
}

// An attempt that a frozen leader takes when another has been acknowledged is no part of the record's way.
func TestWhatIsAcknowledgedWasCommittedBefore(t *testing.T) {
	_, s := playRandom(t, "committed-after-acknowledged")
	r := s.RecordOf(t, "p1.v11")
	require.Equal(t, 4, r.Attempts)
	require.Less(t, *r.Committed, *r.Acknowledged)
}

// Each consumer reads every offset once, though a leader that was deposed answers late.
func TestAConsumerDoesNotGoBackForADeposedLeader(t *testing.T) {
	events, _ := playRandom(t, "consumer-goes-back")
	next := map[int]int64{}
	for _, e := range modeltest.EventsOf(events, "visible") {
		require.Equal(t, strconv.FormatInt(next[e.Partition], 10), string(e.From))
		next[e.Partition] = e.Offset + 1
	}
	require.Equal(t, map[int]int64{2: 6}, next)
}

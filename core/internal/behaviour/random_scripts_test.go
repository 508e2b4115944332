package behaviour

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
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

package compare_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/vtime"
)

// read returns the text of one of the built-in scenarios, with some of it replaced: old, new, old, new.
func read(t *testing.T, scenario string, changes ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scenarios", scenario+".json"))
	require.NoError(t, err)
	for i := 0; i < len(changes); i += 2 {
		require.Contains(t, string(text), changes[i])
		text = []byte(strings.ReplaceAll(string(text), changes[i], changes[i+1]))
	}
	return text
}

// played returns a run of a script up to an instant (ms).
func played(t *testing.T, text []byte, atMs int64) *core.Run {
	t.Helper()
	s, err := core.Parse(text)
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(vtime.AtMs(atMs))
	return r
}

// fate is what a test reads of a record in one run.
type fate struct {
	Outcome, Error           string
	Told, Committed, Visible *float64
	Copies                   int
	Lost                     bool
}

// comparison is what a test reads of an answer.
type comparison struct {
	Records []struct {
		T                      float64
		Producer, Value, Topic string
		Partition              int
		A, B                   fate
	}
	Partitions []struct {
		T                float64
		Topic            string
		Partition        int
		What             string
		Numbers, Brokers struct{ A, B any }
	}
	Left int
}

func compared(t *testing.T, a, b *core.Run, limit int) (c comparison) {
	t.Helper()
	require.NoError(t, json.Unmarshal(core.AppendComparison(nil, a, b, limit), &c))
	return c
}

func TestARunDiffersInNothingFromItself(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scenarios", "*.json"))
	require.NoError(t, err)
	for _, f := range files {
		text := read(t, strings.TrimSuffix(filepath.Base(f), ".json"))
		a, b := played(t, text, 20_000), played(t, text, 20_000)
		require.Equal(t, comparison{Records: nil, Partitions: nil}, empty(compared(t, a, b, 100)), "%s", f)
	}
}

// empty returns a comparison whose empty lists are nil.
func empty(c comparison) comparison {
	if len(c.Records) == 0 {
		c.Records = nil
	}
	if len(c.Partitions) == 0 {
		c.Partitions = nil
	}
	return c
}

// A minimum of 3 locks the high watermark when broker 3 has left the ISR of three, one of 2 does not.
func TestAMinimumAboveTheISRHoldsWhatASmallerOneLetsGo(t *testing.T) {
	out := `"steps": [{"at": 500, "isr": {"topic": "payments", "partition": 0, "members": [1, 2]}},`
	two := read(t, "healthy-write", `"steps": [`, out)
	three := []byte(strings.Replace(string(two), `"min.insync.replicas": 2`, `"min.insync.replicas": 3`, 1))
	require.NotEqual(t, two, three)
	c := compared(t, played(t, two, 5000), played(t, three, 5000), 100)
	require.Len(t, c.Records, 1)
	r := c.Records[0]
	require.Equal(t, "acknowledged", r.A.Outcome)
	require.Equal(t, 1, r.A.Copies)
	require.Equal(t, "pending", r.B.Outcome, "it is refused again and again")
	require.Zero(t, r.B.Copies)
	require.Equal(t, 1001.5, r.T, "when A writes it")
	require.Len(t, c.Partitions, 2)
	require.Equal(t, "elr", c.Partitions[0].What, "whoever leaves an ISR that is below the minimum is eligible")
	require.Equal(t, 500.0, c.Partitions[0].T)
	p := c.Partitions[1]
	require.Equal(t, "high-watermark", p.What)
	require.Equal(t, 1004.0, p.T)
	require.EqualValues(t, 1, p.Numbers.A.(float64)-p.Numbers.B.(float64))
}

// With acks=1 a leader acknowledges what dies with it; with acks=all what it acknowledges survives.
func TestTheSameCrashCostsWhatAcksOneWasTold(t *testing.T) {
	all := read(t, "same-crash")
	one := read(t, "same-crash", `"acks": "all"`, `"acks": "1"`)
	c := compared(t, played(t, all, 20_000), played(t, one, 20_000), 100)
	lost := 0
	for _, r := range c.Records {
		require.Equal(t, "acks-all", r.Producer)
		require.False(t, r.A.Lost)
		if r.B.Lost {
			lost++
			require.Equal(t, "acknowledged", r.B.Outcome)
			require.Zero(t, r.B.Copies)
		}
	}
	require.Equal(t, 2, lost, "the two that no follower had fetched")
	require.Equal(t, "all-1", c.Records[0].Value, "acknowledged sooner: the first difference")
	for i := 1; i < len(c.Records); i++ {
		require.LessOrEqual(t, c.Records[i-1].T, c.Records[i].T)
	}
}

// Without the ELR the controller waits for the last member of the ISR; with it, it may choose one that is eligible.
func TestTheELRMakesAnotherLeader(t *testing.T) {
	with, without := read(t, "last-standing"), read(t, "last-standing-without-elr")
	c := compared(t, played(t, with, 20_005), played(t, without, 20_005), 100)
	what := map[string]float64{}
	for _, p := range c.Partitions {
		what[p.What] = p.T
	}
	require.Contains(t, what, "elr")
	require.Contains(t, what, "isr")
	require.Less(t, what["elr"], 20_000.0)
}

func TestAListThatIsFullSaysHowMuchIsLeft(t *testing.T) {
	all := played(t, read(t, "same-crash"), 20_000)
	one := played(t, read(t, "same-crash", `"acks": "all"`, `"acks": "1"`), 20_000)
	whole := compared(t, all, one, 100)
	part := compared(t, all, one, 1)
	require.Zero(t, whole.Left)
	require.Equal(t, whole.Records[:1], part.Records)
	require.Equal(t, len(whole.Records)-1+max(0, len(whole.Partitions)-1), part.Left)
}

// What only one of the runs has been asked for is a difference of a record, and of nothing else.
func TestARecordThatOneRunAloneHasIsAbsentInTheOther(t *testing.T) {
	b := read(t, "opening", `"records": ["pay-7", "pay-8"]`, `"records": ["pay-7"]`)
	c := compared(t, played(t, read(t, "opening"), 2000), played(t, b, 2000), 100)
	require.Len(t, c.Records, 1)
	require.Equal(t, "pay-8", c.Records[0].Value)
	require.Equal(t, "absent", c.Records[0].B.Outcome)
	require.Equal(t, 1600.0, c.Records[0].T)
}

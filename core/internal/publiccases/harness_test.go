package publiccases

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/look"
	"highwater/core/internal/modeltest"
	"highwater/core/internal/vtime"
)

// publicCase is a case that somebody asked, or believed, in public, played: its events, its summary, and the run to
// look into at any instant.
type publicCase struct {
	modeltest.Summary
	t      *testing.T
	events []modeltest.Line
	more   []moreOfALine // of each event
	run    *core.Run
	last   string // the summary as it is written
}

// moreOfALine is the fields of an event that only the public cases look at.
type moreOfALine struct {
	Consumer   string
	Action     string
	Election   string
	Queued     bool
	Clean      bool
	Offset     int64
	LastOffset json.RawMessage
}

func public(t *testing.T, name string) *publicCase {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err)
	script, err := core.Parse(text)
	require.NoError(t, err)
	c := &publicCase{t: t, run: core.New(script)}
	var lines []byte
	require.NoError(t, core.Result(script, func(line []byte) { lines = append(lines, line...) }))
	c.events, c.Summary, err = modeltest.ParseResult(lines)
	require.NoError(t, err)
	c.last = string(lines[bytes.LastIndexByte(bytes.TrimSpace(lines), '\n')+1:])
	c.more = make([]moreOfALine, len(c.events))
	for i, l := range strings.SplitN(string(lines), "\n", len(c.events)+1)[:len(c.events)] {
		require.NoError(t, json.Unmarshal([]byte(l), &c.more[i]))
	}
	return c
}

// told is what a request was answered for its first partition, and when: not before the first of two instants and not
// after the second.
func (c *publicCase) told(request int, err string, base int64, from, to float64) {
	c.t.Helper()
	r := c.Requests[request-1]
	require.Equal(c.t, request, r.Request)
	require.Equal(c.t, err, r.Partitions[0].Error, "request %d", request)
	require.EqualValues(c.t, base, *r.Partitions[0].BaseOffset, "request %d", request)
	require.GreaterOrEqual(c.t, *r.Answered, from, "request %d", request)
	require.LessOrEqual(c.t, *r.Answered, to, "request %d", request)
}

// refused is told, of a leader that writes nothing: it says so as soon as it would have written.
func (c *publicCase) refused(request int, err string, at float64) {
	c.t.Helper()
	c.told(request, err, -1, at+1.5, at+1.5)
}

// timedOut is told, of a request that reaches the log at an instant and has run out of time. Its deadline counts from
// the whole millisecond.
func (c *publicCase) timedOut(request int, base int64, sent, timeoutMs float64) {
	c.t.Helper()
	c.told(request, "REQUEST_TIMED_OUT", base, sent+1+timeoutMs, sent+2+timeoutMs)
}

// at is the case's first partition at an instant.
func (c *publicCase) at(atMs int64) look.PartitionState { return modeltest.PartitionAt(c.run, atMs) }

// log is a broker's log of the first partition at the end.
func (c *publicCase) log(broker int) []string { return c.logOf(0, broker) }

func (c *publicCase) logOf(partition, broker int) []string {
	c.t.Helper()
	for _, r := range c.Partitions[partition].Replicas {
		if r.Broker == broker {
			return r.Values
		}
	}
	c.t.Fatalf("no replica on broker %d", broker)
	return nil
}

// committed is the high watermark of the first partition at the end.
func (c *publicCase) committed() int64 { return *c.Partitions[0].HighWatermark }

// isrChanges is the changes of the first partition's ISR of one state, as the leader has them.
func (c *publicCase) isrChanges(state string) (changes []modeltest.Line) {
	for _, e := range modeltest.EventsOf(c.events, "isr") {
		if e.State == state {
			changes = append(changes, e)
		}
	}
	return changes
}

// on is the events of a kind on a broker.
func (c *publicCase) on(broker int, kind string) (found []modeltest.Line) {
	for _, e := range modeltest.EventsOf(c.events, kind) {
		if e.Broker == broker {
			found = append(found, e)
		}
	}
	return found
}

// elections is who was chosen to lead the first partition, and how, in order.
func (c *publicCase) elections() (chosen []electionOf) {
	for _, e := range modeltest.EventsOf(c.events, "leader") {
		if e.Partition == 0 {
			chosen = append(chosen, electionOf{modeltest.LeaderOf(&e), c.more[*e.N].Election})
		}
	}
	return chosen
}

type electionOf struct {
	leader int
	how    string
}

// timers is how often a request's deadline was dealt with in a way.
func (c *publicCase) timers(action string) (n int) {
	for _, e := range modeltest.EventsOf(c.events, "timer") {
		if c.more[*e.N].Action == action {
			n++
		}
	}
	return n
}

// numberIn is an offset that an event names.
func numberIn(t *testing.T, field json.RawMessage) (n int64) {
	t.Helper()
	require.NoError(t, json.Unmarshal(field, &n))
	return n
}

// brokersAt is the purgatories at an instant.
func (c *publicCase) brokersAt(atMs int64) []look.BrokerState {
	c.run.SeekTime(vtime.AtMs(atMs))
	return c.run.State(0).Brokers
}

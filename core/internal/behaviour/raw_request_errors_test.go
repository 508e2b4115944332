package behaviour

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// situation is how things stand when a request leaves its client at 1000 ms, and what happens to it later.
type situation struct{ partition, steps string }

// Every log holds one record at the start, the minimum is 2, the first replica leads, a follower that stands still has
// had its last word.
var situations = map[string]situation{
	"three in sync":        {partition: `"replicas": [1, 2, 3]`},
	"at the minimum":       {partition: `"replicas": [1, 2, 3], "isr": [1, 2]`},
	"under the minimum":    {partition: `"replicas": [1, 2, 3], "isr": [1]`},
	"one replica":          {partition: `"replicas": [1]`},
	"followers stand":      {partition: `"replicas": [1, 2, 3]`, steps: stand},
	"ISR falls to minimum": {partition: `"replicas": [1, 2, 3]`, steps: stand3 + isrAt2000("[1, 2]")},
	"ISR falls below":      {partition: `"replicas": [1, 2, 3]`, steps: stand + isrAt2000("[1]")},
	"minimum was raised":   {partition: `"replicas": [1, 2, 3], "isr": [1, 2]`, steps: minimum(500, 3)},
	"minimum is raised": {
		partition: `"replicas": [1, 2, 3], "isr": [1, 2]`,
		steps:     stand + minimum(2000, 3) + `, {"at": 3000, "fetch-resume": {"broker": 2}}`,
	},
	"minimum was lowered": {partition: `"replicas": [1, 2, 3], "isr": [1]`, steps: minimum(500, 1)},
	"minimum is lowered":  {partition: `"replicas": [1, 2, 3]`, steps: stand + isrAt2000("[1]") + minimum(3000, 1)},
	"leader has moved":    {partition: `"replicas": [2, 1, 3], "leader": 1`, steps: preferred(500)},
	"leader moves":        {partition: `"replicas": [2, 1, 3], "leader": 1`, steps: stand + preferred(2000)},
	"leader moves, alone with it": {
		partition: `"replicas": [2, 1, 3], "leader": 1`,
		steps: `, {"at": 900, "link": {"from": 1, "to": 2, "up": false}},
			{"at": 900, "link": {"from": 1, "to": 3, "up": false}}` + preferred(2000),
	},
	"no leader": {partition: `"replicas": [1, 2, 3], "leader": -1, "isr": [], "elr": [1]`},
	"leader starts": {
		partition: `"replicas": [1, 2, 3]`,
		steps:     `, {"at": 0, "kill": {"broker": 1}}, {"at": 500, "start": {"broker": 1}}`,
	},
	"leader is dead": {partition: `"replicas": [1, 2, 3]`, steps: `, {"at": 500, "kill": {"broker": 1}}`},
	"leader dies":    {partition: `"replicas": [1, 2, 3]`, steps: stand + `, {"at": 2000, "kill": {"broker": 1}}`},
	"leader goes dark": {
		partition: `"replicas": [1, 2, 3]`,
		steps:     stand + `, {"at": 2000, "power-off": {"broker": 1, "lose": 0}}`,
	},
	"leader stands": {
		partition: `"replicas": [1, 2, 3]`,
		steps:     `, {"at": 500, "freeze": {"broker": 1}}, {"at": 3000, "thaw": {"broker": 1}}`,
	},
	"leader stands too long": {
		partition: `"replicas": [1, 2, 3]`,
		steps:     `, {"at": 500, "freeze": {"broker": 1}}, {"at": 20000, "thaw": {"broker": 1}}`,
	},
}

const (
	stand3 = `, {"at": 900, "fetch-pause": {"broker": 3}}`
	stand  = `, {"at": 900, "fetch-pause": {"broker": 2}}` + stand3
)

func isrAt2000(members string) string {
	return `, {"at": 2000, "isr": {"topic": "t", "partition": 0, "members": ` + members + `}}`
}

func minimum(at, value int) string {
	return fmt.Sprintf(`, {"at": %d, "set": {"topic": "t", "config": {"min.insync.replicas": %d}}}`, at, value)
}

func preferred(at int) string {
	return fmt.Sprintf(`, {"at": %d, "elect": {"topic": "t", "partition": 0, "type": "PREFERRED"}}`, at)
}

// What the client is told beside an error: nothing.
const (
	closed  = "closed"  // its connection
	silence = "silence" // and nothing is to come, or nothing came
	unsent  = "unsent"  // there was nobody to send it to
)

const no = -1

// The whole of what a raw request may be told. To whom: 0 is the leader as the controller knows it. The base offset is
// that of the answer; kept says whether the record is in the leader's log at the end. Times are those at which the
// broker answers, or closes the connection, and follow from the rules: a request that leaves at 1000 is received at
// 1001 and reaches the log at 1001.5; at 1004 the leader knows that its followers have it; a deadline counts from the
// whole millisecond of the parking, 1001.
var errorTable = []struct {
	situation string
	acks      string
	timeoutMs int
	to        int
	told      string
	base      int
	kept      bool
	at        float64
}{
	// situation, acks, timeout, to whom: told, base offset, kept, when
	{"three in sync", "all", 30000, 0, "NONE", 1, true, 1004},
	{"three in sync", "1", 30000, 0, "NONE", 1, true, 1001.5},
	{"three in sync", "0", 30000, 0, silence, no, true, no},
	{"three in sync", "2", 30000, 0, "INVALID_REQUIRED_ACKS", -1, false, 1001.5},
	{"three in sync", "-2", 30000, 0, "INVALID_REQUIRED_ACKS", -1, false, 1001.5},
	{"three in sync", "all", 0, 0, "REQUEST_TIMED_OUT", 1, true, 1001.5},
	{"three in sync", "1", 0, 0, "NONE", 1, true, 1001.5},
	{"three in sync", "all", 2, 0, "REQUEST_TIMED_OUT", 1, true, 1003},
	{"three in sync", "all", 4, 0, "NONE", 1, true, 1004},

	{"at the minimum", "all", 30000, 0, "NONE", 1, true, 1004},
	{"at the minimum", "1", 30000, 0, "NONE", 1, true, 1001.5},
	{"under the minimum", "all", 30000, 0, "NOT_ENOUGH_REPLICAS", -1, false, 1001.5},
	{"under the minimum", "1", 30000, 0, "NONE", 1, true, 1001.5},
	{"under the minimum", "0", 30000, 0, silence, no, true, no},
	{"under the minimum", "2", 30000, 0, "INVALID_REQUIRED_ACKS", -1, false, 1001.5},
	{"one replica", "all", 30000, 0, "NONE", 1, true, 1001.5},
	{"one replica", "all", 0, 0, "NONE", 1, true, 1001.5},

	{"followers stand", "all", 500, 0, "REQUEST_TIMED_OUT", 1, true, 1501},
	{"followers stand", "1", 500, 0, "NONE", 1, true, 1001.5},
	{"ISR falls to minimum", "all", 30000, 0, "NONE", 1, true, 2001},
	{"ISR falls to minimum", "all", 500, 0, "REQUEST_TIMED_OUT", 1, true, 1501},
	{"ISR falls below", "all", 5000, 0, "REQUEST_TIMED_OUT", 1, true, 6001},
	{"ISR falls below", "1", 5000, 0, "NONE", 1, true, 1001.5},
	{"minimum was raised", "all", 30000, 0, "NOT_ENOUGH_REPLICAS", -1, false, 1001.5},
	{"minimum was raised", "1", 30000, 0, "NONE", 1, true, 1001.5},
	{"minimum is raised", "all", 5000, 0, "REQUEST_TIMED_OUT", 1, true, 6001},
	{"minimum was lowered", "all", 30000, 0, "NONE", 1, true, 1001.5},
	{"minimum is lowered", "all", 5000, 0, "REQUEST_TIMED_OUT", 1, true, 6001},

	{"three in sync", "all", 30000, 2, "NOT_LEADER_OR_FOLLOWER", -1, false, 1001.5},
	{"three in sync", "1", 30000, 2, "NOT_LEADER_OR_FOLLOWER", -1, false, 1001.5},
	{"three in sync", "0", 30000, 2, closed, no, false, 1001.5},
	{"three in sync", "2", 30000, 2, "INVALID_REQUIRED_ACKS", -1, false, 1001.5},
	{"three in sync", "all", 30000, 4, "NOT_LEADER_OR_FOLLOWER", -1, false, 1001.5},
	{"three in sync", "0", 30000, 4, closed, no, false, 1001.5},
	{"under the minimum", "all", 30000, 2, "NOT_LEADER_OR_FOLLOWER", -1, false, 1001.5},

	{"leader has moved", "all", 30000, 1, "NOT_LEADER_OR_FOLLOWER", -1, false, 1001.5},
	{"leader has moved", "1", 30000, 1, "NOT_LEADER_OR_FOLLOWER", -1, false, 1001.5},
	{"leader has moved", "0", 30000, 1, closed, no, false, 1001.5},
	{"leader has moved", "all", 30000, 0, "NONE", 1, true, 1004},
	{"leader moves", "all", 30000, 0, "NOT_LEADER_OR_FOLLOWER", 1, true, 2001},
	{"leader moves", "all", 500, 0, "REQUEST_TIMED_OUT", 1, true, 1501},
	{"leader moves, alone with it", "all", 30000, 0, "NOT_LEADER_OR_FOLLOWER", 1, false, 2001},
	{"leader moves, alone with it", "1", 30000, 0, "NONE", 1, false, 1001.5},

	{"no leader", "all", 30000, 0, unsent, no, false, no},
	{"no leader", "1", 30000, 0, unsent, no, false, no},
	{"no leader", "all", 30000, 1, "NOT_LEADER_OR_FOLLOWER", -1, false, 1001.5},
	{"no leader", "0", 30000, 1, closed, no, false, 1001.5},
	{"leader starts", "all", 30000, 1, closed, no, false, 1001},
	{"leader starts", "0", 30000, 1, closed, no, false, 1001},
	{"leader is dead", "all", 30000, 0, closed, no, false, 1001},
	{"leader dies", "all", 30000, 0, closed, no, true, 2000},
	{"leader dies", "1", 30000, 0, "NONE", 1, true, 1001.5},
	{"leader goes dark", "all", 30000, 0, silence, no, true, no},
	// At the thaw the followers' waits are over, so what it appends at 3000.5 is taken by their next fetches, at 3002.
	{"leader stands", "all", 1000, 0, "NONE", 1, true, 3004.5},
	// It appends what it finds at the thaw. Two round trips later, over a new connection, it hears that it leads no more.
	{"leader stands too long", "all", 1000, 0, "NOT_LEADER_OR_FOLLOWER", 1, false, 20004.5},
	{"leader stands too long", "1", 1000, 0, "NONE", 1, false, 20000.5},
}

func TestWhatARawRequestMayBeTold(t *testing.T) {
	for _, row := range errorTable {
		name := fmt.Sprintf("%s, acks=%s, %d ms, to %d", row.situation, row.acks, row.timeoutMs, row.to)
		t.Run(name, func(t *testing.T) {
			events, s := modeltest.Play(t, []byte(errorScript(t, row.situation, row.acks, row.timeoutMs, row.to)))
			require.Len(t, s.Requests, 1)
			r := s.Requests[0]
			require.Equal(t, row.told == unsent, len(modeltest.EventsOf(events, "unsent")) == 1)
			require.Equal(t, row.told == closed, r.ConnectionClosed)
			switch row.told {
			case closed:
				require.Empty(t, r.Partitions[0].Error)
				require.InDelta(t, row.at, *r.Answered, 0.001)
			case silence, unsent:
				require.Nil(t, r.Answered)
			default:
				require.Equal(t, row.told, r.Partitions[0].Error)
				require.EqualValues(t, row.base, *r.Partitions[0].BaseOffset)
				require.InDelta(t, row.at, *r.Answered, 0.001)
			}
			require.Equal(t, row.kept, slices.Contains(leadersLog(s.Partitions[0]), "x"), "the record")
		})
	}
}

func errorScript(t *testing.T, name, acks string, timeoutMs, to int) string {
	t.Helper()
	s, ok := situations[name]
	require.True(t, ok, name)
	broker, logs := "", ""
	if to > 0 {
		broker = fmt.Sprintf(`"broker": %d, `, to)
	}
	for b := 1; b <= 3; b++ {
		if b == 1 || name != "one replica" {
			logs += fmt.Sprintf(`, "%d": [{"epoch": 0, "records": 1}]`, b)
		}
	}
	return fmt.Sprintf(`{"version": 1, "cluster": {"brokers": 4, "topics": [{"name": "t",
		"config": {"min.insync.replicas": 2}, "partitions": [{%s, "logs": {%s}}]}]},
		"steps": [{"at": 1000, "produce": {%s"acks": "%s", "timeout.ms": %d,
			"partitions": [{"topic": "t", "partition": 0, "records": ["x"]}]}}%s],
		"until": 40000}`, s.partition, logs[2:], broker, acks, timeoutMs, s.steps)
}

// leadersLog is the values in the leader's log; without a leader, the longest.
func leadersLog(p modeltest.Partition) (values []string) {
	for _, r := range p.Replicas {
		if r.Broker == p.Leader || p.Leader < 0 && len(r.Values) > len(values) {
			values = r.Values
		}
	}
	return values
}

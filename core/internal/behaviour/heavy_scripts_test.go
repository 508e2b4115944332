package behaviour

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

// Legal scripts that cost much. Each takes about a second; where something goes through everything there is after each
// thing that happens, they take minutes.

// summaryOf is the last line of a script's result.
func summaryOf(t *testing.T, text string) string {
	t.Helper()
	script, err := core.Parse([]byte(text))
	require.NoError(t, err)
	var last []byte
	require.NoError(t, core.Result(script, func(line []byte) { last = append(last[:0], line...) }))
	return string(last)
}

func TestAHundredThousandRecordsAtOnce(t *testing.T) {
	for _, c := range []struct{ name, config, steps, outcome string }{
		{"wait for memory", `"buffer.memory": 40000, "max.block.ms": 3600000`, ``, "acknowledged"},
		{"are a batch each, and expire", `"batch.size": 0, "delivery.timeout.ms": 1100, "request.timeout.ms": 1000,
			"linger.ms": 0`, `, {"at": 100, "freeze": {"broker": 1}}`, "failed"},
		{"are given up by a close", `"batch.size": 0, "linger.ms": 0`, `, {"at": 100, "freeze": {"broker": 1}},
			{"at": 300, "close": {"producer": "p", "timeout.ms": 10}}`, "failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := summaryOf(t, fmt.Sprintf(`{"version": 1, "cluster": {"topics": [{"name": "t",
				"partitions": [{"replicas": [1, 2, 3]}]}]}, "producers": [{"id": "p", "config": {%s}}],
				"steps": [{"at": 200, "send": {"producer": "p", "topic": "t", "value": "v", "count": 100000}}%s],
				"until": 20000}`, c.config, c.steps))
			require.Equal(t, 100_000, strings.Count(s, `"outcome":"`+c.outcome+`"`))
		})
	}
}

// ends is a script that comes to a limit: what its summary says of it, and what the error says.
func ends(t *testing.T, text string) (summary, why string) {
	t.Helper()
	script, err := core.Parse([]byte(text))
	require.NoError(t, err)
	var last []byte
	var ended *core.Ended
	require.ErrorAs(t, core.Result(script, func(line []byte) { last = append(last[:0], line...) }), &ended)
	return string(last), ended.Error()
}

// Legal, and without an end that anybody would wait for.
func TestAScriptThatWouldRunForMinutesEndsAndSaysSo(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "random", "runs-for-minutes.json"))
	require.NoError(t, err)
	s, err := core.Parse(text)
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(s.Until)
	require.Less(t, r.Now(), s.Until)
	require.Contains(t, r.WhyEnded(), "100000 events")
	require.Contains(t, string(r.AppendSummary(nil)), `"ended":{"limit":"events","most":100000}`)
}

// A hundred producers try anew every millisecond, and all that they send lies in the sockets of a process that stands
// still.
func TestWhatLiesInSocketsIsBounded(t *testing.T) {
	var producers, sends []string
	for i := range 100 {
		producers = append(producers, fmt.Sprintf(`{"id": "p%d", "config": {"request.timeout.ms": 1, "linger.ms": 0,
			"retry.backoff.ms": 1, "retry.backoff.max.ms": 1, "reconnect.backoff.ms": 1, "reconnect.backoff.max.ms": 1,
			"delivery.timeout.ms": 2147483647}}`, i))
		sends = append(sends, fmt.Sprintf(`{"at": 200, "send": {"producer": "p%d", "topic": "t", "value": "v",
			"partition": 0, "count": 50}}`, i))
	}
	summary, why := ends(t, fmt.Sprintf(`{"version": 1, "cluster": {"topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2, 3]}]}]}, "producers": [%s], "steps": [{"at": 100, "freeze": {"broker": 1}}, %s],
		"until": 100000}`, strings.Join(producers, ","), strings.Join(sends, ",")))
	require.Contains(t, summary, `"ended":{"limit":"waiting","most":200000}`)
	require.Contains(t, why, "thaw the broker earlier")
}

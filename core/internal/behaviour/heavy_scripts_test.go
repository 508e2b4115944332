package behaviour

import (
	"fmt"
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

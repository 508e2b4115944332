package modeltest

import (
	"testing"

	"highwater/core"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// keeps requires that no promise is broken in a script.
func keeps(t require.TestingT, s *core.Script) *judge {
	j := judged(s)
	require.Empty(t, j.broken)
	return j
}

func TestThePromisesHoldInEveryRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		keeps(t, &s)
	})
}

package core

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Judge plays a script and tells the first promise that is broken; nothing when none is.
func Judge(s Script) string { return judged(&s).broken }

// keeps requires that no promise is broken in a script.
func keeps(t require.TestingT, s *Script) *judge {
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

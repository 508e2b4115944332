package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

// playResult plays a script in the model.
func playResult(t *testing.T, scriptJSON []byte) (events []line, summary result) {
	t.Helper()
	script, err := core.Parse(scriptJSON)
	require.NoError(t, err)
	text, err := core.Result(script)
	require.NoError(t, err)
	events, summary, err = parseResult(text)
	require.NoError(t, err)
	return events, summary
}

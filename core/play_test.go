package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

// playResult plays a script in the model, and requires that every promise is kept in it.
func playResult(t *testing.T, scriptJSON []byte) (events []line, summary result) {
	t.Helper()
	script, err := core.Parse(scriptJSON)
	require.NoError(t, err)
	require.Empty(t, core.Judge(script))
	var text []byte
	require.NoError(t, core.Result(script, func(line []byte) { text = append(text, line...) }))
	events, summary, err = parseResult(text)
	require.NoError(t, err)
	return events, summary
}

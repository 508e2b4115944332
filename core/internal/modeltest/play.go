package modeltest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/look"
	"highwater/core/internal/vtime"
)

// Play plays a script in the model, and requires that every promise is kept in it.
func Play(t testing.TB, scriptJSON []byte) (events []Line, summary Summary) {
	t.Helper()
	script, err := core.Parse(scriptJSON)
	require.NoError(t, err)
	require.Empty(t, Judge(script))
	var text []byte
	require.NoError(t, core.Result(script, func(line []byte) { text = append(text, line...) }))
	events, summary, err = ParseResult(text)
	require.NoError(t, err)
	return events, summary
}

// RunAt returns a run of a script at an instant.
func RunAt(t testing.TB, script string, atMs int64) *core.Run {
	t.Helper()
	s, err := core.Parse([]byte(script))
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(vtime.AtMs(atMs))
	return r
}

// PartitionAt returns the first partition of a run at an instant.
func PartitionAt(r *core.Run, atMs int64) look.PartitionState {
	r.SeekTime(vtime.AtMs(atMs))
	return r.State(0).Partitions[0]
}

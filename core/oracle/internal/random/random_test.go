package random

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/oracle/internal/script"
)

func TestEveryRandomScriptCanBePlayed(t *testing.T) {
	verbs := map[string]bool{}
	for seed := range uint64(200) {
		text := Script(seed)
		model, err := core.Parse(text)
		require.NoError(t, err)
		real, err := script.Read(text, float64(model.Until.Ms()))
		require.NoError(t, err, "%s", text)
		for _, step := range real.Steps {
			verbs[step.Verb] = true
		}
	}
	for _, verb := range []string{
		"send", "produce", "kill", "power-off", "stop", "start", "freeze", "thaw", "fetch-pause", "fetch-resume",
		"fetch-delay", "link", "set", "elect",
	} {
		require.True(t, verbs[verb], verb)
	}
}

func TestTheSameSeedMakesTheSameScript(t *testing.T) {
	require.Equal(t, Script(7), Script(7))
	require.NotEqual(t, Script(7), Script(8))
}

// Deeds that change who is well are so far apart that what follows from one is over before the next.
func TestDeedsAreSpaced(t *testing.T) {
	for seed := range uint64(50) {
		var s struct{ Steps []map[string]json.RawMessage }
		require.NoError(t, json.Unmarshal(Script(seed), &s))
		last := 0.0
		for _, step := range s.Steps {
			var at float64
			require.NoError(t, json.Unmarshal(step["at"], &at))
			if step["send"] != nil || step["produce"] != nil {
				continue
			}
			require.True(t, at == last || at >= last+quiet, "%v after %v", at, last)
			last = at
		}
	}
}

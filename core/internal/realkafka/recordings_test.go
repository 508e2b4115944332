package realkafka

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

const oracle = "testdata"

// recordingsExpected is how many recordings are compared: all whose steps the model knows. It is written down so that
// none drops out unseen.
const recordingsExpected = 173

// oracleNames is the JSON files in a folder of the oracle, without their ending.
func oracleNames(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(oracle, folder, "*.json"))
	require.NoError(t, err)
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".json"))
	}
	return names
}

func oracleFile(t *testing.T, folder, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(oracle, folder, name+".json"))
	require.NoError(t, err)
	return text
}

func readRecording(t *testing.T, name string) *Recording {
	t.Helper()
	r, err := Read(oracleFile(t, "recordings", name))
	require.NoError(t, err)
	return r
}

// TestRecordings plays every script that a real Kafka has played, and does what Kafka did. With -v it says which
// allowance each time was given, and why.
func TestRecordings(t *testing.T) {
	for _, name := range oracleNames(t, "recordings") {
		t.Run(name, func(t *testing.T) {
			text := oracleFile(t, "scripts", name)
			events, summary := modeltest.Play(t, text)
			c, err := Compare(readRecording(t, name), text, events, &summary)
			require.NoError(t, err)
			for _, time := range c.Times {
				t.Log(time)
			}
			for _, difference := range c.Differences {
				t.Error(difference)
			}
		})
	}
}

func TestEveryRecordingHasItsScript(t *testing.T) {
	names := oracleNames(t, "recordings")
	require.Equal(t, names, oracleNames(t, "scripts"))
	require.Len(t, names, recordingsExpected)
	for _, name := range names {
		require.Equal(t, name, readRecording(t, name).Script)
	}
}

package wire

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// logOf writes a log with batches of the values given, and returns its folder.
func logOf(t *testing.T, batches ...[]string) string {
	t.Helper()
	folder := t.TempDir()
	var log []byte
	for _, values := range batches {
		log = append(log, Encode(values, Anonymous)...)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "00000000000000000000.log"), log, 0o600))
	return folder
}

func valuesIn(t *testing.T, folder string) (values []string) {
	t.Helper()
	log, err := ReadLog(folder)
	require.NoError(t, err)
	for _, r := range log.Records {
		values = append(values, r.Value)
	}
	return values
}

func TestWhatIsEncodedIsReadBack(t *testing.T) {
	require.Equal(t, []string{"a", "b", "c"}, valuesIn(t, logOf(t, []string{"a", "b"}, []string{"c"})))
	padded := logOf(t, []string{"a\x00xxxx"})
	require.Equal(t, []string{"a"}, valuesIn(t, padded), "what is behind the zero is there for its size")
	require.Empty(t, valuesIn(t, t.TempDir()))
}

func TestATailIsLostByWholeBatches(t *testing.T) {
	for lost, left := range map[int][]string{
		0: {"a", "b", "c"}, 1: {"a", "b"}, 2: nil, 3: nil, -1: nil,
	} {
		folder := logOf(t, []string{"a", "b"}, []string{"c"})
		require.NoError(t, os.WriteFile(filepath.Join(folder, "x.index"), nil, 0o600))
		require.NoError(t, LoseTail(folder, lost))
		require.Equal(t, left, valuesIn(t, folder), lost)
		require.NoFileExists(t, filepath.Join(folder, "x.index"))
	}
}

func TestALogThatEndsWithinABatchIsReadUpToIt(t *testing.T) {
	folder := logOf(t, []string{"a"}, []string{"b"})
	file := filepath.Join(folder, "00000000000000000000.log")
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(file, info.Size()-1))
	require.Equal(t, []string{"a"}, valuesIn(t, folder))
}

func TestErrorsHaveTheProtocolsNames(t *testing.T) {
	require.Equal(t, "NONE", ErrorName(0))
	require.Equal(t, "NOT_LEADER_OR_FOLLOWER", ErrorName(6))
	require.Equal(t, "NOT_ENOUGH_REPLICAS_AFTER_APPEND", ErrorName(20))
}

func TestWhatIsDeletedIsNotInALog(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a-topic-0")
	require.NoError(t, os.Mkdir(folder, 0o700))
	batch := Encode([]string{"a", "b", "c"}, Anonymous)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "00000000000000000000.log"), batch, 0o600))
	checkpoint := filepath.Join(filepath.Dir(folder), "log-start-offset-checkpoint")
	require.NoError(t, os.WriteFile(checkpoint, []byte("0\n2\na-topic 1 1\na-topic 0 2\n"), 0o600))
	log, err := ReadLog(folder)
	require.NoError(t, err)
	require.Equal(t, int64(2), log.Start)
	require.Equal(t, int64(3), log.End)
	require.Equal(t, []string{"c"}, valuesIn(t, folder))
}

func TestALogOfWhichNothingIsLeftBeginsWhereItEnds(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "00000000000000000007.log"), nil, 0o600))
	log, err := ReadLog(folder)
	require.NoError(t, err)
	require.Equal(t, &Log{Start: 7, End: 7, Records: []Record{}}, log)
}

package install

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Programs that stand for Maven and the JVM: the one writes down what it was asked for and brings the newest jar, the
// other writes the class archive that it is told to.
const (
	fakeMaven = `#!/bin/sh
echo "$@" >>"$ASKED"
mkdir lib && touch lib/kafka-clients-9.1.0.jar
`
	fakeJava = `#!/bin/sh
for option in "$@"; do
  case $option in -XX:ArchiveClassesAtExit=*) touch "${option#*=}" ;; esac
done
`
	fakeCompiler = "#!/bin/sh\nmkdir -p classes \"$5\"\n"
)

// programs puts programs where they are found before all others, and returns the file that Maven writes to.
func programs(t *testing.T, maven string) (asked string) {
	t.Helper()
	dir := t.TempDir()
	for name, program := range map[string]string{"mvn": maven, "java": fakeJava, "javac": fakeCompiler} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(program), 0o700))
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	asked = filepath.Join(dir, "asked")
	t.Setenv("ASKED", asked)
	return asked
}

func TestAKafkaIsFetchedOnce(t *testing.T) {
	asked := programs(t, fakeMaven)
	dir := t.TempDir()
	var said []string
	say := func(what string) { said = append(said, what) }
	k, err := Get(context.Background(), dir, Newest, say)
	require.NoError(t, err)
	require.Equal(t, "9.1.0", k.Version, "the newest by its number")
	again, err := Get(context.Background(), dir, "9.1.0", say)
	require.NoError(t, err)
	require.Equal(t, k, again)
	require.Len(t, said, 1)
	maven, err := os.ReadFile(asked)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(maven), "\n"))
	require.Contains(t, string(maven), "-Dkafka.version=RELEASE ")
	command := k.Node("hosts", "server.properties").Args
	require.Contains(t, command, "-XX:SharedArchiveFile="+filepath.Join(dir, "9.1.0", "kafka.jsa"))
	require.Equal(t, []string{"kafka.Kafka", "server.properties"}, command[len(command)-2:])
}

func TestAFetchThatIsInterruptedLeavesNothing(t *testing.T) {
	programs(t, "#!/bin/sh\nsleep 1000\n")
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := Get(ctx, dir, ModelVersion, func(string) {})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestAFetchThatFailsSaysWhatMavenSaid(t *testing.T) {
	programs(t, "#!/bin/sh\necho no such version\nexit 1\n")
	_, err := Get(context.Background(), t.TempDir(), "0.0.0", func(string) {})
	require.ErrorContains(t, err, "no such version")
}

func TestFreePortsAreDifferent(t *testing.T) {
	ports, err := FreePorts(20)
	require.NoError(t, err)
	seen := map[int]bool{}
	for _, port := range ports {
		seen[port] = true
	}
	require.Len(t, seen, 20)
}

package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"highwater/core/oracle/internal/install"
)

// A program that stands for the JVM: it writes down its number and that of its child, and runs until it is killed.
const endless = `#!/bin/sh
sleep 1000 &
echo $$ $! >>"$PIDS"
wait
`

// fake returns a Kafka whose JVM is a program of the test's, and the file to which that writes.
func fake(t *testing.T, program string) (kafka *install.Kafka, pids string) {
	t.Helper()
	dir := t.TempDir()
	java := filepath.Join(dir, "java")
	require.NoError(t, os.WriteFile(java, []byte(program), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bootstrap-elr1.checkpoint"), nil, 0o600))
	pids = filepath.Join(dir, "pids")
	t.Setenv("PIDS", pids)
	return install.At(dir, java), pids
}

// living returns the processes in a file that are there, but for those that only wait to be counted.
func living(t *testing.T, file string) (pids []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, pid := range strings.Fields(string(text)) {
		stat, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
		if _, state, _ := strings.Cut(string(stat), ") "); err == nil && !strings.HasPrefix(state, "Z") {
			pids = append(pids, pid)
		}
	}
	return pids
}

func TestNoProcessIsLeftWhenAStartIsInterrupted(t *testing.T) {
	kafka, pids := fake(t, endless)
	ctx, cancel := context.WithCancel(context.Background())
	c, err := New(ctx, kafka, t.TempDir(), 3, 1, nil)
	require.NoError(t, err)
	started := make(chan error)
	go func() { started <- c.Start(ctx) }()
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(pids)
		return len(strings.Fields(string(text))) == 2*4
	}, 10*time.Second, 10*time.Millisecond, "a controller and three brokers, each with a child")
	cancel()
	require.ErrorIs(t, <-started, context.Canceled)
	c.Broker(2).Freeze()
	c.Close()
	require.Eventually(t, func() bool { return len(living(t, pids)) == 0 }, 10*time.Second, 10*time.Millisecond)
}

func TestAProcessThatEndsAtItsStartSaysWhy(t *testing.T) {
	kafka, _ := fake(t, "#!/bin/sh\necho no memory\nexit 1\n")
	c, err := New(context.Background(), kafka, t.TempDir(), 1, 1, nil)
	require.NoError(t, err)
	defer c.Close()
	require.ErrorContains(t, c.Start(context.Background()), "no memory")
}

func TestEveryNodeHasItsOwnPortsAndAddresses(t *testing.T) {
	kafka, _ := fake(t, endless)
	c, err := New(context.Background(), kafka, t.TempDir(), 3, 1, map[string]string{"a.key": "1"})
	require.NoError(t, err)
	defer c.Close()
	ports := map[int]bool{c.Controller.client: true}
	for id := 1; id <= 3; id++ {
		b := c.Broker(id)
		ports[b.client], ports[b.replication] = true, true
		hosts, err := os.ReadFile(b.hosts())
		require.NoError(t, err)
		require.Contains(t, string(hosts), fmt.Sprintf("127.0.%d.100 controller\n", id))
		require.Contains(t, string(hosts), fmt.Sprintf("127.0.0.1 b%d\n", id), "itself")
		properties, err := os.ReadFile(b.properties())
		require.NoError(t, err)
		require.Contains(t, string(properties), fmt.Sprintf("node.id=%d\n", id))
		require.Contains(t, string(properties), "a.key=1\n")
	}
	require.Len(t, ports, 7)
}

func TestAProcessIsHaltedAtWhatItPrintsAndGoesOn(t *testing.T) {
	kafka, _ := fake(t, "#!/bin/sh\necho now\nsleep 0.2\necho done\n")
	c, err := New(context.Background(), kafka, t.TempDir(), 1, 1, nil)
	require.NoError(t, err)
	defer c.Close()
	n := c.Controller
	goOn, err := n.StartHalted("now")
	require.NoError(t, err)
	time.Sleep(time.Second)
	require.True(t, n.Up())
	require.NotContains(t, n.LastWords(), "done")
	goOn()
	require.Eventually(t, func() bool { return !n.Up() }, 10*time.Second, 10*time.Millisecond)
	require.Contains(t, n.LastWords(), "done")
	goOn, err = n.StartHalted("never")
	require.NoError(t, err)
	goOn()
}

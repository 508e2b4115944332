package links

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// linked returns a network with a link from a to b, and the two ends of a connection over it.
func linked(t *testing.T) (n *Network, a, b net.Conn) {
	t.Helper()
	target, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := free.Addr().String()
	require.NoError(t, free.Close())
	n = New()
	require.NoError(t, n.Add(Link{From: "a", To: "b", Listen: address, Target: target.Addr().String()}))
	a, err = net.Dial("tcp", address)
	require.NoError(t, err)
	b, err = target.Accept()
	require.NoError(t, err)
	t.Cleanup(func() {
		n.Close()
		a.Close()
		b.Close()
		target.Close()
	})
	return n, a, b
}

// reads returns the next line that comes to an end within a time, or why none did.
func reads(t *testing.T, end net.Conn, within time.Duration) (string, error) {
	t.Helper()
	require.NoError(t, end.SetReadDeadline(time.Now().Add(within)))
	return bufio.NewReader(end).ReadString('\n')
}

func writes(t *testing.T, end net.Conn, line string) {
	t.Helper()
	_, err := end.Write([]byte(line + "\n"))
	require.NoError(t, err)
}

const (
	short = 100 * time.Millisecond
	long  = 5 * time.Second
)

func TestALinkCarriesBothWays(t *testing.T) {
	_, a, b := linked(t)
	writes(t, a, "there")
	line, err := reads(t, b, long)
	require.NoError(t, err)
	require.Equal(t, "there\n", line)
	writes(t, b, "back")
	line, err = reads(t, a, long)
	require.NoError(t, err)
	require.Equal(t, "back\n", line)
	require.NoError(t, a.Close())
	_, err = reads(t, b, long)
	require.ErrorIs(t, err, io.EOF)
}

func TestADelayedLinkTakesItsTime(t *testing.T) {
	n, a, b := linked(t)
	n.Delay("a", "b", 200*time.Millisecond)
	began := time.Now()
	writes(t, a, "there")
	_, err := reads(t, b, long)
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(began), 200*time.Millisecond)
}

func TestWhatIsSentOverALinkThatIsCutIsLostAndItsConnectionIsResetWhenItHeals(t *testing.T) {
	n, a, b := linked(t)
	n.SetUp("a", "b", false)
	writes(t, a, "lost")
	_, err := reads(t, b, short)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	n.SetUp("a", "b", true)
	_, err = reads(t, b, long)
	require.Error(t, err)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
}

func TestASilentConnectionStaysOpenAndCarriesNothing(t *testing.T) {
	n, a, b := linked(t)
	writes(t, a, "before")
	_, err := reads(t, b, long)
	require.NoError(t, err)
	n.Silence("b", "a")
	n.SetUp("a", "b", true) // Nothing resets it.
	writes(t, a, "after")
	_, err = reads(t, b, short)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	writes(t, b, "after")
	_, err = reads(t, a, short)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.NoError(t, a.Close())
	_, err = reads(t, b, short)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded, "nobody is told of the end, either")
}

func TestAMachineWithoutPowerSaysNoGoodbye(t *testing.T) {
	n, a, b := linked(t)
	writes(t, a, "before")
	_, err := reads(t, b, long)
	require.NoError(t, err)
	n.Mute("b", true)
	require.NoError(t, b.Close())
	_, err = reads(t, a, short)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	n.Mute("b", false)
	_, err = reads(t, a, short)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded, "who sends nothing learns nothing")
	writes(t, a, "are you there?")
	_, err = reads(t, a, long)
	require.False(t, errors.Is(err, os.ErrDeadlineExceeded) || err == nil, "%v", err)
}

func TestASilenceTowardsTheControllerIsAGap(t *testing.T) {
	n := New()
	n.mu.Lock()
	n.hear("b1")
	n.heard["b1"] = n.heard["b1"].Add(-2 * gapMs * time.Millisecond)
	n.heard["b2"] = time.Now().Add(-gapMs / 2 * time.Millisecond)
	n.hear("b1")
	n.hear("b2")
	n.mu.Unlock()
	require.Len(t, n.Gaps()["b1"], 1)
	require.Empty(t, n.Gaps()["b2"])
}

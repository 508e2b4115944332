package producer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// As Selector.IdleExpiryManager closes: the one that was active least recently, only when more than the limit has
// passed, and no look before the next one can be due.
func TestTheConnectionThatIsIdleForLongestIsClosedFirst(t *testing.T) {
	connections := []connection{
		{state: connected, activeMs: 50},
		{state: connected, activeMs: 20},
		{state: disconnected},
		{state: connecting, activeMs: 70},
	}
	var i idleness
	require.Equal(t, -1, i.tooIdle(connections, 100, 120), "not longer than the limit")
	require.EqualValues(t, 120, i.untilMs)
	require.Equal(t, 1, i.tooIdle(connections, 100, 121))
	connections[1].state = disconnected
	require.Equal(t, -1, i.tooIdle(connections, 100, 122), "the next is due later")
	require.EqualValues(t, 150, i.untilMs)
	connections[0].activeMs = 149
	require.Equal(t, -1, i.tooIdle(connections, 100, 151), "it has been active meanwhile")
	require.Equal(t, 3, i.tooIdle(connections, 100, 171))
	require.Equal(t, -1, i.tooIdle(connections, -1, 1<<40), "there is no limit")
	require.Equal(t, -1, i.tooIdle(nil, 100, 400))
	require.EqualValues(t, 500, i.untilMs)
}

package producer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// order is the ids of the calls that a backlog gives out for a thread.
func order(b *backlog, thread int32) (ids []int32) {
	for k, ok := b.take(thread); ok; k, ok = b.take(thread) {
		ids = append(ids, k.id)
	}
	return ids
}

func TestABacklogKeepsTheOrderOfEachThread(t *testing.T) {
	b := backlog{}
	for id := range int32(9) {
		b.add(call{id: id, thread: id % 2, verb: verb(id % 3)})
	}
	require.Equal(t, 3, b.sends)
	require.True(t, b.has(8) && b.has(0))
	require.False(t, b.has(9))
	k, ok := b.take(1)
	require.True(t, ok)
	require.EqualValues(t, 1, k.id)
	c := b.clone()
	c.add(call{id: 20})
	b.add(call{id: 10, thread: 1})
	require.Equal(t, []int32{3, 5, 7, 10}, order(&b, 1))
	require.Equal(t, []int32{0, 2, 4, 6, 8}, order(&b, 0))
	require.Zero(t, b.sends)
	require.Equal(t, []int32{0, 2, 4, 6, 8, 20}, order(&c, 0), "the copy is its own")
	require.Equal(t, []int32{3, 5, 7}, order(&c, 1))
}

package chunk_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/chunk"
)

// Whatever is made is zero, and nobody else's: everything is filled with a number of its own, and has it in the end.
func TestNothingIsGivenOutTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c chunk.Of[int]
		var values []*int
		next := 0
		fill := func(v *int) {
			require.Zero(t, *v)
			next++
			*v = next
			values = append(values, v)
		}
		for range rapid.IntRange(1, 200).Draw(t, "times") {
			if rapid.Bool().Draw(t, "one") {
				fill(c.New())
				continue
			}
			n := rapid.IntRange(0, 40).Draw(t, "many")
			list := c.List(n)
			require.Empty(t, list)
			require.Equal(t, n, cap(list), "an append beyond it must not reach what comes next")
			for i := range list[:n] {
				fill(&list[:n][i])
			}
		}
		for i, v := range values {
			require.Equal(t, i+1, *v)
		}
	})
}

func TestManyCostOneAllocation(t *testing.T) {
	var c chunk.Of[[4]int]
	require.Less(t, testing.AllocsPerRun(1000, func() { c.New() }), 0.5)
	require.Less(t, testing.AllocsPerRun(1000, func() { c.List(2) }), 0.5)
}

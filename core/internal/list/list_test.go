package list_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/list"
)

func TestTheyAreTheStandardLibrarysAndLeaveTheListAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 8).Draw(t, "list")
		before := slices.Clone(given)
		i := rapid.IntRange(0, len(given)-1).Draw(t, "i")
		require.Equal(t, slices.Delete(slices.Clone(given), i, i+1), list.Without(given, i))
		require.Equal(t, slices.Insert(slices.Clone(given), i, 9), list.With(given, i, 9))
		require.Equal(t, append(slices.Clone(given), 9), list.With(given, len(given), 9))
		even := func(n int) bool { return n%2 == 0 }
		require.Equal(t, slices.DeleteFunc(slices.Clone(given), even), append([]int{}, list.Drop(given, even)...))
		asked := []int(nil)
		list.Drop(given, func(n int) bool { asked = append(asked, n); return even(n) })
		require.Equal(t, given, asked)
		require.Equal(t, before, given)
	})
}

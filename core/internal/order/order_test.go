package order_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/order"
)

func TestItIsTheStableSortOfTheStandardLibrary(t *testing.T) {
	type item struct{ key, place int }
	rapid.Check(t, func(t *rapid.T) {
		var items []item
		for i, key := range rapid.SliceOf(rapid.IntRange(0, 5)).Draw(t, "keys") {
			items = append(items, item{key, i})
		}
		want := slices.Clone(items)
		slices.SortStableFunc(want, func(a, b item) int { return cmp.Compare(a.key, b.key) })
		got := order.Stable(items, func(a, b *item) int { return cmp.Compare(a.key, b.key) })
		require.True(t, slices.Equal(want, got))
	})
}

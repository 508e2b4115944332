// Package order sorts. It wraps the standard library's sort so that the compiler makes one copy of it for all types: a
// generic sort per type would cost the page's module some 15 KB each.
package order

import "slices"

// Stable returns the items sorted by compare (negative, zero or positive, as in package cmp); equal items keep their
// order.
func Stable[E any](items []E, compare func(a, b *E) int) []E {
	order := indices(len(items), func(i, j int32) int { return compare(&items[i], &items[j]) })
	sorted := make([]E, len(items))
	for to, from := range order {
		sorted[to] = items[from]
	}
	return sorted
}

func indices(n int, compare func(i, j int32) int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, compare)
	return order
}

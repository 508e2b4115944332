// Package order sorts. A generic sort of the standard library would cost the page's module some 15 KB for each type
// it is used with; this is one merge of indices for all of them.
package order

// Stable returns the items sorted by compare (negative, zero or positive, as in package cmp); equal items keep their
// order.
func Stable[E any](items []E, compare func(a, b *E) int) []E {
	order := merged(len(items), func(i, j int32) bool { return compare(&items[j], &items[i]) < 0 })
	sorted := make([]E, len(items))
	for to, from := range order {
		sorted[to] = items[from]
	}
	return sorted
}

// merged returns the indices 0 to n-1 in order: runs of one are merged into runs of two, of four, and so on. swap
// reports whether j, which was after i, is to come before it. Runs that follow on one another stay as they are, so that
// what is in order already, as most scripts are, takes n comparisons and no merging.
func merged(n int, swap func(i, j int32) bool) []int32 {
	from, to := make([]int32, n), make([]int32, n)
	for i := range from {
		from[i] = int32(i)
	}
	for width := 1; width < n; width *= 2 {
		for start := 0; start < n; start += 2 * width {
			middle, end := min(start+width, n), min(start+2*width, n)
			if middle >= end || !swap(from[middle-1], from[middle]) {
				copy(to[start:end], from[start:end])
				continue
			}
			left, right := start, middle
			for k := start; k < end; k++ {
				if left < middle && (right == end || !swap(from[left], from[right])) {
					to[k] = from[left]
					left++
				} else {
					to[k] = from[right]
					right++
				}
			}
		}
		from, to = to, from
	}
	return from
}

// Package chunk makes values by the dozen: what a simulation makes by the thousand, events, messages and the lists in
// them, comes out of arrays that are allocated at once. An allocation in WebAssembly costs as much as a score of calls.
//
// It models nothing of Kafka, and takes nothing back: the garbage collector frees an array when nothing in it is
// referred to any more.
package chunk

// size is how many values are allocated at once, and largest how long a list can be that comes out of such an array.
const (
	size    = 16
	largest = 8
)

// Of makes values of one type. The zero value is ready. A copy of it would give out the same values once more: what is
// cloned begins with a new one.
type Of[T any] struct {
	page *[size]T
	left int // of the page
}

// New returns a zero value.
func (c *Of[T]) New() *T {
	if c.left == 0 {
		c.page, c.left = new([size]T), size
	}
	c.left--
	return &c.page[c.left]
}

// List returns an empty list with room for n values, and for no more.
func (c *Of[T]) List(n int) []T {
	if n == 0 || n > largest {
		return make([]T, 0, n)
	}
	if c.left < n {
		c.page, c.left = new([size]T), size
	}
	c.left -= n
	return c.page[c.left : c.left : c.left+n]
}

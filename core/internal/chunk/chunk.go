// Package chunk makes values by the dozen: what a simulation makes by the thousand, events, messages and the lists in
// them, comes out of arrays that are allocated at once. An allocation in WebAssembly costs as much as a score of calls.
//
// It models nothing of Kafka, and takes nothing back: the garbage collector frees an array when nothing in it is
// referred to any more.
package chunk

// size is how many values are allocated at once, and largest how long a list can be that comes out of such an array.
const (
	size    = 32
	largest = 8
)

// Of makes values of one type. The zero value is ready. A copy of it would give out the same values once more: what is
// cloned begins with a new one.
type Of[T any] struct{ rest []T }

// New is a zero value.
func (c *Of[T]) New() *T {
	if len(c.rest) == 0 {
		c.rest = make([]T, size)
	}
	v := &c.rest[0]
	c.rest = c.rest[1:]
	return v
}

// List is an empty list with room for n values, and for no more.
func (c *Of[T]) List(n int) []T {
	if n > largest {
		return make([]T, 0, n)
	}
	if len(c.rest) < n {
		c.rest = make([]T, size)
	}
	list := c.rest[:0:n]
	c.rest = c.rest[n:]
	return list
}

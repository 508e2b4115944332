// Package paged has lists that only grow, and whose copies cost little: a copy shares the pages of the list it was made
// of, until one of the two changes something on a page.
//
// It models nothing of Kafka. A run keeps many copies of itself to go back to, and each must hold all that became of
// thousands of records, most of which nothing happens to any more. Growing moves nothing either.
package paged

// PageSize is how many elements a page has: few, for a copy that goes on needs one of its own at once.
const PageSize = 32

// List is a list of elements that stay where they are. The zero value is empty. Copy it with Clone, not by assignment.
type List[T any] struct {
	pages []*[PageSize]T
	own   []bool // of each page: no copy has it, too
	n     int
}

// Len returns the number of elements.
func (l *List[T]) Len() int { return l.n }

// At returns an element to be read: it must not be changed, for copies may have it, too.
func (l *List[T]) At(i int) *T {
	if i >= l.n {
		panic("paged: there is no such element")
	}
	return &l.pages[i/PageSize][i%PageSize]
}

// Change returns an element to be changed, until the list is cloned next.
func (l *List[T]) Change(i int) *T {
	if i >= l.n {
		panic("paged: there is no such element")
	}
	p := i / PageSize
	if !l.own[p] {
		page := *l.pages[p]
		l.pages[p], l.own[p] = &page, true
	}
	return &l.pages[p][i%PageSize]
}

// Add appends an element, zero, and returns it to be filled.
func (l *List[T]) Add() *T {
	if l.n == len(l.pages)*PageSize {
		l.pages = append(l.pages, new([PageSize]T))
		l.own = append(l.own, true)
	}
	l.n++
	return l.Change(l.n - 1)
}

// Clone returns an independent copy.
func (l *List[T]) Clone() List[T] {
	clear(l.own)
	return List[T]{pages: append([]*[PageSize]T(nil), l.pages...), own: make([]bool, len(l.own)), n: l.n}
}

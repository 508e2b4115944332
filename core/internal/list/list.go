// Package list makes lists out of lists, with an element more or some less. The old list stays as it is: copies of a
// run share the lists that they were made with, so whoever takes an element out makes a new one. The functions
// of the standard library's slices do more, and cost the page's module twice as much for each type they are used with.
package list

// Without is the list less its element at i.
func Without[E any](list []E, i int) []E {
	less := make([]E, len(list)-1)
	copy(less, list[:i])
	copy(less[i:], list[i+1:])
	return less
}

// With is the list and one element more, at i.
func With[E any](list []E, i int, element E) []E {
	more := make([]E, len(list)+1)
	copy(more, list[:i])
	more[i] = element
	copy(more[i+1:], list[i:])
	return more
}

// Drop is the list less the elements that drop is true for: the list itself where there are none. It asks once for
// each, in order.
func Drop[E any](list []E, drop func(E) bool) []E {
	for first, element := range list {
		if !drop(element) {
			continue
		}
		kept := make([]E, first, len(list)-1)
		copy(kept, list)
		for _, element := range list[first+1:] {
			if !drop(element) {
				kept = append(kept, element)
			}
		}
		return kept
	}
	return list
}

//go:build js && wasm

package main

import (
	"slices"

	"highwater/core"
)

// query is a request that is a flat object of numbers.
type query struct {
	names       []string
	thousandths []int64
}

// numbers reads a request; names are those it may have.
func numbers(request []byte, names ...string) (query, error) {
	found, thousandths, err := core.Numbers(request, names...)
	return query{found, thousandths}, err
}

// time returns a member that is an instant, in ms.
func (q query) time(name string) (core.Time, bool) {
	i := slices.Index(q.names, name)
	if i < 0 {
		return 0, false
	}
	return core.Time(q.thousandths[i]), true // microseconds, as it happens
}

// whole returns a member as a whole number, held within what an event's number can be.
func (q query) whole(name string) (int, bool) {
	v, ok := q.time(name)
	return int(min(max(v/1000, -1e9), 1e9)), ok
}

// bounded returns a member as a whole number from 1 to most, or the default where it is absent.
func (q query) bounded(name string, absent, most int) int {
	if v, ok := q.whole(name); ok {
		return min(max(v, 1), most)
	}
	return absent
}

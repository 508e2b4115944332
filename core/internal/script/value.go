package script

import (
	"iter"
	"strconv"

	"highwater/core/internal/document"
	"highwater/core/internal/protocol"
)

// value is a value of a script's text, with the readers of what only scripts have.
type value struct{ document.Value }

// kids yields the members of an object or the elements of a list, in order.
func (v value) kids() iter.Seq[value] {
	return func(yield func(value) bool) {
		for kid := range v.Kids() {
			if !yield(value{kid}) {
				return
			}
		}
	}
}

// get returns the member of that name, and whether there is one. v must be an object.
func (v value) get(name string) (value, bool) {
	kid, ok := v.Get(name)
	return value{kid}, ok
}

// need returns the member of that name; what tells the author what belongs there.
func (v value) need(name, what string) value { return value{v.Need(name, what)} }

// find returns the index of the item called name, -1 when there is none.
func find[T any](items []T, name string, nameOf func(*T) string) int32 {
	for i := range items {
		if nameOf(&items[i]) == name {
			return int32(i)
		}
	}
	return -1
}

// namesOf returns what the items are called.
func namesOf[T any](items []T, nameOf func(*T) string) []string {
	names := make([]string, len(items))
	for i := range items {
		names[i] = nameOf(&items[i])
	}
	return names
}

// set returns how a message lists brokers: [1, 2, 3].
func set(s protocol.BrokerSet) string {
	text := "["
	for id := range s.All() {
		if len(text) > 1 {
			text += ", "
		}
		text += strconv.Itoa(int(id))
	}
	return text + "]"
}

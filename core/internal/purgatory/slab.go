package purgatory

import "slices"

// slab hands out slots of one type, numbered from 1, and takes them back; the last one freed is the first one reused,
// while it is still in the cache.
type slab[T any] struct {
	slots []T // slot 0 is never handed out
	free  []int32
}

func newSlab[T any]() slab[T] { return slab[T]{slots: make([]T, 1)} }

func (s *slab[T]) clone() slab[T] { return slab[T]{slices.Clone(s.slots), slices.Clone(s.free)} }

func (s *slab[T]) at(slot int32) *T { return &s.slots[slot] }

// take returns a slot with the given content.
func (s *slab[T]) take(content T) int32 {
	if last := len(s.free) - 1; last >= 0 {
		slot := s.free[last]
		s.free = s.free[:last]
		s.slots[slot] = content
		return slot
	}
	s.slots = append(s.slots, content)
	return int32(len(s.slots) - 1)
}

func (s *slab[T]) put(slot int32) { s.free = append(s.free, slot) }

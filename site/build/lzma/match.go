package lzma

import "encoding/binary"

// found is a match: how far back, less one, and how long.
type found struct{ distance, length int }

// learn puts all places up to one into the chains.
func (e *encoder) learn(at int) {
	for ; e.known <= at && e.known+4 <= len(e.content); e.known++ {
		hash := binary.LittleEndian.Uint32(e.content[e.known:]) & 0xffffff * 2654435761 >> (32 - hashBits)
		e.before[e.known] = e.head[hash]
		e.head[hash] = int32(e.known)
	}
}

// equal counts the bytes that are the same at two places.
func (e *encoder) equal(earlier, at int) int {
	limit := min(maxMatch, len(e.content)-at)
	for i := range limit {
		if e.content[earlier+i] != e.content[at+i] {
			return i
		}
	}
	return limit
}

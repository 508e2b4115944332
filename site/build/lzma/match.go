package lzma

import "encoding/binary"

// found is a match: how far back, less one, and how long.
type found struct{ distance, length int }

// next writes what comes at a place, and returns how many bytes that was.
func (e *encoder) next(at int) int {
	rep, repeated := e.bestRep(at)
	match := e.bestMatch(at)
	switch {
	case repeated >= enough, repeated >= minMatch && repeated+repBonus(match.distance) >= match.length:
		e.writeRep(rep, repeated)
		return repeated
	case match.length >= minMatch && !e.waits(at, match):
		e.writeMatch(match.distance, match.length)
		return match.length
	case e.model.reps[0] < at && e.content[at] == e.content[at-e.model.reps[0]-1]:
		e.writeRep(0, 1)
		return 1
	}
	e.writeLiteral(at)
	return 1
}

// repBonus is how much shorter a match at one of the last distances may be than another and still cost less.
func repBonus(distance int) int {
	switch {
	case distance >= 1<<15:
		return 3
	case distance >= 1<<9:
		return 2
	}
	return 1
}

// waits reports whether a literal and then the match behind it cost less than a match.
func (e *encoder) waits(at int, match found) bool {
	if match.length >= enough || at+1 >= len(e.content) {
		return false
	}
	if match.length == minMatch && match.distance >= 128 {
		return true
	}
	if _, repeated := e.bestRep(at + 1); repeated >= minMatch && repeated >= match.length-1 {
		return true
	}
	later := e.bestMatch(at + 1)
	switch {
	case later.length > match.length+1:
		return true
	case later.length > match.length:
		return !closer(match.distance, later.distance)
	case later.length == match.length:
		return later.distance < match.distance
	case later.length == match.length-1 && match.length >= 3:
		return closer(later.distance, match.distance)
	}
	return false
}

// closer reports whether a distance is so much less than another that one byte less of a match pays.
func closer(small, large int) bool { return large>>7 > small }

// bestRep finds the longest match at the last distances.
func (e *encoder) bestRep(at int) (index, length int) {
	for i, distance := range e.model.reps {
		if distance < at {
			if n := e.equal(at-distance-1, at); n > length {
				index, length = i, n
			}
		}
	}
	return index, length
}

// bestMatch finds the match that costs least: the longest, unless one that is a little shorter is much closer.
func (e *encoder) bestMatch(at int) found {
	e.learn(at)
	best := found{}
	if at+4 > len(e.content) {
		return best
	}
	place := e.before[at]
	for n := 0; place >= 0 && n < depth; n++ {
		p := int(place)
		if best.length == 0 || at+best.length < len(e.content) && e.content[p+best.length] == e.content[at+best.length] {
			distance := at - p - 1
			n := e.equal(p, at)
			if n > best.length+1 || n == best.length+1 && !closer(best.distance, distance) {
				best = found{distance, n}
				if n >= enough {
					break
				}
			}
		}
		place = e.before[p]
	}
	if best.length < 3 {
		return found{}
	}
	return best
}

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

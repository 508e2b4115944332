package explore

import "math/bits"

// node is a state that has been reached, and how.
type node struct {
	state  [coarseWords]uint64
	parent uint32 // the node before it
	action packed // what led here
	steps  uint8  // from the start
}

// set is the states that have been reached, numbered from 0 in the order in which they were. The nodes are in pages, so
// that growing moves none; a table of their numbers, open-addressed, finds a state again by comparing all of it. Beside
// its number a node has six bits of its hash there, so that hardly any other is looked at.
type set struct {
	pages [][]node
	rest  [][][thoroughWords]uint64 // of the states, in a thorough search; nil: it is not one, and they are all 0
	table []uint32                  // numbers plus one, and above them the bits; 0: free
	count int
}

const (
	pageBits   = 14
	pageSize   = 1 << pageBits
	firstTable = 1 << 10
	numberBits = 26
	mostNumber = 1<<numberBits - 1
)

// at returns a node by its number.
func (s *set) at(n int) *node { return &s.pages[n>>pageBits][n&(pageSize-1)] }

// state returns the state of a node.
func (s *set) state(n int) (state State) {
	copy(state[:], s.at(n).state[:])
	if s.rest != nil {
		copy(state[coarseWords:], s.rest[n>>pageBits][n&(pageSize-1)][:])
	}
	return state
}

// is reports whether a node has a state.
func (s *set) is(n int, state *State) bool {
	has := &s.at(n).state
	return has[0] == state[0] && has[1] == state[1] && has[2] == state[2] &&
		(s.rest == nil || s.rest[n>>pageBits][n&(pageSize-1)] == [thoroughWords]uint64(state[coarseWords:]))
}

// find returns the number of a state, or the place in the table where it would stand; and its bits there.
func (s *set) find(state *State) (n, place int, tag uint32) {
	mask, hash := len(s.table)-1, state.hash()
	tag = uint32(hash>>58) << numberBits
	for place = int(hash) & mask; s.table[place] != 0; place = (place + 1) & mask {
		if entry := s.table[place]; entry&^mostNumber == tag {
			if n = int(entry&mostNumber) - 1; s.is(n, state) {
				return n, place, tag
			}
		}
	}
	return -1, place, tag
}

// has reports whether a state has been reached.
func (s *set) has(state State) bool {
	if len(s.table) == 0 {
		return false
	}
	n, _, _ := s.find(&state)
	return n >= 0
}

// add adds a node with a state unless that has been reached before.
func (s *set) add(state *State, nd node) (number int, added bool) {
	if s.count*4 >= len(s.table)*3 {
		s.grow()
	}
	n, place, tag := s.find(state)
	if n >= 0 {
		return n, false
	}
	if s.count>>pageBits == len(s.pages) {
		s.pages = append(s.pages, make([]node, pageSize))
		if s.rest != nil {
			s.rest = append(s.rest, make([][thoroughWords]uint64, pageSize))
		}
	}
	nd.state = [coarseWords]uint64(state[:])
	*s.at(s.count) = nd
	if s.rest != nil {
		s.rest[s.count>>pageBits][s.count&(pageSize-1)] = [thoroughWords]uint64(state[coarseWords:])
	}
	s.count++
	s.table[place] = uint32(s.count) | tag
	return s.count - 1, true
}

// grow doubles the table.
func (s *set) grow() {
	s.table = make([]uint32, max(firstTable, 2*len(s.table)))
	mask := len(s.table) - 1
	for n := range s.count {
		state := s.state(n)
		hash := state.hash()
		place := int(hash) & mask
		for s.table[place] != 0 {
			place = (place + 1) & mask
		}
		s.table[place] = uint32(n+1) | uint32(hash>>58)<<numberBits
	}
}

// hash mixes the words of a state: each multiplied by an odd number of its own, and what comes of that by the finalizer
// of SplitMix64.
func (s State) hash() uint64 {
	h := s[0] * 0x9e3779b97f4a7c15
	h ^= bits.RotateLeft64(s[1]*0xd6e8feb86659fd93, 23)
	h ^= bits.RotateLeft64(s[2]*0xa0761d6478bd642f, 43)
	if s[3]|s[4] != 0 {
		h ^= bits.RotateLeft64(s[3]*0xe7037ed1a0b428db, 13) ^ bits.RotateLeft64(s[4]*0x8ebc6af09c88c6e3, 53)
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

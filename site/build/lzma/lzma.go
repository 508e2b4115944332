// Package lzma compresses what the page that is one file has in it, as site/src/lzma.js reads it: by LZMA, with the
// parameters lc=3, lp=0, pb=0, without a header and without an end marker, since the reader knows the length. The
// format is that of the LZMA specification (7-zip.org/sdk.html), which is in the public domain. Matches are chosen
// by what they cost, a stretch of the content at a time. What decodes is left out.
package lzma

import "math/bits"

// What the format fixes.
const (
	literalBits = 3 // of the byte before, that choose the probabilities of a literal
	lenStates   = 4
	fullDist    = 128 // distances below it have probabilities of their own, down to the last bit
	alignBits   = 4
	minMatch    = 2
	maxMatch    = 273
	half        = 1 << 10 // a probability of a half
)

// What this encoder chooses.
const (
	hashBits = 18
	depth    = 96  // how many earlier places are compared
	enough   = 128 // a match so long is taken at once
)

// lengthModel is the probabilities of a match's length.
type lengthModel struct {
	choice [2]uint16
	low    [8]uint16
	mid    [8]uint16
	high   [256]uint16
}

// model is all probabilities, and what they depend on.
type model struct {
	literal                                   [0x300 << literalBits]uint16
	match, rep, repG0, repG1, repG2, rep0Long [12]uint16
	slot                                      [lenStates][64]uint16
	dist                                      [1 + fullDist]uint16
	align                                     [1 << alignBits]uint16
	length, repLength                         lengthModel

	state int
	reps  [4]int // the last distances, less one
}

// encoder writes bits by a range coder, and finds matches by chains of places with equal hashes.
type encoder struct {
	model model
	out   []byte
	low   uint64
	width uint32
	cache byte
	held  int // bytes that a carry may still change

	content []byte
	head    []int32
	before  []int32
	known   int // places that are in the chains
	steps   []step
	found   []found
}

// Compress compresses a content. Equal contents give equal results.
func Compress(content []byte) []byte {
	e := &encoder{
		content: content, width: 0xffffffff, held: 1,
		head: make([]int32, 1<<hashBits), before: make([]int32, len(content)), steps: make([]step, stretch+maxMatch+1),
	}
	e.model.reset()
	for i := range e.head {
		e.head[i] = -1
	}
	for at := 0; at < len(content); {
		at += e.parse(at)
	}
	for range 5 {
		e.shift()
	}
	return e.out
}

// reset sets every probability to a half.
func (m *model) reset() {
	for _, set := range [][]uint16{
		m.literal[:], m.match[:], m.rep[:], m.repG0[:], m.repG1[:], m.repG2[:], m.rep0Long[:], m.slot[0][:],
		m.slot[1][:], m.slot[2][:], m.slot[3][:], m.dist[:], m.align[:], m.length.choice[:], m.length.low[:],
		m.length.mid[:], m.length.high[:], m.repLength.choice[:], m.repLength.low[:], m.repLength.mid[:],
		m.repLength.high[:],
	} {
		for i := range set {
			set[i] = half
		}
	}
}

// bit writes one bit under its probability, and adapts that.
func (e *encoder) bit(p *uint16, bit int) {
	bound := (e.width >> 11) * uint32(*p)
	if bit == 0 {
		e.width = bound
		*p += (2048 - *p) >> 5
	} else {
		e.low += uint64(bound)
		e.width -= bound
		*p -= *p >> 5
	}
	e.normalize()
}

func (e *encoder) normalize() {
	for e.width < 1<<24 {
		e.width <<= 8
		e.shift()
	}
}

// shift moves the highest byte out, unless a carry may still reach it.
func (e *encoder) shift() {
	if e.low < 0xff000000 || e.low >= 1<<32 {
		carry := byte(e.low >> 32)
		for ; e.held > 0; e.held-- {
			e.out = append(e.out, e.cache+carry)
			e.cache = 0xff
		}
		e.cache = byte(e.low >> 24)
	}
	e.held++
	e.low = e.low << 8 & 0xffffffff
}

// tree writes a number of some bits, the highest first, each under the probability that those before it choose.
func (e *encoder) tree(probabilities []uint16, width, value int) {
	node := 1
	for i := width - 1; i >= 0; i-- {
		bit := value >> i & 1
		e.bit(&probabilities[node], bit)
		node = node<<1 | bit
	}
}

// reverseTree is tree with the lowest bit first.
func (e *encoder) reverseTree(probabilities []uint16, width, value int) {
	node := 1
	for i := range width {
		bit := value >> i & 1
		e.bit(&probabilities[node], bit)
		node = node<<1 | bit
	}
}

// direct writes bits that are as likely as not.
func (e *encoder) direct(width, value int) {
	for i := width - 1; i >= 0; i-- {
		e.width >>= 1
		if value>>i&1 == 1 {
			e.low += uint64(e.width)
		}
		e.normalize()
	}
}

func (e *encoder) writeLiteral(at int) {
	m, value := &e.model, int(e.content[at])
	e.bit(&m.match[m.state], 0)
	before := 0
	if at > 0 {
		before = int(e.content[at-1])
	}
	probabilities := m.literal[0x300*(before>>(8-literalBits)):]
	node, other, offset := 1, 0, 0
	if m.state >= 7 { // what follows a match differs from what followed its source
		other, offset = int(e.content[at-m.reps[0]-1]), 0x100
	}
	for i := 7; i >= 0; i-- {
		bit := value >> i & 1
		otherBit := other >> i & 1
		index := node
		if offset != 0 {
			index = offset + otherBit<<8 + node
			if otherBit != bit {
				offset = 0
			}
		}
		e.bit(&probabilities[index], bit)
		node = node<<1 | bit
	}
	switch {
	case m.state < 4:
		m.state = 0
	case m.state < 10:
		m.state -= 3
	default:
		m.state -= 6
	}
}

func (e *encoder) writeLength(l *lengthModel, length int) {
	switch length -= minMatch; {
	case length < 8:
		e.bit(&l.choice[0], 0)
		e.tree(l.low[:], 3, length)
	case length < 16:
		e.bit(&l.choice[0], 1)
		e.bit(&l.choice[1], 0)
		e.tree(l.mid[:], 3, length-8)
	default:
		e.bit(&l.choice[0], 1)
		e.bit(&l.choice[1], 1)
		e.tree(l.high[:], 8, length-16)
	}
}

// after is the state behind something, depending on whether a literal was before it.
func (m *model) after(literal, other int) {
	if m.state < 7 {
		m.state = literal
	} else {
		m.state = other
	}
}

func (e *encoder) writeMatch(distance, length int) {
	m := &e.model
	e.bit(&m.match[m.state], 1)
	e.bit(&m.rep[m.state], 0)
	m.after(7, 10)
	e.writeLength(&m.length, length)
	m.reps = [4]int{distance, m.reps[0], m.reps[1], m.reps[2]}
	slot := distance
	if distance >= 4 {
		n := bits.Len(uint(distance)) - 1
		slot = n<<1 | distance>>(n-1)&1
	}
	e.tree(m.slot[min(length-minMatch, lenStates-1)][:], 6, slot)
	if slot < 4 {
		return
	}
	width := slot>>1 - 1
	base := (2 | slot&1) << width
	if slot < 14 {
		e.reverseTree(m.dist[base-slot:], width, distance-base)
		return
	}
	e.direct(width-alignBits, (distance-base)>>alignBits)
	e.reverseTree(m.align[:], alignBits, distance&(1<<alignBits-1))
}

// writeRep writes a match at one of the last distances; one byte at the very last has a form of its own.
func (e *encoder) writeRep(index, length int) {
	m := &e.model
	e.bit(&m.match[m.state], 1)
	e.bit(&m.rep[m.state], 1)
	if index == 0 {
		e.bit(&m.repG0[m.state], 0)
		e.bit(&m.rep0Long[m.state], min(length-1, 1))
		if length == 1 {
			m.after(9, 11)
			return
		}
	} else {
		e.bit(&m.repG0[m.state], 1)
		e.bit(&m.repG1[m.state], min(index-1, 1))
		if index > 1 {
			e.bit(&m.repG2[m.state], index-2)
		}
		distance := m.reps[index]
		copy(m.reps[1:index+1], m.reps[:index])
		m.reps[0] = distance
	}
	e.writeLength(&m.repLength, length)
	m.after(8, 11)
}

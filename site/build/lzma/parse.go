package lzma

import "math/bits"

// A stretch is how many bytes are decided on together: the cheapest sequence is searched by the costs that the
// probabilities give at its beginning.
const stretch = 2048

// step is the cheapest known way to a place: what comes last on it, and what the model would know there.
type step struct {
	cost   uint32 // in 16ths of a bit
	from   int    // the place before, in the stretch
	kind   int    // literal, newMatch, or repeat plus the index of the distance
	length int
	dist   int // of a new match, less one
	state  int
	reps   [4]int
}

// What a step is.
const (
	literal = iota
	newMatch
	repeat // and the index of a last distance
)

// costs has the cost of a bit by its probability, in 16ths of a bit.
var costs = func() (all [2048 >> 4]uint32) {
	for i := range all {
		w := uint64(i<<4 + 8)
		bitCount := uint32(0)
		for range 4 {
			w *= w
			bitCount <<= 1
			for w >= 1<<16 {
				w >>= 1
				bitCount++
			}
		}
		all[i] = 11<<4 - 15 - bitCount
	}
	return all
}()

// costOf is what one bit costs.
func costOf(p uint16, bit int) uint32 {
	if bit != 0 {
		p = 2048 - p
	}
	return costs[min(int(p)>>4, len(costs)-1)]
}

func treeCost(probabilities []uint16, width, value int) (cost uint32) {
	node := 1
	for i := width - 1; i >= 0; i-- {
		bit := value >> i & 1
		cost += costOf(probabilities[node], bit)
		node = node<<1 | bit
	}
	return cost
}

func reverseTreeCost(probabilities []uint16, width, value int) (cost uint32) {
	node := 1
	for i := range width {
		bit := value >> i & 1
		cost += costOf(probabilities[node], bit)
		node = node<<1 | bit
	}
	return cost
}

func (l *lengthModel) costs() (all [maxMatch + 1]uint32) {
	for n := minMatch; n <= maxMatch; n++ {
		switch length := n - minMatch; {
		case length < 8:
			all[n] = costOf(l.choice[0], 0) + treeCost(l.low[:], 3, length)
		case length < 16:
			all[n] = costOf(l.choice[0], 1) + costOf(l.choice[1], 0) + treeCost(l.mid[:], 3, length-8)
		default:
			all[n] = costOf(l.choice[0], 1) + costOf(l.choice[1], 1) + treeCost(l.high[:], 8, length-16)
		}
	}
	return all
}

func (m *model) distanceCost(distance, length int) uint32 {
	slot := distance
	if distance >= 4 {
		n := bits.Len(uint(distance)) - 1
		slot = n<<1 | distance>>(n-1)&1
	}
	cost := treeCost(m.slot[min(length-minMatch, lenStates-1)][:], 6, slot)
	if slot < 4 {
		return cost
	}
	width := slot>>1 - 1
	base := (2 | slot&1) << width
	if slot < 14 {
		return cost + reverseTreeCost(m.dist[base-slot:], width, distance-base)
	}
	return cost + uint32(width-alignBits)<<4 + reverseTreeCost(m.align[:], alignBits, distance&(1<<alignBits-1))
}

// literalCost is what a literal costs at a place, behind a state and a last distance.
func (e *encoder) literalCost(at, state, rep int) uint32 {
	m, value, before := &e.model, int(e.content[at]), 0
	if at > 0 {
		before = int(e.content[at-1])
	}
	probabilities := m.literal[0x300*(before>>(8-literalBits)):]
	cost := costOf(m.match[state], 0)
	if state < 7 {
		return cost + treeCost(probabilities, 8, value)
	}
	node, other, offset := 1, int(e.content[at-rep-1]), 0x100
	for i := 7; i >= 0; i-- {
		bit, otherBit := value>>i&1, other>>i&1
		index := node
		if offset != 0 {
			index = offset + otherBit<<8 + node
			if otherBit != bit {
				offset = 0
			}
		}
		cost += costOf(probabilities[index], bit)
		node = node<<1 | bit
	}
	return cost
}

// repCost is what it costs to name a last distance.
func (m *model) repCost(state, index int) uint32 {
	cost := costOf(m.match[state], 1) + costOf(m.rep[state], 1)
	switch index {
	case 0:
		return cost + costOf(m.repG0[state], 0) + costOf(m.rep0Long[state], 1)
	case 1:
		return cost + costOf(m.repG0[state], 1) + costOf(m.repG1[state], 0)
	}
	return cost + costOf(m.repG0[state], 1) + costOf(m.repG1[state], 1) + costOf(m.repG2[state], index-2)
}

// stateAfter is the state behind a step.
func stateAfter(state, kind, length int) int {
	late := state >= 7
	switch {
	case kind == literal && state < 4:
		return 0
	case kind == literal && state < 10:
		return state - 3
	case kind == literal:
		return state - 6
	case kind == newMatch && late:
		return 10
	case kind == newMatch:
		return 7
	case late:
		return 11
	case length == 1:
		return 9
	}
	return 8
}

// parse writes the cheapest sequence that it finds for the bytes from a place on, and returns how many they were.
func (e *encoder) parse(at int) int {
	room := min(stretch, len(e.content)-at)
	p := &parser{encoder: e, at: at, steps: e.steps[:room+maxMatch+1]}
	for i := range p.steps {
		p.steps[i].cost = 1 << 31
	}
	p.steps[0] = step{state: e.model.state, reps: e.model.reps}
	p.newLengths, p.repLengths = e.model.length.costs(), e.model.repLength.costs()
	end := room
	for i := range room {
		if i > 0 {
			p.steps[i].arrive(p.steps)
		}
		p.single(i)
		if longest := max(p.repeats(i), p.news(i)); longest >= enough { // it is taken, and ends the stretch
			end = i + longest
			break
		}
	}
	return e.write(at, p.steps, end)
}

// parser searches the cheapest sequence of a stretch.
type parser struct {
	*encoder
	at                     int // where it begins
	steps                  []step
	newLengths, repLengths [maxMatch + 1]uint32
}

// reach says that n bytes at a place can be written in a way that costs so much.
func (p *parser) reach(i, n, kind, distance int, cost uint32) {
	cost += p.steps[i].cost
	if to := &p.steps[i+n]; cost < to.cost {
		to.cost, to.from, to.kind, to.length, to.dist = cost, i, kind, n, distance
	}
}

// single tries one byte: a literal, or the byte at the last distance.
func (p *parser) single(i int) {
	m, place, state, rep := &p.model, p.at+i, p.steps[i].state, p.steps[i].reps[0]
	p.reach(i, 1, literal, 0, p.literalCost(place, state, rep))
	if rep < place && p.content[place] == p.content[place-rep-1] {
		cost := costOf(m.match[state], 1) + costOf(m.rep[state], 1) + costOf(m.repG0[state], 0)
		p.reach(i, 1, repeat, 0, cost+costOf(m.rep0Long[state], 0))
	}
}

// repeats tries the last distances, and returns how long the longest match there is.
func (p *parser) repeats(i int) (longest int) {
	place, state := p.at+i, p.steps[i].state
	for index, distance := range p.steps[i].reps {
		if distance >= place {
			continue
		}
		n := p.equal(place-distance-1, place)
		longest = max(longest, n)
		name := p.model.repCost(state, index)
		for ; n >= minMatch; n-- {
			p.reach(i, n, repeat+index, distance, name+p.repLengths[n])
		}
	}
	return longest
}

// news tries other distances, the closest for each length, and returns how long the longest match there is.
func (p *parser) news(i int) (longest int) {
	m, state := &p.model, p.steps[i].state
	name := costOf(m.match[state], 1) + costOf(m.rep[state], 0)
	n := minMatch
	for _, match := range p.matches(p.at + i) {
		for ; n <= match.length; n++ {
			p.reach(i, n, newMatch, match.distance, name+p.newLengths[n]+m.distanceCost(match.distance, n))
		}
		longest = match.length
	}
	return longest
}

// arrive finds what the model would know at a place.
func (s *step) arrive(steps []step) {
	before := &steps[s.from]
	s.state, s.reps = stateAfter(before.state, s.kind, s.length), before.reps
	switch {
	case s.kind == newMatch:
		s.reps = [4]int{s.dist, before.reps[0], before.reps[1], before.reps[2]}
	case s.kind > repeat:
		index := s.kind - repeat
		copy(s.reps[1:index+1], before.reps[:index])
		s.reps[0] = before.reps[index]
	}
}

// write writes the steps that lead to a place of the stretch.
func (e *encoder) write(at int, steps []step, end int) int {
	var way []int
	for i := end; i > 0; i = steps[i].from {
		way = append(way, i)
	}
	for j := len(way) - 1; j >= 0; j-- {
		s := &steps[way[j]]
		switch s.kind {
		case literal:
			e.writeLiteral(at + s.from)
		case newMatch:
			e.writeMatch(s.dist, s.length)
		default:
			e.writeRep(s.kind-repeat, s.length)
		}
	}
	return end
}

// matches finds, for growing lengths, the closest match.
func (e *encoder) matches(at int) []found {
	e.learn(at)
	all := e.found[:0]
	if at+4 > len(e.content) {
		return all
	}
	best := minMatch
	place := e.before[at]
	for n := 0; place >= 0 && n < depth; n++ {
		p := int(place)
		if at+best < len(e.content) && e.content[p+best] == e.content[at+best] {
			if n := e.equal(p, at); n > best {
				best = n
				all = append(all, found{at - p - 1, n})
				if n >= enough {
					break
				}
			}
		}
		place = e.before[p]
	}
	e.found = all
	return all
}

package producer

// random is a source of chance that can be copied (SplitMix64).
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// fraction returns a number from 0 up to, and without, 1.
func (r *random) fraction() float64 { return float64(r.next()>>11) / (1 << 53) }

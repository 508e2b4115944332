package producer

import "math"

// random is a source of chance that can be copied (SplitMix64).
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// fraction is a number from 0 up to, and without, 1.
func (r *random) fraction() float64 { return float64(r.next()>>11) / (1 << 53) }

// backoff is a wait that doubles from attempt to attempt up to a maximum (ExponentialBackoff). With a maximum above the
// initial wait it varies by a fifth; otherwise it is the maximum itself.
type backoff struct {
	initialMs, maxMs int64
}

// wait is the time to wait before attempt n, from 0, comes again. chance is from 0 up to, and without, 1.
func (b backoff) wait(n int64, chance float64) int64 {
	if b.maxMs <= b.initialMs {
		return min(b.initialMs, b.maxMs)
	}
	nominal := float64(max(b.initialMs, 1))
	for ; n > 0 && nominal < float64(b.maxMs); n-- {
		nominal *= 2
	}
	nominal = min(nominal, float64(b.maxMs))
	if b.initialMs == 0 {
		nominal = 0
	}
	factor := min(0.8+float64(0.4*chance), math.Nextafter(1.2, 0))
	return min(int64(nominal*factor), b.maxMs)
}

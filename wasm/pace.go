//go:build js && wasm

package main

import "github.com/hack-pad/safejs"

const (
	// sliceMs is how long a call works on a move before it answers how far it has come (real time). With the state that
	// may have to be written, and the drawing, a frame stays below 50 ms.
	sliceMs = 30
	// chunkMs is about how much of that passes between two looks at the clock.
	chunkMs = 4
	// least is how much work a chunk has at least, in happenings: however busy the processor, what most acts and steps
	// need is done at once.
	least = 16
)

// pace keeps calls short: it gives out work in chunks and looks at the clock between them.
type pace struct {
	now    func() float64 // real time, ms
	budget int            // of the next chunk: happenings that take about chunkMs
}

// newPace returns a pace by the clock of the page.
func newPace() (*pace, error) {
	performance, err := safejs.Global().Get("performance")
	if err != nil {
		return nil, err
	}
	now := func() float64 {
		at, err := performance.Call("now")
		if err != nil {
			panic(err)
		}
		ms, _ := at.Float()
		return ms
	}
	return &pace{now: now, budget: 500}, nil
}

// slice works until until, a time of the clock, and at least one chunk. work does so much, in happenings, and reports
// whether all is done; so does slice.
func (p *pace) slice(until float64, work func(budget int) (done bool)) bool {
	begun := p.now()
	for !work(p.budget) {
		now := p.now()
		switch took := now - begun; {
		case took > 2*chunkMs:
			p.budget = max(least, p.budget/2)
		case took < chunkMs/2:
			p.budget = min(2*p.budget, 1<<24)
		}
		if now >= until {
			return false
		}
		begun = now
	}
	return true
}

package core

import "highwater/core/internal/look"

const (
	// checkpointEvery is how many happenings lie between two kept copies of the run, at first. Any move replays at most
	// about so many.
	checkpointEvery = 256
	// maxCopies bounds the copies, and maxCopied what all of them together hold (look.Model.Weight): when there are
	// more, every second one is dropped, and from then on they lie twice as far apart. A run of 10,000 events keeps
	// them all.
	maxCopies = 64
	maxCopied = 400_000
)

// copies are copies of a run at earlier places, by the number of events before them; none is of the start.
type copies struct {
	kept    []*look.Model
	spacing int // happenings between two of them
}

// next returns after how many happenings the next copy is kept.
func (c *copies) next() int {
	if n := len(c.kept); n > 0 {
		return c.kept[n-1].Happened() + c.spacing
	}
	return c.spacing
}

// keep stores a copy of a model if the last one, or the start, is far enough back.
func (c *copies) keep(of *look.Model) {
	if of.Happened() < c.next() {
		return
	}
	c.kept = append(c.kept, of.Clone(nil))
	copied := 0
	for _, m := range c.kept {
		copied += m.Weight()
	}
	if len(c.kept) <= maxCopies && copied <= maxCopied {
		return
	}
	c.spacing *= 2
	thinned := c.kept[:0]
	for i, m := range c.kept {
		if i%2 == 1 {
			thinned = append(thinned, m)
		}
	}
	clear(c.kept[len(thinned):])
	c.kept = thinned
}

// before returns the latest copy from which a leg can set out; nil: there is none.
func (c *copies) before(l *leg) *look.Model {
	for i := len(c.kept) - 1; i >= 0; i-- {
		if l.leadsOnFrom(c.kept[i]) {
			return c.kept[i]
		}
	}
	return nil
}

// furthest returns the model, or the latest copy if that is further on.
func (c *copies) furthest(m *look.Model) *look.Model {
	if n := len(c.kept); n > 0 && c.kept[n-1].Happened() > m.Happened() {
		return c.kept[n-1]
	}
	return m
}

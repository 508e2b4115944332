package script

import (
	"cmp"
	"strconv"
	"strings"

	"highwater/core/internal/decode"
	"highwater/core/internal/document"
	"highwater/core/internal/order"
	"highwater/core/internal/vtime"
)

// use is the values one send uses up for its producer: stem-first … stem-last, or stem alone when last is 0. A single
// value that looks like one of a count is one: so sends are compared without writing their values out.
type use struct {
	producer    int32
	order       int32
	first, last int64
	stem        string
	at          value // where the script says so; no document: in a step of an earlier reading
	t           vtime.Time
}

func useOf(a *Send, at value, t vtime.Time) use {
	u := use{producer: a.Producer, stem: a.Value, at: at, t: t}
	if a.Count > 0 {
		u.first, u.last = 1, int64(a.Count)
		return u
	}
	if i := strings.LastIndexByte(a.Value, '-'); i >= 0 {
		number := a.Value[i+1:]
		n, ok := decode.Whole(number)
		if ok && n > 0 && n <= maxInt32 && strconv.FormatInt(n, 10) == number {
			u.stem, u.first, u.last = a.Value[:i], n, n
		}
	}
	return u
}

// value returns the first value of the use that is not before first.
func (u *use) value(first int64) string {
	if u.last == 0 {
		return u.stem
	}
	return u.stem + "-" + strconv.FormatInt(max(first, u.first), 10)
}

// checkUses fails when a producer sends a value twice: the results name records by them.
func (p *parser) checkUses() {
	for i := range p.uses {
		p.uses[i].order = int32(i)
	}
	p.uses = order.Stable(p.uses, func(a, b *use) int {
		return cmp.Or(cmp.Compare(a.producer, b.producer), cmp.Compare(a.stem, b.stem),
			cmp.Compare(a.first, b.first), cmp.Compare(a.order, b.order))
	})
	var first, second *use // the pair whose later one stands first in the script
	var reach *use         // of the same producer and stem, the one that reaches farthest
	for i := range p.uses {
		u := &p.uses[i]
		if reach == nil || reach.producer != u.producer || reach.stem != u.stem {
			reach = u
			continue
		}
		if u.first <= reach.last {
			a, b := reach, u
			if a.order > b.order {
				a, b = b, a
			}
			if second == nil || b.order < second.order {
				first, second = a, b
			}
		}
		if u.last > reach.last {
			reach = u
		}
	}
	if second == nil {
		return
	}
	where := "at " + first.t.String()
	if !first.at.None() {
		path := first.at.Path()
		where = "in " + path[:strings.IndexByte(path, '.')]
	}
	second.at.Fail("producer %s sends %s already, %s; the values of one producer are all different",
		document.Quote(p.s.Producers[second.producer].ID), document.Quote(second.value(first.first)), where)
}

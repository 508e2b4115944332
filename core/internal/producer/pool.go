package producer

import (
	"slices"
)

// pool is the memory for batches (BufferPool). It counts bytes; where in memory they are is of no consequence.
type pool struct {
	total, free int64
	waiters     []waiter // in order of arrival
	closed      bool
}

// waiter is a call that waits for memory, and gathers what there is.
type waiter struct {
	call     int32
	size     int64
	gathered int64
	signaled bool
}

func (p pool) clone() pool {
	p.waiters = slices.Clone(p.waiters)
	return p
}

// exhausted reports whether a call waits for memory.
func (p *pool) exhausted() bool { return len(p.waiters) > 0 }

// take reserves memory if there is enough at once. It ignores the waiters, as Kafka's pool does.
func (p *pool) take(size int64) bool {
	if p.free < size {
		return false
	}
	p.free -= size
	p.signal()
	return true
}

// give returns memory, and signals the first that waits.
func (p *pool) give(size int64) {
	p.free += size
	if p.exhausted() {
		p.waiters[0].signaled = true
	}
}

// signal wakes the first waiter, if there is anything for it.
func (p *pool) signal() {
	if p.free > 0 && p.exhausted() {
		p.waiters[0].signaled = true
	}
}

func (p *pool) wait(call int32, size int64) {
	p.waiters = append(slices.Clip(p.waiters), waiter{call: call, size: size})
}

// gather lets a signaled waiter collect what there is, and reports whether it has all it wants.
func (p *pool) gather(call int32) bool {
	i := p.waiting(call)
	w := &p.waiters[i]
	if !w.signaled {
		return false
	}
	w.signaled = false
	got := min(w.size-w.gathered, p.free)
	w.gathered += got
	p.free -= got
	if w.gathered < w.size {
		return false
	}
	p.leave(i)
	return true
}

// giveUp removes a waiter without its memory.
func (p *pool) giveUp(call int32) {
	i := p.waiting(call)
	p.free += p.waiters[i].gathered
	p.leave(i)
}

func (p *pool) leave(i int) {
	p.waiters = slices.Delete(p.waiters, i, i+1)
	p.signal()
}

func (p *pool) waiting(call int32) int {
	return slices.IndexFunc(p.waiters, func(w waiter) bool { return w.call == call })
}

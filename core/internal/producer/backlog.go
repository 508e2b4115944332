package producer

import (
	"cmp"
	"slices"
)

// backlog is the calls that wait for another of their thread, in order. There may be very many, since a script may send
// a hundred thousand records at once: none is touched before its turn, and copies of a client share them.
type backlog struct {
	calls []call // from first on; what is before has begun
	first int
	sends int // how many of them are sends
}

// clone returns an independent copy. Neither changes what both share.
func (b backlog) clone() backlog {
	b.calls = slices.Clip(b.calls)
	return b
}

func (b *backlog) add(k call) {
	b.calls = append(b.calls, k)
	b.note(&k, 1)
}

func (b *backlog) note(k *call, n int) {
	if k.verb == sendVerb {
		b.sends += n
	}
}

// has reports whether the call of an id waits.
func (b *backlog) has(id int32) bool {
	_, found := slices.BinarySearchFunc(b.calls[b.first:], id, byID)
	return found
}

// byID orders calls, which are numbered as they come.
func byID(k call, id int32) int { return cmp.Compare(k.id, id) }

// take removes the first call of a thread.
func (b *backlog) take(thread int32) (call, bool) {
	of := func(k call) bool { return k.thread == thread }
	at := slices.IndexFunc(b.calls[b.first:], of)
	if at < 0 {
		return call{}, false
	}
	k := b.calls[b.first+at]
	b.note(&k, -1)
	if at == 0 {
		b.first++
	} else {
		b.calls = slices.Concat(b.calls[b.first:b.first+at], b.calls[b.first+at+1:])
		b.first = 0
	}
	if b.first > len(b.calls)/2 {
		b.calls, b.first = slices.Clone(b.calls[b.first:]), 0
	}
	return k, true
}

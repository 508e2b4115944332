package purgatory

import "slices"

// watchers is Kafka's map from key to Watchers, each a queue of operations in order of arrival.
type watchers struct {
	byKey   []int32 // the list registered under a key, 0 for none
	lists   slab[list]
	entries slab[entry]
	watched int // operations in all registered lists
	numKeys int
}

// list is a Watchers object. Once it is no longer registered under its key it can only shrink; a new operation under
// the key then gets a new list.
type list struct {
	key        Key
	head, tail int32 // entries, dropped ones included
	live, dead int32 // how many of them are watched, and how many dropped
	walks      int32 // walks over this list that are under way
	registered bool
}

// entry is a node of a list. Dropping it only marks it; it is unlinked when no walk is under way, so that a callback
// may drop any entry while a walk is at it.
type entry struct {
	op   OpID // negative when dropped
	next int32
}

func (w *watchers) clone() watchers {
	c := *w
	c.byKey = slices.Clone(w.byKey)
	c.lists = w.lists.clone()
	c.entries = w.entries.clone()
	return c
}

// registered returns the list under a key, or 0.
func (w *watchers) registered(key Key) int32 {
	if int(key) >= len(w.byKey) {
		return 0
	}
	return w.byKey[key]
}

// unregister takes a list away from its key. (DelayedOperationPurgatory.removeKeyIfEmpty, and the removal in
// cancelForKey)
func (w *watchers) unregister(at int32) {
	l := &w.lists.slots[at]
	l.registered = false
	w.byKey[l.key] = 0
	w.numKeys--
	w.watched -= int(l.live)
}

// walk is an iterator over a list with the weak consistency of Java's ConcurrentLinkedQueue: it chooses the next
// entry before the present one is handled, so that an entry dropped meanwhile is still met, and one appended
// meanwhile is met unless the end had been reached.
type walk struct {
	list, entry, next int32
	op                OpID
}

// walk begins a walk over the list of a key. Every walk must end with leave.
func (w *watchers) walk(key Key) walk {
	at := w.registered(key)
	if at == 0 {
		return walk{}
	}
	l := &w.lists.slots[at]
	l.walks++
	return walk{list: at, next: w.live(l.head)}
}

// step moves on to the next entry; false at the end.
func (k *walk) step(w *watchers) bool {
	if k.next == 0 {
		return false
	}
	k.entry = k.next
	e := &w.entries.slots[k.entry]
	k.op = max(e.op, -e.op)
	k.next = w.live(e.next)
	return true
}

// live returns the first entry that is not dropped, from the given one on.
func (w *watchers) live(at int32) int32 {
	for at != 0 && w.entries.slots[at].op < 0 {
		at = w.entries.slots[at].next
	}
	return at
}

// watch puts an operation at the end of a key's list. (DelayedOperationPurgatory.watchForOperation, Watchers.watch)
func (p *Purgatory) watch(key Key, op OpID) {
	at := p.registered(key)
	if at == 0 {
		at = p.lists.take(list{key: key, registered: true})
		if missing := int(key) + 1 - len(p.byKey); missing > 0 {
			p.byKey = append(p.byKey, make([]int32, missing)...)
		}
		p.byKey[key] = at
		p.numKeys++
	}
	added := p.entries.take(entry{op: op})
	l := &p.lists.slots[at]
	if l.tail == 0 {
		l.head = added
	} else {
		p.entries.slots[l.tail].next = added
	}
	l.tail = added
	l.live++
	p.watched++
	o := &p.ops.slots[op]
	o.listed++
	o.holds++ // until the entry is unlinked
}

// drop removes the entry that a walk is at from the list, unless that has been done. (Iterator.remove)
func (p *Purgatory) drop(k walk) {
	e := &p.entries.slots[k.entry]
	if e.op < 0 {
		return
	}
	o := &p.ops.slots[e.op]
	o.listed--
	if o.state == completed {
		p.lingering--
	}
	e.op = -e.op
	l := &p.lists.slots[k.list]
	l.live--
	l.dead++
	if l.registered {
		p.watched--
	}
}

// leave ends a walk. An emptied list is taken away from its key; the last walk to leave clears what was dropped.
func (p *Purgatory) leave(k walk) {
	if k.list == 0 {
		return
	}
	l := &p.lists.slots[k.list]
	if l.live == 0 && l.registered {
		p.unregister(k.list)
	}
	l.walks--
	if l.walks > 0 {
		return
	}
	p.sweep(l)
	if !l.registered {
		p.lists.put(k.list)
	}
}

// sweep unlinks the dropped entries of a list and lets go of their operations.
func (p *Purgatory) sweep(l *list) {
	before := int32(0)
	for at := l.head; l.dead > 0; {
		e := p.entries.slots[at]
		if e.op > 0 {
			before = at
			at = e.next
			continue
		}
		if before == 0 {
			l.head = e.next
		} else {
			p.entries.slots[before].next = e.next
		}
		if l.tail == at {
			l.tail = before
		}
		l.dead--
		p.entries.put(at)
		p.release(-e.op)
		at = e.next
	}
}

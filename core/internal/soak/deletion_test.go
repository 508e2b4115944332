//go:build !js

package soak

// dispatchDeletion takes the lines about records that are deleted from the beginning of logs, and about consumers that
// miss them, and reports whether l is one. The world keeps what is deleted: where a log begins is a number beside it.
func (w *world) dispatchDeletion(l *line, b int) bool {
	switch l.kind {
	case "log-start":
		w.begins(l, w.partition(l), b)
	case "truncate-fully":
		w.startsOver(l, w.partition(l), b)
	case "offset-reset":
		w.goesOn(l)
	case "delete-records":
		if r := w.replica(w.partition(l), b); l.word("error") == "" {
			w.stake("deletion.asked")
			if !r.leads || !r.unsure && l.num("offset") > r.water {
				w.fail("deletion.asked", "broker %d deletes up to %d: it leads is %t, and %d are committed", b,
					l.num("offset"), r.leads, r.water)
			}
		}
	case "delete-records-response":
		w.deletionAnswered(l)
	default:
		return false
	}
	return true
}

// begins: a log begins later, never above the high watermark, and at a follower never above where its leader's has
// begun; or earlier, where a process that died had not saved it.
func (w *world) begins(l *line, p, b int) {
	r, part, from, to := w.replica(p, b), &w.parts[p], l.num("from"), l.num("to")
	w.stake("log-start")
	restored := l.word("reason") == "restored"
	if from < r.start && to == r.start && l.word("reason") == "leader" {
		// Its first batch, which its leader's start cuts in two, began before (Partition.appendRecordsToFollower).
		from = r.start
	}
	if from != r.start || restored != (to < from) || to > len(r.log) {
		w.fail("log-start", "the log of broker %d, from %d to %d, begins at %d instead of %d", b, r.start, len(r.log),
			to, from)
	}
	if !restored && !r.unsure && to > r.water {
		w.fail("log-start", "broker %d deletes up to %d, and %d are committed", b, to, r.water)
	}
	switch l.word("reason") {
	case "leader":
		w.stake("log-start.follows")
		if to > part.start {
			w.fail("log-start.follows", "broker %d begins at %d after its leader, and none has begun there", b, to)
		}
	case "retention":
		w.stake("log-start.retention")
		if to != len(r.log) {
			w.fail("log-start.retention", "broker %d keeps a part of its only segment, from %d to %d", b, to, len(r.log))
		}
	}
	r.start, part.start = to, max(part.start, to)
}

// startsOver: a follower that ends below where its leader's log begins gives up its own, and has nothing before that.
func (w *world) startsOver(l *line, p, b int) {
	r, part, from, to := w.replica(p, b), &w.parts[p], l.num("from"), l.num("to")
	w.stake("starts-over")
	if from != len(r.log) || to <= from || r.leads || to > part.start {
		w.fail("starts-over", "broker %d, which leads is %t, starts over at %d with a log end of %d", b, r.leads, to,
			len(r.log))
	}
	log := append([]entry(nil), part.committed[:min(to, len(part.committed))]...)
	for len(log) < to {
		log = append(log, entry{epoch: -1})
	}
	r.log, r.start, r.unsure = log, to, true
}

// goesOn: a consumer whose offset is gone goes on elsewhere by its policy, or not at all.
func (w *world) goesOn(l *line) {
	c, part := &w.readers[w.set.consumers[l.word("consumer")]], &w.parts[w.partition(l)]
	w.stake("offset-reset")
	if part.start == 0 && !part.lossy && !part.tail {
		w.fail("offset-reset", "a consumer misses offset %d, and nothing is gone", l.num("from"))
	}
	if c.next == nil {
		c.next = map[int]int{}
	}
	if !l.has("to") {
		c.next[w.partition(l)] = -1 // nothing comes next
		return
	}
	c.next[w.partition(l)] = l.num("to")
}

// deletionAnswered: every live replica has deleted, so that some log begins there.
func (w *world) deletionAnswered(l *line) {
	w.stake("deletion.answered")
	if l.word("error") == "" && !l.flag("connectionClosed") && l.num("lowWatermark") > w.parts[w.partition(l)].start {
		w.fail("deletion.answered", "the low watermark is %d, and no log begins there", l.num("lowWatermark"))
	}
}

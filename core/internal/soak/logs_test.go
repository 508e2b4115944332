//go:build !js

package soak

// dispatchLogs takes the lines that change a log or a high watermark, and reports whether l is one.
func (w *world) dispatchLogs(l *line, b int) bool {
	p := w.partition(l)
	switch l.kind {
	case "append":
		w.appended(l, p, b)
	case "replicate":
		w.replicated(l, p, b)
	case "truncate":
		w.truncated(l, p, b)
	case "log":
		w.replaced(l, p, b)
	case "high-watermark":
		w.water(l, p, b)
	case "fetch":
		w.fetched(l, b)
	case "fetch-response":
		w.fetchAnswered(l, b)
	case "isr":
		w.isrChange(l, p, b)
	case "role":
		w.role(l, p, b)
	case "duplicate":
		w.duplicate(l, p, b)
	default:
		return false
	}
	return true
}

// appended: a leader writes at its log's end, in its own epoch, which nobody else writes in; with acks=all only while
// the committed ISR has the minimum (broker.md 1.4 row 6).
func (w *world) appended(l *line, p, b int) {
	r, base, last, epoch := w.replica(p, b), l.num("baseOffset"), l.num("lastOffset"), l.num("leaderEpoch")
	w.stake("offsets")
	if base != len(r.log) || last < base {
		w.fail("offsets", "broker %d appends %d to %d to a log that ends at %d", b, base, last, len(r.log))
		base = len(r.log)
	}
	w.stake("one-writer")
	if writer, ok := w.parts[p].writers[epoch]; ok && writer != b {
		w.fail("one-writer", "brokers %d and %d write in leader epoch %d", writer, b, epoch)
	}
	w.parts[p].writers[epoch] = b
	if n := len(r.log); n > 0 && int(r.log[n-1].epoch) > epoch {
		w.fail("one-writer", "broker %d writes in leader epoch %d after %d", b, epoch, r.log[n-1].epoch)
	}
	w.lastAppend, w.parts[p].written = w.now, true
	from := len(r.log)
	w.numbered(w.request(l.num("request")), p, r.log, "NONE", -1)
	for i := range last - base + 1 {
		w.records++
		r.log = append(r.log, entry{int32(epoch), w.records})
		w.brought[w.records] = arrival{int32(l.num("request")), int32(i)}
	}
	w.requestAppended(l, p, b, r.log[from:])
	req := w.request(l.num("request"))
	if minimum := w.set.partitions[p].minimum; req.acks == "all" && r.exact && !w.set.partitions[p].changing {
		w.stake("minimum")
		if r.isr.size() < minimum {
			w.fail("minimum", "acks=all is written with an ISR of %v and a minimum of %d", r.isr, minimum)
		}
	}
}

// replicated: a follower takes what its leader had when it answered, at its own log's end.
func (w *world) replicated(l *line, p, b int) {
	r, base, last, leader := w.replica(p, b), l.num("baseOffset"), l.num("lastOffset"), l.num("leader")
	w.stake("offsets")
	if base != len(r.log) || last < base {
		w.fail("offsets", "broker %d copies %d to %d to a log that ends at %d", b, base, last, len(r.log))
	}
	from := w.replica(p, leader).log
	if sent := w.toPartner[[2]int{leader, b}]; sent != nil && sent[p] != nil {
		from = sent[p]
	}
	if last >= len(from) {
		w.fail("offsets", "broker %d copies up to %d of broker %d, whose log ended at %d", b, last, leader, len(from))
		return
	}
	r.log = append(r.log, from[base:last+1]...)
	for i := base; i <= last; i++ {
		if i > 0 && i < len(r.log) && r.log[i].epoch < r.log[i-1].epoch {
			w.fail("one-writer", "epochs fall along the log of broker %d at offset %d", b, i)
		}
	}
}

// truncated: a log loses its end, by a power cut or, at a follower, because its leader has another one.
func (w *world) truncated(l *line, p, b int) {
	r, from, to := w.replica(p, b), l.num("from"), l.num("to")
	w.stake("offsets")
	if from != len(r.log) || to >= from || to < 0 {
		w.fail("offsets", "broker %d is cut from %d to %d at a log end of %d", b, from, to, len(r.log))
	}
	to, from = min(max(to, 0), len(r.log)), min(from, len(r.log))
	gone := r.log[to:]
	r.log = r.log[:to:to]
	r.unsure = r.unsure || r.water > to // the next line may tell where it is now
	if l.word("reason") == "power-off" {
		r.cut, w.parts[p].tail, r.water = true, true, min(r.water, to)
		return
	}
	w.stake("no-leader-truncates")
	if r.leads {
		w.fail("no-leader-truncates", "broker %d, which leads, cuts its log", b)
	}
	if part := &w.parts[p]; !part.lossy && !part.tail {
		for i := to; i < min(from, len(part.committed)); i++ {
			w.stake("truncation")
			if gone[i-to] == part.committed[i] {
				w.fail("truncation", "broker %d cuts off the committed record at offset %d", b, i)
				break
			}
		}
	}
}

// water: where the high watermark goes (broker.md 5.3, 6.5).
func (w *world) water(l *line, p, b int) {
	r, from, to := w.replica(p, b), l.num("from"), l.num("to")
	if from != r.water && !r.unsure {
		w.fail("water", "the high watermark of broker %d was %d, not %d", b, r.water, from)
	}
	w.stake("water")
	if to > len(r.log) {
		w.fail("water", "broker %d has a high watermark of %d and a log end of %d", b, to, len(r.log))
		to = len(r.log)
	}
	r.water, r.unsure = to, false
	if l.flag("leader") {
		w.leaderWater(p, b, from, to)
	} else {
		w.stake("water.follower")
	}
	w.agree(p, b, to)
}

// leaderWater: a leader's never falls, stands still under the minimum, and passes nothing that a member lacks.
func (w *world) leaderWater(p, b, from, to int) {
	r, part := w.replica(p, b), &w.parts[p]
	w.stake("water.leader")
	if to <= from {
		w.fail("water.leader", "that of the leader, broker %d, goes from %d to %d", b, from, to)
	}
	if mark, ok := part.marks[r.epoch]; ok && to < mark {
		w.fail("water.leader", "in leader epoch %d it was %d, now it is %d", r.epoch, mark, to)
	}
	part.marks[r.epoch] = max(part.marks[r.epoch], to)
	r.highest = max(r.highest, to)
	for _, id := range (r.isr | r.pending).ids() {
		member := w.replica(p, id)
		if id == b || member.cut {
			continue
		}
		w.stake("water.members")
		if len(member.log) < to {
			w.fail("water.members", "it goes to %d, and member %d has %d records", to, id, len(member.log))
		}
	}
	if placed := &w.set.partitions[p]; r.exact && !placed.changing {
		w.stake("water.minimum")
		if r.isr.size() < placed.minimum {
			w.fail("water.minimum", "it moves with an ISR of %v and a minimum of %d", r.isr, placed.minimum)
		}
	}
	for i := len(part.committed); i < to; i++ {
		part.committed = append(part.committed, r.log[i])
	}
}

// agree: below the high watermark a log has what is committed, but for what some log has deleted: a follower that ends
// there, with another record, is not told that it differs, and deletes it with its next answer.
func (w *world) agree(p, b, to int) {
	part, r := &w.parts[p], w.replica(p, b)
	if part.lossy || part.tail {
		return
	}
	for i := min(to, len(part.committed)) - 1; i >= part.start; i-- {
		w.stake("agree")
		if r.log[i] != part.committed[i] {
			w.fail("agree", "broker %d has another record at offset %d than was committed", b, i)
			return
		}
		if i < to-64 {
			return // what lies far below was compared when the watermark passed it
		}
	}
}

// replaced: a broker makes a log where it has none, an empty one, and deletes one that it has.
func (w *world) replaced(l *line, p, b int) {
	r := w.replica(p, b)
	w.stake("replaced")
	if l.flag("deleted") && l.num("logEndOffset") != len(r.log) || !l.flag("deleted") && len(r.log) != 0 {
		w.fail("replaced", "broker %d has %d records: %s", b, len(r.log), l.text)
	}
	*r = replica{}
}

// fetched: only a leader takes fetches; what its follower has, it is told.
func (w *world) fetched(l *line, b int) {
	follower := l.num("follower")
	for _, it := range l.items() {
		p := w.set.place(it.Topic, it.Partition)
		if it.Error != "" {
			continue
		}
		w.stake("fetch")
		if !w.replica(p, b).leads {
			w.fail("fetch", "broker %d, which does not lead, takes a fetch of %s-%d", b, it.Topic, it.Partition)
		}
		r := w.replica(p, follower)
		r.fetched, r.fetchedN = it.FetchOffset, w.n
	}
}

// fetchAnswered keeps what the leader has at this moment: that is what travels.
func (w *world) fetchAnswered(l *line, b int) {
	if l.num("records") == 0 {
		return
	}
	follower := l.num("follower")
	key := [2]int{b, follower}
	sent := w.toPartner[key]
	if sent == nil {
		sent = make([][]entry, len(w.parts))
		w.toPartner[key] = sent
	}
	for p := range w.parts {
		sent[p] = nil
		if r := w.replica(p, b); r.leads && w.set.partitions[p].could.has(follower) {
			sent[p] = r.log
		}
	}
}

// isrChange: a leader proposes to take in who has reached the high watermark, and to drop whom it names (broker.md 5.5
// to 5.7).
func (w *world) isrChange(l *line, p, b int) {
	r, from, to := w.replica(p, b), l.brokers("from"), l.brokers("to")
	switch l.word("state") {
	case "proposed":
		w.stake("isr.proposed")
		if r.pending != 0 {
			w.fail("isr.proposed", "broker %d proposes %v while %v is under way", b, to, r.pending)
		}
		if !to.has(b) || !r.leads {
			w.fail("isr.proposed", "broker %d proposes %v", b, to)
		}
		if r.exact && from != r.isr {
			w.fail("isr.proposed", "broker %d takes %v for the ISR, and it is %v", b, from, r.isr)
		}
		for _, id := range (to &^ from).ids() {
			w.stake("isr.joins")
			if member := w.replica(p, id); member.fetched < r.water && !member.cut && !r.unsure {
				w.fail("isr.joins", "broker %d joins at %d, below the high watermark, %d", id, member.fetched, r.water)
			}
		}
		if grow := to &^ from; grow != 0 {
			r.pending = to
		} else {
			r.pending = from
		}
	case "committed":
		r.isr, r.exact, r.pending = to, true, 0
	default:
		r.pending = 0
	}
}

// role: a broker leads or follows in a leader epoch. Who takes over has all that is committed, unless an unclean
// election or a power cut has cost it (broker.md 6.1, 7.2).
func (w *world) role(l *line, p, b int) {
	r, part, epoch, leads := w.replica(p, b), &w.parts[p], l.num("leaderEpoch"), l.flag("leads")
	if epoch < r.epoch {
		w.fail("role", "broker %d goes back from leader epoch %d to %d", b, r.epoch, epoch)
	}
	if end := l.num("logEndOffset"); end != len(r.log) {
		w.fail("offsets", "broker %d has a log end of %d, not %d", b, len(r.log), end)
	}
	if leads != (l.num("leader") == b) {
		w.fail("role", "broker %d leads: %t, and the leader is %d", b, leads, l.num("leader"))
	}
	was := r.leads
	r.leads, r.epoch, r.pending = leads, epoch, 0
	if !leads {
		r.isr, r.exact = 0, false
		return
	}
	if !was {
		r.highest = r.water
	}
	if epoch == part.leaderEpoch {
		r.isr, r.exact = part.common, part.steady
	} else {
		r.isr, r.exact = 0, false
	}
	if part.lossy || part.tail {
		return
	}
	w.stake("takeover")
	if len(r.log) < len(part.committed) {
		w.fail("takeover", "broker %d leads with %d records, and %d are committed", b, len(r.log), len(part.committed))
		return
	}
	for i, want := range part.committed {
		if r.log[i] != want {
			w.fail("takeover", "broker %d leads with another record at offset %d than was committed", b, i)
			return
		}
	}
}

// endLogs: what the lines say is in the logs is in them, with one value for each record.
func (w *world) endLogs() {
	values := w.values
	for _, end := range w.end.Partitions {
		p := w.set.place(end.Topic, end.Partition)
		for _, rep := range end.Replicas {
			r := w.replica(p, rep.Broker)
			w.stake("end-logs")
			n := len(r.log) - r.start
			if rep.LogEndOffset != len(r.log) || len(rep.Values) != n || len(rep.Epochs) != n || rep.LogStartOffset != r.start {
				w.fail("end-logs", "the log of broker %d goes from %d to %d, not from %d to %d", rep.Broker,
					rep.LogStartOffset, rep.LogEndOffset, r.start, len(r.log))
				continue
			}
			if r.unsure {
				r.water, r.unsure = rep.HighWatermark, false
			}
			if rep.HighWatermark != r.water {
				w.fail("end-logs", "the high watermark of broker %d is %d, not %d", rep.Broker, rep.HighWatermark, r.water)
			}
			if rep.Alive != w.nodes[rep.Broker].alive {
				w.fail("end-logs", "broker %d is alive: %t", rep.Broker, rep.Alive)
			}
			for i, e := range r.log[r.start:] {
				if known, ok := values[e.id]; ok && known != rep.Values[i] || int(e.epoch) != rep.Epochs[i] {
					w.fail("end-logs", "broker %d has %q of epoch %d at offset %d of %s-%d, not %q of epoch %d", rep.Broker,
						rep.Values[i], rep.Epochs[i], i, end.Topic, end.Partition, known, e.epoch)
					break
				}
				values[e.id] = rep.Values[i]
			}
		}
	}
}

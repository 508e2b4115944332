//go:build !js

package soak

// arrival is which request brought a record, and as which of its records for the partition.
type arrival struct{ request, index int32 }

// stored is a batch of an idempotent producer in a log.
type stored struct {
	batch
	base    int
	request int32
}

// numbered holds what a leader does with a batch against the batches of its producer in the leader's log: it is
// written, found to be there already, or refused (broker.md 1.9). verdict is "NONE", "DUPLICATE" or the error.
func (w *world) numbered(r *request, p int, log []entry, verdict string, base int) {
	b := r.batches[p]
	if b.id < 0 {
		return
	}
	known, whole := w.batchesOf(p, log, b.id)
	if !whole || w.forgot[[2]int{p, b.id}] {
		return // a power cut has left a part of a batch; or a replica has forgotten the producer
	}
	if n := len(known); n > 0 && w.now-w.requests[known[n-1].request].sentAt >= w.set.expiration() {
		return // a broker that starts does not load what is so old (ProducerStateManager.loadFromSnapshot)
	}
	want, at := "NONE", -1
	newest := batch{epoch: -1}
	if len(known) > 0 {
		newest = known[len(known)-1].batch
	}
	for i, old := range known {
		retained := i >= len(known)-5 && old.epoch == newest.epoch
		if retained && old.epoch == b.epoch && old.sequence == b.sequence && old.count == b.count {
			want, at = "DUPLICATE", old.base
		}
	}
	switch {
	case want == "DUPLICATE" || len(known) == 0:
	case b.epoch < newest.epoch:
		want = "INVALID_PRODUCER_EPOCH"
	case b.epoch > newest.epoch && b.sequence != 0,
		b.epoch == newest.epoch && b.sequence != (newest.last()+1)%(1<<31):
		want = "OUT_OF_ORDER_SEQUENCE_NUMBER"
	}
	w.stake("sequences." + want)
	if want != verdict || want == "DUPLICATE" && at != base {
		w.fail("sequences", "a batch %+v is judged %s at %d, and it is %s at %d: the log has %+v", b, verdict, base, want, at,
			known[max(0, len(known)-5):])
	}
}

// batchesOf lists the batches of a producer in a log, oldest first, the last ten; whole reports whether none is cut.
func (w *world) batchesOf(p int, log []entry, id int) (list []stored, whole bool) {
	whole = true
	for end := len(log); end > 0 && len(list) < 10; {
		from, ok := w.brought[log[end-1].id]
		if !ok {
			break // what was there at the start has no numbers
		}
		b := w.requests[from.request].batches[p]
		begin := end - 1 - int(from.index)
		if int(from.index) != b.count-1 || begin < 0 {
			whole = false // the rest of it is gone
			begin = max(begin, 0)
		}
		if b.id == id {
			list = append([]stored{{b, begin, from.request}}, list...)
		}
		end = begin
	}
	return list, whole
}

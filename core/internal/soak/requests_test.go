//go:build !js

package soak

// request is one produce request.
type request struct {
	producer  int // -1: a raw one
	broker    int
	acks      string
	timeout   int64
	sentAt    int64
	sent      bool
	arrived   bool
	queued    bool
	by        string // what decided it
	parked    bool
	parkedAt  int64
	deadline  int64
	required  []item
	answered  bool
	closed    bool
	timer     string // "armed", "cancelled", "fired"
	timerLife int
	written   map[int][2]int // by partition: first and last offset
	entries   map[int][]entry
	refused   map[int]string
	batches   map[int]batch // by partition: what it carries
}

// batch is the records of a request for one partition, as an idempotent producer numbers them.
type batch struct {
	id, epoch, sequence int // id -1: it does not
	count               int
}

// last is the sequence of a batch's last record (DefaultRecordBatch.incrementSequence).
func (b *batch) last() int { return (b.sequence + b.count - 1) % (1 << 31) }

const (
	tick  = 1000 // of the purgatory's timer, in microseconds
	never = int64(1) << 62
)

// request is the one of that number.
func (w *world) request(number int) *request {
	if number < 1 || number > 1<<22 {
		w.fail("requests", "no request has the number %d", number)
		number = 0
	}
	for len(w.requests) <= number {
		w.requests = append(w.requests, request{
			producer: -1, written: map[int][2]int{}, refused: map[int]string{},
			entries: map[int][]entry{}, batches: map[int]batch{},
		})
	}
	return &w.requests[number]
}

// dispatchRequests takes the lines about produce requests, and reports whether l is one.
func (w *world) dispatchRequests(l *line, b int) bool {
	switch l.kind {
	case "request":
		w.sent(l, b)
	case "receive":
		w.received(l, b)
	case "refuse":
		w.refused(l, b)
	case "park":
		r := w.request(l.num("request"))
		w.stake("park")
		if r.acks != "all" || r.parked || r.by != "" {
			w.fail("park", "a request with acks=%s is parked; parked before: %t, decided: %q", r.acks, r.parked, r.by)
		}
		w.far = w.far || r.timeout > 200*second
		r.parked, r.parkedAt, r.deadline, r.required = true, w.now, l.ms("deadline"), l.items()
		if limit := w.now + r.timeout; r.deadline > limit+tick || r.deadline < limit-2*tick {
			w.fail("park", "its deadline is %s, at a timeout of %s", clock(r.deadline), clock(r.timeout))
		}
	case "complete":
		w.completed(l, b)
	case "expire":
		w.expiredLine(l)
	case "response":
		w.response(l, b)
	case "timer":
		w.timer(l, b)
	case "check":
		w.stake("check")
	case "throttle":
		w.stake("throttle")
		if l.ms("throttleTimeMs") <= 0 || !w.request(l.num("request")).arrived {
			w.fail("throttle", "%s", l.text)
		}
	case "producer-expire":
		w.stake("producer-expire")
		w.forgot[[2]int{w.partition(l), l.num("producerId")}] = true
	default:
		return false
	}
	return true
}

func (w *world) sent(l *line, b int) {
	r := w.request(l.num("request"))
	w.stake("once.sent")
	if r.sent {
		w.fail("once.sent", "request %d is sent again", l.num("request"))
	}
	r.sentAt = w.now
	r.sent, r.broker, r.acks, r.timeout = true, b, l.word("acks"), l.ms("timeoutMs")
	for _, it := range l.items() {
		b := batch{id: -1, count: it.Records}
		if it.ProducerID != nil {
			b.id, b.epoch, b.sequence = *it.ProducerID, it.ProducerEpoch, it.Sequence
		}
		r.batches[w.set.place(it.Topic, it.Partition)] = b
	}
	if l.has("producer") {
		r.producer = w.set.producers[l.word("producer")]
		w.leaves(r, l.num("request"))
	}
}

func (w *world) received(l *line, b int) {
	r := w.request(l.num("request"))
	w.stake("once.received")
	if l.flag("queued") {
		if r.arrived {
			w.fail("once.received", "request %d is queued after it was taken", l.num("request"))
		}
		r.queued = true
		return
	}
	if r.arrived || r.broker != b {
		w.fail("once.received", "broker %d takes request %d, for broker %d; taken before: %t", b, l.num("request"),
			r.broker, r.arrived)
	}
	r.arrived = true
}

// requestAppended: what a request brings to a partition is written once, and not after a refusal.
func (w *world) requestAppended(l *line, p, b int, entries []entry) {
	r := w.request(l.num("request"))
	w.stake("once.appended")
	if _, before := r.written[p]; before || !r.arrived || r.by != "" || r.broker != b {
		w.fail("once.appended", "request %d is written by broker %d; before: %t, taken: %t, decided: %q", l.num("request"),
			b, before, r.arrived, r.by)
	}
	if why, ok := r.refused[p]; ok {
		w.fail("refused", "request %d is written after its refusal, %s", l.num("request"), why)
	}
	r.written[p] = [2]int{l.num("baseOffset"), l.num("lastOffset")}
	r.entries[p] = append([]entry{}, entries...)
	if b := r.batches[p]; len(entries) != b.count {
		w.fail("once.appended", "request %d brings %d records, and %d are written", l.num("request"), b.count, len(entries))
	}
}

// duplicate: a batch that was there already has its first offsets, which are in the log.
func (w *world) duplicate(l *line, p, b int) {
	r := w.request(l.num("request"))
	w.stake("duplicate")
	base, last := l.num("baseOffset"), l.num("lastOffset")
	if last >= len(w.replica(p, b).log) || last < base {
		w.fail("duplicate", "%d to %d is there already, in a log of %d records", base, last, len(w.replica(p, b).log))
		return
	}
	r.written[p] = [2]int{base, last}
	r.entries[p] = append([]entry{}, w.replica(p, b).log[base:last+1]...)
	w.numbered(r, p, w.replica(p, b).log, "DUPLICATE", base)
}

// refused: with NOT_ENOUGH_REPLICAS the ISR is smaller than the minimum, and nothing is written (broker.md 1.4).
func (w *world) refused(l *line, b int) {
	r, p, why := w.request(l.num("request")), w.partition(l), l.word("error")
	w.stake("refused")
	if _, ok := r.written[p]; ok {
		w.fail("refused", "request %d is refused with %s after it was written", l.num("request"), why)
	}
	r.refused[p] = why
	switch why {
	case "OUT_OF_ORDER_SEQUENCE_NUMBER", "INVALID_PRODUCER_EPOCH":
		w.numbered(r, p, w.replica(p, b).log, why, -1)
	case "NOT_ENOUGH_REPLICAS":
		rep := w.replica(p, b)
		w.stake("refused.minimum")
		if l.num("isrSize") >= l.num("effectiveMinIsr") || r.acks != "all" || !rep.leads {
			w.fail("refused.minimum", "acks=%s is refused by %s", r.acks, l.text)
		}
		if rep.exact && l.num("isrSize") != rep.isr.size() {
			w.fail("refused.minimum", "the ISR is %v in %s", rep.isr, l.text)
		}
		if placed := &w.set.partitions[p]; !placed.changing && l.num("effectiveMinIsr") != placed.minimum {
			w.fail("refused.minimum", "the minimum is %d in %s", placed.minimum, l.text)
		}
	case "NOT_LEADER_OR_FOLLOWER":
		w.stake("refused.leader")
		if w.replica(p, b).leads {
			w.fail("refused.leader", "broker %d leads, and says that it does not", b)
		}
	}
}

// completed: a request is decided once; by its deadline then and not before, by the high watermark before the deadline.
func (w *world) completed(l *line, b int) {
	r, by := w.request(l.num("request")), l.word("by")
	w.stake("once.complete")
	if r.by != "" || !r.arrived {
		w.fail("once.complete", "request %d is decided by %q and by %q; taken: %t", l.num("request"), r.by, by, r.arrived)
	}
	r.by = by
	if r.parked == (by == "append") {
		w.fail("once.complete", "request %d is decided by %s; parked: %t", l.num("request"), by, r.parked)
	}
	if !r.parked {
		return
	}
	late := w.now > r.deadline+tick && !w.stoodStill(b, r.parkedAt)
	switch by {
	case "timeout":
		w.stake("deadline.fires")
		if w.now < r.deadline || late {
			w.fail("deadline.fires", "request %d times out at a deadline of %s", l.num("request"), clock(r.deadline))
		}
	default:
		w.stake("deadline.before")
		if late {
			w.fail("deadline.before", "request %d is decided by %s after its deadline, %s", l.num("request"), by,
				clock(r.deadline))
		}
	}
}

// stoodStill reports whether a broker was frozen at some time since an instant.
func (w *world) stoodStill(b int, since int64) bool {
	return w.nodes[b].frozen || w.nodes[b].thawed >= since
}

func (w *world) expiredLine(l *line) {
	r := w.request(l.num("request"))
	w.stake("expire")
	w.expired += l.num("pending")
	if r.timer != "fired" || r.by != "" && r.by != "timeout" || l.num("pending") < 1 ||
		l.num("pending") > len(r.required) {
		w.fail("expire", "request %d, decided by %q, expires with %d pending", l.num("request"), r.by, l.num("pending"))
	}
}

// response: a request is answered once, after it is decided; success with acks=all says that the high watermark has
// passed it (broker.md 2.3).
func (w *world) response(l *line, b int) {
	r, number := w.request(l.num("request")), l.num("request")
	w.stake("once.answered")
	if r.answered {
		w.fail("once.answered", "request %d is answered again", number)
	}
	if r.by == "" && !l.flag("connectionClosed") {
		w.fail("once.answered", "request %d is answered before it is decided", number)
	}
	r.answered, r.closed = true, l.flag("connectionClosed")
	w.arrives(r, number)
	if r.acks == "0" && !r.closed {
		w.fail("once.answered", "request %d, with acks=0, is answered", number)
	}
	for _, it := range l.items() {
		w.answer(r, number, b, it)
	}
}

func (w *world) answer(r *request, number, b int, it item) {
	p := w.set.place(it.Topic, it.Partition)
	offsets, written := r.written[p]
	switch it.Error {
	case "NONE":
		w.stake("answer.success")
		if !written || it.BaseOffset != offsets[0] {
			w.fail("answer.success", "request %d succeeds at %d, and was written at %v", number, it.BaseOffset, offsets)
			return
		}
		if r.acks != "all" {
			return
		}
		w.stake("answer.committed")
		if rep := w.replica(p, b); rep.highest <= offsets[1] {
			w.fail("answer.committed", "request %d succeeds with %v, at a high watermark of %d", number, offsets, rep.highest)
		}
	case "REQUEST_TIMED_OUT":
		w.stake("answer.timeout")
		if w.now < r.deadline || r.by != "timeout" || !written || it.BaseOffset != offsets[0] {
			w.fail("answer.timeout", "request %d is told of a timeout at %d; deadline %s, decided by %s, written at %v", number,
				it.BaseOffset, clock(r.deadline), r.by, offsets)
		}
	case "NOT_ENOUGH_REPLICAS_AFTER_APPEND":
		w.stake("answer.after-append")
		if !written || r.acks != "all" {
			w.fail("answer.after-append", "request %d is told %s", number, it.Error)
		}
	default:
		w.stake("answer.refusal")
		if why, ok := r.refused[p]; !written && (!ok || why != it.Error) && it.Error != "INVALID_REQUIRED_ACKS" {
			w.fail("answer.refusal", "request %d is told %s, and was refused with %q", number, it.Error, why)
		}
		if written && it.Error != "NOT_LEADER_OR_FOLLOWER" {
			w.fail("answer.refusal", "request %d is told %s, and was written at %v", number, it.Error, offsets)
		}
	}
}

// timer: a deadline is armed with the parking, and cancelled or fired once (broker.md 3.2, 4).
func (w *world) timer(l *line, b int) {
	r, action := w.request(l.num("request")), l.word("action")
	w.stake("timer")
	switch {
	case !l.has("level") && r.timer == "" && r.parked && action == "fired": // its time was up before it came to a wheel
		r.timerLife = w.nodes[b].life
	case action == "armed" && (r.timer != "" || !r.parked),
		action != "armed" && r.timer != "armed",
		action != "armed" && r.timerLife != w.nodes[b].life:
		w.fail("timer", "that of request %d is %s after %q, in life %d of %d", l.num("request"), action, r.timer,
			r.timerLife, w.nodes[b].life)
	}
	switch action {
	case "armed":
		r.timerLife = w.nodes[b].life
	case "cascaded":
		return
	case "fired":
		if w.now < r.deadline {
			w.fail("timer", "that of request %d fires before %s", l.num("request"), clock(r.deadline))
		}
	}
	r.timer = action
}

// endRequests: armed is cancelled, fired, or pending, in a broker that lives.
func (w *world) endRequests() {
	pending := 0
	for number := range w.requests {
		r := &w.requests[number]
		b := r.broker
		if r.timer == "armed" && w.nodes[b].alive && w.nodes[b].life == r.timerLife {
			pending++
			w.stake("deadline.end")
			if r.deadline+tick < w.now && !w.stoodStill(b, r.parkedAt) {
				w.fail("deadline.end", "request %d waits after its deadline, %s", number, clock(r.deadline))
			}
		}
	}
	w.stake("purgatory")
	if pending != w.end.Purgatory.Delayed {
		w.fail("purgatory", "%d deadlines are pending, and %d are said to be", pending, w.end.Purgatory.Delayed)
	}
	if e := w.end.Purgatory.Expired; e > w.expired || e != w.expired && !w.deaths {
		w.fail("purgatory", "%d partitions have expired, and %d are said to have", w.expired, e)
	}
	if len(w.end.Requests) != len(w.requests)-1 && len(w.end.Requests) < len(w.requests)-1 {
		w.fail("requests", "%d are told of at the end, and there were %d", len(w.end.Requests), len(w.requests)-1)
	}
	for _, end := range w.end.Requests {
		r := w.request(end.Request)
		w.stake("end-requests")
		if end.Parked != r.parked || end.CompletedBy != r.by || (end.Answered != nil) != r.answered && r.acks != "0" {
			w.fail("end-requests", "request %d: parked %t, decided by %q, answered %t, and the summary says %+v", end.Request,
				r.parked, r.by, r.answered, end)
		}
		w.endAcknowledged(&end, r)
	}
}

// endAcknowledged: a write with acks=all that succeeded is in the leader's log at its place, unless an election or a
// power cut may have cost it.
func (w *world) endAcknowledged(end *requestEnd, r *request) {
	if r.acks != "all" || !r.answered || r.closed {
		return
	}
	for _, told := range end.Partitions {
		p := w.set.place(told.Topic, told.Partition)
		part := &w.parts[p]
		if told.Error != "NONE" || part.lossy || part.tail || part.leader < 1 {
			continue
		}
		w.stake("survives")
		if part.elections > 0 {
			w.stake("survives.election")
		}
		log := w.replica(p, part.leader).log
		for i, e := range r.entries[p] {
			if at := r.written[p][0] + i; at >= len(log) || log[at] != e {
				w.fail("survives", "request %d was acknowledged, and offset %d of %s-%d is not its record", end.Request, at,
					told.Topic, told.Partition)
				break
			}
		}
	}
}

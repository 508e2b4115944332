//go:build !js

package soak

import (
	"slices"
	"strings"
)

// client is a producer of the script.
type client struct {
	acks        string
	idempotent  bool
	inFlight    int     // at most, to one broker
	delivery    int64   // microseconds
	request     int64   // microseconds
	open        [][]int // by broker: requests that are not answered
	values      map[string]*fate
	order       []*fate                      // as they were taken
	identities  map[tenure]map[identity]bool // under which its batches have left
	life        int                          // of its process, from 0
	dead        bool
	retried     map[int]bool
	maxBlock    int64  // microseconds
	call        string // the one that blocks, or none
	callBlocked int64  // since when
}

// identity is under which an idempotent producer writes.
type identity struct{ id, epoch int }

// tenure is a partition during one life of a producer's process.
type tenure struct{ partition, life int }

// fate is what becomes of a record of a producer.
type fate struct {
	value     string
	life      int // of the process that was handed it
	partition int
	taken     int64 // -1: never
	told      string
	toldAt    int64
	offset    int
	handed    int // how often its application has handed it over; lines do not say which of these they are about
	takes     int
	tells     int
	acks      int
}

// again reports whether the record was handed over more than once.
func (f *fate) again() bool { return f.handed > 1 }

// reader is a consumer of the script.
type reader struct{ next map[int]int }

func newClient(s *setting, i int) client {
	config := s.Producers[i].Config
	c := client{
		acks: s.acks(i), idempotent: s.idempotent(i),
		inFlight: int(number(config, "max.in.flight.requests.per.connection", 5)),
		request:  int64(number(config, "request.timeout.ms", 30000) * 1000),
		delivery: int64(number(config, "delivery.timeout.ms", 120000) * 1000),
		open:     make([][]int, s.Cluster.Brokers+1),
		values:   map[string]*fate{}, retried: map[int]bool{},
		identities: map[tenure]map[identity]bool{},
		maxBlock:   int64(number(config, "max.block.ms", 60_000) * 1000),
	}
	linger := int64(number(config, "linger.ms", 5) * 1000)
	c.delivery = max(c.delivery, c.request+linger)
	return c
}

// dispatchClients takes the lines about producers' records and about consumers, and reports whether l is one.
func (w *world) dispatchClients(l *line) bool {
	switch l.kind {
	case "enqueue":
		w.taken(l)
	case "acknowledge", "fail":
		w.told(l)
	case "retry":
		w.retried(l)
	case "cancel":
		c := &w.clients[w.set.producers[l.word("producer")]]
		c.open[l.num("broker")] = nil
	case "late", "mute":
		w.stake(l.kind)
	case "client":
		w.lives(l)
	case "give-up":
		w.givesUp(l)
	case "block", "return":
		w.call(l)
	case "visible":
		w.visible(l)
	default:
		return false
	}
	return true
}

func (c *client) fate(value string) *fate {
	f := c.values[value]
	if f == nil {
		f = &fate{value: value, life: c.life, partition: -1, taken: -1, offset: -1, handed: 1}
		c.values[value] = f
	}
	return f
}

// working is the producer that a line is about, which must be alive.
func (w *world) working(l *line) *client {
	c := &w.clients[w.set.producers[l.word("producer")]]
	w.stake("clients.alive")
	if c.dead {
		w.fail("clients.alive", "a producer that is dead does something: %s", l.text)
	}
	return c
}

// lives: a producer's process dies, and nobody is told of what it had; or a new one starts.
func (w *world) lives(l *line) {
	c := &w.clients[w.set.producers[l.word("producer")]]
	w.stake("clients." + l.word("state"))
	if l.word("state") == "started" {
		if len(c.flying()) > 0 || c.call != "" {
			w.fail("clients.started", "a process starts with %v under way, in %q", c.flying(), c.call)
		}
		c.dead, c.life = false, c.life+1
		return
	}
	if c.dead {
		w.fail("clients.killed", "it is dead already: %s", l.text)
	}
	gone := 0
	for _, f := range c.values {
		if f.life != c.life {
			continue
		}
		gone += f.handed - f.tells
		if f.told == "" {
			f.told, f.toldAt = "never", w.now
		}
	}
	if unsent, untold := l.optional("neverSent"), l.optional("neverTold"); unsent+untold != gone {
		w.fail("clients.killed", "%d and %d records are said to die with it, and there are %d", unsent, untold, gone)
	}
	c.dead, c.call, c.open = true, "", make([][]int, len(c.open))
}

// givesUp: an application waits no longer for a record whose success it has not been told, and may hand it over again.
func (w *world) givesUp(l *line) {
	c := w.working(l)
	f := c.fate(l.word("value"))
	w.stake("give-up")
	if f.acks >= f.handed {
		w.fail("give-up", "record %q is given up, and all that was handed over of it is acknowledged", f.value)
	}
	if l.has("resend") {
		w.stake("give-up.resend")
		if f.handed++; l.num("resend") != f.handed-1 {
			w.fail("give-up", "record %q is handed over again for the %d. time, and was %d times before", f.value,
				l.num("resend"), f.handed-1)
		}
	}
}

// flying is the requests that are not answered.
func (c *client) flying() []int { return slices.Concat(c.open...) }

func (w *world) taken(l *line) {
	c := w.working(l)
	f := c.fate(l.word("value"))
	w.stake("once.taken")
	if f.takes++; f.takes > f.handed || f.told != "" && !f.again() {
		w.fail("once.taken", "record %q is taken again", f.value)
	}
	f.taken, f.partition = w.now, w.partition(l)
	c.order = append(c.order, f)
}

// told: the application is told once what became of a record, in time (producer.md 3.4).
func (w *world) told(l *line) {
	c := w.working(l)
	f := c.fate(l.word("value"))
	w.stake("once.told")
	if f.tells++; f.tells > f.handed {
		w.fail("once.told", "of record %q the application is told %s and %s", f.value, f.told, l.kind)
	}
	f.told, f.toldAt = l.kind, w.now
	if l.kind == "acknowledge" {
		f.acks++
		f.offset = l.num("offset")
		f.told = "acknowledged"
		w.acknowledged(l, c, f)
		return
	}
	f.told = "failed"
	if w.now > c.limit(f) && !f.again() {
		w.fail("delivery", "record %q, taken at %s, fails with %s", f.value, clock(f.taken), l.word("error"))
	}
}

// acknowledged: success comes with an answer that said so; with acks=0 when it has left.
func (w *world) acknowledged(l *line, c *client, f *fate) {
	r := w.request(l.num("request"))
	w.stake("acknowledged")
	if r.acks == "0" {
		if f.offset >= 0 {
			w.fail("acknowledged", "record %q has offset %d with acks=0", f.value, f.offset)
		}
		return
	}
	offsets, written := r.written[w.partition(l)]
	if !r.answered || !written || f.offset < offsets[0] || f.offset > offsets[1] {
		w.fail("acknowledged", "record %q at %d; request %d answered: %t, written at %v", f.value, f.offset,
			l.num("request"), r.answered, offsets)
	}
}

// limit is until when an application has to be told of a record that was taken: the delivery timeout, and while a
// younger batch is sent before it or a request is under way, that (producer.md 3.3, 3.4, T15b). Without idempotence a
// batch that goes back to its queue comes to stand before older ones, and these expire after it only (4.6, R10).
func (c *client) limit(f *fate) int64 {
	if f.taken < 0 {
		return never
	}
	from := f.taken
	for i := len(c.order) - 1; i >= 0 && !c.idempotent; i-- {
		if o := c.order[i]; o.partition == f.partition && o.taken <= f.taken+c.delivery {
			from = max(from, o.taken)
			break
		}
	}
	return from + c.delivery + 2*c.request + 1_000_000
}

func (w *world) retried(l *line) {
	c := w.working(l)
	p := w.partition(l)
	w.stake("retry")
	c.retried[p] = true
	if l.num("attempt") < 1 {
		w.fail("retry", "attempt %d", l.num("attempt"))
	}
}

// call: an application has one thread, so one call at a time blocks; a send does for max.block.ms at most, with the
// wait for metadata and that for memory (producer.md 1.1).
func (w *world) call(l *line) {
	c := w.working(l)
	what := l.word("verb") + " " + l.word("value")
	if l.kind == "block" {
		w.stake("block")
		if l.word("verb") == "send" {
			c.fate(l.word("value"))
		}
		if l.word("waitsFor") == "call" {
			return
		}
		if c.call != "" && c.call != what {
			w.fail("block", "%q blocks while %q does", what, c.call)
		}
		if c.call == "" {
			c.call, c.callBlocked = what, w.now
		}
		return
	}
	w.stake("return")
	if c.call != "" && c.call != what {
		w.fail("block", "%q comes back while %q blocks", what, c.call)
	}
	c.call = ""
	if took := l.ms("tookMs"); l.word("verb") == "send" && took > c.maxBlock+tick {
		w.fail("block", "a send blocks for %s", clock(took))
	}
}

// leaves: no more requests are under way to a broker than the producer allows.
func (w *world) leaves(r *request, number int) {
	c := &w.clients[r.producer]
	if r.acks != c.acks {
		w.fail("in-flight", "request %d has acks=%s", number, r.acks)
	}
	if c.dead {
		w.fail("clients.alive", "request %d leaves a producer that is dead", number)
	}
	for p, b := range r.batches {
		at := tenure{p, c.life}
		if c.identities[at] == nil {
			c.identities[at] = map[identity]bool{}
		}
		c.identities[at][identity{b.id, b.epoch}] = true
		if c.idempotent != (b.id >= 0) && b.epoch < 1<<15-1 {
			w.fail("identity", "request %d leaves with producer id %d; idempotent: %t", number, b.id, c.idempotent)
		}
	}
	if r.acks == "0" {
		return
	}
	c.open[r.broker] = append(c.open[r.broker], number)
	w.stake("in-flight")
	if len(c.open[r.broker]) > 1 {
		w.stake("in-flight.several")
	}
	if len(c.open[r.broker]) > c.inFlight {
		w.fail("in-flight", "%v are under way to broker %d, and %d may be", c.open[r.broker], r.broker, c.inFlight)
	}
}

// arrives: an answer ends a request.
func (w *world) arrives(r *request, number int) {
	if r.producer >= 0 {
		c := &w.clients[r.producer]
		c.open[r.broker] = slices.DeleteFunc(c.open[r.broker], func(n int) bool { return n == number })
	}
}

// visible: a consumer reads what is committed, all of it, in order; it goes back only where committed records were
// lost.
func (w *world) visible(l *line) {
	c, p, b := &w.readers[w.set.consumers[l.word("consumer")]], w.partition(l), l.num("broker")
	from, last := l.num("from"), l.num("offset")
	part := &w.parts[p]
	w.stake("visible")
	if last < from {
		w.fail("visible", "from %d to %d", from, last)
	}
	if !part.lossy && !part.tail {
		w.stake("visible.committed")
		if last >= len(part.committed) {
			w.fail("visible.committed", "a consumer reads offset %d of broker %d, and %d are committed", last, b,
				len(part.committed))
		}
		if next, ok := c.next[p]; ok && next != from {
			w.fail("visible.next", "a consumer reads from %d, after it has read up to %d", from, next)
		} else if ok {
			w.stake("visible.next")
		}
	}
	if c.next == nil {
		c.next = map[int]int{}
	}
	c.next[p] = last + 1
}

// endClients: the summary of each record agrees with what its application was told and with the logs.
func (w *world) endClients() {
	logs := map[int]map[string][]int{} // by partition: the places of each value in the leader's log
	for _, end := range w.end.Partitions {
		p := w.set.place(end.Topic, end.Partition)
		logs[p] = map[string][]int{}
		for _, r := range end.Replicas {
			if r.Broker == end.Leader {
				for offset, value := range r.Values {
					logs[p][value] = append(logs[p][value], r.LogStartOffset+offset)
				}
			}
		}
	}
	for i := range w.end.Records {
		w.endRecord(&w.end.Records[i], logs)
	}
	for i := range w.clients {
		w.endClient(&w.clients[i], logs)
	}
}

func (w *world) endRecord(end *recordEnd, logs map[int]map[string][]int) {
	c := &w.clients[w.set.producers[end.Producer]]
	f := c.fate(end.Value)
	w.stake("end-records")
	told := f.told
	if f.again() {
		w.endAgain(end, f)
		return
	}
	if told == "" {
		told = "pending"
	}
	if told == "never" {
		told = w.endNever(end)
	}
	if end.Outcome != told {
		w.fail("end-records", "record %q is %s, and its application was told %q", end.Value, end.Outcome, f.told)
	}
	if len(end.Errors) > end.Attempts {
		w.fail("end-records", "record %q has %d errors of %d attempts", end.Value, len(end.Errors), end.Attempts)
	}
	w.milestones(end, c)
	if end.Partition == nil || f.partition < 0 {
		return
	}
	p := w.set.place(end.Topic, *end.Partition)
	places := logs[p][end.Value]
	if w.parts[p].leader > 0 && !slices.Equal(places, end.Offsets) {
		w.fail("end-records", "record %q stands at %v in the leader's log, and is said to at %v", end.Value, places,
			end.Offsets)
	}
	lost := len(places) == 0 && !end.Deleted
	if end.Outcome == "acknowledged" && c.acks != "0" && w.parts[p].leader > 0 && end.Lost != lost {
		w.fail("end-records", "record %q is lost: %t, and stands at %v", end.Value, end.Lost, places)
	}
	refusals := slices.DeleteFunc(slices.Clone(end.Errors), func(e string) bool { return e == "NOT_ENOUGH_REPLICAS" })
	if len(end.Errors) > 0 && len(end.Errors) == end.Attempts && len(refusals) == 0 {
		w.stake("refused.nowhere")
		if len(end.Copies) > 0 {
			w.fail("refused.nowhere", "record %q was refused each time, and brokers %v have it", end.Value, end.Copies)
		}
	}
}

// endNever returns how a record must be said to have ended whose producer has died before it was told: what no request
// carried is nowhere.
func (w *world) endNever(end *recordEnd) string {
	if end.Attempts > 0 {
		w.stake("clients.never-told")
		return "never-told"
	}
	w.stake("clients.never-sent")
	if end.Sent != nil || len(end.Copies) > 0 || len(end.Offsets) > 0 {
		w.fail("clients.never-sent", "no request has carried record %q, and brokers %v have it", end.Value, end.Copies)
	}
	return "never-sent"
}

// endAgain: of a record that was handed over several times, as many are said to be acknowledged as the application was
// told of.
func (w *world) endAgain(end *recordEnd, f *fate) {
	w.stake("give-up.end")
	if end.Outcome == "acknowledged" {
		f.acks--
	}
	if f.acks < 0 || end.Resend >= f.handed {
		w.fail("give-up.end", "record %q, handed over %d times before: more are acknowledged than was told", end.Value,
			end.Resend)
	}
}

// milestones: a record is taken, sent, written, committed and acknowledged in this order (producer.md 1.6).
func (w *world) milestones(end *recordEnd, c *client) {
	order := []*float64{end.Enqueued, end.Sent, end.Appended, end.Committed, end.Visible}
	at := 0.0
	for i, stone := range order {
		if stone == nil {
			continue
		}
		w.stake("milestones")
		if *stone < at {
			w.fail("milestones", "record %q reaches milestone %d at %v, after %v", end.Value, i, *stone, at)
		}
		at = *stone
	}
	if end.Acknowledged == nil || c.acks == "0" {
		return
	}
	w.stake("milestones.acknowledged")
	if end.Appended == nil || *end.Appended > *end.Acknowledged {
		w.fail("milestones", "record %q is acknowledged at %v, and was not written before", end.Value, *end.Acknowledged)
	}
	if c.acks == "all" && (end.Committed == nil || *end.Committed > *end.Acknowledged) {
		w.fail("milestones", "record %q is acknowledged at %v, and was not committed before", end.Value, *end.Acknowledged)
	}
}

// forgotten reports whether some replica of a partition has forgotten a producer, or may have: a broker that starts
// reads what it knew of producers without those that have expired meanwhile, and no line tells of that
// (ProducerStateManager.loadFromSnapshot).
func (w *world) forgotten(c *client, p, life int) bool {
	if w.deaths && w.set.expiration() < w.now {
		return true
	}
	for i := range c.identities[tenure{p, life}] {
		if w.forgot[[2]int{p, i.id}] {
			return true
		}
	}
	return false
}

// endClient: every record's fate is known in time; an idempotent producer's records stand there once and in order,
// unless its epoch may have been bumped in between.
func (w *world) endClient(c *client, logs map[int]map[string][]int) {
	if c.call != "" && strings.HasPrefix(c.call, "send") && c.callBlocked+c.maxBlock+tick < w.now {
		w.fail("block", "%q blocks since %s", c.call, clock(c.callBlocked))
	}
	last := map[tenure]int{}
	for _, f := range c.order {
		w.stake("delivery.end")
		if f.again() {
			continue
		}
		if f.told == "" && c.limit(f) < w.now {
			w.fail("delivery.end", "nothing is known of record %q, taken at %s", f.value, clock(f.taken))
		}
		if f.told != "" && f.toldAt > c.limit(f) {
			w.fail("delivery.end", "record %q, taken at %s, is %s at %s", f.value, clock(f.taken), f.told, clock(f.toldAt))
		}
		places := logs[f.partition][f.value]
		at := tenure{f.partition, f.life}
		if !c.idempotent || len(c.identities[at]) > 1 || len(places) == 0 || w.forgotten(c, f.partition, f.life) {
			continue
		}
		w.stake("idempotent")
		if c.retried[f.partition] {
			w.stake("idempotent.retried")
		}
		if len(places) > 1 {
			w.fail("idempotent", "record %q stands at %v", f.value, places)
		}
		if before, ok := last[at]; ok && places[0] < before {
			w.fail("idempotent.order", "record %q stands at %v, before one taken earlier, at %d", f.value, places, before)
		}
		last[at] = places[0]
	}
}

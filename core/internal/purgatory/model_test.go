package purgatory_test

import (
	"cmp"
	"maps"
	"slices"

	"highwater/core/internal/purgatory"
)

// world is a small world of operations, driven by random steps, over one of two backends: the purgatory, and a naive
// one made of slices, maps and pointers. Whatever callbacks and results the backends give goes into the log.
type world struct {
	backend
	nowMs   int64
	levels  [4]int
	jobs    []*job
	expires map[int64]bool // expirations given away: no two jobs expire at once, as ties are the timer's own matter
	log     []any
}

type backend interface {
	submit(j *job, keys []purgatory.Key) bool
	check(key purgatory.Key) int
	cancelKey(key purgatory.Key) []*job
	force(j *job) bool
	cancel(j *job)
	reap()
	look() view
}

type view struct {
	Watched, Delayed, NumKeys, Estimated int
	Lists                                map[purgatory.Key][]int
}

// job is an operation that can complete when the level of a key has reached need.
type job struct {
	id, need, tries int
	level           purgatory.Key
	expirationMs    int64
	completed       bool
	op              purgatory.OpID // its slot in the purgatory
	forgotten       bool
	do              nested
}

// order is one random thing to do: verb, what it is done to, and, for a submit, the job.
type order struct {
	verb  int
	key   purgatory.Key
	value int
	keys  []purgatory.Key
	do    nested
}

// nested is what callbacks do: at the first failed try, at the second, and on completion.
type nested [3][]order

func (w *world) do(o order) {
	target := &job{completed: true, forgotten: true}
	if len(w.jobs) > 0 {
		target = w.jobs[o.value%len(w.jobs)]
	}
	switch o.verb {
	case 0, 1:
		j := &job{id: len(w.jobs), need: o.value % 5, level: o.key, do: o.do}
		j.expirationMs = w.nowMs + 1 + int64(o.value)
		for w.expires[j.expirationMs] {
			j.expirationMs++
		}
		w.expires[j.expirationMs] = true
		w.jobs = append(w.jobs, j)
		w.log = append(w.log, "submit", w.submit(j, o.keys))
	case 2:
		w.levels[o.key]++
	case 3, 4:
		w.log = append(w.log, "check", w.check(o.key))
	case 5:
		w.log = append(w.log, "cancelKey")
		for _, j := range w.cancelKey(o.key) {
			w.log = append(w.log, j.id)
		}
	case 6:
		if !target.forgotten {
			w.log = append(w.log, "force", w.force(target))
		}
	case 7:
		if !target.forgotten {
			w.cancel(target)
		}
	}
}

func (w *world) try(j *job) bool {
	j.tries++
	w.log = append(w.log, "try", j.id)
	if w.levels[j.level] >= j.need {
		return w.force(j)
	}
	if j.tries <= 2 {
		for _, o := range j.do[j.tries-1] {
			w.do(o)
		}
	}
	return false
}

func (w *world) complete(j *job) {
	j.completed = true
	w.log = append(w.log, "complete", j.id)
	for _, o := range j.do[2] {
		w.do(o)
	}
}

func (w *world) expire(j *job) { w.log = append(w.log, "expire", j.id) }

// real is the backend under test, and its driver.
type real struct {
	*world
	purgatory purgatory.Purgatory
	byOp      map[purgatory.OpID]*job
}

func (r *real) TryComplete(op purgatory.OpID) bool               { return r.try(r.byOp[op]) }
func (r *real) OnComplete(op purgatory.OpID)                     { r.complete(r.byOp[op]) }
func (r *real) OnExpiration(op purgatory.OpID)                   { r.expire(r.byOp[op]) }
func (r *real) OnTimer(_ purgatory.OpID, _ purgatory.TimerEvent) {}
func (r *real) check(key purgatory.Key) int                      { return r.purgatory.CheckAndComplete(r, key) }
func (r *real) reap()                                            { r.purgatory.Advance(r, r.nowMs) }
func (r *real) holds(j *job) bool                                { return r.byOp[j.op] == j }

func (r *real) force(j *job) bool {
	return r.holds(j) && r.purgatory.ForceComplete(r, j.op)
}

func (r *real) cancel(j *job) {
	if r.holds(j) {
		r.purgatory.Cancel(r, j.op)
	}
}

func (r *real) submit(j *job, keys []purgatory.Key) bool {
	j.op = r.purgatory.NewOperation(j.expirationMs - r.nowMs)
	r.byOp[j.op] = j
	done, err := r.purgatory.TryCompleteElseWatch(r, j.op, keys, r.nowMs)
	if err != nil {
		panic(err)
	}
	return done
}

// cancelKey forgets what it gets, for nobody else will complete it.
func (r *real) cancelKey(key purgatory.Key) (jobs []*job) {
	for _, op := range r.purgatory.CancelForKey(r, key) {
		jobs = append(jobs, r.byOp[op])
	}
	for _, j := range jobs {
		if !j.completed {
			j.forgotten = true
			r.purgatory.Forget(r, j.op)
		}
	}
	return jobs
}

func (r *real) look() view {
	p := &r.purgatory
	v := view{p.Watched(), p.NumDelayed(), p.NumKeys(), p.Estimated(), map[purgatory.Key][]int{}}
	for key := range purgatory.Key(len(r.levels)) {
		for op := range p.Watchers(key) {
			v.Lists[key] = append(v.Lists[key], r.byOp[op].id)
		}
	}
	return v
}

// naive is the plainest purgatory: what Kafka's methods say, on Go's own maps and slices.
type naive struct {
	*world
	interval, estimated int
	lists               map[purgatory.Key]*queue
	timer               []*job
}

type queue struct{ nodes []*node }

type node struct {
	job  *job
	gone bool
}

func (q *queue) from(at int) int {
	for at < len(q.nodes) && q.nodes[at].gone {
		at++
	}
	return at
}

// each walks as Java's ConcurrentLinkedQueue does: the next node is chosen before the present one is handled, and once
// there was none the walk is over.
func (q *queue) each(handle func(*job) (remove bool)) {
	for next := q.from(0); next < len(q.nodes); {
		at := next
		if next = q.from(at + 1); next == len(q.nodes) {
			next = 1 << 30
		}
		if handle(q.nodes[at].job) {
			q.nodes[at].gone = true
		}
	}
}

func (q *queue) ids() (ids []int) {
	q.each(func(j *job) bool { ids = append(ids, j.id); return false })
	return ids
}

func (n *naive) walk(key purgatory.Key, handle func(*job) bool) {
	if q := n.lists[key]; q != nil {
		q.each(handle)
		if len(q.ids()) == 0 && n.lists[key] == q {
			delete(n.lists, key)
		}
	}
}

func (n *naive) submit(j *job, keys []purgatory.Key) bool {
	if n.try(j) {
		return true
	}
	for _, key := range keys {
		if !j.completed {
			if n.lists[key] == nil {
				n.lists[key] = &queue{}
			}
			n.lists[key].nodes = append(n.lists[key].nodes, &node{job: j})
		}
	}
	n.estimated++
	if n.try(j) {
		return true
	}
	if !j.completed {
		n.timer = append(n.timer, j)
	}
	return false
}

func (n *naive) check(key purgatory.Key) (count int) {
	n.walk(key, func(j *job) bool {
		if j.completed {
			return true
		}
		done := n.try(j)
		if done {
			count++
		}
		return done
	})
	return count
}

func (n *naive) cancelKey(key purgatory.Key) (jobs []*job) {
	q := n.lists[key]
	delete(n.lists, key)
	if q != nil {
		q.each(func(j *job) bool { n.cancel(j); jobs = append(jobs, j); return true })
	}
	for _, j := range jobs {
		j.forgotten = j.forgotten || !j.completed
	}
	return jobs
}

func (n *naive) force(j *job) bool {
	if j.completed {
		return false
	}
	j.completed = true
	n.cancel(j)
	n.complete(j)
	return true
}

func (n *naive) cancel(j *job) {
	n.timer = slices.DeleteFunc(n.timer, func(other *job) bool { return other == j })
}

func (n *naive) reap() {
	var expired []*job
	n.timer = slices.DeleteFunc(n.timer, func(j *job) bool {
		if j.expirationMs <= n.nowMs {
			expired = append(expired, j)
			return true
		}
		return false
	})
	slices.SortFunc(expired, func(a, b *job) int { return cmp.Compare(a.expirationMs, b.expirationMs) })
	for _, j := range expired {
		if n.force(j) {
			n.expire(j)
		}
	}
	if n.estimated-len(n.timer) > n.interval {
		n.estimated = len(n.timer)
		for _, key := range slices.Collect(maps.Keys(n.lists)) {
			n.walk(key, func(j *job) bool { return j.completed })
		}
	}
}

func (n *naive) look() view {
	v := view{0, len(n.timer), len(n.lists), n.estimated, map[purgatory.Key][]int{}}
	for key, q := range n.lists {
		v.Lists[key] = q.ids()
		v.Watched += len(v.Lists[key])
	}
	return v
}

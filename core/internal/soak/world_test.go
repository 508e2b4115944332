//go:build !js

package soak

import (
	"encoding/json"
	"fmt"
)

// world is what the lines of a result say there is, line by line, and what the specification promises about it: every
// promise is a check with a name. It knows the script and the lines, and nothing of the model.
type world struct {
	set    *setting
	line   line
	n      int   // lines so far
	now    int64 // microseconds
	kinds  []string
	causes []int32
	where  []int8 // the broker of each line; 0: none

	nodes    []node // by broker id
	parts    []part
	replicas []replica // by partition and broker
	requests []request // by number
	clients  []client  // producers
	readers  []reader  // consumers
	records  int32     // identities given to records so far
	values   map[int32]string
	forgot   map[[2]int]bool // by partition and producer id: some replica has forgotten the producer
	brought  map[int32]arrival
	settings [][2]string // keys and values that the controller has taken on

	lastAppend int64
	expired    int  // partitions that expire lines tell of
	far        bool // some request's timeout is minutes
	deaths     bool
	end        *summary
	endText    []byte
	broken     []violation
	failed     map[string]int // how often, by check
	stakes     map[string]int
	toPartner  map[[2]int][][]entry

	watchedFrom int64 // since when the controller has been there without a break
}

// violation is a promise that a run breaks.
type violation struct {
	check string
	what  string
}

func (v violation) String() string { return v.check + ": " + v.what }

// node is a broker.
type node struct {
	alive, running, frozen bool
	silent                 int64 // since when it is dead or frozen; never: it is not
	thawed                 int64 // when it was thawed last; -1: it never was
	life                   int   // how often it has been started
	startedBy              int   // the line that began this life
	registered             bool  // the controller has let this life in
	maybe                  bool  // a registration was accepted, and no line says of which life
	epoch                  int   // of its registration
	fenced, leaving        bool  // by the controller's books
}

// part is a partition, as the controller has it, and what of it is committed.
type part struct {
	leader, leaderEpoch, epoch int
	isr, elr, lastKnown        set
	recovering                 bool
	replicas, adding, removing set

	common     set         // who has been in the ISR all through this leader epoch
	steady     bool        // the ISR has not changed in this leader epoch
	writers    map[int]int // by leader epoch: who writes in it
	marks      map[int]int // by leader epoch: the highest high watermark of its leader
	committed  []entry     // what some leader's high watermark has passed
	lossy      bool        // by an election, committed records may be lost
	tail       bool        // a power cut has taken records of some replica
	changed    bool        // the minimum has been changed
	start      int         // the highest offset at which one of its logs has begun
	written    bool        // in this run
	elections  int
	byElection string // the kind of the election that the next change carries out
	leaderless int64  // since when; -1: it has a leader
}

// entry is one record of a log.
type entry struct{ epoch, id int32 }

// replica is what one broker has of a partition.
type replica struct {
	log      []entry
	start    int // what is below is deleted
	water    int // the high watermark
	unsure   bool
	leads    bool
	epoch    int
	isr      set // committed, as the leader has it
	exact    bool
	pending  set // a proposed ISR, or none
	highest  int // as a leader in this life
	cut      bool
	fetched  int // the last offset it asked its leader for
	fetchedN int // and in which line
}

func newWorld(script []byte) *world {
	w := &world{
		set: readSetting(script), stakes: map[string]int{}, failed: map[string]int{}, values: map[int32]string{},
		brought: map[int32]arrival{}, forgot: map[[2]int]bool{}, toPartner: map[[2]int][][]entry{},
	}
	s := w.set
	w.nodes = make([]node, s.Cluster.Brokers+1)
	w.nodes[0] = node{alive: true, thawed: -1} // the controller
	for id := 1; id <= s.Cluster.Brokers; id++ {
		w.nodes[id] = node{alive: true, running: true, registered: true, startedBy: -1, silent: never, thawed: -1}
	}
	w.replicas = make([]replica, len(s.partitions)*16)
	w.requests = make([]request, 1)
	w.clients = make([]client, len(s.Producers))
	for i := range w.clients {
		w.clients[i] = newClient(s, i)
	}
	w.readers = make([]reader, len(s.Consumers))
	for i := range s.partitions {
		w.parts = append(w.parts, w.begin(i, &s.partitions[i]))
	}
	return w
}

// begin is a partition at the start, and fills its logs.
func (w *world) begin(i int, p *placement) part {
	known := map[string]int32{}
	for _, id := range p.Replicas {
		epochs, values := p.log(id)
		r := w.replica(i, id)
		for at, epoch := range epochs {
			key := fmt.Sprint(epoch, " ", values[at])
			if known[key] == 0 {
				w.records++
				known[key] = w.records
				w.values[w.records] = values[at]
			}
			r.log = append(r.log, entry{int32(epoch), known[key]})
		}
		if p.leader() == id {
			r.leads, r.epoch = true, p.LeaderEpoch
			if !p.wildStart { // else it hears of the ISR a moment later
				r.isr, r.exact = p.isr(), true
			}
		}
	}
	start := part{
		leader: p.leader(), leaderEpoch: p.LeaderEpoch, isr: p.isr(), common: p.isr(), steady: true,
		writers: map[int]int{}, marks: map[int]int{}, leaderless: -1, replicas: setOf(p.Replicas...),
	}
	if p.Elr != nil {
		start.elr = setOf(*p.Elr...)
	}
	w.startWaters(i, p, &start)
	return start
}

// startWaters sets the high watermarks that the script gives or leaves to the rule: the leader's is the smallest log
// end of the ISR, a follower's that or its own log end.
func (w *world) startWaters(i int, p *placement, start *part) {
	least := -1
	for _, id := range p.isr().ids() {
		if end := len(w.replica(i, id).log); least < 0 || end < least {
			least = end
		}
	}
	least = max(least, 0)
	for _, id := range p.Replicas {
		r := w.replica(i, id)
		r.water = min(least, len(r.log))
		if mark, given := p.HighWatermarks[fmt.Sprint(id)]; given {
			r.water = mark
		}
		r.unsure = p.wildStart
	}
	if p.leader() > 0 {
		start.writers[p.LeaderEpoch] = p.leader()
		start.marks[p.LeaderEpoch] = w.replica(i, p.leader()).water
	}
	for _, id := range p.Replicas {
		r := w.replica(i, id)
		r.highest = r.water
		if r.water > len(start.committed) { // a script may give a follower more than its leader
			start.committed = append([]entry{}, r.log[:r.water]...)
		}
	}
}

func (w *world) replica(partition, broker int) *replica { return &w.replicas[partition*16+broker] }

// fail notes that a promise is broken; of each kind the first few times are enough.
func (w *world) fail(check, format string, args ...any) {
	if w.failed[check]++; w.failed[check] <= 3 {
		w.broken = append(w.broken, violation{check, fmt.Sprintf("line %d, %s: ", w.n-1, clock(w.now)) +
			fmt.Sprintf(format, args...)})
	}
}

// stake counts that a promise could have been broken.
func (w *world) stake(check string) { w.stakes[check]++ }

func clock(at int64) string { return fmt.Sprintf("%.3f ms", float64(at)/1000) }

// read takes the next line of a result as text.
func (w *world) read(text []byte) {
	if err := w.line.read(text); err != nil {
		w.fail("lines", "%v", err)
		return
	}
	w.take(&w.line)
}

// take takes the next line of a result.
func (w *world) take(l *line) {
	if l.kind == "summary" {
		w.summarize(l.text)
		return
	}
	w.n++
	w.order(l)
	w.now = max(w.now, l.at)
	b := 0
	if l.has("broker") {
		b = l.num("broker")
	}
	kind := l.kind
	if kind == "process" {
		kind += " " + l.word("state")
	}
	w.kinds, w.causes = append(w.kinds, kind), append(w.causes, int32(l.cause))
	w.where = append(w.where, int8(b))
	w.actsAlive(l, b)
	if w.dispatchLogs(l, b) || w.dispatchDeletion(l, b) || w.dispatchRequests(l, b) || w.dispatchController(l, b) ||
		w.dispatchClients(l) {
		return
	}
	switch l.kind {
	case "step", "batch", "disconnect", "unsent":
	default:
		w.fail("kinds", "nothing is known of %s", l.text)
	}
}

// partition is which partition a line is about.
func (w *world) partition(l *line) int {
	if !l.has("topic") || !l.has("partition") {
		return -1
	}
	return w.set.place(l.word("topic"), l.num("partition"))
}

// order: numbers have no gap, time does not go back, and what led to a line comes before it (script.md, Result).
func (w *world) order(l *line) {
	w.stake("order")
	if l.n != w.n-1 {
		w.fail("order", "number %d", l.n)
	}
	if l.at < w.now {
		w.fail("order", "time goes back to %s", clock(l.at))
	}
	if l.cause >= l.n || l.cause < -1 {
		w.fail("order", "the cause %d comes after it", l.cause)
	}
	if l.kind == "step" && l.cause >= 0 {
		w.fail("order", "a step has a cause")
	}
	if l.cause >= 0 && l.kind != "step" {
		w.stake("order.cause")
	}
}

// summarize holds the last line against all before it.
func (w *world) summarize(text []byte) {
	w.end, w.endText = &summary{}, text
	if err := json.Unmarshal(text, w.end); err != nil {
		w.fail("summary", "%v", err)
		return
	}
	w.now = max(w.now, int64(w.end.T*1000+0.5))
	if w.end.Events != w.n {
		w.fail("summary", "%d events, and there were %d", w.end.Events, w.n)
	}
	w.endLogs()
	w.endRequests()
	w.endController()
	w.endClients()
	w.endHealed()
}

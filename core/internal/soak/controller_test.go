//go:build !js

package soak

import (
	"slices"
)

// dispatchController takes the lines about processes and about the controller's books, and reports whether l is one.
func (w *world) dispatchController(l *line, b int) bool {
	w.decides(l)
	switch l.kind {
	case "controller":
		w.controllerLives(l)
	case "process":
		w.process(l, b)
	case "register":
		w.register(l, b)
	case "fence":
		w.stake("fence")
		w.fences(b)
		w.nodes[b].fenced, w.nodes[b].leaving = true, false
	case "unfence":
		w.stake("unfence")
		if !w.nodes[b].fenced { // the heartbeat that does it may be one of a life that is over
			w.fail("unfence", "broker %d, which is not fenced", b)
		}
		w.nodes[b].fenced = false
	case "shut-down":
		w.nodes[b].leaving = true
	case "leader":
		w.elected(l)
	case "partition":
		w.change(l)
	case "reassign":
		w.stake("reassign")
	case "config":
		w.configured(l)
	case "learn":
		w.learns(l)
	default:
		return false
	}
	return true
}

// decided is what only the controller does.
var decided = []string{"register", "fence", "unfence", "shut-down", "leader", "partition", "config", "reassign"}

// decides: a controller that is dead or frozen does nothing, and another process gives every broker a whole session.
func (w *world) decides(l *line) {
	if !slices.Contains(decided, l.kind) {
		return
	}
	c := &w.nodes[0]
	w.stake("controller.away")
	if !c.alive || c.frozen {
		w.fail("controller.away", "it is dead or frozen, and does something: %s", l.text)
	}
	if l.kind == "fence" && c.life > 0 && l.cause < 0 {
		w.stake("controller.sessions")
		if w.now <= c.silent+int64(w.set.config("broker.session.timeout.ms", 9000)*1000) {
			w.fail("controller.sessions", "it started at %s: %s", clock(c.silent), l.text)
		}
	}
}

// controllerLives is the controller's process, node 0: of it silent is when the last one began, or 0.
func (w *world) controllerLives(l *line) {
	c, state := &w.nodes[0], l.word("state")
	w.stake("controller.lives")
	right := map[string]bool{
		"started": !c.alive, "killed": c.alive, "frozen": c.alive && !c.frozen, "thawed": c.alive && c.frozen,
	}[state]
	if !right {
		w.fail("controller.lives", "alive: %t, frozen: %t: %s", c.alive, c.frozen, l.text)
	}
	switch c.alive, c.frozen = state != "killed", state == "frozen"; state {
	case "started":
		c.life++
		c.silent, w.watchedFrom = w.now, w.now
	case "thawed":
		c.thawed, w.watchedFrom = w.now, w.now
	}
}

// working is what only a process that runs does; a broker that still starts up hears of its roles before it runs.
var working = []string{
	"receive", "append", "refuse", "park", "check", "complete", "expire", "fetch", "fetch-response", "replicate",
	"isr", "duplicate", "timer", "high-watermark", "role", "truncate", "response", "disconnect", "learn",
}

// actsAlive: the dead and the frozen do nothing.
func (w *world) actsAlive(l *line, b int) {
	if b == 0 || !slices.Contains(working, l.kind) {
		return
	}
	n := &w.nodes[b]
	w.stake("alive")
	bystander := l.kind == "receive" && l.flag("queued") && n.alive || l.kind == "truncate" &&
		l.word("reason") == "power-off" ||
		l.kind == "response" && l.flag("connectionClosed")
	if !bystander && (!n.alive || n.frozen) {
		w.fail("alive", "broker %d, alive: %t, frozen: %t, does something: %s", b, n.alive, n.frozen, l.text)
	}
	starting := slices.Contains([]string{"role", "truncate", "high-watermark", "check", "isr"}, l.kind)
	if !bystander && !starting && !n.running {
		w.fail("alive", "broker %d, which does not run yet, does something: %s", b, l.text)
	}
}

func (w *world) process(l *line, b int) {
	n, state := &w.nodes[b], l.word("state")
	w.stake("lives")
	switch state {
	case "started":
		if n.alive {
			w.fail("lives", "broker %d starts while it lives", b)
		}
		n.alive, n.running, n.registered, n.maybe, n.frozen = true, false, false, false, false
		n.life, n.startedBy, n.silent = n.life+1, w.n-1, never
	case "running":
		w.stake("lives.running")
		if !n.alive || n.running || !n.registered && !n.maybe {
			w.fail("lives.running", "broker %d runs; alive: %t, running before: %t, registered in this life: %t", b, n.alive,
				n.running, n.registered)
		}
		n.running = true
	case "stopped", "killed", "powered-off":
		if !n.alive {
			w.fail("lives", "broker %d ends, and is dead", b)
		}
		w.dies(b)
	case "frozen":
		if !n.alive || n.frozen {
			w.fail("lives", "broker %d freezes; alive: %t, frozen: %t", b, n.alive, n.frozen)
		}
		n.frozen, n.silent = true, w.now
	case "thawed":
		if !n.alive || !n.frozen {
			w.fail("lives", "broker %d thaws; alive: %t, frozen: %t", b, n.alive, n.frozen)
		}
		n.frozen, n.silent, n.thawed = false, never, w.now
	default:
		w.fail("lives", "what is a process that is %s?", state)
	}
}

func (w *world) dies(b int) {
	n := &w.nodes[b]
	if !n.frozen {
		n.silent = w.now
	}
	n.alive, n.running, n.frozen = false, false, false
	w.deaths = true
	for p := range w.parts {
		r := w.replica(p, b)
		r.leads, r.isr, r.exact, r.pending, r.unsure, r.epoch = false, 0, false, 0, true, 0
	}
}

// register: the controller lets a life in at most once, and only a life that is the latest may become one that runs.
func (w *world) register(l *line, b int) {
	if l.has("error") {
		w.stake("register.refused")
		return
	}
	n := &w.nodes[b]
	w.stake("register")
	life := w.lifeOf(l.cause, b)
	if epoch := l.num("brokerEpoch"); epoch <= n.epoch {
		w.fail("register", "broker %d has epoch %d after %d", b, epoch, n.epoch)
	}
	n.epoch, n.fenced, n.leaving = l.num("brokerEpoch"), true, false
	if life < 0 {
		n.maybe = true // it asked again when a link healed, say, and the line says so
		return
	}
	if life != n.startedBy {
		w.stake("register.former-life")
		return // a request of a former life that arrives late
	}
	if n.registered {
		w.fail("register", "broker %d is registered twice in one life", b)
	}
	n.registered = true
}

// lifeOf is the line at which the life began that led to a line of broker b; -1: none did.
func (w *world) lifeOf(cause, b int) int {
	for before := len(w.kinds); cause >= 0 && cause < before; {
		if w.kinds[cause] == "process started" && int(w.where[cause]) == b {
			return cause
		}
		before, cause = cause, int(w.causes[cause])
	}
	return -1
}

// fences: a broker that answers is not taken for dead where nothing has disturbed it, but for one by a controller that
// has just stood still.
func (w *world) fences(b int) {
	n := &w.nodes[b]
	if w.nodes[0].thawed == w.now {
		w.stake("fence.by-thawed")
		return
	}
	if n.alive && n.silent == never && n.thawed < 0 && n.life == 0 && w.set.undisturbed(b) {
		w.stake("fence.healthy")
		w.fail("fence.healthy", "broker %d is well", b)
	}
}

// active reports whether a broker may lead: registered, not fenced, not on its way out (broker.md 7.2).
func (w *world) active(b int) bool { return b > 0 && !w.nodes[b].fenced && !w.nodes[b].leaving }

// elected holds an election against the rules of broker.md 7.2 and 7.3. The line comes before the change of the
// partition.
func (w *world) elected(l *line) {
	p := w.partition(l)
	part, placed := &w.parts[p], &w.set.partitions[p]
	leader, isr, kind := l.num("leader"), l.brokers("isr"), l.word("election")
	part.elections++
	part.byElection = kind
	w.stake("election." + kind)
	if l.num("leaderEpoch") != part.leaderEpoch+1 {
		w.fail("election", "leader epoch %d after %d", l.num("leaderEpoch"), part.leaderEpoch)
	}
	if leader > 0 && !w.active(leader) {
		w.fail("election", "broker %d leads, and is fenced or leaves", leader)
	}
	if leader > 0 && !isr.has(leader) {
		w.fail("election", "leader %d is not in its ISR, %v", leader, isr)
	}
	switch kind {
	case "clean":
		from := part.isr
		if placed.moves && part.leader > 0 {
			from |= w.replica(p, part.leader).pending // who is let in by the very change that completes a reassignment
		}
		if !from.has(leader) || isr&^from != 0 {
			w.fail("election", "a clean one of %d with %v, from an ISR of %v", leader, isr, part.isr)
		}
		w.preferred(l, p, isr)
	case "eligible":
		others := w.anyActive(part.isr) && !placed.moves // whoever is added does not count when that is cancelled
		if isr != setOf(leader) || !(part.elr | part.isr).has(leader) || !w.set.elr() || others {
			w.fail("election", "%d is eligible with %v, from an ISR of %v and an ELR of %v", leader, isr, part.isr, part.elr)
		}
		if part.changed || placed.wildStart || placed.moves {
			part.lossy = true // who was eligible under one minimum may lack what another let pass
		}
		w.preferred(l, p, part.isr|part.elr)
	case "last-known", "unclean":
		if isr != setOf(leader) || l.brokers("elr") != 0 && !placed.moves {
			w.fail("election", "%s, with an ISR of %v and an ELR of %v", kind, isr, l.brokers("elr"))
		}
		if kind == "unclean" && !placed.unclean {
			w.fail("election", "an unclean one, which nothing allows")
		}
		if kind == "unclean" && w.anyActive(part.isr&isr) {
			w.fail("election", "an unclean one, while %v may lead", part.isr)
		}
		part.lossy = true
	case "none":
		eligible := l.brokers("elr")
		if placed.moves {
			eligible = 0 // whoever was removed may be among them, and does not lead
		}
		if w.anyActive(isr) || isr == 0 && w.anyActive(eligible) {
			w.fail("election", "nobody leads, and the ISR is %v, the ELR %v", isr, l.brokers("elr"))
		}
	}
}

// preferred: of those who may lead, the present leader stays or the first of the assignment is taken.
func (w *world) preferred(l *line, p int, from set) {
	part, leader := &w.parts[p], l.num("leader")
	if w.set.partitions[p].moves {
		return // this line does not say what the assignment is now
	}
	for _, id := range w.set.partitions[p].Replicas {
		if id == leader {
			return
		}
		if from.has(id) && w.active(id) && part.leader != leader {
			w.stake("election.order")
			w.fail("election.order", "%d is elected before %d", leader, id)
			return
		}
	}
}

func (w *world) anyActive(of set) bool {
	return slices.ContainsFunc(of.ids(), w.active)
}

// change: a change of a partition in the controller's books (broker.md 7.1, 7.3).
func (w *world) change(l *line) {
	p := w.partition(l)
	part, placed := &w.parts[p], &w.set.partitions[p]
	leader, epoch, isr := l.num("leader"), l.num("leaderEpoch"), l.brokers("isr")
	elr, known := l.brokers("elr"), l.brokers("lastKnownElr")
	w.stake("books")
	if l.num("partitionEpoch") != part.epoch+1 {
		w.fail("books", "partition epoch %d after %d", l.num("partitionEpoch"), part.epoch)
	}
	if epoch != part.leaderEpoch && epoch != part.leaderEpoch+1 || leader != part.leader && epoch == part.leaderEpoch {
		w.fail("books", "leader %d of epoch %d after %d of %d", leader, epoch, part.leader, part.leaderEpoch)
	}
	w.reassigned(l, part)
	if leader > 0 && !isr.has(leader) || isr&elr != 0 || isr&^part.replicas != 0 || elr&^placed.could != 0 {
		w.fail("books", "leader %d, ISR %v, ELR %v", leader, isr, elr)
	}
	if (elr != 0 || known != 0 || isr == 0) && !w.set.elr() {
		w.fail("books", "ISR %v, ELR %v and last known %v without the feature", isr, elr, known)
	}
	eligible := part.byElection == "eligible" // keeps the others in the ELR until the next change
	part.byElection = ""
	if elr != 0 && !placed.changing && !eligible {
		w.stake("books.elr")
		if isr.size() >= placed.minimum {
			w.fail("books.elr", "an ELR of %v, with an ISR of %v and a minimum of %d", elr, isr, placed.minimum)
		}
	}
	if leader > 0 && known != 0 || known.size() > 1 {
		w.fail("books", "last known leaders %v beside leader %d", known, leader)
	}
	if epoch > part.leaderEpoch {
		part.common, part.steady = isr, true
	} else {
		part.common, part.steady = part.common&isr, part.steady && isr == part.isr
	}
	if part.leader > 0 && leader < 1 {
		part.leaderless = w.now
	} else if leader > 0 {
		part.leaderless = -1
	}
	part.leader, part.leaderEpoch, part.epoch = leader, epoch, l.num("partitionEpoch")
	part.isr, part.elr, part.lastKnown, part.recovering = isr, elr, known, l.flag("recovering")
}

// reassigned: the leader epoch rises with another leader, or where a replica is removed, and only then; whoever comes
// or goes is a replica.
func (w *world) reassigned(l *line, part *part) {
	before := part.replicas
	if l.has("replicas") {
		w.stake("books.replicas")
		part.replicas, part.adding, part.removing = l.brokers("replicas"), l.brokers("adding"), l.brokers("removing")
		if (part.adding|part.removing)&^part.replicas != 0 || part.replicas&^part.removing == 0 {
			w.fail("books.replicas", "%s", l.text)
		}
	}
	if begins := l.num("leader") != part.leader || before&^part.replicas != 0; begins !=
		(l.num("leaderEpoch") > part.leaderEpoch) {
		w.fail("books.replicas", "a new leader epoch: %t, after epoch %d: %s", begins, part.leaderEpoch, l.text)
	}
}

func (w *world) configured(l *line) {
	if l.has("error") {
		return
	}
	w.settings = append(w.settings, told(l))
	if l.word("key") != "min.insync.replicas" {
		return
	}
	for p := range w.parts {
		if topic := l.word("topic"); topic == "" || topic == w.set.partitions[p].topic {
			w.parts[p].changed = true
		}
	}
}

// told is a configuration that a line tells of: of a topic, a producer or all, its key and its value.
func told(l *line) [2]string {
	return [2]string{l.word("key"), string(l.value("value")) + l.word("policy")}
}

// learns: a broker hears only of what the controller has configured, and caps the minimum by the replicas there are
// (broker.md 1.1).
func (w *world) learns(l *line) {
	w.stake("learn")
	if !slices.Contains(w.settings, told(l)) {
		w.fail("learn", "nobody has configured %s", l.text)
	}
	if l.word("key") != "min.insync.replicas" {
		return
	}
	value := l.num("value")
	placed := &w.set.partitions[w.partition(l)]
	if replicas := len(placed.Replicas); !placed.moves && l.num("effectiveMinIsr") != min(value, replicas) {
		w.fail("learn", "a minimum of %d over %d replicas: %s", value, replicas, l.text)
	}
}

// endController: what the last line says of the books is what the lines made of them; whoever has been silent for
// longer than a session is fenced (broker.md 7.7).
func (w *world) endController() {
	for _, end := range w.end.Partitions {
		part := &w.parts[w.set.place(end.Topic, end.Partition)]
		w.stake("end-books")
		if end.Leader != part.leader || end.LeaderEpoch != part.leaderEpoch || setOf(end.Isr...) != part.isr ||
			setOf(end.Elr...) != part.elr {
			w.fail("end-books", "%s-%d has leader %d, epoch %d, ISR %v, ELR %v, not %d, %d, %v, %v", end.Topic, end.Partition,
				end.Leader, end.LeaderEpoch, end.Isr, end.Elr, part.leader, part.leaderEpoch, part.isr, part.elr)
		}
	}
	session := int64(w.set.config("broker.session.timeout.ms", 9000) * 1000)
	allowed := session + session/8 + int64(w.set.Cluster.Brokers)*10_000 + w.set.slowest() + 2*tick
	for b := 1; b < len(w.nodes); b++ {
		n := &w.nodes[b]
		watched := w.nodes[0].alive && !w.nodes[0].frozen
		if !watched || n.silent == never || max(n.silent, w.watchedFrom)+allowed > w.now {
			continue
		}
		w.stake("fence.silent")
		if !n.fenced {
			w.fail("fence.silent", "broker %d is silent since %s, and is not fenced", b, clock(n.silent))
		}
	}
}

package modeltest

import (
	"maps"
	"slices"
	"strconv"

	"pgregory.net/rapid"
)

// The steps of random scripts: all there are.

// instant is a time in ms: mostly soon after the step before, or on a coarse grid, where things meet.
func (d *drawn) instant() float64 {
	switch {
	case chance(d, "odd", 8):
		d.last = rapid.IntRange(0, 8_000_000).Draw(d.T, "micros")
	case chance(d, "on the grid", 4):
		d.last = 500_000 * rapid.IntRange(0, 16).Draw(d.T, "at")
	default:
		d.last += 1000 * pick(d, "after", 0, 1, 2, 30, 110, 320, 700, 1500)
	}
	d.last = min(d.last, 11_000_000)
	return float64(d.last) / 1000
}

var drawnVerbs = []string{
	"produce", "send", "kill", "start", "start", "start", "power-off", "stop", "freeze", "thaw", "thaw", "link", "link",
	"heal", "elect", "set", "isr", "isr", "fetch-pause", "fetch-resume", "fetch-delay", "fetch-rate", "produce", "send",
	"produce", "produce", "send", "produce", "produce", "send", "delete-records", "reassign", "reassign",
}

func (d *drawn) step() object {
	p := pick(d, "partition", d.partitions...)
	broker := rapid.IntRange(1, d.brokers).Draw(d.T, "broker")
	s, verb := object{"at": d.instant()}, pick(d, "verb", drawnVerbs...)
	if verb == "send" && len(d.producers) == 0 {
		verb = "produce"
	}
	if own := verb == "kill" || verb == "start"; own && len(d.producers) > 0 && chance(d, "a producer's", 4) {
		s[verb] = object{"producer": pick(d, "whose", d.producers...)}
		return s
	}
	switch verb {
	case "send":
		s[verb] = d.send(p)
	case "produce":
		s[verb] = d.produce(p)
	case "kill", "start", "stop", "freeze", "thaw", "fetch-pause", "fetch-resume":
		s[verb] = object{"broker": d.affected(verb, broker)}
	case "power-off":
		d.hurt["start"] = append(d.hurt["start"], broker)
		s[verb] = object{"broker": broker, "lose": pick[any](d, "lose", 0, 1, 2, 5, "all")}
	case "link", "heal":
		s["link"] = d.link(verb == "heal")
	case "elect":
		s[verb] = object{"topic": p.topic, "partition": p.number, "type": pick(d, "type", "PREFERRED", "UNCLEAN")}
	case "delete-records":
		offset := pick(d, "first that stays", -1, -1, 1, 2, 3, 5, 9)
		s[verb] = object{"topic": p.topic, "partition": p.number, "offset": offset}
	case "reassign":
		s[verb] = object{"topic": p.topic, "partition": p.number, "replicas": d.target()}
	case "fetch-delay":
		delay := object{"broker": broker, "ms": pick(d, "delay", 0, 300, 2500)}
		if replica := slices.Contains(p.replicas, broker); replica && chance(d, "of one partition", 2) {
			delay["topic"], delay["partition"] = p.topic, p.number
		}
		s[verb] = delay
	case "fetch-rate":
		s[verb] = object{"broker": broker, "records-per-second": pick(d, "rate", 0, 2, 0.5, 50)}
	case "set":
		s[verb] = d.set(p, broker)
	case "isr":
		s[verb] = object{"topic": p.topic, "partition": p.number, "members": d.anyMembers(p.replicas)}
	}
	return s
}

// target is other replicas for a partition, in any order, or the cancellation of what is under way.
func (d *drawn) target() []int {
	if chance(d, "cancel", 6) {
		return nil
	}
	brokers := make([]int, d.brokers)
	for i := range brokers {
		brokers[i] = i + 1
	}
	return rapid.Permutation(brokers).Draw(d.T, "target")[:rapid.IntRange(1, d.brokers).Draw(d.T, "replicas")]
}

// affected is the broker that a step is for: one that heals is mostly for one that was hurt.
func (d *drawn) affected(verb string, broker int) int {
	switch verb {
	case "kill", "stop":
		d.hurt["start"] = append(d.hurt["start"], broker)
	case "freeze":
		d.hurt["thaw"] = append(d.hurt["thaw"], broker)
	case "fetch-pause":
		d.hurt["fetch-resume"] = append(d.hurt["fetch-resume"], broker)
	default:
		if hurt := d.hurt[verb]; len(hurt) > 0 && !chance(d, "another", 8) {
			i := rapid.IntRange(0, len(hurt)-1).Draw(d.T, "which")
			broker = hurt[i]
			d.hurt[verb] = slices.Delete(hurt, i, i+1)
		}
	}
	return broker
}

// anyMembers is a set that may lack the leader: who that is at the time, nobody knows.
func (d *drawn) anyMembers(replicas []int) []int {
	if chance(d, "all in", 2) {
		return replicas
	}
	kept := slices.DeleteFunc(slices.Clone(replicas), func(int) bool { return rapid.Bool().Draw(d.T, "out") })
	if len(kept) == 0 {
		return replicas[:1]
	}
	return kept
}

// link is a change of one direction, in half of the cases to or from the controller.
func (d *drawn) link(heal bool) object {
	if heal && len(d.cut) > 0 && !chance(d, "another", 8) {
		i := rapid.IntRange(0, len(d.cut)-1).Draw(d.T, "which")
		l := maps.Clone(d.cut[i])
		d.cut = slices.Delete(d.cut, i, i+1)
		l["up"] = true
		return l
	}
	var nodes []any
	for id := range d.brokers {
		nodes = append(nodes, id+1)
	}
	from := pick(d, "from", nodes...)
	others := slices.Concat([]any{"controller", "controller"}, slices.DeleteFunc(slices.Clone(nodes), func(n any) bool {
		return n == from
	}))
	for _, client := range slices.Concat(d.producers, d.consumers) {
		others = append(others, client)
	}
	to := pick(d, "to", others...)
	if chance(d, "backwards", 2) {
		from, to = to, from
	}
	l := object{"from": from, "to": to}
	switch {
	case heal:
		l["up"] = true
	case chance(d, "slow", 2):
		l["latency.ms"] = pick(d, "latency", 1, 0, 60, 250, 900)
	default:
		l["up"] = false
		d.cut = append(d.cut, object{"from": from, "to": to})
	}
	return l
}

func (d *drawn) set(p drawnPartition, broker int) object {
	config := object{}
	change := object{"config": config}
	scope := pick(d, "scope", "topic", "cluster", "broker")
	unclean := scope != "broker" && chance(d, "unclean", 3)
	if unclean {
		config["unclean.leader.election.enable"] = rapid.Bool().Draw(d.T, "allowed")
	}
	if !unclean || chance(d, "both", 3) {
		config["min.insync.replicas"] = rapid.IntRange(1, 3).Draw(d.T, "minimum")
	}
	switch scope {
	case "topic":
		change["topic"] = p.topic
	case "broker":
		change["broker"] = broker
	}
	return change
}

func (d *drawn) send(p drawnPartition) object {
	d.values++
	s := object{
		"producer": pick(d, "producer", d.producers...), "topic": p.topic, "partition": p.number,
		"value": "v" + strconv.Itoa(d.values),
	}
	if chance(d, "gives up", 8) {
		s["give-up.ms"], s["resend"] = pick(d, "after", 5, 400, 3000), rapid.IntRange(0, 3).Draw(d.T, "resend")
	}
	if chance(d, "many", 3) {
		s["count"], s["every.ms"] = rapid.IntRange(2, 8).Draw(d.T, "count"), pick(d, "every", 0, 1, 170.5)
	}
	return s
}

func (d *drawn) produce(first drawnPartition) object {
	partitions := []object{}
	idempotent := chance(d, "idempotent", 4)
	for i, p := range append([]drawnPartition{first}, d.partitions...) {
		if i > 0 && (p.topic == first.topic && p.number == first.number || !chance(d, "too", 3)) {
			continue
		}
		part := object{"topic": p.topic, "partition": p.number, "records": rapid.IntRange(1, 3).Draw(d.T, "records")}
		if idempotent {
			part["producerId"], part["sequence"] = pick(d, "producer id", 7, 8), rapid.IntRange(0, 4).Draw(d.T, "sequence")
			part["producerEpoch"] = pick(d, "producer epoch", 0, 0, 1)
		}
		partitions = append(partitions, part)
	}
	s := object{
		"acks": pick(d, "acks", "all", "all", "1", "0", "all", "2"), "timeout.ms": pick(d, "timeout", 30_000, 1000, 0, 60),
		"partitions": partitions,
	}
	if chance(d, "to a broker", 4) {
		s["broker"] = rapid.IntRange(1, d.brokers).Draw(d.T, "broker")
	}
	return s
}

//go:build !js

package soak

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
)

// object and list are JSON as a generator builds it and the shrinker takes it apart.
type (
	object = map[string]any
	list   = []any
)

// generator draws one script. What it draws is legal by the format's own words (script.md), or nearly: what Parse
// refuses is drawn anew.
type generator struct {
	*rand.Rand
	keys    map[string][]key
	short   bool
	brokers int
	topics  []topic
	parts   int
	clients []string // producers
	readers []string
	config  object
	latency float64
	append  float64
	batches map[string][]sentBatch // of raw requests, by producer and partition
	sent    int                    // values named so far
	steps   list
	waits   []float64 // the shortest of each producer before it tries something again, in milliseconds
	perMs   float64   // about how much happens

	smallest map[string]float64 // of values drawn for keys that matter to that
	now      int64              // microseconds
	span     int64              // of the steps
	until    int64
	calm     bool            // the configuration is one that brokers live with
	touched  map[[2]any]bool // links that a step has changed
	byHand   [][2]any        // partitions whose ISR a step has taken in hand
}

type topic struct {
	name       string
	partitions [][]int // replicas
}

// generate draws the script of a seed. Where it is to be short, less happens in it.
func generate(seed uint64, keys map[string][]key, short bool) []byte {
	for try := uint64(0); ; try++ {
		g := &generator{
			Rand: rand.New(rand.NewPCG(seed, try)), keys: keys, touched: map[[2]any]bool{}, short: short,
			batches: map[string][]sentBatch{},
		}
		text, err := json.MarshalIndent(g.script(), "", " ")
		if err != nil {
			panic(err)
		}
		if legal(text) || try > 50 {
			return text
		}
	}
}

// one in n.
func (g *generator) oneIn(n int) bool { return g.IntN(n) == 0 }

// drawMachines draws what single brokers differ in.
func (g *generator) drawMachines() object {
	machines := object{}
	for id := range g.brokers {
		m := object{}
		if g.oneIn(2) {
			m["phase.ms"] = g.ms(pick(g, 0.5, 100, 1000), pick(g, 2.0, 15, 40))
		}
		if g.oneIn(3) {
			m["append.ms"] = g.ms(pick(g, 0.001, 0.5, 2), pick(g, 1.0, 3, 50))
		}
		machines[strconv.Itoa(id+1)] = m
	}
	return machines
}

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

// script draws everything: a calm cluster under faults, most of them, so that much is at stake; the others with any
// configuration.
func (g *generator) script() object {
	g.calm = g.IntN(5) < 3
	g.brokers = pick(g, 1, 2, 3, 3, 3, 3, 4, 4, 5, 6)
	if g.oneIn(100) && !g.short {
		g.brokers = 15
	}
	g.latency, g.append = 1, 0.5
	cluster := object{"brokers": g.brokers}
	if g.oneIn(2) {
		g.latency = g.ms(pick(g, 0.001, 0.1, 1, 3, 20), pick(g, 1.0, 5, 50))
		cluster["network"] = object{"latency.ms": g.latency}
	}
	if g.oneIn(2) {
		g.append = g.ms(pick(g, 0.001, 0.1, 0.5, 2), pick(g, 1.0, 3, 100))
		cluster["append.ms"] = g.append
	}
	if g.oneIn(3) {
		cluster["perBroker"] = g.drawMachines()
	}
	if g.oneIn(3) {
		cluster["features"] = object{"eligible.leader.replicas.version": g.IntN(2)}
	}
	g.config = g.brokerConfig()
	if len(g.config) > 0 || g.oneIn(2) {
		cluster["config"] = g.config
	}
	elr := true
	if f, ok := cluster["features"].(object); ok {
		elr = f["eligible.leader.replicas.version"] == 1
	}
	cluster["topics"] = g.drawTopics(elr)
	s := object{"version": 1, "cluster": cluster}
	if g.oneIn(2) {
		s["seed"] = g.Int64N(1 << 53)
	}
	if producers := g.drawProducers(); len(producers) > 0 {
		s["producers"] = producers
	}
	if consumers := g.drawConsumers(); len(consumers) > 0 {
		s["consumers"] = consumers
	}
	g.times()
	g.drawSteps()
	if g.calm && !g.oneIn(4) && (!g.short || g.perMs < 0.5) {
		g.heal()
	}
	s["steps"] = g.steps
	if !g.oneIn(10) || g.until > 60_000_000 {
		s["until"] = float64(g.until) / 1000
	}
	return s
}

// ms is a time of about low times up, all sizes alike, in milliseconds.
func (g *generator) ms(low, up float64) float64 {
	return float64(between(g.Rand, int64(low*1000), int64(low*up*1000))) / 1000
}

func (g *generator) brokerConfig() object {
	c := object{}
	if g.calm {
		if g.oneIn(2) {
			heartbeat := between(g.Rand, max(100, int64(g.latency*9)), 3000)
			c["broker.heartbeat.interval.ms"] = heartbeat
			c["broker.session.timeout.ms"] = between(g.Rand, 3*heartbeat, 12_000)
		}
		if g.oneIn(2) {
			c["replica.lag.time.max.ms"] = between(g.Rand, 500, 30_000)
		}
		if g.oneIn(3) {
			c["replica.fetch.wait.max.ms"] = between(g.Rand, 50, 500)
		}
		for _, k := range g.keys["broker"] {
			harmless := []string{
				"min.insync.replicas", "unclean.leader.election.enable", "auto.leader.rebalance.enable",
				"controlled.shutdown.enable", "producer.purgatory.purge.interval.requests",
				"fetch.purgatory.purge.interval.requests", "replica.high.watermark.checkpoint.interval.ms",
			}
			if slices.Contains(harmless, k.name) && g.oneIn(4) {
				c[k.name] = g.sensible(&k)
			}
		}
		return c
	}
	for _, k := range g.keys["broker"] {
		if g.oneIn(4) {
			c[k.name] = g.sensible(&k)
		}
	}
	g.legalWait(c)
	return c
}

// sensible draws a value, and a minimum that some partition can have more often than not.
func (g *generator) sensible(k *key) any {
	if k.name == "min.insync.replicas" && !g.oneIn(6) {
		return 1 + g.IntN(3)
	}
	v := k.draw(g.Rand)
	if _, ok := g.smallest[k.name]; ok {
		g.smallest[k.name] = min(g.smallest[k.name], number(object{k.name: v}, k.name, 0))
	}
	return v
}

// legalWait keeps the rule that a fetch waits no longer than a follower's time to catch up, and than its socket.
func (g *generator) legalWait(c object) {
	wait := number(c, "replica.fetch.wait.max.ms", 500)
	if lag := number(c, "replica.lag.time.max.ms", 30_000); wait > lag {
		c["replica.fetch.wait.max.ms"] = int64(lag)
		wait = lag
	}
	if socket := number(c, "replica.socket.timeout.ms", 30_000); wait > socket {
		c["replica.fetch.wait.max.ms"] = int64(socket)
	}
}

func (g *generator) drawTopics(elr bool) list {
	count := pick(g, 1, 1, 1, 2, 2, 3, 5)
	if g.oneIn(60) && !g.short {
		count = 20
	}
	var topics list
	for i := range count {
		t := topic{name: "t" + strconv.Itoa(i)}
		if g.oneIn(20) {
			t.name = pick(g, "payments", "a.b-c_"+t.name, "x-"+t.name)
		}
		if slices.ContainsFunc(g.topics, func(o topic) bool { return o.name == t.name }) {
			t.name = "u" + strconv.Itoa(i)
		}
		replicas := 1 + g.IntN(min(g.brokers, 4))
		if !g.oneIn(4) {
			replicas = min(g.brokers, 3)
		}
		var partitions list
		for range min(pick(g, 1, 1, 2, 3, 6), 100-g.parts) {
			ids := g.Perm(g.brokers)[:replicas]
			for j := range ids {
				ids[j]++
			}
			t.partitions = append(t.partitions, ids)
			partitions = append(partitions, g.drawPartition(ids, elr))
			g.parts++
		}
		o := object{"name": t.name, "partitions": partitions}
		config := object{}
		for _, k := range g.keys["topic"] {
			rare := 3
			if k.name != "min.insync.replicas" && k.name != "unclean.leader.election.enable" {
				rare = 20 // with most of their values nothing is ever written
			}
			if g.oneIn(rare) {
				config[k.name] = g.sensible(&k)
			}
		}
		if len(config) > 0 {
			o["config"] = config
		}
		g.topics = append(g.topics, t)
		topics = append(topics, o)
	}
	return topics
}

// drawPartition is one at rest, as most are, or one that starts in the middle of things.
func (g *generator) drawPartition(ids []int, elr bool) object {
	o := object{"replicas": ids}
	if g.oneIn(6) {
		o["leaderEpoch"] = g.IntN(30)
	}
	if g.oneIn(6) {
		g.startLogs(o, ids)
	}
	if g.oneIn(12) {
		isr := g.some(ids)
		o["isr"] = isr
		o["leader"] = isr[g.IntN(len(isr))]
		if g.oneIn(6) {
			o["leader"] = -1
		}
		g.byHand = append(g.byHand, [2]any{"t" + strconv.Itoa(len(g.topics)), 0})
	}
	if elr && g.oneIn(40) {
		at := g.IntN(len(ids))
		rest := slices.Delete(slices.Clone(ids), at, at+1)
		if len(rest) > 0 {
			o["isr"], o["leader"], o["elr"] = []int{ids[at]}, pick(g, ids[at], -1), g.some(rest)
			if g.oneIn(2) {
				o["isr"], o["leader"] = []int{}, -1
			}
		}
	}
	return o
}

// some is a part of ids, not none, in their order.
func (g *generator) some(ids []int) []int {
	kept := slices.DeleteFunc(slices.Clone(ids), func(int) bool { return g.oneIn(2) })
	if len(kept) == 0 {
		return []int{ids[g.IntN(len(ids))]}
	}
	return kept
}

// startLogs gives replicas logs with one history, of which some have less, and sometimes a tail above what is
// committed. A tail has an epoch of its own: two leaders never write in one.
func (g *generator) startLogs(o object, ids []int) {
	common := g.IntN(5)
	logs, marks := object{}, object{}
	epoch := 1
	for _, id := range ids {
		var runs list
		if common > 0 {
			runs = append(runs, object{"epoch": 1, "records": common})
		}
		if g.oneIn(2) {
			epoch++
			tail := list{}
			for i := range 1 + g.IntN(3) {
				tail = append(tail, fmt.Sprint("tail", id, "-", i))
			}
			runs = append(runs, object{"epoch": epoch, "values": tail})
		}
		logs[strconv.Itoa(id)] = runs
		marks[strconv.Itoa(id)] = g.IntN(common + 1)
	}
	o["leaderEpoch"] = epoch + 1 + g.IntN(3)
	marks[strconv.Itoa(ids[0])] = common
	o["logs"] = logs
	o["highWatermarks"] = marks
}

func (g *generator) drawProducers() list {
	var producers list
	for i := range pick(g, 0, 1, 1, 2, 2, 3, 4) {
		id := "p" + strconv.Itoa(i)
		if g.oneIn(40) {
			id = "pröd \"" + id
		}
		g.clients = append(g.clients, id)
		o := object{"id": id}
		c := g.producerConfig()
		if len(c) > 0 {
			o["config"] = c
		}
		shortest := 1000.0
		for name, otherwise := range map[string]float64{
			"retry.backoff.ms": 100, "reconnect.backoff.ms": 50, "socket.connection.setup.timeout.ms": 10_000,
			"request.timeout.ms": 30_000, "metadata.max.age.ms": 300_000, "retry.backoff.max.ms": 1000,
			"connections.max.idle.ms":                540_000,
			"socket.connection.setup.timeout.max.ms": 30_000, "reconnect.backoff.max.ms": 1000,
		} {
			shortest = min(shortest, max(1, number(c, name, otherwise)))
		}
		g.waits = append(g.waits, shortest)
		if g.oneIn(6) {
			quota := object{}
			for _, k := range g.keys["quota"] {
				quota[k.name] = between(g.Rand, 1, 10_000_000)
			}
			o["quota"] = quota
		}
		producers = append(producers, o)
	}
	return producers
}

func (g *generator) producerConfig() object {
	c := object{}
	switch g.IntN(6) {
	case 0:
		c["acks"] = pick[any](g, "1", 1)
	case 1:
		c["acks"] = pick[any](g, "0", 0)
	case 2:
		c["acks"] = pick[any](g, "all", -1, "-1")
	}
	share := pick(g, 4, 10, 40)
	for _, k := range g.keys["producer"] {
		if g.oneIn(share) {
			c[k.name] = k.draw(g.Rand)
		}
	}
	if g.oneIn(3) {
		c["request.timeout.ms"] = between(g.Rand, 20, 5000)
		c["delivery.timeout.ms"] = int64(number(c, "request.timeout.ms", 0)) + between(g.Rand, 10, 20_000)
	}
	if g.oneIn(6) {
		c["enable.idempotence"] = false
	}
	if need := number(c, "linger.ms", 5) + number(c, "request.timeout.ms", 30_000); c["delivery.timeout.ms"] != nil &&
		number(c, "delivery.timeout.ms", 0) < need {
		c["delivery.timeout.ms"] = int64(min(need, 1<<31-1))
	}
	if number(c, "max.in.flight.requests.per.connection", 5) > 5 {
		c["enable.idempotence"] = false
	}
	if truth(c, "enable.idempotence", false) {
		delete(c, "retries")
		if g.level(c) != "all" {
			delete(c, "acks")
		}
	}
	return c
}

func (g *generator) level(c object) string {
	switch fmt.Sprint(c["acks"]) {
	case "0", "1":
		return fmt.Sprint(c["acks"])
	}
	return "all"
}

func (g *generator) drawConsumers() list {
	var consumers list
	for i := range pick(g, 0, 1, 1, 2) {
		id := "c" + strconv.Itoa(i)
		g.readers = append(g.readers, id)
		o := object{"id": id}
		if g.oneIn(3) {
			o["topics"] = list{g.topics[g.IntN(len(g.topics))].name}
		}
		if keys := g.keys["consumer"]; g.oneIn(2) {
			o["config"] = object{keys[0].name: keys[0].draw(g.Rand)}
		}
		consumers = append(consumers, o)
	}
	return consumers
}

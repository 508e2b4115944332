// Package random makes random scripts on which a real cluster agrees with itself: between two deeds that change who is
// well there is time for what follows from the first, so that no two timers race, and records are written where it is
// plain what becomes of them: soon after a deed, before the cluster has noticed it, or when all is quiet again. Races
// are left out, for which the phases of a real broker's timers would have to be known; so are topics that two
// producers write to at once.
package random

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"highwater/core"
)

// object is JSON.
type object = map[string]any

// Virtual milliseconds.
const (
	begins = 1000
	// quiet is how long a deed has until the next: longer than a session and the check of it, or the lag time, the
	// check of that and a fetch.
	quiet    = 18000
	soon     = 1200  // after a deed: nobody has noticed
	settled  = 16000 // after a deed: all have
	session  = 9000
	lagTime  = 10000
	produces = 4000 // a raw request's timeout, which is over before anything is noticed
)

// Script returns the script of a seed.
func Script(seed uint64) []byte {
	for try := uint64(0); ; try++ {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, try)), now: begins}
		text, err := json.MarshalIndent(g.script(), "", " ")
		if err != nil {
			panic(err) // It is made of texts and numbers.
		}
		if _, err := core.Parse(text); err == nil {
			return text
		} else if try > 100 {
			panic(fmt.Sprintf("no script of seed %d can be read: %v\n%s", seed, err, text))
		}
	}
}

// generator draws one script.
type generator struct {
	*rand.Rand
	machines   []machine // by broker id - 1
	replicas   []int
	target     []int // the replicas that were asked for last
	minimum    int
	producers  []string
	dead       []bool // of producers
	controller bool   // It is well.
	now        float64
	values     int
	steps      []object
}

// machine is what became of a broker.
type machine struct{ down, frozen, paused, delayed, apart bool }

func (m machine) well() bool { return !m.down && !m.frozen && !m.apart }

func (g *generator) oneIn(n int) bool { return g.IntN(n) == 0 }

func (g *generator) script() object {
	g.machines = make([]machine, 3+g.IntN(2))
	g.controller = true
	for _, i := range g.Perm(len(g.machines))[:3] {
		g.replicas = append(g.replicas, i+1)
	}
	g.target = g.replicas
	g.minimum = 1 + g.IntN(3)
	topic := object{"min.insync.replicas": g.minimum}
	if g.oneIn(6) {
		topic["unclean.leader.election.enable"] = true
	}
	producers := g.clients()
	g.write()
	for range 2 + g.IntN(3) {
		g.now += quiet
		if !g.deed() {
			break
		}
		if g.oneIn(2) {
			g.writeAt(g.now + soon)
		}
		g.writeAt(g.now + settled)
	}
	return object{
		"version": 1, "title": "Random",
		"cluster": object{
			"brokers": len(g.machines), "features": object{"eligible.leader.replicas.version": g.IntN(2)},
			"config": object{"broker.session.timeout.ms": session, "replica.lag.time.max.ms": lagTime},
			"topics": []object{{"name": "t", "config": topic, "partitions": []object{{"replicas": g.replicas}}}},
		},
		"producers": producers, "steps": g.steps, "until": g.now + quiet + settled/2,
	}
}

// clients draws the producers.
func (g *generator) clients() (producers []object) {
	for i := range 1 + g.IntN(2) {
		id := fmt.Sprint("p", i+1)
		config := object{"linger.ms": 0, "delivery.timeout.ms": 60000}
		if g.oneIn(3) {
			config["acks"] = "1"
			config["enable.idempotence"] = false
		}
		g.producers = append(g.producers, id)
		producers = append(producers, object{"id": id, "config": config})
	}
	g.dead = make([]bool, len(producers))
	return producers
}

func (g *generator) step(at float64, verb string, args object) {
	g.steps = append(g.steps, object{"at": at, verb: args})
}

func (g *generator) write() { g.writeAt(g.now) }

// writeAt has a producer write a record or two at a time, and when all is quiet perhaps somebody without a producer.
func (g *generator) writeAt(at float64) {
	g.values++
	send := object{
		"producer": g.producers[g.IntN(len(g.producers))], "topic": "t", "partition": 0, "value": fmt.Sprint("v", g.values),
	}
	if g.oneIn(4) {
		send["count"], send["every.ms"] = 2, 100
	}
	g.step(at, "send", send)
	if at < g.now+settled && at != g.now || g.oneIn(2) {
		return
	}
	request := object{"acks": []any{"all", "all", "1"}[g.IntN(3)], "partitions": []object{
		{"topic": "t", "partition": 0, "records": []string{fmt.Sprint("w", g.values)}},
	}}
	if g.oneIn(2) {
		request["timeout.ms"] = produces
	}
	g.step(at+500, "produce", request)
}

// deed draws something that can be done now; false if nothing can.
func (g *generator) deed() bool {
	for range 50 {
		if deeds[g.IntN(len(deeds))](g) {
			return true
		}
	}
	return false
}

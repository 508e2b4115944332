package random

import "slices"

// deeds are what can happen to a cluster. Each does it, or reports that it cannot be done now. What is likely stands
// there twice.
var deeds = []func(*generator) bool{
	(*generator).kill, (*generator).kill, (*generator).stop, (*generator).powerOff,
	(*generator).start, (*generator).start, (*generator).freeze, (*generator).thaw, (*generator).thaw,
	(*generator).pause, (*generator).resume, (*generator).delay, (*generator).cut, (*generator).heal, (*generator).heal,
	(*generator).setMinimum, (*generator).elect, (*generator).killProducer, (*generator).startProducer,
	(*generator).stopController, (*generator).startController, (*generator).deleteRecords,
	(*generator).reassign, (*generator).reassign,
}

// broker draws one of whom something is true, and returns its id.
func (g *generator) broker(is func(machine) bool) (id int, found bool) {
	for _, i := range g.Perm(len(g.machines)) {
		if is(g.machines[i]) {
			return i + 1, true
		}
	}
	return 0, false
}

// spare draws a broker that is well, and whose loss leaves another that is: somebody has to answer the administrator.
func (g *generator) spare() (id int, found bool) {
	well := 0
	for _, m := range g.machines {
		if m.well() {
			well++
		}
	}
	if well < 2 || !g.controller {
		return 0, false
	}
	return g.broker(machine.well)
}

// lose has a verb happen to a broker that can be spared.
func (g *generator) lose(verb string, more object, lost func(*machine)) bool {
	id, found := g.spare()
	if !found {
		return false
	}
	args := object{"broker": id}
	for name, value := range more {
		args[name] = value
	}
	lost(&g.machines[id-1])
	g.step(g.now, verb, args)
	return true
}

func down(m *machine) { *m = machine{down: true, paused: m.paused, delayed: m.delayed} }

func (g *generator) kill() bool { return g.lose("kill", nil, down) }

func (g *generator) stop() bool { return g.lose("stop", nil, down) }

func (g *generator) powerOff() bool {
	return g.lose("power-off", object{"lose": []any{0, 1, "all"}[g.IntN(3)]}, down)
}

func (g *generator) freeze() bool {
	return g.lose("freeze", nil, func(m *machine) { m.frozen = true })
}

// mend has a verb happen to a broker that needs it.
func (g *generator) mend(verb string, needs func(machine) bool, mended func(*machine)) bool {
	id, found := g.broker(needs)
	if !found || !g.controller {
		return false
	}
	mended(&g.machines[id-1])
	g.step(g.now, verb, object{"broker": id})
	return true
}

func (g *generator) start() bool {
	return g.mend("start", func(m machine) bool { return m.down }, func(m *machine) { m.down = false })
}

func (g *generator) thaw() bool {
	return g.mend("thaw", func(m machine) bool { return m.frozen }, func(m *machine) { m.frozen = false })
}

func (g *generator) pause() bool {
	runs := func(m machine) bool { return m.well() && !m.paused }
	return g.mend("fetch-pause", runs, func(m *machine) { m.paused = true })
}

func (g *generator) resume() bool {
	return g.mend("fetch-resume", func(m machine) bool { return m.paused }, func(m *machine) { m.paused = false })
}

// delay slows a follower's fetches, not so much that it falls behind the lag time, or heals them.
func (g *generator) delay() bool {
	id, found := g.broker(machine.well)
	if !found || !g.controller {
		return false
	}
	m := &g.machines[id-1]
	m.delayed = !m.delayed
	ms := 0
	if m.delayed {
		ms = 1500 + 500*g.IntN(3)
	}
	g.step(g.now, "fetch-delay", object{"broker": id, "ms": ms})
	return true
}

// cut cuts a broker from the controller: what it sends, or both ways.
func (g *generator) cut() bool {
	id, found := g.spare()
	if !found {
		return false
	}
	g.machines[id-1].apart = true
	g.step(g.now, "link", object{"from": id, "to": "controller", "up": false})
	if g.oneIn(2) {
		g.step(g.now, "link", object{"from": "controller", "to": id, "up": false})
	}
	return true
}

func (g *generator) heal() bool {
	id, found := g.broker(func(m machine) bool { return m.apart })
	if !found || !g.controller {
		return false
	}
	g.machines[id-1].apart = false
	g.step(g.now, "link", object{"from": id, "to": "controller", "up": true})
	g.step(g.now, "link", object{"from": "controller", "to": id, "up": true})
	return true
}

func (g *generator) setMinimum() bool {
	minimum := 1 + g.IntN(3)
	if minimum == g.minimum || !g.controller {
		return false
	}
	g.minimum = minimum
	g.step(g.now, "set", object{"topic": "t", "config": object{"min.insync.replicas": minimum}})
	return true
}

func (g *generator) elect() bool {
	if !g.controller {
		return false
	}
	g.step(g.now, "elect", object{
		"topic": "t", "partition": 0, "type": []string{"PREFERRED", "UNCLEAN"}[g.IntN(2)],
	})
	return true
}

func (g *generator) killProducer() bool { return g.producer("kill", false) }

func (g *generator) startProducer() bool { return g.producer("start", true) }

// producer kills one that lives, or starts one that does not.
func (g *generator) producer(verb string, dead bool) bool {
	for _, i := range g.Perm(len(g.producers)) {
		if g.dead[i] == dead {
			g.dead[i] = !dead
			g.step(g.now, verb, object{"producer": g.producers[i]})
			return true
		}
	}
	return false
}

// stopController kills or freezes the controller, while all brokers are well: a session that ends meanwhile would race
// with its return.
func (g *generator) stopController() bool {
	for _, m := range g.machines {
		if !m.well() {
			return false
		}
	}
	if !g.controller {
		return false
	}
	g.controller = false
	g.step(g.now, "kill", object{"node": "controller"})
	return true
}

func (g *generator) startController() bool {
	if g.controller {
		return false
	}
	g.controller = true
	g.step(g.now, "start", object{"node": "controller"})
	return true
}

// reassign asks for other replicas, of which at most one is new: two that are added would race for the ISR. Or it
// cancels what has been asked.
func (g *generator) reassign() bool {
	if !g.controller {
		return false
	}
	args := object{"topic": "t", "partition": 0, "replicas": nil}
	if !g.oneIn(6) {
		kept := slices.DeleteFunc(slices.Clone(g.target), func(int) bool { return g.oneIn(4) })
		if id := 1 + g.IntN(len(g.machines)); len(kept) == 0 || !slices.Contains(g.target, id) {
			kept = append(kept, id)
		}
		g.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
		g.target = kept
		args["replicas"] = kept
	}
	g.step(g.now, "reassign", args)
	return true
}

func (g *generator) deleteRecords() bool {
	if !g.controller {
		return false
	}
	g.step(g.now, "delete-records", object{"topic": "t", "partition": 0, "offset": []int{-1, 1}[g.IntN(2)]})
	return true
}

//go:build !js

package soak

import (
	"fmt"
	"slices"
	"strconv"
)

const (
	second = int64(1_000_000) // in microseconds
	day    = 24 * 3600 * second
)

// times draws how long the run is, such that about as much happens as a run may cost: minutes of a busy cluster, hours
// of one at rest.
func (g *generator) times() {
	config := func(name string, otherwise float64) float64 { return max(number(g.config, name, otherwise), 0.001) }
	pairs := float64(g.brokers * (g.brokers - 1))
	if g.parts == 1 {
		pairs = float64(g.brokers - 1)
	}
	backoff := config("replica.fetch.backoff.ms", 1000) + 2*g.latency
	cycle := min(config("replica.fetch.wait.max.ms", 500)+2*g.latency, backoff)
	perMs := 2*pairs/cycle + float64(g.brokers)*2/config("broker.heartbeat.interval.ms", 2000) +
		float64(g.brokers*g.parts)*2/config("replica.lag.time.max.ms", 30_000) +
		1/config("unclean.leader.election.interval.ms", 300_000) +
		float64(len(g.clients)+len(g.readers))/100
	heartbeat := config("broker.heartbeat.interval.ms", 2000)
	if session := config("broker.session.timeout.ms", 9000); session < heartbeat+2*g.latency {
		perMs += float64(g.brokers*(4+g.parts*8)) / heartbeat // fenced and let in again, all the time
	}
	for _, name := range []string{"message.max.bytes", "max.message.bytes"} {
		if g.smallest[name] < 200 { // the client's halves of a batch of two may be as large as the batch
			perMs += float64(len(g.clients)) * 8 / (2*g.latency + g.append)
		}
	}
	for _, c := range g.waits {
		perMs += 0.3 / (c + 2*g.latency) // while a producer tries again
	}
	g.perMs = perMs
	budget := pick(g, 1000.0, 5000, 15_000, 30_000)
	if g.oneIn(60) {
		budget = 200_000
	}
	if g.oneIn(1000) {
		budget = 2_000_000
	}
	if g.short {
		budget = pick(g, 200.0, 500, 1500)
	}
	longest := int64(budget / perMs * 1000)
	g.until = min(max(between(g.Rand, second/5, day), 1000), longest, day)
	if g.calm && !g.short {
		g.until = min(max(g.until, 2*second), 100*second)
	}
	g.span = g.until/10*int64(1+g.IntN(9)) + 1
}

// drawSteps draws deeds one after the other, many of them at one instant.
func (g *generator) drawSteps() {
	count := pick(g, 1, 3, 6, 10, 15, 25, 40)
	if g.oneIn(40) && !g.short {
		count = 150
	}
	together := pick(g, 2, 2, 3, 10)
	gap := max(g.span/int64(count), 2)
	for range count {
		if len(g.steps) > 0 && !g.oneIn(together) {
			g.now += between(g.Rand, 1, gap*2)
		}
		if g.oneIn(8) { // a whole half second, where periodic things happen
			g.now = (g.now/500_000 + 1) * 500_000
		}
		if g.now > g.until-1 {
			return
		}
		g.deed()
	}
}

// do adds a step at the present instant.
func (g *generator) do(verb string, act object) {
	g.steps = append(g.steps, object{"at": float64(g.now) / 1000, verb: act})
}

func (g *generator) broker() int { return 1 + g.IntN(g.brokers) }

func (g *generator) topic() *topic { return &g.topics[g.IntN(len(g.topics))] }

func (g *generator) place() (name string, partition int, replicas []int) {
	t := g.topic()
	partition = g.IntN(len(t.partitions))
	return t.name, partition, t.partitions[partition]
}

// deed draws one step, or a few that belong together.
func (g *generator) deed() {
	b := g.broker()
	switch g.IntN(37) {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		g.send()
	case 8, 9, 10, 11, 12, 30:
		g.produce()
	case 31, 32:
		g.depose()
	case 13:
		g.do(pick(g, "kill", "stop", "start", "freeze", "thaw", "fetch-pause", "fetch-resume"), object{"broker": b})
	case 14, 15:
		g.restart(b)
	case 16:
		g.do("power-off", object{"broker": b, "lose": pick[any](g, 0, 0, 0, 1, 3, "all")})
		if g.oneIn(2) {
			g.wait()
			g.do("start", object{"broker": b})
		}
	case 17, 18:
		g.do("freeze", object{"broker": b})
		g.wait()
		g.do("thaw", object{"broker": b})
	case 19, 20:
		g.link()
	case 21:
		g.cutOff(b)
	case 22, 23:
		g.slow(b)
	case 24:
		g.hand()
	case 25:
		name, partition, _ := g.place()
		g.do("elect", object{"topic": name, "partition": partition, "type": pick(g, "PREFERRED", "PREFERRED", "UNCLEAN")})
	case 26:
		g.setConfig()
	case 27:
		g.flushOrClose()
	case 28:
		for range 1 + g.IntN(3) { // the same processes, again and again at one instant
			g.do(pick(g, "kill", "start", "start", "freeze", "thaw"), object{"broker": b})
		}
	case 29:
		g.rolling()
	case 33:
		g.controller()
	case 34, 35:
		g.reassign()
	case 36:
		name, partition, _ := g.place()
		offset := pick(g, -1, -1, -1, g.IntN(3), g.IntN(10))
		g.do("delete-records", object{"topic": name, "partition": partition, "offset": offset})
	}
}

// reassign gives a partition other replicas, or takes back what it was to get.
func (g *generator) reassign() {
	name, partition, _ := g.place()
	act := object{"topic": name, "partition": partition, "replicas": nil}
	if !g.oneIn(6) {
		var target []int
		for _, i := range g.Perm(g.brokers)[:1+g.IntN(g.brokers)] {
			target = append(target, i+1)
		}
		act["replicas"] = target
	}
	g.do("reassign", act)
}

// controller freezes or kills the controller, and has it come back after something else; or finds it so already.
func (g *generator) controller() {
	node := object{"node": "controller"}
	if g.oneIn(5) {
		g.do(pick(g, "kill", "start", "freeze", "thaw"), node)
		return
	}
	ways := [2]string{"freeze", "thaw"}
	if g.oneIn(2) {
		ways = [2]string{"kill", "start"}
	}
	g.do(ways[0], node)
	g.wait()
	for range g.IntN(3) {
		b := g.broker()
		switch g.IntN(5) {
		case 0:
			g.do(pick(g, "kill", "stop", "start", "freeze", "thaw"), object{"broker": b})
		case 1:
			g.produce()
		case 2:
			g.slow(b)
		case 3:
			g.setConfig()
		default:
			g.do(pick(g, "fetch-pause", "fetch-resume"), object{"broker": b})
		}
		g.wait()
	}
	g.do(ways[1], node)
}

// depose has a leader write what its followers do not have, and be replaced.
func (g *generator) depose() {
	name, partition, replicas := g.place()
	for _, b := range replicas[1:] {
		g.do("fetch-pause", object{"broker": b})
	}
	g.wait()
	for range 1 + g.IntN(4) {
		act := object{"acks": pick(g, "1", "all"), "partitions": list{g.batch(name, partition)}}
		if g.oneIn(2) {
			act["broker"] = replicas[0]
		}
		g.do("produce", act)
		g.send()
	}
	g.now += between(g.Rand, 1, 2*second)
	gone, back := "freeze", "thaw"
	if g.oneIn(2) {
		gone, back = pick(g, "kill", "kill", "stop"), "start"
	}
	g.do(gone, object{"broker": replicas[0]})
	for _, b := range replicas[1:] {
		g.do("fetch-resume", object{"broker": b})
	}
	session := int64(number(g.config, "broker.session.timeout.ms", 9000) * 1000)
	g.now = min(g.now+between(g.Rand, 1, 2*session), day-1)
	g.produce()
	g.do(back, object{"broker": replicas[0]})
}

// wait lets some time pass: a microsecond, a round trip, a session.
func (g *generator) wait() {
	g.now += between(g.Rand, 1, pick(g, 3000, second/2, 5*second, 30*second))
	g.now = min(g.now, max(g.until-1, g.now/2))
}

// restart is a death and a new life, sometimes within another.
func (g *generator) restart(b int) {
	for range pick(g, 1, 1, 1, 2, 3) {
		g.do(pick(g, "kill", "kill", "stop"), object{"broker": b})
		if !g.oneIn(3) {
			g.wait()
		}
		g.do("start", object{"broker": b})
		if g.oneIn(3) {
			g.wait()
		}
	}
}

func (g *generator) rolling() {
	for b := 1; b <= g.brokers; b++ {
		g.do(pick(g, "stop", "kill"), object{"broker": b})
		g.wait()
		g.do("start", object{"broker": b})
		g.wait()
	}
}

// end is one end of a link: a broker, the controller or a client.
func (g *generator) end() any {
	switch {
	case g.oneIn(3):
		return "controller"
	case g.oneIn(4) && len(g.clients) > 0:
		return pick(g, g.clients...)
	case g.oneIn(6) && len(g.readers) > 0:
		return pick(g, g.readers...)
	}
	return g.broker()
}

func (g *generator) isClient(end any) bool {
	name, ok := end.(string)
	return ok && name != "controller"
}

func (g *generator) link() {
	if g.oneIn(6) && len(g.clients) > 0 {
		g.do("link", object{"from": pick(g, g.clients...), "to": g.broker(), "silent": true})
		return
	}
	from, to := g.end(), g.end()
	if from == to || g.isClient(from) && g.isClient(to) {
		from, to = g.broker(), any("controller")
	}
	g.touched[[2]any{from, to}] = true
	act := object{"from": from, "to": to}
	if g.oneIn(3) {
		act["latency.ms"] = g.ms(0.001, pick(g, 100.0, 100_000, 3_000_000))
	}
	if act["latency.ms"] == nil || g.oneIn(3) {
		act["up"] = g.oneIn(3)
	}
	g.do("link", act)
	if g.oneIn(2) {
		g.wait()
		g.do("link", object{"from": from, "to": to, "up": true})
	}
}

// cutOff takes a broker off the network, all of it or one way, and sometimes puts it back.
func (g *generator) cutOff(b int) {
	ends := list{"controller"}
	for other := 1; other <= g.brokers; other++ {
		if other != b {
			ends = append(ends, other)
		}
	}
	if g.oneIn(3) {
		ends = ends[:1] // the controller only
	}
	var ways [][2]any
	for _, e := range ends {
		if !g.oneIn(5) {
			ways = append(ways, [2]any{b, e})
		}
		if !g.oneIn(5) {
			ways = append(ways, [2]any{e, b})
		}
	}
	for _, way := range ways {
		g.touched[way] = true
		g.do("link", object{"from": way[0], "to": way[1], "up": false})
	}
	if g.oneIn(3) {
		return
	}
	g.wait()
	if g.oneIn(3) {
		g.restart(b)
	}
	for _, way := range ways {
		g.do("link", object{"from": way[0], "to": way[1], "up": true})
		if g.oneIn(6) {
			g.wait()
		}
	}
}

func (g *generator) slow(b int) {
	switch g.IntN(3) {
	case 0:
		act := object{"broker": b, "ms": g.ms(0.01, 300_000)}
		if name, partition, replicas := g.place(); g.oneIn(2) && slices.Contains(replicas, b) {
			act["topic"], act["partition"] = name, partition
		}
		if g.oneIn(4) {
			act["ms"] = 0
		}
		g.do("fetch-delay", act)
	case 1:
		g.do("fetch-rate", object{"broker": b, "records-per-second": pick[any](g, 0, 0.5, 1, 10, 1000)})
	case 2:
		g.do("fetch-pause", object{"broker": b})
		g.wait()
		g.do("fetch-resume", object{"broker": b})
	}
}

func (g *generator) hand() {
	name, partition, replicas := g.place()
	members := g.some(replicas)
	if g.oneIn(3) {
		members = replicas
	}
	g.byHand = append(g.byHand, [2]any{name, partition})
	g.do("isr", object{"topic": name, "partition": partition, "members": members})
}

// setConfig changes what a step may change: the minimum, mostly, of a topic, a broker or all.
func (g *generator) setConfig() {
	config := object{"min.insync.replicas": 1 + g.IntN(3)}
	act := object{"config": config}
	scope := "broker"
	switch g.IntN(4) {
	case 0:
		act["topic"], scope = g.topic().name, "topic"
	case 1:
		act["broker"], scope = g.broker(), ""
	case 2:
		if len(g.clients) > 0 && g.oneIn(2) {
			act["producer"], scope = pick(g, g.clients...), "quota"
			delete(config, "min.insync.replicas")
		}
	}
	for _, k := range g.keys[scope] {
		if k.dynamic && (scope == "quota" || g.oneIn(6)) {
			config[k.name] = g.sensible(&k)
		}
	}
	g.do("set", act)
}

func (g *generator) send() {
	if len(g.clients) == 0 {
		g.produce()
		return
	}
	name, partition, _ := g.place()
	g.sent++
	act := object{"producer": pick(g, g.clients...), "topic": name, "value": "v" + strconv.Itoa(g.sent)}
	if !g.oneIn(3) {
		act["partition"] = partition
	}
	if g.oneIn(4) {
		act["key"] = pick(g, "", "k", "abc", "foobar", strconv.Itoa(g.IntN(100)))
	}
	if g.oneIn(2) {
		count := pick(g, 1, 2, 5, 20, 60)
		if g.oneIn(100) && !g.short {
			count = 3000
		}
		act["count"] = count
		if g.oneIn(2) {
			act["every.ms"] = g.ms(0.001, 1_000_000)
			if float64(g.now)/1000+act["every.ms"].(float64)*float64(count) > float64(g.until)/1000 {
				act["every.ms"] = float64((g.until-g.now)/int64(count+1)) / 1000
			}
		}
	}
	if g.oneIn(8) {
		act["give-up.ms"] = pick(g, 0.001, 2.0, 900, 4000, 40_000)
		if g.oneIn(2) {
			act["resend"] = g.IntN(4)
		}
	}
	if g.oneIn(5) {
		act["size"] = between(g.Rand, 20, 3_000_000)
	}
	g.do("send", act)
}

func (g *generator) flushOrClose() {
	if len(g.clients) == 0 {
		return
	}
	p := pick(g, g.clients...)
	if g.oneIn(3) {
		g.do("kill", object{"producer": p})
		if !g.oneIn(3) {
			g.wait()
		}
		g.do("start", object{"producer": p})
		return
	}
	if !g.oneIn(3) {
		g.do("flush", object{"producer": p})
		return
	}
	act := object{"producer": p}
	if g.oneIn(2) {
		act["timeout.ms"] = pick(g, int64(0), 1, 100, 10_000)
	}
	g.do("close", act)
}

// produce is a raw request: any acks, any timeout, to whomever, sometimes with the numbers of an idempotent producer.
func (g *generator) produce() {
	act := object{}
	if !g.oneIn(3) {
		act["acks"] = pick[any](g, "all", "all", "1", "0", -1, 1, 0, "-1", 2, -2, 32767, "7")
	}
	if g.oneIn(2) {
		act["timeout.ms"] = pick(g, int64(0), 1, 7, 100, 1500, 30_000, 1<<31-1)
	}
	if g.oneIn(5) {
		act["broker"] = g.broker()
	}
	var partitions list
	seen := map[string]bool{}
	for range pick(g, 1, 1, 1, 2, 3, 8) {
		name, partition, _ := g.place()
		if key := fmt.Sprint(name, partition); !seen[key] {
			seen[key] = true
			partitions = append(partitions, g.batch(name, partition))
		}
	}
	act["partitions"] = partitions
	g.do("produce", act)
}

func (g *generator) batch(name string, partition int) object {
	o := object{"topic": name, "partition": partition, "records": 1 + g.IntN(4)}
	if g.oneIn(2) {
		var values list
		for range 1 + g.IntN(4) {
			g.sent++
			values = append(values, "v"+strconv.Itoa(g.sent))
		}
		o["records"] = values
	}
	if g.oneIn(3) {
		g.number(o, name, partition)
	}
	return o
}

// sentBatch is a batch that an idempotent producer sent to a partition by a raw request.
type sentBatch struct{ epoch, sequence, count int }

// number gives a batch the numbers of an idempotent producer: the next ones, more often than not, those of a batch that
// was sent before, or any.
func (g *generator) number(o object, name string, partition int) {
	id := 900_000 + g.IntN(2)
	if g.oneIn(8) {
		id = g.IntN(1 << 30)
	}
	count, _ := o["records"].(int)
	if values, ok := o["records"].(list); ok {
		count = len(values)
	}
	place := fmt.Sprint(id, name, partition)
	before := g.batches[place]
	b := sentBatch{0, 0, count}
	if len(before) > 0 {
		last := before[len(before)-1]
		b = sentBatch{last.epoch, (last.sequence + last.count) % (1 << 31), count}
	} else if g.oneIn(4) {
		b.sequence = pick(g, 1, 7, 1<<31-1, 1<<31-2)
	}
	switch g.IntN(8) {
	case 0, 1:
		if len(before) > 0 {
			b = before[g.IntN(len(before))]
			o["records"] = b.count
		}
	case 2:
		b.epoch, b.sequence = b.epoch+1, 0
	case 3:
		b.sequence = g.IntN(8)
	case 4:
		b.epoch = g.IntN(4)
	}
	g.batches[place] = append(before, b)
	o["producerId"] = id
	if b.epoch > 0 || g.oneIn(2) {
		o["producerEpoch"] = b.epoch
	}
	if b.sequence > 0 || g.oneIn(2) {
		o["sequence"] = b.sequence
	}
}

// heal ends the script: everything that was broken is mended, and then there is time.
func (g *generator) heal() {
	g.now = max(g.now, g.span) + 1
	var ways [][2]any
	for way := range g.touched {
		ways = append(ways, way)
	}
	slices.SortFunc(ways, func(a, b [2]any) int { return slices.Compare([]byte(fmt.Sprint(a)), []byte(fmt.Sprint(b))) })
	for _, way := range ways {
		g.do("link", object{"from": way[0], "to": way[1], "up": true, "latency.ms": g.latency})
	}
	for _, verb := range []string{"thaw", "start"} {
		g.do(verb, object{"node": "controller"})
	}
	for b := 1; b <= g.brokers; b++ {
		for _, verb := range []string{"thaw", "fetch-resume", "start"} {
			g.do(verb, object{"broker": b})
		}
		g.do("fetch-delay", object{"broker": b, "ms": 0})
		g.do("fetch-rate", object{"broker": b, "records-per-second": 0})
	}
	healed := g.now
	session := int64(number(g.config, "broker.session.timeout.ms", 9000) * 1000)
	heartbeat := int64(number(g.config, "broker.heartbeat.interval.ms", 2000) * 1000)
	grace := 60*second + 2*session + 4*heartbeat
	for _, later := range []int64{1, 15 * second, 30 * second, grace} {
		g.now = healed + later
		for b := 1; b <= g.brokers && later < grace; b++ {
			g.do("start", object{"broker": b}) // a step before may have met a broker that was still stopping
		}
		for _, t := range g.topics {
			for partition, replicas := range t.partitions {
				if slices.ContainsFunc(g.byHand, func(p [2]any) bool { return p[0] == t.name }) {
					g.do("isr", object{"topic": t.name, "partition": partition, "members": replicas})
				}
			}
		}
	}
	g.until = healed + grace + pick(g, second, second, 70*second)
}

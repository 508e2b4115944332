package modeltest

import (
	"encoding/json"
	"slices"
	"strconv"

	"highwater/core"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Random scripts for the properties. They are small, and crowded on purpose: few brokers, short lag times and sessions,
// steps close to each other, so that faults, changes of the ISR, deadlines, fetches and the learner's hand meet.
// generate_steps_test.go makes up the steps.

type object = map[string]any

// drawn is a script being made up.
type drawn struct {
	*rapid.T
	brokers    int
	elr        bool
	topics     []drawnTopic
	partitions []drawnPartition
	producers  []string
	consumers  []string
	values     int
	hurt       map[string][]int // brokers, by the verb that heals them
	cut        []object         // links
	last       int              // the instant of the step before, in microseconds
}

type drawnTopic struct {
	name       string
	partitions int
	replicas   int
	minimum    int
}

type drawnPartition struct {
	topic    string
	number   int
	replicas []int
}

func pick[E any](d *drawn, what string, from ...E) E { return rapid.SampledFrom(from).Draw(d.T, what) }

// chance is true one time in so many. It shrinks to false.
func chance(d *drawn, what string, oneIn int) bool {
	return rapid.IntRange(1, oneIn).Draw(d.T, what) == oneIn && oneIn > 1
}

// drawScript makes up a script; its text is logged should the property fail.
func drawScript(t *rapid.T) core.Script {
	text := drawScriptText(t)
	t.Logf("script: %s", text)
	s, err := core.Parse(text)
	require.NoError(t, err)
	return s
}

func drawScriptText(t *rapid.T) []byte {
	d := &drawn{T: t, hurt: map[string][]int{}, brokers: rapid.IntRange(1, 5).Draw(t, "brokers")}
	d.elr = rapid.Bool().Draw(t, "elr")
	topics, producers, consumers, steps := []object{}, []object{}, []object{}, []object{}
	for i := range rapid.IntRange(1, 2).Draw(t, "topics") {
		topics = append(topics, d.topic("t"+strconv.Itoa(i+1)))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "producers") {
		producers = append(producers, d.producer("p"+strconv.Itoa(i+1)))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "consumers") {
		d.consumers = append(d.consumers, "c"+strconv.Itoa(i+1))
		consumers = append(consumers, object{"id": d.consumers[i]})
	}
	for range pick(d, "at least", 0, 10, 20) + rapid.IntRange(0, 12).Draw(t, "steps") {
		steps = append(steps, d.step())
	}
	text, err := json.Marshal(object{
		"version": 1,
		"cluster": object{
			"brokers":   d.brokers,
			"config":    d.config(),
			"features":  object{"eligible.leader.replicas.version": map[bool]int{false: 0, true: 1}[d.elr]},
			"network":   object{"latency.ms": pick(d, "latency", 1, 0, 0.25, 40)},
			"append.ms": pick(d, "append", 0.5, 0, 3),
			"perBroker": object{"1": object{"phase.ms": pick(d, "phase", 0, 0, 130), "append.ms": pick(d, "disk", 0.5, 0.5, 7)}},
			"topics":    topics,
		},
		"producers": producers,
		"consumers": consumers,
		"steps":     steps,
		"until":     pick(d, "until", 12_000, 20_000),
	})
	require.NoError(t, err)
	return text
}

// config is the brokers' configuration. Times are short, so that faults interact.
func (d *drawn) config() object {
	wait := pick(d, "wait", 500, 200, 50)
	session := pick(d, "session", 1000, 400, 2500)
	heartbeat := pick(d, "heartbeat", 4, 3, 10, 1) // so often in a session: once is not enough
	return object{
		"replica.lag.time.max.ms":                       max(wait, pick(d, "lag", 1000, 300, 2000, 5000)),
		"replica.fetch.wait.max.ms":                     wait,
		"replica.fetch.backoff.ms":                      pick(d, "backoff", 100, 1000),
		"replica.socket.timeout.ms":                     pick(d, "socket", 30_000, 800),
		"replica.high.watermark.checkpoint.interval.ms": pick(d, "checkpoint", 5000, 300),
		"replica.fetch.max.bytes":                       pick(d, "fetch bytes", 1<<20, 1),
		"broker.session.timeout.ms":                     session,
		"broker.heartbeat.interval.ms":                  session / heartbeat,
		"producer.purgatory.purge.interval.requests":    pick(d, "purge", 1000, 1),
		"min.insync.replicas":                           pick(d, "default minimum", 1, 2),
		"unclean.leader.election.enable":                chance(d, "unclean", 4),
		"unclean.leader.election.interval.ms":           pick(d, "unclean interval", 300_000, 900),
		"auto.leader.rebalance.enable":                  rapid.Bool().Draw(d.T, "rebalance"),
		"leader.imbalance.check.interval.seconds":       pick(d, "imbalance", 300, 1),
		"controlled.shutdown.enable":                    !chance(d, "no controlled shutdown", 4),
	}
}

func (d *drawn) topic(name string) object {
	topic := drawnTopic{
		name: name, partitions: rapid.IntRange(1, 2).Draw(d.T, "partitions"),
		replicas: rapid.IntRange(1, d.brokers).Draw(d.T, "replicas"), minimum: rapid.IntRange(1, 3).Draw(d.T, "minimum"),
	}
	var partitions []object
	for i := range topic.partitions {
		partitions = append(partitions, d.partition(topic, i))
	}
	d.topics = append(d.topics, topic)
	config := object{"min.insync.replicas": topic.minimum}
	if chance(d, "unclean topic", 4) {
		config["unclean.leader.election.enable"] = rapid.Bool().Draw(d.T, "allowed")
	}
	return object{"name": name, "config": config, "partitions": partitions}
}

func (d *drawn) partition(topic drawnTopic, number int) object {
	all := make([]int, d.brokers)
	for i := range all {
		all[i] = i + 1
	}
	replicas := rapid.Permutation(all).Draw(d.T, "replicas")[:topic.replicas]
	d.partitions = append(d.partitions, drawnPartition{topic.name, number, replicas})
	p := object{"replicas": replicas, "leaderEpoch": 20}
	members, eligible := replicas, []int{}
	if chance(d, "small isr", 3) {
		members = d.members(replicas)
		p["isr"] = members
	}
	if small := len(members) < min(topic.minimum, len(replicas)); small && d.elr && chance(d, "elr", 2) {
		for _, id := range replicas {
			if !slices.Contains(members, id) && rapid.Bool().Draw(d.T, "eligible") {
				eligible = append(eligible, id)
			}
		}
		p["elr"] = eligible
	}
	if chance(d, "leaderless", 12) {
		p["leader"] = -1
		switch {
		case d.elr:
			p["isr"], p["elr"], members, eligible = []int{}, replicas[:1], nil, replicas[:1]
		default:
			p["isr"], members = replicas[:1], replicas[:1]
		}
	}
	if p["elr"] == nil && d.elr && len(members) < min(topic.minimum, len(replicas)) {
		eligible = replicas // for the hand that makes the ISR small makes the others eligible
	}
	if chance(d, "logs", 3) {
		d.logs(p, replicas, append(slices.Clone(members), eligible...))
	}
	return p
}

// logs has the replicas' logs part from the first one's, as they do after elections: a tail was written in an epoch of
// its own. Who must have what is committed has it; the others have some of it.
func (d *drawn) logs(p object, replicas, holders []int) {
	old, young := rapid.IntRange(0, 5).Draw(d.T, "old"), rapid.IntRange(0, 4).Draw(d.T, "young")
	run := func(epoch, n int) []object {
		if n <= 0 {
			return nil
		}
		return []object{{"epoch": epoch, "records": n}}
	}
	committed, shared := old+young, make([]int, len(replicas))
	logs, marks := object{}, object{}
	for i, id := range replicas {
		shared[i] = old + young
		tail := 0
		if i > 0 && chance(d, "parts", 2) {
			shared[i] = rapid.IntRange(0, old+young).Draw(d.T, "shared")
			tail = rapid.IntRange(0, 3).Draw(d.T, "tail")
		}
		if slices.Contains(holders, id) {
			committed = min(committed, shared[i])
		}
		epoch := 2*i + 1 // between that of the old records and that of the young ones
		if shared[i] > old {
			epoch = 12 + i
		}
		parts := slices.Concat(run(0, min(shared[i], old)), run(11, shared[i]-old), run(epoch, tail))
		logs[strconv.Itoa(id)] = parts
		if parts == nil {
			delete(logs, strconv.Itoa(id))
		}
	}
	for i, id := range replicas {
		mark := min(committed, shared[i])
		if chance(d, "behind", 3) && i > 0 {
			mark = rapid.IntRange(0, mark).Draw(d.T, "mark")
		}
		marks[strconv.Itoa(id)] = mark
	}
	p["logs"], p["highWatermarks"] = logs, marks
}

// members is a set with the leader, the first replica.
func (d *drawn) members(replicas []int) []int {
	return slices.DeleteFunc(slices.Clone(replicas), func(id int) bool {
		return id != replicas[0] && rapid.Bool().Draw(d.T, "out")
	})
}

func (d *drawn) producer(id string) object {
	d.producers = append(d.producers, id)
	return object{"id": id, "config": object{
		"acks": pick(d, "acks", "all", "1", "0"), "linger.ms": pick(d, "linger", 0, 5),
		"request.timeout.ms":                    pick(d, "timeout", 30_000, 700, 50),
		"max.in.flight.requests.per.connection": pick(d, "in flight", 5, 1),
	}}
}

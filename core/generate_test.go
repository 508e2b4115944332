package core

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Random scripts for the properties. They are small, and crowded on purpose: few brokers, short lag times, steps on a
// coarse grid of instants, so that changes of the ISR, deadlines, fetches and the learner's hand meet each other.

type object = map[string]any

// drawn is a script being made up.
type drawn struct {
	*rapid.T
	brokers    int
	topics     []drawnTopic
	partitions []drawnPartition
	producers  []string
	values     int
}

type drawnTopic struct {
	name       string
	partitions int
	replicas   int
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
func drawScript(t *rapid.T) Script {
	text := drawScriptText(t)
	t.Logf("script: %s", text)
	s, err := Parse(text)
	require.NoError(t, err)
	return s
}

func drawScriptText(t *rapid.T) []byte {
	d := &drawn{T: t, brokers: rapid.IntRange(2, 4).Draw(t, "brokers")}
	topics, producers := []object{}, []object{}
	for i := range rapid.IntRange(1, 2).Draw(t, "topics") {
		topics = append(topics, d.topic("t"+strconv.Itoa(i+1)))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "producers") {
		producers = append(producers, d.producer("p"+strconv.Itoa(i+1)))
	}
	steps := []object{}
	for range rapid.IntRange(0, 12).Draw(t, "steps") {
		steps = append(steps, d.step(object{"at": d.instant()}))
	}
	text, err := json.Marshal(object{
		"version": 1,
		"cluster": object{
			"brokers": d.brokers,
			"config": object{
				"replica.lag.time.max.ms":                    pick(d, "lag", 1000, 2000, 5000),
				"replica.fetch.wait.max.ms":                  pick(d, "wait", 500, 200),
				"producer.purgatory.purge.interval.requests": pick(d, "purge", 1000, 1),
			},
			"features":  object{"eligible.leader.replicas.version": pick(d, "elr", 1, 0)},
			"network":   object{"latency.ms": pick(d, "latency", 1, 0, 0.25, 40)},
			"append.ms": pick(d, "append", 0.5, 0, 3),
			"topics":    topics,
		},
		"producers": producers,
		"steps":     steps,
		"until":     pick(d, "until", 12_000, 20_000),
	})
	require.NoError(t, err)
	return text
}

func (d *drawn) topic(name string) object {
	topic := drawnTopic{
		name: name, partitions: rapid.IntRange(1, 2).Draw(d.T, "partitions"),
		replicas: rapid.IntRange(1, d.brokers).Draw(d.T, "replicas"),
	}
	var partitions []object
	for i := range topic.partitions {
		partitions = append(partitions, d.partition(topic, i))
	}
	d.topics = append(d.topics, topic)
	return object{
		"name": name, "config": object{"min.insync.replicas": rapid.IntRange(1, 3).Draw(d.T, "minimum")},
		"partitions": partitions,
	}
}

func (d *drawn) partition(topic drawnTopic, number int) object {
	all := make([]int, d.brokers)
	for i := range all {
		all[i] = i + 1
	}
	replicas := rapid.Permutation(all).Draw(d.T, "replicas")[:topic.replicas]
	d.partitions = append(d.partitions, drawnPartition{topic.name, number, replicas})
	p := object{"replicas": replicas}
	if chance(d, "small isr", 4) {
		p["isr"] = d.members(replicas)
	}
	if chance(d, "logs", 4) {
		logs := object{}
		longest := rapid.IntRange(1, 4).Draw(d.T, "log")
		for i, id := range replicas {
			if n := longest - i*rapid.IntRange(0, 1).Draw(d.T, "behind"); n > 0 { // none is longer than the leader's
				logs[strconv.Itoa(id)] = []object{{"epoch": 0, "records": n}}
			}
		}
		p["logs"] = logs
	}
	return p
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

// instant is a time in ms: mostly on a coarse grid, where things meet.
func (d *drawn) instant() float64 {
	if chance(d, "odd", 3) {
		return float64(rapid.IntRange(0, 8_000_000).Draw(d.T, "micros")) / 1000
	}
	return float64(500 * rapid.IntRange(0, 16).Draw(d.T, "at"))
}

func (d *drawn) step(s object) object {
	p := pick(d, "partition", d.partitions...)
	broker := rapid.IntRange(1, d.brokers).Draw(d.T, "broker")
	verbs := []string{
		"produce", "fetch-pause", "fetch-resume", "isr", "isr", "set", "fetch-delay", "fetch-rate", "send", "send", "produce",
	}
	verb := pick(d, "verb", verbs...)
	if verb == "send" && len(d.producers) == 0 {
		verb = "produce"
	}
	switch verb {
	case "send":
		s[verb] = d.send(p)
	case "produce":
		s[verb] = d.produce()
	case "fetch-pause", "fetch-resume":
		s[verb] = object{"broker": broker}
	case "fetch-delay":
		delay := object{"broker": broker, "ms": pick(d, "delay", 0, 300, 2500)}
		if replica := slices.Contains(p.replicas, broker); replica && chance(d, "of one partition", 2) {
			delay["topic"], delay["partition"] = p.topic, p.number
		}
		s[verb] = delay
	case "fetch-rate":
		s[verb] = object{"broker": broker, "records-per-second": pick(d, "rate", 0, 2, 0.5, 50)}
	case "set":
		change := object{"config": object{"min.insync.replicas": rapid.IntRange(1, 3).Draw(d.T, "minimum")}}
		if !chance(d, "cluster", 3) {
			change["topic"] = p.topic
		}
		s[verb] = change
	case "isr":
		s[verb] = object{"topic": p.topic, "partition": p.number, "members": d.members(p.replicas)}
	}
	return s
}

func (d *drawn) send(p drawnPartition) object {
	d.values++
	s := object{
		"producer": pick(d, "producer", d.producers...), "topic": p.topic, "partition": p.number,
		"value": "v" + strconv.Itoa(d.values),
	}
	if chance(d, "many", 3) {
		s["count"], s["every.ms"] = rapid.IntRange(2, 8).Draw(d.T, "count"), pick(d, "every", 0, 1, 170.5)
	}
	return s
}

func (d *drawn) produce() object {
	partitions := []object{}
	for i, p := range d.partitions {
		if i == 0 || chance(d, "too", 2) {
			partitions = append(partitions, object{
				"topic": p.topic, "partition": p.number, "records": rapid.IntRange(1, 3).Draw(d.T, "records"),
			})
		}
	}
	s := object{
		"acks": pick(d, "acks", "all", "all", "1", "0", "2"), "timeout.ms": pick(d, "timeout", 30_000, 1000, 0, 60),
		"partitions": partitions,
	}
	if chance(d, "to a broker", 4) {
		s["broker"] = rapid.IntRange(1, d.brokers).Draw(d.T, "broker")
	}
	return s
}

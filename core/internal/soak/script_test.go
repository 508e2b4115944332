//go:build !js

package soak

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// setting is what a script says, as far as the checks need it.
type setting struct {
	Cluster struct {
		Brokers  int
		Config   map[string]any
		Features map[string]int
		Network  map[string]float64
		AppendMs *float64 `json:"append.ms"`
		Topics   []struct {
			Name       string
			Config     map[string]any
			Partitions []placement
		}
	}
	Producers []struct {
		ID     string
		Config map[string]any
	}
	Consumers []struct {
		ID     string
		Topics []string
	}
	Steps []map[string]json.RawMessage
	Until *float64

	partitions []placement // of all topics
	byTopic    map[string]int
	producers  map[string]int
	consumers  map[string]int
	slowestMs  float64         // the longest latency of any link at any time
	stopped    map[int]float64 // when a broker was stopped last
	disturbed  set             // brokers whose links some step touches, or whom a step stops
	forgetsMs  float64         // the shortest producer.id.expiration.ms at any time
	healedAt   float64         // from when on nothing is broken any more; infinite: something stays so
}

// placement is a partition as it starts.
type placement struct {
	Replicas    []int
	Leader      *int
	Isr, Elr    *[]int
	LeaderEpoch int
	Logs        map[string][]struct {
		Epoch, Records int
		Values         []string
	}
	HighWatermarks map[string]int

	topic     string
	number    int
	minimum   int     // effective, before any step changes it
	changing  bool    // a step may change the minimum
	unclean   bool    // unclean elections are allowed at some time
	moves     bool    // a step gives it other replicas
	could     set     // the brokers that are its replicas at some time, as far as steps ask for it
	byHand    bool    // a step takes its ISR in hand
	handAt    float64 // when for the last time
	whole     bool    // and then puts everybody back
	wildStart bool    // its ISR, ELR or leader does not start as the default
}

func readSetting(text []byte) *setting {
	s := &setting{
		byTopic: map[string]int{}, producers: map[string]int{}, consumers: map[string]int{},
		stopped: map[int]float64{},
	}
	if err := json.Unmarshal(text, s); err != nil {
		panic(err)
	}
	if s.Cluster.Brokers == 0 {
		s.Cluster.Brokers = 3
	}
	for _, topic := range s.Cluster.Topics {
		s.byTopic[topic.Name] = len(s.partitions)
		for i, p := range topic.Partitions {
			p.topic, p.number = topic.Name, i
			p.minimum = int(number(topic.Config, "min.insync.replicas", s.config("min.insync.replicas", 1)))
			p.minimum = min(p.minimum, len(p.Replicas))
			p.could = setOf(p.Replicas...)
			p.unclean = truth(topic.Config, "unclean.leader.election.enable",
				truth(s.Cluster.Config, "unclean.leader.election.enable", false))
			p.wildStart = p.Leader != nil && *p.Leader != p.Replicas[0] || p.Elr != nil ||
				p.Isr != nil && setOf(*p.Isr...) != setOf(p.Replicas...)
			s.partitions = append(s.partitions, p)
		}
	}
	for i, p := range s.Producers {
		s.producers[p.ID] = i
	}
	for i, c := range s.Consumers {
		s.consumers[c.ID] = i
	}
	s.slowestMs = s.latency()
	s.lookAtSteps()
	return s
}

// act is a step, as far as the checks need it.
type act struct {
	at              float64
	verb            string
	Broker          int
	Node            string
	From, To        any
	Latency         *float64 `json:"latency.ms"`
	Up              *bool
	Ms              float64
	PerSecond       float64 `json:"records-per-second"`
	Topic           string
	Partition       int
	Members         []int
	Replicas        []int
	Type            string
	Config          map[string]any
	minimum, unsafe bool // what it configures
}

func (s *setting) acts() []act {
	var acts []act
	for _, step := range s.Steps {
		var a act
		_ = json.Unmarshal(step["at"], &a.at)
		for verb, what := range step {
			if verb != "at" {
				a.verb = verb
				_ = json.Unmarshal(what, &a)
			}
		}
		_, a.minimum = a.Config["min.insync.replicas"]
		_, a.unsafe = a.Config["unclean.leader.election.enable"]
		acts = append(acts, a)
	}
	slices.SortStableFunc(acts, func(a, b act) int { return cmp.Compare(a.at, b.at) })
	return acts
}

// lookAtSteps notes what the steps do to partitions, links and brokers, and from when on everything is well.
func (s *setting) lookAtSteps() {
	wrong := map[string]bool{} // what is broken at present
	s.forgetsMs = s.config("producer.id.expiration.ms", 86_400_000)
	for _, a := range s.acts() {
		if s.disturbs(&a, wrong) {
			s.healedAt = a.at
		}
		s.forgetsMs = min(s.forgetsMs, number(a.Config, "producer.id.expiration.ms", s.forgetsMs))
		if a.Latency != nil {
			s.slowestMs = max(s.slowestMs, *a.Latency)
		}
		for _, end := range []any{a.From, a.To} {
			if id, ok := end.(float64); ok {
				s.disturbed |= setOf(int(id))
			}
		}
		if a.verb == "stop" {
			s.disturbed |= setOf(a.Broker)
		}
		for i := range s.partitions {
			p := &s.partitions[i]
			p.changing = p.changing || a.minimum && (a.Topic == "" || a.Topic == p.topic)
			p.unclean = p.unclean || a.unsafe && (a.Topic == "" || a.Topic == p.topic)
			p.changing = p.changing || a.verb == "reassign" && a.Topic == p.topic // the minimum is capped at the replicas
			if a.Topic == p.topic && a.Partition == p.number {
				p.unclean = p.unclean || a.Type == "UNCLEAN"
				if a.verb == "reassign" {
					p.moves, p.could = true, p.could|setOf(a.Replicas...)
				}
				if a.verb == "isr" {
					p.byHand, p.handAt, p.whole = true, a.at, setOf(a.Members...) == setOf(p.Replicas...)
				}
			}
		}
	}
	if len(wrong) > 0 {
		s.healedAt = math.Inf(1)
	}
}

// disturbs reports whether a step breaks or mends something, and keeps in wrong what is broken.
func (s *setting) disturbs(a *act, wrong map[string]bool) bool {
	set := func(name string, is bool) { // marks it
		if delete(wrong, name); is {
			wrong[name] = true
		}
	}
	b := fmt.Sprint(a.Broker, a.Node)
	switch a.verb {
	case "kill", "power-off":
		set("dead "+b, true)
		delete(wrong, "frozen "+b)
		delete(wrong, "stopping "+b)
	case "stop":
		set("dead "+b, true)
		set("stopping "+b, true)
		s.stopped[a.Broker] = a.at
	case "start":
		if wrong["stopping "+b] && a.at < s.stopped[a.Broker]+10_000 {
			return false // it may not have stopped yet, and then nothing starts
		}
		was := wrong["dead "+b]
		delete(wrong, "stopping "+b)
		set("dead "+b, false)
		return was
	case "freeze":
		set("frozen "+b, !wrong["dead "+b])
	case "thaw":
		set("frozen "+b, false)
	case "fetch-pause", "fetch-resume":
		set("paused "+b, a.verb == "fetch-pause")
	case "fetch-rate":
		set("rate "+b, a.PerSecond > 0)
	case "fetch-delay":
		set(fmt.Sprint("delay ", b, a.Topic, a.Partition), a.Ms > 0)
		if a.Topic == "" && a.Ms == 0 {
			maps.DeleteFunc(wrong, func(name string, _ bool) bool { return strings.HasPrefix(name, "delay "+b) })
		}
	case "link":
		way := fmt.Sprint(a.From, " ", a.To)
		if a.Up != nil {
			set("down "+way, !*a.Up)
		}
		if a.Latency != nil {
			set("slow "+way, *a.Latency > s.latency())
		}
	case "set", "elect", "reassign":
	default:
		return false
	}
	return true
}

// place is the index of a partition.
func (s *setting) place(topic string, partition int) int { return s.byTopic[topic] + partition }

// config is a broker configuration's number.
func (s *setting) config(key string, otherwise float64) float64 {
	return number(s.Cluster.Config, key, otherwise)
}

// elr reports whether the cluster keeps eligible leader replicas.
func (s *setting) elr() bool {
	level, given := s.Cluster.Features["eligible.leader.replicas.version"]
	return !given || level > 0
}

func (s *setting) latency() float64 {
	if v, ok := s.Cluster.Network["latency.ms"]; ok {
		return v
	}
	return 1
}

// slowest is the longest latency of any link at any time, in microseconds.
func (s *setting) slowest() int64 { return int64(s.slowestMs * 1000) }

// undisturbed reports whether nothing in the script can keep a broker from being heard in time.
func (s *setting) undisturbed(broker int) bool { return s.sane() && !s.disturbed.has(broker) }

// sane reports whether brokers of this configuration can live: a session has time for several heartbeats, and a
// heartbeat for a handshake before it (broker.md 7.7).
func (s *setting) sane() bool {
	session, heartbeat := s.config("broker.session.timeout.ms", 9000), s.config("broker.heartbeat.interval.ms", 2000)
	return heartbeat*3 <= session && session <= 30_000 && s.latency()*8 <= heartbeat && s.slowestMs <= 5000
}

// expiration is the shortest producer.id.expiration.ms at any time, in microseconds.
func (s *setting) expiration() int64 { return int64(s.forgetsMs * 1000) }

func number(config map[string]any, key string, otherwise float64) float64 {
	switch v := config[key].(type) {
	case float64:
		return v
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case string:
		n, _ := strconv.ParseFloat(v, 64)
		return n
	}
	return otherwise
}

func truth(config map[string]any, key string, otherwise bool) bool {
	switch v := config[key].(type) {
	case bool:
		return v
	case string:
		return v == "true"
	}
	return otherwise
}

// acks is the level of a producer: "all", "1" or "0".
func (s *setting) acks(producer int) string {
	switch v := s.Producers[producer].Config["acks"].(type) {
	case string:
		if v != "-1" {
			return v
		}
	case float64:
		if v >= 0 {
			return strconv.Itoa(int(v))
		}
	}
	return "all"
}

// idempotent is what Kafka derives from a producer's configuration (ProducerConfig,
// postProcessAndValidateIdempotenceConfigs).
func (s *setting) idempotent(producer int) bool {
	config := s.Producers[producer].Config
	return truth(config, "enable.idempotence", true) && s.acks(producer) == "all" && number(config, "retries", 1) > 0
}

// levels lists the brokers that start as members of a partition's ISR.
func (p *placement) isr() set {
	if p.Isr != nil {
		return setOf(*p.Isr...)
	}
	return setOf(p.Replicas...)
}

func (p *placement) leader() int {
	if p.Leader != nil {
		return *p.Leader
	}
	return p.Replicas[0]
}

// log is what a broker's log holds at the start, as epochs and values.
func (p *placement) log(broker int) (epochs []int, values []string) {
	counted := map[int]int{}
	for _, run := range p.Logs[strconv.Itoa(broker)] {
		names := slices.Clone(run.Values)
		for i := range run.Records {
			names = append(names, strconv.Itoa(run.Epoch)+"-"+strconv.Itoa(counted[run.Epoch]+i+1))
		}
		counted[run.Epoch] += len(names)
		for _, name := range names {
			epochs, values = append(epochs, run.Epoch), append(values, name)
		}
	}
	return epochs, values
}

// possible reports whether the start could have come about: only one leader writes in an epoch, and the present one has
// written what is of its own; a partition has no leader only where nobody may lead. Parse takes others, too, as a
// leader's log is what counts then.
func possible(s *setting) bool {
	for i := range s.partitions {
		p := &s.partitions[i]
		if p.leader() < 0 && (p.isr() != 0 || p.Elr != nil && len(*p.Elr) > 0) {
			return false // all brokers run at the start: the controller would have elected one of these
		}
		seen := map[[2]int]string{}
		for _, id := range p.Replicas {
			epochs, values := p.log(id)
			for at, epoch := range epochs {
				place := [2]int{at, epoch}
				if known, ok := seen[place]; ok && known != values[at] || epoch == p.LeaderEpoch && id != p.leader() {
					return false
				}
				seen[place] = values[at]
			}
		}
	}
	return true
}

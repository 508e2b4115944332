// Package script reads a script as far as a real cluster can play it, and refuses the rest rather than leave it out in
// silence. That a script is right in itself is for the model's parser to say, which has read it before. Passed over is
// what a real cluster has in its own way: the seed, the network's latency, what an append takes, consumers, for whom
// the high watermarks stand, and the lesson.
package script

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Script is a script.
type Script struct {
	Cluster   Cluster
	Producers []Producer
	Steps     []Step
	Until     float64 // virtual milliseconds, as all times here
}

// Cluster is what there is at time 0.
type Cluster struct {
	Brokers  int
	Config   map[string]any
	Features map[string]int
	Topics   []Topic
}

// ELR returns the level of the feature eligible.leader.replicas.version.
func (c *Cluster) ELR() int {
	if level, ok := c.Features["eligible.leader.replicas.version"]; ok {
		return level
	}
	return 1
}

// Topic is a topic with its own configuration.
type Topic struct {
	Name       string
	Config     map[string]any
	Partitions []Partition
}

// Partition is a partition: every replica is in sync, and every log empty.
type Partition struct {
	Replicas []int32
	Leader   int32 // 0: the first of the replicas
}

// First returns the broker that leads it at time 0.
func (p *Partition) First() int32 {
	if p.Leader > 0 {
		return p.Leader
	}
	return p.Replicas[0]
}

// Producer is a producer client.
type Producer struct {
	ID     string
	Config map[string]any
}

// Step is what happens at a time.
type Step struct {
	At   float64
	Verb string
	Args
}

// Args are the arguments of all verbs; a step has those of its own.
type Args struct {
	Broker   int
	Producer string
	Node     string // "controller"
	MS       float64
	// Of a send, flush or close.
	Topic     string
	Partition *int32
	Key       *string
	Value     string
	Size      int
	Count     int
	Every     float64  `json:"every.ms"`
	Timeout   *float64 `json:"timeout.ms"`
	GiveUp    *float64 `json:"give-up.ms"`
	Resend    *int
	// Of a raw request.
	Acks       any // text or a number
	Partitions []Batch
	// Of what happens to machines and links.
	Lose    any // a number, or "all"
	From    any // a broker's number, or a name
	To      any
	Latency *float64 `json:"latency.ms"`
	Up      *bool
	Silent  bool
	// Of an administrator.
	Config   map[string]any
	Type     string
	Replicas []int32 // none: null
	Offset   int64
}

// PartitionNumber returns the partition that a step names; a topic with one need not have it named.
func (a *Args) PartitionNumber() int32 {
	if a.Partition == nil {
		return 0
	}
	return *a.Partition
}

// Resends returns how often a send that has a give-up.ms is done again.
func (a *Args) Resends() int {
	if a.Resend == nil {
		return 1
	}
	return *a.Resend
}

// Batch is what a raw request has for one partition.
type Batch struct {
	Topic         string
	Partition     int32
	Records       json.RawMessage // a list of values, or how many there are
	ProducerID    *int64
	ProducerEpoch int16
	Sequence      int32
}

// Values returns the values of a batch, the n-th from 1 of the raw request with a number.
func (b *Batch) Values(request, n int) []string {
	var values []string
	if json.Unmarshal(b.Records, &values) == nil {
		return values
	}
	var count int
	_ = json.Unmarshal(b.Records, &count) // The model's parser has seen that it is one of the two.
	for i := range count {
		values = append(values, fmt.Sprintf("r%d-%d-%d", request, n, i+1))
	}
	return values
}

// End names an end of a link: "b2" of broker 2, else the name itself.
func End(end any) string {
	if number, is := end.(float64); is {
		return Name(int(number))
	}
	return fmt.Sprint(end)
}

// Name is the name of a broker as a host and an end of a link.
func Name(broker int) string { return fmt.Sprint("b", broker) }

// Controller is the controller's name as an end of a link.
const Controller = "controller"

// Read reads a script that ends at a time. The error says what a real cluster cannot be made to do.
func Read(text []byte, until float64) (*Script, error) {
	var given struct {
		Cluster struct {
			Brokers  *int
			Config   map[string]any
			Features map[string]int
			Topics   []struct {
				Name       string
				Config     map[string]any
				Partitions []map[string]json.RawMessage
			}
		}
		Producers []Producer
		Steps     []Step
	}
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, err
	}
	s := &Script{Producers: given.Producers, Steps: given.Steps, Until: until}
	s.Cluster = Cluster{Brokers: 3, Config: given.Cluster.Config, Features: given.Cluster.Features}
	if given.Cluster.Brokers != nil {
		s.Cluster.Brokers = *given.Cluster.Brokers
	}
	for _, t := range given.Cluster.Topics {
		topic := Topic{Name: t.Name, Config: t.Config}
		for i, members := range t.Partitions {
			partition, err := partition(members)
			if err != nil {
				return nil, fmt.Errorf("partition %d of %s: %w", i, t.Name, err)
			}
			topic.Partitions = append(topic.Partitions, partition)
		}
		s.Cluster.Topics = append(s.Cluster.Topics, topic)
	}
	return s, s.playable()
}

func partition(members map[string]json.RawMessage) (p Partition, err error) {
	var isr []int32
	for name, value := range members {
		switch name {
		case "replicas":
			err = json.Unmarshal(value, &p.Replicas)
		case "leader":
			err = json.Unmarshal(value, &p.Leader)
		case "isr":
			err = json.Unmarshal(value, &isr)
		default:
			return p, fmt.Errorf("a real cluster does not start with %q: its logs are empty", name)
		}
		if err != nil {
			return p, err
		}
	}
	if p.Leader < 0 || len(isr) > 0 && len(isr) != len(p.Replicas) {
		return p, fmt.Errorf("a real cluster starts with every replica in sync and a leader")
	}
	return p, nil
}

// UnmarshalJSON takes {"at": 1000, "kill": {"broker": 2}}.
func (s *Step) UnmarshalJSON(b []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return err
	}
	for name, value := range members {
		if name == "at" {
			if err := json.Unmarshal(value, &s.At); err != nil {
				return err
			}
			continue
		}
		s.Verb = name
		if !verbs[name] {
			continue // It is refused, with its place, as soon as all are read.
		}
		d := json.NewDecoder(bytes.NewReader(value))
		d.DisallowUnknownFields() // An argument that is not here would be left out in silence.
		if err := d.Decode(&s.Args); err != nil {
			return fmt.Errorf("a real cluster cannot play this %s: %w", name, err)
		}
	}
	return nil
}

// verbs are those that a real cluster can play.
var verbs = map[string]bool{
	"send": true, "flush": true, "close": true, "produce": true,
	"kill": true, "power-off": true, "stop": true, "start": true, "freeze": true, "thaw": true,
	"fetch-delay": true, "fetch-pause": true, "fetch-resume": true, "link": true, "set": true, "elect": true,
	"reassign": true, "delete-records": true,
}

func (s *Script) playable() error {
	for i, step := range s.Steps {
		if !verbs[step.Verb] {
			return fmt.Errorf("steps[%d]: a real cluster cannot be made to do %q", i, step.Verb)
		}
		if step.Verb == "fetch-delay" && step.Topic != "" {
			return fmt.Errorf("steps[%d]: the fetch-delay of a real follower holds for all its partitions", i)
		}
	}
	return nil
}

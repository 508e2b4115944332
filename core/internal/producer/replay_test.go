package producer

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// The scripts of the recordings, and the scripted broker that answers them.

// scenario is one line of scenarios.jsonl.
type scenario struct {
	ID, Title string
	Config    map[string]string
	Cluster   struct {
		Nodes       []int32
		Topics      map[string][]int32
		RTT         *int64
		MetaRTT     int64
		Connect     int64
		Down        []int32
		DrainOrders map[string][]string `json:"-"`
	}
	Produce   []produceAnswer
	Default   produceAnswer
	Init      []initAnswer
	Estimates map[string]float32
	Steps     []scriptStep
	Until     int64
	Overshoot *int64
	Varies    bool
	End       struct {
		Incomplete      int
		BufferAvailable int64
		DrainOrder      map[string][]string
	}
	Observed []observed
	// Of a line of distributions.jsonl.
	Gaps []gap
}

type gap struct {
	Retry, Min, Max, Runs int
	Mean                  float64
}

type produceAnswer struct {
	RTT        *int64
	Errors     map[string]string
	Stored     *bool
	Offset     map[string]int64
	Silent     bool
	Disconnect *int64
	ByHand     bool `json:"-"` // A test answers, in whatever order it likes.
	Hint       map[string]struct {
		Node  int32
		Epoch int32
	}
	LogStart *int64
}

type initAnswer struct {
	Error string
	RTT   *int64
	Epoch int16
}

type scriptStep struct {
	At    int64
	Other bool
	Send  *scriptSend
	Flush *struct{}
	Close *struct {
		Timeout *int64
	}
	Leader *struct {
		Topic     string
		Partition int32
		Node      int32
		Epoch     int32
	}
	Topic *struct {
		Name    string
		Leaders []int32
	}
	Down, Up, Cut, Hold, Release *int32
}

type scriptSend struct {
	Topic      string
	Partition  *int32
	Key        *string
	Value      string
	Size       int32
	Noise      bool
	Count      int
	Every      int64
	OnCallback *callbackAction
}

// callbackAction is what a record's callback does.
type callbackAction struct {
	Send  *scriptSend
	Flush bool
	Close *int64
	Throw string
}

// observed is one event of the recording, or of a replay.
type observed struct {
	T       int64
	E       string
	N       int
	Node    int32
	Acks    int
	Timeout int64
	Batches []observedBatch

	Value, TP, Error, Message string
	Offset                    int64
	Partition                 *int32
	InCaller                  bool

	Call  string
	Since *int64
	By    string
}

type observedBatch struct {
	TP     string
	PID    *int64
	Epoch  *int16
	Seq    *int32
	Size   int64
	Values []string
}

// readLines is the lines of a file of the recordings.
func readLines[T any](name string) (lines []T) {
	return readTable[T](name, "")
}

// readTable is the lines of a file that belong to a table; "": all.
func readTable[T any](name, table string) (lines []T) {
	content, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	for _, text := range bytes.Split(bytes.TrimSpace(content), []byte("\n")) {
		if table != "" && !bytes.HasPrefix(text, []byte(`{"table":"`+table+`"`)) {
			continue
		}
		var line T
		if err := json.Unmarshal(text, &line); err != nil {
			panic(string(text) + ": " + err.Error())
		}
		lines = append(lines, line)
	}
	return lines
}

// Where the parts of a replay stand: partitions of a topic are partitionsPerTopic apart.
const (
	partitionsPerTopic                 = 32
	clientNode         protocol.NodeID = 50
	bootstrapNode      protocol.NodeID = 30
	producerID                         = 1000
)

// wire is one connection as the scripted broker sees it.
type wire struct {
	peer   protocol.NodeID
	number int32
	open   bool
	silent bool
	lastMs int64 // no answer comes before
}

// pendingAnswer is something on its way to the client.
type pendingAnswer struct {
	atMs  int64
	order int
	body  protocol.Body
	from  protocol.NodeID
	// closes: the broker closes the connection
	closes bool
	make   func() protocol.Body // where the answer depends on what is when it is given
}

// replay plays a scenario against a client.
type replay struct {
	t        *testing.T
	s        *scenario
	client   *Client
	topics   []string
	counts   []int32 // partitions of each topic
	leaders  map[int32]protocol.PartitionMetadata
	down     map[protocol.NodeID]bool
	wires    []wire
	ends     map[int32]int64 // the fake logs
	produced int
	inits    int
	given    int64 // producer ids
	nowMs    int64
	answers  []pendingAnswer
	order    int
	request  int32
	events   []observed
	actions  map[string]*scriptSend
	sizes    map[string]int32 // compressed size of a record, by value
	began    map[string]int64
	inside   string // the callback that runs
	other    int32
	copies   bool
	choices  map[string]int32 // the sticky choice that a record went by
	left     []scriptStep
}

func newReplay(t *testing.T, s *scenario, seed uint64) *replay {
	r := &replay{
		t: t, s: s, leaders: map[int32]protocol.PartitionMetadata{}, down: map[protocol.NodeID]bool{},
		ends: map[int32]int64{}, actions: map[string]*scriptSend{}, sizes: map[string]int32{}, began: map[string]int64{},
		choices: map[string]int32{},
	}
	for name, leaders := range s.Cluster.Topics {
		r.topicNamed(name)
		r.setTopic(name, leaders)
	}
	for _, step := range s.Steps {
		if step.Send != nil {
			r.topicNamed(step.Send.topic())
		}
		if step.Topic != nil {
			r.topicNamed(step.Topic.Name)
		}
	}
	for _, node := range s.Cluster.Down {
		r.down[node] = true
	}
	r.down[bootstrapNode] = len(s.Cluster.Down) == len(s.Cluster.Nodes)
	r.learnSizes()
	config, contradiction := configOf(t, s.Config)
	require.Empty(t, contradiction)
	if s.Overshoot != nil {
		config.OvershootMs = *s.Overshoot
	}
	var topics []Topic
	for i := range r.topics {
		topics = append(topics, Topic{First: int32(i) * partitionsPerTopic, Most: partitionsPerTopic})
	}
	r.client = New(Place{Node: clientNode, Topics: topics, Brokers: []protocol.NodeID{bootstrapNode}, Seed: seed}, &config)
	r.client.walk = r.drainOrder()
	for _, estimate := range s.Estimates {
		for i := range r.client.ratios {
			r.client.ratios[i] = estimate
		}
	}
	return r
}

func (s *scriptSend) topic() string {
	if s.Topic == "" {
		return "t"
	}
	return s.Topic
}

func (r *replay) topicNamed(name string) int32 {
	i := slices.Index(r.topics, name)
	if i < 0 {
		i = len(r.topics)
		r.topics = append(r.topics, name)
		r.counts = append(r.counts, 0)
	}
	return int32(i)
}

func (r *replay) setTopic(name string, leaders []int32) {
	topic := r.topicNamed(name)
	for n, leader := range leaders {
		index := topic*partitionsPerTopic + int32(n)
		if int32(n) >= r.counts[topic] {
			r.leaders[index] = protocol.PartitionMetadata{Partition: index, Leader: leader}
		}
	}
	r.counts[topic] = int32(len(leaders))
}

func (r *replay) name(index int32) string {
	return r.topics[index/partitionsPerTopic] + "-" + strconv.Itoa(int(index%partitionsPerTopic))
}

func (r *replay) index(name string) int32 {
	at := strings.LastIndex(name, "-")
	n, err := strconv.Atoi(name[at+1:])
	require.NoError(r.t, err)
	return r.topicNamed(name[:at])*partitionsPerTopic + int32(n)
}

// drainOrder is the partitions in the order in which the recorded client walked them.
func (r *replay) drainOrder() (order []int32) {
	for _, names := range r.s.End.DrainOrder {
		for _, name := range names {
			order = append(order, r.index(name))
		}
	}
	for index := range int32(len(r.topics)) * partitionsPerTopic {
		if !slices.Contains(order, index) {
			order = append(order, index)
		}
	}
	return order
}

// learnSizes takes what the records take in a compressed batch from the recording: how well they compress is given,
// what the client makes of it is not.
func (r *replay) learnSizes() {
	if r.s.Config["compression.type"] != "gzip" {
		return
	}
	for _, o := range r.s.Observed {
		for _, b := range o.Batches {
			for _, v := range b.Values {
				r.sizes[v] = int32((b.Size - protocol.BatchOverhead) / int64(len(b.Values)))
			}
		}
	}
}

// play runs the whole scenario.
func (r *replay) play() []observed {
	r.start()
	r.goOn(r.s.Until)
	return r.events
}

func (r *replay) start() {
	r.client.Start(0, r, event.None)
	r.settle()
	r.left = r.steps()
}

// goOn runs it up to an instant, and all of that.
func (r *replay) goOn(untilMs int64) {
	for {
		steps := r.left
		next := int64(-1)
		soonest := func(at int64) {
			if next < 0 || at < next {
				next = max(at, r.nowMs)
			}
		}
		for _, a := range r.answers {
			soonest(a.atMs)
		}
		if r.client.alarm != noAlarm {
			soonest(r.client.alarm.Ms())
		}
		if len(steps) > 0 && (!r.held(steps[0]) || next < 0) {
			soonest(steps[0].At)
		}
		for _, step := range steps {
			if step.Other {
				soonest(step.At)
			}
		}
		if next < 0 || next > untilMs {
			return
		}
		r.nowMs = next
		if r.copies {
			r.goOnInACopy()
		}
		if r.deliver() {
			r.settle()
		}
		r.left = r.carryOut(steps)
		r.settle()
	}
}

// steps is the scenario's steps, each record of a send by itself.
func (r *replay) steps() (steps []scriptStep) {
	for _, step := range r.s.Steps {
		if step.Send == nil || step.Send.Count == 0 {
			steps = append(steps, step)
			continue
		}
		for i := range step.Send.Count {
			one, send := step, *step.Send
			send.Value += "-" + strconv.Itoa(i+1)
			one.Send = &send
			one.At += int64(i) * step.Send.Every
			steps = append(steps, one)
		}
	}
	slices.SortStableFunc(steps, func(a, b scriptStep) int { return int(a.At - b.At) })
	return steps
}

// held tells whether a step has to wait: the recorder has one thread, which a sleep of the sender holds up, and what is
// no call to the client waits for the call before.
func (r *replay) held(step scriptStep) bool {
	if resting := r.client.phase == resting || r.client.phase == pausing; resting && r.client.until.Ms() > r.nowMs {
		return true
	}
	calls := step.Send != nil || step.Flush != nil || step.Close != nil
	return !calls && !step.Other && r.client.busy(0)
}

// carryOut carries out what is due, and returns the rest.
func (r *replay) carryOut(steps []scriptStep) []scriptStep {
	for i := 0; i < len(steps) && steps[i].At <= r.nowMs; {
		step := steps[i]
		if r.held(step) {
			i++
			continue
		}
		steps = slices.Delete(slices.Clone(steps), i, i+1)
		waiters := len(r.client.pool.waiters)
		r.carryOutOne(step)
		if len(r.client.pool.waiters) > waiters {
			r.turnAnew()
		}
	}
	return steps
}

// turnAnew does what the recorder does when a call begins to wait for memory: its one thread turns the sender's loop
// there, and not the one that sleeps.
func (r *replay) turnAnew() {
	if c := r.client; c.phase == turning && c.asleep {
		c.asleep, c.until = false, vtime.AtMs(r.nowMs)
		c.ring(c.until)
	}
}

// settle lets the client work until nothing more happens at this instant.
func (r *replay) settle() {
	for {
		switch {
		case r.deliver():
		case r.client.alarm != noAlarm && r.client.alarm.Ms() <= r.nowMs:
			r.client.Wake(vtime.AtMs(r.nowMs), r, event.None)
		default:
			return
		}
	}
}

// deliver brings what is due to the client.
func (r *replay) deliver() (any bool) {
	for {
		first := -1
		for i, a := range r.answers {
			if a.atMs <= r.nowMs && (first < 0 || a.atMs < r.answers[first].atMs ||
				a.atMs == r.answers[first].atMs && a.order < r.answers[first].order) {
				first = i
			}
		}
		if first < 0 {
			return any
		}
		a := r.answers[first]
		r.answers = slices.Delete(r.answers, first, first+1)
		if a.make != nil {
			a.body = a.make()
		}
		any = true
		if a.closes && a.from != bootstrapNode {
			r.see(observed{E: "closed", Node: a.from, By: "broker"})
		}
		m := network.Message{From: a.from, To: clientNode, Body: a.body, Cause: event.None}
		r.client.Receive(vtime.AtMs(r.nowMs), &m, r)
	}
}

func (r *replay) answer(atMs int64, from protocol.NodeID, body protocol.Body) {
	r.order++
	r.answers = append(r.answers, pendingAnswer{atMs: atMs, order: r.order, body: body, from: from})
}

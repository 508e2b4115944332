package producer

import (
	"slices"

	"highwater/core/internal/chunk"
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

const noCause = event.None

// Client is one producer: plain values that Clone copies.
type Client struct {
	node             protocol.NodeID
	clientID         string // client.id
	index            int32  // in the script's order
	config           *Config
	topics           []Topic
	walk             []int32 // the partitions, in the order in which drains walk them
	bootstrapServers []protocol.NodeID
	random           random

	// The application's side.
	calls      []call // that have begun and not returned: at most one of a thread, in order
	behind     backlog
	lastCall   int32
	inCallback bool
	closing    bool // nothing new is taken
	forced     bool // nor is anything finished
	over       bool // the sender has ended
	warm       bool // it began in a running state

	// The accumulator.
	pool       pool
	batches    []batch // by id
	unused     []int32 // ids
	ended      int     // batches since the last sweep
	serial     int64
	incomplete []int32 // batches that have not ended, by age
	queues     []queue // by partition
	stickies   []sticky
	ratios     []float32   // by topic: how well its batches are expected to compress
	drainFrom  []int32     // by broker
	stats      []nodeStats // by broker
	identity   identity

	// The network client.
	metadata    metadata
	updating    bool // a request for metadata is under way
	connections []connection
	idle        idleness
	numbers     []int32 // by peer: how many connections there have been
	session     int32
	arrived     []network.Message

	loop
	alarm vtime.Time // when the client is called; never: not at all

	// What is being handled.
	now     vtime.Time
	nowMs   int64
	fx      network.Effects
	because int32

	scratch scratch
}

// scratch is where a client gets what it makes with every record, and lists that are empty between two turns. It is no
// copy's, too.
type scratch struct {
	ids          chunk.Of[int32]
	records      chunk.Of[record]
	wire         chunk.Of[protocol.Record]
	requests     chunk.Of[protocol.ProduceRequest]
	data         chunk.Of[protocol.ProduceData]
	enqueued     chunk.Of[event.Enqueue]
	batched      chunk.Of[event.Batch]
	requested    chunk.Of[event.Request]
	sent         chunk.Of[event.SentPartition]
	acknowledged chunk.Of[event.Acknowledge]

	arrived            []network.Message
	read               []bool // of each connection: an answer
	done               []completion
	ready              []protocol.NodeID
	nodes              []protocol.NodeID
	led                []int32
	drained            []drained
	partitions, queued []int32
}

// noAlarm is an alarm that is not set.
const noAlarm vtime.Time = -1

// Place is a client's place in the cluster: its node, its index among producers, the topics there are, the brokers that
// it is told of at first, and a seed for its draws.
type Place struct {
	Node    protocol.NodeID
	ID      string // client.id
	Index   int32
	Topics  []Topic
	Brokers []protocol.NodeID
	Seed    uint64
}

// New returns a producer that knows only its bootstrap brokers.
func New(at Place, config *Config) *Client {
	partitions, largest := int32(0), protocol.NodeID(0)
	for _, t := range at.Topics {
		partitions = max(partitions, t.First+t.Most)
	}
	largest = protocol.MaxBrokers
	c := &Client{
		node: at.Node, clientID: at.ID, index: at.Index, config: config, topics: at.Topics, bootstrapServers: at.Brokers,
		random: random(at.Seed), pool: pool{total: config.BufferMemory, free: config.BufferMemory},
		queues: make([]queue, partitions), stickies: make([]sticky, len(at.Topics)), ratios: make([]float32, len(at.Topics)),
		drainFrom: make([]int32, largest+1), stats: make([]nodeStats, largest+1), numbers: make([]int32, largest+1),
		metadata: newMetadata(at.Topics, partitions), alarm: noAlarm,
	}
	c.identity.partitions = make([]sequences, partitions)
	for p := range partitions {
		c.walk = append(c.walk, p)
		c.identity.partitions[p] = newSequences()
	}
	for i := range c.stickies {
		c.stickies[i].partition = -1
		c.ratios[i] = 1
	}
	return c
}

// Clone returns an independent copy.
func (c *Client) Clone() *Client {
	d := *c
	d.calls, d.behind = slices.Clone(c.calls), c.behind.clone()
	d.batches, d.unused = slices.Clone(c.batches), slices.Clone(c.unused)
	for i := range d.batches {
		d.batches[i].records = slices.Clip(d.batches[i].records)
	}
	d.incomplete, d.queues = slices.Clone(c.incomplete), slices.Clone(c.queues)
	for i := range d.queues {
		d.queues[i] = d.queues[i].clone()
	}
	d.pool, d.identity, d.metadata = c.pool.clone(), c.identity.clone(), c.metadata.clone()
	d.stickies, d.ratios = slices.Clone(c.stickies), slices.Clone(c.ratios)
	d.drainFrom, d.stats, d.numbers = slices.Clone(c.drainFrom), slices.Clone(c.stats), slices.Clone(c.numbers)
	d.connections = slices.Clone(c.connections)
	for i := range d.connections {
		d.connections[i] = d.connections[i].clone()
	}
	d.arrived = slices.Clone(c.arrived)
	d.scratch = scratch{}
	return &d
}

func (c *Client) topicOf(partition int32) int32 {
	for i, t := range c.topics {
		if partition >= t.First && partition < t.First+t.Most {
			return int32(i)
		}
	}
	return -1
}

// begin notes what is being handled.
func (c *Client) begin(now vtime.Time, fx network.Effects, cause int32) {
	c.now, c.nowMs, c.fx, c.because = now, now.Ms(), fx, cause
}

// Start lets the client look for the cluster.
func (c *Client) Start(now vtime.Time, fx network.Effects, cause int32) {
	c.begin(now, fx, cause)
	if !c.warm {
		c.bootstrap()
	}
	c.ring(now)
}

// ring sets the client's alarm for an instant, unless it is set for an earlier one.
func (c *Client) ring(at vtime.Time) {
	if c.alarm == noAlarm || at < c.alarm {
		c.alarm = at
		c.fx.Wake(at, network.Timer{Node: c.node, Cause: c.because})
	}
}

// Receive accepts a message. The client reacts after everything else that arrives at the same instant, since one poll
// of the network finds it all.
func (c *Client) Receive(now vtime.Time, m *network.Message, fx network.Effects) {
	if c.over {
		return
	}
	c.begin(now, fx, m.Cause)
	c.arrived = append(c.arrived, *m)
	c.ring(now)
}

// Wake lets the client do what is due.
func (c *Client) Wake(now vtime.Time, fx network.Effects, cause int32) {
	c.begin(now, fx, cause)
	if c.alarm != noAlarm && c.alarm <= now {
		c.alarm = noAlarm
	}
	c.run()
}

// endless is more turns than the sender's loop can need at one instant: more mean an error in the model, and a message
// is better than a program that hangs.
const endless = 1_000_000

// run lets the application and the sender work until both wait.
func (c *Client) run() {
	c.draws = 0
	c.application()
	for turns := 0; !c.over && c.due(); turns++ {
		if turns == endless {
			panic("producer: the sender's loop turns without end at " + c.now.String() + " ms")
		}
		c.turn()
		c.application()
		if c.wrote {
			// What arrives at this very instant is there at the loop's next turn.
			c.ring(c.now)
			break
		}
	}
	c.application()
	c.sweep()
	c.rearm()
}

// rearm sets the alarm for what comes next.
func (c *Client) rearm() {
	next := vtime.Time(never)
	if !c.over {
		next = c.until
	}
	if until := c.applicationUntil(); until != never {
		next = min(next, vtime.AtMs(until))
	}
	if next != vtime.Time(never) {
		c.ring(max(next, c.now))
	}
}

// Send begins a send of a record (KafkaProducer.send). The cause is the step that sends it.
func (c *Client) Send(now vtime.Time, r Record, fx network.Effects, cause int32) {
	c.ask(now, call{verb: sendVerb, Record: r}, fx, cause)
}

// Flush sends everything there is, and waits until it has ended (KafkaProducer.flush).
func (c *Client) Flush(now vtime.Time, fx network.Effects, cause int32) {
	c.ask(now, call{verb: flushVerb}, fx, cause)
}

// Close ends the producer within a time; below 0: without a limit (KafkaProducer.close).
func (c *Client) Close(now vtime.Time, timeoutMs int64, fx network.Effects, cause int32) {
	if timeoutMs < 0 {
		timeoutMs = never
	}
	c.ask(now, call{verb: closeVerb, timeoutMs: timeoutMs}, fx, cause)
}

func (c *Client) ask(now vtime.Time, k call, fx network.Effects, cause int32) {
	k.cause = cause
	if c.inCallback {
		c.askInCallback(k)
		return
	}
	c.begin(now, fx, cause)
	c.enter(k)
	c.ringIfWoken()
	c.rearm()
}

// ringIfWoken lets the sender turn as soon as all else of this instant has happened.
func (c *Client) ringIfWoken() {
	if c.woken {
		c.ring(c.now)
	}
}

// WarmUp gives the client the state of one that has been running for a while: with metadata of all topics, connections
// to all brokers, and, if it is idempotent, a producer id.
func (c *Client) WarmUp(known *protocol.Metadata, producerID int64) {
	m := &c.metadata
	c.because = noCause
	for i := range m.topics {
		m.topics[i].wanted, m.topics[i].expiresMs = true, c.config.MetadataMaxIdleMs
	}
	c.update(&flight{topics: c.everyTopic()}, known)
	m.needFull, m.needPartial, m.equivalent = false, false, 0
	m.lastRefreshMs = longAgo
	for _, node := range m.nodes {
		k := c.connection(node)
		k.tried, k.life = true, network.FirstLife
		c.becomeReady(k)
	}
	if c.config.Idempotence {
		c.identity.numbering, c.identity.state = numbering{valid: true, id: producerID}, initialized
	}
	c.warm = true
}

func (c *Client) everyTopic() (topics []int32) {
	for i := range c.topics {
		topics = append(topics, int32(i))
	}
	return topics
}

// InFlight returns the number of produce requests sent and not answered.
func (c *Client) InFlight() int {
	n := 0
	for i := range c.connections {
		for j := range c.connections[i].flights {
			if c.connections[i].flights[j].what == produceRequest {
				n++
			}
		}
	}
	return n
}

// Queued returns the number of records taken, or waiting to be taken, and not sent.
func (c *Client) Queued() int {
	n := 0
	for i := range c.queues {
		for _, id := range c.queues[i].batches {
			n += len(c.batches[id].records)
		}
	}
	for i := range c.calls {
		if c.calls[i].verb == sendVerb {
			n++
		}
	}
	return n + c.behind.sends
}

package script

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// A script drawn at random, as Parse could have made it.

var (
	topicNames = rapid.StringMatching(`[a-zA-Z0-9_-]{1,20}`)
	ids        = rapid.StringMatching(`[a-z]{1,3}[0-9]{1,2}`)
	words      = rapid.OneOf(rapid.StringMatching(`[a-c](-[0-9]{1,2})?`), rapid.String())
	tris       = []Tri{Unset, No, Yes}
	policies   = []CleanupPolicy{0, Delete, Compact, Delete | Compact}
	delays     = rapid.Custom(func(t *rapid.T) vtime.Duration {
		return vtime.Duration(rapid.Int64Range(0, int64(MaxDelay)).Draw(t, "delay"))
	})
)

// of is a draw from a scope's row of the configuration.
func of(t *rapid.T, row int) int64 {
	c := configs[row]
	return rapid.OneOf(rapid.Just(max(c.Default, c.Min)), rapid.Int64Range(c.Min, c.Max)).Draw(t, c.Key)
}

// someOf is a subset of replicas that contains must, unless that is no broker.
func someOf(t *rapid.T, replicas []protocol.NodeID, must protocol.NodeID) protocol.BrokerSet {
	set := protocol.BrokerSet(0)
	for _, id := range replicas {
		if id == must || rapid.Bool().Draw(t, "member") {
			set = set.With(id)
		}
	}
	return set
}

func drawCluster(t *rapid.T) Cluster {
	var v values
	for row := range configs {
		v[row] = of(t, row)
	}
	v[replicaLagTimeMax] = max(v[replicaLagTimeMax], v[replicaFetchWaitMax])
	v[replicaSocketTimeout] = max(v[replicaSocketTimeout], v[replicaFetchWaitMax])
	c := Cluster{
		Brokers: rapid.IntRange(1, MaxBrokers).Draw(t, "brokers"),
		Config:  v.broker(),
		ELR:     rapid.Bool().Draw(t, "elr"),
		Latency: 1 + delays.Draw(t, "latency")/2,
		Append:  delays.Draw(t, "append"),
	}
	for _, name := range rapid.SliceOfNDistinct(topicNames, 0, 3, rapid.ID).Draw(t, "topics") {
		topic := Topic{
			Name:           name,
			FirstPartition: int32(len(c.Partitions)),
			Partitions:     int32(rapid.IntRange(1, 3).Draw(t, "partitions")),

			MaxMessageBytes: -1,
		}
		if rapid.Bool().Draw(t, "has config") {
			topic.MinISR = rapid.IntRange(1, 4).Draw(t, "minimum")
			topic.Unclean = rapid.SampledFrom(tris).Draw(t, "unclean")
			topic.MaxMessageBytes = rapid.Int64Range(-1, maxInt32).Draw(t, "size")
			topic.Cleanup = rapid.SampledFrom(policies).Draw(t, "policy")
		}
		replicas := rapid.IntRange(1, c.Brokers).Draw(t, "replicas")
		for number := range topic.Partitions {
			c.Partitions = append(c.Partitions, drawPartition(t, &c, &topic, number, replicas))
		}
		c.Topics = append(c.Topics, topic)
	}
	return c
}

func drawPartition(t *rapid.T, c *Cluster, topic *Topic, number int32, replicas int) Partition {
	brokers := slices.Collect(allBrokers(c.Brokers).All())
	p := Partition{
		Topic:    int32(len(c.Topics)),
		Number:   number,
		Replicas: rapid.Permutation(brokers).Draw(t, "assignment")[:replicas:replicas],
	}
	p.Leader = rapid.SampledFrom(p.Replicas).Draw(t, "leader")
	p.ISR = someOf(t, p.Replicas, p.Leader)
	if rapid.Bool().Draw(t, "no leader") {
		p.Leader = protocol.NoLeader
		if c.ELR && rapid.Bool().Draw(t, "nobody in sync") {
			p.ISR = 0
		}
	}
	minimum := topic.MinISR
	if minimum == 0 {
		minimum = c.Config.MinInSyncReplicas
	}
	if c.ELR && p.ISR.Len() < min(minimum, replicas) {
		p.ELR = someOf(t, p.Replicas, 0).Without(p.ISR)
	}
	p.LeaderEpoch = rapid.Int32Range(0, 5).Draw(t, "epoch")
	drawLogs(t, &p)
	return p
}

// drawLogs gives every replica a log of its own way, of which those that must have what is committed share the
// beginning, and high watermarks that go with it.
func drawLogs(t *rapid.T, p *Partition) {
	members, _ := p.committers()
	committed := drawLog(t, nil, p.LeaderEpoch)
	logs := make([]Log, len(p.Replicas))
	for i, id := range p.Replicas {
		var base Log
		if (members | p.ELR).Has(id) {
			base = committed
		} else if rapid.Bool().Draw(t, "behind") {
			base = beginning(committed, rapid.Int64Range(0, committed.End()).Draw(t, "log end"))
		}
		logs[i] = base
		if rapid.Bool().Draw(t, "goes on") {
			logs[i] = drawLog(t, base, p.LeaderEpoch)
		}
	}
	if slices.ContainsFunc(logs, func(l Log) bool { return len(l) > 0 }) {
		p.Logs = logs
	}
	marks := slices.Repeat([]int64{-1}, len(p.Replicas))
	for i, id := range p.Replicas {
		end := logs[i].End()
		if id == p.Leader || p.Leader == protocol.NoLeader && members.Has(id) {
			end = committed.End()
		} else if rapid.Bool().Draw(t, "by default") {
			continue
		}
		marks[i] = rapid.Int64Range(0, end).Draw(t, "high watermark")
	}
	if slices.Max(marks) >= 0 {
		p.HighWatermarks = marks
	}
}

// drawLog goes on from a log, up to an epoch.
func drawLog(t *rapid.T, base Log, last int32) Log {
	log := slices.Clone(base)
	for epoch := range last + 1 {
		if n := len(log); rapid.Bool().Draw(t, "has run") && (n == 0 || log[n-1].Epoch < epoch) {
			log = append(log, drawRun(t, epoch))
		}
	}
	return log
}

// beginning is the first records of a log.
func beginning(l Log, end int64) Log {
	var cut Log
	for _, run := range l {
		if n := min(end, int64(len(run.Values))); n > 0 {
			cut = append(cut, Run{run.Epoch, run.Values[:n:n]})
			end -= n
		}
	}
	return cut
}

// drawRun mixes values of its own with those that records given by number have.
func drawRun(t *rapid.T, epoch int32) Run {
	r := Run{Epoch: epoch}
	for range rapid.IntRange(1, 3).Draw(t, "stretches") {
		for range rapid.IntRange(0, 5).Draw(t, "named") {
			r.Values = append(r.Values, recordName(epoch, len(r.Values)))
		}
		r.Values = append(r.Values, rapid.SliceOfN(words, 1, 3).Draw(t, "values")...)
	}
	return r
}

func drawAction(t *rapid.T, s *Script, at vtime.Time, n int) Action {
	c := &s.Cluster
	broker := rapid.Int32Range(1, int32(c.Brokers)).Draw(t, "broker")
	others := append([]Action{
		FetchPause{broker},
		FetchResume{broker},
		FetchRate{broker, float64(rapid.IntRange(0, maxRate*1000).Draw(t, "rate")) / 1000},
		FetchDelay{broker, delays.Draw(t, "delay"), -1},
		drawSet(t, s),
	}, drawBrokerSteps(t, s, broker)...)
	if len(c.Partitions) > 0 {
		index := rapid.Int32Range(0, int32(len(c.Partitions))-1).Draw(t, "partition")
		p := &c.Partitions[index]
		others = append(others, drawProduce(t, c), Elect{index, rapid.Bool().Draw(t, "unclean")},
			SetISR{index, someOf(t, p.Replicas, rapid.SampledFrom(p.Replicas).Draw(t, "member"))},
			FetchDelay{rapid.SampledFrom(p.Replicas).Draw(t, "follower"), delays.Draw(t, "delay"), index})
		if len(s.Producers) > 0 {
			client := rapid.Int32Range(0, int32(len(s.Producers))-1).Draw(t, "client")
			others = append(others, drawSend(t, s, index, at, n), Flush{client},
				Close{client, rapid.Int64Range(-1, maxInt32).Draw(t, "closing time")})
		}
	}
	return rapid.SampledFrom(others).Draw(t, "action")
}

// drawSend sends values of stem n: those of two sends are never the same.
func drawBrokerSteps(t *rapid.T, s *Script, broker protocol.NodeID) []Action {
	nodes := s.firstClient() + int32(len(s.Producers)+len(s.Consumers))
	link := Link{
		From:    rapid.Int32Range(0, nodes-1).Draw(t, "from"),
		Latency: rapid.OneOf(rapid.Just(vtime.Duration(-1)), delays).Draw(t, "latency"),
		Up:      rapid.SampledFrom(tris).Draw(t, "up"),
	}
	for link.To = range s.firstClient() {
		if link.To != link.From {
			break
		}
	}
	if rapid.Bool().Draw(t, "back") {
		link.From, link.To = link.To, link.From
	}
	if link.Latency == 0 && (s.Cluster.Config.ReplicaFetchBackoffMs == 0 || s.Cluster.Config.ReplicaFetchWaitMaxMs == 0) {
		link.Latency = 1
	}
	if link.Latency < 0 && link.Up == Unset {
		link.Up = Yes
	}
	return []Action{
		Kill{broker},
		PowerOff{broker, rapid.Int64Range(-1, MaxRecords).Draw(t, "lose")},
		Stop{broker},
		Start{broker},
		Freeze{broker},
		Thaw{broker},
		link,
	}
}

func drawSet(t *rapid.T, s *Script) Set {
	c := &s.Cluster
	a := Set{Topic: -1, Producer: -1, MaxMessageBytes: -1}
	if len(s.Producers) > 0 && rapid.Bool().Draw(t, "quota") {
		a.Producer = rapid.Int32Range(0, int32(len(s.Producers))-1).Draw(t, "of producer")
		a.ByteRate = of(t, quotaByteRate)
		return a
	}
	a.Topic = rapid.Int32Range(-1, int32(len(c.Topics))-1).Draw(t, "topic")
	if a.Topic < 0 {
		a.Broker = rapid.Int32Range(0, int32(c.Brokers)).Draw(t, "of broker")
	}
	if a.Broker == 0 {
		a.Unclean = rapid.SampledFrom(tris).Draw(t, "unclean")
		a.MaxMessageBytes = rapid.Int64Range(-1, maxInt32).Draw(t, "size")
	}
	if a.Topic >= 0 {
		a.Cleanup = rapid.SampledFrom(policies).Draw(t, "policy")
	}
	if nothing := a.Unclean == Unset && a.MaxMessageBytes < 0 && a.Cleanup == 0; nothing || rapid.Bool().Draw(t, "both") {
		a.MinISR = rapid.IntRange(1, maxInt32).Draw(t, "minimum")
	}
	return a
}

func drawSend(t *rapid.T, s *Script, partition int32, at vtime.Time, n int) Send {
	a := Send{
		Producer:  rapid.Int32Range(0, int32(len(s.Producers))-1).Draw(t, "producer"),
		Partition: partition,
		Value:     strconv.Itoa(n) + "-" + words.Draw(t, "value"),
	}
	a.Topic = s.Cluster.Partitions[partition].Topic
	if s.Cluster.Topics[a.Topic].Partitions > 1 && rapid.Bool().Draw(t, "client chooses") {
		a.Partition = -1
	}
	if rapid.Bool().Draw(t, "has key") {
		a.Key, a.HasKey = rapid.String().Draw(t, "key"), true
	}
	if rapid.Bool().Draw(t, "counts") {
		a.Count = rapid.IntRange(1, 100).Draw(t, "count")
		a.Every = vtime.Duration(rapid.Int64Range(0, int64(MaxTime-at)/int64(a.Count)).Draw(t, "every"))
	}
	if rapid.Bool().Draw(t, "has size") {
		a.Size = rapid.Int64Range(int64(len(a.Value))+5, MaxRecordBytes).Draw(t, "size")
	}
	return a
}

func drawProduce(t *rapid.T, c *Cluster) Produce {
	a := Produce{
		Acks:    protocol.Acks(rapid.Int16().Draw(t, "acks")),
		Timeout: vtime.AtMs(rapid.Int64Range(0, maxInt32).Draw(t, "timeout")),
		Broker:  rapid.Int32Range(0, int32(c.Brokers)).Draw(t, "to"),
	}
	indices := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(len(c.Partitions))-1), 1, 3, rapid.ID[int32])
	if len(c.Partitions) < 3 {
		indices = rapid.Just([]int32{0})
	}
	for _, index := range indices.Draw(t, "partitions") {
		p := ProducePartition{Partition: index, Count: rapid.IntRange(1, 9).Draw(t, "records"), ProducerID: -1}
		if rapid.Bool().Draw(t, "idempotent") {
			p.ProducerID = rapid.Int64Range(0, MaxSeed).Draw(t, "producer id")
			p.ProducerEpoch = rapid.Int16Range(0, maxInt16).Draw(t, "producer epoch")
			p.Sequence = rapid.Int32Range(0, maxInt32).Draw(t, "sequence")
		}
		if rapid.Bool().Draw(t, "listed") {
			p.Values = rapid.SliceOfN(words, p.Count, p.Count).Draw(t, "values")
		}
		a.Partitions = append(a.Partitions, p)
	}
	return a
}

// drawProducer is a configuration that Kafka takes, as it takes it.
func drawProducer(t *rapid.T) producer.Config {
	v := defaults()
	for row := range configs {
		if configs[row].Scope == ProducerScope && row != producerAcks {
			v[row] = of(t, row)
		}
	}
	v[producerAcks] = rapid.Int64Range(-1, 1).Draw(t, "acks")
	if Tri(v[producerIdempotence]) == Yes {
		v[producerMaxInFlight] = min(v[producerMaxInFlight], 5)
	}
	c, wrong := producer.Derive(v.producer("").Config, producer.Given{})
	require.Empty(t, wrong)
	return c
}

var scripts = rapid.Custom(func(t *rapid.T) Script {
	s := Script{
		Title:   rapid.StringN(0, MaxTitle, -1).Draw(t, "title"),
		Seed:    rapid.Uint64Range(0, MaxSeed).Draw(t, "seed"),
		Cluster: drawCluster(t),
		Until:   vtime.Time(rapid.Int64Range(0, int64(MaxTime)).Draw(t, "until")),
	}
	for _, id := range rapid.SliceOfNDistinct(ids, 0, 3, rapid.ID).Draw(t, "producers") {
		p := Producer{ID: id, Config: drawProducer(t)}
		if rapid.Bool().Draw(t, "has a quota") {
			p.ByteRate = of(t, quotaByteRate)
		}
		s.Producers = append(s.Producers, p)
	}
	if topics := everyTopic(len(s.Cluster.Topics)); len(topics) > 0 {
		for n := range rapid.IntRange(0, 2).Draw(t, "consumers") {
			read := rapid.Permutation(topics).Draw(t, "read")[:rapid.IntRange(1, len(topics)).Draw(t, "topics read")]
			s.Consumers = append(s.Consumers, Consumer{ID: "consumer-" + strconv.Itoa(n), Topics: read})
		}
	}
	at := vtime.Time(0)
	for n := range rapid.IntRange(0, 6).Draw(t, "steps") {
		at += vtime.Time(rapid.Int64Range(0, int64(MaxTime)/6).Draw(t, "after"))
		s.Steps = append(s.Steps, Step{at, drawAction(t, &s, at, n)})
	}
	return s
})

func TestEveryScriptComesBackFromItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scripts.Draw(t, "script")
		requireRoundTrip(t, &s)
	})
}

// A step on its own means what it means in its script.
func TestEveryStepComesBackFromItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scripts.Draw(t, "script")
		steps := s.Steps
		for i, step := range steps {
			s.Steps = steps[:i]
			text := append([]byte(`{"`+step.Action.Verb()+`": `), step.Action.AppendJSON(nil, &s)...)
			again, err := ParseStep(append(text, '}'), &s, step.At)
			require.NoError(t, err, "%s", text)
			require.Equal(t, step, again)
		}
	})
}

// The check for values sent twice agrees with writing them all out.
func TestValuesSentTwiceAreFoundAsIfTheyWereAllWrittenOut(t *testing.T) {
	stems := rapid.StringMatching(`[ab](-[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		var steps []string
		seen, twice := map[string]bool{}, false
		use := func(value string) {
			twice = twice || seen[value]
			seen[value] = true
		}
		for range rapid.IntRange(1, 6).Draw(t, "sends") {
			stem, count := stems.Draw(t, "stem"), rapid.IntRange(0, 5).Draw(t, "count")
			step := `{"at": 0, "send": {"producer": "p1", "topic": "payments", "value": "` + stem + `"`
			if count == 0 {
				use(stem)
			} else {
				step += `, "count": ` + strconv.Itoa(count)
			}
			for n := range count {
				use(stem + "-" + strconv.Itoa(n+1))
			}
			steps = append(steps, step+`}}`)
		}
		_, err := Parse([]byte(withSteps(strings.Join(steps, ", "))))
		require.Equal(t, twice, err != nil, "%v", err)
	})
}

package script

import (
	"strconv"

	"highwater/core/internal/document"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What steps do to clients.

// Send hands records to a producer client. With count there are several, whose values are value-1, value-2 …. A
// producer has one application thread: a send that blocks holds up that producer's later sends. The values that one
// producer sends are all different. With give-up.ms its application looks so long after each handing over: what it has
// not been told the success of by then it hands over again, resend times at most; waiting holds nothing up.
//
//contract:verb send
type Send struct {
	Producer  event.ProducerIndex
	Topic     event.TopicIndex
	Partition event.PartitionIndex // absent:"none" ts:"number" its number; absent: the client chooses
	Key       string               // absent:"zero"
	HasKey    bool                 // json:"-"
	Value     string
	Size      int64          // absent:"zero" bytes; absent: the value's own
	Count     int            // absent:"zero" how many records; absent: one, of just this value
	Every     vtime.Duration // json:"every.ms" absent:"zero" between two of them
	// GiveUp is how long the application waits to be told of success; absent: as long as it takes
	GiveUp vtime.Duration // json:"give-up.ms" absent:"zero"
	// Resend is how often it hands a record over again that it has given up; absent, with give-up.ms: once
	Resend int // absent:"zero"
}

func (p *parser) readSend(v value, at vtime.Time) Action {
	a := Send{Producer: p.producer(v)}
	if key, ok := v.get("key"); ok {
		a.Key, a.HasKey = key.text("key"), true
	}
	a.Topic = p.topic(v.need("topic", "the name of a topic"))
	a.Partition = -1
	if partition, ok := v.get("partition"); ok {
		a.Partition = p.partitionAt(partition, a.Topic)
	} else if t := &p.s.Cluster.Topics[a.Topic]; t.Partitions == 1 {
		a.Partition = t.FirstPartition // There is no choice.
	}
	text := v.need("value", "the record's value")
	a.Value = text.text("value")
	longest := len(a.Value)
	if count, ok := v.get("count"); ok {
		a.Count = int(count.Int(1, MaxRecords))
		longest += len("-") + len(strconv.Itoa(a.Count))
	}
	v.patience(&a)
	p.count(v, a.records(), a.bytes())
	if size, ok := v.get("size"); ok {
		a.Size = size.Int(0, MaxRecordBytes)
		if a.Size < int64(longest) {
			size.Fail("%d bytes are too few: the value alone has %d", a.Size, longest)
		}
	}
	if every, ok := v.get("every.ms"); ok {
		if a.Count == 0 {
			every.Fail(`only with "count": one record has no next one`)
		}
		a.Every = every.Ms(MaxTime)
		if last := at + vtime.Duration(a.Count-1)*a.Every; last > MaxTime {
			every.Fail("the last record would be sent at %v; the limit is %v", last, MaxTime)
		}
	}
	p.uses = append(p.uses, useOf(&a, text, at))
	return a
}

// patience reads how long the application waits for what becomes of a record, and how often it tries.
func (v value) patience(a *Send) {
	if giveUp, ok := v.get("give-up.ms"); ok {
		if a.GiveUp, a.Resend = giveUp.Ms(MaxDelay), 1; a.GiveUp == 0 {
			giveUp.Fail("it would never wait: give it some time, or leave it out to wait as long as it takes")
		}
	}
	if resend, ok := v.get("resend"); ok {
		if a.GiveUp == 0 {
			resend.Fail(`only with "give-up.ms": an application that waits has no reason to send again`)
		}
		a.Resend = int(resend.Int(0, MaxResend))
	}
}

// records returns how many the send may hand over, each as often as it may.
func (a *Send) records() int64 { return int64(max(a.Count, 1)) * int64(1+a.Resend) }

// producer returns the index of the producer that the member of that name names.
func (p *parser) producer(v value) int32 {
	name := v.need("producer", "the id of a producer")
	i := find(p.s.Producers, name.Str(), producerName)
	if i < 0 {
		name.NoSuch("producer", name.Str(), namesOf(p.s.Producers, producerName))
	}
	return i
}

// Flush has a producer send all that it has, and waits for it, on the same thread.
//
//contract:verb flush
type Flush struct {
	Producer event.ProducerIndex
}

func (p *parser) readFlush(v value, _ vtime.Time) Action {
	return Flush{p.producer(v)}
}

// Close ends a producer, on the same thread.
//
//contract:verb close
type Close struct {
	Producer  event.ProducerIndex
	TimeoutMs int64 // json:"timeout.ms" absent:"negative" how long it may take; absent: as long as it takes
}

func (p *parser) readClose(v value, _ vtime.Time) Action {
	a := Close{Producer: p.producer(v), TimeoutMs: -1}
	if timeout, ok := v.get("timeout.ms"); ok {
		a.TimeoutMs = timeout.Int(0, maxInt32)
	}
	return a
}

// Produce sends one raw produce request, without a client, on a connection of its own.
//
//contract:verb produce
type Produce struct {
	Acks    protocol.Acks  // absent:"default" absent: "all"; any 16-bit number: the broker checks it
	Timeout vtime.Duration // json:"timeout.ms" absent:"default" 30000 where it is absent
	// Broker is where it goes; absent: to the leader of the first partition, as the controller knows it
	Broker     protocol.NodeID    // absent:"zero"
	Partitions []ProducePartition // each once
}

// ProducePartition is what a raw produce request has for one partition.
type ProducePartition struct {
	Partition event.PartitionIndex
	Values    []string // json:"-" nil: Count records, named r<request>-<n>
	// Count is how many there are, or their values; those given by number are named r<request>-<n>
	Count         int   // json:"records" ts:"number | string[]"
	ProducerID    int64 // absent:"negative" of an idempotent batch; absent: it is none
	ProducerEpoch int16 // absent:"zero"
	Sequence      int32 // absent:"zero" of the first record
}

func (p *parser) readProduce(v value, _ vtime.Time) Action {
	a := Produce{Acks: protocol.AcksAll, Timeout: 30 * vtime.Second}
	if acks, ok := v.get("acks"); ok {
		a.Acks = acks.acks(minInt16, maxInt16, `neither "all" nor a 16-bit integer`)
	}
	if timeout, ok := v.get("timeout.ms"); ok {
		a.Timeout = vtime.AtMs(timeout.Int(0, maxInt32))
	}
	if _, ok := v.get("broker"); ok {
		a.Broker = p.broker(v)
	}
	partitions := v.need("partitions", `a list such as [{"topic": "t", "partition": 0, "records": 1}]`)
	if partitions.Elements(MaxPartitions, "partitions") == 0 {
		partitions.Fail("a produce request is for at least one partition")
	}
	for kid := range partitions.kids() {
		a.Partitions = append(a.Partitions, p.producePartition(kid, a.Partitions))
	}
	return a
}

// producePartition reads what a request has for one partition more than those before.
func (p *parser) producePartition(v value, before []ProducePartition) ProducePartition {
	v.Object(producePartitionMembers...)
	part := ProducePartition{Partition: p.whole(v), ProducerID: -1}
	for i, other := range before {
		if other.Partition == part.Partition {
			v.Fail("the same partition as partitions[%d]; a request has one batch for each", i)
		}
	}
	records := v.need("records", "a list of values, or how many records")
	switch records.Kind() {
	case '[':
		part.Values = p.values(records)
		part.Count = len(part.Values)
	case '0':
		part.Count = int(records.Int(1, MaxRecords))
		p.count(records, int64(part.Count), part.bytes())
	default:
		records.Fail("must be a list of values or a number, not %s", document.KindName(records.Kind()))
	}
	v.idempotent(&part)
	return part
}

// idempotent reads what makes the batch of part an idempotent one, if anything does. A batch of the first epoch that
// begins with the first sequence needs no earlier one.
func (v value) idempotent(part *ProducePartition) {
	if id, ok := v.get("producerId"); ok {
		part.ProducerID = id.Int(0, MaxSeed)
	}
	epoch, hasEpoch := v.get("producerEpoch")
	sequence, hasSequence := v.get("sequence")
	switch {
	case hasEpoch && part.ProducerID < 0:
		epoch.Fail(`only with "producerId"`)
	case hasSequence && part.ProducerID < 0:
		sequence.Fail(`only with "producerId"`)
	}
	if hasEpoch {
		part.ProducerEpoch = int16(epoch.Int(0, maxInt16))
	}
	if hasSequence {
		part.Sequence = int32(sequence.Int(0, maxInt32))
	}
}

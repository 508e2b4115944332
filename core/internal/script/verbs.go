package script

import (
	"slices"
	"strconv"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// numbers tells the partitions of a topic of n.
func numbers(n int32) string {
	if n == 1 {
		return "partition 0 only"
	}
	return "partitions 0 to " + strconv.Itoa(int(n)-1)
}

func (p *parser) send(v value, at vtime.Time) Action {
	v.object("producer", "topic", "partition", "key", "value", "size", "count", "every.ms")
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
		a.Count = int(count.int(1, MaxRecords))
		longest += len("-") + len(strconv.Itoa(a.Count))
	}
	p.count(v, int64(max(a.Count, 1)), a.bytes())
	if size, ok := v.get("size"); ok {
		a.Size = size.int(0, MaxRecordBytes)
		if a.Size < int64(longest) {
			size.fail("%d bytes are too few: the value alone has %d", a.Size, longest)
		}
	}
	if every, ok := v.get("every.ms"); ok {
		if a.Count == 0 {
			every.fail(`only with "count": one record has no next one`)
		}
		a.Every = every.ms(MaxTime)
		if last := at + vtime.Duration(a.Count-1)*a.Every; last > MaxTime {
			every.fail("the last record would be sent at %v; the most is %v", last, MaxTime)
		}
	}
	p.uses = append(p.uses, useOf(&a, text, at))
	return a
}

// producer is the index of the producer that the member of that name names.
func (p *parser) producer(v value) int32 {
	name := v.need("producer", "the id of a producer")
	i := find(p.s.Producers, name.str(), producerName)
	if i < 0 {
		name.noSuch("producer", name.str(), namesOf(p.s.Producers, producerName))
	}
	return i
}

func (p *parser) flush(v value, _ vtime.Time) Action {
	v.object("producer")
	return Flush{p.producer(v)}
}

func (p *parser) close(v value, _ vtime.Time) Action {
	v.object("producer", "timeout.ms")
	a := Close{Producer: p.producer(v), TimeoutMs: -1}
	if timeout, ok := v.get("timeout.ms"); ok {
		a.TimeoutMs = timeout.int(0, maxInt32)
	}
	return a
}

func (p *parser) produce(v value, _ vtime.Time) Action {
	v.object("acks", "timeout.ms", "broker", "partitions")
	a := Produce{Acks: protocol.AcksAll, Timeout: 30 * vtime.Second}
	if acks, ok := v.get("acks"); ok {
		a.Acks = acks.acks(minInt16, maxInt16, `neither "all" nor a 16-bit integer`)
	}
	if timeout, ok := v.get("timeout.ms"); ok {
		a.Timeout = vtime.AtMs(timeout.int(0, maxInt32))
	}
	if _, ok := v.get("broker"); ok {
		a.Broker = p.broker(v)
	}
	partitions := v.need("partitions", `a list such as [{"topic": "t", "partition": 0, "records": 1}]`)
	if partitions.elements(MaxPartitions, "partitions") == 0 {
		partitions.fail("a produce request is for at least one partition")
	}
	for kid := range partitions.kids() {
		a.Partitions = append(a.Partitions, p.producePartition(kid, a.Partitions))
	}
	return a
}

// producePartition reads what a request has for one partition more than those before.
func (p *parser) producePartition(v value, before []ProducePartition) ProducePartition {
	v.object("topic", "partition", "records", "producerId", "producerEpoch", "sequence")
	part := ProducePartition{Partition: p.whole(v), ProducerID: -1}
	for i, other := range before {
		if other.Partition == part.Partition {
			v.fail("the same partition as partitions[%d]; a request has one batch for each", i)
		}
	}
	records := v.need("records", "a list of values, or how many records")
	switch records.node().kind {
	case '[':
		part.Values = p.values(records)
		part.Count = len(part.Values)
	case '0':
		part.Count = int(records.int(1, MaxRecords))
		p.count(records, int64(part.Count), part.bytes())
	default:
		records.fail("must be a list of values or a number, not %s", kindName(records.node().kind))
	}
	v.idempotent(&part)
	return part
}

// idempotent reads what makes the batch of part an idempotent one, if anything does. A batch of the first epoch that
// begins with the first sequence is taken for granted.
func (v value) idempotent(part *ProducePartition) {
	if id, ok := v.get("producerId"); ok {
		part.ProducerID = id.int(0, MaxSeed)
	}
	epoch, hasEpoch := v.get("producerEpoch")
	sequence, hasSequence := v.get("sequence")
	switch {
	case hasEpoch && part.ProducerID < 0:
		epoch.fail(`only with "producerId"`)
	case hasSequence && part.ProducerID < 0:
		sequence.fail(`only with "producerId"`)
	}
	if hasEpoch {
		part.ProducerEpoch = int16(epoch.int(0, maxInt16))
	}
	if hasSequence {
		part.Sequence = int32(sequence.int(0, maxInt32))
	}
}

func (p *parser) fetchDelay(v value, _ vtime.Time) Action {
	v.object("broker", "ms", "topic", "partition")
	a := FetchDelay{Broker: p.broker(v), Partition: -1}
	a.Delay = v.need("ms", "how much longer its fetch requests travel; 0 heals").ms(MaxDelay)
	if _, ok := v.get("topic"); ok {
		a.Partition = p.choice(v, "the delay is for one partition, or for all without a topic")
		part := &p.s.Cluster.Partitions[a.Partition]
		if !slices.Contains(part.Replicas, a.Broker) {
			v.fail("broker %d has no replica of this partition; the replicas are %s",
				a.Broker, set(protocol.SetOf(part.Replicas...)))
		}
	} else if partition, ok := v.get("partition"); ok {
		partition.fail(`only with "topic"`)
	}
	return a
}

func (p *parser) fetchRate(v value, _ vtime.Time) Action {
	v.object("broker", "records-per-second")
	rate := v.need("records-per-second", "how fast it may copy; 0 heals")
	// A quotient of whole numbers is the float nearest to the decimal: it is written again as it was read.
	perSecond := float64(rate.thousandths(maxRate*1000, "a rate has no more")) / 1000
	return FetchRate{Broker: p.broker(v), PerSecond: perSecond}
}

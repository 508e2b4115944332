package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

// How a running broker applies changed dynamic configurations: after the partitions that came with them, and without
// looking again at anything that waits (BrokerMetadataPublisher.onMetadataUpdate, DynamicConfigPublisher). A process
// that starts reads its configuration with the rest, and reports nothing.

// learnMinISR takes a changed min.insync.replicas, and reports it for every partition led here for which it holds.
func learnMinISR(b *Broker, c protocol.MinISRMetadata, cause int32) {
	before := b.cache.minISR.clone()
	if !b.cache.minISR.set(c) || !b.ready {
		return
	}
	for i := range b.partitions {
		p := &b.partitions[i]
		topic := b.layout.Topic[p.index]
		configured := b.cache.minISR.of(topic)
		if p.leads && configured != before.of(topic) {
			e := learnt(b, "min.insync.replicas", int64(configured))
			e.Partition, e.ISR, e.EffectiveMinISR = p.index, p.isr.Committed, int32(b.effectiveMin(p))
			b.emit(e, cause)
		}
	}
}

// learnSettings reports what new metadata has changed of the rest: a topic's for every partition of it that is led
// here, a quota and the default for topics where anything is led, the expiration of producers everywhere.
func learnSettings(b *Broker, m *protocol.Metadata, before *Settings, cause int32) {
	for _, c := range m.Configs {
		cause := because(c.Cause, cause)
		switch {
		case c.Topic >= 0:
			learnTopic(b, c, before.Topics[c.Topic], cause)
		case c.Producer >= 0:
			if before.ByteRates[c.Producer] != c.ByteRate && leadsAny(b) {
				e := learnt(b, "producer_byte_rate", c.ByteRate)
				e.Producer = c.Producer
				b.emit(e, cause)
			}
		default:
			if before.MaxMessageBytes != c.MaxMessageBytes && leadsAny(b) {
				b.emit(learnt(b, "message.max.bytes", c.MaxMessageBytes), cause)
			}
			if before.RetentionMs != c.RetentionMs && leadsAny(b) {
				b.emit(learnt(b, "log.retention.ms", c.RetentionMs), cause)
			}
			if before.ExpirationMs != c.ExpirationMs {
				b.emit(learnt(b, "producer.id.expiration.ms", c.ExpirationMs), cause)
			}
		}
	}
}

// learnTopic reports what has changed of a topic.
func learnTopic(b *Broker, c protocol.ConfigMetadata, before TopicSettings, cause int32) {
	for i := range b.partitions {
		p := &b.partitions[i]
		if !p.leads || b.layout.Topic[p.index] != c.Topic {
			continue
		}
		if before.MaxMessageBytes != c.MaxMessageBytes {
			e := learnt(b, "max.message.bytes", c.MaxMessageBytes)
			e.Partition = p.index
			b.emit(e, cause)
		}
		if before.RetentionMs != c.RetentionMs {
			e := learnt(b, "retention.ms", c.RetentionMs)
			e.Partition = p.index
			b.emit(e, cause)
		}
		if before.Cleanup != c.Cleanup {
			e := learnt(b, "cleanup.policy", 0)
			e.Partition, e.Policy = p.index, c.Cleanup.String()
			b.emit(e, cause)
		}
	}
}

// learnt returns the event of a configuration that is not about one partition.
func learnt(b *Broker, key string, value int64) *event.Learn {
	return &event.Learn{Broker: b.id, Partition: event.None, Producer: event.None, Key: key, Value: value}
}

func leadsAny(b *Broker) bool {
	return slices.ContainsFunc(b.partitions, func(p partition) bool { return p.leads })
}

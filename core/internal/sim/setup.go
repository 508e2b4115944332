package sim

import (
	"highwater/core/internal/cluster"
	"highwater/core/internal/consumer"
	"highwater/core/internal/network"
	"highwater/core/internal/producer"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// New returns a script's cluster and clients before time 0.
func New(s *script.Script) *Sim {
	c := &s.Cluster
	m := &Sim{
		script: s, latest: -1, links: network.Links{Latency: c.Latency}, layout: &cluster.Layout{Brokers: c.Brokers},
		mostEvents: script.MaxEvents,
	}
	for _, p := range c.Partitions {
		m.layout.Topic = append(m.layout.Topic, p.Topic)
		m.layout.Replicas = append(m.layout.Replicas, p.Replicas)
	}
	m.replicas = m.layout.Replicas
	minISR := cluster.MinISRConfig{Default: c.Config.MinInSyncReplicas}
	for _, t := range c.Topics {
		minISR.Topics = append(minISR.Topics, t.MinISR)
	}
	partitions, metadata := startingRegistrations(c)
	config := nodeConfig(s)
	m.controller = cluster.NewController(m.layout, config, minISR, partitions)
	metadata.Offset = m.controller.Offset()
	for i := range c.Brokers {
		m.brokers = append(m.brokers, cluster.New(protocol.NodeID(i+1), config, m.layout, minISR, metadata))
	}
	m.frozen = make([]frozen, c.Brokers+1)
	m.fillLogs(c)
	for i := range s.Producers {
		m.clients = append(m.clients, producer.Process{Client: m.newProducer(i)})
	}
	for i, of := range s.Consumers {
		m.consumers = append(m.consumers, consumer.New(m.consumerNode(i), int32(i), partitionsOf(c, of.Topics), of.Reset))
	}
	m.queue = vtime.NewQueue[happening](len(m.clients))
	m.plan = planOf(s)
	return m
}

// newProducer returns a producer that has been there for a while: it knows the cluster, is connected to every broker,
// and has a producer id.
func (m *Sim) newProducer(i int) *producer.Client {
	c := &m.script.Cluster
	at := producer.Place{
		Node: m.ClientNode(i), ID: m.script.Producers[i].ID, Index: int32(i), Seed: uint64(m.script.Seed) + uint64(i),
	}
	var known protocol.Metadata
	for _, t := range c.Topics {
		at.Topics = append(at.Topics, producer.Topic{First: t.FirstPartition, Most: t.Partitions})
	}
	for id := range protocol.NodeID(c.Brokers) {
		at.Brokers = append(at.Brokers, id+1)
		known.Brokers = append(known.Brokers, protocol.BrokerMetadata{Broker: id + 1})
	}
	for n, p := range c.Partitions {
		known.Partitions = append(known.Partitions, protocol.PartitionMetadata{
			Partition: int32(n), Leader: p.Leader, LeaderEpoch: p.LeaderEpoch,
		})
	}
	client := producer.New(at, &m.script.Producers[i].Config)
	client.WarmUp(&known, int64(i+1))
	return client
}

// nodeConfig returns what the brokers and the controller are set to.
func nodeConfig(s *script.Script) *cluster.Config {
	c := &s.Cluster
	config := &cluster.Config{BrokerConfig: c.Config, ELR: c.ELR, AppendTime: c.Append, Machines: c.Machines}
	for _, t := range c.Topics {
		config.TopicUnclean = append(config.TopicUnclean, t.Unclean)
		config.TopicSettings = append(config.TopicSettings, cluster.TopicSettings{
			MaxMessageBytes: t.MaxMessageBytes, RetentionMs: t.RetentionMs, Cleanup: t.Cleanup,
		})
	}
	for i := range s.Producers {
		config.ByteRates = append(config.ByteRates, s.Producers[i].ByteRate)
	}
	return config
}

// startingRegistrations returns every partition at time 0, as the controller has it and as the brokers know it: all
// replicas in sync, but for those that must have left the ISR earlier. A smaller ISR is reached by a step isr at time
// 0, unless the script gives its ELR: then that is the starting state. Replicas to be held out are held out from the
// start, or their first fetch would fill the logs that the script gives them.
func startingRegistrations(c *script.Cluster) ([]rules.PartitionRegistration, protocol.Metadata) {
	var partitions []rules.PartitionRegistration
	var metadata protocol.Metadata
	for i, p := range c.Partitions {
		everyone := protocol.SetOf(p.Replicas...)
		b := rules.PartitionRegistration{Leader: p.Leader, LeaderEpoch: p.LeaderEpoch, HeldOut: everyone.Without(p.ISR)}
		b.ISR = everyone.Without(c.LeftEarlier(&p))
		if p.ELR != 0 || p.ISR.Empty() {
			b.ISR, b.ELR = p.ISR, p.ELR
		}
		if !b.HeldOut.Empty() {
			metadata.Holds = append(metadata.Holds, protocol.HoldMetadata{Partition: int32(i), HeldOut: b.HeldOut})
		}
		partitions = append(partitions, b)
		metadata.Partitions = append(metadata.Partitions, protocol.PartitionMetadata{
			Partition: int32(i), Leader: b.Leader, LeaderEpoch: b.LeaderEpoch, ISR: b.ISR,
		})
	}
	return partitions, metadata
}

// fillLogs puts the records of time 0 in place, and the high watermarks.
func (m *Sim) fillLogs(c *script.Cluster) {
	for i := range c.Partitions {
		p := &c.Partitions[i]
		for r, id := range p.Replicas {
			if len(p.Logs) > 0 {
				m.brokers[id-1].Fill(int32(i), startingBatches(p.Logs[r]))
			}
			m.brokers[id-1].SetStartingHighWatermark(int32(i), p.HighWatermark(r))
		}
	}
}

func startingBatches(l script.Log) []protocol.Batch {
	var batches []protocol.Batch
	next := int64(0)
	for _, run := range l {
		for _, v := range run.Values {
			r := protocol.Record{Value: v, Bytes: int32(len(v)), KeyBytes: -1}
			batches = append(batches, protocol.Batch{BaseOffset: next, Epoch: run.Epoch, Records: []protocol.Record{r}})
			next++
		}
	}
	return batches
}

// partitionsOf returns all partitions of some topics, in order.
func partitionsOf(c *script.Cluster, topics []int32) (partitions []int32) {
	for _, t := range topics {
		for i := range c.Topics[t].Partitions {
			partitions = append(partitions, c.Topics[t].FirstPartition+i)
		}
	}
	return partitions
}

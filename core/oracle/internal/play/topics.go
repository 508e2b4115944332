package play

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"highwater/core/oracle/internal/script"
	"highwater/core/oracle/internal/wire"
)

// The harness's own topics are written to before the clock starts, so that no class is loaded later. Every broker
// leads a partition of each. Applications write to the one without followers: a later life starts while those may not
// be well.
const (
	warmUpTopic      = "highwater-warm-up"
	warmUpAloneTopic = "highwater-warm-up-alone"
)

// startLimit is how long the preparations may take.
const startLimit = 60 * time.Second

// connect makes the administrator's client, which goes to the brokers past all links, and waits until all are there.
func (r *run) connect(ctx context.Context) error {
	var seeds []string
	for id := 1; id <= r.cluster.Brokers(); id++ {
		seeds = append(seeds, r.cluster.Broker(id).Address())
	}
	dial := func(ctx context.Context, _, host string) (net.Conn, error) {
		_, port, err := net.SplitHostPort(host) // It is told b1, which only the cluster's processes know.
		if err != nil {
			return nil, err
		}
		return (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", port))
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(seeds...), kgo.Dialer(dial), kgo.RequestRetries(3),
		kgo.RetryTimeout(5*time.Second), kgo.MetadataMinAge(50*time.Millisecond), kgo.MetadataMaxAge(time.Second))
	if err != nil {
		return err
	}
	r.client, r.admin = client, kadm.NewClient(client)
	registered := func(ctx context.Context) bool {
		m, err := r.admin.BrokerMetadata(ctx)
		return err == nil && len(m.Brokers) == r.cluster.Brokers()
	}
	if !poll(ctx, registered) {
		return fmt.Errorf("the brokers did not all register; broker 1: %s", r.cluster.Broker(1).LastWords())
	}
	return nil
}

// poll asks until the answer is yes, and reports whether it came in time.
func poll(ctx context.Context, yes func(context.Context) bool) bool {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		one, end := context.WithTimeout(ctx, 2*time.Second)
		is := yes(one)
		end()
		if is {
			return true
		}
		if sleepUntil(ctx, time.Now().Add(50*time.Millisecond)) != nil {
			return false
		}
	}
}

// makeTopics creates the topics with the replicas that the script names, and waits until all are in sync. A leader that
// is not the preferred replica is made the first one, and put back behind it by a reassignment to the same brokers.
func (r *run) makeTopics(ctx context.Context) error {
	create := kmsg.NewPtrCreateTopicsRequest()
	create.TimeoutMillis = 10000
	reorder := kmsg.NewPtrAlterPartitionAssignmentsRequest()
	for _, t := range r.script.Cluster.Topics {
		topic := kmsg.NewCreateTopicsRequestTopic()
		topic.Topic, topic.NumPartitions, topic.ReplicationFactor = t.Name, -1, -1
		for i := range t.Partitions {
			p := &t.Partitions[i]
			topic.ReplicaAssignment = append(topic.ReplicaAssignment, assignment(i, leaderFirst(p)))
			if p.First() != p.Replicas[0] {
				reorder.Topics = append(reorder.Topics, reassignment(t.Name, int32(i), p.Replicas))
			}
		}
		for key, value := range t.Config {
			config := kmsg.NewCreateTopicsRequestTopicConfig()
			config.Name, config.Value = key, kmsg.StringPtr(r.setting(key, value))
			topic.Configs = append(topic.Configs, config)
		}
		create.Topics = append(create.Topics, topic)
	}
	create.Topics = append(create.Topics, r.warmUpRequest(warmUpTopic, 3), r.warmUpRequest(warmUpAloneTopic, 1))
	answer, err := create.RequestWith(ctx, r.client)
	if err != nil {
		return err
	}
	for _, t := range answer.Topics {
		if t.ErrorCode != 0 {
			return fmt.Errorf("creating %s: %s %s", t.Topic, wire.ErrorName(t.ErrorCode), text(t.ErrorMessage))
		}
	}
	if len(reorder.Topics) > 0 {
		if _, err := reorder.RequestWith(ctx, r.client); err != nil {
			return err
		}
	}
	if !poll(ctx, r.inSync) {
		return errors.New("the topics did not come up")
	}
	return nil
}

func leaderFirst(p *script.Partition) []int32 {
	replicas := []int32{p.First()}
	for _, id := range p.Replicas {
		if id != p.First() {
			replicas = append(replicas, id)
		}
	}
	return replicas
}

func assignment(partition int, replicas []int32) kmsg.CreateTopicsRequestTopicReplicaAssignment {
	a := kmsg.NewCreateTopicsRequestTopicReplicaAssignment()
	a.Partition, a.Replicas = int32(partition), replicas
	return a
}

// reassignment asks for replicas of a partition; nil cancels what is under way.
func reassignment(topic string, partition int32, replicas []int32) kmsg.AlterPartitionAssignmentsRequestTopic {
	p := kmsg.NewAlterPartitionAssignmentsRequestTopicPartition()
	p.Partition, p.Replicas = partition, replicas
	t := kmsg.NewAlterPartitionAssignmentsRequestTopic()
	t.Topic, t.Partitions = topic, append(t.Partitions, p)
	return t
}

// warmUpRequest asks for a topic that has a partition led by every broker, with so many replicas if there are so many.
func (r *run) warmUpRequest(name string, copies int) kmsg.CreateTopicsRequestTopic {
	topic := kmsg.NewCreateTopicsRequestTopic()
	topic.Topic, topic.NumPartitions, topic.ReplicationFactor = name, -1, -1
	brokers := r.cluster.Brokers()
	for i := range brokers {
		var replicas []int32
		for j := range min(copies, brokers) {
			replicas = append(replicas, int32((i+j)%brokers+1))
		}
		topic.ReplicaAssignment = append(topic.ReplicaAssignment, assignment(i, replicas))
	}
	return topic
}

// inSync reports whether every partition of the script has a leader and all its replicas in its ISR.
func (r *run) inSync(ctx context.Context) bool {
	m, err := r.admin.Metadata(ctx)
	if err != nil {
		return false
	}
	for _, t := range r.script.Cluster.Topics {
		if !m.Topics.Has(t.Name) {
			return false
		}
		there := m.Topics[t.Name]
		r.topics[there.ID] = t.Name
		for i := range t.Partitions {
			p := there.Partitions[int32(i)]
			if p.Leader != t.Partitions[i].First() || len(p.ISR) != len(t.Partitions[i].Replicas) {
				return false
			}
		}
	}
	return true
}

// warmUp writes to every broker twice, as raw requests are written.
func (r *run) warmUp() {
	for i := range 2 * r.cluster.Brokers() {
		broker := i % r.cluster.Brokers()
		request := produceRequest(-1, 3*time.Second)
		addBatch(request, warmUpTopic, int32(broker), wire.Encode([]string{"warm-up"}, wire.Anonymous))
		_, _ = exchange(r.cluster.Broker(broker+1).Address(), request, 1, time.Now().Add(3*time.Second))
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

package play

import (
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kmsg"

	"highwater/core/oracle/internal/script"
	"highwater/core/oracle/internal/wire"
)

// What an administrator does and sees. Its client goes past all links.

const (
	adminLimit = 10 * time.Second
	askLimit   = 400 * time.Millisecond // of who asks often
)

// leader returns the leader of a partition by the metadata of the first broker that answers; 0 for none.
func (r *run) leader(ctx context.Context, topic string, partition int32) int {
	request := kmsg.NewPtrMetadataRequest()
	named := kmsg.NewMetadataRequestTopic()
	named.Topic = kmsg.StringPtr(topic)
	request.Topics = append(request.Topics, named)
	for id := 1; id <= r.cluster.Brokers(); id++ {
		if b := r.cluster.Broker(id); !b.Up() || b.Frozen {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, askLimit)
		answer, err := request.RequestWith(ctx, r.client.Broker(id))
		cancel()
		if err != nil {
			continue
		}
		for _, t := range answer.Topics {
			for _, p := range t.Partitions {
				if p.Partition == partition && p.Leader > 0 {
					return int(p.Leader)
				}
			}
		}
	}
	return 0
}

// set changes the dynamic configuration of a topic, a broker or the cluster.
func (r *run) set(ctx context.Context, args *script.Args) error {
	resource := kmsg.NewIncrementalAlterConfigsRequestResource()
	resource.ResourceType = kmsg.ConfigResourceTypeBroker
	if args.Topic != "" {
		resource.ResourceType, resource.ResourceName = kmsg.ConfigResourceTypeTopic, args.Topic
	} else if args.Broker > 0 {
		resource.ResourceName = fmt.Sprint(args.Broker)
	}
	for key, value := range args.Config {
		config := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
		config.Name, config.Value = key, kmsg.StringPtr(r.setting(key, value))
		resource.Configs = append(resource.Configs, config)
	}
	request := kmsg.NewPtrIncrementalAlterConfigsRequest()
	request.Resources = append(request.Resources, resource)
	ctx, cancel := context.WithTimeout(ctx, adminLimit/2)
	defer cancel()
	answer, err := request.RequestWith(ctx, r.client)
	if err != nil {
		return err
	}
	if a := answer.Resources[0]; a.ErrorCode != 0 {
		return fmt.Errorf("%s %s", wire.ErrorName(a.ErrorCode), text(a.ErrorMessage))
	}
	return nil
}

// elect asks for an election, and notes the answer when it comes.
func (r *run) elect(ctx context.Context, args *script.Args) error {
	how := kadm.ElectPreferredReplica
	if args.Type == "UNCLEAN" {
		how = kadm.ElectLiveReplica
	}
	var set kadm.TopicsSet
	set.Add(args.Topic, args.PartitionNumber())
	what := fmt.Sprintf("elect %s/%d %s", args.Topic, args.PartitionNumber(), args.Type)
	r.ask(ctx, what, func(ctx context.Context) error {
		answer, err := r.admin.ElectLeaders(ctx, how, set)
		if err != nil {
			return err
		}
		return answer[args.Topic][args.PartitionNumber()].Err
	})
	return nil
}

// reassign asks for a reassignment, or cancels one.
func (r *run) reassign(ctx context.Context, args *script.Args) error {
	request := kmsg.NewPtrAlterPartitionAssignmentsRequest()
	request.Topics = append(request.Topics, reassignment(args.Topic, args.PartitionNumber(), args.Replicas))
	r.ask(ctx, fmt.Sprintf("reassign %s/%d", args.Topic, args.PartitionNumber()), func(ctx context.Context) error {
		answer, err := request.RequestWith(ctx, r.client)
		if err != nil {
			return err
		}
		code, message := answer.ErrorCode, answer.ErrorMessage
		if p := answer.Topics; code == 0 && len(p) > 0 && len(p[0].Partitions) > 0 {
			code, message = p[0].Partitions[0].ErrorCode, p[0].Partitions[0].ErrorMessage
		}
		if code != 0 {
			return fmt.Errorf("%s %s", wire.ErrorName(code), text(message))
		}
		return nil
	})
	return nil
}

// deleteRecords has the leader delete the records before an offset; -1 stands for the high watermark.
func (r *run) deleteRecords(ctx context.Context, args *script.Args) error {
	leader := r.leader(ctx, args.Topic, args.PartitionNumber())
	if leader == 0 {
		return fmt.Errorf("%s/%d has no leader", args.Topic, args.PartitionNumber())
	}
	p := kmsg.NewDeleteRecordsRequestTopicPartition()
	p.Partition, p.Offset = args.PartitionNumber(), args.Offset
	t := kmsg.NewDeleteRecordsRequestTopic()
	t.Topic, t.Partitions = args.Topic, append(t.Partitions, p)
	request := kmsg.NewPtrDeleteRecordsRequest()
	request.TimeoutMillis = int32(r.real(30000).Milliseconds())
	request.Topics = append(request.Topics, t)
	r.ask(ctx, fmt.Sprintf("delete-records %s/%d", args.Topic, args.PartitionNumber()), func(ctx context.Context) error {
		answer, err := request.RequestWith(ctx, r.client.Broker(leader))
		if err != nil {
			return err
		}
		told := answer.Topics[0].Partitions[0]
		if told.ErrorCode != 0 {
			return fmt.Errorf("%s", wire.ErrorName(told.ErrorCode))
		}
		return nil
	})
	return nil
}

// ask asks in the background, and notes the answer.
func (r *run) ask(ctx context.Context, what string, question func(context.Context) error) {
	go func() {
		ctx, cancel := context.WithDeadline(ctx, r.at(r.script.Until).Add(time.Second))
		defer cancel()
		if err := question(ctx); err != nil {
			r.note("%s: %v", what, err)
		} else {
			r.note("%s: done", what)
		}
	}()
}

// watchWatermarks asks the leaders for their high watermarks, over and over, until the context is done.
func (r *run) watchWatermarks(ctx context.Context) {
	for sleepUntil(ctx, time.Now().Add(20*time.Millisecond)) == nil {
		r.askWatermarks(ctx, askLimit)
	}
}

// askWatermarks asks the leaders of each topic at once for their high watermarks, which are what a consumer that reads
// all that is written has for the end.
func (r *run) askWatermarks(ctx context.Context, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, t := range r.script.Cluster.Topics {
		ends, err := r.admin.ListEndOffsets(ctx, t.Name)
		if err != nil {
			continue
		}
		r.locked(func() {
			at := r.now()
			ends.Each(func(end kadm.ListedOffset) {
				key := fmt.Sprintf("%s/%d", end.Topic, end.Partition)
				seen := r.watermarks[key]
				if end.Err == nil && (len(seen) == 0 || seen[len(seen)-1].offset != end.Offset) {
					r.watermarks[key] = append(seen, watermark{at, end.Offset})
				}
			})
		})
	}
}

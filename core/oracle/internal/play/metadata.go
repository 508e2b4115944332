package play

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"highwater/core/oracle/internal/process"
)

// metadata is what the controller's own log says, as Kafka's tool prints it.
type metadata struct {
	histories map[string][]assigned // by partition, "topic/0"
	brokers   []string              // registrations and fencings, in words
	names     map[string]string     // of topics by id
}

// assigned is a partition after a change, with its replicas, and those that are being added and removed.
type assigned struct {
	Change
	replicas, adding, removing []int
}

// metadataRecord is a record of the controller's log, as far as partitions and brokers are concerned.
type metadataRecord struct {
	Type string
	Data struct {
		Name                   string
		TopicName              string
		TopicID                string
		PartitionID            int
		Replicas               *[]int
		AddingReplicas         *[]int
		RemovingReplicas       *[]int
		ISR                    *[]int
		Leader                 *int
		EligibleLeaderReplicas *[]int
		LastKnownELR           *[]int
		LeaderRecoveryState    *int
		LeaderEpoch            int
		PartitionEpoch         int
		BrokerID               int
		Fenced                 any
		InControlledShutdown   any
	}
}

var (
	createTime = regexp.MustCompile(`(?i)createtime: (\d+)`)
	payload    = regexp.MustCompile(`payload: (\{.*\})\s*$`)
)

// readMetadata reads the controller's log, which may still be written.
func (r *run) readMetadata(ctx context.Context) (*metadata, error) {
	dump := r.cluster.Kafka().Tool("org.apache.kafka.tools.DumpLogSegments", "--cluster-metadata-decoder",
		"--files", strings.Join(r.cluster.Controller.MetadataSegments(), ","))
	var out bytes.Buffer
	dump.Stdout = &out
	if err := process.Run(ctx, dump); err != nil {
		return nil, fmt.Errorf("reading the controller's log: %w", err)
	}
	m := &metadata{histories: map[string][]assigned{}, names: map[string]string{}}
	var at float64
	for line := range strings.Lines(out.String()) {
		if found := createTime.FindStringSubmatch(line); found != nil {
			ms, err := strconv.ParseInt(found[1], 10, 64)
			if err != nil {
				return nil, err
			}
			at = r.virtual(time.UnixMilli(ms))
		}
		var record metadataRecord
		found := payload.FindStringSubmatch(line)
		if found == nil || json.Unmarshal([]byte(found[1]), &record) != nil {
			continue
		}
		m.apply(at, &record)
	}
	return m, nil
}

// apply applies one record.
func (m *metadata) apply(at float64, record *metadataRecord) {
	d := &record.Data
	key := fmt.Sprintf("%s/%d", m.names[d.TopicID], d.PartitionID)
	switch record.Type {
	case "TOPIC_RECORD":
		m.names[d.TopicID] = d.Name
	case "PARTITION_RECORD":
		m.histories[key] = append(m.histories[key], assigned{
			Change: Change{
				T: at, Leader: *d.Leader, LeaderEpoch: d.LeaderEpoch, PartitionEpoch: d.PartitionEpoch,
				ISR: sorted(*d.ISR), ELR: []int{},
			},
			replicas: *d.Replicas,
		})
	case "PARTITION_CHANGE_RECORD":
		m.change(at, key, record)
	case "CLEAR_ELR_RECORD": // A changed min.insync.replicas: of one topic, or of all.
		for key, history := range m.histories {
			last := history[len(history)-1]
			named := d.TopicName == "" || strings.HasPrefix(key, d.TopicName+"/")
			if named && len(last.ELR)+len(last.LastKnownELR) > 0 {
				last.T, last.ELR, last.LastKnownELR = at, []int{}, nil
				last.PartitionEpoch++
				m.histories[key] = append(history, last)
			}
		}
	case "REGISTER_BROKER_RECORD", "UNREGISTER_BROKER_RECORD", "FENCE_BROKER_RECORD", "UNFENCE_BROKER_RECORD",
		"BROKER_REGISTRATION_CHANGE_RECORD":
		m.brokers = append(m.brokers, fmt.Sprintf("%.0f: broker %d %s, fenced %v, in shutdown %v",
			at, d.BrokerID, record.Type, d.Fenced, d.InControlledShutdown))
	}
}

// change applies a change of one partition: what the record does not name stays as it was.
func (m *metadata) change(at float64, key string, record *metadataRecord) {
	history := m.histories[key]
	if len(history) == 0 {
		return
	}
	d := &record.Data
	const (
		noChange   = -2 // of a leader
		recovering = 1  // a leader that an unclean election made
	)
	next := history[len(history)-1]
	next.T = at
	next.PartitionEpoch++
	if d.ISR != nil {
		next.ISR = sorted(*d.ISR)
	}
	if d.EligibleLeaderReplicas != nil {
		next.ELR = sorted(*d.EligibleLeaderReplicas)
	}
	if d.LastKnownELR != nil {
		next.LastKnownELR = sorted(*d.LastKnownELR)
	}
	next.reassign(d.Replicas, d.AddingReplicas, d.RemovingReplicas)
	if d.LeaderRecoveryState != nil && *d.LeaderRecoveryState >= 0 {
		next.Recovering = *d.LeaderRecoveryState == recovering
	}
	if d.Leader != nil && *d.Leader != noChange {
		next.Leader = *d.Leader
		next.LeaderEpoch++
	}
	m.histories[key] = append(history, next)
}

// reassign applies what a change has of the assignment, and notes all of it where it has any.
func (a *assigned) reassign(replicas, adding, removing *[]int) {
	a.Replicas, a.Adding, a.Removing = nil, nil, nil
	if replicas != nil {
		a.replicas = *replicas
	}
	if adding != nil {
		a.adding = sorted(*adding)
	}
	if removing != nil {
		a.removing = sorted(*removing)
	}
	if replicas != nil || adding != nil || removing != nil {
		a.Replicas, a.Adding, a.Removing = a.replicas, a.adding, a.removing
	}
}

func sorted(brokers []int) []int { return slices.Sorted(slices.Values(append([]int{}, brokers...))) }

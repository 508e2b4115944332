package play

import (
	"context"
	"fmt"
	"slices"

	"highwater/core/oracle/internal/wire"
)

// observe says what came of the run, at its end.
func (r *run) observe(ctx context.Context) (*Summary, error) {
	r.askWatermarks(ctx, 2*askLimit)
	books, err := r.readMetadata(ctx)
	if err != nil {
		return nil, err
	}
	r.silence()
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &Summary{
		Kafka: r.cluster.Kafka().Version, Requests: r.requests, Records: r.records,
		Notes: r.notes, Brokers: books.brokers, Strain: r.strain.findings(),
	}
	r.attempts()
	for _, t := range r.script.Cluster.Topics {
		for i := range t.Partitions {
			p, logs, err := r.partition(books, t.Name, i)
			if err != nil {
				return nil, err
			}
			s.Partitions = append(s.Partitions, p)
			for _, record := range r.records {
				if record.Topic == t.Name && record.Partition == int32(i) {
					r.whereIs(record, &p, logs)
				}
			}
		}
	}
	return s, nil
}

// partition returns the state of a partition, and the logs of its replicas by broker.
func (r *run) partition(
	books *metadata, topic string, number int,
) (p Partition, logs map[int]*wire.Log, err error) {
	key := fmt.Sprintf("%s/%d", topic, number)
	history := books.histories[key]
	if len(history) == 0 {
		return p, nil, fmt.Errorf("the controller's log does not know %s", key)
	}
	p = Partition{Topic: topic, Partition: number, History: []Change{}}
	var made Change // Its epochs are those of time 0, which scripts count from 0.
	for i := range history {
		change := &history[i]
		if change.T <= 0 {
			made = change.Change
		}
		change.LeaderEpoch -= made.LeaderEpoch
		change.PartitionEpoch -= made.PartitionEpoch
		if change.T > 0 {
			p.History = append(p.History, change.Change)
		}
	}
	last := history[len(history)-1]
	p.Leader, p.LeaderEpoch, p.PartitionEpoch = last.Leader, last.LeaderEpoch, last.PartitionEpoch
	p.ISR, p.ELR = last.ISR, last.ELR
	if seen := r.watermarks[key]; len(seen) > 0 && last.Leader > 0 {
		p.HighWatermark = &seen[len(seen)-1].offset
	}
	logs = map[int]*wire.Log{}
	for _, id := range sorted(last.replicas) {
		log, err := wire.ReadLog(r.cluster.Broker(id).Log(topic, number))
		if err != nil {
			return p, nil, err
		}
		logs[id] = log
		replica := Replica{
			Broker: id, Alive: r.cluster.Broker(id).Up(), LogStartOffset: log.Start, LogEndOffset: log.End, Log: []string{},
		}
		for _, record := range log.Records {
			replica.Log = append(replica.Log, fmt.Sprintf("%s@%d", record.Value, record.Epoch))
		}
		p.Replicas = append(p.Replicas, replica)
	}
	return p, logs, nil
}

// attempts tells every record's attempts by what the wire has shown. A record that was handed over again has its value
// there twice: the attempts of an idempotent producer tell them apart by their sequence numbers.
func (r *run) attempts() {
	type place struct {
		producer, value string
		partition       int32
		sent            wire.Identity
	}
	owners := map[place]*Record{}
	next := map[[2]string]int{} // how many of a producer's records with a value have an owner
	for _, request := range r.produced {
		sent := r.virtual(request.Sent)
		for _, part := range request.Parts {
			for i, value := range part.Values {
				at := place{request.Producer, value, part.Partition, part.Batch.Next(i)}
				owner := owners[at]
				if owner == nil {
					name := [2]string{request.Producer, value}
					if owner = r.handedOver(request.Producer, value, next[name]); owner == nil {
						continue // One of the warm-up, or of a former life.
					}
					next[name]++
					owners[at] = owner
					owner.sentAs = append(owner.sentAs, at.sent)
				}
				owner.attempted(sent, request.Acks, &part)
			}
		}
	}
	for _, record := range r.records {
		if record.Outcome == neverTold && record.Attempts == 0 {
			record.Outcome = neverSent
		}
		if k := len(record.Errors); k > 0 && record.Errors[k-1] == "NONE" {
			record.Errors = record.Errors[:k-1]
		}
	}
}

// handedOver returns the n-th record from 0 that a producer was given with a value, or the last before; nil for none.
func (r *run) handedOver(producer, value string, n int) (found *Record) {
	for _, record := range r.records {
		if record.Producer == producer && record.Value == value && record.Resend <= n {
			found = record
		}
	}
	return found
}

// attempted counts an attempt. From the wire a timeout and a lost connection look alike.
func (record *Record) attempted(sent float64, acks int16, part *wire.Part) {
	record.Attempts++
	if record.Sent == nil {
		record.Sent = &sent
	}
	if record.Partition < 0 {
		record.Partition = part.Partition
	}
	switch {
	case part.Error != "":
		record.Errors = append(record.Errors, part.Error)
	case acks != 0:
		record.Errors = append(record.Errors, "UNANSWERED")
	}
}

// whereIs says in which logs a record stands, whether it is lost, which is not to be deleted, and when it was
// committed.
func (r *run) whereIs(record *Record, p *Partition, logs map[int]*wire.Log) {
	for id, log := range logs {
		for _, logged := range log.Records {
			if logged.Value != record.Value || !slices.Contains(record.sentAs, logged.Sent) {
				continue
			}
			if !slices.Contains(record.Copies, id) {
				record.Copies = append(record.Copies, id)
			}
			if id == p.Leader {
				record.Offsets = append(record.Offsets, logged.Offset)
			}
		}
	}
	slices.Sort(record.Copies)
	if leader := logs[p.Leader]; leader != nil && record.Offset != nil && *record.Offset < leader.Start {
		return // It is deleted.
	}
	if record.Outcome == acknowledged {
		record.Lost = !slices.Contains(record.Copies, p.Leader)
		if p.Leader <= 0 {
			record.Lost = len(record.Copies) == 0
		}
	}
	if len(record.Offsets) == 0 {
		return
	}
	for _, seen := range r.watermarks[fmt.Sprintf("%s/%d", p.Topic, p.Partition)] {
		if seen.offset > record.Offsets[0] && (record.Sent == nil || seen.t >= *record.Sent) {
			record.Committed = &seen.t
			return
		}
	}
}

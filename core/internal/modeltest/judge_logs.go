package modeltest

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/storage"
	"highwater/core/internal/vtime"
)

// The judge's memory of what was written and committed. It allows for the two ways in which Kafka loses committed
// records, and both must have been reported: an election that is not clean, and a disk that lost its tail.

// placed is a record in a log.
type placed struct {
	epoch  int32
	record protocol.Record
}

// place is where a leader wrote: one writes at an offset of its epoch, once.
type place struct {
	epoch  int32
	offset int64
}

// written is what stands at a place, and the epoch of the record before it; -1 at the beginning of a log.
type written struct {
	record protocol.Record
	before int32
}

type judgedPartition struct {
	leaderEpoch, partitionEpoch int32
	leaderOf                    map[int32]protocol.NodeID // by epoch
	committed                   []placed                  // by offset
	seen                        map[int64]placed          // by consumers
	proposed                    protocol.BrokerSet        // by the leader, and not answered
	written                     map[place]written
	assigned                    protocol.BrokerSet // by the controller
	mostReplicas                int                // that it has had
	reassigned                  bool
	replicas                    []judgedReplica // by broker - 1
	// Leaders of earlier epochs than lossEpoch commit for themselves only; lostAt is when records were lost last, or -1.
	lossEpoch int32
	lostAt    vtime.Time
}

type judgedReplica struct {
	verified int64 // so many records are those that are committed
	// its disk lost records at lostAt, or never had them: until it is in a new life, what others count on may not be there
	lost   bool
	lostAt vtime.Time
	// its joining was proposed, and the leader has forgotten that: Kafka does when metadata of the very partition epoch
	// arrives that it knows from an answer already (Partition.makeLeader). The controller may let it in all the same.
	forgotten bool
	learned   vtime.Time // when it heard of lossEpoch, or of a later one; -1: not yet
	// as a leader, or a follower: what the judge saw last
	life, epoch int32
	leads       bool
	mark        int64
}

// begin notes how a partition starts. Every replica's log counts as written by some leader.
func (j *judge) begin(partition int32) {
	b := j.m.Controller().Registration(partition)
	p := &j.partitions[partition]
	*p = judgedPartition{
		leaderEpoch: b.LeaderEpoch, partitionEpoch: b.PartitionEpoch,
		leaderOf: map[int32]protocol.NodeID{b.LeaderEpoch: b.Leader},
		seen:     map[int64]placed{}, written: map[place]written{}, lostAt: -1,
		assigned: protocol.SetOf(j.m.Replicas(partition)...), mostReplicas: len(j.m.Replicas(partition)),
	}
	holder, members := b.Leader, b.ISR|b.ELR
	for i := range j.m.Layout().Brokers {
		id := protocol.NodeID(i + 1)
		log := j.log(id, partition)
		p.replicas = append(p.replicas, judgedReplica{learned: -1, epoch: b.LeaderEpoch})
		before := int32(-1)
		log.Records(0, func(offset int64, epoch int32, r protocol.Record) bool {
			w, known := p.written[place{epoch, offset}]
			j.holds(logsMatch, !known || w == written{r, before}, partition,
				"the script starts with two records at offset %d of epoch %d", offset, epoch)
			p.written[place{epoch, offset}] = written{r, before}
			before = epoch
			return true
		})
		if b.Leader == protocol.NoLeader && members.Has(id) &&
			(holder <= 0 || log.HighWatermark() > j.log(holder, partition).HighWatermark()) {
			holder = id
		}
	}
	if holder > 0 {
		j.commit(partition, holder, j.log(holder, partition).HighWatermark())
	}
}

// excuse notes who is eligible at the start and lacks what is committed: a script may say so, as Kafka could not.
func (j *judge) excuse(partition int32) {
	for id := range j.m.Controller().Registration(partition).ELR.All() {
		if !j.has(partition, id) {
			r := &j.partitions[partition].replicas[id-1]
			r.lost, r.lostAt = true, -2
		}
	}
}

func (j *judge) log(broker protocol.NodeID, partition int32) *storage.Log {
	return j.m.Broker(broker).Log(partition)
}

// commit enters a log's records below an offset as committed.
func (j *judge) commit(partition int32, broker protocol.NodeID, below int64) {
	p := &j.partitions[partition]
	j.log(broker, partition).Records(int64(len(p.committed)), func(offset int64, epoch int32, r protocol.Record) bool {
		if offset < below {
			p.committed = append(p.committed, placed{epoch, r})
		}
		return offset < below
	})
}

// agrees returns how far a replica's log agrees with what is committed.
func (j *judge) agrees(partition int32, broker protocol.NodeID) int64 {
	p := &j.partitions[partition]
	r := &p.replicas[broker-1]
	all := int64(len(p.committed))
	r.verified = max(r.verified, min(all, j.log(broker, partition).Start())) // what is deleted agrees
	j.log(broker, partition).Records(r.verified, func(offset int64, epoch int32, rec protocol.Record) bool {
		same := offset < all && p.committed[offset] == placed{epoch, rec}
		if same {
			r.verified = offset + 1
		}
		return same
	})
	return r.verified
}

func (j *judge) has(partition int32, broker protocol.NodeID) bool {
	p := &j.partitions[partition]
	all := int64(len(p.committed))
	return p.replicas[broker-1].verified == all || j.agrees(partition, broker) == all
}

// overruled reports whether a leader of this epoch may commit what nobody else holds.
func (p *judgedPartition) overruled(epoch int32) bool { return epoch < p.lossEpoch }

// advanced holds that a leader commits what is committed, and only with the minimum in sync.
func (j *judge) advanced(e *event.HighWatermark) {
	p := &j.partitions[e.Partition]
	v := j.view(e.Broker, e.Partition)
	j.holds(watermarkLocked, v.ISR.Committed.Len() >= j.leastInSync(e.Broker, e.Partition) && e.From < e.To, e.Partition,
		"broker %d moves the high watermark from %d to %d with %v in sync", e.Broker, e.From, e.To, ids(v.ISR.Committed))
	_, epoch, _ := j.m.Broker(e.Broker).Knows(e.Partition)
	if p.overruled(epoch) {
		return
	}
	same, all := j.agrees(e.Partition, e.Broker), int64(len(p.committed))
	j.holds(committedStays, same >= min(all, e.To), e.Partition,
		"broker %d, leader of epoch %d, commits other records from offset %d on", e.Broker, epoch, same)
	if same == all {
		j.commit(e.Partition, e.Broker, e.To)
	}
}

// wrote holds that a leader writes where nobody has written in its epoch, and acks=all only with the minimum in sync.
func (j *judge) wrote(e *event.Append) {
	p := &j.partitions[e.Partition]
	j.holds(oneLeader, p.leaderOf[e.LeaderEpoch] == e.Broker, e.Partition, "broker %d writes in epoch %d of broker %d",
		e.Broker, e.LeaderEpoch, p.leaderOf[e.LeaderEpoch])
	if j.requests[e.Request-1].acks == protocol.AcksAll {
		isr, least := j.view(e.Broker, e.Partition).ISR.Committed, j.leastInSync(e.Broker, e.Partition)
		j.holds(enoughAtAppend, isr.Len() >= least, e.Partition, "request %d is written with %v in sync, the minimum is %d",
			e.Request, ids(isr), least)
	}
	before := j.epochAt(e.Broker, e.Partition, e.BaseOffset-1)
	j.log(e.Broker, e.Partition).Records(e.BaseOffset, func(offset int64, epoch int32, r protocol.Record) bool {
		_, known := p.written[place{epoch, offset}]
		j.holds(logsMatch, !known, e.Partition, "offset %d of epoch %d is written a second time", offset, epoch)
		p.written[place{epoch, offset}] = written{r, before}
		before = epoch
		return true
	})
}

// epochAt returns the epoch of the record at an offset; -1: below the first; deleted: nobody can tell any more.
func (j *judge) epochAt(broker protocol.NodeID, partition int32, offset int64) int32 {
	log := j.log(broker, partition)
	switch {
	case offset < 0:
		return -1
	case offset < log.Start():
		return deleted
	}
	return log.BatchAt(offset).Epoch
}

// deleted is the epoch of a record that is not there any more.
const deleted int32 = -2

// matches reports whether a record is the one that was written, behind the same one, as far as that can be told.
func (w written) matches(r protocol.Record, before int32) bool {
	return w.record == r && (w.before == before || w.before == deleted || before == deleted)
}

// deletes holds that a log only loses from its beginning what is committed.
func (j *judge) deletes(e *event.LogStart) {
	log := j.log(e.Broker, e.Partition)
	j.faults["(log start "+e.Reason.String()+")"]++
	j.holds(committedStays, e.To <= log.HighWatermark(), e.Partition,
		"broker %d deletes up to %d, and its high watermark is %d", e.Broker, e.To, log.HighWatermark())
}

// startedOver holds that a follower drops its log only where its leader's begins later.
func (j *judge) startedOver(e *event.TruncateFully) {
	j.faults["(truncate fully)"]++
	j.holds(committedStays, e.From < e.To, e.Partition, "broker %d goes from %d to %d", e.Broker, e.From, e.To)
}

// replicated holds that a follower has what a leader wrote, and before it what that leader had before it.
func (j *judge) replicated(e *event.Replicate) {
	p := &j.partitions[e.Partition]
	before := j.epochAt(e.Broker, e.Partition, e.BaseOffset-1)
	j.log(e.Broker, e.Partition).Records(e.BaseOffset, func(offset int64, epoch int32, r protocol.Record) bool {
		w, known := p.written[place{epoch, offset}]
		j.holds(logsMatch, known && w.matches(r, before), e.Partition,
			"broker %d has %q at offset %d of epoch %d after epoch %d; written was %q after epoch %d",
			e.Broker, r.Value, offset, epoch, before, w.record.Value, w.before)
		before = epoch
		return true
	})
}

func (j *judge) truncated(e *event.Truncate) {
	j.faults["(truncate "+e.Reason.String()+")"]++
	p := &j.partitions[e.Partition]
	r := &p.replicas[e.Broker-1]
	r.verified = min(r.verified, e.To)
	if e.Reason == event.LostTail {
		r.lost, r.lostAt = true, j.m.Now()
	}
}

// asked follows what the leader has proposed, and forgotten.
func (j *judge) asked(e *event.ISR) {
	p := &j.partitions[e.Partition]
	if _, epoch, _ := j.m.Broker(e.Broker).Knows(e.Partition); epoch != p.leaderEpoch {
		return
	}
	forgotten := p.proposed.Without(e.To)
	switch e.State {
	case event.Proposed:
		p.proposed = e.To
		return
	case event.Rejected:
		return
	}
	p.proposed = 0
	for i := range p.replicas {
		r := &p.replicas[i]
		switch id := protocol.NodeID(i + 1); {
		case forgotten.Has(id):
			j.faults["(proposal forgotten)"]++
			if !r.lost {
				r.lost, r.lostAt = true, -2
			}
			r.forgotten = true
		case e.To.Has(id):
			r.forgotten = false
		}
	}
}

// elected holds that an epoch has one leader, and that one who is elected cleanly has all that is committed. Else what
// he lacks is lost.
func (j *judge) elected(e *event.Leader) {
	p := &j.partitions[e.Partition]
	_, known := p.leaderOf[e.LeaderEpoch]
	j.holds(oneLeader, !known, e.Partition, "epoch %d is begun twice", e.LeaderEpoch)
	j.holds(epochsRise, e.LeaderEpoch == p.leaderEpoch+1, e.Partition, "leader epoch %d after %d", e.LeaderEpoch,
		p.leaderEpoch)
	p.leaderEpoch, p.leaderOf[e.LeaderEpoch] = e.LeaderEpoch, e.Leader
	j.faults["(leader "+e.Election.String()+")"]++
	if e.Leader <= 0 {
		return
	}
	r := &p.replicas[e.Leader-1]
	same := j.agrees(e.Partition, e.Leader)
	complete := same == int64(len(p.committed))
	unclean := e.Election == event.Unclean || e.Election == event.LastKnown
	if !unclean && !r.lost {
		j.holds(committedStays, complete, e.Partition, "broker %d is elected (%v) and has %d of %d committed records",
			e.Leader, e.Election, same, len(p.committed))
	}
	r.lost = r.lost && j.reborn[e.Leader-1] < r.lostAt // one may be elected that is off, and come back later
	j.begins(p)
	if complete && !unclean {
		return
	}
	if !complete {
		j.faults["(committed records lost)"]++
	}
	p.lossEpoch, p.lostAt = e.LeaderEpoch, j.m.Now()
	p.committed = p.committed[:same:same]
	for offset := range p.seen {
		if offset >= same {
			delete(p.seen, offset)
		}
	}
	for i := range p.replicas {
		p.replicas[i].verified = min(p.replicas[i].verified, same)
		p.replicas[i].learned = -1
	}
}

// watermarks holds that no high watermark is beyond its log's end, and that a leader's does not fall.
func (j *judge) watermarks(partition int32) {
	p := &j.partitions[partition]
	for _, id := range j.m.Replicas(partition) {
		b, r := j.m.Broker(id), &p.replicas[id-1]
		log := b.Log(partition)
		mark := log.HighWatermark()
		if mark > log.End() || mark < 0 {
			j.holds(watermarkStands, false, partition, "broker %d has %d, its log ends at %d", id, mark, log.End())
		}
		_, epoch, _ := b.Knows(partition)
		leads := b.Alive() && b.Leads(partition)
		if leads && r.leads && r.epoch == epoch && r.life == b.Life() && mark != r.mark {
			j.holds(watermarkStands, mark > r.mark, partition, "leader %d goes from %d to %d", id, r.mark, mark)
		}
		r.leads, r.mark = leads, mark
	}
}

// members holds that who is in the ISR or the ELR has what is committed, and that the leader knows of the first.
func (j *judge) members(partition int32) {
	p := &j.partitions[partition]
	b := j.m.Controller().Registration(partition)
	var doubted protocol.BrokerSet
	for _, id := range j.m.Replicas(partition) {
		r := &p.replicas[id-1]
		in := (b.ISR | b.ELR).Has(id)
		if r.lost && !r.forgotten && j.reborn[id-1] > r.lostAt && (!in || j.has(partition, id)) {
			r.lost = false
		}
		if r.forgotten {
			doubted = doubted.With(id)
		}
		if in && !r.lost && len(p.committed) > 0 && id != b.Leader {
			j.holds(committedIsHeld, j.has(partition, id), partition,
				"broker %d of ISR %v, ELR %v has %d of %d committed records",
				id, ids(b.ISR), ids(b.ELR), r.verified, len(p.committed))
		}
	}
	if b.Leader <= 0 {
		return
	}
	leader := j.m.Broker(b.Leader)
	if _, epoch, _ := leader.Knows(partition); leader.Alive() && leader.Leads(partition) && epoch == b.LeaderEpoch {
		v := j.view(b.Leader, partition)
		j.holds(leaderCounts, b.ISR.In(maximal(v)|doubted), partition, "ISR %v, leader %d counts %v", ids(b.ISR), b.Leader,
			ids(maximal(v)))
	}
}

// read holds that a consumer reads what is committed, and at an offset always the same.
func (j *judge) read(e *event.Visible) {
	p := &j.partitions[e.Partition]
	answer := j.carried.Body.(*protocol.ConsumerFetchResponse)
	leader := j.carried.From
	// It may learn of it at the very instant at which it answers, and after that: then it leads no more, and answers no
	// more.
	learned := p.replicas[leader-1].learned
	stale := p.lossEpoch > 0 && (learned < 0 || learned >= j.carried.Sent)
	if stale || p.lostAt >= j.carried.Sent {
		return // it was read from a leader that was overruled, or before the records were lost
	}
	for _, d := range answer.Partitions {
		for _, b := range d.Batches {
			for i, r := range b.Records {
				if at := b.BaseOffset + int64(i); d.Partition == e.Partition && at >= e.From && at <= e.Offset {
					j.readOne(e, at, placed{b.Epoch, r})
				}
			}
		}
	}
}

func (j *judge) readOne(e *event.Visible, at int64, r placed) {
	p := &j.partitions[e.Partition]
	j.holds(readStays, at < int64(len(p.committed)) && p.committed[at] == r, e.Partition,
		"consumer %d reads %q at offset %d, which is not committed", e.Consumer, r.record.Value, at)
	before, again := p.seen[at]
	j.holds(readStays, !again || before == r, e.Partition,
		"consumer %d reads %q at offset %d, where %q was", e.Consumer, r.record.Value, at, before.record.Value)
	p.seen[at] = r
}

// Package modeltest is what tests of the whole model stand on: Play plays a script and reads its result back, and Judge
// watches a run and names the first promise of acks=all that is broken in it. Its own tests play random scripts.
package modeltest

import (
	"fmt"
	"slices"

	"highwater/core"

	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/sim"
	"highwater/core/internal/vtime"
)

// The judge plays a script and holds against it, after every event and every happening, what must be true in every run:
// the promises of acks=all, and the books that must balance. What it says does not depend on what the script is for.

// promise is one of the things that must be true.
type promise uint8

const (
	// A leader's high watermark never falls within its epoch, and no high watermark is beyond its log's end.
	watermarkStands promise = iota
	// Under the minimum a leader's high watermark does not move; else it moves forward.
	watermarkLocked
	// Who is in the ISR or the ELR by the controller's metadata has every committed record.
	committedIsHeld
	// What was committed stays: every leader commits the same records at the same offsets, and who is elected has them.
	committedStays
	// What acks=all is answered NONE for is committed.
	acknowledgedIsCommitted
	// Whoever the controller has in the ISR counts for the leader's high watermark.
	leaderCounts
	// A partition is decided NONE only with the minimum in its maximal ISR, and the high watermark there.
	enoughAtDecision
	// acks=all appends only with the minimum in the committed ISR.
	enoughAtAppend
	// The leader is in the ISR, and active.
	leaderInSync
	// No broker is in the ISR and the ELR at once.
	eligibleApart
	// There is no ELR while the ISR is at the minimum.
	eligibleUnder
	// Nobody fenced, shutting down or held out is in the ISR, but the last member of a leaderless partition without ELR,
	// or the one that a cancelled reassignment leaves there (PartitionReassignmentRevert).
	fencedOut
	// A leader epoch has one leader, and only that one writes in it.
	oneLeader
	// The partition epoch rises by one with each change, the leader epoch by one with each election; no broker goes back.
	epochsRise
	// A delayed operation completes once, and expires at most once.
	completesOnce
	// A request is answered at most once, and not before it is complete; a record's application is told once.
	answeredOnce
	// A parked request is decided, or waits on a timer and under its keys, and not beyond its deadline.
	parkedWaits
	// What a consumer has read at an offset is committed, and is what every consumer reads there.
	readStays
	// Records of the same offset and epoch are the same in all logs, and so is all that lies before them.
	logsMatch
	// Time goes on: not everything happens at one instant.
	timeGoesOn
	// A process registers once in its life, and runs only if it is the one that is registered.
	registeredFirst
	// A record's milestones come one after the other, and with acks=all the commit before the acknowledgement.
	milestonesRise
	// Replicas that come begin with nothing; who is in sync is a replica; one stays.
	replicasCount
	numPromises
)

var promiseNames = [numPromises]string{
	"watermark-stands", "watermark-locked", "committed-is-held", "committed-stays", "acknowledged-is-committed",
	"leader-counts", "enough-at-decision", "enough-at-append", "leader-in-sync", "eligible-apart", "eligible-under",
	"fenced-out", "one-leader", "epochs-rise", "completes-once", "answered-once", "parked-waits", "read-stays",
	"logs-match", "time-goes-on", "registered-first", "milestones-rise", "replicas-count",
}

// judge watches one run.
type judge struct {
	m          *look.Model
	partitions []judgedPartition
	requests   []judgedRequest // by number - 1
	told       map[int32]bool  // records whose application has been told
	reborn     []vtime.Time    // when each broker was registered last; -1: at the start
	thawed     []vtime.Time    // when each broker went on last; -1: never
	registered []int32         // the life of each broker that registered last
	carried    network.Message // the message that is arriving
	begun      bool            // the start is over
	stirred    bool            // something has happened to a parked request since the last look

	met    [numPromises]int // how often each promise stood to be broken
	faults map[string]int   // how often each step changed something, and what the cluster made of it
	broken string           // the first that was
	which  promise          // that one
}

type judgedRequest struct {
	acks              protocol.Acks
	broker            protocol.NodeID
	life              int32 // of its broker, when it was received
	completed         int
	expired, answered int
	open              bool // acks=all, received and not complete
	duplicate         bool // of a batch that was there already: other records stand for its own
	judged            []int32
}

// judgeOf returns a run about to begin.
func judgeOf(s *core.Script) *judge {
	j := &judge{told: map[int32]bool{}, faults: map[string]int{}}
	j.m = look.NewModel(s, func(_ *look.Model, e *event.Event) { j.event(e.Body) })
	j.partitions = make([]judgedPartition, len(j.m.Layout().Topic))
	for range j.m.Layout().Brokers {
		j.reborn, j.thawed = append(j.reborn, -1), append(j.thawed, -1)
		j.registered = append(j.registered, network.FirstLife)
	}
	for i := range j.partitions {
		j.begin(int32(i))
	}
	return j
}

// mostAtOnce is how many happenings at one instant are too many: they would be without end.
const mostAtOnce = 20_000

// Judge plays a script and tells the first promise that is broken; nothing when none is.
func Judge(s core.Script) string { return judged(&s).broken }

// judged plays a script to its end, or to the first broken promise.
func judged(s *core.Script) *judge {
	j := judgeOf(s)
	atOnce := 0
	for j.broken == "" && j.m.Reached() == sim.NoLimit {
		at, _, ok := j.m.Next()
		if !ok || at > s.Until {
			break
		}
		if atOnce++; at > j.m.Now() {
			j.holds(timeGoesOn, atOnce < mostAtOnce, event.None, "%d happenings", atOnce)
			atOnce = 0
		} else if atOnce == mostAtOnce {
			j.holds(timeGoesOn, false, event.None, "%d happenings", atOnce)
		}
		j.carried = network.Message{}
		if arriving := j.m.Arriving(); arriving != nil {
			j.carried = *arriving
		}
		j.m.Happen()
		j.settled()
	}
	j.milestones()
	return j
}

// holds counts that a promise stood to be broken, and notes when it was.
func (j *judge) holds(p promise, ok bool, partition int32, why string, about ...any) {
	j.met[p]++
	if ok || j.broken != "" {
		return
	}
	where := ""
	if partition >= 0 {
		topic, number := j.m.Topic(partition)
		where = fmt.Sprintf(", %s/%d", topic, number)
	}
	j.which = p
	j.broken = fmt.Sprintf("%s: at %v, event %d%s: %s", promiseNames[p], j.m.Now(), j.m.Emitted()-1, where,
		fmt.Sprintf(why, about...))
}

// event holds what must be true at the very moment something happens.
func (j *judge) event(body event.Body) {
	switch e := body.(type) {
	case *event.Step:
		if e.Changed {
			j.faults[e.Verb]++
		}
	case *event.HighWatermark:
		if e.Leader {
			j.advanced(e)
		}
	case *event.Append:
		j.wrote(e)
	case *event.Replicate:
		j.replicated(e)
	case *event.Truncate:
		j.truncated(e)
	case *event.Log:
		j.replaced(e)
	case *event.LogStart:
		j.deletes(e)
	case *event.TruncateFully:
		j.startedOver(e)
	case *event.Leader:
		j.elected(e)
	case *event.Partition:
		j.changed(e)
	case *event.ISR:
		j.asked(e)
	case *event.Role:
		j.tookPart(e)
	case *event.Fence, *event.Unfence:
		j.faults["("+event.KindOf(body)+")"]++
	case *event.Register:
		if e.Error == protocol.None {
			j.reborn[e.Broker-1] = j.m.Now()
			j.registers(e)
		}
	case *event.Process:
		j.stirred = true
		switch e.State {
		case event.Thawed:
			j.thawed[e.Broker-1] = j.m.Now()
		case event.Running:
			j.runs(e)
		}
	case *event.Visible:
		j.read(e)
	default:
		j.ofRequest(body)
	}
}

// settled holds what must be true between two happenings.
func (j *judge) settled() {
	for i := range j.partitions {
		partition := int32(i)
		if !j.begun {
			j.excuse(partition)
		}
		j.watermarks(partition)
		j.members(partition)
		j.registrationOf(partition)
	}
	j.begun = true
	if j.stirred {
		j.stirred = false
		for id := range protocol.NodeID(j.m.Layout().Brokers) {
			j.purgatory(id + 1)
		}
	}
}

// registrationOf holds that a partition's registration with the controller makes sense.
func (j *judge) registrationOf(partition int32) {
	c := j.m.Controller()
	b := c.Registration(partition)
	if b.Leader > 0 {
		out := c.Fenced(b.Leader) || c.ShuttingDown(b.Leader)
		if !b.ISR.Has(b.Leader) || out {
			j.holds(leaderInSync, false, partition, "broker %d leads, the ISR is %v, fenced or going: %v",
				b.Leader, ids(b.ISR), out)
		}
		j.met[leaderInSync]++
	}
	if !b.ELR.Empty() {
		j.holds(eligibleApart, b.ISR&b.ELR == 0, partition, "ISR %v, ELR %v", ids(b.ISR), ids(b.ELR))
		least := j.controllersMin(partition)
		j.holds(eligibleUnder, b.ISR.Len() < least, partition, "ISR %v, ELR %v, minimum %d", ids(b.ISR), ids(b.ELR), least)
	}
	last := b.Leader == protocol.NoLeader && b.ISR.Len() == 1 &&
		(!j.m.Script().Cluster.ELR || j.partitions[partition].reassigned)
	for id := range j.m.Layout().Brokers {
		id := protocol.NodeID(id + 1)
		if out := c.Fenced(id) || c.ShuttingDown(id) || b.HeldOut.Has(id); out {
			j.holds(fencedOut, !b.ISR.Has(id) || last, partition, "broker %d is out, the ISR is %v", id, ids(b.ISR))
		}
	}
}

// controllersMin returns the effective minimum by which the controller may have judged a partition's ELR: it does not
// judge again when a partition has fewer replicas than before.
func (j *judge) controllersMin(partition int32) int {
	configured := j.m.Controller().MinISR(j.m.Layout().Topic[partition])
	if configured == 0 {
		configured = j.m.Controller().MinISR(-1)
	}
	first := slices.Index(j.m.Layout().Topic, j.m.Layout().Topic[partition])
	return min(configured, j.partitions[first].mostReplicas)
}

// changed holds that epochs rise by one: the leader epoch, without an election, only where a replica is removed.
func (j *judge) changed(e *event.Partition) {
	p := &j.partitions[e.Partition]
	if e.Replicas != nil {
		j.reassigned(e)
	}
	j.holds(epochsRise, e.PartitionEpoch == p.partitionEpoch+1, e.Partition,
		"the partition epoch goes from %d to %d", p.partitionEpoch, e.PartitionEpoch)
	j.holds(epochsRise, e.LeaderEpoch == p.leaderEpoch, e.Partition,
		"a change without election has leader epoch %d after %d", e.LeaderEpoch, p.leaderEpoch)
	j.holds(epochsRise, p.leaderOf[e.LeaderEpoch] == e.Leader, e.Partition, "broker %d leads epoch %d, elected was %d",
		e.Leader, e.LeaderEpoch, p.leaderOf[e.LeaderEpoch])
	p.partitionEpoch = e.PartitionEpoch
	j.registrationOf(e.Partition)
}

// tookPart holds that a broker leads only in epochs that are its own, and never goes back to an earlier one.
func (j *judge) tookPart(e *event.Role) {
	p := &j.partitions[e.Partition]
	r := &p.replicas[e.Broker-1]
	leader, known := p.leaderOf[e.LeaderEpoch]
	j.holds(oneLeader, known && leader == e.Leader, e.Partition, "broker %d takes %d for the leader of epoch %d; it is %d",
		e.Broker, e.Leader, e.LeaderEpoch, leader)
	if life := j.m.Broker(e.Broker).Life(); r.life == life {
		j.holds(epochsRise, e.LeaderEpoch > r.epoch, e.Partition, "broker %d goes from epoch %d to %d", e.Broker, r.epoch,
			e.LeaderEpoch)
	} else {
		r.life = life
	}
	r.epoch = e.LeaderEpoch
	if mark := j.log(e.Broker, e.Partition).HighWatermark(); e.Leads && !p.overruled(e.LeaderEpoch) &&
		mark > int64(len(p.committed)) {
		j.holds(committedStays, p.lossEpoch > 0, e.Partition,
			"broker %d begins to lead with a high watermark of %d, %d are committed", e.Broker, mark, len(p.committed))
		j.commit(e.Partition, e.Broker, mark) // who is elected uncleanly brings its own
	}
	if p.lossEpoch > 0 && e.LeaderEpoch >= p.lossEpoch && r.learned < 0 {
		r.learned = j.m.Now()
	}
}

// view returns a partition as a broker that leads it sees it.
func (j *judge) view(broker protocol.NodeID, partition int32) rules.View {
	return j.m.Broker(broker).View(j.m.Now(), partition)
}

// leastInSync returns the effective minimum as a broker has it.
func (j *judge) leastInSync(broker protocol.NodeID, partition int32) int {
	return min(j.m.Broker(broker).MinISR(partition), 1+len(j.view(broker, partition).Followers))
}

// maximal returns the set that counts for a leader: the committed ISR, and who is to join.
func maximal(v rules.View) protocol.BrokerSet {
	if v.ISR.Pending == rules.Expand {
		return v.ISR.Committed | v.ISR.Proposed
	}
	return v.ISR.Committed
}

// ids is who is in a set.
func ids(s protocol.BrokerSet) []int { return s.AppendTo(nil) }

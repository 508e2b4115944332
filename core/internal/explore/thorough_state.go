package explore

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// The limits of a thorough search: what a State has room for.
const (
	ThoroughReplicas = 3
	ThoroughRecords  = 3
	// mostBehind is how many changes of the metadata a broker may not have heard of. A change that would be one more does
	// not come before the broker has heard.
	mostBehind = 4
)

// late is a state unpacked in which news take their time: each broker goes by the metadata that it has heard. The
// registration, which brokers are fenced, and what the producers know is as in a world; Leader is whom the controller
// has named.
type late struct {
	world
	views    [ThoroughReplicas]view
	versions [mostBehind + 2]version // of the metadata, from the oldest that a running broker goes by to the present
	count    int                     // of them
	overrun  bool                    // there are more changes than may be unheard
}

// version is the metadata after one change.
type version struct {
	leader                protocol.NodeID
	epoch, partitionEpoch int32
	isr, active           protocol.BrokerSet
	registered            protocol.NodeID // who has registered with this change; 0: nobody
}

// view is what one broker knows, and what it has under way. Of one that does not lead by what it has heard, only the
// first two and the last matter.
type view struct {
	behind         int // how many versions it has not heard of
	partitionEpoch int32
	isr            rules.ISRState
	epochStart     int
	waiting        uint8 // records whose requests are parked here
	known          [ThoroughReplicas]int
	asked          proposal
	bring          [ThoroughRecords]uint8 // what the answer to its fetch brings
}

// proposal is an AlterPartition request that has not been answered, or whose answer is under way.
type proposal struct {
	phase          phase
	isr            protocol.BrokerSet
	partitionEpoch int32
	anew           bool // a member has registered again since it was asked: the request has a former broker epoch
}

type phase uint8

const (
	answered phase = iota
	underWay       // on its way to the controller
	accepted       // the answer is on its way back
	refused        // with an error after which the leader waits for metadata
	givenUp        // with an error after which the leader drops its proposal
)

// heard returns the metadata that a broker goes by.
//
//go:noinline
func (l *late) heard(id protocol.NodeID) *version { return &l.versions[l.count-1-l.views[id-1].behind] }

// leads reports whether a broker runs and is the leader by what it has heard.
//
//go:noinline
func (l *late) leads(id protocol.NodeID) bool { return l.at(id).alive && l.heard(id).leader == id }

// beginning returns the state that a thorough search begins with.
//
//go:noinline
func beginning(c *Config) (l late) {
	l.world = start(c.Replicas)
	l.PartitionEpoch = presentEpoch
	l.views[0].isr.Committed = l.ISR
	for i := range c.Replicas {
		l.views[i].partitionEpoch = presentEpoch
	}
	l.versions[0] = version{l.Leader, l.LeaderEpoch, l.PartitionEpoch, l.ISR, l.active(c), 0}
	l.count = 1
	return l
}

// presentEpoch is the partition epoch of the controller in a state that has been unpacked: what counts is which of two
// is higher.
const presentEpoch = 8

// publish makes what the controller has now a version that nobody has heard of yet.
//
//go:noinline
func (l *late) publish(c *Config, registered protocol.NodeID) {
	if l.count == len(l.versions) {
		l.overrun = true
		return
	}
	l.versions[l.count] = version{l.Leader, l.LeaderEpoch, l.PartitionEpoch, l.ISR, l.active(c), registered}
	l.count++
	for i := range c.Replicas {
		l.views[i].behind++
	}
	l.settle(c)
}

// settle drops versions that no running broker goes by, and notes whether the leader named is the leader by its own
// word.
//
//go:noinline
func (l *late) settle(c *Config) {
	most := 0
	for i := range c.Replicas {
		if !l.replicas[i].alive {
			l.views[i].behind = 0
		}
		most = max(most, l.views[i].behind)
	}
	if drop := l.count - 1 - most; drop > 0 {
		copy(l.versions[:], l.versions[drop:l.count])
		l.count -= drop
		clear(l.versions[l.count:])
	}
	l.overrun = l.overrun || most > mostBehind
	l.unheard = l.Leader > 0 && l.heard(l.Leader).epoch != l.LeaderEpoch
}

// forgetLate clears what no rule reads again.
func (l *late) forgetLate(c *Config) {
	l.settle(c)
	for i := range c.Replicas {
		id, v, r := protocol.NodeID(i+1), &l.views[i], &l.replicas[i]
		r.known = unknown
		if r.coming != records {
			v.bring = [ThoroughRecords]uint8{}
		}
		if !l.leads(id) {
			v.isr, v.epochStart, v.waiting, v.known = rules.ISRState{}, 0, 0, [ThoroughReplicas]int{}
			v.partitionEpoch = l.heard(id).partitionEpoch
		}
		if !r.alive {
			*v = view{partitionEpoch: v.partitionEpoch}
		}
		for j := range c.Replicas {
			member := v.isr.Maximal().Has(protocol.NodeID(j + 1))
			if j == i || c.Without != FetchPositionOfThisLife && !member {
				v.known[j] = unknown
			}
		}
		if v.asked.phase == answered {
			v.asked = proposal{}
		} else { // one that is as old as that equals no other
			v.asked.partitionEpoch = max(v.asked.partitionEpoch, l.PartitionEpoch-7)
		}
	}
	l.versions[0].registered = 0 // whoever goes by it has heard of that
	l.epochStart, l.waiting = 0, 0
}

// long writes and reads fields of any words, one after the other.
type long struct {
	words State
	at    uint
}

func (b *long) put(value int, width uint) {
	word, at := b.at/64, b.at%64
	b.words[word] |= uint64(value) << at
	if at+width > 64 {
		b.words[word+1] |= uint64(value) >> (64 - at)
	}
	b.at += width
}

func (b *long) take(width uint) int {
	word, at := b.at/64, b.at%64
	value := b.words[word] >> at
	if at+width > 64 {
		value |= b.words[word+1] << (64 - at)
	}
	b.at += width
	return int(value & (1<<width - 1))
}

// field is a place of a state that is written and read alike.
//
//go:noinline
func (b *long) field(read bool, value *int, width uint) {
	if read {
		*value = b.take(width)
	} else {
		b.put(*value, width)
	}
}

//go:noinline
func (b *long) flag(read bool, on *bool) {
	value := 0
	if *on {
		value = 1
	}
	b.field(read, &value, 1)
	*on = value == 1
}

//go:noinline
func (b *long) bits(read bool, value *uint8, width uint) {
	n := int(*value)
	b.field(read, &n, width)
	*value = uint8(n)
}

//go:noinline
func (b *long) brokers(read bool, s *protocol.BrokerSet) {
	n := int(*s >> 1)
	b.field(read, &n, ThoroughReplicas)
	*s = protocol.BrokerSet(n << 1)
}

// behindBy is a partition epoch, as how far it is behind the present one.
//
//go:noinline
func (b *long) behindBy(read bool, epoch *int32, present int32) {
	n := int(present - *epoch)
	b.field(read, &n, 3)
	*epoch = present - int32(n)
}

// broker is one that leads, or none.
//
//go:noinline
func (b *long) broker(read bool, id *protocol.NodeID) {
	n := int(max(*id, 0))
	b.field(read, &n, 2)
	if *id = protocol.NodeID(n); n == 0 {
		*id = protocol.NoLeader
	}
}

// packLate returns the state of l in the one form that equal states have.
func (l *late) packLate(c *Config) State {
	l.forgetLate(c)
	var used uint
	for _, v := range l.versions[:l.count] {
		used |= 1 << v.epoch
	}
	rank := l.rename(c.Replicas, used)
	for i := range l.versions[:l.count] {
		l.versions[i].epoch = int32(rank[l.versions[i].epoch])
	}
	l.LeaderEpoch = l.versions[l.count-1].epoch
	var b long
	l.transfer(&b, false, c)
	return b.words
}

// unpackLate returns the state that was packed.
func (s State) unpackLate(c *Config) (l late) {
	for i := range l.replicas {
		l.replicas[i].tail, l.replicas[i].known = noTail, unknown
	}
	l.PartitionEpoch = presentEpoch
	b := long{words: s}
	l.transfer(&b, true, c)
	present := &l.versions[l.count-1]
	present.leader, present.isr, present.active = l.Leader, l.ISR, l.active(c)
	present.partitionEpoch, l.LeaderEpoch = l.PartitionEpoch, present.epoch
	for i := range c.Replicas {
		if id := protocol.NodeID(i + 1); !l.leads(id) {
			l.views[i].partitionEpoch = l.heard(id).partitionEpoch
		}
	}
	l.settle(c)
	return l
}

// transfer writes or reads all fields of a state.
func (l *late) transfer(b *long, read bool, c *Config) {
	b.broker(read, &l.Leader)
	b.brokers(read, &l.ISR)
	b.brokers(read, &l.ELR)
	b.brokers(read, &l.LastKnown)
	b.field(read, &l.produced, 2)
	b.bits(read, &l.acked, ThoroughRecords)
	b.field(read, &l.readEnd, 2)
	for r := range ThoroughRecords {
		b.bits(read, &l.epochs[r], 4)
		b.bits(read, &l.read[r], 2)
	}
	b.field(read, &l.count, 3)
	for i := range l.versions[:l.count] {
		v := &l.versions[i]
		epoch, registered := int(v.epoch), int(v.registered)
		b.field(read, &epoch, 4)
		b.field(read, &registered, 2)
		v.epoch, v.registered = int32(epoch), protocol.NodeID(registered)
		if i < l.count-1 {
			b.broker(read, &v.leader)
			b.brokers(read, &v.isr)
			b.brokers(read, &v.active)
			b.behindBy(read, &v.partitionEpoch, l.PartitionEpoch)
		}
	}
	l.versions[l.count-1].leader = l.Leader
	for i := range c.Replicas {
		l.transferReplica(b, read, i)
		if l.leads(protocol.NodeID(i + 1)) {
			l.transferLead(b, read, &l.views[i])
		}
	}
}

// transferReplica writes or reads what there is of every broker.
func (l *late) transferReplica(b *long, read bool, i int) {
	r, v := &l.replicas[i], &l.views[i]
	b.flag(read, &r.alive)
	b.flag(read, &r.fenced)
	b.flag(read, &r.clean)
	b.field(read, &r.end, 2)
	b.field(read, &r.tail, 4)
	b.field(read, &r.mark, 2)
	carries := int(r.coming)
	b.field(read, &carries, 2)
	r.coming = coming(carries)
	b.field(read, &r.upTo, 2)
	b.field(read, &r.told, 2)
	for n := range ThoroughRecords {
		b.bits(read, &r.log[n], 2)
		b.bits(read, &v.bring[n], 2)
	}
	b.field(read, &v.behind, 3)
	at := int(v.asked.phase)
	b.field(read, &at, 3)
	if v.asked.phase = phase(at); at > 0 {
		b.brokers(read, &v.asked.isr)
		b.behindBy(read, &v.asked.partitionEpoch, l.PartitionEpoch)
		b.flag(read, &v.asked.anew)
	}
}

// transferLead writes or reads what a leader knows.
func (l *late) transferLead(b *long, read bool, v *view) {
	b.behindBy(read, &v.partitionEpoch, l.PartitionEpoch)
	b.brokers(read, &v.isr.Committed)
	b.brokers(read, &v.isr.Proposed)
	pending := int(v.isr.Pending)
	b.field(read, &pending, 2)
	v.isr.Pending = rules.Change(pending)
	b.field(read, &v.epochStart, 2)
	b.bits(read, &v.waiting, ThoroughRecords)
	for j := range v.known {
		known := v.known[j] + 1
		b.field(read, &known, 3)
		v.known[j] = known - 1
	}
}

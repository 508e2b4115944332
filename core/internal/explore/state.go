package explore

import (
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// The limits of what is searched.
const (
	MaxReplicas = 4
	MaxRecords  = 4
	MaxFailures = 8
)

// State is one state of the partition, packed: two states are the same exactly when their bits are. The first two words
// hold the replicas, 32 bits each, the third what the controller and the producer know. A thorough search has fields of
// its own in all five.
type State [coarseWords + thoroughWords]uint64

const (
	coarseWords   = 3
	thoroughWords = 2
)

// noTail is no leader epoch that begins at a log's end. Packed epochs are below MaxReplicas + MaxRecords.
const noTail = 15

// unknown is the log end of a follower that the leader has not heard of.
const unknown = -1

// replica is one replica of the partition and its broker.
type replica struct {
	alive  bool // there is a process
	fenced bool // as the controller has it
	clean  bool // the process that is gone ended in order
	end    int  // the log end offset
	log    [MaxRecords]uint8
	tail   int // the leader epoch that begins at the log's end; noTail: none
	mark   int // the high watermark
	known  int // its log end as the present leader knows it

	// The answer of a fetch that is under way: what it brings, up to which offset, and the high watermark in it.
	coming     coming
	upTo, told int
}

// coming is what the answer of a fetch brings.
type coming uint8

const (
	nothing coming = iota // no answer is under way
	records               // records, perhaps none
	parting               // where the logs part: the follower is to cut its own there
	parked                // in a thorough search: the fetch waits at the leader, which has nothing for it
)

// world is a state unpacked. Leader epochs are ranks: of those that some log still has, the lowest is 0; the epoch of a
// leader is the latest that its log has. LeaderEpoch, PartitionEpoch and Recovering of the registration stay at zero,
// for nothing here goes by them.
type world struct {
	replicas [MaxReplicas]replica
	rules.PartitionRegistration
	epochStart int               // the acting leader's
	produced   int               // records written so far; record r is bit r of the sets below
	epochs     [MaxRecords]uint8 // in which each was written
	acked      uint8             // the producer has been told of success
	waiting    uint8             // parked at the acting leader
	read       [MaxRecords]uint8 // what consumers have read, in order
	readEnd    int
	unheard    bool // the leader that the controller has named has not heard of it
}

// at returns the replica of a broker.
func (w *world) at(id protocol.NodeID) *replica { return &w.replicas[id-1] }

// acting returns the leader that acts: one that the controller has named, and that has a process and has heard of it.
// False: there is none.
func (w *world) acting() (protocol.NodeID, bool) {
	return w.Leader, w.Leader > 0 && w.replicas[w.Leader-1].alive && !w.unheard
}

// start returns the state that a search begins with: every broker runs, the first leads, all are in sync, nothing has
// been written, and each follower has fetched from the empty log.
//
//go:noinline
func start(replicas int) world {
	var w world
	for i := range w.replicas {
		w.replicas[i].tail = noTail
	}
	for i := range replicas {
		w.replicas[i].alive = true
		w.ISR = w.ISR.With(protocol.NodeID(i + 1))
	}
	w.Leader = 1
	w.replicas[0].tail = 0
	return w
}

// fields writes and reads fields of a word from the lowest bit on.
type fields struct {
	word uint64
	at   uint
}

func (b *fields) put(value int, width uint) {
	b.word |= uint64(value) << b.at
	b.at += width
}

func (b *fields) flag(on bool) {
	if on {
		b.word |= 1 << b.at
	}
	b.at++
}

func (b *fields) take(width uint) int {
	value := b.word >> b.at & (1<<width - 1)
	b.at += width
	return int(value)
}

func (b *fields) is() bool { return b.take(1) == 1 }

// pack returns the state of w, in the one form that equal states have: what no rule will read again is left out, and
// leader epochs are renamed by rank.
func (w *world) pack(c *Config) State {
	w.forget(c)
	w.rename(c.Replicas, 0)
	var s State
	for i := range c.Replicas {
		r := &w.replicas[i]
		b := fields{s[i/2], uint(i%2) * 32}
		b.flag(r.alive)
		b.flag(r.fenced)
		b.flag(r.clean)
		b.put(r.end, 3)
		for _, record := range r.log[:r.end] {
			b.put(int(record), 2)
		}
		b.at = uint(i%2)*32 + 6 + 2*MaxRecords
		b.put(r.tail, 4)
		b.put(r.mark, 3)
		b.put(r.known+1, 3)
		b.put(int(r.coming), 2)
		b.put(r.upTo, 3)
		b.put(r.told, 3)
		s[i/2] = b.word
	}
	var b fields
	b.put(int(max(w.Leader, 0)), 3)
	b.put(int(w.ISR>>1), MaxReplicas)
	b.put(int(w.ELR>>1), MaxReplicas)
	b.put(int(w.LastKnown>>1), MaxReplicas)
	b.put(w.epochStart, 3)
	b.put(w.produced, 3)
	b.put(int(w.acked), MaxRecords)
	b.put(int(w.waiting), MaxRecords)
	for _, epoch := range w.epochs {
		b.put(int(epoch), 3)
	}
	b.put(w.readEnd, 3)
	for _, record := range w.read {
		b.put(int(record), 2)
	}
	s[2] = b.word
	return s
}

// unpack returns the state that was packed.
func (s State) unpack(replicas int) (w world) {
	for i := range w.replicas {
		r := &w.replicas[i]
		r.tail = noTail
		if i >= replicas {
			continue
		}
		b := fields{s[i/2], uint(i%2) * 32}
		r.alive, r.fenced, r.clean = b.is(), b.is(), b.is()
		r.end = b.take(3)
		for j := range r.log {
			r.log[j] = uint8(b.take(2))
		}
		r.tail = b.take(4)
		r.mark = b.take(3)
		r.known = b.take(3) - 1
		r.coming = coming(b.take(2))
		r.upTo, r.told = b.take(3), b.take(3)
	}
	b := fields{word: s[2]}
	if w.Leader = protocol.NodeID(b.take(3)); w.Leader == 0 {
		w.Leader = protocol.NoLeader
	}
	w.ISR = protocol.BrokerSet(b.take(MaxReplicas) << 1)
	w.ELR = protocol.BrokerSet(b.take(MaxReplicas) << 1)
	w.LastKnown = protocol.BrokerSet(b.take(MaxReplicas) << 1)
	w.epochStart, w.produced = b.take(3), b.take(3)
	w.acked, w.waiting = uint8(b.take(MaxRecords)), uint8(b.take(MaxRecords))
	for i := range w.epochs {
		w.epochs[i] = uint8(b.take(3))
	}
	w.readEnd = b.take(3)
	for i := range w.read {
		w.read[i] = uint8(b.take(2))
	}
	return w
}

// forget clears what no rule reads again: what a leader knew, once it acts no more, and what it knows of a replica that
// is not in the ISR, for that one's next fetch overwrites it.
func (w *world) forget(c *Config) {
	leader, acts := w.acting()
	for i := range c.Replicas {
		id := protocol.NodeID(i + 1)
		if keeps := c.Without == FetchPositionOfThisLife; !acts || id == leader || !keeps && !w.ISR.Has(id) {
			w.replicas[i].known = unknown
		}
		if !acts {
			w.replicas[i].ask()
		}
	}
	if !acts {
		w.epochStart, w.waiting = 0, 0
	}
}

// rename gives the leader epochs that some log has, or that are in use besides, the names 0, 1, 2 and so on, by rank.
// No rule tells two epochs apart but by which is higher, and a new one is higher than all.
func (w *world) rename(replicas int, used uint) (rank [16]int) {
	var written uint8
	for i := range replicas {
		r := &w.replicas[i]
		for _, record := range r.log[:r.end] {
			used |= 1 << w.epochs[record]
			written |= 1 << record
		}
		used |= 1 << r.tail
	}
	next := 0
	for epoch := range noTail {
		if used&(1<<epoch) != 0 {
			rank[epoch] = next
			next++
		}
	}
	rank[noTail] = noTail
	for i := range replicas {
		w.replicas[i].tail = rank[w.replicas[i].tail]
	}
	for record := range w.epochs {
		if written&(1<<record) == 0 {
			w.epochs[record] = 0
		} else {
			w.epochs[record] = uint8(rank[w.epochs[record]])
		}
	}
	return rank
}

// newEpoch returns the leader epoch of the next leader, above all there are.
func (w *world) newEpoch() int {
	next := 0
	for i := range w.replicas {
		r := &w.replicas[i]
		for _, record := range r.log[:r.end] {
			next = max(next, int(w.epochs[record])+1)
		}
		if r.tail != noTail {
			next = max(next, r.tail+1)
		}
	}
	return next
}

package protocol

import (
	"iter"
	"math/bits"
)

// MaxBrokers is the largest broker id a BrokerSet can hold.
const MaxBrokers = 31

// BrokerSet is a set of brokers as a value: an ISR, an ELR, the replicas that hold a record. Kafka keeps lists, but
// every rule that reads one asks only which brokers are in it; where order matters Kafka uses the assignment.
type BrokerSet uint32

// SetOf returns the set of the brokers given.
func SetOf(ids ...NodeID) BrokerSet {
	var s BrokerSet
	for _, id := range ids {
		s |= 1 << id
	}
	return s
}

// Has reports whether broker id is in the set.
func (s BrokerSet) Has(id NodeID) bool { return id > 0 && s&(1<<id) != 0 }

// With returns the set and broker id.
func (s BrokerSet) With(id NodeID) BrokerSet { return s | 1<<id }

// Without returns the set less the brokers of other.
func (s BrokerSet) Without(other BrokerSet) BrokerSet { return s &^ other }

// Len returns the number of brokers in the set.
func (s BrokerSet) Len() int { return bits.OnesCount32(uint32(s)) }

// Empty reports whether no broker is in the set.
func (s BrokerSet) Empty() bool { return s == 0 }

// In reports whether every broker of s is in other.
func (s BrokerSet) In(other BrokerSet) bool { return s&^other == 0 }

// AppendTo appends the ids to a list, ascending. It is All for where it is asked a hundred times a frame: an iterator
// that is not inlined allocates.
func (s BrokerSet) AppendTo(list []int) []int {
	for rest := uint32(s); rest != 0; rest &= rest - 1 {
		list = append(list, bits.TrailingZeros32(rest))
	}
	return list
}

// All yields the brokers by ascending id.
func (s BrokerSet) All() iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for rest := uint32(s); rest != 0; rest &= rest - 1 {
			if !yield(NodeID(bits.TrailingZeros32(rest))) {
				return
			}
		}
	}
}

// ReplicaList is the brokers of an assignment in its order, the preferred leader first: a value that compares with ==.
// It takes 15 brokers, with ids up to 15.
type ReplicaList uint64

const (
	replicaBits = 4
	replicaMask = 1<<replicaBits - 1
)

// ListOf returns the list of the brokers given.
func ListOf(ids ...NodeID) (l ReplicaList) {
	for i, id := range ids {
		l |= ReplicaList(id) << (replicaBits * i)
	}
	return l
}

// Preferred returns the first broker; 0 where there is none.
func (l ReplicaList) Preferred() NodeID { return NodeID(l & replicaMask) }

// IDs returns the brokers, in order.
func (l ReplicaList) IDs() (ids []NodeID) {
	for ; l != 0; l >>= replicaBits {
		ids = append(ids, NodeID(l&replicaMask))
	}
	return ids
}

// Set returns the brokers, without their order.
func (l ReplicaList) Set() (s BrokerSet) {
	for ; l != 0; l >>= replicaBits {
		s = s.With(NodeID(l & replicaMask))
	}
	return s
}

// Without returns the list less the brokers of other.
func (l ReplicaList) Without(other BrokerSet) ReplicaList {
	kept := l.IDs()[:0]
	for _, id := range l.IDs() {
		if !other.Has(id) {
			kept = append(kept, id)
		}
	}
	return ListOf(kept...)
}

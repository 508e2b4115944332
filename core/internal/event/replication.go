package event

import "highwater/core/internal/protocol"

// What leaders and followers do.

// Fetch reports that a leader has a follower's fetch.
//
//contract:kind fetch
type Fetch struct {
	body
	Broker     protocol.NodeID // the leader
	Follower   protocol.NodeID
	News       int32 // json:"-" on how many partitions it tells the leader something new
	Partitions []FetchedPartition
	Parked     bool // it waits for data
}

// Notable when it tells the leader something new.
func (e *Fetch) notable() bool { return e.News > 0 }

// FetchedPartition is what a fetch asks of one partition.
type FetchedPartition struct {
	Partition   PartitionIndex
	FetchOffset int64          // the follower has everything before it
	Error       protocol.Error // absent:"zero"
}

// FetchResponse reports that a leader answers a follower's fetch.
//
//contract:kind fetch-response
type FetchResponse struct {
	body
	Broker   protocol.NodeID // the leader
	Follower protocol.NodeID
	Records  int32 // how many it brings
	Reason   FetchReason
	Error    protocol.Error // absent:"zero" the first of its partitions'
}

// Notable when it brings records.
func (e *FetchResponse) notable() bool { return e.Records > 0 }

// Replicate reports that a follower has written what it fetched.
//
//contract:kind replicate
type Replicate struct {
	body
	Partition  PartitionIndex
	Broker     protocol.NodeID // the follower
	Leader     protocol.NodeID
	BaseOffset int64
	LastOffset int64
}

// HighWatermark reports that a replica's high watermark has moved.
//
//contract:kind high-watermark
type HighWatermark struct {
	body
	Partition PartitionIndex
	Broker    protocol.NodeID
	From      int64
	To        int64
	Leader    bool // the broker leads the partition
}

// ISR reports how far a change of the in-sync replicas has come, as the leader sees it.
//
//contract:kind isr
type ISR struct {
	body
	Partition PartitionIndex
	Broker    protocol.NodeID // the leader
	From      protocol.BrokerSet
	To        protocol.BrokerSet
	State     ISRState
	Error     protocol.Error // when:"State == Rejected" why it was rejected
}

// Role reports that a broker becomes leader or follower in a new leader epoch.
//
//contract:kind role
type Role struct {
	body
	Partition    PartitionIndex
	Broker       protocol.NodeID
	Leads        bool
	Leader       protocol.NodeID // -1: none
	LeaderEpoch  int32
	LogEndOffset int64 // the broker's
	Again        bool  // absent:"zero" it has led the epoch before, too: a replica was removed
}

// Notable when it leads.
func (e *Role) notable() bool { return e.Leads }

// Log reports that a broker makes the log of a partition that it has become a replica of, an empty one, or deletes that
// of one that it is a replica of no more.
//
//contract:kind log
type Log struct {
	body
	Partition    PartitionIndex
	Broker       protocol.NodeID
	Deleted      bool
	LogEndOffset int64 // when:"Deleted" where the deleted log ended
}

// Truncate reports that records are gone from the end of a log.
//
//contract:kind truncate
type Truncate struct {
	body
	Partition PartitionIndex
	Broker    protocol.NodeID
	From      int64 // the log end offset before
	To        int64 // and after
	Reason    TruncateReason
}

// Learn reports that a running broker applies a changed dynamic configuration, of which the controller's metadata
// brought it the news. What concerns a topic is reported for every partition of it that the broker leads. Nothing that
// waits is looked at again because of it.
//
//contract:kind learn
type Learn struct {
	body
	Broker          protocol.NodeID
	Partition       PartitionIndex // absent:"none" absent: not a topic's
	Producer        ProducerIndex  // absent:"none" absent: not a producer's quota
	Key             string
	Value           int64              // when:"Policy == \"\"" as it holds now for the partition
	Policy          string             // absent:"zero" of cleanup.policy, instead of a number
	ISR             protocol.BrokerSet // when:"EffectiveMinISR > 0" of min.insync.replicas: who is in sync
	EffectiveMinISR int32              // when:"EffectiveMinISR > 0" and how many have to be, capped by the replicas
}

// Disconnect reports that a follower's fetch failed with its connection; it tries again after a while.
//
//contract:kind disconnect routine
type Disconnect struct {
	body
	Broker protocol.NodeID // the follower
	Leader protocol.NodeID
}

// ProducerExpire reports that a replica forgets an idempotent producer that has written nothing for
// producer.id.expiration.ms. Whatever it sends next is appended as new, even a retry of what is in the log already.
//
//contract:kind producer-expire
type ProducerExpire struct {
	body
	Partition  PartitionIndex
	Broker     protocol.NodeID
	ProducerID int64
	Leader     bool // the replica leads
}

// Notable on the leader.
func (e *ProducerExpire) notable() bool { return e.Leader }

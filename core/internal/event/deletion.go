package event

import "highwater/core/internal/protocol"

// How records are deleted from the beginning of logs.

// DeleteRecords reports that a leader has judged a request to delete the records below an offset.
//
//contract:kind delete-records
type DeleteRecords struct {
	body
	Partition    PartitionIndex
	Broker       protocol.NodeID
	Offset       int64          // where the log is to begin; -1: refused before that was known
	LowWatermark int64          // when:"Error == protocol.None" the lowest log start offset of the live replicas
	Waits        bool           // absent:"zero" for the other replicas to delete, too
	Error        protocol.Error // absent:"zero"
}

// DeleteRecordsResponse reports that a request to delete records is answered: every live replica has deleted them, or
// why not all have.
//
//contract:kind delete-records-response
type DeleteRecordsResponse struct {
	body
	Partition        PartitionIndex
	Broker           protocol.NodeID
	LowWatermark     int64          // when:"Error == protocol.None && !ConnectionClosed"
	Error            protocol.Error // absent:"zero"
	ConnectionClosed bool           // absent:"zero" instead of an answer
}

// LogStart reports that a replica's log start offset has moved: the records below it can no longer be read.
//
//contract:kind log-start
type LogStart struct {
	body
	Partition PartitionIndex
	Broker    protocol.NodeID
	From      int64
	To        int64 // lower only for "restored"
	Reason    StartReason
	Leader    bool // the broker leads the partition
}

// Notable on the leader, and where records are there again.
func (e *LogStart) notable() bool { return e.Leader || e.Reason == StartRestored }

// TruncateFully reports that a follower has dropped its whole log, which ended before the leader's begins, and begins
// again where that does.
//
//contract:kind truncate-fully
type TruncateFully struct {
	body
	Partition PartitionIndex
	Broker    protocol.NodeID
	From      int64 // the log end offset before
	To        int64 // where the log begins and ends now
}

// OffsetReset reports that a consumer is at an offset that its leader no longer has, and what it does about that.
//
//contract:kind offset-reset
type OffsetReset struct {
	body
	Consumer  ConsumerIndex
	Partition PartitionIndex
	Broker    protocol.NodeID // the leader
	From      int64
	To        int64  // absent:"negative" absent: the application is told, and the consumer reads no further
	Policy    string // auto.offset.reset
}

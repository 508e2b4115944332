package protocol

// Record is one record: the model carries its value and where it came from, not its timestamps or headers.
type Record struct {
	Value    string
	Bytes    int32 // of the value
	KeyBytes int32 // of the key; -1: it has none
	Request  int32 // the produce request that brought it; 0 when it was there from the start
	// the number among all records that producers took in this run, from 1; 0: of a raw request, or there from the
	// start
	Number int32
}

// Is reports whether two records are the same one: the same that a producer took, or, where no producer did, of the
// same value. A record keeps its identity through retries and in every log.
func (r Record) Is(other Record) bool { return r.Number == other.Number && r.Value == other.Value }

// Body is the content of a message between two nodes.
type Body interface {
	// Name returns the message's name, for the picture.
	Name() string
}

// ProduceRequest asks a leader to append one batch to each of some partitions.
type ProduceRequest struct {
	ID         int32 // numbers the run's produce requests from 1
	ClientID   string
	Connection int32 // which of its client's connections to this broker it came on, from 0
	Acks       Acks
	TimeoutMs  int64
	Partitions []ProduceData
}

// ProduceData is what a produce request has for one partition.
type ProduceData struct {
	Partition int32
	Records   []Record
	Bytes     int64 // of the batch on the wire; 0: as much as its records take when all have one timestamp
	// TimestampMs is that of the newest record, on the client's clock
	TimestampMs int64
	Numbers
}

// Size returns what the batch takes on the wire.
func (d *ProduceData) Size() int64 {
	if d.Bytes > 0 {
		return d.Bytes
	}
	return BatchBytes(d.Records)
}

// WithoutKey returns the records that have no key, by their place in the batch.
func (d *ProduceData) WithoutKey() (places []int32) {
	for i := range d.Records {
		if d.Records[i].KeyBytes < 0 {
			places = append(places, int32(i))
		}
	}
	return places
}

// ProduceResponse answers a ProduceRequest, every partition at once.
type ProduceResponse struct {
	ID         int32
	Connection int32 // the request's
	Results    []ProduceResult
	ThrottleMs int64 // throttle_time_ms: for so long the broker reads nothing more from the connection
	Closed     bool  // no answer at all: the broker closes the connection (acks=0 with an error)
}

// ProduceResult is what came of one partition. The base offset stays the real one when a wait times out; it is -1 when
// nothing was appended.
type ProduceResult struct {
	Partition  int32
	Error      Error
	BaseOffset int64
	LogStart   int64 // where the leader's log begins; -1: the broker does not know
	// RecordErrors is the records that the error is about, by their place in the batch; empty: it is about the batch
	// (ProduceResponse.RecordError)
	RecordErrors []int32
	// With an error about leadership: the leader and its epoch as the broker knows them; 0: it names none
	Leader      NodeID
	LeaderEpoch int32
}

// FetchRequest is a follower's long poll: it says how far each of its logs reaches and asks for more.
type FetchRequest struct {
	Follower    NodeID
	BrokerEpoch int64 // of the follower's life
	Fetcher     int32 // which of the follower's fetchers asks
	Session     int32 // which of that fetcher's requests this is: its answer, and no older one, is waited for
	MaxWaitMs   int64
	MaxBytes    int64 // per partition; the first batch comes whatever its size
	// of the whole answer; the same
	MaxBytesInAll int64
	// in all, for a follower whose rate is limited; 0: no limit; the first batch comes whatever its size
	MaxRecords int64
	Partitions []FetchAt
}

// FetchAt is where a follower's log ends.
type FetchAt struct {
	Partition   int32
	LeaderEpoch int32 // by which the follower knows the leader
	LastEpoch   int32 // of the last record the follower has; -1: it has none
	Offset      int64
	LogStart    int64 // where the follower's log begins
}

// FetchResponse answers a FetchRequest.
type FetchResponse struct {
	Fetcher    int32
	Session    int32
	Partitions []FetchData
}

// FetchData is the leader's answer for one partition. The high watermark is the one from before this fetch had its own
// effect, so a follower learns of it one fetch later.
type FetchData struct {
	Partition     int32
	Error         Error
	HighWatermark int64
	LogStart      int64 // where the leader's log begins
	Batches       []Batch
	// Diverges: the follower's last record is not in the leader's log; instead of records it is told where the leader's
	// log of that epoch, or of the latest before it, ends. Out of range, the end is that of the whole log.
	Diverges  bool
	Diverging EpochEnd
}

// Records returns the number of records in the answer.
func (r FetchResponse) Records() int {
	n := 0
	for _, p := range r.Partitions {
		for _, b := range p.Batches {
			n += len(b.Records)
		}
	}
	return n
}

// AlterPartitionRequest asks the controller to change ISRs.
type AlterPartitionRequest struct {
	BrokerEpoch int64 // of the sender's life
	Items       []AlterPartitionItem
	Attempt     int32 // which of the requests on its channel this is: its answer, and no older one, is waited for
	Handshake   bool  // not the request, but the first message on a new connection (ApiVersions)
}

// AlterPartitionItem is one proposed ISR, with the epochs by which the leader knows the partition.
type AlterPartitionItem struct {
	Partition      int32
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            BrokerSet
	BrokerEpochs   []int64 // of the members, by ascending id, as the leader knows them; -1: it does not
}

// AlterPartitionResponse answers an AlterPartitionRequest.
type AlterPartitionResponse struct {
	Error   Error // of the whole request
	Results []AlterPartitionResult
	Attempt int32
}

// AlterPartitionResult is the controller's answer to one item: the error, or the present state of the partition.
type AlterPartitionResult struct {
	Partition      int32
	Error          Error
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            BrokerSet
}

// BrokerRegistrationRequest asks the controller to register a broker that has come up
// (BrokerLifecycleManager.sendBrokerRegistration).
type BrokerRegistrationRequest struct {
	// of the life before, if that ended cleanly; -1: it did not, or unknown
	PreviousEpoch int64
	Incarnation   int32 // which process asks: one that asks twice has not died in between
	Attempt       int32 // which of the requests on its channel this is, as for a heartbeat
	Handshake     bool  // not the request, but the first message on a new connection
}

// BrokerRegistrationResponse answers it.
type BrokerRegistrationResponse struct {
	Error   Error
	Epoch   int64 // of the new life
	Attempt int32
}

// BrokerHeartbeatRequest tells the controller that a broker is alive, how far it knows the metadata, and what it wants.
type BrokerHeartbeatRequest struct {
	BrokerEpoch    int64
	MetadataOffset int64
	WantFence      bool
	WantShutDown   bool
	Attempt        int32 // which of the requests on its channel this is: its answer, and no older one, is waited for
	Handshake      bool  // not a heartbeat, but the first message on a new connection (ApiVersions)
}

// BrokerHeartbeatResponse answers it.
type BrokerHeartbeatResponse struct {
	Error          Error
	Fenced         bool
	ShouldShutDown bool
	Attempt        int32
}

// MetadataRequest asks the controller for all that has changed after an offset, and waits until there is something. It
// stands for the fetches by which a broker follows the metadata log.
type MetadataRequest struct {
	Offset  int64
	Session int32 // which of the asker's requests this is
	// AtOnce: a client asks, and is told the leaders; Kafka's clients ask a broker
	AtOnce     bool
	Connection int32 // of the client that asks
}

// Metadata is the present state of what has changed up to an offset: brokers and replicas held out, then partitions,
// then configuration, in the order in which brokers apply them (BrokerMetadataPublisher.onMetadataUpdate). Each of its
// parts says which event made it what it is, in Cause; 0: the one that the message comes of.
type Metadata struct {
	Offset     int64
	Session    int32
	Connection int32 // the request's
	Brokers    []BrokerMetadata
	Holds      []HoldMetadata
	Partitions []PartitionMetadata
	MinISR     []MinISRMetadata
	Configs    []ConfigMetadata
	Invalid    []int32 // topics a client asked for that can have no such name
}

// BrokerMetadata is one broker's registration.
type BrokerMetadata struct {
	Broker       NodeID
	Epoch        int64 // of its life
	Fenced       bool
	ShuttingDown bool // in controlled shutdown
	Cause        int32
}

// PartitionMetadata is one partition as the controller has it.
type PartitionMetadata struct {
	Partition      int32
	Leader         NodeID
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            BrokerSet
	Replicas       ReplicaList // for brokers: those being added and removed, too
	Cause          int32
}

// HoldMetadata is the replicas held out of a partition by the step isr. Like the fencing of a broker it is not part of
// the partition's own metadata: a change of it refreshes no leader.
type HoldMetadata struct {
	Partition int32
	HeldOut   BrokerSet
	Cause     int32
}

// MinISRMetadata is a changed min.insync.replicas: a topic's, a broker's, or the cluster's default.
type MinISRMetadata struct {
	Topic  int32  // index; -1: not a topic's
	Broker NodeID // 0: not a broker's
	Value  int
	Cause  int32
}

// ConfigMetadata is changed configuration: of a topic, of a producer's quota, or with neither the cluster's.
type ConfigMetadata struct {
	Topic           int32         // index; -1: not a topic's
	Producer        int32         // index; -1: not a producer's
	MaxMessageBytes int64         // max.message.bytes, -1 for the cluster's; or message.max.bytes
	ExpirationMs    int64         // the cluster's producer.id.expiration.ms
	RetentionMs     int64         // retention.ms, -2 for the cluster's; or log.retention.ms
	Cleanup         CleanupPolicy // cleanup.policy
	ByteRate        int64         // producer_byte_rate; 0: no quota
	Cause           int32
}

// Disconnect tells a node that its connections to another are gone, or one of them: no answer will come on them.
type Disconnect struct {
	Lost Body // the message that was lost; nil: every connection is gone
}

// AdminRequest asks the controller for what a step of the script says, as an admin tool does.
type AdminRequest struct {
	Step int32
}

// Terminate asks a process to end cleanly (SIGTERM).
type Terminate struct{}

// ConsumerFetchRequest asks a leader for what a consumer may read from an offset on, and waits for it.
type ConsumerFetchRequest struct {
	Session    int32
	MaxWaitMs  int64
	Partitions []FetchAt
}

// ConsumerFetchResponse answers a ConsumerFetchRequest.
type ConsumerFetchResponse struct {
	Session    int32
	Partitions []FetchData
}

// DeleteRecordsRequest asks a leader to delete what is below an offset, as an administrator does, and waits until all
// live replicas have.
type DeleteRecordsRequest struct {
	Partition int32
	Offset    int64 // -1: the high watermark
	TimeoutMs int64
}

// DeleteRecordsResponse answers it.
type DeleteRecordsResponse struct {
	Partition    int32
	Error        Error
	LowWatermark int64
}

// Name returns the message's name.
func (*ProduceRequest) Name() string { return "produce" }

// Name returns the message's name.
func (*ProduceResponse) Name() string { return "produce-response" }

// Name returns the message's name.
func (*FetchRequest) Name() string { return "fetch" }

// Name returns the message's name.
func (*FetchResponse) Name() string { return "fetch-response" }

// Name returns the message's name.
func (*AlterPartitionRequest) Name() string { return "alter-partition" }

// Name returns the message's name.
func (*AlterPartitionResponse) Name() string { return "alter-partition-response" }

// Name returns the message's name.
func (*Metadata) Name() string { return "metadata" }

// Name returns the message's name.
func (*BrokerRegistrationRequest) Name() string { return "broker-registration" }

// Name returns the message's name.
func (*BrokerRegistrationResponse) Name() string { return "broker-registration-response" }

// Name returns the message's name.
func (*BrokerHeartbeatRequest) Name() string { return "broker-heartbeat" }

// Name returns the message's name.
func (*BrokerHeartbeatResponse) Name() string { return "broker-heartbeat-response" }

// Name returns the message's name.
func (*MetadataRequest) Name() string { return "metadata-request" }

// Name returns the message's name.
func (*AdminRequest) Name() string { return "admin" }

// Name returns the message's name.
func (*DeleteRecordsRequest) Name() string { return "delete-records" }

// Name returns the message's name.
func (*DeleteRecordsResponse) Name() string { return "delete-records-response" }

// Name returns the message's name.
func (*Terminate) Name() string { return "terminate" }

// Name returns the message's name.
func (*Disconnect) Name() string { return "disconnect" }

// Name returns the message's name.
func (*ConsumerFetchRequest) Name() string { return "consumer-fetch" }

// Name returns the message's name.
func (*ConsumerFetchResponse) Name() string { return "consumer-fetch-response" }

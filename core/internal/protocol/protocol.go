// Package protocol holds the words of Kafka's wire protocol that the model speaks: error codes, acknowledgement levels
// and sets of brokers. It leaves out the encoding: messages in the model are Go values.
package protocol

import "strconv"

// NodeID names a broker: 1..N. 0 is the controller where a node may be one, "no broker" elsewhere, as documented there.
type NodeID = int32

// NoLeader is the leader of a partition that has none, Kafka's LeaderConstants.NO_LEADER.
const NoLeader NodeID = -1

// Acks is how many copies a producer waits for, as the produce request carries it.
type Acks int16

const (
	// AcksAll waits until every in-sync replica has the records.
	AcksAll Acks = -1
	// AcksNone asks for no answer.
	AcksNone Acks = 0
	// AcksLeader asks for the leader's append alone.
	AcksLeader Acks = 1
)

// String returns the level as scripts write it: "all", "1", "0"; any other number as itself.
func (a Acks) String() string {
	if a == AcksAll {
		return "all"
	}
	return strconv.Itoa(int(a))
}

// Tri is a boolean that may be left out: what Kafka calls an override.
type Tri int8

// Unset stands for what holds without the override, or, where something changes, for no change.
const (
	Unset Tri = iota
	No
	Yes
)

// CleanupPolicy is a topic's cleanup.policy: a set of Delete and Compact.
type CleanupPolicy uint8

// The policies. With none given it is Delete.
const (
	Delete CleanupPolicy = 1 << iota
	Compact
)

// String returns the policy as scripts write it.
func (p CleanupPolicy) String() string {
	switch p {
	case Compact:
		return "compact"
	case Delete | Compact:
		return "compact,delete"
	}
	return "delete"
}

// OffsetReset is a consumer's auto.offset.reset: where it goes on when the leader does not have its offset.
type OffsetReset uint8

const (
	// ResetLatest: at the high watermark; what is below is skipped.
	ResetLatest OffsetReset = iota
	// ResetEarliest: at the log start offset.
	ResetEarliest
	// ResetNone: nowhere; the application is told.
	ResetNone
)

// OffsetResetNames is the words of OffsetReset.
var OffsetResetNames = []string{"latest", "earliest", "none"}

// String returns the policy as scripts write it.
func (r OffsetReset) String() string { return OffsetResetNames[r] }

// Error is an error code of Kafka's protocol (org.apache.kafka.common.protocol.Errors).
type Error int16

// The codes that the parties of this model answer with.
const (
	UnknownServerError                 Error = -1
	None                               Error = 0
	OffsetOutOfRange                   Error = 1
	UnknownTopicOrPartition            Error = 3
	NotLeaderOrFollower                Error = 6
	RequestTimedOut                    Error = 7
	MessageTooLarge                    Error = 10
	NetworkException                   Error = 13
	InvalidTopic                       Error = 17
	NotEnoughReplicas                  Error = 19
	NotEnoughReplicasAfter             Error = 20
	InvalidRequiredAcks                Error = 21
	ClusterAuthorizationFailed         Error = 31
	UnsupportedVersion                 Error = 35
	InvalidReplicaAssignment           Error = 39
	InvalidConfig                      Error = 40
	NotController                      Error = 41
	InvalidRequest                     Error = 42
	PolicyViolation                    Error = 44
	OutOfOrderSequenceNumber           Error = 45
	DuplicateSequenceNumber            Error = 46
	InvalidProducerEpoch               Error = 47
	InvalidProducerIDMapping           Error = 49
	TransactionalIDAuthorizationFailed Error = 53
	OperationNotAttempted              Error = 55
	UnknownProducerID                  Error = 59
	FencedLeaderEpoch                  Error = 74
	UnknownLeaderEpoch                 Error = 75
	StaleBrokerEpoch                   Error = 77
	PreferredLeaderNotAvailable        Error = 80
	EligibleLeadersNotAvailable        Error = 83
	ElectionNotNeeded                  Error = 84
	NoReassignmentInProgress           Error = 85
	InvalidRecord                      Error = 87
	ProducerFenced                     Error = 90
	InvalidUpdateVersion               Error = 95
	DuplicateBrokerRegistration        Error = 101
	IneligibleReplica                  Error = 107
	NewLeaderElected                   Error = 108
)

// Errors that a client reports to its application on its own, not from a broker. Kafka has exceptions for these, but no
// codes.
const (
	// DeliveryTimeout: delivery.timeout.ms has passed since the batch was made (TimeoutException).
	DeliveryTimeout Error = -101 - iota
	// MetadataTimeout: max.block.ms has passed, and the topic or partition is not known (TimeoutException).
	MetadataTimeout
	// BufferExhausted: max.block.ms has passed, and there is no memory (BufferExhaustedException).
	BufferExhausted
	// ProducerClosed: the producer is closed, or was before the record was done (KafkaException,
	// IllegalStateException).
	ProducerClosed
	// RecordTooLarge: larger than max.request.size or buffer.memory (RecordTooLargeException).
	RecordTooLarge
	// BatchAboveMemory: one batch is larger than buffer.memory (IllegalArgumentException).
	BatchAboveMemory
	// ProducerFailed: an error ended the producer's work for good (KafkaException).
	ProducerFailed
	// CalledInCallback: a callback may not flush (KafkaException).
	CalledInCallback
	// BatchWithInvalidRecords: a broker refused other records of the same batch (KafkaException).
	BatchWithInvalidRecords
)

// OfClient reports whether the error comes from the client itself, not from a broker.
func (e Error) OfClient() bool { return e <= DeliveryTimeout }

// errorNames is the name of each code: Kafka's, or for the client's own the one that results show.
var errorNames = [...]struct {
	code Error
	name string
}{
	{UnknownServerError, "UNKNOWN_SERVER_ERROR"},
	{None, "NONE"},
	{OffsetOutOfRange, "OFFSET_OUT_OF_RANGE"},
	{UnknownTopicOrPartition, "UNKNOWN_TOPIC_OR_PARTITION"},
	{NotLeaderOrFollower, "NOT_LEADER_OR_FOLLOWER"},
	{RequestTimedOut, "REQUEST_TIMED_OUT"},
	{MessageTooLarge, "MESSAGE_TOO_LARGE"},
	{NetworkException, "NETWORK_EXCEPTION"},
	{InvalidTopic, "INVALID_TOPIC_EXCEPTION"},
	{NotEnoughReplicas, "NOT_ENOUGH_REPLICAS"},
	{NotEnoughReplicasAfter, "NOT_ENOUGH_REPLICAS_AFTER_APPEND"},
	{InvalidRequiredAcks, "INVALID_REQUIRED_ACKS"},
	{ClusterAuthorizationFailed, "CLUSTER_AUTHORIZATION_FAILED"},
	{UnsupportedVersion, "UNSUPPORTED_VERSION"},
	{InvalidReplicaAssignment, "INVALID_REPLICA_ASSIGNMENT"},
	{InvalidConfig, "INVALID_CONFIG"},
	{NotController, "NOT_CONTROLLER"},
	{InvalidRequest, "INVALID_REQUEST"},
	{PolicyViolation, "POLICY_VIOLATION"},
	{OutOfOrderSequenceNumber, "OUT_OF_ORDER_SEQUENCE_NUMBER"},
	{DuplicateSequenceNumber, "DUPLICATE_SEQUENCE_NUMBER"},
	{InvalidProducerEpoch, "INVALID_PRODUCER_EPOCH"},
	{InvalidProducerIDMapping, "INVALID_PRODUCER_ID_MAPPING"},
	{TransactionalIDAuthorizationFailed, "TRANSACTIONAL_ID_AUTHORIZATION_FAILED"},
	{OperationNotAttempted, "OPERATION_NOT_ATTEMPTED"},
	{UnknownProducerID, "UNKNOWN_PRODUCER_ID"},
	{FencedLeaderEpoch, "FENCED_LEADER_EPOCH"},
	{UnknownLeaderEpoch, "UNKNOWN_LEADER_EPOCH"},
	{StaleBrokerEpoch, "STALE_BROKER_EPOCH"},
	{PreferredLeaderNotAvailable, "PREFERRED_LEADER_NOT_AVAILABLE"},
	{EligibleLeadersNotAvailable, "ELIGIBLE_LEADERS_NOT_AVAILABLE"},
	{ElectionNotNeeded, "ELECTION_NOT_NEEDED"},
	{NoReassignmentInProgress, "NO_REASSIGNMENT_IN_PROGRESS"},
	{InvalidRecord, "INVALID_RECORD"},
	{ProducerFenced, "PRODUCER_FENCED"},
	{InvalidUpdateVersion, "INVALID_UPDATE_VERSION"},
	{DuplicateBrokerRegistration, "DUPLICATE_BROKER_REGISTRATION"},
	{IneligibleReplica, "INELIGIBLE_REPLICA"},
	{NewLeaderElected, "NEW_LEADER_ELECTED"},
	{DeliveryTimeout, "DELIVERY_TIMEOUT"},
	{MetadataTimeout, "METADATA_TIMEOUT"},
	{BufferExhausted, "BUFFER_EXHAUSTED"},
	{ProducerClosed, "PRODUCER_CLOSED"},
	{RecordTooLarge, "RECORD_TOO_LARGE"},
	{BatchAboveMemory, "BATCH_ABOVE_MEMORY"},
	{ProducerFailed, "PRODUCER_FAILED"},
	{CalledInCallback, "CALLED_IN_CALLBACK"},
	{BatchWithInvalidRecords, "BATCH_WITH_INVALID_RECORDS"},
}

// String returns Kafka's name of the code; an unknown code is shown by its number.
func (e Error) String() string {
	for i := range errorNames {
		if errorNames[i].code == e {
			return errorNames[i].name
		}
	}
	return "ERROR_" + strconv.Itoa(int(e))
}

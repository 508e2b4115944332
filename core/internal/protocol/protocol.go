// Package protocol holds the words of Kafka's wire protocol that the model speaks: error codes, acknowledgement levels
// and sets of brokers. It leaves out the encoding: messages in the model are Go values.
package protocol

import "strconv"

// NodeID names a broker: 1..N. 0 is the controller where a node may be one, "no broker" elsewhere, as documented there.
type NodeID = int32

// NoLeader is the leader of a partition that has none, Kafka's LeaderConstants.NO_LEADER.
const NoLeader NodeID = -1

// Acks is how many copies a producer asks to hear of, as the produce request carries it.
type Acks int16

const (
	// AcksAll waits until every in-sync replica has the records.
	AcksAll Acks = -1
	// AcksNone asks for no answer.
	AcksNone Acks = 0
	// AcksLeader asks for the leader's append alone.
	AcksLeader Acks = 1
)

// String is the level as scripts write it: "all", "1", "0"; any other number as itself.
func (a Acks) String() string {
	if a == AcksAll {
		return "all"
	}
	return strconv.Itoa(int(a))
}

// Error is an error code of Kafka's protocol (org.apache.kafka.common.protocol.Errors).
type Error int16

// The codes that the parties of this model answer with.
const (
	None                    Error = 0
	UnknownTopicOrPartition Error = 3
	NotLeaderOrFollower     Error = 6
	RequestTimedOut         Error = 7
	MessageTooLarge         Error = 10
	NotEnoughReplicas       Error = 19
	NotEnoughReplicasAfter  Error = 20
	InvalidRequiredAcks     Error = 21
	NotController           Error = 41
	InvalidRequest          Error = 42
	OperationNotAttempted   Error = 55
	FencedLeaderEpoch       Error = 74
	InvalidUpdateVersion    Error = 95
	IneligibleReplica       Error = 107
	NewLeaderElected        Error = 108
	UnknownServerError      Error = -1
	NetworkException        Error = 13
)

// String is Kafka's name of the code.
func (e Error) String() string {
	switch e {
	case None:
		return "NONE"
	case UnknownTopicOrPartition:
		return "UNKNOWN_TOPIC_OR_PARTITION"
	case NotLeaderOrFollower:
		return "NOT_LEADER_OR_FOLLOWER"
	case RequestTimedOut:
		return "REQUEST_TIMED_OUT"
	case MessageTooLarge:
		return "MESSAGE_TOO_LARGE"
	case NotEnoughReplicas:
		return "NOT_ENOUGH_REPLICAS"
	case NotEnoughReplicasAfter:
		return "NOT_ENOUGH_REPLICAS_AFTER_APPEND"
	case InvalidRequiredAcks:
		return "INVALID_REQUIRED_ACKS"
	case NotController:
		return "NOT_CONTROLLER"
	case InvalidRequest:
		return "INVALID_REQUEST"
	case OperationNotAttempted:
		return "OPERATION_NOT_ATTEMPTED"
	case FencedLeaderEpoch:
		return "FENCED_LEADER_EPOCH"
	case InvalidUpdateVersion:
		return "INVALID_UPDATE_VERSION"
	case IneligibleReplica:
		return "INELIGIBLE_REPLICA"
	case NewLeaderElected:
		return "NEW_LEADER_ELECTED"
	case NetworkException:
		return "NETWORK_EXCEPTION"
	case UnknownServerError:
		return "UNKNOWN_SERVER_ERROR"
	}
	return "ERROR_" + strconv.Itoa(int(e))
}

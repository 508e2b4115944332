package producer

import (
	"slices"

	"highwater/core/internal/protocol"
)

// retriable is the codes whose exceptions are retriable (RetriableException and what is derived from it).
var retriable = []protocol.Error{
	2, 3, 5, 6, 7, 9, 13, 14, 15, 16, 19, 20, 41, 51, 56, 70, 71, 72, 74, 75, 78, 80, 83, 84, 88, 89, 100, 103, 106, 122,
	123, 133,
}

// stale is the codes that show that the client's metadata are out of date (InvalidMetadataException and what is derived
// from it).
var stale = []protocol.Error{3, 5, 6, 9, 13, 56, 72, 74, 80, 83, 84, 100, 103}

func isRetriable(e protocol.Error) bool { return slices.Contains(retriable, e) }

func isStale(e protocol.Error) bool { return slices.Contains(stale, e) }

// isAuthorization reports an error that an idempotent producer recovers from when it is about the producer id: what is
// queued fails, and then it asks again (Sender.shouldHandleAuthorizationError).
func isAuthorization(e protocol.Error) bool {
	return e == protocol.ClusterAuthorizationFailed || e == protocol.TransactionalIDAuthorizationFailed
}

// fatalErrors is the codes that an idempotent producer does not recover from when a batch fails with one
// (TransactionManager.maybeTransitionToErrorState). The last three are about transactions, and count for one without
// them all the same.
var fatalErrors = []protocol.Error{
	protocol.ClusterAuthorizationFailed, protocol.UnsupportedVersion,
	protocol.InvalidProducerIDMapping, protocol.TransactionalIDAuthorizationFailed, protocol.ProducerFenced,
}

// recordError returns what the application is told of a record of a batch that failed, by its place in the batch. Where
// a broker names the records that it refused, one alone has the batch's error; several have INVALID_RECORD, since each
// may be refused for another reason; and those that are not named could not be helped (Sender.failBatch).
func recordError(r protocol.ProduceResult, place int32) protocol.Error {
	switch named := r.RecordErrors; {
	case len(named) == 0:
	case !slices.Contains(named, place):
		return protocol.BatchWithInvalidRecords
	case len(named) > 1:
		return protocol.InvalidRecord
	}
	return r.Error
}

func isFatal(e protocol.Error) bool { return slices.Contains(fatalErrors, e) }

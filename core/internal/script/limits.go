package script

import "highwater/core/internal/vtime"

// The limits of a script. They bound what a hostile text can cost; beyond each, Parse says what the limit is.
const (
	MaxScriptBytes = 1 << 20 // of the text
	MaxTitle       = 200     // characters
	MaxBrokers     = 15
	MaxTopics      = 100
	MaxPartitions  = 100 // of all topics
	MaxTopicName   = 249 // Kafka's own limit (org.apache.kafka.common.internals.Topic.MAX_NAME_LENGTH)
	MaxProducers   = 100
	MaxConsumers   = 20
	MaxClientID    = 64 // characters of a producer's or a consumer's id
	MaxSteps       = 10_000
	MaxRecords     = 100_000   // of all sends, produce requests and starting logs, counts included
	MaxRecordBytes = 100 << 20 // of one record's size; Kafka's socket.request.max.bytes, so no larger one ever arrives
	MaxResend      = 100       // of a send's resend
	MaxValue       = 1000      // characters of a record's key or value; its size may be larger
	MaxValueBytes  = 4 << 20   // of the values of all records: each is in the result once for every log that has it
	MaxSeed        = 1<<53 - 1 // the largest integer that every reader of JSON keeps exactly

	// What happens in a run is bounded, too: after so much of it nothing more happens, and the result says so.
	MaxEvents     = 2_000_000  // of a result
	MaxKept       = 100_000    // events of a run on the page, which keeps them
	MaxHappenings = 50_000_000 // messages that arrive, timers that fire, steps
	MaxWaiting    = 200_000    // messages and timers pending at a time
	MaxWritten    = 2_000_000  // records, one of a long value for several, counted once for each request and each log

	MaxTime   vtime.Time     = 24 * 3600 * vtime.Second // of at, of until, and of the last record of a send
	MaxDelay  vtime.Duration = 3600 * vtime.Second      // of latency.ms, append.ms, and what fetch-delay adds
	afterLast vtime.Duration = 60 * vtime.Second        // from the last step to the end of a run that names none

	minLagMs        = 100        // of replica.lag.time.max.ms: with less a day is nothing but checks of the ISR
	maxRate         = 1_000_000  // records per second
	maxQuotaSamples = 1000       // of a quota's window: each request looks at all of them
	maxInt32        = 1<<31 - 1  // of epochs, and of what Kafka keeps as an int
	minInt16        = -(1 << 15) // of acks on the wire
	maxInt16        = 1<<15 - 1
)

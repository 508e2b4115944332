// Package core is Highwater's model of what happens to a produce request between the leader's append and the producer's
// acknowledgement, as Kafka 4.4.0 does it.
//
// A Script says what stands and what happens to it; a Run plays it, forwards and backwards, and lets a learner act in
// it; a State is what there is to see at one place; Result is the whole of a run as lines. All of it is a function of
// the script: there is no clock, no goroutine, no randomness but the script's seed, and no I/O, so a script means the
// same natively, under Node and in every browser.
//
// How it is built, from the inside out, each layer ignorant of those after it:
//
//	internal/vtime      virtual time, and the queue that orders what is to happen
//	internal/protocol   Kafka's words: error codes, acks, broker sets, messages
//	internal/rules      Kafka's decisions as pure functions of values
//	internal/timer      the timing wheels
//	internal/purgatory  delayed operations, watched by key, on the timer
//	internal/storage    a replica's log, its leader epochs and its producers' sequences
//	internal/order      the sorting of lists
//	internal/encode     the writing of JSON
//	internal/decode     the reading of JSON
//	format              the writing of messages
//	internal/event      what is reported, with its cause
//	internal/network    links that may be slow or cut, and the terms in which nodes act
//	internal/cluster    brokers and the controller: messages in, messages out
//	internal/producer   the client that writes
//	internal/latency    the latency of a write as arithmetic
//	internal/consumer   the client that reads
//	internal/script     scripts: reading, checking, writing
//	internal/sim        what stands at time 0, and when things happen: the queue, the steps, the transport of messages
//	internal/account    what became of requests and records, folded from the events
//	internal/look       what there is to see: states and summaries
//
// and in this package, the face: text.go reads scripts, run.go plays one and takes acts, travel.go moves through its
// time, and result.go writes it out. cmd/run is the same on the command line.
//
// Tests of one package lie in it. Those of the whole model have packages of their own:
//
//	internal/modeltest    what they stand on, and random scripts with every promise watched
//	internal/behaviour    what the model does, told as scripts and what comes of them
//	internal/publiccases  what people have asked or believed in public
//	internal/realkafka    the recordings of a real Kafka, and the comparison with them
//	internal/lint         the rules of the sources
package core

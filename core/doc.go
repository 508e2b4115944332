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
//	internal/list       lists made out of lists
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
//
// and in this package: setup.go builds what stands at time 0, sim.go decides when things happen, transport.go carries
// messages into processes that may be dead or frozen, steps.go carries out a script's steps, ledger.go folds the events
// into what became of requests and records, summary.go reports it, view.go, view_brokers.go and state.go say what there
// is to see, run.go plays a script and takes acts, and travel.go moves through its time. cmd/run is the same on the
// command line.
package core

// Package core models what happens to a produce request between the leader's append and the producer's
// acknowledgement, as Kafka 4.4.0 does it.
//
// # Using it
//
// Parse reads and checks a script: the state at time 0, and what happens to it when. Result plays a script to its end
// and writes one line for each event and a summary. New begins a Run, which goes forwards and backwards: SeekTime,
// SeekEvent and Step move to a place, State returns what can be seen there, Act takes an action there and replaces
// everything after it, Script returns the script with the actions taken. work.go has the same moves in slices, for a
// page that must stay responsive.
//
// A run is a function of its script. There is no clock, no goroutine, no randomness but the script's seed, no order
// from a map, and no I/O, so a script gives the same events natively, under Node and in every browser. An event names
// the event that caused it, back to a step or to something periodic.
//
// # One produce request's way
//
// Play the scenario healthy-write, a record sent with acks=all to a leader with two followers, and follow it here.
// Every event is reported where the step below says so.
//
//  1. internal/script/verbs_clients.go reads the step "send"; internal/sim/setup.go builds brokers, controller and
//     clients.
//  2. internal/sim/sim.go takes whatever is due first (Happen). Here it is the step, and internal/sim/steps.go
//     carries it out: event step.
//  3. internal/producer/send.go chooses a partition and puts the record into a batch: event enqueue. The sender's loop
//     (sender.go in that package) finds the batch ready when it is full or batch_ready.go says so; drain.go closes and
//     numbers it: events batch and request.
//  4. internal/sim/transport.go puts the request on its way. internal/network/network.go says when it arrives, if it
//     does, and internal/vtime/queue.go keeps it until then.
//  5. internal/cluster/connections.go receives it, unless another request of its connection is being handled: event
//     receive. After append.ms a timer calls internal/cluster/produce.go.
//  6. produce.go asks internal/rules/produce.go and internal/rules/producer_sequences.go whether the batch may be
//     written: if not, event refuse. internal/storage/log.go writes it: event append. internal/rules/watermark.go says
//     whether the high watermark moves; with followers behind it stays.
//  7. internal/cluster/delayed_produce.go parks the request until the high watermark is past its last record:
//     internal/purgatory keeps it under its partitions, internal/timer its deadline: events park and timer.
//  8. The append wakes the followers' fetches, which wait in a purgatory of their own
//     (internal/cluster/fetch_handler.go): event fetch-response. A follower writes the records
//     (internal/cluster/fetcher_loop.go), event replicate, and asks for more.
//  9. That next fetch tells the leader how far the follower is: event fetch. internal/rules/isr.go says whether it
//     may join the ISR, and internal/rules/watermark.go whether the high watermark moves now: event high-watermark.
//  10. If it does, everything parked on the partition is tried again. AckDecision in internal/rules/produce.go finds
//     the request done: events complete and response. Had its time run out first, the timer would have ended it:
//     event expire.
//  11. The answer travels back, internal/producer/network.go takes it and internal/producer/answers.go tells the
//     application, or sends the batch again: event acknowledge, fail or retry.
//
// On the side, internal/sim/sim.go hands every event to internal/look/model.go, which has internal/account fold it into
// what became of requests and records. internal/look/view.go makes a State of both when a page asks for one, and
// internal/look/summary.go the result's last line.
//
// # How it is built
//
// From the inside out; each package is ignorant of those after it:
//
//	internal/vtime      virtual time, and the queue that orders what is to happen
//	internal/protocol   Kafka's words: error codes, acks, broker sets, messages
//	internal/rules      Kafka's decisions as pure functions of values
//	internal/quota      a broker's client quotas
//	internal/timer      the timing wheels
//	internal/purgatory  delayed operations, watched by key, on the timer
//	internal/quota      how much a client sends, and how long it is throttled
//	internal/storage    a replica's log, its leader epochs and its producers' sequences
//	internal/order      sorting
//	internal/message    writing messages
//	internal/encode     writing JSON
//	internal/decode     reading JSON
//	internal/document   reading documents that people write, with the place of what is wrong
//	internal/event      what is reported, with its cause
//	internal/moment     events gathered into the moments in which a person follows them
//	internal/lesson     what a script teaches, and where a run comes to it
//	internal/network    links that may be slow or cut, and the terms in which nodes act
//	internal/cluster    brokers and the controller: messages in, messages out
//	internal/producer   the client that writes
//	internal/consumer   the client that reads
//	internal/latency    the latency of a write as arithmetic
//	internal/script     scripts: reading and checking
//	internal/sim        the state at time 0, and when things happen: the queue, the steps, the transport of messages
//	internal/chunk      values made by the dozen
//	internal/paged      lists whose copies share what neither has changed
//	internal/account    what became of requests and records, folded from the events
//	internal/look       what there is to see: states and summaries
//	internal/explore    every order of failures of one partition, searched for the loss of an acknowledged record
//	internal/why        the causes of what one sees, and what would release what waits
//
// This package is the face. From the inside out: script.go reads scripts, result.go writes a result; move.go is what
// moves of a run are made of, known.go what is known of it, run.go the run at a place, walk.go gets it to another,
// ahead.go looks for what comes next, work.go makes moves in slices and takes acts, travel.go makes them in one go,
// moments.go writes moments, why.go answers why, search.go asks whether a record can be lost, and plan.go plays ahead
// for a lesson. cmd/run is the same on the command line, cmd/lint proofreads lessons (package proofread), and
// cmd/explore searches (internal/explore).
//
// Tests of one package lie in it. Those of the whole model have packages of their own:
//
//	internal/modeltest    what they stand on, and random scripts with every promise watched
//	internal/behaviour    what the model does, told as scripts and what comes of them
//	internal/publiccases  what people have asked or believed in public
//	internal/realkafka    the recordings of a real Kafka, and the comparison with them
//	internal/lint         the rules of the sources
package core

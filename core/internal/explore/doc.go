// Package explore answers whether an acknowledged record can be lost: it goes through every order of writes, fetches
// and failures of one partition, up to a number of failures, and finds the shortest way to a loss.
//
// # The model
//
// A State is all brokers' logs, high watermarks and processes, the controller's registration of the partition, what
// the acting leader knows of its followers, and which records the producer was told of (state.go). There is no time:
// what a timeout brings about is an action that may come at any moment. Each action takes one step. What it decides,
// it decides by the functions of package rules that package cluster goes by, too:
//
//	produce    the leader appends one record, if rules.Admit lets it; rules.HighWatermark, rules.AckDecision
//	fetch      one round of a follower: rules.Diverges and rules.TruncationPoint, or Progress.AfterFetch and
//	           rules.CanJoinISR, rules.ValidateAlterPartition, rules.HighWatermark, rules.AckDecision; then it copies
//	           all there is, and adopts the high watermark that the leader had when the fetch came, or, where it brings
//	           nothing and so has waited, has now. What is new to it is acknowledged by its next fetch, so two are
//	           needed to commit a record
//	shrink     the leader takes one follower out of the ISR that rules.OutOfSync names
//	fence      the controller fences a broker that runs (it was not heard from)
//	expire     the controller fences a broker that is dead. It follows from what ended it, and is no failure of its own
//	kill       a process ends; its log stays
//	powerOff   a machine ends, and with it any number of records at the end of its log
//	stop       a controlled shutdown from its request to the end of the process: out of the ISR, fenced, clean
//	start      a dead broker that is fenced comes up and is registered anew: out of the ISR and, after an unclean end
//	           with the ELR on, out of the ELR (PartitionRegistration.Concerns). It is fenced, and fetches
//	unfence    a fenced broker that runs takes part again; a partition without a leader may get one
//
// A failure is one of kill, powerOff, shrink, fence, stop. The controller's elections (rules.BuildChange) belong to
// the action that brings them about: they are no step of their own, and no more is what follows at once, the join of a
// follower by its fetch and the truncation of a log that diverges (a fetch that truncates brings no records).
// Everybody hears of a change of metadata at once, but in a thorough search.
//
// A record is lost when the producer was told that it is acknowledged and the leader that acts, named by the
// controller and with a process, does not have it.
//
// # A thorough search
//
// There a broker goes by the metadata that it has heard, and what is sent is under way until it arrives
// (thorough_state.go):
//
//	hear       a broker takes in the next change of the metadata, or several together: it becomes leader or follower,
//	           or, as leader, adopts the ISR, and drops what it has proposed since (Partition.makeLeader). Until then an
//	           old leader appends and acknowledges by the ISR that it knows, and followers fetch from whom they know
//	fetch      the request alone, which the leader takes where both go by the same leader epoch
//	           (rules.FetchCheck). With nothing for it, it waits there for an append
//	take       the arrival of its answer, as it was written; or the end of the wait
//	shrink     the leader proposes it. So does it the join of a follower: the proposal is pending, and asked of the
//	           controller
//	decide     the controller takes the proposal or refuses it (rules.ValidateAlterPartition): by its partition epoch,
//	           or because a member is fenced or has registered again since
//	confirm    the answer reaches the leader, which goes by the new ISR, or does what rules.AfterRefusal says
//
// A leader acts once it has heard that it is the leader. Of the two other modes every trace is one of these, with what
// is under way arriving at once; so what loses a record there loses one here, with as many failures. A trace of these
// has a script where the same loss comes about with everything arriving at once; else it lasts only while news are late
// by the right time, and is told as a table.
//
// A thorough search finds what the others cannot: a leader may hear of an ISR by the metadata that it knows from the
// answer to its proposal already, and then drops the next proposal, though the controller has accepted that. Until it
// hears more, it acknowledges without the member that has joined, and that member may be elected. SkipKnown searches
// without this.
//
// A broker can be at most four changes behind: a fifth does not come before it has heard the first. A proposal that
// nobody has decided is gone when the leader dies: it might as well have been decided before. A clean stop is still one
// step, in which all brokers that take part hear of it; and a broker that starts hears of everything before it fetches.
// News do not overtake a fetch that is on its way, none of what is sent gets lost or is sent twice, and what a process
// has sent does not arrive after its death. A fetch whose wait is over brings its empty answer at once. Random runs of
// the full model are followed message by message but for these (thorough_model_test.go).
//
// # What was decided, and what else could be
//
// A broker cannot start before it is fenced. Kafka refuses its registration while the session of its former life
// lasts, and the check that ends sessions runs more often than a broker asks again; in the moment between the end of a
// session and that check a registration could come first, and the trace would be a step shorter, with the same result.
//
// The time that a follower may lag (replica.lag.time.max.ms) is always over: one that has not fetched at the leader's
// log end may be taken out of the ISR, and one outside of it does not hold the high watermark back. Holding it back
// would only put an acknowledgement off.
//
// A log that is loaded again has the high watermark that it had in memory, where Kafka has the last checkpoint of it,
// at most 5 s older. No decision depends on that: the high watermark of a new leader is at most the start of its
// epoch, and followers must reach that.
//
// A producer does not send a record again; its next record stands for that. A request that waits is never given up by
// its timeout: the producer would not be told of success.
//
// # What is left out
//
// More than one partition; transactions; reassignment; preferred elections and those that an administrator asks for; a
// minimum that is changed; log directories that fail one by one; a controller that fails; a process that stands still;
// a machine that loses power after its process was killed. Several followers that leave the ISR in one change are
// several shrinks. The leader's recovery state (RECOVERING) is left out of a state because no rule here goes by it.
package explore

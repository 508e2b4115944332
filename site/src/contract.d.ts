// Made by core/cmd/contract. Do not edit.
//
// What the module says: events, states and summaries. Times and spans are milliseconds of virtual time, offsets
// are Kafka's, broker ids are 1..N, node 0 is the controller.

/** The number, the instant and the cause of an event. */
interface Happening {
  /** Its place in the run, from 0. */
  n: number;
  t: number;
  /** The number of the event that led to it; absent for a step. */
  cause?: number;
}

/** Send() has taken a record into a batch. */
export interface EnqueueEvent extends Happening {
  kind: 'enqueue';
  producer: string;
  value: string;
  topic: string;
  partition: number;
}

/** A batch is closed and ready to go. */
export interface BatchEvent extends Happening {
  kind: 'batch';
  producer: string;
  topic: string;
  partition: number;
  /** How many it has. */
  records: number;
}

/** A produce request leaves its client. */
export interface RequestEvent extends Happening {
  kind: 'request';
  /** Its number, from 1. */
  request: number;
  /** Absent: a raw request. */
  producer?: string;
  broker: number;
  acks: string;
  /** How long the broker may wait for the replicas. */
  timeoutMs: number;
  partitions: SentPartition[];
}

/** A raw produce request that cannot be sent because the partition has no leader. */
export interface UnsentEvent extends Happening {
  kind: 'unsent';
  /** Its number, from 1. */
  request: number;
  partitions: SentPartition[];
}

/** The application is told of a record's success. */
export interface AcknowledgeEvent extends Happening {
  kind: 'acknowledge';
  producer: string;
  value: string;
  topic: string;
  partition: number;
  /** The one whose answer says so. */
  request: number;
  /** The record's; absent when the answer does not tell (acks=0, some duplicates). */
  offset?: number;
}

/** The application is told of a record's failure. */
export interface FailEvent extends Happening {
  kind: 'fail';
  producer: string;
  value: string;
  /** Absent: none was chosen. */
  topic?: string;
  partition?: number;
  /** The last one that carried it; absent: none did. */
  request?: number;
  error: string;
  /** How; absent: in the callback. */
  told?: Told;
  /** Which attempt's answer this is, from 1; absent: no answer's, as when the time is over. */
  attempt?: number;
  /** The answer's error, where the record is told another: others of its batch were refused. */
  attemptError?: string;
}

/** A batch goes back to its queue, to be sent again. */
export interface RetryEvent extends Happening {
  kind: 'retry';
  producer: string;
  topic: string;
  partition: number;
  /** The attempt that failed. */
  request: number;
  /** Which that was, from 1. */
  attempt: number;
  /** Why. */
  error: string;
}

/**
 * An attempt is answered, or given up with its connection, after the records of its batch have timed out. The
 * application hears nothing more.
 */
export interface LateEvent extends Happening {
  kind: 'late';
  producer: string;
  topic: string;
  partition: number;
  request: number;
  /** Which that was, from 1. */
  attempt: number;
  /** NONE: the batch is in the log after all. */
  error: string;
}

/** A producer reads in an answer that the broker throttles it: it sends nothing to the broker for a while. */
export interface MuteEvent extends Happening {
  kind: 'mute';
  producer: string;
  broker: number;
  throttleTimeMs: number;
}

/**
 * A producer gives up the requests on a connection that is closed: by itself, because the time is over
 * (REQUEST_TIMED_OUT) or with all else (PRODUCER_CLOSED), or by the broker (NETWORK_EXCEPTION). Answers to them
 * reach no client.
 */
export interface CancelEvent extends Happening {
  kind: 'cancel';
  producer: string;
  broker: number;
  /** How many were in flight. */
  requests: number;
  error: string;
}

/**
 * The process of a producer has died, or that a new one has started. Nobody is told of the records that a dead one
 * had taken. Answers to its requests reach no client.
 */
export interface ClientEvent extends Happening {
  kind: 'client';
  producer: string;
  state: ClientState;
  /** How many were in flight. */
  requests?: number;
  /** Records that had left in no request: they are nowhere. */
  neverSent?: number;
  /** Records that had: they may be in the log. */
  neverTold?: number;
}

/** A call of the application does not come back yet, or now waits for something else. Its end is a Return. */
export interface BlockEvent extends Happening {
  kind: 'block';
  producer: string;
  /** "send", "flush" or "close". */
  verb: string;
  /** Of a send. */
  value?: string;
  /** Of a send; absent: the caller names none. */
  topic?: string;
  partition?: number;
  waitsFor: Wait;
  /** How much memory it needs. */
  bytes?: number;
  /** Whose batches have the rest of buffer.memory. */
  held?: HeldMemory[];
}

/** A call that blocked comes back to the application, or throws. */
export interface ReturnEvent extends Happening {
  kind: 'return';
  producer: string;
  /** "send", "flush" or "close". */
  verb: string;
  /** Of a send. */
  value?: string;
  /** Since it had the thread. */
  tookMs: number;
  /** The exception; absent: it throws none. */
  error?: string;
}

/**
 * An application waits no longer to be told of a record's success. Its client, which is told nothing of that, goes
 * on with the record.
 */
export interface GiveUpEvent extends Happening {
  kind: 'give-up';
  producer: string;
  value: string;
  /** How often it has handed the record over again, with this time; absent: it does not. */
  resend?: number;
}

/** A consumer has read on. */
export interface VisibleEvent extends Happening {
  kind: 'visible';
  consumer: string;
  topic: string;
  partition: number;
  broker: number;
  /** The first offset that is new to it. */
  from: number;
  /** The last. */
  offset: number;
}

/** A step of the script was carried out. */
export interface StepEvent extends Happening {
  kind: 'step';
  /** Which, from 0. */
  step: number;
  verb: Verb;
  /** Absent: it changed something. */
  changed?: false;
}

/** A broker's process starts, ends, freezes or thaws. */
export interface ProcessEvent extends Happening {
  kind: 'process';
  broker: number;
  state: ProcessState;
}

/** The controller's process starts, ends, freezes or thaws. */
export interface ControllerEvent extends Happening {
  kind: 'controller';
  state: ProcessState;
}

/** The controller has judged a broker's registration. */
export interface RegisterEvent extends Happening {
  kind: 'register';
  broker: number;
  /** Of its new life. */
  brokerEpoch?: number;
  /** Its former life ended cleanly. */
  clean?: boolean;
  error?: string;
}

/** The controller no longer counts on a broker: its session is over, or it shuts down. */
export interface FenceEvent extends Happening {
  kind: 'fence';
  broker: number;
}

/** A broker may lead and be in sync again. */
export interface UnfenceEvent extends Happening {
  kind: 'unfence';
  broker: number;
}

/** The controller moves what a broker leads to others, before it may stop. */
export interface ShutDownEvent extends Happening {
  kind: 'shut-down';
  broker: number;
}

/** The controller has chosen a partition's leader, or has none to choose. */
export interface LeaderEvent extends Happening {
  kind: 'leader';
  topic: string;
  partition: number;
  /** -1: none. */
  leader: number;
  leaderEpoch: number;
  isr: number[];
  elr: number[];
  election: Election;
}

/** The controller's metadata of a partition has changed. */
export interface PartitionEvent extends Happening {
  kind: 'partition';
  topic: string;
  partition: number;
  /** -1: none. */
  leader: number;
  leaderEpoch: number;
  partitionEpoch: number;
  isr: number[];
  elr: number[];
  /** The last known leader of a leaderless partition: none or one. */
  lastKnownElr: number[];
  /** Its leader was elected uncleanly, and has not changed the ISR since. */
  recovering: boolean;
  /** All that there are, those that are being added or removed, too: where that has changed. */
  replicas?: number[];
  adding?: number[];
  removing?: number[];
}

/** The controller has judged an administrator's request to give a partition other replicas. */
export interface ReassignEvent extends Happening {
  kind: 'reassign';
  topic: string;
  partition: number;
  /** That it is to have; absent: the reassignment is cancelled. */
  replicas?: number[];
  error?: string;
}

/** A dynamic configuration took effect in the controller's metadata, or was refused. */
export interface ConfigEvent extends Happening {
  kind: 'config';
  /** Absent: not a topic's. */
  topic?: string;
  /** Absent: not a broker's. */
  broker?: number;
  /** Absent: not a producer's quota; without all three: every broker's default. */
  producer?: string;
  key: string;
  value?: number;
  /** Of cleanup.policy, instead of a number. */
  policy?: string;
  error?: string;
}

/** A leader has judged a request to delete the records below an offset. */
export interface DeleteRecordsEvent extends Happening {
  kind: 'delete-records';
  topic: string;
  partition: number;
  broker: number;
  /** Where the log is to begin; -1: refused before that was known. */
  offset: number;
  /** The lowest log start offset of the live replicas. */
  lowWatermark?: number;
  /** For the other replicas to delete, too. */
  waits?: true;
  error?: string;
}

/** A request to delete records is answered: every live replica has deleted them, or why not all have. */
export interface DeleteRecordsResponseEvent extends Happening {
  kind: 'delete-records-response';
  topic: string;
  partition: number;
  broker: number;
  lowWatermark?: number;
  error?: string;
  /** Instead of an answer. */
  connectionClosed?: true;
}

/** A replica's log start offset has moved: the records below it can no longer be read. */
export interface LogStartEvent extends Happening {
  kind: 'log-start';
  topic: string;
  partition: number;
  broker: number;
  from: number;
  /** Lower only for "restored". */
  to: number;
  reason: StartReason;
  /** The broker leads the partition. */
  leader: boolean;
}

/**
 * A follower has dropped its whole log, which ended before the leader's begins, and begins again where that does.
 */
export interface TruncateFullyEvent extends Happening {
  kind: 'truncate-fully';
  topic: string;
  partition: number;
  broker: number;
  /** The log end offset before. */
  from: number;
  /** Where the log begins and ends now. */
  to: number;
}

/** A consumer is at an offset that its leader no longer has, and what it does about that. */
export interface OffsetResetEvent extends Happening {
  kind: 'offset-reset';
  consumer: string;
  topic: string;
  partition: number;
  /** The leader. */
  broker: number;
  from: number;
  /** Absent: the application is told, and the consumer reads no further. */
  to?: number;
  /** Auto.offset.reset. */
  policy: string;
}

/** A broker has a produce request: it begins to handle it, or keeps it behind another on its connection. */
export interface ReceiveEvent extends Happening {
  kind: 'receive';
  request: number;
  broker: number;
  /** It waits behind another. */
  queued?: true;
}

/** The leader has written a request's records of a partition. */
export interface AppendEvent extends Happening {
  kind: 'append';
  request: number;
  topic: string;
  partition: number;
  broker: number;
  /** Of the first record. */
  baseOffset: number;
  /** Of the last one. */
  lastOffset: number;
  leaderEpoch: number;
}

/** The records of an idempotent producer's batch are in the log already. */
export interface DuplicateEvent extends Happening {
  kind: 'duplicate';
  request: number;
  topic: string;
  partition: number;
  broker: number;
  producerId: number;
  producerEpoch: number;
  /** Of the batch's first record. */
  sequence: number;
  /** Of the first append. */
  baseOffset: number;
  lastOffset: number;
}

/** The leader does not write a request's records of a partition. */
export interface RefuseEvent extends Happening {
  kind: 'refuse';
  request: number;
  topic: string;
  partition: number;
  broker: number;
  /** Which one refused. */
  check: ProduceCheck;
  /** Why. */
  error: string;
  /** Of the batch; absent: no idempotent producer's. */
  producerId?: number;
  producerEpoch?: number;
  /** Of the batch's first record. */
  sequence?: number;
  /** How many are in sync. */
  isrSize?: number;
  /** And how many would have to be. */
  effectiveMinIsr?: number;
  /** How large the batch is. */
  batchBytes?: number;
  /** And how large it may be. */
  maxMessageBytes?: number;
  /** How many of the batch have no key. */
  invalidRecords?: number;
  /** The producer's newest that the broker knows. */
  expectedEpoch?: number;
  /** That would follow, or begin a new epoch. */
  expectedSequence?: number;
}

/** A request waits in the purgatory. */
export interface ParkEvent extends Happening {
  kind: 'park';
  request: number;
  broker: number;
  /** When it is answered with what there is. */
  deadline: number;
  partitions: ParkedPartition[];
}

/** A purgatory check on the key of a partition. */
export interface CheckEvent extends Happening {
  kind: 'check';
  topic: string;
  partition: number;
  broker: number;
  /** How many requests it completed. */
  completed: number;
}

/** A request is decided. */
export interface CompleteEvent extends Happening {
  kind: 'complete';
  request: number;
  broker: number;
  by: By;
}

/** A parked request ran out of time. */
export interface ExpireEvent extends Happening {
  kind: 'expire';
  request: number;
  broker: number;
  /** How many of its partitions were not decided. */
  pending: number;
}

/** A broker answers a produce request, or closes its connection instead. */
export interface ResponseEvent extends Happening {
  kind: 'response';
  request: number;
  broker: number;
  /** There is no answer. */
  connectionClosed?: true;
  partitions?: AnsweredPartition[];
}

/**
 * A broker has had more from a producer than its quota allows: it reads nothing from the connection for a while,
 * and says so in its answer, if there is one.
 */
export interface ThrottleEvent extends Happening {
  kind: 'throttle';
  /** That was too much. */
  request: number;
  producer: string;
  broker: number;
  /** Of the request. */
  bytes: number;
  throttleTimeMs: number;
}

/** What the timing wheel did with the deadline of a parked request. */
export interface TimerEvent extends Happening {
  kind: 'timer';
  request: number;
  broker: number;
  action: Action;
  /** Of the wheel, from 0; absent when it was over before it came to any. */
  level?: number;
  bucket?: number;
  /** When it is due, ms. */
  expiration: number;
}

/** A leader has a follower's fetch. */
export interface FetchEvent extends Happening {
  kind: 'fetch';
  /** The leader. */
  broker: number;
  follower: number;
  partitions: FetchedPartition[];
  /** It waits for data. */
  parked: boolean;
}

/** A leader answers a follower's fetch. */
export interface FetchResponseEvent extends Happening {
  kind: 'fetch-response';
  /** The leader. */
  broker: number;
  follower: number;
  /** How many it brings. */
  records: number;
  reason: FetchReason;
  /** The first of its partitions'. */
  error?: string;
}

/** A follower has written what it fetched. */
export interface ReplicateEvent extends Happening {
  kind: 'replicate';
  topic: string;
  partition: number;
  /** The follower. */
  broker: number;
  leader: number;
  baseOffset: number;
  lastOffset: number;
}

/** A replica's high watermark has moved. */
export interface HighWatermarkEvent extends Happening {
  kind: 'high-watermark';
  topic: string;
  partition: number;
  broker: number;
  from: number;
  to: number;
  /** The broker leads the partition. */
  leader: boolean;
}

/** How far a change of the in-sync replicas has come, as the leader sees it. */
export interface ISREvent extends Happening {
  kind: 'isr';
  topic: string;
  partition: number;
  /** The leader. */
  broker: number;
  from: number[];
  to: number[];
  state: ISRState;
  /** Why it was rejected. */
  error?: string;
}

/** A broker becomes leader or follower in a new leader epoch. */
export interface RoleEvent extends Happening {
  kind: 'role';
  topic: string;
  partition: number;
  broker: number;
  leads: boolean;
  /** -1: none. */
  leader: number;
  leaderEpoch: number;
  /** The broker's. */
  logEndOffset: number;
  /** It has led the epoch before, too: a replica was removed. */
  again?: true;
}

/**
 * A broker makes the log of a partition that it has become a replica of, an empty one, or deletes that of one that
 * it is a replica of no more.
 */
export interface LogEvent extends Happening {
  kind: 'log';
  topic: string;
  partition: number;
  broker: number;
  deleted: boolean;
  /** Where the deleted log ended. */
  logEndOffset?: number;
}

/** Records are gone from the end of a log. */
export interface TruncateEvent extends Happening {
  kind: 'truncate';
  topic: string;
  partition: number;
  broker: number;
  /** The log end offset before. */
  from: number;
  /** And after. */
  to: number;
  reason: TruncateReason;
}

/**
 * A running broker applies a changed dynamic configuration, of which the controller's metadata brought it the news.
 * What concerns a topic is reported for every partition of it that the broker leads. Nothing that waits is looked
 * at again because of it.
 */
export interface LearnEvent extends Happening {
  kind: 'learn';
  broker: number;
  /** Absent: not a topic's. */
  topic?: string;
  partition?: number;
  /** Absent: not a producer's quota. */
  producer?: string;
  key: string;
  /** As it holds now for the partition. */
  value?: number;
  /** Of cleanup.policy, instead of a number. */
  policy?: string;
  /** Of min.insync.replicas: who is in sync. */
  isr?: number[];
  /** And how many have to be, capped by the replicas. */
  effectiveMinIsr?: number;
}

/** A follower's fetch failed with its connection; it tries again after a while. */
export interface DisconnectEvent extends Happening {
  kind: 'disconnect';
  /** The follower. */
  broker: number;
  leader: number;
}

/**
 * A replica forgets an idempotent producer that has written nothing for producer.id.expiration.ms. Whatever it
 * sends next is appended as new, even a retry of what is in the log already.
 */
export interface ProducerExpireEvent extends Happening {
  kind: 'producer-expire';
  topic: string;
  partition: number;
  broker: number;
  producerId: number;
  /** The replica leads. */
  leader: boolean;
}

/** One line of the result. */
export type Event =
  | EnqueueEvent
  | BatchEvent
  | RequestEvent
  | UnsentEvent
  | AcknowledgeEvent
  | FailEvent
  | RetryEvent
  | LateEvent
  | MuteEvent
  | CancelEvent
  | ClientEvent
  | BlockEvent
  | ReturnEvent
  | GiveUpEvent
  | VisibleEvent
  | StepEvent
  | ProcessEvent
  | ControllerEvent
  | RegisterEvent
  | FenceEvent
  | UnfenceEvent
  | ShutDownEvent
  | LeaderEvent
  | PartitionEvent
  | ReassignEvent
  | ConfigEvent
  | DeleteRecordsEvent
  | DeleteRecordsResponseEvent
  | LogStartEvent
  | TruncateFullyEvent
  | OffsetResetEvent
  | ReceiveEvent
  | AppendEvent
  | DuplicateEvent
  | RefuseEvent
  | ParkEvent
  | CheckEvent
  | CompleteEvent
  | ExpireEvent
  | ResponseEvent
  | ThrottleEvent
  | TimerEvent
  | FetchEvent
  | FetchResponseEvent
  | ReplicateEvent
  | HighWatermarkEvent
  | ISREvent
  | RoleEvent
  | LogEvent
  | TruncateEvent
  | LearnEvent
  | DisconnectEvent
  | ProducerExpireEvent
  ;

/**
 * Hands records to a producer client. With count there are several, whose values are value-1, value-2 …. A
 * producer has one application thread: a send that blocks holds up that producer's later sends. The values that one
 * producer sends are all different. With give-up.ms its application looks so long after each handing over: what it
 * has not been told the success of by then it hands over again, resend times at most; waiting holds nothing up.
 */
export interface SendArguments {
  producer: string;
  topic: string;
  /** Its number; absent: the client chooses. */
  partition?: number;
  key?: string;
  value: string;
  /** Bytes; absent: the value's own. */
  size?: number;
  /** How many records; absent: one, of just this value. */
  count?: number;
  /** Between two of them. */
  'every.ms'?: number;
  /** How long the application waits to be told of success; absent: as long as it takes. */
  'give-up.ms'?: number;
  /** How often it hands a record over again that it has given up; absent, with give-up.ms: once. */
  resend?: number;
}

/** Has a producer send all that it has, and waits for it, on the same thread. */
export interface FlushArguments {
  producer: string;
}

/** Ends a producer, on the same thread. */
export interface CloseArguments {
  producer: string;
  /** How long it may take; absent: as long as it takes. */
  'timeout.ms'?: number;
}

/** Sends one raw produce request, without a client, on a connection of its own. */
export interface ProduceArguments {
  /** Absent: "all"; any 16-bit number: the broker checks it. */
  acks?: string;
  /** 30000 where it is absent. */
  'timeout.ms'?: number;
  /** Where it goes; absent: to the leader of the first partition, as the controller knows it. */
  broker?: number;
  /** Each once. */
  partitions: ProducePartition[];
}

/**
 * Changes one direction between two nodes, of which not both are clients. Everything on it takes the latency; while
 * it is down, what is sent is lost silently. When it is up again, a connection that lost something is reset: its
 * two ends learn of it then, and go on by their own rules. With silent the connections die that a producer has to a
 * broker now: nothing on them arrives, and nobody is told, until a timeout or, after 924.6 s, its own system says
 * so to who has sent something; the next connection works.
 */
export interface LinkArguments {
  /** A broker, a producer's or a consumer's id, or "controller". */
  from: number | string;
  to: number | string;
  /** Absent: unchanged. */
  'latency.ms'?: number;
  /** Absent: unchanged. */
  up?: boolean;
  /** The connections there are die in silence, both ways. */
  silent?: true;
}

/** Changes dynamic configuration of one topic, of one broker, of one producer's quota, or of the whole cluster. */
export interface SetArguments {
  topic?: string;
  broker?: number;
  producer?: string;
  /** The keys to change, with their new values. */
  config: Record<string, string | number | boolean>;
}

/**
 * Sets the ISR, for which Kafka has no counterpart: the controller commits this set at once, and the ELR follows by
 * Kafka's rule. Members left out stop fetching, and the high watermark does not wait for them, until they are put
 * back; then they fetch, and return by Kafka's own rule.
 */
export interface SetISRArguments {
  topic: string;
  partition: number;
  /** The leader among them; a script cannot know beforehand which that is. */
  members: number[];
}

/**
 * Asks the controller to give a partition other replicas, as the admin tool does. Those that are added copy the log
 * first; when they are in sync the others leave.
 */
export interface ReassignArguments {
  topic: string;
  partition: number;
  /** The brokers it is to have, the preferred leader first; null cancels the reassignment that is under way. */
  replicas: number[] | null;
}

/** Asks the controller for an election, as the admin tool does. */
export interface ElectArguments {
  topic: string;
  partition: number;
  type: 'PREFERRED' | 'UNCLEAN';
}

/**
 * Asks the leader of a partition to delete all records below an offset, as the admin tool does: from then on every
 * log begins there. The request waits until every live replica has deleted them.
 */
export interface DeleteRecordsArguments {
  topic: string;
  partition: number;
  /** Of the first record that stays; -1: all that is committed goes. */
  offset: number;
}

/** Makes a follower's fetch requests travel so much longer. */
export interface FetchDelayArguments {
  broker: number;
  /** 0 heals. */
  ms: number;
  /** Absent: of all partitions. */
  topic?: string;
  partition?: number;
}

/** Lets a follower copy no faster. */
export interface FetchRateArguments {
  broker: number;
  /** 0 heals. */
  'records-per-second': number;
}

/** Stops the fetches of a follower while its heartbeats go on; an answer under way is still accepted. */
export interface FetchPauseArguments {
  broker: number;
}

/** Lets a follower fetch again. */
export interface FetchResumeArguments {
  broker: number;
}

/**
 * Ends the process of a broker, of a producer or of the controller at once, as kill -9 does: its connections close.
 * A broker's logs stay, and the restart counts as unclean for the ELR. A producer runs no callback, what it has not
 * sent is gone, and so is the rest of a send that is under way; requests that have left it are handled. Without the
 * controller nobody is fenced or elected, and no ISR changes; its metadata stays.
 */
export interface KillArguments {
  broker?: number;
  producer?: string;
  node?: 'controller';
}

/**
 * Ends a broker's machine: its connections fall silent, and the last records of its logs are gone. The restart
 * counts as unclean.
 */
export interface PowerOffArguments {
  broker: number;
  /** How many records at the end of each of its logs are gone; -1: all. */
  lose: number | 'all';
}

/** Ends a broker cleanly: a controlled shutdown, then a clean end of its process. */
export interface StopArguments {
  broker: number;
}

/**
 * Has a broker, a producer or the controller come back. A broker's registration begins at once, and is refused, as
 * in Kafka, while the session of its former life lasts. A producer that was killed, or is closed, starts as a new
 * process: with an empty buffer, knowing the bootstrap addresses alone, and with a producer id of its own. The
 * controller is active at once, and the sessions of all brokers that are not fenced begin anew.
 */
export interface StartArguments {
  broker?: number;
  producer?: string;
  node?: 'controller';
}

/**
 * Suspends the process of a broker or of the controller, as SIGSTOP does: no fetch, no heartbeat, no answer. Its
 * connections stay open, and its deadlines pass.
 */
export interface FreezeArguments {
  broker?: number;
  node?: 'controller';
}

/**
 * Lets a frozen process go on: first the timers that are overdue, then what waited in its sockets, in order of
 * arrival.
 */
export interface ThawArguments {
  broker?: number;
  node?: 'controller';
}

/** What steps can do, with their arguments. */
export interface Verbs {
  'send': SendArguments;
  'flush': FlushArguments;
  'close': CloseArguments;
  'produce': ProduceArguments;
  'link': LinkArguments;
  'set': SetArguments;
  'isr': SetISRArguments;
  'reassign': ReassignArguments;
  'elect': ElectArguments;
  'delete-records': DeleteRecordsArguments;
  'fetch-delay': FetchDelayArguments;
  'fetch-rate': FetchRateArguments;
  'fetch-pause': FetchPauseArguments;
  'fetch-resume': FetchResumeArguments;
  'kill': KillArguments;
  'power-off': PowerOffArguments;
  'stop': StopArguments;
  'start': StartArguments;
  'freeze': FreezeArguments;
  'thaw': ThawArguments;
}

export type Verb = keyof Verbs;

/** One step of a script: one verb and, where it stands in a script, when. */
export type Step = { at?: number } & Partial<Verbs>;

/** What a produce request has for one partition. */
export interface SentPartition {
  topic: string;
  partition: number;
  /** In a line their number. */
  records: number;
  /** Absent: the producer is not idempotent. */
  producerId?: number;
  producerEpoch?: number;
  /** Of the first record. */
  sequence?: number;
}

/**
 * The memory of a producer that the batches of a partition hold: those in the queue, those under way, and those
 * whose records have ended while their request has not.
 */
export interface HeldMemory {
  topic: string;
  partition: number;
  /** How many. */
  batches: number;
  bytes: number;
}

/** What a parked request waits for in one partition. */
export interface ParkedPartition {
  topic: string;
  partition: number;
  /** The high watermark that its records need. */
  requiredOffset: number;
}

/** The answer for one partition. */
export interface AnsweredPartition {
  topic: string;
  partition: number;
  error: string;
  /** -1: nothing was written. */
  baseOffset: number;
}

/** What a fetch asks of one partition. */
export interface FetchedPartition {
  topic: string;
  partition: number;
  /** The follower has everything before it. */
  fetchOffset: number;
  error?: string;
}

/**
 * What there is to see at one place of a run: after event N-1, at time T. The page derives nothing of Kafka's:
 * which replicas hold the high watermark back, whether it is locked, where every request is, is all here. Times are
 * milliseconds of virtual time, offsets are Kafka's (a log end offset is the offset of the next record), broker ids
 * are 1..N.
 */
export interface State {
  /** Now. */
  t: number;
  /** Events before this place; the last one is N-1. */
  n: number;
  /** The moment that this place is in or right behind; -1: none has begun. */
  moment: number;
  /** In the order of the script. */
  partitions: PartitionState[];
  /** Produce requests under way. */
  waiting: number;
  /** Those of them that wait in a purgatory. */
  parked: number;
  /** Produce requests under way, the oldest and the newest, and those answered last. */
  requests: RequestState[];
  /** 1..N: process, purgatory and timing wheel of each. */
  brokers: BrokerState[];
  /** What has become of the controller's process: it runs, is frozen, or down. */
  controller: ProcessPhase;
  producers: ProducerState[];
  consumers: ConsumerState[];
  /** Directions that a step has changed. */
  links: LinkState[];
}

/** One partition: the controller's metadata, the leader's view, and every replica's log. */
export interface PartitionState {
  topic: string;
  partition: number;
  /** -1: none. */
  leader: number;
  leaderEpoch: number;
  /** As the controller has it. */
  partitionEpoch: number;
  /** Committed, as the leader has it. */
  isr: number[];
  /** With a change under way: what replication decisions go by. */
  maximalIsr: number[];
  /** A change of the ISR that the controller has not answered. */
  pending: ISRChange;
  elr: number[];
  /** The last known leader of a leaderless partition: none or one. */
  lastKnownElr: number[];
  /** Its leader was elected uncleanly, and has not changed the ISR since. */
  recovering: boolean;
  /** Unclean.leader.election.enable, as it applies to its topic. */
  uncleanAllowed: boolean;
  /** Min.insync.replicas as configured, by the leader's view. */
  minIsr: number;
  /** Min.insync.replicas as the controller has it: the leader hears of it later. */
  askedMinIsr: number;
  /** Capped by the number of replicas. */
  effectiveMinIsr: number;
  /** Under the minimum: the high watermark does not move. */
  locked: boolean;
  /** The leader's; while none acts, what the last one had come to. */
  highWatermark: number;
  /**
   * The replicas whose log ends, as the leader knows them, set the high watermark; empty when it is at the leader's
   * own end.
   */
  heldBackBy: number[];
  /** Requests parked at the leader for which it is not decided. */
  waiting: number;
  /** Where the window of cells begins. */
  firstOffset: number;
  /** The longest log end of any replica. */
  endOffset: number;
  /** In assignment order. */
  replicas: ReplicaState[];
  /** Acknowledged, not deleted, and not in the leader's log; without a leader, in none. */
  ghosts: Ghost[];
}

/** A record that was acknowledged to its producer, and that is gone. */
export interface Ghost {
  /** Its offset in the log. */
  offset: number;
  value: string;
  request: number;
  /** What its producer had asked for. */
  acks: string;
}

/**
 * One replica of a partition. What its broker believes, Leads and the Known fields, may be wrong if it has not
 * heard of an election, or is cut off.
 */
export interface ReplicaState {
  broker: number;
  /** By the controller's metadata. */
  leader: boolean;
  /** In the committed ISR. */
  inSync: boolean;
  /** By a reassignment, which waits for it to be in sync. */
  adding?: true;
  /** By a reassignment, when it is done. */
  removing?: true;
  /** May join the ISR: not held out, not fenced, not shutting down. */
  eligible: boolean;
  /** Taken out by the step isr: does not fetch until it is put back. */
  heldOut: boolean;
  /** Its broker has a process. */
  alive: boolean;
  /** Its broker considers itself the leader. */
  leads: boolean;
  /** The broker that its own considers the leader; -1: none, or unknown. */
  knownLeader: number;
  /** In which leader epoch. */
  knownEpoch: number;
  /** Records below it are deleted. */
  logStartOffset: number;
  /** The offset of the next record. */
  logEndOffset: number;
  /** As this replica knows it. */
  highWatermark: number;
  /** The log end as the leader knows it: a follower's last fetch offset; -1: it does not know. */
  knownEnd: number;
  cells: Cell[];
  /** A follower's fetch loop for this partition. */
  fetch: FetchState;
}

/**
 * One record in a log. A replica's cells are its records from the partition's first offset on, as many as were
 * asked for, in order.
 */
export interface Cell {
  offset: number;
  value: string;
  /** The leader epoch in which it was written. */
  epoch: number;
  /** The produce request that brought it; 0 when it was there at the start. */
  request: number;
  /** What its client was answered: "" nothing (yet), "NONE", or an error's name. */
  told: string;
}

/** The state of a follower's fetch loop. */
export interface FetchState {
  phase: FetchPhase;
  /** When this phase began. */
  since: number;
  /** When it ends if nothing intervenes; in "paused" and "idle" the same as Since. */
  until: number;
  /** The fetch offset asked for. */
  offset: number;
  /** How many records the answer brings that is on its way; -1: none is. */
  records: number;
  /** What fetch-delay adds to its requests' journey. */
  delayMs: number;
  /** Fetch-pause is in force. */
  paused: boolean;
}

/** One produce request. */
export interface RequestState {
  request: number;
  /** Absent: a raw request. */
  producer?: string;
  acks: string;
  /** Where it goes. */
  broker: number;
  phase: RequestPhase;
  /** When this phase began. */
  since: number;
  /** Travelling, appending, returning: when that ends; parked: the deadline; else Since. */
  until: number;
  timeoutMs: number;
  /** Instead of an answer. */
  connectionClosed?: true;
  partitions: RequestPartition[];
}

/** What a request wants of one partition, and its outcome. */
export interface RequestPartition {
  topic: string;
  partition: number;
  values: string[];
  state: PartState;
  /** "" until it is decided, then Kafka's name, "NONE" among them. */
  error: string;
  /** -1: nothing appended. */
  baseOffset: number;
  /** The high watermark that covers its records, waited for or not; 0: nothing appended. */
  requiredOffset: number;
  /** The replicas that hold it back now; empty when none does, or under the minimum. */
  waitsFor: number[];
}

/** One broker's process and registration, its produce purgatory and its timing wheel. */
export interface BrokerState {
  broker: number;
  process: ProcessPhase;
  /** The controller does not count on it: its session is over, or it has not been unfenced yet. */
  fenced: boolean;
  /**
   * When its session ends if the controller does not hear from it again, ms; -1: it has none, or no controller
   * runs.
   */
  sessionEndsMs: number;
  /** Operations on the timer (NumDelayedOperations). */
  delayed: number;
  /** What is watched, by partition. */
  keys: WatchKey[];
  /** Finest first; levels that Kafka has not needed yet are absent. */
  wheel: WheelLevel[];
}

/** One key of the purgatory and how many requests watch it. */
export interface WatchKey {
  topic: string;
  partition: number;
  /** Entries of requests that wait. */
  parked: number;
  /** Entries of requests that are complete, and left in the list until a check or a purge sweeps it out. */
  done: number;
}

/** One wheel of the hierarchy. */
export interface WheelLevel {
  /** What one bucket spans. */
  tickMs: number;
  /** How many buckets there are, the empty ones included. */
  size: number;
  /** This wheel's clock: it moves only when a due bucket is polled. */
  currentMs: number;
  /** Tasks on it. */
  count: number;
  /** Those that hold tasks. */
  buckets: WheelBucket[];
}

/** One bucket of a wheel. */
export interface WheelBucket {
  /** Its number on the wheel. */
  bucket: number;
  /** Its tasks cascade or fire then. */
  dueMs: number;
  /** Its tasks. */
  count: number;
  /** The first of them. */
  tasks: WheelTask[];
}

/** The deadline of one request. */
export interface WheelTask {
  request: number;
  /** When it is due itself, ms. */
  expiration: number;
}

/** One producer of the script. */
export interface ProducerState {
  id: string;
  acks: string;
  /** Requests without an answer. */
  inFlight: number;
  /** Batches that wait to be sent. */
  queued: number;
  /** Records. */
  acknowledged: number;
  /** Records. */
  failed: number;
  /** Records that its application has handed over again. */
  resent?: number;
  /** Its process was killed, and no new one has been started. */
  dead?: true;
}

/** One consumer of the script, and its positions. */
export interface ConsumerState {
  id: string;
  positions: ConsumerPosition[];
}

/** The offset that a consumer reads next in a partition. */
export interface ConsumerPosition {
  topic: string;
  partition: number;
  offset: number;
  /** It reads no further: its application was told that the leader has not that offset. */
  ended?: true;
}

/** One direction between two nodes. Its ends are a broker's number, "controller", or a client's id. */
export interface LinkState {
  from: string;
  to: string;
  latencyMs: number;
  up: boolean;
}

/** The result's last line: the outcome of every record, request and partition. */
export interface Summary {
  /** "summary". */
  kind: string;
  t: number;
  /** Events before it. */
  events: number;
  /** The 64-bit FNV-1a of their lines, in hexadecimal: native and WASM must agree. */
  hash: string;
  /** Absent: the run has come to no limit. */
  ended?: EndedSummary;
  warnings: WarningSummary[];
  records: RecordSummary[];
  requests: RequestSummary[];
  partitions: PartitionSummary[];
  purgatory: PurgatorySummary;
}

/** The limit at which a run has ended before its time was over. */
export interface EndedSummary {
  limit: Limit;
  /** So much there may be. */
  most: number;
}

/** A warning about the script's configuration, which is valid all the same. */
export interface WarningSummary {
  /** Where the script says so, such as producers[0].config.acks; steps are numbered as in events. */
  path: string;
  message: string;
}

/** What became of one record of a producer. A milestone that was not reached is absent. */
export interface RecordSummary {
  /** From 1; absent in a summary, whose records are in this order. */
  number?: number;
  producer: string;
  value: string;
  /** How often its application had handed it over before. */
  resend?: number;
  /** Absent: none was chosen. */
  topic?: string;
  partition?: number;
  outcome: Outcome;
  /** What the application was told; "NONE" until it is told of a failure. */
  error: string;
  /** As acknowledged. */
  offset?: number;
  attempts: number;
  /** What each attempt that failed was told, of the first 1000. */
  errors: string[];
  enqueued?: number;
  /** First. */
  sent?: number;
  /** Last. */
  appended?: number;
  committed?: number;
  acknowledged?: number;
  /** To a consumer. */
  visible?: number;
  failed?: number;
  /** By its application, which has not waited for longer. */
  givenUp?: number;
  /** The brokers, dead ones too, whose log has it. */
  copies: number[];
  /**
   * Where the leader's log has it (without a leader, any): two are a retry's duplicate; the application's are
   * records of their own, with the same value.
   */
  offsets: number[];
  /** It was acknowledged and not deleted, and the leader (without one, any) has it not. */
  lost: boolean;
  /** On request, or by retention. */
  deleted?: true;
  /** Of an acknowledged record: how long it waited in its batch. */
  batching?: number;
  /** And how long the network and the brokers took. */
  network?: number;
  /** Absent while no leader of its partition has died. */
  crash?: CrashSummary;
}

/**
 * The state of a record when the leader of its partition died, and whether it survived that: what acks was worth.
 */
export interface CrashSummary {
  t: number;
  /** The leader that died. */
  broker: number;
  /** The application had been told of success. */
  acknowledged: boolean;
  /** Whose logs had it. */
  copies: number[];
  /** The producer still held it, to send it again. */
  held: boolean;
  attempts: number;
  /** The next leader has it; absent until there is a leader again. */
  survived?: boolean;
}

/** What became of one produce request. */
export interface RequestSummary {
  request: number;
  acks: string;
  /** No producer's. */
  raw?: true;
  /** Absent: a raw request. */
  producer?: string;
  /** It waited in a purgatory. */
  parked: boolean;
  /** Absent until it is decided. */
  completedBy?: By;
  /** The event that decided it. */
  event?: number;
  partitions: PartSummary[];
  received?: number;
  /** Or its connection was closed. */
  answered?: number;
  connectionClosed?: true;
}

/**
 * What the client was told of one partition: nothing while there is no answer, or none but a closed connection,
 * whichever of the two has closed it.
 */
export interface PartSummary {
  topic: string;
  partition: number;
  /** "": it was told nothing. */
  error: string;
  /** -1: it was told nothing, or nothing was appended. */
  baseOffset: number;
  /** The high watermark that covers its records; 0: nothing appended. */
  requiredOffset: number;
}

/** A partition at the end. */
export interface PartitionSummary {
  topic: string;
  partition: number;
  /** -1: none. */
  leader: number;
  leaderEpoch: number;
  partitionEpoch: number;
  isr: number[];
  elr: number[];
  /** Of a reassignment under way. */
  adding?: number[];
  removing?: number[];
  /** The leader's. */
  highWatermark?: number;
  replicas: ReplicaSummary[];
}

/** A replica at the end, with the value and the leader epoch of each record in its log. */
export interface ReplicaSummary {
  broker: number;
  alive: boolean;
  logStartOffset?: number;
  logEndOffset: number;
  highWatermark: number;
  values: string[];
  epochs: number[];
}

/** The produce purgatories of all brokers together. */
export interface PurgatorySummary {
  /** Operations on the timers. */
  delayed: number;
  /** Entries of watchers. */
  watched: number;
  /** Partitions of requests that ran out of time. */
  expired: number;
}

/** What differs between two runs, A and B, at their places, the earliest difference first. */
export interface Comparison {
  /** By the instant at which they began to differ. */
  records: RecordDifference[];
  /** By the instant since when they differ without a break. */
  partitions: PartitionDifference[];
  /** Differences that are not listed: the list is full. */
  left: number;
}

/** A record that fared differently. */
export interface RecordDifference {
  /** When the first milestone was reached that the other run reached later, or never. */
  t: number;
  /** Absent: of a raw request. */
  producer?: string;
  value: string;
  topic: string;
  /** -1: none was chosen. */
  partition: number;
  a: Fate;
  b: Fate;
}

/** What became of a record in one run. A milestone that was not reached is absent. */
export interface Fate {
  outcome: Outcome;
  /** What the client was told; "NONE" until it is told of a failure. */
  error: string;
  /** When the client was told, of success or failure. */
  told?: number;
  /** Of a producer's record. */
  committed?: number;
  /** To a consumer; of a producer's record. */
  visible?: number;
  /** How often it is in the leader's log, or, without a leader, in any. */
  copies: number;
  /** It was acknowledged and not deleted, and there is no copy. */
  lost: boolean;
}

/** A partition's property that is not the same. */
export interface PartitionDifference {
  t: number;
  topic: string;
  partition: number;
  what: Property;
  /** A leader of -1: none. */
  numbers?: Pair;
  brokers?: Sets;
}

/** A number in each run. */
export interface Pair {
  a: number;
  b: number;
}

/** A set of brokers in each run. */
export interface Sets {
  a: number[];
  b: number[];
}

/** What a raw produce request has for one partition. */
export interface ProducePartition {
  topic: string;
  partition: number;
  /** How many there are, or their values; those given by number are named r<request>-<n>. */
  records: number | string[];
  /** Of an idempotent batch; absent: it is none. */
  producerId?: number;
  producerEpoch?: number;
  /** Of the first record. */
  sequence?: number;
}

/** How an application learns of a failure. */
export type Told =
  /** By the callback, on the client's own thread. */
  | 'callback'
  /** By the callback, inside the call. */
  | 'caller'
  /** By an exception of the call. */
  | 'thrown'
  ;

/** The state of a producer's process. */
export type ClientState =
  /** It has died at once; its connections close. */
  | 'killed'
  /** A new one has come up. */
  | 'started'
  ;

/** What a call of an application waits for. */
export type Wait =
  /** The call before it, for an application has one thread a producer. */
  | 'call'
  /** The topic, or the partition, must be known (KafkaProducer.waitOnMetadata). */
  | 'metadata'
  /** There must be memory for a batch (BufferPool.allocate). */
  | 'memory'
  /** A flush returns when all batches there were have ended (RecordAccumulator.awaitFlushCompletion). */
  | 'batches'
  /** A close returns when the sender has ended (KafkaProducer.close). */
  | 'end'
  ;

/** The state of a broker's process, or of the controller's. */
export type ProcessState =
  /** It has come up and asks to be registered. */
  | 'started'
  /** It knows the metadata and accepts requests. */
  | 'running'
  /** It has ended cleanly. */
  | 'stopped'
  /** It has died at once; its connections close. */
  | 'killed'
  /** Its machine has died, with the last records of its logs; its connections fall silent. */
  | 'powered-off'
  /** It is suspended, and its connections stay open. */
  | 'frozen'
  /** It goes on. */
  | 'thawed'
  ;

/** How a partition got its leader. */
export type Election =
  /** From the ISR. */
  | 'clean'
  /** From the eligible leader replicas. */
  | 'eligible'
  /** The last known leader, with an empty ISR and ELR; records may be lost. */
  | 'last-known'
  /** Any live replica; records may be lost. */
  | 'unclean'
  /** No replica may lead. */
  | 'none'
  ;

/** Why a log start offset has moved. */
export type StartReason =
  /** An administrator asked for it (DeleteRecords). */
  | 'delete-records'
  /** All records of the log's segment are older than retention.ms. */
  | 'retention'
  /** A follower adopts its leader's. */
  | 'leader'
  /** A process that died had not yet written it to disk; records that were deleted are there again. */
  | 'restored'
  ;

/**
 * Which of a broker's checks refused what a produce request has for a partition. They are in the order in which a
 * broker makes them.
 */
export type ProduceCheck =
  /** None refused. */
  | ''
  /** Acks must be -1, 0 or 1 (ReplicaManager.isValidRequiredAcks). */
  | 'acks'
  /**
   * The broker must lead the partition (ReplicaManager.getPartitionOrException, Partition.appendRecordsToLeader).
   */
  | 'leader'
  /** With acks=all the ISR must not be under the minimum (Partition.appendRecordsToLeader). */
  | 'min-isr'
  /** A batch must not be too large (UnifiedLog.analyzeAndValidateRecords). */
  | 'message-size'
  /** In a compacted topic every record must have a key (LogValidator.validateKey). */
  | 'record-key'
  /** The producer's epoch must not be older than the one known (ProducerAppendInfo.checkProducerEpoch). */
  | 'producer-epoch'
  /** A batch must follow the producer's last one (ProducerAppendInfo.checkSequence). */
  | 'sequence'
  ;

/** What decided a request. */
export type By =
  /** Nothing has yet. */
  | ''
  /** At once, with the append or the refusal; the request was never parked. */
  | 'append'
  /** A check found every partition covered by its high watermark. */
  | 'high-watermark'
  /** The deadline came first. */
  | 'timeout'
  /** The last pending partition is led elsewhere now. */
  | 'leader-change'
  ;

/** What a timer did with a request's deadline. */
export type Action =
  /** Put on the wheels, with the parking. */
  | 'armed'
  /** Its bucket was due, and it went on to a finer wheel. */
  | 'cascaded'
  /** Taken off, because the request was complete. */
  | 'cancelled'
  /** Its timeout has passed. */
  | 'fired'
  ;

/** Why a leader answers a fetch. */
export type FetchReason =
  /** There was data, or an error, when the fetch arrived. */
  | 'at-once'
  /** The fetch waited, and an append completed it. */
  | 'new-data'
  /** Replica.fetch.wait.max.ms passed without data. */
  | 'wait-over'
  /** The broker no longer leads, or leads in another epoch. */
  | 'no-longer'
  ;

/** How far a change of the ISR has come. */
export type ISRState =
  /** The leader has asked the controller. */
  | 'proposed'
  /** The leader has the controller's answer, or newer metadata. */
  | 'committed'
  /** The controller refused. */
  | 'rejected'
  ;

/** Why records are gone from a log. */
export type TruncateReason =
  /** A follower's last records are not in its leader's log. */
  | 'diverging-epoch'
  /** A follower's log is longer than its leader's. */
  | 'out-of-range'
  /** The machine died before the disk had them. */
  | 'power-off'
  ;

/** What the process of a broker, or of the controller, is doing. */
export type ProcessPhase =
  /** It asks to be registered, or learns the metadata. */
  | 'starting'
  | 'running'
  | 'stopping'
  | 'frozen'
  | 'down'
  /** The machine has no power. */
  | 'off'
  ;

/** A change of the ISR that is under way. */
export type ISRChange =
  | ''
  | 'expand'
  | 'shrink'
  ;

/** The phase of a follower's fetch loop. */
export type FetchPhase =
  /** The replica leads, or is held out. */
  | 'none'
  | 'idle'
  | 'travelling'
  /** At the leader. */
  | 'waiting'
  | 'returning'
  | 'appending'
  | 'paused'
  ;

/** Where a produce request is. */
export type RequestPhase =
  | 'travelling'
  /** Behind another on its connection. */
  | 'queued'
  | 'appending'
  | 'parked'
  | 'returning'
  | 'answered'
  | 'unsent'
  /** Its broker's machine died, or a cut link swallowed it: there will be no answer. */
  | 'lost'
  ;

/** The state of a request in one partition. */
export type PartState =
  | 'sent'
  | 'waiting'
  | 'done'
  | 'refused'
  | 'timed-out'
  ;

/** A limit that a simulation has reached. Nothing happens in it after that. */
export type Limit =
  /** None. */
  | ''
  /** Counts what is reported; Bound sets the limit. */
  | 'events'
  /** Counts messages that arrive, timers that fire and steps, reported or not (script.MaxHappenings). */
  | 'happenings'
  /**
   * Counts messages and timers still pending: scheduled, in the sockets of a frozen process, or lost in a link that
   * is cut (script.MaxWaiting).
   */
  | 'waiting'
  /**
   * Counts records, once for every request that carries them and once for every log that takes them, and one with a
   * long value for several (script.MaxWritten).
   */
  | 'written'
  ;

/** What the application has been told of a record. */
export type Outcome =
  /** Nothing yet. */
  | 'pending'
  /** Success. */
  | 'acknowledged'
  /** An error. */
  | 'failed'
  /** Nothing for good: its producer's process died before any request carried the record. */
  | 'never-sent'
  /**
   * Nothing for good: the process died before it was told what became of the request, or was to be sent again; the
   * record may be in the log.
   */
  | 'never-told'
  ;

/** What a client has been told of a record. */
export type Outcome =
  /** Nobody has sent it. */
  | 'absent'
  | 'pending'
  | 'acknowledged'
  | 'failed'
  /** Its producer's process died before. */
  | 'never-sent'
  /** The process died after it was sent. */
  | 'never-told'
  ;

/** What is compared of a partition. */
export type Property =
  | 'leader'
  | 'isr'
  | 'elr'
  | 'high-watermark'
  ;

/** Kind is what a moment is about: the weightiest of its events says it. */
export type MomentKind =
  /** A step of the script, of which nothing else comes at once. */
  | 'deed'
  /** A dynamic configuration changes, in the controller's metadata or, a little later, at a broker. */
  | 'configured'
  /** A consumer reads on. */
  | 'seen'
  /** A produce request leaves its client. */
  | 'sent'
  /** A request waits at its broker, unread, behind another or because the process is frozen. */
  | 'queued'
  /** A leader sends records to a follower. */
  | 'handed'
  /** Followers write what they fetched, or their fetches say so to the leader. */
  | 'copied'
  /** An application or its client hears the outcome, or tries again. */
  | 'told'
  /** A leader appends. */
  | 'written'
  /** A broker's process starts, ends, freezes or thaws; the controller registers or unfences it. */
  | 'lived'
  /** The in-sync replicas change, or a leader asks for that. */
  | 'in-sync'
  /** A partition gets other replicas, or a broker makes or deletes a log for that. */
  | 'reassigned'
  /** Requests are decided without a change of a high watermark. */
  | 'answered'
  /** A leader's high watermark rises. */
  | 'committed'
  /** Requests run out of time in the purgatory. */
  | 'timed-out'
  /** A leader refuses to append. */
  | 'refused'
  /** The controller no longer counts on a broker. */
  | 'fenced'
  /** Records are deleted from the beginning of a log. */
  | 'deleted'
  /** Records are gone from the end of a log, or all of it is. */
  | 'truncated'
  /** The controller chooses a leader, or a broker becomes one. */
  | 'elected'
  /** A partition has no leader, and no replica may lead. */
  | 'leaderless'
  ;

// Made by core/cmd/contract. Do not edit.

// What may stand in a script: its configuration keys, and what its steps can do.

/** A configuration key: whose it is, its default (absent: none, or the cluster's), what it may be, and what it means, in English.
 * @typedef {{scope: 'broker' | 'topic' | 'producer' | 'consumer' | 'quota', key: string, type: 'number' | 'boolean' | 'choice', absent?: string,
 *   min?: number, max?: number, choices?: string[], unit?: string, dynamic?: true, meaning: string}} Config
 */

/** A member of a step's arguments: its type as TypeScript has it, or "ms".
 * @typedef {{name: string, type: string, optional?: true, meaning: string}} Member
 */

/** What a step can do. @typedef {{verb: string, meaning: string, members: Member[]}} Verb */

/** @type {Config[]} */
export const configs = [
  { scope: "broker", key: "replica.lag.time.max.ms", type: "number", min: 100, max: 2147483647, absent: "30000", unit: "ms", meaning: "A follower that has not caught up for longer leaves the ISR; checked every half of it." },
  { scope: "broker", key: "replica.fetch.wait.max.ms", type: "number", min: 0, max: 2147483647, absent: "500", unit: "ms", meaning: "How long a follower's fetch waits at the leader for records; at most replica.lag.time.max.ms and replica.socket.timeout.ms." },
  { scope: "broker", key: "min.insync.replicas", type: "number", min: 1, max: 2147483647, absent: "1", dynamic: true, meaning: "With fewer in-sync replicas acks=all is refused and the high watermark does not move; the default for topics." },
  { scope: "broker", key: "producer.purgatory.purge.interval.requests", type: "number", min: 0, max: 2147483647, absent: "1000", meaning: "How many completed produce requests may stay in the watcher lists before a purge." },
  { scope: "broker", key: "fetch.purgatory.purge.interval.requests", type: "number", min: 0, max: 2147483647, absent: "1000", meaning: "The same for fetch requests." },
  { scope: "broker", key: "replica.fetch.max.bytes", type: "number", min: 0, max: 2147483647, absent: "1048576", unit: "bytes", meaning: "How much of a partition a follower fetches at once; always at least one batch." },
  { scope: "broker", key: "replica.fetch.response.max.bytes", type: "number", min: 0, max: 2147483647, absent: "10485760", unit: "bytes", meaning: "How much a follower fetches at once in all; always at least one batch." },
  { scope: "broker", key: "message.max.bytes", type: "number", min: 0, max: 2147483647, absent: "1048588", unit: "bytes", dynamic: true, meaning: "A larger batch is refused with MESSAGE_TOO_LARGE; the default for topics." },
  { scope: "broker", key: "broker.session.timeout.ms", type: "number", min: 1, max: 2147483647, absent: "9000", unit: "ms", meaning: "A broker silent for longer is fenced; checked every eighth of it." },
  { scope: "broker", key: "broker.heartbeat.interval.ms", type: "number", min: 1, max: 2147483647, absent: "2000", unit: "ms", meaning: "How often a broker sends a heartbeat to the controller." },
  { scope: "broker", key: "unclean.leader.election.enable", type: "boolean", absent: "false", dynamic: true, meaning: "When no in-sync or eligible replica is alive, any live replica may lead, and committed records may be lost; the default for topics." },
  { scope: "broker", key: "unclean.leader.election.interval.ms", type: "number", min: 1, max: 2147483647, absent: "300000", unit: "ms", meaning: "How often the controller looks for partitions without a leader that may have an unclean election." },
  { scope: "broker", key: "auto.leader.rebalance.enable", type: "boolean", absent: "true", meaning: "The controller gives leadership back to the first replica of the assignment when that is in sync." },
  { scope: "broker", key: "leader.imbalance.check.interval.seconds", type: "number", min: 1, max: 2147483647, absent: "300", unit: "s", meaning: "How often the controller looks for leadership to give back." },
  { scope: "broker", key: "replica.fetch.backoff.ms", type: "number", min: 0, max: 2147483647, absent: "1000", unit: "ms", meaning: "How long a follower leaves a partition, or a broker, alone after a fetch that failed." },
  { scope: "broker", key: "replica.socket.timeout.ms", type: "number", min: 0, max: 2147483647, absent: "30000", unit: "ms", meaning: "How long a follower waits for an answer to its fetch; at least replica.fetch.wait.max.ms." },
  { scope: "broker", key: "replica.high.watermark.checkpoint.interval.ms", type: "number", min: 1, max: 2147483647, absent: "5000", unit: "ms", meaning: "How often a broker saves its high watermarks; after a crash it starts from the last it saved." },
  { scope: "broker", key: "connections.max.idle.ms", type: "number", min: -1, max: 2147483647, absent: "600000", unit: "ms", meaning: "A connection of a client that nothing travels on for longer is closed; -1: none is." },
  { scope: "broker", key: "controlled.shutdown.enable", type: "boolean", absent: "true", meaning: "A broker that is stopped moves its leaderships away first." },
  { scope: "broker", key: "producer.id.expiration.ms", type: "number", min: 1, max: 2147483647, absent: "86400000", unit: "ms", dynamic: true, meaning: "A log forgets an idempotent producer whose last batch is this old: its retries are then appended as new." },
  { scope: "broker", key: "producer.id.expiration.check.interval.ms", type: "number", min: 1, max: 2147483647, absent: "600000", unit: "ms", meaning: "How often a log looks for expired producers; Kafka does not document this key." },
  { scope: "broker", key: "log.retention.ms", type: "number", min: -1, max: 9007199254740991, absent: "604800000", unit: "ms", dynamic: true, meaning: "A log deletes its records when the newest is older; -1: never; the default for topics." },
  { scope: "broker", key: "log.retention.check.interval.ms", type: "number", min: 1, max: 2147483647, absent: "300000", unit: "ms", meaning: "How often a broker looks for them, for the first time half a minute after its start." },
  { scope: "broker", key: "quota.window.num", type: "number", min: 1, max: 1000, absent: "11", meaning: "How many samples a client's rate is measured over." },
  { scope: "broker", key: "quota.window.size.seconds", type: "number", min: 1, max: 2147483647, absent: "1", unit: "s", meaning: "The length of each sample." },
  { scope: "topic", key: "min.insync.replicas", type: "number", min: 1, max: 2147483647, dynamic: true, meaning: "The same, for this topic; capped at the number of its replicas." },
  { scope: "topic", key: "unclean.leader.election.enable", type: "boolean", dynamic: true, meaning: "The same, for this topic." },
  { scope: "topic", key: "max.message.bytes", type: "number", min: 0, max: 2147483647, unit: "bytes", dynamic: true, meaning: "A larger batch is refused with MESSAGE_TOO_LARGE; a producer splits it." },
  { scope: "topic", key: "retention.ms", type: "number", min: -1, max: 9007199254740991, unit: "ms", dynamic: true, meaning: "The same, for this topic." },
  { scope: "topic", key: "cleanup.policy", type: "choice", choices: ["delete", "compact", "compact,delete"], absent: "delete", dynamic: true, meaning: "With compact, a batch that has records without a key is refused with INVALID_RECORD, and without delete records do not expire; nothing is ever compacted here." },
  { scope: "producer", key: "acks", type: "choice", choices: ["all", "1", "0"], absent: "all", meaning: "What an answer waits for: all in-sync copies (\"all\"), the leader's (\"1\"); with \"0\" there is no answer." },
  { scope: "producer", key: "enable.idempotence", type: "boolean", absent: "true", meaning: "Batches are numbered, so that a broker drops duplicates; unless set, acks other than all or retries of 0 turn it off." },
  { scope: "producer", key: "retries", type: "number", min: 0, max: 2147483647, absent: "2147483647", meaning: "How often a batch is sent again; delivery.timeout.ms may end it first." },
  { scope: "producer", key: "max.in.flight.requests.per.connection", type: "number", min: 1, max: 2147483647, absent: "5", meaning: "Unanswered requests to one broker; more than 5 only without idempotence." },
  { scope: "producer", key: "batch.size", type: "number", min: 0, max: 2147483647, absent: "16384", unit: "bytes", meaning: "A batch grows no larger; a larger record has a batch of its own." },
  { scope: "producer", key: "linger.ms", type: "number", min: 0, max: 2147483647, absent: "5", unit: "ms", meaning: "How long a batch waits for more records." },
  { scope: "producer", key: "buffer.memory", type: "number", min: 0, max: 2147483647, absent: "33554432", unit: "bytes", meaning: "Memory for unfinished batches; a send waits when there is none." },
  { scope: "producer", key: "max.block.ms", type: "number", min: 0, max: 2147483647, absent: "60000", unit: "ms", meaning: "How long a send may wait for metadata and memory." },
  { scope: "producer", key: "max.request.size", type: "number", min: 0, max: 2147483647, absent: "1048576", unit: "bytes", meaning: "A request grows no larger, and a larger record is refused." },
  { scope: "producer", key: "request.timeout.ms", type: "number", min: 0, max: 2147483647, absent: "30000", unit: "ms", meaning: "How long an answer may take, and, as the request carries it, how long the broker may wait for the other copies." },
  { scope: "producer", key: "delivery.timeout.ms", type: "number", min: 0, max: 2147483647, absent: "120000", unit: "ms", meaning: "How long a record may take from the creation of its batch, retries included; at least linger.ms + request.timeout.ms." },
  { scope: "producer", key: "retry.backoff.ms", type: "number", min: 1, max: 2147483647, absent: "100", unit: "ms", meaning: "The wait before a retry, and before metadata is requested again; it doubles each time." },
  { scope: "producer", key: "retry.backoff.max.ms", type: "number", min: 1, max: 2147483647, absent: "1000", unit: "ms", meaning: "The upper bound of retry.backoff.ms." },
  { scope: "producer", key: "reconnect.backoff.ms", type: "number", min: 1, max: 2147483647, absent: "50", unit: "ms", meaning: "The wait before a connection is retried; it doubles each time." },
  { scope: "producer", key: "reconnect.backoff.max.ms", type: "number", min: 1, max: 2147483647, absent: "1000", unit: "ms", meaning: "The upper bound of reconnect.backoff.ms; if only that is set, the wait does not grow." },
  { scope: "producer", key: "socket.connection.setup.timeout.ms", type: "number", min: 1, max: 2147483647, absent: "10000", unit: "ms", meaning: "How long connecting may take; it doubles each time." },
  { scope: "producer", key: "socket.connection.setup.timeout.max.ms", type: "number", min: 1, max: 2147483647, absent: "30000", unit: "ms", meaning: "The upper bound of socket.connection.setup.timeout.ms." },
  { scope: "producer", key: "metadata.max.age.ms", type: "number", min: 1, max: 2147483647, absent: "300000", unit: "ms", meaning: "How old metadata may be before it is requested again." },
  { scope: "producer", key: "metadata.max.idle.ms", type: "number", min: 5000, max: 2147483647, absent: "300000", unit: "ms", meaning: "A topic that nothing is sent to for longer is forgotten; the next send to it waits for metadata." },
  { scope: "producer", key: "connections.max.idle.ms", type: "number", min: -1, max: 2147483647, absent: "540000", unit: "ms", meaning: "A connection that nothing travels on for longer is closed; -1: none is." },
  { scope: "producer", key: "partitioner.adaptive.partitioning.enable", type: "boolean", absent: "true", meaning: "Records without a key prefer partitions with shorter queues." },
  { scope: "producer", key: "partitioner.availability.timeout.ms", type: "number", min: 0, max: 2147483647, absent: "0", unit: "ms", meaning: "That choice skips a broker that has accepted nothing for longer; 0: it skips none." },
  { scope: "producer", key: "partitioner.ignore.keys", type: "boolean", absent: "false", meaning: "Keys do not choose the partition." },
  { scope: "consumer", key: "auto.offset.reset", type: "choice", choices: ["latest", "earliest", "none"], absent: "latest", meaning: "Where it goes on when its leader has not what it wants to read: at the high watermark (latest), at the log start offset (earliest), or nowhere (none): the application is told; it begins at offset 0, whatever this is." },
  { scope: "quota", key: "producer_byte_rate", type: "number", min: 1, max: 9007199254740991, unit: "bytes/s", dynamic: true, meaning: "How much it may send to each broker a second, averaged over quota.window.num samples; a producer that sends more is throttled until its average is below it again." },
];

/** @type {Verb[]} */
export const verbs = [
  {
    verb: "send",
    meaning: "Hands records to a producer client. With count there are several, whose values are value-1, value-2 …. A producer has one application thread: a send that blocks holds up that producer's later sends. The values that one producer sends are all different. With give-up.ms its application looks so long after each handing over: what it has not been told the success of by then it hands over again, resend times at most; waiting holds nothing up.",
    members: [
      { name: "producer", type: "string", meaning: "" },
      { name: "topic", type: "string", meaning: "" },
      { name: "partition", type: "number", optional: true, meaning: "Its number; absent: the client chooses." },
      { name: "key", type: "string", optional: true, meaning: "" },
      { name: "value", type: "string", meaning: "" },
      { name: "size", type: "number", optional: true, meaning: "Bytes; absent: the value's own." },
      { name: "count", type: "number", optional: true, meaning: "How many records; absent: one, of just this value." },
      { name: "every.ms", type: "ms", optional: true, meaning: "Between two of them." },
      { name: "give-up.ms", type: "ms", optional: true, meaning: "How long the application waits to be told of success; absent: as long as it takes." },
      { name: "resend", type: "number", optional: true, meaning: "How often it hands a record over again that it has given up; absent, with give-up.ms: once." },
    ],
  },
  {
    verb: "flush",
    meaning: "Has a producer send all that it has, and waits for it, on the same thread.",
    members: [
      { name: "producer", type: "string", meaning: "" },
    ],
  },
  {
    verb: "close",
    meaning: "Ends a producer, on the same thread.",
    members: [
      { name: "producer", type: "string", meaning: "" },
      { name: "timeout.ms", type: "ms", optional: true, meaning: "How long it may take; absent: as long as it takes." },
    ],
  },
  {
    verb: "produce",
    meaning: "Sends one raw produce request, without a client, on a connection of its own.",
    members: [
      { name: "acks", type: "string", optional: true, meaning: "Absent: \"all\"; any 16-bit number: the broker checks it." },
      { name: "timeout.ms", type: "ms", optional: true, meaning: "30000 where it is absent." },
      { name: "broker", type: "number", optional: true, meaning: "Where it goes; absent: to the leader of the first partition, as the controller knows it." },
      { name: "partitions", type: "ProducePartition[]", meaning: "Each once." },
    ],
  },
  {
    verb: "link",
    meaning: "Changes one direction between two nodes, of which not both are clients. Everything on it takes the latency; while it is down, what is sent is lost silently. When it is up again, a connection that lost something is reset: its two ends learn of it then, and go on by their own rules. With silent the connections die that a producer has to a broker now: nothing on them arrives, and nobody is told, until a timeout or, after 924.6 s, its own system says so to who has sent something; the next connection works.",
    members: [
      { name: "from", type: "number | string", meaning: "A broker, a producer's or a consumer's id, or \"controller\"." },
      { name: "to", type: "number | string", meaning: "" },
      { name: "latency.ms", type: "ms", optional: true, meaning: "Absent: unchanged." },
      { name: "up", type: "boolean", optional: true, meaning: "Absent: unchanged." },
      { name: "silent", type: "true", optional: true, meaning: "The connections there are die in silence, both ways." },
    ],
  },
  {
    verb: "set",
    meaning: "Changes dynamic configuration of one topic, of one broker, of one producer's quota, or of the whole cluster.",
    members: [
      { name: "topic", type: "string", optional: true, meaning: "" },
      { name: "broker", type: "number", optional: true, meaning: "" },
      { name: "producer", type: "string", optional: true, meaning: "" },
      { name: "config", type: "Record<string, string | number | boolean>", meaning: "The keys to change, with their new values." },
    ],
  },
  {
    verb: "isr",
    meaning: "Sets the ISR, for which Kafka has no counterpart: the controller commits this set at once, and the ELR follows by Kafka's rule. Members left out stop fetching, and the high watermark does not wait for them, until they are put back; then they fetch, and return by Kafka's own rule.",
    members: [
      { name: "topic", type: "string", meaning: "" },
      { name: "partition", type: "number", meaning: "" },
      { name: "members", type: "number[]", meaning: "The leader among them; a script cannot know beforehand which that is." },
    ],
  },
  {
    verb: "reassign",
    meaning: "Asks the controller to give a partition other replicas, as the admin tool does. Those that are added copy the log first; when they are in sync the others leave.",
    members: [
      { name: "topic", type: "string", meaning: "" },
      { name: "partition", type: "number", meaning: "" },
      { name: "replicas", type: "number[] | null", meaning: "The brokers it is to have, the preferred leader first; null cancels the reassignment that is under way." },
    ],
  },
  {
    verb: "elect",
    meaning: "Asks the controller for an election, as the admin tool does.",
    members: [
      { name: "topic", type: "string", meaning: "" },
      { name: "partition", type: "number", meaning: "" },
      { name: "type", type: "'PREFERRED' | 'UNCLEAN'", meaning: "" },
    ],
  },
  {
    verb: "delete-records",
    meaning: "Asks the leader of a partition to delete all records below an offset, as the admin tool does: from then on every log begins there. The request waits until every live replica has deleted them.",
    members: [
      { name: "topic", type: "string", meaning: "" },
      { name: "partition", type: "number", meaning: "" },
      { name: "offset", type: "number", meaning: "Of the first record that stays; -1: all that is committed goes." },
    ],
  },
  {
    verb: "fetch-delay",
    meaning: "Makes a follower's fetch requests travel so much longer.",
    members: [
      { name: "broker", type: "number", meaning: "" },
      { name: "ms", type: "ms", meaning: "0 heals." },
      { name: "topic", type: "string", optional: true, meaning: "Absent: of all partitions." },
      { name: "partition", type: "number", optional: true, meaning: "Absent: of all partitions." },
    ],
  },
  {
    verb: "fetch-rate",
    meaning: "Lets a follower copy no faster.",
    members: [
      { name: "broker", type: "number", meaning: "" },
      { name: "records-per-second", type: "number", meaning: "0 heals." },
    ],
  },
  {
    verb: "fetch-pause",
    meaning: "Stops the fetches of a follower while its heartbeats go on; an answer under way is still accepted.",
    members: [
      { name: "broker", type: "number", meaning: "" },
    ],
  },
  {
    verb: "fetch-resume",
    meaning: "Lets a follower fetch again.",
    members: [
      { name: "broker", type: "number", meaning: "" },
    ],
  },
  {
    verb: "kill",
    meaning: "Ends the process of a broker, of a producer or of the controller at once, as kill -9 does: its connections close. A broker's logs stay, and the restart counts as unclean for the ELR. A producer runs no callback, what it has not sent is gone, and so is the rest of a send that is under way; requests that have left it are handled. Without the controller nobody is fenced or elected, and no ISR changes; its metadata stays.",
    members: [
      { name: "broker", type: "number", optional: true, meaning: "" },
      { name: "producer", type: "string", optional: true, meaning: "" },
      { name: "node", type: "'controller'", optional: true, meaning: "" },
    ],
  },
  {
    verb: "power-off",
    meaning: "Ends a broker's machine: its connections fall silent, and the last records of its logs are gone. The restart counts as unclean.",
    members: [
      { name: "broker", type: "number", meaning: "" },
      { name: "lose", type: "number | 'all'", meaning: "How many records at the end of each of its logs are gone; -1: all." },
    ],
  },
  {
    verb: "stop",
    meaning: "Ends a broker cleanly: a controlled shutdown, then a clean end of its process.",
    members: [
      { name: "broker", type: "number", meaning: "" },
    ],
  },
  {
    verb: "start",
    meaning: "Has a broker, a producer or the controller come back. A broker's registration begins at once, and is refused, as in Kafka, while the session of its former life lasts. A producer that was killed, or is closed, starts as a new process: with an empty buffer, knowing the bootstrap addresses alone, and with a producer id of its own. The controller is active at once, and the sessions of all brokers that are not fenced begin anew.",
    members: [
      { name: "broker", type: "number", optional: true, meaning: "" },
      { name: "producer", type: "string", optional: true, meaning: "" },
      { name: "node", type: "'controller'", optional: true, meaning: "" },
    ],
  },
  {
    verb: "freeze",
    meaning: "Suspends the process of a broker or of the controller, as SIGSTOP does: no fetch, no heartbeat, no answer. Its connections stay open, and its deadlines pass.",
    members: [
      { name: "broker", type: "number", optional: true, meaning: "" },
      { name: "node", type: "'controller'", optional: true, meaning: "" },
    ],
  },
  {
    verb: "thaw",
    meaning: "Lets a frozen process go on: first the timers that are overdue, then what waited in its sockets, in order of arrival.",
    members: [
      { name: "broker", type: "number", optional: true, meaning: "" },
      { name: "node", type: "'controller'", optional: true, meaning: "" },
    ],
  },
];

/** What members are made of that are objects, by their type. @type {Record<string, Member[]>} */
export const parts = {
  ProducePartition: [
      { name: "topic", type: "string", meaning: "" },
      { name: "partition", type: "number", meaning: "" },
      { name: "records", type: "number | string[]", meaning: "How many there are, or their values; those given by number are named r<request>-<n>." },
      { name: "producerId", type: "number", optional: true, meaning: "Of an idempotent batch; absent: it is none." },
      { name: "producerEpoch", type: "number", optional: true, meaning: "" },
      { name: "sequence", type: "number", optional: true, meaning: "Of the first record." },
  ],
};

/** The kinds of events, and the members of each. @type {Record<string, string[]>} */
export const events = {
  "enqueue": ["producer", "value", "topic", "partition"],
  "batch": ["producer", "topic", "partition", "records"],
  "request": ["request", "producer", "broker", "acks", "timeoutMs", "partitions"],
  "unsent": ["request", "partitions"],
  "acknowledge": ["producer", "value", "topic", "partition", "request", "offset"],
  "fail": ["producer", "value", "topic", "partition", "request", "error", "told", "attempt", "attemptError"],
  "retry": ["producer", "topic", "partition", "request", "attempt", "error"],
  "late": ["producer", "topic", "partition", "request", "attempt", "error"],
  "mute": ["producer", "broker", "throttleTimeMs"],
  "cancel": ["producer", "broker", "requests", "error"],
  "client": ["producer", "state", "requests", "neverSent", "neverTold"],
  "block": ["producer", "verb", "value", "topic", "partition", "waitsFor", "bytes", "held"],
  "return": ["producer", "verb", "value", "tookMs", "error"],
  "give-up": ["producer", "value", "resend"],
  "visible": ["consumer", "topic", "partition", "broker", "from", "offset"],
  "step": ["step", "verb", "changed"],
  "process": ["broker", "state"],
  "controller": ["state"],
  "register": ["broker", "brokerEpoch", "clean", "error"],
  "fence": ["broker"],
  "unfence": ["broker"],
  "shut-down": ["broker"],
  "leader": ["topic", "partition", "leader", "leaderEpoch", "isr", "elr", "election"],
  "partition": ["topic", "partition", "leader", "leaderEpoch", "partitionEpoch", "isr", "elr", "lastKnownElr", "recovering", "replicas", "adding", "removing"],
  "reassign": ["topic", "partition", "replicas", "error"],
  "config": ["topic", "broker", "producer", "key", "value", "policy", "error"],
  "delete-records": ["topic", "partition", "broker", "offset", "lowWatermark", "waits", "error"],
  "delete-records-response": ["topic", "partition", "broker", "lowWatermark", "error", "connectionClosed"],
  "log-start": ["topic", "partition", "broker", "from", "to", "reason", "leader"],
  "truncate-fully": ["topic", "partition", "broker", "from", "to"],
  "offset-reset": ["consumer", "topic", "partition", "broker", "from", "to", "policy"],
  "receive": ["request", "broker", "queued"],
  "append": ["request", "topic", "partition", "broker", "baseOffset", "lastOffset", "leaderEpoch"],
  "duplicate": ["request", "topic", "partition", "broker", "producerId", "producerEpoch", "sequence", "baseOffset", "lastOffset"],
  "refuse": ["request", "topic", "partition", "broker", "check", "error", "producerId", "producerEpoch", "sequence", "isrSize", "effectiveMinIsr", "batchBytes", "maxMessageBytes", "invalidRecords", "expectedEpoch", "expectedSequence"],
  "park": ["request", "broker", "deadline", "partitions"],
  "check": ["topic", "partition", "broker", "completed"],
  "complete": ["request", "broker", "by"],
  "expire": ["request", "broker", "pending"],
  "response": ["request", "broker", "connectionClosed", "partitions"],
  "throttle": ["request", "producer", "broker", "bytes", "throttleTimeMs"],
  "timer": ["request", "broker", "action", "level", "bucket", "expiration"],
  "fetch": ["broker", "follower", "partitions", "parked"],
  "fetch-response": ["broker", "follower", "records", "reason", "error"],
  "replicate": ["topic", "partition", "broker", "leader", "baseOffset", "lastOffset"],
  "high-watermark": ["topic", "partition", "broker", "from", "to", "leader"],
  "isr": ["topic", "partition", "broker", "from", "to", "state", "error"],
  "role": ["topic", "partition", "broker", "leads", "leader", "leaderEpoch", "logEndOffset", "again"],
  "log": ["topic", "partition", "broker", "deleted", "logEndOffset"],
  "truncate": ["topic", "partition", "broker", "from", "to", "reason"],
  "learn": ["broker", "topic", "partition", "producer", "key", "value", "policy", "isr", "effectiveMinIsr"],
  "disconnect": ["broker", "leader"],
  "producer-expire": ["topic", "partition", "broker", "producerId", "leader"],
};

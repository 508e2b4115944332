// The shapes that cross the boundary. State mirrors core/internal/look/state.go name for name; times are ms of virtual
// time, offsets are Kafka's, broker ids are 1..N, node 0 is the controller and -1 a client.

export interface State {
  t: number;
  n: number;
  partitions: PartitionState[];
  /** Produce requests under way, and those of them that are parked. */
  waiting: number;
  parked: number;
  /** Those under way, of many only the oldest and the newest, and those answered last. */
  requests: RequestState[];
  brokers: BrokerState[];
  producers: ProducerState[];
  consumers: ConsumerState[];
  links: LinkState[];
}

export interface PartitionState {
  topic: string;
  partition: number;
  leader: number;
  leaderEpoch: number;
  partitionEpoch: number;
  isr: number[];
  maximalIsr: number[];
  pending: '' | 'expand' | 'shrink';
  elr: number[];
  lastKnownElr: number[];
  recovering: boolean;
  uncleanAllowed: boolean;
  minIsr: number;
  effectiveMinIsr: number;
  locked: boolean;
  highWatermark: number;
  heldBackBy: number[];
  /** Requests parked at the leader for which it is not decided. */
  waiting: number;
  firstOffset: number;
  endOffset: number;
  replicas: ReplicaState[];
  ghosts: Ghost[];
}

/** An acknowledged record that is gone. */
export interface Ghost {
  offset: number;
  value: string;
  request: number;
  acks: string;
}

export interface ReplicaState {
  broker: number;
  leader: boolean;
  inSync: boolean;
  eligible: boolean;
  heldOut: boolean;
  alive: boolean;
  /** What its broker takes for true: whether it leads, who does, in which epoch. */
  leads: boolean;
  knownLeader: number;
  knownEpoch: number;
  logEndOffset: number;
  highWatermark: number;
  knownEnd: number;
  caughtUpMs: number;
  cells: Cell[];
  fetch: FetchState;
}

export interface Cell {
  offset: number;
  value: string;
  epoch: number;
  request: number;
  told: string;
}

export interface FetchState {
  phase: 'none' | 'idle' | 'travelling' | 'waiting' | 'returning' | 'appending' | 'paused';
  since: number;
  until: number;
  offset: number;
  /** How many the answer brings that is on its way; -1: none is. */
  records: number;
  delayMs: number;
  paused: boolean;
}

export interface RequestState {
  request: number;
  producer?: string;
  acks: string;
  broker: number;
  phase: 'travelling' | 'queued' | 'appending' | 'parked' | 'returning' | 'answered' | 'unsent' | 'lost';
  since: number;
  until: number;
  timeoutMs: number;
  connectionClosed?: true;
  partitions: RequestPartition[];
}

export interface RequestPartition {
  topic: string;
  partition: number;
  values: string[];
  state: 'sent' | 'waiting' | 'done' | 'refused' | 'timed-out';
  /** '' until it is decided, then Kafka's name, NONE among them. */
  error: string;
  baseOffset: number;
  requiredOffset: number;
  waitsFor: number[];
}

export interface BrokerState {
  broker: number;
  process: 'running' | 'starting' | 'stopping' | 'frozen' | 'down' | 'off';
  fenced: boolean;
  /** When the controller's patience ends, ms; -1: it has no session. */
  sessionEndsMs: number;
  delayed: number;
  keys: WatchKey[];
  wheel: WheelLevel[];
}

export interface WatchKey {
  topic: string;
  partition: number;
  /** Entries of requests that wait, and of those that are done and not swept out. */
  parked: number;
  done: number;
}

export interface WheelLevel {
  tickMs: number;
  size: number;
  currentMs: number;
  /** Tasks on this level. */
  count: number;
  /** Those that hold tasks. */
  buckets: WheelBucket[];
}

export interface WheelBucket {
  bucket: number;
  /** When its tasks cascade or fire, ms. */
  dueMs: number;
  /** Its tasks; the list holds the first of them. */
  count: number;
  tasks: WheelTask[];
}

export interface WheelTask {
  request: number;
  /** When it is due itself, ms. */
  expiration: number;
}

export interface ProducerState {
  id: string;
  acks: string;
  inFlight: number;
  queued: number;
  acknowledged: number;
  failed: number;
}

export interface ConsumerState {
  id: string;
  positions: { topic: string; partition: number; offset: number }[];
}

/** One direction that a step has changed; its ends are a broker's number, "controller" or a client's id. */
export interface LinkState {
  from: string;
  to: string;
  latencyMs: number;
  up: boolean;
}

/** One line of the result. Which fields are there depends on the kind; core/internal/event says which. */
export interface Event {
  n: number;
  t: number;
  kind: string;
  cause?: number;
  request?: number;
  producer?: string;
  topic?: string;
  partition?: number;
  broker?: number;
  value?: string | number;
  error?: string;
  partitions?: EventItem[];
  // and the fields of single kinds
  step?: number;
  verb?: string;
  changed?: boolean;
  acks?: string;
  timeoutMs?: number;
  queued?: boolean;
  baseOffset?: number;
  lastOffset?: number;
  leaderEpoch?: number;
  partitionEpoch?: number;
  isrSize?: number;
  effectiveMinIsr?: number;
  deadline?: number;
  completed?: number;
  by?: string;
  pending?: number;
  connectionClosed?: boolean;
  follower?: number;
  parked?: boolean;
  records?: number;
  reason?: string;
  leader?: number | boolean;
  from?: number | number[];
  to?: number | number[];
  state?: string;
  isr?: number[];
  elr?: number[];
  key?: string;
  action?: string;
  level?: number;
  bucket?: number;
  expiration?: number;
  offset?: number;
  election?: string;
  leads?: boolean;
  logEndOffset?: number;
  brokerEpoch?: number;
  clean?: boolean;
  consumer?: string;
  told?: string;
  attempt?: number;
  attemptError?: string;
  requests?: number;
  tookMs?: number;
  check?: string;
  producerId?: number;
  producerEpoch?: number;
  sequence?: number;
  expectedEpoch?: number;
  expectedSequence?: number;
  waitsFor?: string;
  bytes?: number;
  held?: { topic: string; partition: number; batches: number; bytes: number }[];
}

export interface EventItem {
  topic: string;
  partition: number;
  records?: number;
  requiredOffset?: number;
  error?: string;
  baseOffset?: number;
  fetchOffset?: number;
}

export interface Frame {
  state: State;
  events: number;
  frontier: number;
  /** Whether more is known already than what is shown. */
  past: boolean;
  /** When the next notable event comes, if that was asked for. */
  next?: number | null;
  last: Event | null;
  /** By how many notable events a step has moved. */
  moved: number;
  marks: Mark[];
}

/** What frame is asked for: a place (one of to, event, step, or none to stay), and what to send along. */
export interface FrameQuery {
  to?: number;
  event?: number;
  step?: number;
  cells?: number;
  next?: 1;
  marksFrom?: number;
}

/** A notable event on the timeline: number, time in ms, kind, and whether it tells of a failure. */
export type Mark = [n: number, t: number, kind: string, failed?: 1];

/** One step of a script: one verb and, where it stands in a script, when. */
export type Step = { at?: number } & Record<string, any>;

export interface Script {
  version: number;
  title?: string;
  cluster: any;
  producers?: any[];
  steps: Step[];
  until?: number;
}

export interface Scenario {
  id: string;
  script: Script;
}

export interface Created {
  handle: number;
  title: string;
  until: number;
  brokers: number;
  topics: { name: string; partitions: { replicas: number[] }[] }[];
  producers: string[];
  steps: number;
}

/** What became of one record of a producer client; what was not reached is absent. */
export interface RecordState {
  number: number;
  producer: string;
  value: string;
  topic?: string;
  partition?: number;
  outcome: 'acknowledged' | 'failed' | 'pending';
  error: string;
  attempts: number;
  errors: string[];
  enqueued?: number;
  sent?: number;
  appended?: number;
  committed?: number;
  acknowledged?: number;
  visible?: number;
  failed?: number;
  offset?: number;
  copies: number[];
  offsets: number[];
  lost: boolean;
  /** How long it waited in its batch, and how long the network and the brokers took, ms. */
  batching?: number;
  network?: number;
  crash?: CrashState;
}

/** How a record stood when its leader died. */
export interface CrashState {
  t: number;
  broker: number;
  acknowledged: boolean;
  copies: number[];
  held: boolean;
  attempts: number;
  /** Absent until somebody leads again. */
  survived?: boolean;
}

/** The newest records of a run, and how many there are in all. */
export interface Records {
  total: number;
  records: RecordState[];
}

/** The functions that the module hands over: a handle and a JSON request in, a JSON envelope out. */
export type Api = Record<
  'create' | 'frame' | 'act' | 'lines' | 'summary' | 'records' | 'budget' | 'release' | 'version',
  (handle: number, request: string) => string
>;

/** What is said of a place: what happened, why, and where Kafka's source says so. */
export interface Sentence {
  main: string;
  why: string;
  where: string;
}

declare global {
  const HIGHWATER_WASM_URL: string;
  const HIGHWATER_GLUE_URL: string;
  const HIGHWATER_VERSION: string;
  interface Window {
    Go?: new () => {
      importObject: WebAssembly.Imports;
      env: Record<string, string>;
      run(i: WebAssembly.Instance): Promise<void>;
      exit?: (code: number) => void;
    };
    highwaterReady?: (api: Api) => void;
  }
}

// The shapes that cross the boundary: what the module says (contract.d.ts, made from the core), what it is asked, and
// what the page makes of it. Times are ms of virtual time.

export * from './contract';

import type { Event, MomentKind, RecordSummary, State, Step } from './contract';

/** An event of one kind. */
export type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;

export interface Frame {
  state: State;
  /** Whether more is known already than what is shown. */
  past: boolean;
  /** The moment that ends next; null: none does for a long time. Absent if it was not asked for, or if looking ahead
   * takes longer: the next frame goes on with it, and until clear nothing comes. */
  nextMoment?: MomentHead | null;
  clear?: number;
  last: Event | null;
  /** The moment that the place is in or right behind; null before the first. */
  moment: Moment | null;
  /** By how many notable events, or moments, the last step has moved. */
  moved: number;
  /** Why the run has come to its end, and what to do about it, if it has. */
  ended?: string;
  /** The marks of moments, if they were asked for. */
  moments?: MomentMark[];
}

/** When a moment is, and what kind it has. */
export interface MomentHead {
  /** Its number, from 0. */
  n: number;
  kind: MomentKind;
  /** When the first and the last of its events that matter happen. */
  from: number;
  t: number;
}

/** Events that are told together: the effects of one cause at nearly one instant. */
export interface Moment extends MomentHead {
  /** The numbers of its first event, of the first that matters, and of the last. */
  first: number;
  begin: number;
  last: number;
  /** It has ended, at or before the place. Else it may grow, or the place lies within it: only what is before the place
   * is in events. */
  whole: boolean;
  /** The moment that led to it; absent: a step, or something periodic, did. */
  cause?: number;
  /** The step of the script that it carries out. */
  step?: number;
  /** The produce requests that it settles: answered, refused, timed out or given up. */
  requests: number[];
  /** Its events that matter, the first of them; left: how many more there are. */
  events: Event[];
  left: number;
  /** The requests that those events are about, the first of them. */
  about: AboutRequest[];
}

/** What a produce request carries. */
export interface AboutRequest {
  request: number;
  /** Absent: a raw request. */
  producer?: string;
  acks: string;
  timeoutMs: number;
  /** For each partition the first values of its records, and how many records there are. */
  partitions: { topic: string; partition: number; values: string[]; records: number }[];
}

/** What one may want to know the why of. */
export type Subject =
  | { request: number }
  | { topic: string; partition: number; offset: number; broker?: number }
  | { topic: string; partition: number; broker: number }
  | { topic: string; partition: number }
  | { broker: number }
  | { event: number }
  | { moment: number }
  | { controller: 1 };

/** Why something is as it is, and what would change it. */
export interface Why {
  /** Its causes, newest first, each with its moment (-1: before the first). */
  chain: { n: number; moment: number; t: number; event: Event }[];
  /** Where they end: at a step of the script, a deed, something that takes time, or the state at the start. */
  root: 'step' | 'deed' | 'timer' | 'start';
  releases: Release[];
  facts: Fact[];
  /** Of a record: who leads if that broker is killed now, -1: nobody, and whether it has the record. */
  crashes: { broker: number; leader: number; kept: boolean }[];
  /** There is more to find: ask again. */
  working?: true;
}

/** What would release something: on what it turns if nobody acts, or a deed that does it earlier; and when, in ms. */
export interface Release {
  kind: 'deed' | 'fetch' | 'shrink' | 'growth' | 'election' | 'write' | 'timeout' | 'itself';
  t: number;
  /** The deed. */
  step?: Step;
  /** Whose fetch it is, who leaves the ISR or joins it. */
  broker?: number;
  /** What a request is answered, by partition; empty where it is none, or where its connection closes instead. */
  errors: string[];
  closed?: true;
}

/** What keeps a replica from copying, or from the ISR. */
export type Obstacle =
  | 'down'
  | 'frozen'
  | 'paused'
  | 'delayed'
  | 'slowed'
  | 'held-out'
  | 'link-down'
  | 'controller-link-down'
  | 'fenced';

/** What is so at the place. */
export type Fact =
  | { kind: 'needs'; topic: string; partition: number; offset: number; highWatermark: number }
  | { kind: 'refused'; topic: string; partition: number; error: string }
  | { kind: 'deadline'; t: number }
  /** Without an error its connection was closed. */
  | { kind: 'answered'; t: number; errors: string[] }
  /** What the controller has of a partition. */
  | {
      kind: 'registration';
      topic: string;
      partition: number;
      leader: number;
      leaderEpoch: number;
      isr: number[];
      elr: number[];
      minimum: number;
    }
  | {
      kind: 'minimum';
      topic: string;
      partition: number;
      leader: number;
      isr?: number[];
      minimum?: number;
      locked?: boolean;
    }
  | {
      kind: 'replica';
      topic: string;
      partition: number;
      broker: number;
      logEnd: number;
      highWatermark: number;
      knownEnd?: number;
      inSync: boolean;
      leads: boolean;
      obstacles: Obstacle[];
    }
  | {
      kind: 'record';
      topic: string;
      partition: number;
      offset: number;
      value: string;
      request: number;
      copies: number[];
      committed: boolean;
    }
  | {
      kind: 'broker';
      broker: number;
      alive: boolean;
      frozen: boolean;
      fenced: boolean;
      sessionEnds?: number;
      leads: { topic: string; partition: number }[];
    };

/** A moment on the timeline: number, first and last instant in ms, kind, last event, and what it tells of: 1 a failure
 * or a loss, 2 a step of the script or a deed, 4 requests that are settled, or a sum of these. */
export type MomentMark = [n: number, from: number, t: number, kind: MomentKind, last: number, flags: number];

/** What there is instead of a frame while a move takes longer than a frame may: where the clock stands, and where it
 * will, as far as that is known. The next frame goes on with the move. */
export interface Working {
  working: { t: number; goal: number };
}

/** What frame is asked for: a place (one of to, event, step, moment, moments; none to stay, or to go on with a move
 * that is under way), or the end of that move, and what to send along. */
export interface FrameQuery {
  to?: number;
  event?: number;
  step?: number;
  /** To the end of a moment, from 0; below 0: the start. */
  moment?: number;
  /** By so many moments. */
  moments?: number;
  stop?: 1;
  /** A move that takes too long ends where it has come to. */
  part?: 1;
  cells?: number;
  /** The moment that ends next. */
  peek?: 1;
  momentsFrom?: number;
}

export interface Script {
  version: number;
  seed?: number;
  title?: string;
  cluster: any;
  producers?: any[];
  consumers?: any[];
  steps: Step[];
  until?: number;
  lesson?: Lesson;
}

/** A text by language. English is always there. */
export type Texts = { en: string } & Record<string, string>;

/** What a script teaches. Its conditions are for the core, which finds out where they hold: see Plan. */
export interface Lesson {
  question: Texts;
  refutes?: { id: string; text: Texts };
  /** The address of the public report that it retells, https. */
  source?: string;
  group?: 'path' | 'guarantees' | 'patience' | 'elections' | 'surprises' | 'reports';
  /** Within the group, from 1. */
  order?: number;
  /** Ids of terms that it introduces. */
  terms?: string[];
  /** Kinds of moments at which playing does not rest, unless a card or a question comes with them. */
  passes?: MomentKind[];
  chapters: { name: Texts; begins: unknown }[];
  /** The chapter at whose beginning the lesson opens; absent: the first. */
  opens?: number;
  cards?: { at: unknown; text: Texts; do?: { step: Step; done: unknown } }[];
  predictions?: { ask: Texts; options: { text: Texts; if: unknown }[]; told: Texts }[];
  conclusion: Texts;
  /** The name of the scenario to try next. */
  next?: string;
}

/** A place in a run, right after an event of a moment; both -1: the very start. */
export interface Place {
  event: number;
  moment: number;
  t: number;
}

/** Where a run comes to what its lesson consists of, in the lesson's order; null: it does not, if nobody acts. */
export interface Plan {
  chapters: (Place | null)[];
  cards: ((Place & { doneEvent?: number; doneMoment?: number }) | null)[];
  predictions: ({ stop: Place; decided: Place; holds: number } | null)[];
  end: Place;
  /**
   * Where the lesson is over: with the last of all that; `heard`: when answers are heard of, behind the moment's end.
   */
  over: Place & { heard?: true };
}

/** A script that the page offers: its text, or what loads it; and what the library says of it. One without a lesson has
 * a title only. */
export interface Scenario {
  id: string;
  script?: Script;
  load?: () => Promise<Script>;
  title?: string;
  group?: Lesson['group'];
  order?: number;
  question?: Texts;
  refutes?: { id: string; text: Texts };
}

export interface Created {
  handle: number;
  until: number;
  producers: string[];
  warnings: Warning[];
}

/** What came of an act: when it takes place, and whether something was known to follow. */
export interface Acted {
  at: number;
  forked: boolean;
  warnings: Warning[];
}

/** What there is to mend in a script or its lesson: in which line of the text, at which place, and what. */
export interface Finding {
  line: number;
  path: string;
  message: string;
}

/** What Kafka, or its documentation, warns of in a script that is right all the same, and where the script says it. */
export interface Warning {
  path: string;
  message: string;
}

/** The newest records of a run, and how many there are in all. */
export interface Records {
  total: number;
  records: RecordSummary[];
}

/** The functions that the module hands over: a handle and a JSON request in, a JSON envelope out. */
export type Api = Record<
  | 'create'
  | 'frame'
  | 'act'
  | 'script'
  | 'lines'
  | 'moments'
  | 'records'
  | 'summary'
  | 'compare'
  | 'why'
  | 'plan'
  | 'budget'
  | 'explore'
  | 'proofread'
  | 'release',
  (handle: number, request: string) => string
>;

/** What is said of a place: what happened, why, and where Kafka's source says so. */
export interface Sentence {
  main: string;
  why: string;
  where: string;
  /** How often its rule has been told, if somebody counts. */
  count?: number;
}

declare global {
  /** A fingerprint of the sources. */
  const HIGHWATER_VERSION: string;
  /** Where the module is; '': in the page itself. */
  const HIGHWATER_WASM_URL: string;
  const HIGHWATER_WASM_BYTES: number;
  /** What the module that belongs to this build says of itself. */
  const HIGHWATER_WASM_STAMP: string;
  interface Window {
    Go?: new () => {
      importObject: WebAssembly.Imports;
      env: Record<string, string>;
      run(i: WebAssembly.Instance): Promise<void>;
      exit?: (code: number) => void;
    };
    highwaterReady?: (api: Api) => void;
    /** In the page that is whole: unpacks what an element has, once (unpack.js). */
    highwaterUnpacked?: (id: string) => Uint8Array<ArrayBuffer>;
    /** What start.js leaves for the page's own scripts: the module on its way, and where they say that they run. While
     * the page has no styles, what start.js says stays. */
    highwaterStart?: { fetched: Promise<Response> | null; running: boolean; unstyled: boolean };
  }
}

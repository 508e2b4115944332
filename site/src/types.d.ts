// The shapes that cross the boundary: what the module says (contract.d.ts, made from the core), what it is asked, and
// what the page makes of it. Times are ms of virtual time.

export * from './contract';

import type { Event, RecordSummary, State, Step } from './contract';

/** An event of one kind. */
export type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;

export interface Frame {
  state: State;
  /** Whether more is known already than what is shown. */
  past: boolean;
  /** When the next notable event comes; null: none does for a long time. Absent if it was not asked for, or if looking
   * ahead takes longer: the next frame goes on with it, and until clear nothing comes. */
  next?: number | null;
  clear?: number;
  last: Event | null;
  /** By how many notable events the last step has moved. */
  moved: number;
  /** Why the run has come to its end, and what to do about it, if it has. */
  ended?: string;
  marks: Mark[];
}

/** What there is instead of a frame while a move takes longer than a frame may: where the clock stands, and where it will,
 * as far as that is known. The next frame goes on with the move. */
export interface Working {
  working: { t: number; goal: number };
}

/** What frame is asked for: a place (one of to, event, step; none to stay, or to go on with a move that is under way), or
 * the end of that move, and what to send along. */
export interface FrameQuery {
  to?: number;
  event?: number;
  step?: number;
  stop?: 1;
  /** A move that takes too long ends where it has come to. */
  part?: 1;
  cells?: number;
  next?: 1;
  marksFrom?: number;
}

/** A notable event on the timeline: number, time in ms, kind, and whether it tells of a failure. */
export type Mark = [n: number, t: number, kind: Event['kind'], failed?: 1];

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
  'create' | 'frame' | 'act' | 'script' | 'lines' | 'records' | 'compare' | 'budget' | 'release',
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

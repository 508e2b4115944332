// The shapes that cross the boundary: what the module says (contract.d.ts, made from the core), what it is asked, and
// what the page makes of it. Times are ms of virtual time.

export * from './contract';

import type { Event, RecordSummary, State, Step } from './contract';

/** An event of one kind. */
export type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;

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
  title: string;
  until: number;
  brokers: number;
  topics: { name: string; partitions: { replicas: number[] }[] }[];
  producers: string[];
  steps: number;
}

/** The newest records of a run, and how many there are in all. */
export interface Records {
  total: number;
  records: RecordSummary[];
}

/** The functions that the module hands over: a handle and a JSON request in, a JSON envelope out. */
export type Api = Record<
  'create' | 'frame' | 'act' | 'script' | 'lines' | 'summary' | 'records' | 'budget' | 'release' | 'version',
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

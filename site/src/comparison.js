// Two runs on one clock: A, which was kept as it was, follows the present run, B, wherever that goes. It draws nothing,
// and is loaded when two runs are compared for the first time.

/** @import {Api, Comparison as Differences} from './types' */
/** @import {App} from './app.js' */
/** @import {Kept} from './history.js' */
/** @import {Pair} from './pairs.js' */

import { Model } from './model.js';

/** So many differences of records, and of partitions, are listed. */
const mostListed = 40;

/** While playing the differences are looked for no more often than this (ms of real time). */
const restMs = 300;

export class Comparison {
  /** @type {Model} the run that was kept */
  a;
  /** @type {Pair['id'] | ''} which of the ready-made pairs it is, if any */
  pair = '';
  /** @type {Differences} */
  #differences = { records: [], partitions: [], left: 0 };
  #key = '';
  #at = 0;

  /**
   * @param {Api} api
   * @param {Pick<Kept, 'scenario' | 'given' | 'deeds'>} kept
   * @param {number} cells how many offsets of each log are wanted
   * @throws {EngineError} if its script is wrong
   */
  constructor(api, kept, cells) {
    this.a = new Model(api, kept, cells);
    this.a.look({ event: 0 });
  }

  /**
   * Brings A to the time at which B is, or nearer to it: a long move takes several calls.
   * @param {Model} b
   */
  follow(b) {
    const { a } = this;
    a.cells = b.cells;
    if (a.working) a.goOn();
    if (a.working || b.working) return;
    const { t } = b.state;
    if (a.state.t !== t || a.frame.nextMoment === undefined) a.look({ to: t, peek: 1 });
  }

  /** Whether A is on its way to where B is, or to finding out what comes next. */
  get busy() {
    const { working, frame } = this.a;
    return !!working || frame.nextMoment === undefined;
  }

  /**
   * In what the two differ where they are; while it plays, or A is on its way, a little behind.
   * @param {Model} b
   * @param {boolean} playing
   * @returns {Differences} each list in order of time
   */
  differences(b, playing) {
    const { a } = this;
    const key = `${a.state.n} ${a.state.t} ${b.state.n} ${b.marks.forks} ${b.state.t}`;
    const young = a.working || b.working || (playing && performance.now() - this.#at < restMs);
    if (key === this.#key || (young && this.#key)) return this.#differences;
    this.#key = key;
    this.#at = performance.now();
    this.#differences = a.run.compare(b.run, mostListed);
    return this.#differences;
  }

  /**
   * When the last moment before a time was over in either run, ms.
   * @param {Model} b
   * @returns {number} 0: there is none
   */
  before(b) {
    const { t } = b.state;
    const last = (/** @type {Model} */ m) => m.marks.all.findLast((mark) => mark[2] < t)?.[2] ?? 0;
    return Math.max(last(this.a), last(b));
  }

  /** Lets the core forget A. */
  end() {
    this.a.release();
  }
}

/**
 * Keeps the present run as A; what is changed from now on makes B.
 * @param {App} app
 */
export function compareFromHere(app) {
  begin(app, app.model.kept);
  app.look({ to: app.state.t });
}

/**
 * Opens a ready-made pair, from its beginning. The run until now can be had back.
 * @param {App} app
 * @param {Pair} pair
 * @throws {Error} if its scenario cannot be loaded
 */
export async function comparePair(app, pair) {
  const scenario = /** @type {import('./types').Scenario & {load?: () => Promise<any>}} */ (
    app.scenarios.find((s) => s.id === pair.scenario)
  );
  const script = scenario?.script ?? (await scenario?.load?.());
  if (!script) throw new Error(pair.scenario);
  const [a, b] = pair.make(script);
  endComparison(app);
  app.open(b);
  begin(app, { scenario: '', given: a, deeds: [] }).pair = pair.id;
  app.look({ to: 0 });
}

/** @param {App} app goes on with B alone */
export function endComparison(app) {
  app.alone();
  app.changed();
}

/**
 * @param {App} app
 * @param {Pick<Kept, 'scenario' | 'given' | 'deeds'>} kept
 */
function begin(app, kept) {
  const { api, cells } = app.model;
  app.alone();
  app.compare = new Comparison(api, kept, cells);
  return app.compare;
}

// A run, what was done by hand in it, and the place in it that is shown. It draws nothing, and knows neither clock nor
// controls.

/** @import {Api, Event, Frame, FrameQuery, Scenario, Script, State, Step, Warning, Working} from './types' */
/** @import {Deed, Kept, Place} from './history.js' */

import { Run } from './engine.js';
import { byHand, merged, upTo } from './history.js';
import { Marks } from './marks.js';

const elrFeature = 'eligible.leader.replicas.version';

export class Model {
  /** The scenario's id. */
  scenario;
  /** @type {Script} without what was done by hand */
  given;
  /** @type {Deed[]} what was done by hand, in order */
  deeds = [];
  /** @type {Run} */
  run;
  /** @type {Frame} what there is to see at the place */
  frame = /** @type {any} */ (undefined); // whoever makes a model looks at once
  marks = new Marks();
  /** @type {Warning[]} what to know about the script as it stands */
  warnings;
  /**
   * A move that takes longer than a frame may, ms: where it began, where it has come to, and where it leads. Until it
   * is over, what is shown is the place where it began.
   * @type {{from: number, t: number, goal: number} | null}
   */
  working = null;
  /** How many of the deeds the core takes for the script's own. */
  #given = 0;
  /** @type {{given: Script, deeds: Deed[], script: Script} | null} */
  #script = null;
  /** @type {Run | null} the run that the frame is of */
  #shown = null;
  /** What is done when the move is over. */
  #then = () => {};

  /**
   * @param {Api} api
   * @param {Pick<Kept, 'scenario' | 'given' | 'deeds'>} kept
   * @param {number} cells how many offsets of each log are wanted
   */
  constructor(api, { scenario, given, deeds }, cells) {
    this.api = api;
    this.cells = cells;
    this.scenario = scenario;
    this.given = given;
    this.deeds = deeds;
    this.#given = deeds.length;
    this.run = new Run(api, this.script);
    this.warnings = this.run.made.warnings;
  }

  /**
   * @param {Api} api
   * @param {Pick<Kept, 'given' | 'deeds'>} kept
   * @throws {EngineError} if the script of a run is wrong
   */
  static check(api, { given, deeds }) {
    new Run(api, merged(given, deeds)).release();
  }

  /** @returns {State} */
  get state() {
    return this.frame.state;
  }

  /** @returns {Script} as it stands, with everything that was done by hand */
  get script() {
    const { given, deeds } = this;
    if (this.#script?.given !== given || this.#script.deeds !== deeds) {
      this.#script = { given, deeds, script: merged(given, deeds) };
    }
    return this.#script.script;
  }

  /** @returns {Set<number>} the steps of the script that were done by hand */
  get hand() {
    return byHand(this.given, this.deeds);
  }

  /** @returns {Kept} the run, and the place that is shown, as values */
  get kept() {
    const { scenario, given, deeds, place } = this;
    return { scenario, given, deeds, place };
  }

  /** @returns {Place} */
  get place() {
    const { n, t } = this.state;
    const [last] = n > 0 && this.#shown === this.run ? this.run.lines(n - 1, 1) : [];
    return { n, t, on: last ? last.t === t : t === 0 };
  }

  /**
   * @param {FrameQuery} query where to go, and what to know there
   * @param {() => void} [then] is called once it is there
   */
  look(query, then = () => {}) {
    this.working = null;
    this.#then = then;
    this.#take(this.#ask(query), query);
  }

  /** Goes on with the move that is under way. */
  goOn() {
    this.#take(this.#ask({}), {});
  }

  /** Ends the move that is under way where it has come to. */
  stop() {
    this.#then = () => {};
    this.#take(this.#ask({ stop: 1 }), {});
  }

  /** @param {FrameQuery} query */
  #ask(query) {
    return this.run.frame({ ...query, ...this.marks.wanted, cells: this.cells });
  }

  /**
   * @param {Frame | Working} answer
   * @param {FrameQuery} query
   */
  #take(answer, query) {
    if (!('working' in answer)) {
      this.working = null;
      this.frame = answer;
      this.#shown = this.run;
      this.marks.take(answer);
      this.#then();
      return;
    }
    const { t, goal } = answer.working;
    this.working = { from: this.working?.from ?? t, t, goal };
    if (this.#shown === this.run) return;
    const then = this.#then; // nothing is shown of this run yet, and something must be
    this.stop();
    this.look(query, then);
  }

  /**
   * Plays another run from now on; whoever opens it looks at once.
   * @param {Pick<Kept, 'scenario' | 'given' | 'deeds'>} kept
   * @throws {EngineError} if its script is wrong: then all is as it was
   */
  open({ scenario, given, deeds }) {
    const run = new Run(this.api, merged(given, deeds));
    this.run.release();
    this.run = run;
    this.warnings = run.made.warnings;
    this.marks = new Marks();
    Object.assign(this, { scenario, given, deeds });
    this.#given = deeds.length;
  }

  /** Whether the core would keep deeds of later times, which an act here has to give up: then renew comes first. */
  get stale() {
    const { t } = this.state;
    return this.deeds.slice(0, this.#given).some((d) => d.at > t);
  }

  /** Whether something was done at a later time. */
  get deedsAhead() {
    const { t } = this.state;
    return this.deeds.some((d) => d.at > t);
  }

  /** Begins the run anew without the deeds of later times, and without a place. */
  renew() {
    const { scenario, given, deeds, state } = this;
    this.open({ scenario, given, deeds: upTo(deeds, state.t) });
  }

  /**
   * Does a step at the place. What was known to come after is given up.
   * @param {Step} step
   * @throws {EngineError} if it cannot be done: then all is as it was
   */
  act(step) {
    const { at, warnings } = this.run.act(step);
    this.deeds = [...upTo(this.deeds, at), { ...step, at }];
    this.warnings = warnings;
    this.marks.fork(this.state.n);
  }

  /** Whether eligible leader replicas are kept: Kafka's new clusters do. */
  get elr() {
    return this.given.cluster.features?.[elrFeature] !== 0;
  }

  /** @returns {Script} as it was given, but in a cluster that keeps the ELR if this one does not */
  get otherElr() {
    const { cluster } = this.given;
    const features = { ...cluster.features, [elrFeature]: this.elr ? 0 : 1 };
    return { ...this.given, cluster: { ...cluster, features } };
  }

  /** Lets the core forget the run. */
  release() {
    this.run.release();
  }
}

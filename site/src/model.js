// A run, and the place in it that is shown. It draws nothing, and knows neither clock nor controls.

/** @import {Api, Event, Frame, FrameQuery, Scenario, Script, State, Step, Warning, Working} from './types' */

import { Run } from './engine.js';
import { Marks } from './marks.js';

const elrFeature = 'eligible.leader.replicas.version';

export class Model {
  /** The scenario's id. */
  scenario;
  /** @type {Script} as it stands, with everything that was done by hand */
  script;
  /** @type {Run} */
  run;
  /** @type {Frame} what there is to see at the place */
  frame = /** @type {any} */ (undefined); // whoever makes a model looks at once
  marks = new Marks();
  /** @type {Warning[]} what to know about the script as it stands */
  warnings;
  /**
   * A move that takes longer than a frame may, ms: where it began, where it has come to, and where it leads. Until it is
   * over, what is shown is the place where it began.
   * @type {{from: number, t: number, goal: number} | null}
   */
  working = null;
  /** @type {Run | null} the run that the frame is of */
  #shown = null;
  /** What is done when the move is over. */
  #then = () => {};

  /**
   * @param {Api} api
   * @param {Scenario} scenario
   * @param {number} cells how many offsets of each log are wanted
   */
  constructor(api, scenario, cells) {
    this.api = api;
    this.cells = cells;
    this.scenario = scenario.id;
    this.script = scenario.script;
    this.run = new Run(api, this.script);
    this.warnings = this.run.made.warnings;
  }

  /** @returns {State} */
  get state() {
    return this.frame.state;
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

  /** @param {Scenario} scenario is played from now on */
  load(scenario) {
    this.replace(scenario.script);
    this.scenario = scenario.id;
  }

  /** @param {Script} script is played from now on */
  replace(script) {
    const run = new Run(this.api, script);
    this.run.release();
    this.run = run;
    this.script = script;
    this.warnings = run.made.warnings;
    this.marks = new Marks();
  }

  /**
   * Does steps at the place, one after the other. What was known to come after is given up.
   * @param {Step[]} steps
   * @returns {boolean} whether anything was known
   */
  act(steps) {
    const { n } = this.state;
    const acted = steps.map((step) => this.run.act(step));
    this.marks.fork(n);
    this.script = this.run.script();
    this.warnings = acted[acted.length - 1].warnings;
    return acted[0].forked;
  }

  /** Whether eligible leader replicas are kept: Kafka's new clusters do. */
  get elr() {
    return this.script.cluster.features?.[elrFeature] !== 0;
  }

  /** Plays the same script, with all that was done, in a cluster that keeps the ELR if this one does not. */
  switchElr() {
    const { cluster } = this.script;
    const features = { ...cluster.features, [elrFeature]: this.elr ? 0 : 1 };
    this.replace({ ...this.script, cluster: { ...cluster, features } });
  }

  /**
   * @param {Frame} frame
   * @returns {Event | null} its newest notable event, or what that is only a consequence of
   */
  telling({ last }) {
    if (last?.kind !== 'partition' || last.cause === undefined) return last;
    const [cause] = this.run.lines(last.cause, 1);
    return cause?.kind === 'config' ? cause : last;
  }
}

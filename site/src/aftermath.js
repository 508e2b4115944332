// What comes at once after the last thing of a lesson: the answers that are on their way. A lesson that ended just before
// them would end on requests that are open.

/** @import {Frame, FrameQuery, Place, Plan as Planned, State} from './types' */
/** @import {Model} from './model.js' */

import { Run } from './engine.js';

/** Where a lesson is over; `heard`: that is a time, behind the moment's end, at which answers are heard of.
 * @typedef {Place & {heard?: true}} End
 */

/** Where a run comes to what its lesson consists of, and where the lesson is over, once that is known.
 * @typedef {Planned & {over?: End}} Plan
 */

/** An answer that takes longer is not waited for (ms of virtual time). */
const soonMs = 10;

/** @param {State} state the requests that their clients have not heard of yet */
const open = ({ requests }) => requests.filter((r) => r.phase !== 'answered');

/** Finds out where a lesson is over, in a run of its own: the one that is shown stays where it is. */
export class Aftermath {
  /** @type {FrameQuery} */
  #query;
  /** @type {Set<number> | null} the requests that are open at the last thing; null: not known yet */
  #open = null;
  /** @type {number} when the last of them is heard of; below 0: not known yet */
  #heard = -1;

  /**
   * @param {Pick<Model, 'api' | 'script'>} model
   * @param {Place} last where the last thing of the lesson comes
   */
  constructor({ api, script }, last) {
    this.run = new Run(api, { ...script, lesson: undefined });
    this.last = last;
    this.#query = last.moment < 0 ? { event: 0 } : { moment: last.moment };
  }

  /** Works for no longer than a frame may take. @returns {End | null} null: it is not known yet; ask again */
  find() {
    const frame = this.run.frame(this.#query);
    this.#query = {};
    if ('working' in frame) return null;
    const over = this.#take(frame);
    if (over) this.end();
    return over;
  }

  /** @param {Frame} frame @returns {End | null} */
  #take({ state, moment }) {
    const { last } = this;
    if (!this.#open) {
      this.#open = new Set(open(state).map((r) => r.request));
      if (!this.#open.size) return last;
      this.#query = { to: state.t + soonMs };
    } else if (this.#heard < 0) {
      const still = new Set(open(state).map((r) => r.request));
      const heard = state.requests.filter((r) => this.#open?.has(r.request) && !still.has(r.request));
      if (!heard.length) return last;
      this.#heard = Math.max(...heard.map((r) => r.since));
      this.#query = { to: this.#heard };
    } else if (!moment || moment.n <= last.moment) return { ...last, t: this.#heard, heard: true };
    else return { event: moment.last, moment: moment.n, t: this.#heard, heard: true };
    return null;
  }

  /** Lets the core forget its run. */
  end() {
    this.run.release();
  }
}

// Caches answers of the engine that are too slow to ask for in every frame.

/** @import {App} from './app.js' */
/** @import {Run} from './engine.js' */

/** While playing nothing is asked more often than this (ms of real time). */
const restMs = 250;

/**
 * The last answer to one kind of question.
 * @template T
 */
export class ThrottledQuery {
  /** @type {Run | null} */
  #run = null;
  #question = '';
  #place = '';
  #at = 0;
  /** @type {T | undefined} */
  #answer;

  /**
   * @param {App} app
   * @param {string} question tells what is asked from what else might be
   * @param {() => T} ask is called unless the last answer serves: at the same place, a little behind while playing, or
   * while the run is on its way
   * @param {boolean} [watched] whether anybody looks at it: if not, any answer serves while playing
   * @returns {T}
   */
  of(app, question, ask, watched = true) {
    const place = `${app.state.n} ${app.model.marks.forks}`;
    const young =
      !!app.model.working || (app.clock.playing && (!watched || performance.now() - this.#at < restMs));
    const same = this.#run === app.model.run && this.#question === question;
    if (same && this.#answer !== undefined && (young || this.#place === place)) return this.#answer;
    const answer = ask();
    this.#run = app.model.run;
    this.#question = question;
    this.#place = place;
    this.#at = performance.now();
    this.#answer = answer;
    return answer;
  }
}

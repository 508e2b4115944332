// The moments so far as lines of a story, kept as they are told: of thousands only those are asked for that are looked
// at.

/** @import {Model} from './model.js' */
/** @import {Moment, Script} from './types' */

/** What a moment is told with: the script, and which of its steps were taken by hand.
 * @typedef {{script: Script, hand: ReadonlySet<number>}} Around
 */

import { flags } from './marks.js';
import { canTell } from './sentence.js';
import { edition } from './words/words.js';

/** A line: the number of its moment, when that was (ms), its words, and whether it is a deed of the script or of one's
 * own.
 * @typedef {{n: number, t: number, text: string, deed: boolean, own: boolean}} Line
 */

/** So many moments are asked for at a time at most. */
const portion = 200;

export class Chronicle {
  /** @type {Map<number, Line>} */
  #lines = new Map();
  #key = '';
  /** @type {unknown} */
  #run = null;
  #forks = 0;

  /** @param {(moment: Moment, around: Around) => string} tell puts a moment into one line */
  constructor(tell) {
    this.tell = tell;
  }

  /**
   * The lines of some moments, as far as they are known: those before the place are.
   * @param {Model} model
   * @param {number} from the number of the first
   * @param {number} to behind the last
   * @returns {Line[]}
   */
  of(model, from, to) {
    this.#forget(model);
    this.#ask(model, from, Math.min(to, model.marks.endedBefore(model.state.n)));
    const lines = [];
    for (let n = from; n < to; n++) {
      const line = this.#lines.get(n);
      if (line) lines.push(line);
    }
    return lines;
  }

  /** @param {Model} model what was told of another run, or of a future that was given up, is forgotten */
  #forget({ run, marks }) {
    const key = `${edition()} ${canTell()}`;
    if (this.#run !== run || this.#key !== key) this.#lines.clear();
    else {
      const kept = Math.min(...marks.cuts.slice(this.#forks));
      for (const n of kept < Infinity ? this.#lines.keys() : []) if (n >= kept) this.#lines.delete(n);
    }
    this.#run = run;
    this.#key = key;
    this.#forks = marks.forks;
  }

  /**
   * @param {Model} model
   * @param {number} from
   * @param {number} to
   */
  #ask(model, from, to) {
    let missing = from;
    for (;;) {
      while (missing < to && this.#lines.has(missing)) missing++;
      if (missing >= to) return;
      const moments = model.run.moments(missing, Math.min(portion, to - missing));
      if (!moments.length) return;
      for (const moment of moments) this.#tell(model, moment);
    }
  }

  /**
   * @param {Model} model
   * @param {Moment} moment
   */
  #tell(model, moment) {
    const { n, t, step } = moment;
    const { script, hand } = model;
    const deed = ((model.marks.all[n]?.[5] ?? 0) & flags.deed) !== 0;
    this.#lines.set(n, {
      n,
      t,
      text: this.tell(moment, { script, hand }),
      deed,
      own: step !== undefined && hand.has(step),
    });
  }
}

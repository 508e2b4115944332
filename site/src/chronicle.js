// The moments so far as lines of a story, kept as they are told: of thousands only those are asked for that are looked at.

/** @import {Model} from './model.js' */
/** @import {Moment, Script} from './types' */

import { byHand } from './history.js';
import { flags } from './marks.js';
import { language, words } from './words/words.js';

/** A line: the number of its moment, when that was (ms), its words, and whether it is a deed of the script or of one's own.
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

  /** @param {(moment: Moment, script: Script) => string} tell puts a moment into one line */
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
    const key = language();
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
    const own = byHand(model.given, model.deeds);
    for (;;) {
      while (missing < to && this.#lines.has(missing)) missing++;
      if (missing >= to) return;
      const moments = model.run.moments(missing, Math.min(portion, to - missing));
      if (!moments.length) return;
      for (const moment of moments) this.#tell(model, moment, own);
    }
  }

  /**
   * @param {Model} model
   * @param {Moment} moment
   * @param {Set<number>} own the steps that were taken by hand
   */
  #tell(model, moment, own) {
    const { n, t, step } = moment;
    const deed = ((model.marks.all[n]?.[5] ?? 0) & flags.deed) !== 0;
    this.#lines.set(n, {
      n,
      t,
      text: this.tell(moment, model.script),
      deed,
      own: step !== undefined && own.has(step),
    });
  }
}

/**
 * A moment in one line.
 * @param {Moment} moment
 * @param {Script} _script
 */
export function lineOf({ kind }, _script) {
  return words().timeline.kinds[kind]();
}

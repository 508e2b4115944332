// The notable events of a run, gathered as the core computes them. After a fork the part that was discarded is dropped
// here, too.

/** @import {Frame, Mark} from './types' */

import { upper } from './timescale.js';

/** Kinds that one looks for in a long run. @type {Set<Mark[2]>} */
const landmarks = new Set(['refuse', 'expire', 'fail', 'cancel', 'isr', 'process', 'leader', 'truncate']);

export class Marks {
  /** @type {Mark[]} every notable event known */
  all = [];
  /** @type {number[]} which of the marks are landmarks */
  landmarks = [];
  /** How often something was dropped. */
  forks = 0;

  /** @returns {{marksFrom: number}} what to ask a frame for */
  get wanted() {
    const last = this.all[this.all.length - 1];
    return { marksFrom: last ? last[0] + 1 : 0 };
  }

  /** @param {Frame} frame brought what was wanted */
  take(frame) {
    for (const mark of frame.marks) {
      if (landmarks.has(mark[2]) || mark[3]) this.landmarks.push(this.all.length);
      this.all.push(mark);
    }
  }

  /** @param {number} n drops everything from event n on */
  fork(n) {
    this.all.length = this.notableBefore(n);
    this.landmarks = this.landmarks.filter((i) => i < this.all.length);
    this.forks++;
  }

  /**
   * How many notable events lie before event n.
   * @param {number} n
   */
  notableBefore(n) {
    return upper(this.all, n);
  }
}

// What is known of a run: its event lines and its notable marks, gathered as the core computes them. After a fork the
// part that was discarded is dropped here, too.

/** @import {Event, Frame, Mark} from './types' */
/** @import {Run} from './engine.js' */

import { upper } from './timescale.js';

export class Journal {
  /** @type {Event[]} every event known, in order */
  lines = [];
  /** @type {Mark[]} the notable ones among those */
  marks = [];

  /**
   * Takes in what a frame brought; asks for marks only if there is something new.
   * @param {Frame} frame
   * @param {Run} run
   */
  take(frame, run) {
    for (const line of frame.lines) if (line.n === this.lines.length) this.lines.push(line);
    const from = this.marks.length ? this.marks[this.marks.length - 1][0] + 1 : 0;
    if (frame.events > this.seen) this.marks.push(...run.marks(from));
    this.seen = frame.events;
  }

  /** Events counted at the last look. */
  seen = 0;

  /** @param {number} n drops everything from event n on */
  fork(n) {
    this.lines.length = Math.min(this.lines.length, n);
    this.marks = this.marks.filter(([at]) => at < n);
    this.seen = Math.min(this.seen, n);
  }

  /**
   * How many notable events lie before event n.
   * @param {number} n
   */
  notableBefore(n) {
    return upper(
      this.marks.map(([at]) => ({ n: at })),
      n,
    );
  }
}

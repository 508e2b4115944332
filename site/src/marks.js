// The moments of a run, as marks on a line, gathered as they come to be known. Where one acts, those that followed are
// dropped; the last one may still have grown when the next frame comes.

/** @import {Frame, MomentMark} from './types' */

/** What the flags of a mark say of its moment. */
export const flags = { failed: 1, deed: 2, settles: 4 };

/** Kinds that one looks for in a long run. @type {Set<MomentMark[3]>} */
const landmarks = new Set([
  'refused',
  'timed-out',
  'in-sync',
  'reassigned',
  'fenced',
  'deleted',
  'truncated',
  'elected',
  'leaderless',
]);

export class Marks {
  /** @type {MomentMark[]} every moment that is known, by its number */
  all = [];
  /** How many moments were kept each time that something was dropped. @type {number[]} */
  cuts = [];

  /** How often something was dropped. */
  get forks() {
    return this.cuts.length;
  }

  /** @returns {{momentsFrom: number}} what to ask a frame for */
  get wanted() {
    return { momentsFrom: Math.max(0, this.all.length - 1) };
  }

  /** @param {Frame} frame brought what was wanted */
  take({ moments = [] }) {
    if (!moments.length) return;
    this.all.length = moments[0][0];
    for (const mark of moments) this.all.push(mark);
  }

  /** @param {number} n drops every moment that is not over before event n */
  fork(n) {
    this.all.length = this.endedBefore(n);
    this.cuts.push(this.all.length);
  }

  /**
   * How many moments are over before event n: the place right after the last event of the last of them is its end.
   * @param {number} n
   */
  endedBefore(n) {
    return upper(this.all, n);
  }

  /** @param {MomentMark} mark whether one looks for it in a long run */
  isLandmark([, , , kind, , flag]) {
    return landmarks.has(kind) || (flag & flags.failed) !== 0;
  }
}

/**
 * How many marks end before event n.
 * @param {MomentMark[]} marks
 * @param {number} n
 */
export function upper(marks, n) {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle][4] < n) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * How many marks there are of each kind, and how many of a kind tell of a failure.
 * @param {MomentMark[]} marks
 */
export function countKinds(marks) {
  /** @type {Partial<Record<MomentMark[3], number>>} */
  const counts = {};
  for (const [, , , kind] of marks) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

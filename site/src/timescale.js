// The timeline's scale: time is monotone but not even. Events at one instant stand side by side, and a long quiet
// stretch takes little more room than a short one. Of a long run a window is shown. Pure.

/** @import {Mark} from './types' */

/** @typedef {{n: number, t: number, kind: Mark[2], failed: boolean, x: number}} Placed */

/** Room that a mark has on average, px. */
const comfort = 16;

/**
 * The part of a long run that is shown: it turns like a page, so that it stands still while the playhead moves through
 * its middle half.
 * @param {number} count of all marks
 * @param {number} at how many have happened at the playhead
 * @param {number} width
 * @returns {[from: number, to: number]}
 */
export function windowOf(count, at, width) {
  const half = Math.max(8, Math.floor(width / comfort / 2));
  if (count <= 2 * half) return [0, count];
  const from = Math.max(0, Math.floor((at - half / 2) / half) * half);
  return [from, Math.min(count, from + 2 * half)];
}

/**
 * Places marks from left to right, at most `width` wide; with few of them they keep a comfortable distance.
 * @param {Mark[]} marks in order
 * @param {number} width
 * @param {number} [before] when the mark before these was
 * @returns {Placed[]}
 */
export function place(marks, width, before = 0) {
  let x = 14;
  const placed = marks.map(([n, t, kind, failed]) => {
    x += 12 + 9 * Math.log10(1 + Math.max(0, t - before));
    before = t;
    return { n, t, kind, failed: !!failed, x };
  });
  const room = width - 40;
  if (x > room) for (const mark of placed) mark.x *= room / x;
  return placed;
}

/**
 * The x of a place: right after the last mark that has happened there, and on towards the next as time goes by.
 * @param {Placed[]} placed
 * @param {number} n events before the place
 * @param {number} t its time
 */
export function placeX(placed, n, t) {
  const after = placed.findLastIndex((mark) => mark.n < n) + 1;
  const last = placed[after - 1];
  const next = placed[after];
  if (!last) return next ? between(0, next.x, progressOf(t, 0, next.t)) : 6;
  if (next) return between(last.x, next.x, progressOf(t, last.t, next.t));
  return last.x + Math.min(26, 9 * Math.log10(1 + t - last.t));
}

/**
 * The mark nearest to x.
 * @param {Placed[]} placed
 * @param {number} x
 * @returns {number} how many marks have happened there: 0 is before the first
 */
export function nearest(placed, x) {
  let best = 0;
  for (let i = 0; i < placed.length; i++) if (x >= placed[i].x - 4) best = i + 1;
  return best;
}

/**
 * How many marks have happened before event n.
 * @param {Mark[]} marks
 * @param {number} n
 */
export function upper(marks, n) {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle][0] < n) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} part
 */
function between(a, b, part) {
  return a + (b - a) * part;
}

/**
 * @param {number} t
 * @param {number} from
 * @param {number} to
 */
function progressOf(t, from, to) {
  if (to <= from) return 0;
  return Math.min(1, Math.max(0, Math.log10(1 + t - from) / Math.log10(1 + to - from)));
}

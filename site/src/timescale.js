// The timeline's scale: time is monotone but not even. Events at one instant stand side by side, and a long quiet
// stretch takes little more room than a short one. Pure.

/** @import {Mark} from './types' */

/** @typedef {{n: number, t: number, kind: string, x: number}} Placed */

/**
 * Places marks from left to right, at most `width` wide; with few of them they keep a comfortable distance.
 * @param {Mark[]} marks in order
 * @param {number} width
 * @returns {Placed[]}
 */
export function place(marks, width) {
  let x = 14;
  let before = 0;
  const placed = marks.map(([n, t, kind]) => {
    x += 12 + 9 * Math.log10(1 + Math.max(0, t - before));
    before = t;
    return { n, t, kind, x };
  });
  const room = width - 40;
  const factor = x > room ? room / x : 1;
  return placed.map((mark) => ({ ...mark, x: mark.x * factor }));
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

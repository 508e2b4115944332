// The timeline's scale: time is monotone but not even. Moments that follow closely stand side by side, and a long quiet
// stretch takes little more room than a short one. Of a long run a window is shown. Pure.

/** @import {MomentMark} from './types' */

/** A mark and its x. @typedef {{mark: MomentMark, x: number}} Placed */

/** Room that a mark has on average, px. */
const comfort = 44;

/** Where the first mark may stand, and what stays free behind the last, px. */
const before = 14;
const behind = 40;

/**
 * The part of a long run that is shown: it turns like a page, so that it stands still while the playhead moves through
 * its middle half.
 * @param {number} count of all marks
 * @param {number} at how many have happened at the playhead
 * @param {number} width
 * @returns {[from: number, to: number]}
 */
export function windowOf(count, at, width) {
  const half = Math.max(4, Math.floor(width / comfort / 2));
  if (count <= 2 * half) return [0, count];
  const from = Math.max(0, Math.floor((at - half / 2) / half) * half);
  return [from, Math.min(count, from + 2 * half)];
}

/**
 * Places marks from left to right, at most `width` wide; with few of them they keep a comfortable distance.
 * @param {MomentMark[]} marks in order
 * @param {number} width
 * @param {number} [since] when the mark before these was, ms
 * @returns {Placed[]}
 */
export function place(marks, width, since = 0) {
  let x = before;
  const placed = marks.map((mark) => {
    const [, , t] = mark;
    x += 40 + 12 * Math.log10(1 + Math.max(0, t - since));
    since = t;
    return { mark, x };
  });
  const room = width - behind;
  if (x > room) for (const one of placed) one.x *= room / x;
  return placed;
}

/**
 * The x of a place: at the last mark that is over there, and on towards the next as time goes by.
 * @param {Placed[]} placed
 * @param {number} n events before the place
 * @param {number} t its time
 */
export function placeX(placed, n, t) {
  const after = placed.findLastIndex(({ mark }) => mark[4] < n) + 1;
  const last = placed[after - 1];
  const next = placed[after];
  if (!last) return next ? between(0, next.x, progressOf(t, 0, next.mark[2])) : 6;
  const [, , from] = last.mark;
  if (next) return between(last.x, next.x, progressOf(t, from, next.mark[2]));
  return last.x + Math.min(26, 9 * Math.log10(1 + Math.max(0, t - from)));
}

/**
 * The mark nearest to x.
 * @param {Placed[]} placed
 * @param {number} x
 * @returns {number} how many marks are over there: 0 is before the first
 */
export function nearest(placed, x) {
  let best = 0;
  for (let i = 0; i < placed.length; i++) if (x >= placed[i].x - 6) best = i + 1;
  return best;
}

/**
 * A word on the timeline: of which of the placed marks, and where it begins, px.
 * @typedef {{i: number, x: number}} Label
 */

/**
 * Which words there is room for, side by side beneath their marks: the weightiest first.
 * @param {number[]} xs of the marks, in order
 * @param {number[]} widths of their words, px
 * @param {number[]} weights of their words: what weighs more gets its room first
 * @param {number} width of the timeline
 * @returns {Label[]} from left to right
 */
export function labels(xs, widths, weights, width) {
  const order = xs.map((_, i) => i).sort((a, b) => weights[b] - weights[a] || a - b);
  /** @type {{i: number, x: number, to: number}[]} */
  const there = [];
  for (const i of order) {
    const x = Math.max(2, Math.min(xs[i] - widths[i] / 2, width - widths[i] - 2));
    const to = x + widths[i];
    if (there.every((l) => to + 6 <= l.x || l.to + 6 <= x)) there.push({ i, x, to });
  }
  return there.sort((a, b) => a.x - b.x).map(({ i, x }) => ({ i, x }));
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

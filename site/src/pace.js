// How fast playing goes: the speeds by name, how long a moment stays to be read, and the way from one moment to the end
// of the next. Pure: from virtual and real time to virtual time.

/** What is read at the end of a moment: a sentence, its reason, and so many words more.
 * @typedef {{main: string, why: string, more?: number}} Read
 */

/** A speed. Either playing rests at the end of each moment, `rest` times as long as reading takes, or it never rests.
 * @typedef {object} Pace
 * @property {number} rest 0: playing does not rest
 * @property {number} rate virtual ms in a second of real time; 0: a moment takes as long as it needs to be watched
 */

/** @typedef {'reading' | 'half' | 'double' | 'slow' | 'real' | 'tenfold' | 'fastest'} PaceName */

/** The speeds, in the order in which they are offered. @type {Record<PaceName, Pace>} */
export const paces = {
  reading: { rest: 1, rate: 0 },
  half: { rest: 2, rate: 0 },
  double: { rest: 0.5, rate: 0 },
  slow: { rest: 1, rate: 2 },
  real: { rest: 0, rate: 1000 },
  tenfold: { rest: 0, rate: 10000 },
  fastest: { rest: 0, rate: Infinity },
};

export const paceNames = /** @type {PaceName[]} */ (Object.keys(paces));

/** What one word takes to be read, and the shortest rest, ms of real time: nobody is asked for more than 240 words a
 * minute. */
const wordMs = 250;
const leastRestMs = 2000;

/**
 * How long a moment stays so that its words can be read, ms of real time at reading pace. The place in Kafka's source
 * is not read along.
 * @param {Read} sentence
 */
export function readingMs({ main, why, more = 0 }) {
  return Math.max(leastRestMs, wordMs * (countWords(`${main} ${why}`) + more));
}

/** @param {string} text */
export function countWords(text) {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** One piece of a way: virtual ms from where it begins to where it ends, and how long that takes, real ms.
 * @typedef {{from: number, to: number, ms: number, even: boolean}} Leg
 */

/** The way to the end of a moment: its pieces, and how much waiting is left out or passes in fast motion, virtual ms.
 * @typedef {{legs: Leg[], waited: number}} Way
 */

/** The motion to the end of a moment takes so long, ms of real time; how long depends on the time it covers. */
const shortestMs = 400;
const longestMs = 1000;
/** Of a longer wait only its end is shown, ms of virtual time: what goes round in it would only flicker. */
const longestWatched = 10000;
const shownOfWait = 2000;
/** In slow motion a wait passes quickly, but for so much at its end, ms of virtual time. */
const leadInSlow = 1;
/** A wait that is shorter than this is not spoken of, ms of virtual time. */
const leastWait = 1000;

/**
 * The way from a place to the end of the next moment.
 * @param {number} now virtual ms, as all three
 * @param {number} from when the first of its events happens
 * @param {number} to when the last does
 * @param {Pace} pace one that rests
 * @returns {Way}
 */
export function wayTo(now, from, to, pace) {
  const begin = Math.min(Math.max(now, from), to);
  const wait = begin - now;
  const waited = wait >= leastWait ? wait : 0;
  const legs = pace.rate ? slowly(now, begin, to, pace.rate) : briskly(now, begin, to);
  return { legs: pace.rate ? legs : legs.map((leg) => ({ ...leg, ms: leg.ms * motion(pace) })), waited };
}

/**
 * @param {Pace} pace how much longer than at reading pace things move: as much as the rests are, within what can be
 * seen
 */
function motion({ rest }) {
  return Math.min(1, Math.max(0.5, rest));
}

/**
 * @param {number} now
 * @param {number} begin
 * @param {number} to
 * @returns {Leg[]}
 */
function briskly(now, begin, to) {
  const start = begin - now > longestWatched ? begin - shownOfWait : now;
  const ms = Math.min(longestMs, shortestMs + 200 * Math.log10(1 + to - start));
  const inner = to - begin;
  if (inner === 0 || begin === start) return [{ from: start, to, ms, even: false }];
  const part = Math.max(0.35, inner / (to - start)); // what happens gets its time after the longest wait, too
  return [
    { from: start, to: begin, ms: ms * (1 - part), even: false },
    { from: begin, to, ms: ms * part, even: false },
  ];
}

/**
 * @param {number} now
 * @param {number} begin
 * @param {number} to
 * @param {number} rate virtual ms in a second
 * @returns {Leg[]}
 */
function slowly(now, begin, to, rate) {
  const lead = Math.max(now, begin - leadInSlow);
  const quick = lead > now ? briskly(now, lead, lead) : [];
  return [...quick, { from: lead, to, ms: ((to - lead) / rate) * 1000, even: true }];
}

/**
 * Where one is on a way.
 * @param {Way} way
 * @param {number} spent real ms since its beginning
 * @returns {number | null} virtual ms; null: at its end
 */
export function along({ legs }, spent) {
  let rest = spent;
  for (const { from, to, ms, even } of legs) {
    if (rest < ms) return from + (to - from) * (even ? rest / ms : ease(rest / ms));
    rest -= ms;
  }
  return null;
}

/** @param {number} part slow at both ends */
function ease(part) {
  return part * part * (3 - 2 * part);
}

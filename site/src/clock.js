// How virtual time goes while playing: from moment to moment at a pace at which each can be read, or evenly at a speed.
// It is told how much real time has passed and what comes next, and says where to go.

/** @import {FrameQuery} from './types' */
/** @import {PaceName, Read, Way} from './pace.js' */

import { along, paces, readingMs, wayTo } from './pace.js';

/** The end of the next moment, or of what there is to watch besides: `n` is the number of a moment, or absent; when it
 * begins and when it ends, ms of virtual time.
 * @typedef {{n?: number, from: number, t: number}} Ahead
 */

/** What is known when a frame begins.
 * @typedef {object} Known
 * @property {number} now virtual ms
 * @property {Ahead | null} [next] null: nothing comes; absent: not known yet
 * @property {number} [clear] until when nothing comes as far as is known, if next is not
 * @property {boolean} still reduced motion: nothing moves in between
 */

/** What a frame of playing does: where to go, if anywhere; whether the end of the next moment is reached with that; how
 * much waiting passes on this way, virtual ms; whether there is nothing to go to.
 * @typedef {{query?: FrameQuery, arrived?: boolean, waited?: number, ended?: boolean}} Tick
 */

/** Real time beyond this between two frames is not played: the page was hidden or busy. */
const longestFrameMs = 100;
/** So many moments are gone through in a frame at most, as fast as it goes: a slice of the core's ends before. */
const manyMoments = 1000;

export class Clock {
  playing = false;
  /** @type {PaceName} */
  pace = 'reading';
  /** Virtual ms in a second that somebody has asked for instead of a pace; 0: nobody has. */
  rate = 0;
  /** @type {{way: Way, next: Ahead, spent: number} | null} the motion to the end of the next moment */
  #going = null;
  #lastStamp = 0;
  #restUntil = 0;
  /** How long it rests from its first frame on, ms of real time. */
  #restFirst = 0;

  start() {
    this.playing = true;
    this.#lastStamp = 0;
    this.#restUntil = 0;
    this.#restFirst = 0;
    this.#going = null;
  }

  stop() {
    this.playing = false;
    this.#going = null;
  }

  /** What was known to come will come differently. */
  replan() {
    this.#going = null;
  }

  /** The page was hidden: the time since the last frame does not count. */
  sleep() {
    this.#lastStamp = 0;
  }

  /** Whether every moment is looked at by itself. */
  get rests() {
    return !this.rate && paces[this.pace].rest > 0;
  }

  /** Whether something is on its way from one moment to the next. */
  get moving() {
    return this.#going !== null;
  }

  /**
   * @param {Read} sentence stays so long that it can be read
   * @param {number} [stamp] from when on; by default from the present frame, or from the first if there was none yet
   */
  rest(sentence, stamp = this.#lastStamp) {
    const ms = readingMs(sentence) * paces[this.pace].rest;
    if (stamp) this.#restUntil = stamp + ms;
    else this.#restFirst = ms;
  }

  /**
   * One frame of playing.
   * @param {number} stamp real time, ms
   * @param {Known} known
   * @returns {Tick}
   */
  tick(stamp, known) {
    const elapsed = this.#lastStamp ? Math.min(stamp - this.#lastStamp, longestFrameMs) : 0;
    this.#lastStamp = stamp;
    if (this.#restFirst) this.#restUntil = stamp + this.#restFirst;
    this.#restFirst = 0;
    return this.rests ? this.#onward(stamp, elapsed, known) : this.#evenly(elapsed, known);
  }

  /**
   * @param {number} stamp
   * @param {number} elapsed
   * @param {Known} known
   * @returns {Tick}
   */
  #onward(stamp, elapsed, { now, next, still }) {
    if (!this.#going) {
      if (stamp < this.#restUntil || next === undefined) return {};
      if (next === null) return { ended: true };
      this.#going = { way: wayTo(now, next.from, next.t, paces[this.pace]), next, spent: 0 };
    }
    const going = this.#going;
    going.spent += elapsed;
    const { waited } = going.way;
    const to = still ? null : along(going.way, going.spent);
    if (to !== null) return { query: { to: toMicros(Math.max(now, to)) }, waited };
    this.#going = null;
    const { n, t } = going.next;
    return { query: n === undefined ? { to: t } : { moment: n }, arrived: true, waited };
  }

  /**
   * @param {number} elapsed
   * @param {Known} known
   * @returns {Tick}
   */
  #evenly(elapsed, { now, next, clear = Infinity }) {
    if (next === null) return { ended: true };
    const rate = this.rate || paces[this.pace].rate;
    if (rate === Infinity) return { query: { moments: manyMoments } };
    const on = now + (elapsed / 1000) * rate;
    return { query: { to: toMicros(next ? on : Math.min(on, clear)) } };
  }
}

/** @param {number} ms as the core counts it, in whole microseconds */
function toMicros(ms) {
  return Math.round(ms * 1000) / 1000;
}

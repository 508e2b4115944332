// How virtual time goes while playing: by the chosen speed, with a rest at each notable event, and gliding over what is
// quiet. It is told how much real time has passed, and says where to go.

/** @import {FrameQuery} from './types' */

import { span } from './format.js';

/** Simulated ms per second of real time. */
export const speeds = [1, 2, 10, 100, 1000, 10000];

/** What is known when a frame begins, all in ms.
 * @typedef {object} Moment
 * @property {number} now virtual
 * @property {number | null} next when the next notable event comes, if anything does
 * @property {number} elapsed real time since the last frame
 * @property {number} speed simulated ms per second
 * @property {boolean} still reduced motion: jump, never glide
 */

/** A glide over a quiet stretch.
 * @typedef {{from: number, to: number, spent: number}} Glide
 */

/** @typedef {{to: number, glide: Glide | null, skipped: number, ended: boolean}} Advance */

/** Real time beyond this between two frames is not played: the page was hidden or busy. */
const longestFrameMs = 100;
/** A quiet stretch that would take longer than this in real time is glided over. */
const quietMs = 2200;
/** A glide takes so long, and leaves so much at its end to be seen at the chosen speed. */
const glideMs = 900;
const leadMs = 500;

/**
 * @param {Moment} moment
 * @param {Glide | null} glide that is under way
 * @returns {Advance} where to go; `skipped` is set when a glide has ended, `ended` when nothing more will happen
 */
export function advance(moment, glide) {
  const { now, next, speed } = moment;
  const elapsed = Math.min(moment.elapsed, longestFrameMs);
  if (glide) return onward(moment, glide, elapsed);
  if (next === null) return { to: now, glide: null, skipped: 0, ended: true };
  const lead = (leadMs / 1000) * speed;
  if (((next - now) / speed) * 1000 > quietMs) {
    const begun = { from: now, to: next - lead, spent: 0 };
    if (moment.still) return { to: begun.to, glide: null, skipped: begun.to - now, ended: false };
    return onward(moment, begun, elapsed);
  }
  return { to: now + (elapsed / 1000) * speed, glide: null, skipped: 0, ended: false };
}

/**
 * @param {Moment} moment
 * @param {Glide} glide
 * @param {number} elapsed
 * @returns {Advance}
 */
function onward(moment, glide, elapsed) {
  const spent = glide.spent + elapsed;
  const part = Math.min(1, spent / glideMs);
  const to = Math.max(moment.now, glide.from + (glide.to - glide.from) * ease(part));
  if (part === 1) return { to, glide: null, skipped: glide.to - glide.from, ended: false };
  return { to, glide: { ...glide, spent }, skipped: 0, ended: false };
}

/** @param {number} part slow at both ends */
function ease(part) {
  return part * part * (3 - 2 * part);
}

/**
 * How long playing rests at a notable event, so that its sentence can be read.
 * @param {number} speed simulated ms per second
 * @returns {number} real ms; 0: so fast that no event is looked at by itself
 */
function restAt(speed) {
  if (speed > 1000) return 0;
  if (speed > 100) return 80;
  return speed > 10 ? 350 : 700;
}

export class Clock {
  playing = false;
  speed = 2;
  /** @type {Glide | null} */
  #glide = null;
  #lastStamp = 0;
  #restUntil = 0;

  start() {
    this.playing = true;
    this.#lastStamp = 0;
    this.#restUntil = 0;
  }

  /** @returns {boolean} whether it was gliding */
  stop() {
    const gliding = !!this.#glide;
    this.playing = false;
    this.#glide = null;
    return gliding;
  }

  /** What was known to come will come differently. */
  replan() {
    this.#glide = null;
  }

  /** The page was hidden: the time since the last frame does not count. */
  sleep() {
    this.#lastStamp = 0;
  }

  /** Whether every notable event is looked at by itself. */
  get rests() {
    return restAt(this.speed) > 0;
  }

  /**
   * One frame of playing.
   * @param {number} stamp real time, ms
   * @param {{now: number, event: number | null, next: number | null, still: boolean, clear?: number}} moment virtual
   * time, ms: now, when the next notable event comes, and when anything does that is worth to go on for; or, where that
   * is not known yet, until when nothing comes; still: reduced motion
   * @returns {{query?: FrameQuery, notice?: string, ended?: boolean}} where to go, if anywhere, and what to say of it
   */
  tick(stamp, { now, event, next, still, clear }) {
    const elapsed = this.#lastStamp ? stamp - this.#lastStamp : 0;
    this.#lastStamp = stamp;
    if (stamp < this.#restUntil) return {};
    if (clear !== undefined) {
      const on = now + (Math.min(elapsed, longestFrameMs) / 1000) * this.speed;
      return { query: { to: Math.round(Math.min(on, clear) * 1000) / 1000 } };
    }
    const { to, glide, skipped, ended } = advance(
      { now, next, elapsed, speed: this.speed, still },
      this.#glide,
    );
    this.#glide = glide;
    if (ended) return { ended };
    const said = glide
      ? { notice: `Skipping ${span(glide.to - glide.from)} of waiting …` }
      : skipped
        ? { notice: `Skipped ${span(skipped)} of waiting.` }
        : {};
    if (!this.rests || event === null || to < event)
      return { query: { to: Math.round(to * 1000) / 1000 }, ...said };
    this.#restUntil = stamp + restAt(this.speed); // at the event and not beyond, for several may share one instant
    return { query: { step: 1 }, ...said };
  }
}

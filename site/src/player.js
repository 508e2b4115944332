// How virtual time goes while playing. Pure: it is told how much real time has passed, and says where to go.

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

// Where nothing comes to step to: what goes on all the same, and what is under way. Pure.

/** @import {Frame, State} from './types' */
/** @import {Asked} from './toolbar.js' */

import { words } from './words/words.js';

/** The phases of a request that end by themselves. */
const passing = ['travelling', 'appending', 'returning'];

/**
 * When the last request or answer that is under way arrives, ms: there is that to watch though no moment comes.
 * @param {State} state
 * @returns {number | null} null: none is
 */
export function arrival({ requests }) {
  const underway = requests.filter((r) => passing.includes(r.phase));
  return underway.length ? Math.max(...underway.map((r) => r.until)) : null;
}

/**
 * Says why there is nowhere to step to.
 * @param {Frame} frame after which no moment was found
 * @param {Asked[]} asked what was asked for in each partition
 * @param {number} until up to when it was looked for, ms
 */
export function nothingMore({ ended, state }, asked, until) {
  const say = words().play;
  if (ended) return `${ended[0].toUpperCase()}${ended.slice(1)}.`;
  const late = asked.find((a) => a.minIsr.pending);
  if (late) return say.stillUnderWay(late.minIsr.value, late.leader, late.minIsr.there);
  const fetching = state.partitions.some((p) =>
    p.replicas.some((r) => r.alive && !r.leader && !r.fetch.paused),
  );
  return say.nothingUntil(until, fetching);
}

// Answers that have just arrived, and for how long they are shown.

/** @import {RequestState, State} from '../types' */

/** An answer that has arrived is shown for so long (virtual ms). */
const shownMs = 2000;
/**
 * @param {State} state
 * @returns {RequestState | undefined} the newest answer, while it is shown
 */
export function lastAnswer(state) {
  return state.requests
    .filter((r) => r.phase === 'answered' && r.acks !== '0' && state.t - r.since <= shownMs)
    .sort((a, b) => b.since - a.since || b.request - a.request)[0];
}

/**
 * The newest write that a partition refused, while it is shown.
 * @param {{topic: string, partition: number}} p
 * @param {State} state
 * @returns {RequestState | undefined}
 */
export function refusedAt(p, state) {
  return state.requests
    .filter((r) => r.phase !== 'answered' || state.t - r.since <= shownMs)
    .filter((r) =>
      r.partitions.some((x) => x.state === 'refused' && x.topic === p.topic && x.partition === p.partition),
    )
    .sort((a, b) => b.request - a.request)[0];
}

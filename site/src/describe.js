// The picture in words, for those who do not see it. Pure.

/** @import {PartitionState, ReplicaState, State} from './types' */

import { brokers, capital, count, list, partitionName, span } from './format.js';

/**
 * @param {State} state
 * @returns {string} what the drawing shows
 */
export function describe(state) {
  return [...state.partitions.map(partition), purgatory(state)].join(' ');
}

/** @param {PartitionState} p */
function partition(p) {
  const ends = p.replicas.map((r) => {
    const role = r.leader
      ? 'leader'
      : r.inSync
        ? 'in sync'
        : r.heldOut
          ? 'taken out of the ISR'
          : 'out of the ISR';
    return `broker ${r.broker}: ${role}, log end ${r.logEndOffset}${fetching(r)}`;
  });
  const held = p.heldBackBy.length ? ` Held back by ${brokers(p.heldBackBy)}.` : '';
  return (
    `${partitionName(p)}: high watermark ${p.highWatermark}${p.locked ? ', locked under the minimum' : ''}. ` +
    `ISR: ${p.isr.length ? brokers(p.isr) : 'nobody'}, ${p.isr.length} of ${p.replicas.length}; min.insync.replicas ${p.minIsr}. ` +
    `${capital(ends.join('; '))}.${held}${told(p)}`
  );
}

/** @param {ReplicaState} r what keeps a follower from having more, where it takes long */
function fetching({ fetch }) {
  if (fetch.phase === 'paused') return ', its fetches are paused';
  return fetch.delayMs >= 500 ? `, its fetches take ${span(fetch.delayMs)} longer` : '';
}

/** @param {PartitionState} p what producers were told of records above the water */
function told(p) {
  const cells = p.replicas.find((r) => r.leader)?.cells.filter((c) => c.offset >= p.highWatermark) ?? [];
  const good = cells.filter((c) => c.told === 'NONE').map((c) => c.value);
  const late = cells.filter((c) => c.told && c.told !== 'NONE').map((c) => c.value);
  return (
    (good.length ? ` Acknowledged, not committed: ${list(good)}.` : '') +
    (late.length ? ` Answered with an error, but written: ${list(late)}.` : '')
  );
}

/** @param {State} state */
function purgatory(state) {
  const parked = state.requests.filter((r) => r.phase === 'parked');
  if (!parked.length) return 'Nobody waits in the purgatory.';
  const some = parked.slice(0, 5).map((r) => {
    const pending = r.partitions.filter((p) => p.state === 'waiting');
    if (!pending.length) return `request ${r.request} is decided and about to be answered`;
    const needs = pending.map((p) => `${partitionName(p)} at ${p.requiredOffset}`);
    const waits = [...new Set(pending.flatMap((p) => p.waitsFor))];
    const reason = waits.length ? `, waits for ${brokers(waits)}` : '';
    return `request ${r.request} needs ${list(needs)}${reason}, ${span(r.until - state.t)} left`;
  });
  return `${count(parked.length, 'request')} parked: ${some.join('; ')}${parked.length > 5 ? '; and more' : ''}.`;
}

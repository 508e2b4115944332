// The picture in words, for those who do not see it. Pure.

/** @import {PartitionState, ReplicaState, State} from './types' */

import { brokers, capital, count, list, partitionName, span } from './format.js';
import { cutFrom, isAstray, leaderless, membership, nodeNames, statusOf } from './brokerStatus.js';

/**
 * @param {State} state
 * @returns {string} what the drawing shows
 */
export function describe(state) {
  const parts = state.partitions.map((p) => partition(p, state));
  return [...parts, readers(state), purgatory(state)].filter(Boolean).join(' ');
}

/**
 * @param {PartitionState} p
 * @param {State} state
 */
function partition(p, state) {
  const ends = p.replicas.map((r) => {
    const role = r.leader ? 'leader' : r.inSync ? 'in sync' : membership(p, r);
    const belief = r.leads && !r.leader ? `, believes it leads in epoch ${r.knownEpoch}` : '';
    const life = statusOf(state, r.broker);
    const cut = cutFrom(state, r.broker);
    const apart = cut.length ? `, cut off from ${nodeNames(cut)}` : '';
    const astray = r.cells.filter((c) => isAstray(p, r, c)).map((c) => c.value);
    return `broker ${r.broker}: ${role}${life === 'running' ? '' : `, ${life}`}${belief}${apart}, log end ${r.logEndOffset}${fetching(r)}${astray.length ? `, has ${list(astray)}, which the leader has not` : ''}`;
  });
  const none = p.leader < 0 ? ` ${leaderless(state, p)}` : '';
  const elr = p.elr.length ? ` ELR: ${brokers(p.elr)}.` : '';
  const ghosts = p.ghosts.map((g) => `${g.value} with acks=${g.acks}`);
  const gone = ghosts.length ? ` Acknowledged, and gone: ${list(ghosts)}.` : '';
  const held = p.heldBackBy.length ? ` Held back by ${brokers(p.heldBackBy)}.` : '';
  return (
    `${partitionName(p)}: high watermark ${p.highWatermark}${p.locked ? ', locked under the minimum' : ''}. ` +
    `ISR: ${p.isr.length ? brokers(p.isr) : 'nobody'}, ${p.isr.length} of ${p.replicas.length}; min.insync.replicas ${p.minIsr}.${elr}${none} ` +
    `${capital(ends.join('; '))}.${held}${told(p)}${gone}`
  );
}

/** @param {State} state where consumers are */
function readers(state) {
  return state.consumers
    .flatMap((c) =>
      c.positions.map((x) => `Consumer ${c.id} reads ${partitionName(x)} from ${x.offset} next.`),
    )
    .join(' ');
}

/** @param {ReplicaState} r what keeps a follower from having more, where it takes long */
function fetching({ fetch }) {
  if (fetch.phase === 'paused') return ', its fetches are paused';
  return fetch.delayMs >= 500 ? `, its fetches take ${span(fetch.delayMs)} longer` : '';
}

/** @param {PartitionState} p what producers were told of records above the water */
function told(p) {
  const leader = p.replicas.find((r) => r.leader);
  const cells = leader?.cells.filter((c) => c.offset >= p.highWatermark) ?? [];
  const last = cells.at(-1);
  const more = !!last && Number(leader?.logEndOffset) > last.offset + 1;
  const good = cells.filter((c) => c.told === 'NONE').map((c) => c.value);
  const late = cells.filter((c) => c.told && c.told !== 'NONE').map((c) => c.value);
  return (
    (good.length ? ` Acknowledged, not committed: ${few(good, more)}.` : '') +
    (late.length ? ` Answered with an error, but written: ${few(late, more)}.` : '')
  );
}

/**
 * @param {string[]} values the first of them
 * @param {boolean} more whether the list goes on beyond the drawing
 */
function few(values, more) {
  const named = values.slice(0, 5);
  return more || named.length < values.length ? `${named.join(', ')} and more` : list(named);
}

/** @param {State} state */
function purgatory(state) {
  const parked = state.requests.filter((r) => r.phase === 'parked');
  if (!state.parked) return 'Nobody waits in the purgatory.';
  const some = parked.slice(0, 5).map((r) => {
    const pending = r.partitions.filter((p) => p.state === 'waiting');
    if (!pending.length) return `request ${r.request} is decided and about to be answered`;
    const needs = pending.map((p) => `${partitionName(p)} at ${p.requiredOffset}`);
    const waits = [...new Set(pending.flatMap((p) => p.waitsFor))];
    const reason = waits.length ? `, waits for ${brokers(waits)}` : '';
    return `request ${r.request} needs ${list(needs)}${reason}, ${span(r.until - state.t)} left`;
  });
  return `${count(state.parked, 'request')} parked: ${some.join('; ')}${state.parked > some.length ? '; and more' : ''}.`;
}

// The picture in words, for those who do not see it. Pure.

/** @import {PartitionState, ReplicaState, State} from './types' */

import { partitionName } from './format.js';
import { cutFrom, isAstray, leaderless, membership, nodeNames, statusOf } from './brokerStatus.js';
import { words } from './words/words.js';

/** Fetches that take so much longer are said to (ms). */
const longDelayMs = 500;

/** So many requests that wait are told one by one. */
const mostTold = 5;

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
  const say = words().describe;
  return [
    say.partition({ place: partitionName(p), highWatermark: p.highWatermark, locked: p.locked }),
    say.isr({ isr: p.isr, replicas: p.replicas.length, min: p.minIsr }),
    p.elr.length ? say.elr(p.elr) : '',
    p.leader < 0 ? leaderless(state, p) : '',
    say.replicas(p.replicas.map((r) => replica(p, r, state))),
    p.heldBackBy.length ? say.waitedFor(p.heldBackBy) : '',
    told(p),
    p.ghosts.length ? say.gone(p.ghosts) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @param {State} state
 */
function replica(p, r, state) {
  const life = statusOf(state, r.broker);
  const cut = cutFrom(state, r.broker);
  return words().describe.replica({
    broker: r.broker,
    role: roleOf(p, r),
    life: life === words().status.life('running') ? '' : life,
    believes: r.leads && !r.leader ? r.knownEpoch : -1,
    cut: cut.length ? nodeNames(cut) : '',
    logStart: r.logStartOffset,
    logEnd: r.logEndOffset,
    fetching: fetching(r),
    astray: r.cells.filter((c) => isAstray(p, r, c)).map((c) => c.value),
  });
}

/**
 * What a replica is, in a word or two.
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
export function roleOf(p, r) {
  if (r.leader) return words().describe.leader();
  return r.inSync && !r.removing ? words().describe.inSync() : membership(p, r);
}

/** @param {State} state where consumers are */
function readers(state) {
  return state.consumers
    .flatMap((c) =>
      c.positions.map((x) =>
        words().describe.reader({
          consumer: c.id,
          place: partitionName(x),
          offset: x.offset,
          ended: x.ended,
        }),
      ),
    )
    .join(' ');
}

/** @param {ReplicaState} r what keeps a follower from having more, where it takes long */
function fetching({ fetch }) {
  if (fetch.phase === 'paused') return words().describe.paused();
  return fetch.delayMs >= longDelayMs ? words().describe.delayed(fetch.delayMs) : '';
}

/** @param {PartitionState} p what producers were told of records above the high watermark */
function told(p) {
  const leader = p.replicas.find((r) => r.leader);
  const cells = leader?.cells.filter((c) => c.offset >= p.highWatermark) ?? [];
  const last = cells.at(-1);
  const more = !!last && Number(leader?.logEndOffset) > last.offset + 1;
  const good = cells.filter((c) => c.told === 'NONE').map((c) => c.value);
  const late = cells.filter((c) => c.told && c.told !== 'NONE').map((c) => c.value);
  const say = words().describe;
  return [good.length ? say.acknowledged(good, more) : '', late.length ? say.refused(late, more) : '']
    .filter(Boolean)
    .join(' ');
}

/** @param {State} state */
function purgatory(state) {
  const say = words().describe;
  if (!state.parked) return say.nobodyParked();
  const parked = state.requests.filter((r) => r.phase === 'parked');
  const some = parked.slice(0, mostTold).map((r) => {
    const pending = r.partitions.filter((p) => p.state === 'waiting');
    if (!pending.length) return say.decided(r.request);
    return say.needs({
      request: r.request,
      needs: pending.map((p) => ({ place: partitionName(p), offset: p.requiredOffset })),
      waits: [...new Set(pending.flatMap((p) => p.waitsFor))],
      leftMs: r.until - state.t,
    });
  });
  return say.parked(state.parked, some, state.parked > some.length);
}

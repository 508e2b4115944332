// Why a high watermark stands where it stands, and how a broker is: the facts that only a state can tell. Pure.

/** @import {PartitionState, State} from '../types' */
/** @import {Scene} from './scene.js' */

import { brokerOf, isMissed, lifeOf } from '../brokerStatus.js';
import { words } from './words.js';

/** @param {PartitionState} p */
export function endOfLeader(p) {
  return p.replicas.find((r) => r.leader)?.logEndOffset ?? p.endOffset;
}

/**
 * What a partition's high watermark waits for.
 * @param {Scene} scene
 * @param {PartitionState | undefined} p
 * @returns {string} nothing where it stands at the end of the leader's log, or nobody leads
 */
export function waitingFor({ state }, p) {
  if (!state || !p || p.leader < 0) return '';
  const { facts } = words().reasons;
  const waiting = parkedFor(state, p);
  const all = p.waiting;
  if (p.locked) return facts.locked({ waiting, all, isr: p.isr.length, min: p.effectiveMinIsr });
  const slow = p.replicas.filter((r) => p.heldBackBy.includes(r.broker));
  if (!slow.length || p.highWatermark >= endOfLeader(p)) return '';
  if (slow.length > 1) return facts.waitsForMany({ waiting, all, brokers: slow.map((r) => r.broker) });
  const [r] = slow;
  const { broker } = r;
  if (isMissed(state, broker)) {
    const until = brokerOf(state, broker)?.sessionEndsMs ?? -1;
    const life = lifeOf(state, broker);
    return facts.waitsForMissing({ waiting, all, broker, life, inSync: r.inSync, until });
  }
  if (r.logEndOffset > r.knownEnd && r.knownEnd >= 0) return facts.waitsForNews({ waiting, all, broker });
  const member = r.inSync ? 'in' : p.maximalIsr.includes(broker) ? 'joining' : 'eligible';
  return facts.waitsForCopy({ waiting, all, broker, logEnd: r.logEndOffset, member });
}

/**
 * Who is waited for by requests that are parked, where these are few: what a headline can name.
 * @param {Scene} scene
 * @param {PartitionState} p
 */
export function waitedFor({ state }, p) {
  if (!state || p.locked || !p.waiting || p.leader < 0 || p.highWatermark >= endOfLeader(p)) return undefined;
  const slow = p.replicas.filter((r) => p.heldBackBy.includes(r.broker));
  if (!slow.length || slow.length > mostNamed) return undefined;
  return { waiting: parkedFor(state, p), n: p.waiting, brokers: slow.map((r) => r.broker) };
}

/** So many brokers that are waited for are named. */
const mostNamed = 2;

/**
 * Why one broker is waited for.
 * @param {Scene} scene
 * @param {PartitionState} p
 * @param {number} broker
 */
export function standing({ state }, p, broker) {
  const r = p.replicas.find((x) => x.broker === broker);
  if (!state || !r) return '';
  return words().reasons.facts.standing({
    broker,
    life: isMissed(state, broker) ? lifeOf(state, broker) : '',
    inSync: r.inSync,
    until: brokerOf(state, broker)?.sessionEndsMs ?? -1,
    logEnd: r.logEndOffset,
    member: r.inSync ? 'in' : p.maximalIsr.includes(broker) ? 'joining' : 'eligible',
    more: r.logEndOffset > r.knownEnd && r.knownEnd >= 0,
  });
}

/**
 * @param {State} state
 * @param {PartitionState} p
 * @returns {number[]} the requests parked for it and not decided, as far as they are listed
 */
function parkedFor(state, p) {
  return state.requests
    .filter((r) => r.phase === 'parked')
    .filter((r) =>
      r.partitions.some((x) => x.state === 'waiting' && x.topic === p.topic && x.partition === p.partition),
    )
    .map((r) => r.request);
}

/**
 * Whether a broker acts as the leader of a partition that the controller has given to another, or to nobody.
 * @param {Scene} scene
 * @param {{topic: string, partition: number, broker: number}} event
 */
export function isDeposed(scene, event) {
  const p = scene.partition(event);
  return !!p && p.leader !== event.broker;
}

/**
 * @param {Scene} scene
 * @param {{topic: string, partition: number, broker: number}[]} events of brokers that act as leaders
 * @returns {string} that one of them leads no more
 */
export function deposed(scene, events) {
  const one = events.find((e) => isDeposed(scene, e));
  if (!one) return '';
  return words().reasons.facts.deposed({ broker: one.broker, leader: scene.partition(one)?.leader ?? 0 });
}

/**
 * Acknowledged records that are gone, where the moment leaves some.
 * @param {Scene} scene
 * @param {{topic: string, partition: number}[]} events
 */
export function gone(scene, events) {
  const ghosts = events.flatMap((e) => scene.partition(e)?.ghosts ?? []);
  const named = [...new Set(ghosts.map((g) => g.value))];
  if (!named.length) return '';
  const fallen = events.map((e) => scene.partition(e)).find(hasFallen);
  return words().reasons.facts.gone({
    ghosts: named.slice(0, 2),
    more: Math.max(0, named.length - 2),
    falls: fallen?.highWatermark ?? -1,
  });
}

/**
 * Whether a leader's high watermark lies below a record that was committed: acknowledged to acks=all, and gone.
 * @param {PartitionState} [p] as far as it is known
 */
export function hasFallen(p) {
  return (
    !!p && p.leader > 0 && p.ghosts.some((g) => ['all', '-1'].includes(g.acks) && g.offset >= p.highWatermark)
  );
}

/**
 * A consumer that has read further than the leader's log goes.
 * @param {Scene} scene
 * @param {{topic: string, partition: number}[]} events
 */
export function readAhead({ state }, events) {
  for (const e of events) {
    const p = state?.partitions.find((x) => x.topic === e.topic && x.partition === e.partition);
    if (!state || !p || p.leader < 0) continue;
    const logEnd = endOfLeader(p);
    for (const { id, positions } of state.consumers) {
      const read = positions.find((x) => x.topic === e.topic && x.partition === e.partition)?.offset ?? 0;
      if (read > logEnd) return words().reasons.facts.readAhead({ consumer: id, read, logEnd });
    }
  }
  return '';
}

/**
 * Why no replica may lead a partition, each by the first obstacle.
 * @param {Scene} scene
 * @param {PartitionState | undefined} p
 */
export function nobody(scene, p) {
  const { state, elr } = scene;
  if (!state || !p || p.leader > 0) return '';
  const each = p.replicas.map((r) => {
    const b = brokerOf(state, r.broker);
    const live = b?.process === 'running';
    const listed = p.isr.includes(r.broker) ? 'isr' : p.elr.includes(r.broker) ? 'elr' : '';
    const reason = live ? (b?.fenced && listed ? 'fenced' : elr ? 'neither' : 'out') : listed || 'dead';
    return { broker: r.broker, reason };
  });
  return words().reasons.facts.none(each);
}

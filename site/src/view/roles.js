// What is said of a broker at the head of its lane: its part, and what keeps it from playing it. Pure.

/** @import {PartitionState, ReplicaState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */

import { cut } from '../format.js';
import { pictured } from './pictured.js';
import { brokerOf, cutFrom, isMissed, lifeOf, membership, whyNot } from '../brokerStatus.js';

/** A link that takes longer than this is worth a word (ms). */
const slowMs = 50;

/**
 * Whether the high watermark waits for a replica: there is more than it has, as far as the leader knows.
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function isWaitedFor(p, r) {
  return p.heldBackBy.includes(r.broker) && p.endOffset > p.highWatermark;
}

/**
 * Whether a replica that is waited for is slow, or will not come at all: a healthy one is waited for, too, for as long
 * as a fetch takes.
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
export function isSlow(state, p, r) {
  if (!isWaitedFor(p, r)) return false;
  const { paused, delayMs, phase, since, until } = r.fetch;
  const long = ['travelling', 'returning', 'appending'].includes(phase) && until - since >= slowMs;
  const gone = !r.alive || isMissed(state, r.broker) || cutFrom(state, r.broker).length > 0;
  return paused || delayMs >= slowMs || long || gone || slowLink(state, r) !== '';
}

/**
 * @param {Measures} m
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @returns {string}
 */
export function roleOf(m, state, p, r) {
  const life = lifeOf(state, r.broker);
  const { leads, follows } = pictured();
  if (r.leader && life && m.compact) return leads.but(life);
  if (r.leader && r.alive && !r.leads) return m.compact ? leads.electedShort() : leads.elected(life);
  if (r.leader)
    return m.compact ? leads.epochShort(p.leaderEpoch) : leads.epoch(p.leaderEpoch, life, p.recovering);
  if (r.leads) return m.compact ? leads.believesShort() : leads.believes(r.knownEpoch);
  if (p.leader < 0) return m.compact ? life || leads.cannot() : whyNotShort(state, p, r);
  if (isWaitedFor(p, r)) {
    if (life) return m.compact ? life : follows.butWaitedFor(life);
    if (isSlow(state, p, r)) return m.compact ? follows.slowShort() : follows.slow();
    return m.compact ? follows.waitedForShort() : follows.waitedFor();
  }
  if (life) return m.compact ? life : `${life} · ${membership(p, r)}`;
  if (r.removing || (r.adding && !r.inSync)) return membership(p, r);
  if (r.inSync) return m.compact ? follows.inSyncShort() : follows.inSync();
  if (r.heldOut || p.maximalIsr.includes(r.broker) || p.elr.includes(r.broker)) return membership(p, r);
  return m.compact ? follows.outShort() : follows.out();
}

/**
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function whyNotShort(state, p, r) {
  return whyNot(state, p, r)
    .replace('neither in the ISR nor in the ELR', 'not in ISR or ELR')
    .replace('without power', 'no power')
    .replace(', though it led last', ', led last');
}

/**
 * The most pressing of what else is to be said.
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @returns {string}
 */
export function noteOf(state, p, r) {
  const b = brokerOf(state, r.broker);
  const apart = cutFrom(state, r.broker);
  const say = pictured().notes;
  if (isMissed(state, r.broker))
    return state.controller === 'running' ? say.missed((b?.sessionEndsMs ?? 0) - state.t) : say.unnoticed();
  if (apart.length) return cut(say.cut(apart, !!b?.fenced), 32);
  if (b?.fenced) return b.process === 'starting' ? say.asks() : say.fenced();
  if (r.leader || r.leads || !r.alive) return slowLink(state, r);
  if (p.leader > 0 && r.knownEpoch < p.leaderEpoch) return say.knowsEpoch(r.knownEpoch);
  return slowLink(state, r) || fetchPhrase(r, state.t);
}

/**
 * @param {State} state
 * @param {ReplicaState} r
 */
function slowLink(state, r) {
  const slow = state.links.filter((l) => l.up && l.from === String(r.broker) && l.latencyMs >= slowMs);
  const to = slow.map((l) => l.to);
  return slow.length ? cut(pictured().notes.slowLink(to, slow[0].latencyMs), 33) : '';
}

/**
 * Where a follower's loop of fetches stands, in words.
 * @param {ReplicaState} r
 * @param {number} now
 */
function fetchPhrase({ fetch: { phase, until } }, now) {
  const phrases = pictured().fetching(until - now);
  return phase in phrases ? phrases[/** @type {keyof typeof phrases} */ (phase)] : phrases.none;
}

/**
 * The same where there is little room: only what cannot be seen.
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
export function shortNote(state, p, r) {
  const note = noteOf(state, p, r);
  if (note !== fetchPhrase(r, state.t)) return note;
  return r.fetch.phase === 'travelling' ? pictured().fetchIn(r.fetch.until - state.t) : '';
}

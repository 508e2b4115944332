// What is said of a broker at the head of its lane: its part, and what keeps it from playing it. Pure.

/** @import {PartitionState, ReplicaState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */

import { countdown, cut, span } from '../format.js';
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
 * Whether a replica that is waited for is slow, or will not come at all: a healthy one is waited for, too, for as long as
 * a fetch takes.
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
  const but = life ? `, but ${life}` : '';
  if (r.leader && life && m.compact) return `leader, ${life}`;
  if (r.leader && r.alive && !r.leads)
    return m.compact ? 'elected' : `elected${but || ', has not heard of it'}`;
  if (r.leader)
    return `${m.compact ? 'leads, ep.' : 'leader · epoch'} ${p.leaderEpoch}${but || (p.recovering && !m.compact ? ' · recovering' : '')}`;
  if (r.leads) return m.compact ? 'believes it leads' : `believes it leads · epoch ${r.knownEpoch}`;
  if (p.leader < 0) return m.compact ? life || 'cannot lead' : whyNotShort(state, p, r);
  if (isWaitedFor(p, r)) {
    const how = isSlow(state, p, r) ? 'slow · ' : m.compact ? '' : 'follower · ';
    return (life ? `${life} · ` : how) + 'waited for';
  }
  if (life) return m.compact ? life : `${life} · ${membership(p, r)}`;
  if (r.inSync) return m.compact ? 'in sync' : 'follower · in sync';
  if (r.heldOut || p.maximalIsr.includes(r.broker) || p.elr.includes(r.broker)) return membership(p, r);
  return m.compact ? 'out of the ISR' : 'fell out of the ISR';
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
  if (isMissed(state, r.broker)) {
    const left = (b?.sessionEndsMs ?? 0) - state.t;
    return left > 0 ? `missed in ${countdown(left)} or so` : 'about to be fenced';
  }
  if (apart.length) return cut(`${b?.fenced ? 'fenced · cut' : 'cut off'}: ${apart.join(', ')}`, 32);
  if (b?.fenced) return b.process === 'starting' ? 'asks to be let in' : 'fenced by the controller';
  if (r.leader || r.leads || !r.alive) return slowLink(state, r);
  if (p.leader > 0 && r.knownEpoch < p.leaderEpoch) return `knows epoch ${r.knownEpoch} only`;
  return slowLink(state, r) || fetchPhrase(r, state.t);
}

/**
 * @param {State} state
 * @param {ReplicaState} r
 */
function slowLink(state, r) {
  const slow = state.links.filter((l) => l.up && l.from === String(r.broker) && l.latencyMs >= slowMs);
  return slow.length
    ? cut(`link to ${slow.map((l) => l.to).join(', ')}: ${span(slow[0].latencyMs)}`, 33)
    : '';
}

/**
 * Where a follower's loop of fetches stands, in words.
 * @param {ReplicaState} r
 * @param {number} now
 */
function fetchPhrase(r, now) {
  const left = countdown(r.fetch.until - now);
  switch (r.fetch.phase) {
    case 'travelling':
      return `next fetch arrives in ${left}`;
    case 'waiting':
      return 'its fetch waits at the leader';
    case 'returning':
      return `answer arrives in ${left}`;
    case 'appending':
      return 'is writing';
    case 'paused':
      return 'fetches are paused';
    case 'idle':
      return 'between two fetches';
    default:
      return 'does not fetch';
  }
}

/**
 * The same where there is little room: only what cannot be seen.
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
export function shortNote(state, p, r) {
  const note = noteOf(state, p, r);
  if (r.fetch.phase === 'travelling' && note.startsWith('next'))
    return note.replace('next fetch arrives', 'fetch');
  return note === fetchPhrase(r, state.t) ? '' : note;
}

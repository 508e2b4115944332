// The status of the brokers: which process lives, who is cut off, which considers itself the leader, and why a
// partition has none. It reads the state and puts it into words; it decides nothing. Pure.

/** @import {BrokerState, Cell, PartitionState, ReplicaState, State, WheelLevel} from './types' */

import { partitionName } from './format.js';
import { words } from './words/words.js';

/**
 * @param {State} state
 * @param {number} id
 * @returns {BrokerState | undefined}
 */
export function brokerOf(state, id) {
  return state.brokers.find((b) => b.broker === id);
}

/**
 * What one slot of a level of a wheel spans (ms), whether it is needed yet or not: a whole turn of the level below.
 * @param {WheelLevel[]} wheel
 * @param {number} level from 0
 */
export function slotMs([{ tickMs, size }], level) {
  return tickMs * size ** level;
}

/**
 * @param {State} state
 * @param {number} id
 * @returns {string} empty while it runs
 */
export function lifeOf(state, id) {
  const process = brokerOf(state, id)?.process ?? 'running';
  return process === 'running' ? '' : words().status.life(process);
}

/**
 * @param {State} state
 * @param {number} id
 * @returns {string} its process, and whether the controller considers it dead
 */
export function statusOf(state, id) {
  const { status } = words();
  const life = lifeOf(state, id) || status.life('running');
  return brokerOf(state, id)?.fenced ? status.fenced(life) : life;
}

/**
 * @param {State} state
 * @param {number} id
 * @returns {boolean} whether it does nothing, and the controller does not know yet
 */
export function isMissed(state, id) {
  const b = brokerOf(state, id);
  return !!b && ['down', 'off', 'frozen'].includes(b.process) && !b.fenced;
}

/**
 * Until when the controller waits for a broker that does nothing.
 * @param {State} state
 * @param {number} id
 */
export function patience(state, id) {
  const ends = brokerOf(state, id)?.sessionEndsMs ?? -1;
  return ends < 0 ? '' : words().status.patience(ends);
}

/**
 * The nodes that a broker cannot talk to, one way or both.
 * @param {State} state
 * @param {number} id
 * @returns {string[]}
 */
export function cutFrom(state, id) {
  const me = String(id);
  const peers = state.links
    .filter((l) => !l.up && (l.from === me || l.to === me))
    .map((l) => (l.from === me ? l.to : l.from));
  return [...new Set(peers)].sort((a, b) => Number(isBroker(a)) - Number(isBroker(b)) || (a < b ? -1 : 1));
}

/** @param {string} node */
export function isBroker(node) {
  return /^\d+$/.test(node);
}

/** @param {string[]} nodes "the controller and brokers 2 and 3" */
export function nodeNames(nodes) {
  return words().status.nodes(nodes);
}

/** @param {PartitionState} p the brokers that take themselves for its leader, and are not */
export function deposed(p) {
  return p.replicas.filter((r) => r.leads && !r.leader);
}

/**
 * Where a replica stands in the controller's books.
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
export function membership(p, r) {
  return words().status.membership(standing(p, r));
}

/**
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function standing(p, r) {
  if (r.removing) return r.inSync ? 'leaving' : 'removed';
  if (r.inSync) return 'isr';
  if (p.elr.includes(r.broker)) return 'elr';
  if (p.maximalIsr.includes(r.broker)) return 'joining';
  return r.heldOut ? 'held' : r.adding ? 'added' : 'out';
}

/**
 * Why a replica does not lead a partition that has no leader.
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @param {boolean} [elr] whether the cluster keeps the ELR
 */
export function whyNot(state, p, r, elr = true) {
  const { status } = words();
  const life = lifeOf(state, r.broker) || (brokerOf(state, r.broker)?.fenced ? status.life('fenced') : '');
  return r.inSync || p.elr.includes(r.broker)
    ? status.notLeading({ membership: membership(p, r), life })
    : status.notEligible({ life, elr, last: p.lastKnownElr.includes(r.broker) });
}

/**
 * @param {State} state
 * @param {PartitionState} p that has no leader
 * @param {boolean} [elr] whether the cluster keeps the ELR
 */
export function leaderless(state, p, elr = true) {
  const each = p.replicas.map((r) => ({ broker: r.broker, why: whyNot(state, p, r, elr) }));
  return words().status.leaderless({ place: state.partitions.length > 1 ? partitionName(p) : '', each });
}

/**
 * Whether the leader has no such record: a cell of another history, that goes when its broker follows.
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @param {Cell} cell
 */
export function isAstray(p, r, cell) {
  const leader = p.replicas.find((x) => x.leader);
  if (!leader || r.leader) return false;
  if (cell.offset >= leader.logEndOffset) return true;
  const same = leader.cells[cell.offset - leader.cells[0]?.offset];
  return !!same && (same.epoch !== cell.epoch || same.value !== cell.value);
}

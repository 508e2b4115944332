// Parts of sentences. Pure.

/** @import {Event, EventOf, PartitionState, Script, Sentence, State} from '../types' */

import { brokers, count, list, partitionName } from '../format.js';
import { isMissed, lifeOf, patience } from '../brokerStatus.js';

/**
 * What a sentence is made from, for an event of one kind.
 * @template {Event['kind']} K
 * @typedef {{event: EventOf<K>, state: State, script: Script | undefined}} Scene
 */

/**
 * @param {string} main
 * @param {string} [why]
 * @param {string} [where]
 * @returns {Sentence}
 */
export function say(main, why = '', where = '') {
  return { main, why, where };
}

/**
 * Why the edge stands where it stands, as the second half of a sentence; empty when it is at the leader's end.
 * @param {PartitionState} partition
 * @param {State} state
 */
export function reasonToWait(partition, state) {
  if (partition.locked) {
    return `the ISR has ${partition.isr.length} of the ${partition.effectiveMinIsr} replicas that min.insync.replicas demands`;
  }
  const slowest = partition.replicas.filter((r) => partition.heldBackBy.includes(r.broker));
  if (!slowest.length) return '';
  if (slowest.length > 1) {
    return `${brokers(slowest.map((r) => r.broker))} are still waited for, and as the leader knows them, their logs end at ${slowest[0].knownEnd}`;
  }
  const [r] = slowest;
  const name = `broker ${r.broker}`;
  if (isMissed(state, r.broker)) {
    return `${name} is ${lifeOf(state, r.broker)}, but ${r.inSync ? 'still in the ISR' : 'still counts'}: ${patience(state, r.broker)}`;
  }
  if (r.logEndOffset > r.knownEnd && r.knownEnd >= 0) {
    return `${name} has more by now, but the leader learns that only from its next fetch`;
  }
  if (r.inSync) return `${name} is still in the ISR, and its log ends at ${r.logEndOffset}`;
  return partition.maximalIsr.includes(r.broker)
    ? `${name} is on its way into the ISR, and its log ends at ${r.logEndOffset}`
    : `${name} is out of the ISR but counts as caught up, and its log ends at ${r.logEndOffset}`;
}

/**
 * @param {State} state
 * @param {{topic?: string, partition?: number}} name
 */
export function partitionOf(state, name) {
  return state.partitions.find((p) => p.topic === name.topic && p.partition === name.partition);
}

/**
 * @param {State} state
 * @param {number | undefined} id
 */
export function requestOf(state, id) {
  return state.requests.find((r) => r.request === id);
}

/** @param {PartitionState} partition */
export function endOfLeader(partition) {
  return partition.replicas.find((r) => r.leader)?.logEndOffset ?? partition.endOffset;
}

/** @param {(string | number)[] | undefined} values up to three by name */
export function content(values) {
  if (!values?.length) return 'its records';
  if (values.length === 1 && typeof values[0] === 'number') return count(values[0], 'record');
  return values.length > 3 ? count(values.length, 'record') : list(values);
}

/** @param {string | number | undefined} acks */
export function acksName(acks) {
  return String(acks) === '-1' ? 'all' : String(acks);
}

/** @param {{baseOffset?: number, lastOffset?: number}} event */
export function offsets(event) {
  const { baseOffset = 0, lastOffset = baseOffset } = event;
  return baseOffset === lastOffset ? `offset ${baseOffset}` : `offsets ${baseOffset} to ${lastOffset}`;
}

/**
 * " of payments-0" where there are several partitions, else nothing.
 * @param {{topic?: string, partition?: number}} name
 * @param {State} state
 */
export function at(name, state) {
  return state.partitions.length > 1 && name.topic !== undefined ? ` of ${name.topic}-${name.partition}` : '';
}

/**
 * @param {{topic: string, partition: number}} name
 * @param {State} state
 */
export function nameIn(name, state) {
  return state.partitions.length > 1 ? `${partitionName(name)} at ` : '';
}

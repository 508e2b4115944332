// What the controls are set to: how the next records are sent, and to which partition; and what was asked for in the
// cluster, which may not have arrived where it counts.

/** @import {PartitionState, State} from './types' */

/** The longest request.timeout.ms that the page offers: an hour. */
export const longestTimeoutMs = 3600000;

/** The highest min.insync.replicas that the page offers. */
export const highestMinIsr = 5;

export class Toolbar {
  /** What the next records are sent with. */
  acks = 'all';
  timeoutMs = 30000;
  /** Whether they go as raw requests, without a client that would retry. */
  raw = false;
  /** Index of the partition that the controls concern. */
  target = 0;

  /**
   * @param {string} text from the field; what is not a whole number of milliseconds in range changes nothing
   * @returns {boolean} whether it is one
   */
  setTimeoutMs(text) {
    const ms = Number(text);
    if (!/^\d+$/.test(text.trim()) || ms > longestTimeoutMs) return false;
    this.timeoutMs = ms;
    return true;
  }
}

/** A setting that has been asked for: what it is to be, what it is where it counts, and whether the news of it is still
 * under way. @template T @typedef {{value: T, there: T, pending: boolean}} Setting
 */

/** What has been asked for in a partition.
 * @typedef {object} Asked
 * @property {string} topic
 * @property {number} partition
 * @property {number} leader the broker where it counts; -1: none
 * @property {Setting<number> & {counts: number}} minIsr `counts`: as the leader will apply it, which is no more than
 * there are replicas
 * @property {({broker: number} & Setting<boolean>)[]} members whether each replica is to be in the ISR, as far as hands
 * decide that: one that may be and is not joins by itself, which is not pending
 * @property {boolean} pending whether the news of anything is under way
 */

/**
 * What has been asked for at a place, partition by partition.
 * @param {State} state
 * @returns {Asked[]}
 */
export function askedOf({ partitions }) {
  return partitions.map((p) => {
    const minIsr = minimum(p);
    const members = p.replicas.map((r) => ({
      broker: r.broker,
      value: !r.heldOut,
      there: r.inSync,
      pending: r.heldOut && r.inSync,
    }));
    const { topic, partition, leader } = p;
    return {
      topic,
      partition,
      leader,
      minIsr,
      members,
      pending: minIsr.pending || members.some((m) => m.pending),
    };
  });
}

/** @param {PartitionState} p */
function minimum({ askedMinIsr: value, minIsr: there, replicas, leader }) {
  return { value, there, pending: value !== there && leader > 0, counts: Math.min(value, replicas.length) };
}

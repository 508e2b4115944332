// What is said of time and of one's own deeds: waiting that was skipped, a future that was replaced.

import { english } from './grammar.js';

const { clock, count, list, number, span } = english;

/** The kinds of moments that are worth counting, each with its noun, in the order in which they are told.
 * @type {[kind: string, one: string, other: string][]}
 */
const counted = [
  ['sent', 'request sent', 'requests sent'],
  ['written', 'append', 'appends'],
  ['committed', 'rise of the high watermark', 'rises of the high watermark'],
  ['refused', 'refusal', 'refusals'],
  ['timed-out', 'timeout', 'timeouts'],
  ['in-sync', 'change of the ISR', 'changes of the ISR'],
  ['reassigned', 'change of the replicas', 'changes of the replicas'],
  ['fenced', 'fencing of a broker', 'fencings of brokers'],
  ['elected', 'election', 'elections'],
  ['leaderless', 'loss of a leader', 'losses of a leader'],
  ['deleted', 'deletion', 'deletions'],
  ['truncated', 'truncation', 'truncations'],
];

export const play = {
  /** @param {number} ms of virtual time that passed without anything to see */
  waited: (ms) => `${span(ms)} of waiting skipped.`,

  /**
   * @param {Partial<Record<string, number>>} kinds how many moments of each kind have passed
   * @param {number} moments how many in all
   */
  passed: (kinds, moments) => {
    const parts = counted.flatMap(([kind, one, other]) =>
      kinds[kind] ? [count(/** @type {number} */ (kinds[kind]), one, other)] : [],
    );
    const all = count(moments, 'moment', 'moments');
    return parts.length ? `${all} passed: ${list(parts)}.` : `${all} passed.`;
  },

  /**
   * @param {number} until ms
   * @param {boolean} fetching whether followers go on fetching
   */
  nothingUntil: (until, fetching) =>
    `Nothing${fetching ? ' but the followers’ fetches' : ''} happens until ${clock(until)}. ` +
    'Send a record, change something, or step again to look further ahead.',

  /**
   * @param {number} value the minimum that was asked for
   * @param {number} leader
   * @param {number} there the minimum that the leader goes by
   */
  stillUnderWay: (value, leader, there) =>
    `A minimum of ${value} is still on its way to broker ${leader}, which goes by ${there}.`,

  playing: () => 'Playing.',
  paused: () => 'Paused.',
  atWork: () => 'Working.',
  branched: () => 'You acted in the past. The run as it was is in the list of runs.',
  busy: () => 'The simulation is on its way to another place: wait for it, or stop it first.',
  /** @param {string} reason without a full stop */
  cannot: (reason) => `That cannot be done: ${reason}`,
  /** @param {string[]} deeds what they are called */
  undone: (deeds) => (deeds.length ? `Undone: ${list(deeds)}.` : 'Undone.'),
  /** @param {string[]} deeds */
  redone: (deeds) => (deeds.length ? `Done again: ${list(deeds)}.` : 'Done again.'),
  wentBack: () => 'Back to where this run was before.',
  wentOn: () => 'Back to where undoing began.',
  /** @param {string} title of a run that was open before, or after */
  runBefore: (title) => `Back to what was open before: ${title}`,
  /** @param {string} title */
  runAfter: (title) => `On again to what was open after: ${title}`,
  /** @param {number} run its number */
  branchOpened: (run) => `You are in run ${run} again.`,
  /** @param {boolean} on whether the cluster keeps the ELR now */
  elr: (on) =>
    `The same run, played anew in a cluster ${on ? 'with' : 'without'} the ELR, up to the same time.`,
  /**
   * @param {number} most
   * @param {number} present
   */
  wrongTimeout: (most, present) =>
    `request.timeout.ms is a whole number from 0 to ${number(most)}; it stays ${number(present)}.`,
};

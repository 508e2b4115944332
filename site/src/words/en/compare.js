// Two runs side by side: what can be compared, and in what they differ.

import { english } from './grammar.js';

const { clock, list } = english;

/** @typedef {import('../../types').Fate} Fate */

/** @param {number[]} ids */
const brokers = (ids) => (ids.length ? `broker${ids.length > 1 ? 's' : ''} ${list(ids)}` : 'nobody');

/** @param {Fate} fate "acknowledged at 9 000 ms, then lost" */
const fate = ({ outcome, error, told, lost, copies }) => {
  const twice = copies > 1 ? ' and in the log twice' : '';
  const at = told === undefined ? '' : ` at ${clock(told)}`;
  if (lost) return `acknowledged${at}, then lost`;
  if (outcome === 'acknowledged') return `acknowledged${at}${twice}`;
  if (outcome === 'failed') return `${error}${at}${copies ? ', but in the log' : ''}`;
  if (outcome === 'pending') return copies ? 'in the log, not answered yet' : 'not answered yet';
  if (outcome === 'never-told') return copies ? 'never heard of, but in the log' : 'never heard of';
  if (outcome === 'never-sent') return 'gone with its producer';
  return 'not sent';
};

export const compare = {
  title: () => 'Compare two runs',
  fromHere: () => 'Keep this run as A',
  fromHereExplained: () => 'What you change from now on makes B. Both play on one clock.',
  pairs: () => 'Or open a ready-made pair, in which one value differs:',
  /** @type {Record<import('../../pairs.js').PairName, () => string>} */
  pair: {
    acks: () => 'acks=1 or acks=all when the leader crashes',
    elr: () => 'ELR on or off when the last replica crashes',
    minimum: () => 'min.insync.replicas 2 or 3 while a broker restarts',
    idempotence: () => 'enable.idempotence off or on when an answer comes late',
    timeout: () => 'delivery.timeout.ms 3 s or 30 s while nobody answers',
  },
  /** What the one value is in A and in B.
   * @type {Record<import('../../pairs.js').PairName, [a: string, b: string]>} */
  values: {
    acks: ['acks=1', 'acks=all'],
    elr: ['with the ELR', 'without the ELR'],
    minimum: ['min.insync.replicas=2', 'min.insync.replicas=3'],
    idempotence: ['enable.idempotence=false', 'enable.idempotence=true'],
    timeout: ['delivery.timeout.ms=3000', 'delivery.timeout.ms=30000'],
  },
  /** @param {string} run @param {string} value of it */
  runOf: (run, value) => `${run}: ${value}`,
  end: () => 'End the comparison',
  a: () => 'A',
  b: () => 'B',
  aCaption: () => 'A, as it was kept',
  bCaption: () => 'B, the run that you change',
  sides: () => 'Run shown',
  differences: () => 'In what A and B differ here',
  same: () => 'At this time A and B do not differ.',
  first: () => 'first',
  /** @param {number} n how many are not listed */
  more: (n) => `and ${n} more`,
  failed: () => 'That pair could not be loaded.',
  /**
   * @param {string} value
   * @param {Fate} a
   * @param {Fate} b
   */
  record: (value, a, b) => `${value}: A ${fate(a)}; B ${fate(b)}.`,
  /**
   * @param {string} partition
   * @param {number} a a broker, or -1
   * @param {number} b
   */
  leader: (partition, a, b) =>
    `${partition}: led by ${a > 0 ? `broker ${a}` : 'nobody'} in A, by ${b > 0 ? `broker ${b}` : 'nobody'} in B.`,
  /**
   * @param {string} partition
   * @param {number} a
   * @param {number} b
   */
  highWatermark: (partition, a, b) => `${partition}: the high watermark is ${a} in A, ${b} in B.`,
  /**
   * @param {string} partition
   * @param {number[]} a
   * @param {number[]} b
   */
  isr: (partition, a, b) => `${partition}: the ISR is ${brokers(a)} in A, ${brokers(b)} in B.`,
  /**
   * @param {string} partition
   * @param {number[]} a
   * @param {number[]} b
   */
  elr: (partition, a, b) => `${partition}: the ELR is ${brokers(a)} in A, ${brokers(b)} in B.`,
};

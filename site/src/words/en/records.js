// The tables of records: the ladder of milestones, and how each record stood when its leader died.

import { upper } from '../grammar.js';
import { english } from './grammar.js';
import { nouns } from './nouns.js';

const { count, list, number } = english;

export const records = {
  label: () => 'Records of producers',

  crash: {
    title: () => 'The leader died: what was each acknowledgement worth?',
    caption: () => 'How each record stood at the first death of its leader',
    columns: () => [
      'record',
      'acknowledged by then',
      'copies at the crash',
      'survived',
      'producer still holds it',
      'now',
    ],
    /**
     * @param {string} producer
     * @param {number} told how many records were acknowledged
     * @param {number} survived
     */
    account: (producer, told, survived) =>
      `${nouns.producer(producer)}: ${told} acknowledged, ${survived} of them survive`,
    /** @param {number} n */
    lost: (n) => `${n} lost`,
    /**
     * @param {number} n
     * @param {number} again how many of them were sent again
     */
    held: (n, again) => `, ${n} still held by the producer (${again} sent again)`,
    unheard: () => ' No broker said so: with acks=0 success means that the bytes have left.',
    yes: () => '✓ yes',
    no: () => '✕ no',
    notYet: () => '– not yet',
    noCopy: () => 'none',
    noLeader: () => '? nobody leads yet',
    notHeld: () => '– no',
    /** @param {number} times how often it was sent again */
    stillHeld: (times) =>
      `✓ yes, ${times ? `sent again ${times === 1 ? 'once' : `${times} times`}` : 'not sent again yet'}`,
  },

  lost: () => '✕ acknowledged and LOST',
  /** @param {string} error */
  failed: (error) => `failed, ${error}; `,
  waits: () => 'waits; ',
  nobodyTold: () => 'nobody was told; ',
  nowhere: () => 'not in the leader’s log',
  /** @param {number[]} offsets */
  at: (offsets) =>
    offsets.length > 1
      ? `${offsets.length} times in the log, at ${list(offsets)}`
      : `in the log at ${offsets[0]}`,

  ladder: {
    title: () => 'What is known of each record, rung by rung',
    first: () => 'send() returning proves the first rung only.',
    order: () =>
      ' The rungs need not come in this order: with acks=1 the acknowledgement comes before the commit, with acks=0 ' +
      'before the append. None of them says that a consumer has done its work.',
    none: () => 'No record has been handed to a producer yet.',
    /**
     * @param {number} shown
     * @param {number} total
     */
    caption: (shown, total) =>
      `${total > shown ? `The newest ${shown} of ${number(total)} records` : 'Records'}, newest first: when each rung was ` +
      'reached, counted from the first',
    /** @param {boolean} again whether any was handed over again, or given up */
    columns: (again) => [
      'record',
      'enqueued',
      'sent',
      'appended',
      'committed',
      'acknowledged',
      'visible',
      ...(again ? ['how often handed over'] : []),
      'attempts',
      'now',
    ],
    /**
     * @param {number} times so far
     * @param {string} after how long its application stopped waiting, or nothing
     */
    handedOver: (times, after) => `${times}×${after ? `, given up +${after}` : ''}`,
    /** @param {number[]} offsets of the same record, which its application has handed over another time */
    twin: (offsets) => `; a duplicate by the application at ${list(offsets)}`,
    notReached: () => ' not reached',
    /**
     * @param {string} at when
     * @param {string} error
     */
    failed: (at, error) => `✕ failed +${at}: ${error}`,
    /** @param {string} partition */
    to: (partition) => `to ${partition}`,
    /** @param {string} id */
    producer: (id) => upper(nouns.producer(id)),
    kill: () => 'kill −9',
    start: () => 'start',
  },

  budget: {
    budget: () => 'budget, ms',
    batching: () => 'batching, ms',
    network: () => 'network and brokers, ms',
    planned: () => 'As planned',
    /** @param {string} n ms */
    left: (n) => `${n} ms are left for all that may go wrong.`,
    nothingLeft: () => 'Nothing is left: the smallest delay breaks it.',
    /**
     * @param {string} n ms
     * @param {string} whole ms
     */
    tooLittle: (n, whole) =>
      `Too little by ${n} ms: even where nothing goes wrong, the answer comes after the ${whole} ms.`,
    noProducer: () => 'This scenario has no producer client whose parts could be measured.',
    nothingMeasured: () => 'No record is acknowledged yet: nothing is measured.',
    /** @param {number} n */
    attempts: (n) => ` It took ${count(n, 'attempt', 'attempts')}.`,
    /** @param {string} n ms */
    wereLeft: (n) => `${n} ms were left.`,
    nothingWasLeft: () => 'Nothing was left.',
    /** @param {string} n ms */
    tooLate: (n) => `The answer came ${n} ms too late.`,
    /**
     * @param {string} value
     * @param {string} producer
     */
    measured: (value, producer) => `Measured: ${value} of ${producer}`,
    /**
     * @param {string} whole
     * @param {string} batching
     * @param {string} network
     * @param {string} rest
     * @param {boolean} missing
     */
    sum: (whole, batching, network, rest, missing) =>
      `: ${whole} = ${batching} batching + ${network} network and brokers ${missing ? '−' : '+'} ${rest} ` +
      `${missing ? 'missing' : 'slack'}`,
    /** @param {string} n ms */
    batchingPart: (n) => `batching ${n}`,
    /** @param {string} n ms */
    networkPart: (n) => `network and brokers ${n}`,
    /**
     * @param {string} n ms
     * @param {boolean} over
     */
    rest: (n, over) => `${over ? 'over the budget' : 'slack'} ${n}`,
  },
};

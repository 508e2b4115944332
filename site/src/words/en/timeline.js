// The timeline: what its marks are called, and how its place is said.

import { english } from './grammar.js';

const { clock, number } = english;

export const timeline = {
  label: () => 'Place on the timeline',
  start: () => 'before the first moment',
  /**
   * @param {number} at how many moments are over
   * @param {number} count of all that are known
   * @param {string} sentence of the last one
   * @param {number} t ms
   */
  place: (at, count, sentence, t) =>
    `${clock(t)}: ${sentence.replace(/\.$/, '')}, moment ${number(at)} of ${number(count)}`,
  /**
   * @param {string} word
   * @param {number} t ms
   */
  mark: (word, t) => `${word}, ${clock(t)}`,

  /** What a moment is called where there is room for a word or two, by its kind.
   * @type {Record<import('../../types').MomentKind, () => string>} */
  kinds: {
    deed: () => 'set',
    configured: () => 'learned',
    seen: () => 'read',
    sent: () => 'send',
    queued: () => 'queued',
    handed: () => 'fetch',
    copied: () => 'copied',
    told: () => 'told',
    written: () => 'written',
    lived: () => 'broker',
    'in-sync': () => 'ISR',
    reassigned: () => 'replicas',
    answered: () => 'answered',
    committed: () => 'committed',
    'timed-out': () => 'timed out',
    refused: () => 'refused',
    fenced: () => 'fenced',
    deleted: () => 'deleted',
    truncated: () => 'truncated',
    elected: () => 'elected',
    leaderless: () => 'no leader',
  },
  /** Of a moment that settles requests well: a rise of the high watermark that does, or an answer without a wait. */
  acknowledged: () => 'acknowledged',
  /** Of an answer that tells of a failure, and of an application that hears of one. */
  failed: () => 'error',

  /** What each shape on the timeline means. @type {Record<import('../../view/timeline.js').Shape, () => string>} */
  shapes: {
    act: () => 'a setting is changed, or a broker learns of it',
    send: () => 'a request is sent',
    wait: () => 'a request waits unread',
    copy: () => 'records go to a follower',
    write: () => 'the leader appends',
    rise: () => 'the high watermark rises',
    done: () => 'acknowledged',
    bad: () => 'refused, timed out, or told of an error',
    again: () => 'the application is told',
    isr: () => 'the ISR or the replicas change',
    life: () => 'a broker goes or comes',
    lead: () => 'an election, or no leader',
    gone: () => 'records are truncated',
    shed: () => 'records are deleted: a log begins later',
    read: () => 'a consumer reads on',
  },
  deed: () => 'underlined: what the script or you did',
};

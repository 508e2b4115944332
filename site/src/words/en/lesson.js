// Lessons: the card, chapters, predictions, the path and the library.

/** @import {Deed} from '../../view/turn.js' */

import { english } from './grammar.js';

const { count, list, number, plural } = english;

/** @param {number[]} ids */
const brokers = (ids) => `${plural(ids.length, 'broker', 'brokers')} ${list(ids)}`;

/** What a card asks for, as it stands behind "or". @type {Record<string, (d: Deed) => string>} */
const deeds = {
  kill: (d) => `kill ${brokers(d.brokers)}`,
  stop: (d) => `stop ${brokers(d.brokers)}`,
  start: (d) => `start ${brokers(d.brokers)}`,
  thaw: (d) => `let ${brokers(d.brokers)} go on`,
  'fetch-delay': (d) =>
    d.ms > 0 ? `delay the fetches of ${brokers(d.brokers)}` : `let ${brokers(d.brokers)} fetch without delay`,
  isr: (d) =>
    d.brokers.length || !d.joining.length
      ? `take ${brokers(d.brokers)} out of the ISR`
      : `take ${brokers(d.joining)} into the ISR`,
  elect: (d) =>
    d.type === 'UNCLEAN' ? 'start an unclean leader election' : 'start a preferred leader election',
  set: (d) => `set ${list(d.config.map(([key, value]) => `${key} to ${value}`))}`,
  close: (d) => `close producer ${d.producer}`,
  flush: (d) => `call flush() of producer ${d.producer}`,
};

export const lesson = {
  label: () => 'Lesson',
  /** @param {string} text a popular error */
  refuted: (text) => `Often said, and wrong: “${text}”`,
  chapters: () => 'Chapters',
  previousChapter: () => 'Previous chapter',
  nextChapter: () => 'Next chapter',
  showMe: () => 'Do it for me',
  orYourself: () => 'Or do it with the controls.',
  /** Who has done it. */
  done: {
    learner: () => 'Done.',
    script: () => 'The script has done it.',
    itself: () => 'It has happened by itself.',
  },
  begun: () => 'Under way: its effect is still to come.',
  /** @param {Deed} d in the middle of a sentence */
  deed: (d) => deeds[d.verb]?.(d) ?? 'do what the card asks for',
  /** Playing has stopped. */
  turn: {
    question: () => 'Your turn: answer, or press Play.',
    /** @param {string} deed */
    deed: (deed) => `Your turn: ${deed}, or press Play.`,
    /** @param {string} deed */
    both: (deed) => `Your turn: answer, or ${deed}.`,
    over: () => 'The lesson is over.',
  },
  conclusion: () => 'What to remember',
  next: () => 'Next',
  again: () => 'Once more',
  pathDone: () =>
    'This was the last lesson of the path. All others are in the library, the list at the top of the page: on delivery guarantees, the producer’s patience, elections, surprises and public reports, in any order.',

  prediction: () => 'Prediction',
  without: () => 'Press Play to go on without a prediction.',
  /** @param {boolean} playing */
  kept: (playing) => `Your prediction is kept. ${playing ? 'The run decides.' : 'Step on, or press Play.'}`,
  right: () => 'You were right.',
  wrong: () => 'You expected something else.',
  happened: () => 'This happened.',
  yours: () => 'Your prediction',
  /** @param {string} option what happened */
  outcome: (option) => `This happened: “${option}”.`,
  why: () => 'Why?',

  /** A bet on a write that was sent by hand. */
  bet: {
    label: () => 'Bet',
    /**
     * @param {string} value of its first record
     * @param {number} records how many it has
     */
    ask: (value, records) =>
      records > 1 ? `What becomes of the request with ${value}?` : `What becomes of ${value}?`,
    fate: {
      soon: () => 'Acknowledged within 100 ms',
      later: () => 'Acknowledged later',
      'timed-out': () => 'Timed out',
      refused: () => 'Refused, or cut off without an answer',
      lost: () => 'Acknowledged, and lost all the same',
    },
    without: () => 'A bet, if you like; the run decides.',
    /** @param {boolean} playing */
    kept: (playing) => `Your bet is kept. ${playing ? 'The run decides.' : 'Step on, or press Play.'}`,
    right: () => 'You have won.',
    wrong: () => 'You have lost.',
    yours: () => 'Your bet',
    close: () => 'Close',
    /** For the ear. @param {string} ask @param {number} fates how many answers there are */
    offered: (ask, fates) => `Bet, if you like: ${ask} ${count(fates, 'answer', 'answers')}: press Q.`,
    /** @param {string} fate */
    held: (fate) => `It happened: ${fate}.`,
  },

  /** @type {Record<string, () => string>} the groups of the library, in its order */
  groups: {
    path: () => 'The path: acks=all in ten minutes',
    guarantees: () => 'Delivery guarantees',
    patience: () => 'The producer’s patience',
    elections: () => 'Elections and the ELR',
    surprises: () => 'Surprises',
    reports: () => 'From public reports',
  },
  /** @param {string} host */
  retold: (host) => `Retold from a public report (${host})`,
  /** Scripts without a lesson. */
  others: () => 'Other scenarios',
  /**
   * @param {number} order
   * @param {number} all
   */
  place: (order, all) => `${number(order)} of ${number(all)}`,
  /** @param {number[]} orders of the lessons that have come to their conclusion */
  finished: (orders) => `Finished: ${plural(orders.length, 'lesson', 'lessons')} ${list(orders)}.`,
  previousLesson: () => 'Previous lesson',
  nextLesson: () => 'Next lesson',
};

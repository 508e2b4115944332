// Lessons: the card, chapters, predictions, the path and the library.

import { english } from './grammar.js';

const { number } = english;

export const lesson = {
  label: () => 'Lesson',
  /** @param {string} text a popular error */
  refuted: (text) => `Often said, and wrong: “${text}”`,
  chapters: () => 'Chapters',
  previousChapter: () => 'Previous chapter',
  nextChapter: () => 'Next chapter',
  showMe: () => 'Do it for me',
  orYourself: () => 'Or do it with the controls.',
  done: () => 'Done.',
  conclusion: () => 'What to remember',
  next: () => 'Next',
  again: () => 'Once more from the start',

  prediction: () => 'Prediction',
  whatHappens: () => 'What do you expect?',
  without: () => 'Play goes on without a prediction.',
  kept: () => 'Your prediction is kept. The run decides.',
  right: () => 'You were right.',
  wrong: () => 'You expected something else.',
  happened: () => 'This happened.',
  yours: () => 'Your prediction',
  why: () => 'Why?',

  /** @type {Record<string, () => string>} the groups of the library, in its order */
  groups: {
    path: () => 'The path: acks=all in ten minutes',
    guarantees: () => 'Delivery guarantees',
    patience: () => 'The producer’s patience',
    elections: () => 'Elections and the ELR',
    surprises: () => 'Surprises',
  },
  /** Scripts without a lesson. */
  others: () => 'Other scenarios',
  /**
   * @param {number} order
   * @param {number} all
   */
  place: (order, all) => `${number(order)} of ${number(all)}`,
  previousLesson: () => 'Previous lesson',
  nextLesson: () => 'Next lesson',
};

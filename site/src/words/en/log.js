// The list of all events. What kinds of events and their members are called is the core's, in every language.

import { english } from './grammar.js';

const { number } = english;

export const log = {
  earlier: () => 'Earlier',
  later: () => 'Later',
  /**
   * @param {number} first
   * @param {number} last
   */
  shown: (first, last) => `events ${number(first)} to ${number(last)}`,
  list: () => 'Events, newest first',
  /** @param {number} n the event that led to another one */
  cause: (n) => `because of ${n}`,
};

// The story: the moments so far.

import { english } from './grammar.js';

const { clock, number } = english;

export const story = {
  label: () => 'The moments so far; each leads back to its place',
  nothingYet: () => 'Nothing has happened yet.',
  /** @param {number} n how many moments there are before those shown */
  earlier: (n) => `Show earlier ones (${number(n)})`,
  /** @param {number} t ms */
  time: (t) => clock(t),
};

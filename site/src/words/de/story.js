// Die Geschichte: die bisherigen Momente.

import { german } from './grammar.js';

const { clock, number } = german;

/** @type {typeof import('../en/story.js').story} */
export const story = {
  label: () => 'Die bisherigen Momente; jeder führt zurück an seine Stelle',
  nothingYet: () => 'Noch ist nichts geschehen.',
  earlier: (n) => `Frühere zeigen (${number(n)})`,
  time: (t) => clock(t),
};

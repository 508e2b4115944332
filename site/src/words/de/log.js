// Die Liste aller Ereignisse. Ihre Arten und was zu ihnen gehört, heißen in jeder Sprache wie im Kern.

import { german } from './grammar.js';

const { number } = german;

/** @type {typeof import('../en/log.js').log} */
export const log = {
  earlier: () => 'Frühere',
  later: () => 'Spätere',
  shown: (first, last) => `Ereignisse ${number(first)} bis ${number(last)}`,
  list: () => 'Ereignisse, das neueste zuerst',
  cause: (n) => `wegen ${n}`,
};

// How brokers and replicas are, in a word or two.

import { english } from './grammar.js';
import { nodes } from './nouns.js';

const { clock } = english;

/** @type {Record<string, string>} */
const lives = {
  running: 'running',
  fenced: 'fenced',
  down: 'down',
  off: 'without power',
  frozen: 'frozen',
  starting: 'starting',
  stopping: 'shutting down',
};

/** @type {Record<string, string>} */
const members = {
  isr: 'in the ISR',
  elr: 'in the ELR',
  joining: 'joining the ISR',
  added: 'joining, not in the ISR',
  leaving: 'in the ISR, to be removed',
  removed: 'to be removed',
  held: 'taken out of the ISR',
  out: 'out of the ISR',
};

export const status = {
  /** @param {string} process what becomes of a process */
  life: (process) => lives[process] ?? process,
  /** @param {string} life */
  fenced: (life) => `${life}, fenced`,
  /** @param {string} where a replica stands in the controller's metadata */
  membership: (where) => members[where],
  /** @param {number} ms when the session ends */
  patience: (ms) => `its session ends at ${clock(ms)}, and the next check fences it`,
  /** @param {string[]} names "the controller and brokers 2 and 3" */
  nodes,
  /** @param {{membership: string, life: string}} p of a replica that is known to have everything committed */
  notLeading: (p) => `${p.membership}${p.life ? `, but ${p.life}` : ''}`,
  /** @param {{life: string, elr: boolean, last: boolean}} p of any other replica */
  notEligible: (p) =>
    `${p.life ? `${p.life}, ` : ''}${p.elr ? 'neither in the ISR nor in the ELR' : 'not in the ISR'}${p.last ? ', though it led last' : ''}`,
  /** @param {{place: string, each: {broker: number, why: string}[]}} p why nobody leads */
  leaderless: (p) =>
    `${p.place ? `${p.place} has no leader` : 'No leader'}: ${p.each.map((r) => `broker ${r.broker} is ${r.why}`).join('; ')}.`,
};

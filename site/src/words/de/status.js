// German: see ../en/status.js.

import { german } from './grammar.js';
import { nodes } from './nouns.js';

const { clock } = german;

/** @type {Record<string, string>} */
const lives = {
  running: 'läuft',
  fenced: 'ausgesperrt',
  down: 'tot',
  off: 'ohne Strom',
  frozen: 'eingefroren',
  starting: 'startet',
  stopping: 'fährt herunter',
};

/** @type {Record<string, string>} */
const members = {
  isr: 'in der ISR',
  elr: 'in der ELR',
  joining: 'auf dem Weg in die ISR',
  added: 'kommt dazu, nicht in der ISR',
  leaving: 'in der ISR, fällt weg',
  removed: 'fällt weg',
  held: 'aus der ISR genommen',
  out: 'nicht in der ISR',
};

/** @type {typeof import('../en/status.js').status} */
export const status = {
  life: (process) => lives[process] ?? process,
  fenced: (life) => `${life}, ausgesperrt`,
  membership: (where) => members[where],
  patience: (ms) => `seine Session endet bei ${clock(ms)}, die nächste Prüfung sperrt ihn aus`,
  nodes: (names) => nodes(names),
  notLeading: (p) => `${p.membership}${p.life ? `, aber ${p.life}` : ''}`,
  notEligible: (p) =>
    `${p.life ? `${p.life}, ` : ''}${p.elr ? 'weder in ISR noch in ELR' : 'nicht in der ISR'}${p.last ? ', obwohl zuletzt Leader' : ''}`,
  leaderless: (p) =>
    `${p.place ? `${p.place} hat keinen Leader` : 'Kein Leader'}: ${p.each.map((r) => `Broker ${r.broker} ${r.why}`).join('; ')}.`,
};

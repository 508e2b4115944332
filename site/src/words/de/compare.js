// Zwei Läufe nebeneinander.

import { german } from './grammar.js';

const { clock, list } = german;

/** @typedef {import('../../types').Fate} Fate */

/** @param {number[]} ids */
const brokers = (ids) => (ids.length ? `Broker ${list(ids)}` : 'leer');

/** @param {Fate} fate */
const fate = ({ outcome, error, told, lost, copies }) => {
  const twice = copies > 1 ? ' und zweimal im Log' : '';
  const at = told === undefined ? '' : ` bei ${clock(told)}`;
  if (lost) return `bestätigt${at}, dann verloren`;
  if (outcome === 'acknowledged') return `bestätigt${at}${twice}`;
  if (outcome === 'failed') return `${error}${at}${copies ? ', aber im Log' : ''}`;
  if (outcome === 'never-told') return copies ? 'Ausgang nie erfahren, aber im Log' : 'Ausgang nie erfahren';
  if (outcome === 'never-sent') return 'mit seinem Producer verschwunden';
  if (outcome === 'pending') return copies ? 'im Log, noch nicht beantwortet' : 'noch nicht beantwortet';
  return 'nicht gesendet';
};

/** @type {typeof import('../en/compare.js').compare} */
export const compare = {
  title: () => 'Zwei Läufe vergleichen',
  fromHere: () => 'Diesen Lauf als A behalten',
  fromHereExplained: () => 'Was von jetzt an geändert wird, gehört zu B. Beide laufen nach einer Uhr.',
  pairs: () => 'Oder ein fertiges Paar öffnen, in dem sich ein Wert unterscheidet:',
  pair: {
    acks: () => 'acks=1 oder acks=all, wenn der Leader abstürzt',
    elr: () => 'ELR an oder aus, wenn die letzte Replica abstürzt',
    minimum: () => 'min.insync.replicas 2 oder 3, während ein Broker neu startet',
    idempotence: () => 'enable.idempotence aus oder an, wenn eine Antwort spät kommt',
    timeout: () => 'delivery.timeout.ms 3 s oder 30 s, während niemand antwortet',
  },
  values: {
    acks: ['acks=1', 'acks=all'],
    elr: ['mit ELR', 'ohne ELR'],
    minimum: ['min.insync.replicas=2', 'min.insync.replicas=3'],
    idempotence: ['enable.idempotence=false', 'enable.idempotence=true'],
    timeout: ['delivery.timeout.ms=3000', 'delivery.timeout.ms=30000'],
  },
  runOf: (run, value) => `${run}: ${value}`,
  end: () => 'Vergleich beenden',
  a: () => 'A',
  b: () => 'B',
  aCaption: () => 'A, der behaltene Lauf',
  bCaption: () => 'B, der Lauf, der sich ändern lässt',
  sides: () => 'Gezeigter Lauf',
  differences: () => 'Worin sich A und B hier unterscheiden',
  same: () => 'Zu dieser Zeit unterscheiden sich A und B nicht.',
  first: () => 'zuerst',
  more: (n) => `und ${n} weitere`,
  failed: () => 'Dieses Paar konnte nicht geladen werden.',
  record: (value, a, b) => `${value}: in A ${fate(a)}; in B ${fate(b)}.`,
  leader: (partition, a, b) =>
    `${partition}: Leader ist in A ${a > 0 ? `Broker ${a}` : 'niemand'}, in B ${b > 0 ? `Broker ${b}` : 'niemand'}.`,
  highWatermark: (partition, a, b) => `${partition}: Die High Watermark ist in A ${a}, in B ${b}.`,
  isr: (partition, a, b) => `${partition}: Die ISR ist in A ${brokers(a)}, in B ${brokers(b)}.`,
  elr: (partition, a, b) => `${partition}: Die ELR ist in A ${brokers(a)}, in B ${brokers(b)}.`,
};

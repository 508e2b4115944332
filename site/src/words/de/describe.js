// German: see ../en/describe.js.

import { upper } from '../grammar.js';
import { german } from './grammar.js';
import { nouns } from './nouns.js';

const { count, list, plural, span } = german;
const { brokers } = nouns;

/** @type {typeof import('../en/describe.js').describe} */
export const describe = {
  alarm: (values) =>
    `Verlust: ${list(values.slice(0, 4))}${values.length > 4 ? ' und weitere' : ''} ${plural(values.length, 'war', 'waren')} bestätigt und ${plural(values.length, 'ist', 'sind')} verloren.`,
  settled: (n) => `In ${n} davon wurden Requests entschieden.`,
  partition: (p) =>
    `${p.place}: High Watermark ${p.highWatermark}${p.locked ? ', gesperrt unter dem Minimum' : ''}.`,
  isr: (p) =>
    `ISR: ${p.isr.length ? brokers(p.isr) : 'niemand'}, ${p.isr.length} von ${p.replicas}; min.insync.replicas ${p.min}.`,
  elr: (ids) => `ELR: ${brokers(ids)}.`,
  replicas: (each) => `${upper(each.join('; '))}.`,
  replica: (p) =>
    `Broker ${p.broker}: ${p.role}${p.life ? `, ${p.life}` : ''}${p.believes < 0 ? '' : `, hält sich in Epoch ${p.believes} für den Leader`}${
      p.cut ? `, getrennt von ${p.cut}` : ''
    }${p.logStart > 0 ? `, Log-Start ${p.logStart}` : ''}, Log-Ende ${p.logEnd}${p.fetching}${p.astray.length ? `, hat ${list(p.astray)}, was dem Leader fehlt` : ''}`,
  leader: () => 'Leader',
  inSync: () => 'in sync',
  paused: () => ', seine Fetches sind angehalten',
  delayed: (ms) => `, seine Fetches brauchen ${span(ms)} länger`,
  waitedFor: (ids) => `Die High Watermark wartet auf ${brokers(ids)}.`,
  acknowledged: (values, more) => `Bestätigt, nicht committet: ${few(values, more)}.`,
  refused: (values, more) => `Mit einem Fehler beantwortet, aber geschrieben: ${few(values, more)}.`,
  gone: (ghosts) => `Bestätigt, aber verloren: ${list(ghosts.map((g) => `${g.value} mit acks=${g.acks}`))}.`,
  reader: (p) =>
    p.ended
      ? `Consumer ${p.consumer} steht in ${p.place} bei Offset ${p.offset} still.`
      : `Consumer ${p.consumer} liest ${p.place} als Nächstes ab ${p.offset}.`,
  nobodyParked: () => 'Niemand wartet im Purgatory.',
  parked: (n, some, more) =>
    `${count(n, 'Request', 'Requests')} geparkt: ${some.join('; ')}${more ? '; und weitere' : ''}.`,
  decided: (id) => `Request ${id} ist entschieden und wird gleich beantwortet`,
  needs: (p) =>
    `Request ${p.request} braucht ${list(p.needs.map((n) => `${n.place} auf ${n.offset}`))}${
      p.waits.length ? `, wartet auf ${brokers(p.waits)}` : ''
    }, noch ${span(p.leftMs)}`,
  title: () => 'Als Tabelle',
  tableOf: (p) =>
    `${p.place}: High Watermark ${p.highWatermark}, Minimum ${p.min}${p.locked ? ', gesperrt' : ''}`,
  headings: (begun) => [
    'Broker',
    'Rolle',
    ...(begun ? ['Log-Start'] : []),
    'Log-Ende',
    'Kennt die High Watermark als',
    'In der ISR',
    'Nächster Fetch',
  ],
  requestHeadings: () => ['Request', 'acks', 'Wo er ist', 'Braucht', 'Wartet auf'],
  readerHeadings: () => ['Consumer', 'Partition', 'Liest als Nächstes'],
  requests: () => 'Requests unterwegs',
  readers: () => 'Consumer',
  broker: (id) => `Broker ${id}`,
  request: (id) => `Request ${id}`,
  yes: () => 'ja',
  no: () => 'nein',
  none: () => 'keiner',
  fetch: (offset, ms) => (ms > 0 ? `ab ${offset}, in ${span(ms)}` : `ab ${offset}`),
  phase: (phase) =>
    /** @type {Record<string, string>} */ ({
      travelling: 'unterwegs zum Broker',
      queued: 'beim Broker, ungelesen',
      appending: 'wird geschrieben',
      parked: 'im Purgatory',
      returning: 'Antwort unterwegs',
      answered: 'beantwortet',
      unsent: 'nicht gesendet',
      lost: 'verloren',
    })[phase] ?? phase,
};

/** @param {string[]} values @param {boolean} more */
function few(values, more) {
  const named = values.slice(0, 5);
  return more || named.length < values.length ? `${named.join(', ')} und weitere` : list(named);
}

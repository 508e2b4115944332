// The picture in words: for those who do not see it, and the table beside it.

import { upper } from '../grammar.js';
import { english } from './grammar.js';
import { nouns } from './nouns.js';

const { count, list, plural, span } = english;
const { brokers } = nouns;

export const describe = {
  /** @param {string[]} values acknowledged records that are gone */
  alarm: (values) =>
    `Loss: ${list(values.slice(0, 4))}${values.length > 4 ? ' and more' : ''} ${plural(values.length, 'was', 'were')} acknowledged and ${plural(values.length, 'is', 'are')} gone.`,
  /** @param {number} n moments that settled requests */
  settled: (n) => `Requests were settled in ${count(n, 'of them', 'of them')}.`,

  /** @param {{place: string, highWatermark: number, locked: boolean}} p */
  partition: (p) =>
    `${p.place}: high watermark ${p.highWatermark}${p.locked ? ', locked under the minimum' : ''}.`,
  /** @param {{isr: number[], replicas: number, min: number}} p */
  isr: (p) =>
    `ISR: ${p.isr.length ? brokers(p.isr) : 'nobody'}, ${p.isr.length} of ${p.replicas}; min.insync.replicas ${p.min}.`,
  /** @param {number[]} ids */
  elr: (ids) => `ELR: ${brokers(ids)}.`,
  /** @param {string[]} each */
  replicas: (each) => `${upper(each.join('; '))}.`,
  /** @param
   * {{broker: number, role: string, life: string, believes: number, cut: string, logStart: number, logEnd: number,
   * fetching: string, astray: string[]}}
   * p believes: the epoch in which it believes that it leads, or -1 */
  replica: (p) =>
    `broker ${p.broker}: ${p.role}${p.life ? `, ${p.life}` : ''}${p.believes < 0 ? '' : `, believes it leads in epoch ${p.believes}`}${
      p.cut ? `, cut off from ${p.cut}` : ''
    }${p.logStart > 0 ? `, log start ${p.logStart}` : ''}, log end ${p.logEnd}${p.fetching}${p.astray.length ? `, has ${list(p.astray)}, which the leader has not` : ''}`,
  leader: () => 'leader',
  inSync: () => 'in sync',
  paused: () => ', its fetches are paused',
  /** @param {number} ms */
  delayed: (ms) => `, its fetches take ${span(ms)} longer`,
  /** @param {number[]} ids */
  waitedFor: (ids) => `The high watermark waits for ${brokers(ids)}.`,
  /** @param {string[]} values @param {boolean} more */
  acknowledged: (values, more) => `Acknowledged, not committed: ${few(values, more)}.`,
  /** @param {string[]} values @param {boolean} more */
  refused: (values, more) => `Answered with an error, but written: ${few(values, more)}.`,
  /** @param {{value: string, acks: string}[]} ghosts */
  gone: (ghosts) => `Acknowledged, and gone: ${list(ghosts.map((g) => `${g.value} with acks=${g.acks}`))}.`,
  /** @param {{consumer: string, place: string, offset: number, ended?: boolean}} p */
  reader: (p) =>
    p.ended
      ? `Consumer ${p.consumer} has stopped at offset ${p.offset} of ${p.place}.`
      : `Consumer ${p.consumer} reads ${p.place} from ${p.offset} next.`,
  nobodyParked: () => 'Nobody waits in the purgatory.',
  /** @param {number} n @param {string[]} some @param {boolean} more */
  parked: (n, some, more) =>
    `${count(n, 'request', 'requests')} parked: ${some.join('; ')}${more ? '; and more' : ''}.`,
  /** @param {number} id */
  decided: (id) => `request ${id} is decided and about to be answered`,
  /** @param {{request: number, needs: {place: string, offset: number}[], waits: number[], leftMs: number}} p */
  needs: (p) =>
    `request ${p.request} needs ${list(p.needs.map((n) => `${n.place} at ${n.offset}`))}${
      p.waits.length ? `, waits for ${brokers(p.waits)}` : ''
    }, ${span(p.leftMs)} left`,

  // The table.
  title: () => 'As a table',
  /** @param {{place: string, highWatermark: number, min: number, locked: boolean}} p */
  tableOf: (p) =>
    `${p.place}: high watermark ${p.highWatermark}, minimum ${p.min}${p.locked ? ', locked' : ''}`,
  /** @param {boolean} begun whether a log begins above 0 */
  headings: (begun) => [
    'Broker',
    'Role',
    ...(begun ? ['Log start'] : []),
    'Log end',
    'Knows the high watermark as',
    'In the ISR',
    'Next fetch',
  ],
  requestHeadings: () => ['Request', 'acks', 'Where it is', 'Needs', 'Waits for'],
  readerHeadings: () => ['Consumer', 'Partition', 'Reads next'],
  requests: () => 'Requests under way',
  readers: () => 'Consumers',
  /** @param {number} id */
  broker: (id) => `broker ${id}`,
  /** @param {number} id */
  request: (id) => `request ${id}`,
  yes: () => 'yes',
  no: () => 'no',
  none: () => 'none',
  /** @param {number} offset @param {number} ms until it arrives */
  fetch: (offset, ms) => (ms > 0 ? `from ${offset}, in ${span(ms)}` : `from ${offset}`),
  /** @param {string} phase of a request */
  phase: (phase) =>
    /** @type {Record<string, string>} */ ({
      travelling: 'on its way to the broker',
      queued: 'at the broker, unread',
      appending: 'being written',
      parked: 'in the purgatory',
      returning: 'answer on its way',
      answered: 'answered',
      unsent: 'not sent',
      lost: 'lost',
    })[phase] ?? phase,
};

/** @param {string[]} values the first of them @param {boolean} more whether there are further ones */
function few(values, more) {
  const named = values.slice(0, 5);
  return more || named.length < values.length ? `${named.join(', ')} and more` : list(named);
}

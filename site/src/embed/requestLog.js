// What became of every produce request, told by the events of a run: when it was sent, received, parked and answered,
// and what it was answered for each partition. A fold over events; pure.

/** @import {Event} from '../types' */

/** One partition of a request. An offset that there is none of is null.
 * @typedef {object} Part
 * @property {string} topic
 * @property {number} partition
 * @property {number} records
 * @property {string | null} error as the broker answers, Kafka's name, NONE among them; null: no answer
 * @property {number | null} offset of the first record, as appended
 * @property {number | null} lastOffset
 * @property {number | null} requiredOffset the high watermark that it waited for
 */

/** One request. Times are virtual ms, null as long as they are to come.
 * @typedef {object} Row
 * @property {number} request its number
 * @property {string | null} producer null: a raw request
 * @property {string} acks
 * @property {number | null} broker
 * @property {number} sentMs
 * @property {number | null} receivedMs
 * @property {number | null} parkedMs
 * @property {string | null} completedBy
 * @property {number | null} answeredMs
 * @property {boolean} connectionClosed instead of an answer
 * @property {Part[]} partitions
 */

export class RequestLog {
  /** @type {Map<number, Row>} in the order in which they were sent */
  rows = new Map();

  /** @param {Event} event the next one of the run */
  take(event) {
    if (event.kind === 'request' || event.kind === 'unsent') this.rows.set(event.request, rowOf(event));
    const row = 'request' in event && event.request !== undefined ? this.rows.get(event.request) : undefined;
    if (row) note(row, event);
  }
}

/** @param {Extract<Event, {kind: 'request' | 'unsent'}>} event @returns {Row} */
function rowOf(event) {
  const sent = event.kind === 'request' ? event : null;
  return {
    request: event.request,
    producer: sent?.producer ?? null,
    acks: sent?.acks ?? '',
    broker: sent?.broker ?? null,
    sentMs: event.t,
    receivedMs: null,
    parkedMs: null,
    completedBy: null,
    answeredMs: null,
    connectionClosed: false,
    partitions: event.partitions.map(({ topic, partition, records }) => ({
      ...{ topic, partition, records },
      ...{ error: null, offset: null, lastOffset: null, requiredOffset: null },
    })),
  };
}

/**
 * @param {Row} row
 * @param {Event} event that concerns it
 */
function note(row, event) {
  const part = (/** @type {{topic: string, partition: number}} */ { topic, partition }) =>
    row.partitions.find((p) => p.topic === topic && p.partition === partition);
  switch (event.kind) {
    case 'receive':
      row.receivedMs ??= event.t;
      break;
    case 'append':
    case 'duplicate':
      Object.assign(part(event) ?? {}, { offset: event.baseOffset, lastOffset: event.lastOffset });
      break;
    case 'park':
      row.parkedMs = event.t;
      for (const p of event.partitions) Object.assign(part(p) ?? {}, { requiredOffset: p.requiredOffset });
      break;
    case 'complete':
      row.completedBy = event.by;
      break;
    case 'response':
      row.answeredMs = event.t;
      row.connectionClosed = !!event.connectionClosed;
      for (const p of event.partitions ?? []) Object.assign(part(p) ?? {}, { error: p.error });
  }
}

/**
 * What a host is told of a request that has been answered: whether all of it was done, and each partition's error,
 * offset, and how long the broker had it before the answer.
 * @param {Row} row
 */
export function outcomeOf({ partitions, answeredMs, receivedMs, connectionClosed, ...row }) {
  const waitMs = answeredMs === null || receivedMs === null ? null : toMicros(answeredMs - receivedMs);
  const { request, producer, acks, broker, completedBy } = row;
  return {
    done: !connectionClosed && partitions.every(({ error }) => error === 'NONE'),
    outcome: {
      ...{ request, producer, acks, broker, completedBy },
      parked: row.parkedMs !== null,
      connectionClosed,
      partitions: partitions.map(({ topic, partition, error, offset }) => ({
        ...{ topic, partition, error, offset, waitMs },
      })),
    },
  };
}

/** The columns of the table, one row for each partition of each request. */
const columns = [
  ...[
    'request',
    'producer',
    'acks',
    'broker',
    'topic',
    'partition',
    'records',
    'sent_ms',
    'received_ms',
    'parked_ms',
  ],
  ...[
    'answered_ms',
    'completed_by',
    'error',
    'offset',
    'last_offset',
    'required_offset',
    'connection_closed',
  ],
];

/**
 * The requests as a table of RFC 4180, with a head.
 * @param {Iterable<Row>} rows
 * @returns {string}
 */
export function requestsCsv(rows) {
  const lines = [columns];
  for (const r of rows) {
    for (const p of r.partitions) {
      const cells = [
        ...[r.request, r.producer, r.acks, r.broker, p.topic, p.partition, p.records, r.sentMs, r.receivedMs],
        ...[r.parkedMs, r.answeredMs, r.completedBy, p.error, p.offset, p.lastOffset, p.requiredOffset],
        ...[r.connectionClosed ? 1 : 0],
      ];
      lines.push(cells.map(cellOf));
    }
  }
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** @param {string | number | null} value as a cell: a text that a spreadsheet would take for a formula is none */
function cellOf(value) {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {number} ms as the core counts it */
function toMicros(ms) {
  return Math.round(ms * 1000) / 1000;
}

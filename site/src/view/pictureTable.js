// The picture as tables: the same facts, for those who cannot see or point at it. What the picture lets one select, a
// button here selects, too.

/** @import {PartitionState, ReplicaState, State} from '../types' */
/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { statusOf } from '../brokerStatus.js';
import { roleOf } from '../describe.js';
import { partitionName } from '../format.js';
import { pictureTable as english } from '../words/en/pictureTable.js';
import { area, words } from '../words/words.js';

const ownWords = area(english, (language) => language.pictureTable);

/** So many records of a partition, the newest, and so many requests are listed. */
const most = 20;

/** @param {App} app */
export function pictureTable(app) {
  const { state } = app.narrated;
  return html`
    <div class="as-table">
      ${state.partitions.map((p) => [partition(app, state, p), records(app, p)])} ${requests(app, state)}
      ${readers(state)}
    </div>
  `;
}

/**
 * @param {unknown} caption
 * @param {string[]} headings
 * @param {unknown[][]} rows the first of each names it
 */
function table(caption, headings, rows) {
  return html`
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headings.map((h) => html`<th scope="col">${h}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...rest]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${rest.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  `;
}

/**
 * @param {App} app
 * @param {Record<string, any>} subject
 * @param {string} name
 */
function chosen(app, subject, name) {
  return html`<button class="link" @click=${() => app.select(subject)}>${name}</button>`;
}

/**
 * @param {App} app
 * @param {State} state
 * @param {PartitionState} p
 */
function partition(app, state, p) {
  const say = words().describe;
  const { topic, partition } = p;
  const { highWatermark, effectiveMinIsr: min, locked } = p;
  const title = say.tableOf({ place: partitionName(p), highWatermark, min, locked });
  const begun = p.replicas.some((r) => r.logStartOffset);
  const rows = p.replicas.map((r) => [
    chosen(app, { topic, partition, broker: r.broker }, say.broker(r.broker)),
    `${roleOf(p, r)}, ${statusOf(state, r.broker)}`,
    ...(begun ? [r.logStartOffset] : []),
    r.logEndOffset,
    r.highWatermark,
    p.isr.includes(r.broker) ? say.yes() : say.no(),
    r.leader ? '' : fetch(state, r),
  ]);
  return table(chosen(app, { topic, partition }, title), say.headings(begun), rows);
}

/**
 * @param {State} state
 * @param {ReplicaState} r
 */
function fetch(state, { fetch }) {
  const say = words().describe;
  if (fetch.paused || fetch.phase === 'none') return say.none();
  return say.fetch(fetch.offset, Math.max(0, fetch.until - state.t));
}

/**
 * @param {App} app
 * @param {State} state
 */
function requests(app, state) {
  const say = words().describe;
  const shown = state.requests.slice(-most);
  if (!shown.length) return nothing;
  const rows = shown.map((r) => {
    const pending = r.partitions.filter((p) => p.state === 'waiting');
    return [
      chosen(app, { request: r.request }, say.request(r.request)),
      r.acks,
      say.phase(r.phase),
      words().grammar.list(pending.map((p) => `${partitionName(p)}: ${p.requiredOffset}`)),
      words().grammar.list([...new Set(pending.flatMap((p) => p.waitsFor))]),
    ];
  });
  return table(ownWords().requests(), say.requestHeadings(), rows);
}

/**
 * @param {App} app
 * @param {PartitionState} p
 */
function records(app, p) {
  const { topic, partition } = p;
  /** @type {Map<string, {offset: number, value: string, brokers: number[]}>} what lies at which offset, and where */
  const found = new Map();
  for (const { broker, cells } of p.replicas)
    for (const { offset, value } of cells) {
      const key = `${offset} ${value}`;
      if (!found.has(key)) found.set(key, { offset, value, brokers: [] });
      found.get(key)?.brokers.push(broker);
    }
  const rows = [...found.values()]
    .sort((a, b) => a.offset - b.offset)
    .slice(-most)
    .map(({ offset, value, brokers }) => [
      chosen(app, { topic, partition, offset, broker: brokers[0] }, value),
      offset,
      words().grammar.list(brokers),
      offset < p.highWatermark ? words().describe.yes() : words().describe.no(),
    ]);
  const say = ownWords();
  return rows.length ? table(say.records(partitionName(p)), say.recordHeadings(), rows) : nothing;
}

/** @param {State} state */
function readers({ consumers }) {
  const say = words().describe;
  const rows = consumers.flatMap((c) =>
    c.positions.map((x) => [c.id, partitionName(x), x.ended ? say.none() : x.offset]),
  );
  return rows.length ? table(say.readers(), say.readerHeadings(), rows) : nothing;
}

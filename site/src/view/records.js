// What an application may believe: the milestones of each record as rungs of a ladder, and how each record stood when
// its leader died. Tables, for they are read by row and by column, and aloud.

/** @import {App} from '../app.js' */
/** @import {CrashSummary, RecordSummary, Records} from '../types' */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { brokers, count, list, partitionName, thousands, time } from '../format.js';
import { byProducer, recordsOf, worth } from '../records.js';
import { nextSent } from '../values.js';

/** @param {App} app */
export function records(app) {
  const all = recordsOf(app);
  return html`<section class="records" aria-label="Records of producers">
    ${crash(app, all)} ${ladder(app, all)}
  </section>`;
}

/**
 * @param {App} app
 * @param {Records} all
 */
function crash(app, all) {
  const hit = all.records.filter((r) => r.crash);
  if (!hit.length) return nothing;
  const level = (/** @type {string} */ id) => app.state.producers.find((p) => p.id === id)?.acks ?? '';
  return html`<section class="crash">
    <h3>The leader died: what was each acknowledgement worth?</h3>
    ${guard([all], () =>
      table(
        'whole',
        'How each record stood at the first death of its leader',
        [
          'record',
          'acknowledged by then',
          'copies at the crash',
          'survived',
          'producer still holds it',
          'now',
        ],
        byProducer(hit).map(([id, own]) => crashGroup(id, level(id), own)),
      ),
    )}
  </section>`;
}

/**
 * @param {string} name
 * @param {string} caption
 * @param {string[]} columns
 * @param {unknown} bodies
 */
function table(name, caption, columns, bodies) {
  return html`
    <div class=${`sheet ${name}`} role="region" tabindex="0" aria-label=${caption}>
      <table>
        <caption class="visually-hidden">
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map((c) => html`<th scope="col">${c}</th>`)}
          </tr>
        </thead>
        ${bodies}
      </table>
    </div>
  `;
}

const unheard = ' No broker said so: with acks=0 success means that the bytes have left.';

/**
 * @param {string} id of a producer
 * @param {string} acks
 * @param {RecordSummary[]} own its records
 */
function crashGroup(id, acks, own) {
  const w = worth(own);
  const held = w.held ? `, ${w.held} still held by the producer (${w.again} sent again)` : '';
  const lost = w.lost ? html`, <b class="bad">${w.lost} lost</b>` : nothing;
  return html`
    <tbody>
      <tr>
        <th scope="rowgroup" colspan="6">
          <span class="group"
            >acks=${acks}
            <span class="account"
              >producer ${id}: ${w.told} acknowledged, ${w.survived} of them
              survive${lost}${held}.${acks === '0' ? unheard : ''}</span
            ></span
          >
        </th>
      </tr>
      ${own.map((r) => crashRow(r, /** @type {CrashSummary} */ (r.crash)))}
    </tbody>
  `;
}

/**
 * @param {RecordSummary} r
 * @param {CrashSummary} c
 */
function crashRow(r, c) {
  const again = r.attempts - c.attempts;
  return html`
    <tr class=${r.lost ? 'lost' : ''}>
      <th scope="row">${r.lost ? '✕ ' : ''}${r.value}</th>
      <td>${c.acknowledged ? '✓ yes' : '– not yet'}</td>
      <td>${c.copies.length ? brokers(c.copies) : 'none'}</td>
      <td>${c.survived === undefined ? '? nobody leads yet' : c.survived ? '✓ yes' : '✕ no'}</td>
      <td>
        ${c.held ? `✓ yes, ${again ? `sent again ${again === 1 ? 'once' : `${again} times`}` : 'not sent again yet'}` : '– no'}
      </td>
      <td>${fate(r)}</td>
    </tr>
  `;
}

/** @param {RecordSummary} r */
function fate(r) {
  if (r.lost) return html`<b class="bad">✕ acknowledged and LOST</b>`;
  const told = r.outcome === 'failed' ? `failed, ${r.error}; ` : r.outcome === 'pending' ? 'waits; ' : '';
  return `${told}${standing(r)}`;
}

/** @param {RecordSummary} r where it stands in the log that counts */
function standing(r) {
  if (!r.offsets.length) return 'not in the leader’s log';
  if (r.offsets.length > 1) return `${r.offsets.length} times in the log, at ${list(r.offsets)}`;
  return `in the log at ${r.offsets[0]}`;
}

/**
 * @param {App} app
 * @param {Records} all
 */
function ladder(app, all) {
  return html`<section class="ladder">
    <h3>What is known of each record, rung by rung</h3>
    <p class="small">
      <b>send() returning proves the first rung only.</b> The rungs need not come in this order: with acks=1
      the acknowledgement comes before the commit, with acks=0 before the append. None of them says that a
      consumer has done its work.
    </p>
    ${guard([all], () => rungs(all))} ${calls(app)}
  </section>`;
}

/** The rungs that follow the first. */
const later = /** @type {const} */ (['sent', 'appended', 'committed', 'acknowledged', 'visible']);

/** @param {Records} all */
function rungs({ total, records }) {
  if (!total) return html`<p class="small">No record has been handed to a producer yet.</p>`;
  const newest = records.toReversed();
  const some =
    total > newest.length ? `The newest ${newest.length} of ${thousands(total)} records` : 'Records';
  return table(
    'rungs',
    `${some}, newest first: when each rung was reached, counted from the first`,
    ['record', 'enqueued', ...later, 'attempts', 'now'],
    html`<tbody>
      ${newest.map(
        (r) => html`
          <tr class=${r.lost ? 'lost' : ''}>
            <th scope="row">
              ${r.value}
              <span class="account"
                >${r.producer}${r.partition === undefined ? '' : ` → ${partitionName(/** @type {any} */ (r))}`}</span
              >
            </th>
            ${r.enqueued === undefined ? none : reached(time(r.enqueued))}
            ${later.map((name) => rung(r, name))}
            <td>${r.attempts}${r.errors.length ? ` · ${list(r.errors)}` : ''}</td>
            <td>${r.lost ? html`<b class="bad">✕ acknowledged and LOST</b>` : standing(r)}</td>
          </tr>
        `,
      )}
    </tbody>`,
  );
}

const none = html`<td class="rung">○<span class="visually-hidden"> not reached</span></td>`;

/** @param {string} when */
function reached(when) {
  return html`<td class="rung reached">● ${when}</td>`;
}

/**
 * @param {RecordSummary} r
 * @param {typeof later[number]} name
 */
function rung(r, name) {
  const at = r[name];
  const from = r.enqueued ?? 0;
  if (at !== undefined) return reached(`+${time(at - from)}`);
  if (name !== 'acknowledged' || r.failed === undefined) return none;
  return html`<td class="rung bad">✕ failed +${time(r.failed - from)}: ${r.error}</td>`;
}

/**
 * What an application may call, by hand.
 * @param {App} app
 */
function calls(app) {
  const { topic, partition } = app.state.partitions[app.toolbar.target];
  return html`<div class="calls">
    ${app.model.run.made.producers.map(
      (producer) =>
        html`<div role="group" aria-label=${`Producer ${producer}`}>
          <span class="label">${producer}</span>
          <button
            @click=${() => app.act({ send: { producer, topic, partition, value: nextSent(app.model.script) } })}
            title=${`to ${partitionName({ topic, partition })}`}
          >
            send()
          </button>
          <button @click=${() => app.act({ flush: { producer } })}>flush()</button>
          <button @click=${() => app.act({ close: { producer } })}>close()</button>
        </div>`,
    )}
  </div>`;
}

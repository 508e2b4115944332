// What an application may believe: the milestones of each record as rungs of a ladder, and how each record stood when
// its leader died. Tables, for they are read by row and by column, and aloud.

/** @import {App} from '../app.js' */
/** @import {CrashSummary, RecordSummary, Records} from '../types' */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { brokers, list, partitionName, time } from '../format.js';
import { byProducer, recordsOf, worth } from '../records.js';
import { nextSent } from '../values.js';
import { records as english } from '../words/en/records.js';
import { area, language } from '../words/words.js';

/** The words of the tables. */
export const words = area(english, (language) => language.records);

/** @param {App} app */
export function records(app) {
  const all = recordsOf(app);
  return html`<section class="records" aria-label=${words().label()}>
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
    <h3>${words().crash.title()}</h3>
    ${guard([all, language()], () =>
      table(
        'whole',
        words().crash.caption(),
        words().crash.columns(),
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

/**
 * @param {string} id of a producer
 * @param {string} acks
 * @param {RecordSummary[]} own its records
 */
function crashGroup(id, acks, own) {
  const w = worth(own);
  const say = words().crash;
  const held = w.held ? say.held(w.held, w.again) : '';
  const lost = w.lost ? html`, <b class="bad">${say.lost(w.lost)}</b>` : nothing;
  return html`
    <tbody>
      <tr>
        <th scope="rowgroup" colspan="6">
          <span class="group"
            >acks=${acks}
            <span class="account"
              >${say.account(id, w.told, w.survived)}${lost}${held}.${acks === '0' ? say.unheard() : ''}</span
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
  const say = words().crash;
  return html`
    <tr class=${r.lost ? 'lost' : ''}>
      <th scope="row">${r.lost ? '✕ ' : ''}${r.value}</th>
      <td>${c.acknowledged ? say.yes() : say.notYet()}</td>
      <td>${c.copies.length ? brokers(c.copies) : say.noCopy()}</td>
      <td>${c.survived === undefined ? say.noLeader() : c.survived ? say.yes() : say.no()}</td>
      <td>${c.held ? say.stillHeld(r.attempts - c.attempts) : say.notHeld()}</td>
      <td>${fate(r)}</td>
    </tr>
  `;
}

/** @param {RecordSummary} r */
function fate(r) {
  if (r.lost) return html`<b class="bad">${words().lost()}</b>`;
  const told =
    r.outcome === 'failed'
      ? words().failed(r.error)
      : r.outcome === 'pending'
        ? words().waits()
        : r.outcome.startsWith('never')
          ? words().nobodyTold()
          : '';
  return `${told}${standing(r)}`;
}

/** @param {RecordSummary} r where it stands in the log that counts */
function standing(r) {
  return r.offsets.length ? words().at(r.offsets) : words().nowhere();
}

/**
 * @param {App} app
 * @param {Records} all
 */
function ladder(app, all) {
  return html`<section class="ladder">
    <h3>${words().ladder.title()}</h3>
    <p class="small"><b>${words().ladder.first()}</b>${words().ladder.order()}</p>
    ${guard([all, language()], () => rungs(all))} ${calls(app)}
  </section>`;
}

/** The rungs that follow the first. */
const later = /** @type {const} */ (['sent', 'appended', 'committed', 'acknowledged', 'visible']);

/** @param {Records} all */
function rungs({ total, records }) {
  if (!total) return html`<p class="small">${words().ladder.none()}</p>`;
  const newest = records.toReversed();
  const again = records.some((r) => r.resend || r.givenUp !== undefined);
  return table(
    'rungs',
    words().ladder.caption(newest.length, total),
    words().ladder.columns(again),
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
            ${r.enqueued === undefined ? none() : reached(time(r.enqueued))}
            ${later.map((name) => rung(r, name))} ${again ? html`<td>${handedOver(r)}</td>` : nothing}
            <td>${r.attempts}${r.errors.length ? ` · ${list(r.errors)}` : ''}</td>
            <td>
              ${r.lost ? html`<b class="bad">${words().lost()}</b>` : standing(r)}${again ? twin(r, records) : ''}
            </td>
          </tr>
        `,
      )}
    </tbody>`,
  );
}

/** @param {RecordSummary} r how often its application has handed it over so far, and whether it still waits */
function handedOver(r) {
  return words().ladder.handedOver(
    (r.resend ?? 0) + 1,
    r.givenUp === undefined ? '' : time(r.givenUp - (r.enqueued ?? r.givenUp)),
  );
}

/**
 * @param {RecordSummary} r
 * @param {RecordSummary[]} records
 * @returns {string} where the same record stands that its application has handed over another time
 */
function twin(r, records) {
  const others = records.filter((o) => o !== r && o.producer === r.producer && o.value === r.value);
  const offsets = others.flatMap((o) => o.offsets);
  return r.offsets.length && offsets.length ? words().ladder.twin(offsets) : '';
}

const none = () =>
  html`<td class="rung">○<span class="visually-hidden">${words().ladder.notReached()}</span></td>`;

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
  if (name !== 'acknowledged' || r.failed === undefined) return none();
  return html`<td class="rung bad">${words().ladder.failed(time(r.failed - from), r.error)}</td>`;
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
        html`<div role="group" aria-label=${words().ladder.producer(producer)}>
          <span class="label">${producer}</span>
          <button
            @click=${() => app.act({ send: { producer, topic, partition, value: nextSent(app.model.script) } })}
            title=${words().ladder.to(partitionName({ topic, partition }))}
          >
            send()
          </button>
          <button @click=${() => app.act({ flush: { producer } })}>flush()</button>
          <button @click=${() => app.act({ close: { producer } })}>close()</button>
          <button @click=${() => app.act({ kill: { producer } })}>${words().ladder.kill()}</button>
          <button @click=${() => app.act({ start: { producer } })}>${words().ladder.start()}</button>
        </div>`,
    )}
  </div>`;
}

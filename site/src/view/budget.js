// A latency budget: what waiting in a batch, and the network and the brokers, leave of it; and beside it what a run has
// measured. The arithmetic is the core's.

/** @import {App} from '../app.js' */
/** @import {Parts} from '../ui.js' */

import { html, nothing, svg } from 'lit-html';
import { measured, recordsOf } from '../records.js';
import { words } from './records.js';
import { typed } from './typed.js';

/** Nobody plans for more (ms). */
const longest = 600000;

/** @type {(keyof Parts)[]} */
const inputs = ['budget', 'batching', 'network'];

/** @param {App} app */
export function budget(app) {
  const set = app.ui.budget;
  const slack = app.model.run.slack(set);
  return html`
    <div class="budget">
      <div class="inputs">
        ${inputs.map(
          (key) =>
            html`<label class="row"
              ><span class="label">${words().budget[key]()}</span
              ><input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                .value=${typed(String(set[key]))}
                @change=${(/** @type {any} */ e) => change(app, key, e.target.value)}
            /></label>`,
        )}
      </div>
      ${bar(words().budget.planned(), set, slack, verdict(slack, set.budget))} ${inRun(app)}
    </div>
  `;
}

/**
 * @param {App} app
 * @param {keyof Parts} key
 * @param {string} text
 */
function change(app, key, text) {
  const ms = Number(text);
  if (text.trim() && ms >= 0 && ms <= longest) app.ui.budget[key] = Math.round(ms * 1000) / 1000;
  app.changed();
}

/** @param {number} ms */
const number = (ms) => `${Math.round(ms * 1000) / 1000}`;

/**
 * @param {number} slack
 * @param {number} whole
 */
function verdict(slack, whole) {
  const say = words().budget;
  if (slack > 0) return say.left(number(slack));
  return slack === 0 ? say.nothingLeft() : say.tooLittle(number(-slack), number(whole));
}

/** @param {App} app what the newest acknowledged record took, against the same budget */
function inRun(app) {
  const say = words().budget;
  if (!app.model.run.made.producers.length) {
    return html`<p class="small">${say.noProducer()}</p>`;
  }
  const r = measured(recordsOf(app).records);
  if (!r) return html`<p class="small">${say.nothingMeasured()}</p>`;
  const parts = { budget: app.ui.budget.budget, batching: r.batching ?? 0, network: r.network ?? 0 };
  const slack = app.model.run.slack(parts);
  const again = r.attempts > 1 ? say.attempts(r.attempts) : '';
  const told =
    slack > 0
      ? say.wereLeft(number(slack))
      : slack === 0
        ? say.nothingWasLeft()
        : say.tooLate(number(-slack));
  return bar(say.measured(r.value, r.producer), parts, slack, told + again);
}

/**
 * The parts, one beside the other, on a line that is as long as the budget, or as the parts where they are longer.
 * @param {string} title
 * @param {Parts} parts
 * @param {number} slack
 * @param {string} told
 */
function bar(title, { budget: whole, batching, network }, slack, told) {
  const say = words().budget;
  const length = Math.max(whole, batching + network, 0.001);
  const x = (/** @type {number} */ ms) => (100 * ms) / length;
  return html`
    <figure class="stack">
      <figcaption>
        <b>${title}</b
        >${say.sum(number(whole), number(batching), number(network), number(Math.abs(slack)), slack < 0)}
      </figcaption>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" width="100%" height="26" aria-hidden="true">
        <rect class="slack" width="100" height="10" />
        <rect class="batching" width=${x(batching)} height="10" />
        <rect class="network" x=${x(batching)} width=${x(network)} height="10" />
        ${slack < 0 ? svg`<rect class="over" x=${x(whole)} width=${100 - x(whole)} height="10" /><path class="limit" d=${`M${x(whole)} 0V10`} />` : nothing}
      </svg>
      <ul class="parts" aria-hidden="true">
        <li class="batching">${say.batchingPart(number(batching))}</li>
        <li class="network">${say.networkPart(number(network))}</li>
        <li class=${slack < 0 ? 'over' : 'slack'}>${say.rest(number(Math.abs(slack)), slack < 0)}</li>
      </ul>
      <p class=${slack <= 0 ? 'small bad' : 'small'}>${slack <= 0 ? '✕ ' : ''}${told}</p>
    </figure>
  `;
}

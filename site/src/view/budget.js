// A latency budget: what waiting in a batch, and the network and the brokers, leave of it; and beside it what a run has
// measured. The arithmetic is the core's.

/** @import {App} from '../app.js' */
/** @import {Parts} from '../ui.js' */

import { html, nothing, svg } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { measured, recordsOf } from '../records.js';

/** Nobody plans for more (ms). */
const longest = 600000;

/** @type {{key: keyof Parts, label: string}[]} */
const inputs = [
  { key: 'budget', label: 'budget' },
  { key: 'batching', label: 'batching' },
  { key: 'network', label: 'network and brokers' },
];

/** @param {App} app */
export function budget(app) {
  const set = app.ui.budget;
  const slack = app.model.run.slack(set);
  return html`
    <div class="budget">
      <div class="inputs">
        ${inputs.map(
          ({ key, label }) =>
            html`<label class="row"
              ><span class="label">${label}, ms</span
              ><input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                .value=${live(String(set[key]))}
                @change=${(/** @type {any} */ e) => change(app, key, e.target.value)}
            /></label>`,
        )}
      </div>
      ${bar('As planned', set, slack, verdict(slack, set.budget))} ${inRun(app)}
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
  if (slack > 0) return `${number(slack)} ms are left for all that may go wrong.`;
  if (slack === 0) return 'Nothing is left: the smallest delay breaks it.';
  return `Too little by ${number(-slack)} ms: even where nothing goes wrong, the answer comes after the ${number(whole)} ms.`;
}

/** @param {App} app what the newest acknowledged record took, against the same budget */
function inRun(app) {
  if (!app.model.run.made.producers.length) {
    return html`<p class="small">This scenario has no producer client whose parts could be measured.</p>`;
  }
  const r = measured(recordsOf(app).records);
  if (!r) return html`<p class="small">No record is acknowledged yet: nothing is measured.</p>`;
  const parts = { budget: app.ui.budget.budget, batching: r.batching ?? 0, network: r.network ?? 0 };
  const slack = app.model.run.slack(parts);
  const again = r.attempts > 1 ? ` It took ${r.attempts} attempts.` : '';
  const words =
    slack > 0
      ? `${number(slack)} ms were left.`
      : slack === 0
        ? 'Nothing was left.'
        : `The answer came ${number(-slack)} ms too late.`;
  return bar(`Measured: ${r.value} of ${r.producer}`, parts, slack, words + again);
}

/**
 * The parts, one beside the other, on a line that is as long as the budget, or as the parts where they are longer.
 * @param {string} title
 * @param {Parts} parts
 * @param {number} slack
 * @param {string} words
 */
function bar(title, { budget: whole, batching, network }, slack, words) {
  const length = Math.max(whole, batching + network, 0.001);
  const x = (/** @type {number} */ ms) => (100 * ms) / length;
  return html`
    <figure class="stack">
      <figcaption>
        <b>${title}</b>: ${number(whole)} = ${number(batching)} batching + ${number(network)} network and
        brokers ${slack < 0 ? '−' : '+'} ${number(Math.abs(slack))} ${slack < 0 ? 'missing' : 'slack'}
      </figcaption>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" width="100%" height="26" aria-hidden="true">
        <rect class="slack" width="100" height="10" />
        <rect class="batching" width=${x(batching)} height="10" />
        <rect class="network" x=${x(batching)} width=${x(network)} height="10" />
        ${slack < 0 ? svg`<rect class="over" x=${x(whole)} width=${100 - x(whole)} height="10" /><path class="limit" d=${`M${x(whole)} 0V10`} />` : nothing}
      </svg>
      <ul class="parts" aria-hidden="true">
        <li class="batching">batching ${number(batching)}</li>
        <li class="network">network and brokers ${number(network)}</li>
        <li class=${slack < 0 ? 'over' : 'slack'}>
          ${slack < 0 ? 'over the budget' : 'slack'} ${number(Math.abs(slack))}
        </li>
      </ul>
      <p class=${slack <= 0 ? 'small bad' : 'small'}>${slack <= 0 ? '✕ ' : ''}${words}</p>
    </figure>
  `;
}

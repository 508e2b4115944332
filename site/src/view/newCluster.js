// The form of a new cluster: how many replicas and partitions, and how the client is set. It begins a run of one's own;
// the run until now can be had back.

/** @import {App} from '../app.js' */
/** @import {Choice} from '../cluster.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { most, plain, scriptOf } from '../cluster.js';
import { words } from '../words/words.js';
import { typed } from './typed.js';

/**
 * What has been chosen in each playground, and what was wrong with it.
 * @type {WeakMap<App, {choice: Choice, wrong: string}>}
 */
const forms = new WeakMap();

/** The fields of numbers: which, its name, the least and the most. @type {[keyof Choice, string, number, number][]} */
const numbers = [
  ['minIsr', 'min.insync.replicas', 1, 5],
  ['requestTimeoutMs', 'request.timeout.ms', 0, 3600000],
  ['deliveryTimeoutMs', 'delivery.timeout.ms', 0, 3600000],
  ['lingerMs', 'linger.ms', 0, 3600000],
];

/** @param {App} app */
export function newCluster(app) {
  const form = forms.get(app) ?? { choice: plain(), wrong: '' };
  forms.set(app, form);
  const { choice } = form;
  const say = words().controls;
  const set = (/** @type {Partial<Choice>} */ change) => {
    Object.assign(choice, change);
    form.wrong = '';
    app.changed();
  };
  const begin = () => {
    const { acks } = app.toolbar;
    try {
      app.open(scriptOf({ ...choice, acks }, say.ownCluster()));
      app.toolbar.timeoutMs = choice.requestTimeoutMs;
      app.toolbar.raw = false;
    } catch (error) {
      form.wrong = error instanceof Error ? error.message : String(error);
    }
    app.changed();
  };
  return html`
    <div class="newcluster">
      ${counted(app, say.replicas(), choice.replicas, most.replicas, (replicas) => set({ replicas }))}
      ${counted(app, say.partitions(), choice.partitions, most.partitions, (partitions) => set({ partitions }))}
      ${numbers.map(([key, name, least, highest]) => field(name, choice[key], least, highest, (n) => set({ [key]: n })))}
      <label class="row"
        ><span class="label">enable.idempotence</span>
        <input
          type="checkbox"
          role="switch"
          .checked=${live(choice.idempotence)}
          @change=${() => set({ idempotence: !choice.idempotence })}
      /></label>
      ${form.wrong ? html`<p class="small bad" role="alert">${form.wrong}</p>` : nothing}
      <button @click=${begin}>${say.begin()}<span class="note">${say.canBeHadBack()}</span></button>
    </div>
  `;
}

/**
 * A choice among the first few numbers.
 * @param {App} app
 * @param {string} name
 * @param {number} value
 * @param {number} highest
 * @param {(n: number) => void} set
 */
function counted(app, name, value, highest, set) {
  return html`
    <div class="row" role="radiogroup" aria-label=${name}>
      <span class="label">${name}</span>
      <span class="segments">
        ${Array.from(
          { length: highest },
          (_, i) =>
            html`<label
              ><input
                type="radio"
                name=${`${name}-${app.name}`}
                .checked=${live(value === i + 1)}
                @change=${() => set(i + 1)}
              /><span>${i + 1}</span></label
            >`,
        )}
      </span>
    </div>
  `;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} highest
 * @param {(n: number) => void} set is called with a whole number in range
 */
function field(name, value, least, highest, set) {
  const change = (/** @type {any} */ e) => {
    const n = Number(e.target.value);
    const right = /^\d+$/.test(e.target.value.trim()) && n >= least && n <= highest;
    set(right ? n : Number(value));
  };
  return html`<label class="row"
    ><span class="label">${name}</span
    ><input
      class="number"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      .value=${typed(String(value))}
      @change=${change}
  /></label>`;
}

// The fields of the studio's forms: each is tied to a place in the script, and shows what the core says of it.

/** @import {Config, Member} from './catalogue.js' */
/** @import {Desk} from './desk.js' */
/** @import {Path} from './draft.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { typed } from '../view/typed.js';
import { configs } from './catalogue.js';
import { at, isWithin, jsonOf, numberOf, pathText } from './draft.js';
import { meanings, said, words } from './words.js';

/** What a field is about, and how it is filled in.
 * @typedef {object} Field
 * @property {Path} path
 * @property {string} label
 * @property {boolean} [code] the label is a name of Kafka's or of the script's
 * @property {string} [hint]
 * @property {string} [placeholder] what counts where nothing is written
 * @property {(text: string) => unknown} [read] what is typed as a value; by default a number, where it is one
 * @property {(value: any) => string} [show]
 * @property {number} [lines] of a text that may be long
 * @property {boolean} [prose] a text for readers: it is read while it is typed
 * @property {(value: any) => void} [set] what is done with the value, instead of putting it into its place
 */

/** @param {Path} path @returns {string} the id of its field */
export function idOf(path) {
  return `script:${pathText(path)}`;
}

/**
 * What the core says of a place.
 * @param {Desk} desk
 * @param {Path} path
 * @param {boolean} [here] of the place itself alone
 */
export function trouble(desk, path, here = false) {
  const text = pathText(path);
  const found = desk.findingsAt(path).filter((finding) => !here || finding.path === text);
  if (!found.length) return nothing;
  return html`<ul class="trouble" id=${`${idOf(path)}-trouble`}>
    ${found.map(({ message }) => html`<li>${said(message)}</li>`)}
  </ul>`;
}

/**
 * What a field is described by, and whether anything is wrong with it.
 * @param {Desk} desk
 * @param {Path} path
 * @param {string} [hint]
 */
function described(desk, path, hint) {
  const wrong = desk.findingsAt(path).length > 0;
  const by = [hint && `${idOf(path)}-hint`, wrong && `${idOf(path)}-trouble`].filter(Boolean).join(' ');
  return { by: by || nothing, wrong: wrong ? 'true' : nothing };
}

/**
 * @param {Desk} desk
 * @param {Path} path
 * @param {string} label
 * @param {{code?: boolean, hint?: string}} about
 * @param {unknown} control
 */
function row(desk, path, label, { code, hint }, control) {
  return html`<div class="field">
    <label for=${idOf(path)}>${code ? html`<code>${label}</code>` : label}</label>
    ${control} ${hint ? html`<p class="small" id=${`${idOf(path)}-hint`}>${hint}</p>` : nothing}
    ${trouble(desk, path)}
  </div>`;
}

/**
 * A field that one types into.
 * @param {Desk} desk
 * @param {Field} field
 */
export function textField(desk, { path, label, code, hint, placeholder = '', lines, prose, ...how }) {
  const { read = numberOf, show = (/** @type {any} */ value) => String(value ?? '') } = how;
  const { set = (/** @type {any} */ part) => desk.edit(path, part) } = how;
  const { by, wrong } = described(desk, path, hint);
  const value = typed(show(at(desk.draft, path)));
  const type = (/** @type {any} */ e) => prose && desk.type(path, read(e.target.value));
  const change = (/** @type {any} */ e) => set(read(e.target.value));
  const control = lines
    ? html`<textarea
        id=${idOf(path)}
        rows=${lines}
        spellcheck=${prose ? 'true' : 'false'}
        aria-describedby=${by}
        aria-invalid=${wrong}
        .value=${value}
        @input=${type}
        @change=${change}
      ></textarea>`
    : html`<input
        id=${idOf(path)}
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${placeholder}
        aria-describedby=${by}
        aria-invalid=${wrong}
        .value=${value}
        @input=${type}
        @change=${change}
      />`;
  return row(desk, path, label, { code, hint }, control);
}

/**
 * A choice among a few values.
 * @param {Desk} desk
 * @param {Pick<Field, 'path' | 'label' | 'code' | 'hint'>} field
 * @param {{value: unknown, text: string}[]} choices
 * @param {(value: any) => void} [choose] what is done instead of putting the value into its place
 * @param {unknown} [present] what is chosen, where that is not what stands in its place
 */
export function choiceField(desk, { path, label, code, hint }, choices, choose, present) {
  const { by, wrong } = described(desk, path, hint);
  const value = present === undefined ? at(desk.draft, path) : present;
  const known = choices.some((c) => c.value === value);
  const all = known ? choices : [...choices, { value, text: value === undefined ? '–' : String(value) }];
  const change = (/** @type {any} */ e) => {
    const { value } = all[e.target.selectedIndex];
    if (choose) choose(value);
    else desk.edit(path, value);
  };
  const control = html`<select
    id=${idOf(path)}
    aria-describedby=${by}
    aria-invalid=${wrong}
    @change=${change}
  >
    ${all.map((c) => html`<option .selected=${live(c.value === value)}>${c.text}</option>`)}
  </select>`;
  return row(desk, path, label, { code, hint }, control);
}

/**
 * @param {number} from
 * @param {number} to
 * @returns {{value: number, text: string}[]} the numbers from one to another
 */
export function upTo(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => ({ value: from + i, text: String(from + i) }));
}

/** @param {string} none what counts otherwise @returns {{value: unknown, text: string}[]} yes, no, or nothing at all */
export function yesOrNo(none) {
  return [
    { value: undefined, text: none },
    { value: true, text: 'true' },
    { value: false, text: 'false' },
  ];
}

/**
 * A field for a key of a configuration, with its default, what it may be, and what it means.
 * @param {Desk} desk
 * @param {Path} path of the configuration
 * @param {Config} config
 */
export function configField(desk, path, config) {
  const { key, scope, type, absent, min, max, unit, choices = [] } = config;
  const say = words();
  const none = absent === undefined ? say.noDefault(scope) : say.byDefault(absent, unit ?? '');
  const range = type === 'number' ? say.range(Number(min), Number(max), unit ?? '') : '';
  const hint = [meanings().configs[`${scope} ${key}`], range, none].filter(Boolean).join(' ');
  const field = { path: [...path, key], label: key, code: true, hint };
  if (type === 'boolean') return choiceField(desk, field, yesOrNo(absent ?? '–'));
  if (type === 'choice') {
    const all = choices.map((value) => ({ value, text: value }));
    return choiceField(desk, field, [{ value: undefined, text: absent ?? '–' }, ...all]);
  }
  return textField(desk, { ...field, placeholder: absent });
}

/**
 * The fields for all keys of a scope.
 * @param {Desk} desk
 * @param {Path} path of the configuration
 * @param {Config['scope']} scope
 * @param {boolean} [dynamic] only those that the step set changes
 */
export function configFields(desk, path, scope, dynamic = false) {
  const keys = configs.filter((config) => config.scope === scope && (!dynamic || config.dynamic));
  return keys.map((config) => configField(desk, path, config));
}

/**
 * A folded group of fields, which says how many of them are filled in.
 * @param {Desk} desk
 * @param {Path} path of what they fill in
 * @param {string} title
 * @param {() => unknown} body
 */
export function folded(desk, path, title, body) {
  const set = Object.keys(Object(at(desk.draft, path))).length;
  const wrong = desk.findingsAt(path).length;
  const say = words();
  return html`<details class="group">
    <summary>
      ${title} <span class="small">${set ? say.filledIn(set) : ''} ${wrong ? say.toMend(wrong) : ''}</span>
    </summary>
    ${body()} ${trouble(desk, path, true)}
  </details>`;
}

/**
 * A field of a condition: JSON, which may be taken from what has just happened in the run.
 * @param {Desk} desk
 * @param {Path} path
 * @param {string} label
 * @param {{optional?: boolean, hint?: string}} [about]
 */
export function conditionField(desk, path, label, { hint } = {}) {
  const say = words();
  const show = (/** @type {unknown} */ value) =>
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const take = (/** @type {any} */ e) => {
    const condition = desk.happened[e.target.selectedIndex - 1];
    e.target.selectedIndex = 0;
    if (condition) desk.edit(path, condition);
  };
  return html`
    ${textField(desk, { path, label, hint: hint ?? say.conditionHint(), lines: 2, read: jsonOf, show })}
    <div class="field take">
      <select aria-label=${say.takeFor(label)} @change=${take}>
        <option>${say.takeFromRun()}</option>
        ${desk.happened.map((condition) => html`<option>${JSON.stringify(condition)}</option>`)}
      </select>
    </div>
  `;
}

/**
 * A button that does something to a part of the script.
 * @param {string} text
 * @param {string} of what it is about, for the ear
 * @param {() => void} act
 */
export function button(text, of, act) {
  return html`<button type="button" @click=${act}>
    ${text}${of ? html`<span class="visually-hidden"> ${of}</span>` : nothing}
  </button>`;
}

/**
 * Leads to the field that is nearest to a place of the script.
 * @param {string} path
 * @param {string} [otherwise] the selector of what is led to where there is none
 */
export function goTo(path, otherwise = '#studio-title') {
  /** @type {HTMLElement | null} */
  let nearest = null;
  for (const field of document.querySelectorAll('#studio [id^="script:"]')) {
    const of = field.id.slice('script:'.length).replace(/-edit$/, '');
    if (!field.matches('input, select, textarea, button') || !isWithin(path, of)) continue;
    if (!nearest || field.id.length > nearest.id.length) nearest = /** @type {HTMLElement} */ (field);
  }
  const target = nearest ?? document.querySelector(otherwise);
  for (let box = target?.closest('details'); box; box = box.parentElement?.closest('details'))
    box.open = true;
  /** @type {HTMLElement | null} */ (target)?.focus();
}

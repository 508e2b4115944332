// Kafka's terms in a text: a dotted underline where one first stands, and its definition when it is tapped, pointed at
// or reached by keyboard. The definitions are loaded with the first that is opened.

/** @typedef {import('../words/en/definitions.js').TermId} TermId */

import { html } from 'lit-html';
import { language, words } from '../words/words.js';
import { whole } from './whole.js';

/** How long a pointer rests on a term before its definition opens (ms of real time). */
const restMs = 250;

let timer = 0;

/**
 * @param {TermId} id
 * @param {string} [text] how it is called here
 * @param {boolean} [reached] whether Tab comes to it; not where it changes with every moment
 */
export function term(id, text, reached = true) {
  const name = text ?? words().terms.forms()[id][0];
  // prettier-ignore
  return html`<button type="button" class="term" aria-expanded="false" tabindex=${reached ? '0' : '-1'} data-term=${id}
    @click=${toggle} @focus=${focused} @blur=${close} @pointerenter=${entered} @pointerleave=${left}>${name}</button>`;
}

/** @param {Event} event @returns {HTMLElement} the term that it is about */
const of = (event) => /** @type {HTMLElement} */ (event.currentTarget);

/** @param {HTMLElement} button */
const open = (button) => import('./later.js').then((m) => button.isConnected && m.open(button));

const close = () => {
  clearTimeout(timer);
  import('./later.js').then((m) => m.close());
};

/** @param {Event} event */
function toggle(event) {
  clearTimeout(timer);
  const button = of(event);
  if (button.getAttribute('aria-expanded') === 'true' && event.isTrusted && button.dataset.by !== 'focus')
    close();
  else open(button);
  delete button.dataset.by;
}

/** @param {Event} event */
function focused(event) {
  of(event).dataset.by = 'focus'; // the click that gives it the focus shall not close it
  open(of(event));
}

/** @param {PointerEvent} event */
function entered(event) {
  if (event.pointerType !== 'mouse') return;
  const button = of(event);
  timer = window.setTimeout(() => open(button), restMs);
}

/** @param {PointerEvent} event */
function left(event) {
  if (event.pointerType !== 'mouse' || of(event) === document.activeElement) return;
  clearTimeout(timer);
  import('./later.js').then((m) => m.leave());
}

/**
 * What finds the terms of a language, each form once.
 * @type {{language: string, pattern: RegExp, ids: Map<string, TermId>} | undefined}
 */
let known;

function forms() {
  if (known?.language === language()) return known;
  const all = /** @type {[TermId, string[]][]} */ (Object.entries(words().terms.forms()));
  const ids = new Map(all.flatMap(([id, names]) => names.map((name) => [name.toLowerCase(), id])));
  const names = [...ids.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.-])(?:${escaped.join('|')})(?![\\p{L}\\p{N}=]|\\.\\p{L})`,
    'giu',
  );
  known = { language: language(), pattern, ids };
  return known;
}

/**
 * A text whose terms have their definitions, each where it first stands.
 * @param {string} text
 * @param {object} [how]
 * @param {Iterable<TermId>} [how.only] which terms; all, unless it is said
 * @param {Set<TermId>} [how.seen] those that have stood in this view already
 * @param {boolean} [how.reached] whether Tab comes to them
 * @returns {unknown[]} parts of a template
 */
export function marked(text, { only, seen = new Set(), reached = true } = {}) {
  const { pattern, ids } = forms();
  const wanted = only && new Set(only);
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const id = ids.get(found.toLowerCase());
    if (!id || seen.has(id) || (wanted && !wanted.has(id))) continue;
    seen.add(id);
    parts.push(whole(text.slice(from, index)), term(id, found, reached));
    from = index + found.length;
  }
  return [...parts, whole(text.slice(from))];
}

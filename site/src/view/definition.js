// The definition of a term, opened beside it: one for the whole page. It closes with Escape, with the focus, or when
// the pointer has left both.

/** @typedef {import('../words/en/definitions.js').TermId} TermId */

import { area, onLanguage } from '../words/words.js';
import { definitions } from '../words/en/definitions.js';

export const meanings = area(definitions, (language) => language.definitions);

/** The distance between a term and its definition, and from the edges of the window (px). */
const gap = 6;
const edge = 8;

/** How long the pointer may take from a term to its definition (ms of real time). */
const graceMs = 300;

/** @type {HTMLElement | null} the term that is open */
let shown = null;
let timer = 0;

/** The element that shows definitions, made when it is first needed. */
function box() {
  const there = document.getElementById('definition');
  if (there) return there;
  const made = document.createElement('div');
  made.id = 'definition';
  made.popover = 'manual';
  made.setAttribute('role', 'tooltip');
  made.addEventListener('pointerenter', () => clearTimeout(timer));
  made.addEventListener('pointerleave', () => leave());
  document.body.append(made);
  onLanguage(() => explain(made)); // the first may be open before its language is there
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !shown) return;
    close();
    event.stopPropagation();
  });
  document.addEventListener('scroll', () => close(), { capture: true, passive: true });
  return made;
}

/** @param {HTMLElement} term is opened, and any other closed */
export function open(term) {
  if (shown === term) return;
  close();
  shown = term;
  const made = box();
  explain(made);
  term.setAttribute('aria-expanded', 'true');
  term.setAttribute('aria-describedby', made.id);
  made.showPopover?.();
  place(made, term);
}

/** @param {HTMLElement} made says what the open term means */
function explain(made) {
  if (shown) made.textContent = meanings()[/** @type {TermId} */ (shown.dataset.term)]();
}

/** Closes what is open. */
export function close() {
  clearTimeout(timer);
  if (!shown) return;
  shown.setAttribute('aria-expanded', 'false');
  shown.removeAttribute('aria-describedby');
  shown = null;
  box().hidePopover?.();
}

/** Closes what is open soon, unless the pointer comes to it. */
export function leave() {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (shown !== document.activeElement) close();
  }, graceMs);
}

/**
 * Puts the definition beneath its term, or above it where there is no room.
 * @param {HTMLElement} made
 * @param {HTMLElement} term
 */
function place(made, term) {
  const at = term.getBoundingClientRect();
  const { width, height } = made.getBoundingClientRect();
  const below = at.bottom + gap + height <= innerHeight - edge;
  made.style.left = `${Math.max(edge, Math.min(at.left, innerWidth - width - edge))}px`;
  made.style.top = `${below ? at.bottom + gap : Math.max(edge, at.top - gap - height)}px`;
}

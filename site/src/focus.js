// The focus stays where somebody is who goes by keyboard. A drawing may take away what has it: then what is the same in
// the new drawing gets it or, where there is nothing of the kind, the heading of the section in which it was.

/** @import {App} from './app.js' */

/** What a section is, from within. */
const sections = '[role=tabpanel], section, aside, nav, main';

/** What names a section to those who come to it. */
const headings = 'h1, h2, h3, [role=tab]';

/** What had the focus before a drawing.
 * @typedef {object} Held
 * @property {HTMLElement} element
 * @property {string} name by which the same thing is known again
 * @property {HTMLElement[]} around its sections, the innermost first
 * @property {boolean} seen whether one sees that it has the focus: then the page may scroll to what gets it next
 */

/** @param {Element} element what it is called, whatever it was drawn as */
function nameOf(element) {
  const { n } = /** @type {HTMLElement} */ (element).dataset;
  return n ?? element.getAttribute('aria-label') ?? element.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}

/** @returns {Held | null} what has the focus; null: nothing in particular */
export function held() {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  /** @type {HTMLElement[]} */
  const around = [];
  for (let s = element.closest(sections); s; s = s.parentElement?.closest(sections) ?? null)
    around.push(/** @type {HTMLElement} */ (s));
  return { element, name: nameOf(element), around, seen: element.matches(':focus-visible') };
}

/**
 * Gives the focus back if a drawing has taken it away.
 * @param {Held | null} before what had it
 */
export function giveBack(before) {
  if (!before || !isLost(before.element)) return;
  const target = sameAs(before) ?? placeOf(before) ?? document.querySelector('.transport button');
  focus(target, before.seen);
}

/** @param {HTMLElement} element that had the focus */
function isLost(element) {
  const present = document.activeElement;
  if (present && present !== document.body && present !== element) return false; // it was moved on purpose
  return !element.isConnected || element.matches(':disabled');
}

/** @param {Held} held @returns {HTMLElement | undefined} the same thing, drawn anew */
function sameAs({ element, name, around }) {
  const byId = element.id && document.getElementById(element.id);
  if (byId && byId !== element && !byId.matches(':disabled')) return byId;
  const within = around.find((s) => s.isConnected) ?? document.body;
  const alike = within.querySelectorAll(`${element.localName}:not(:disabled)`);
  return /** @type {HTMLElement[]} */ ([...alike]).find((e) => e !== element && nameOf(e) === name);
}

/** @param {Held} held @returns {HTMLElement | null | undefined} the heading of its section, or the section */
function placeOf({ around }) {
  const section = around.find((s) => s.isConnected);
  return section && (section.querySelector(/** @type {'h2'} */ (headings)) ?? section);
}

/**
 * @param {Element | null | undefined} element
 * @param {boolean} [scroll] whether the page scrolls to it
 */
export function focus(element, scroll = true) {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1; // a heading is none to stop at
  element.focus({ preventScroll: !scroll });
}

/** Moves to what says why when that is opened, and back to where it was opened from when it is closed. */
export class WayBack {
  /** @type {unknown} */
  #open = null;
  /** @type {Held | null} */
  #from = null;
  #due = false;

  /**
   * @param {App} app
   * @param {Held | null} before what had the focus before this drawing
   */
  follow({ selected }, before) {
    if (selected !== this.#open) {
      const within = before?.element.closest('.why-panel');
      if (selected && !within) this.#from = before;
      if (!selected && this.#open) this.#back(within || !before || !before.element.isConnected);
      this.#due = !!selected;
      this.#open = selected;
    }
    const heading = this.#due && document.querySelector('.why-panel h2');
    if (!heading) return; // it may come with a later drawing
    this.#due = false;
    focus(heading);
  }

  /** @param {unknown} inside whether the focus was in what is closed, and nowhere else now */
  #back(inside) {
    const from = this.#from;
    this.#from = null;
    if (!from || !inside) return;
    if (from.element.isConnected && !from.element.matches(':disabled')) focus(from.element, from.seen);
    else focus(sameAs(from) ?? placeOf(from), from.seen);
  }
}

/** Goes to the question that is open, its first answer, or to what the lesson says. @param {boolean} asked */
export function toLesson(asked) {
  const question = document.querySelector('.question h2');
  const card = document.querySelector('.lesson.card h2') ?? document.querySelector('.sentence h2');
  focus(asked ? (question ?? card) : card);
}

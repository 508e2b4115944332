// Tabs beneath the picture: one panel at a time. What a panel holds is drawn only while it is open, and may come from a
// chunk that is loaded then.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { words } from '../words/words.js';

/** A tab: its name within the page, its title, and what is in it.
 * @typedef {{id: string, title: string, body: () => unknown}} Tab
 */

/**
 * The open one of some tabs: the one that was chosen last if it is among them, or the first.
 * @param {App} app
 * @param {Tab[]} all
 */
export function openTab(app, all) {
  return all.find((t) => t.id === app.tab) ?? all[0];
}

/**
 * @param {App} app
 * @param {Tab[]} all at least one
 * @param {string} label what they are together
 */
export function tabs(app, all, label) {
  const open = openTab(app, all);
  const id = (/** @type {string} */ part, /** @type {Tab} */ t) => `${app.name}-${part}-${t.id}`;
  return html`
    <section class="tabs card">
      <div
        class="tablist"
        role="tablist"
        aria-label=${label}
        @keydown=${(/** @type {any} */ e) => move(app, all, e)}
        @focusout=${(/** @type {any} */ e) => delete e.currentTarget.dataset.pointed}
      >
        ${repeat(
          all,
          (t) => t.id,
          (t) =>
            html`<button
              role="tab"
              id=${id('tab', t)}
              aria-selected=${t === open ? 'true' : 'false'}
              aria-controls=${t === open ? id('panel', t) : nothing}
              tabindex=${t === open ? 0 : -1}
              @click=${(/** @type {Event} */ e) => choose(app, t, e)}
            >
              ${t.title}
            </button>`,
        )}
      </div>
      <div
        class="tabpanel ${open.id}"
        role="tabpanel"
        id=${id('panel', open)}
        aria-labelledby=${id('tab', open)}
      >
        ${repeat(
          [open],
          (t) => t.id,
          (t) => t.body(),
        )}
      </div>
    </section>
  `;
}

/**
 * Opens a tab, and brings it into sight where the page is so low that it is not.
 * @param {App} app
 * @param {Tab} tab
 * @param {Event} event
 */
function choose(app, tab, event) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const section = button.closest('.tabs');
  const list = /** @type {HTMLElement} */ (button.parentElement);
  if (/** @type {PointerEvent} */ (event).detail) list.dataset.pointed = '';
  app.show(tab.id);
  requestAnimationFrame(() => section?.scrollIntoView({ block: 'nearest' }));
}

/**
 * The arrows, Home and End go from tab to tab, when the tabs were reached by the keyboard: after a click they step.
 * @param {App} app
 * @param {Tab[]} all
 * @param {KeyboardEvent & {target: HTMLElement, currentTarget: HTMLElement}} event
 */
function move(app, all, event) {
  if ('pointed' in event.currentTarget.dataset) return;
  const here = all.indexOf(openTab(app, all));
  const { length } = all;
  /** @type {Record<string, number>} */
  const to = { ArrowRight: here + 1, ArrowLeft: here + length - 1, Home: 0, End: length - 1 };
  if (!(event.key in to)) return;
  event.preventDefault();
  const next = to[event.key] % length;
  app.show(all[next].id);
  /** @type {HTMLElement} */ (event.currentTarget.querySelectorAll('[role=tab]')[next]).focus();
}

/** The chunks that have been loaded, or whose load has failed. @type {Map<string, {view?: any, failed?: boolean}>} */
const chunks = new Map();

/**
 * A view from a chunk that is loaded when it is first drawn.
 * @template T
 * @param {App} app
 * @param {string} name of the chunk
 * @param {() => Promise<T>} load
 * @param {(view: T) => unknown} draw
 */
export function lazily(app, name, load, draw) {
  const say = words().panels;
  const chunk = chunks.get(name);
  if (chunk?.view) return draw(chunk.view);
  if (chunk?.failed) {
    const again = () => {
      chunks.delete(name);
      app.changed();
    };
    return html`<p class="small">${say.notLoaded()} <button @click=${again}>${say.tryAgain()}</button></p>`;
  }
  if (!chunk) {
    const entry = { view: /** @type {any} */ (undefined), failed: false };
    chunks.set(name, entry);
    load()
      .then((view) => (entry.view = view))
      .catch(() => (entry.failed = true))
      .finally(() => app.changed());
  }
  return html`<p class="small">${say.loading()}</p>`;
}

/**
 * A view of those that come when the first of them is opened.
 * @param {App} app
 * @param {(views: typeof import('./later.js')) => unknown} draw
 */
export function later(app, draw) {
  return lazily(app, 'later', () => import('./later.js'), draw);
}

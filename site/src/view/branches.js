// In the header: undoing and redoing; comparing, and the runs that one has left, which are in the menu on a phone.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { words } from '../words/words.js';
import { later } from './tabs.js';

const drawings = {
  undo: 'M8 4L3 8.5L8 13M3 8.5h8a5 5 0 0 1 0 9h-3',
  redo: 'M12 4l5 4.5l-5 4.5M17 8.5h-8a5 5 0 0 0 0 9h3',
};

/** @param {App} app undoing and redoing */
export function deeds(app) {
  const say = words().branches;
  return html`
    <div class="deeds">
      ${button('undo', say.undo(), say.undoHint(), app.canUndo, () => app.undo())}
      ${button('redo', say.redo(), say.redoHint(), app.canRedo, () => app.redo())}
    </div>
  `;
}

/** @param {App} app comparing, and the runs that one has left; redoing where there is no room for it beside undoing */
export function runsAndMore(app) {
  const say = words().branches;
  return html`
    <button
      class="again"
      aria-disabled=${app.canRedo ? nothing : 'true'}
      @click=${() => app.canRedo && app.redo()}
    >
      ${say.redo()}
    </button>
    ${compare(app)} ${app.branches.length ? runs(app) : nothing}
  `;
}

/**
 * @param {keyof typeof drawings} drawing
 * @param {string} label
 * @param {string} hint
 * @param {boolean} can whether there is anything to do: if not it says so, and keeps the focus
 * @param {() => void} act
 */
function button(drawing, label, hint, can, act) {
  return html`<button
    class="icon"
    aria-label=${label}
    title=${hint}
    aria-disabled=${can ? nothing : 'true'}
    @click=${() => can && act()}
  >
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path class="line" d=${drawings[drawing]} />
    </svg>
  </button>`;
}

/** @param {App} app what can be compared is drawn once that has been asked for */
function compare(app) {
  const say = words().branches;
  const id = `${app.name}-compare`;
  const open = (/** @type {any} */ e) => {
    if (e.newState === 'open') app.ui.compared = true;
    app.changed();
  };
  const menu = () => later(app, (m) => m.menu(app, id));
  return html`
    <button
      class="compares"
      popovertarget=${id}
      title=${say.compareHint()}
      aria-pressed=${app.compare ? 'true' : 'false'}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path class="line" d="M3 7h14l-3.5 -3.5M17 13H3l3.5 3.5" />
      </svg>
      <span>${say.compare()}</span>
    </button>
    <section class="runs card" id=${id} popover aria-label=${say.compare()} @beforetoggle=${open}>
      ${app.ui.compared ? menu() : nothing}
    </section>
  `;
}

/** @param {App} app */
function runs(app) {
  const say = words().branches;
  const { branches } = app;
  const id = `${app.name}-runs`;
  return html`
    <button popovertarget=${id}>${say.runs(branches.length)}</button>
    <section class="runs card" id=${id} popover aria-label=${say.title()}>
      <h2>${say.title()}</h2>
      <p class="small">${say.explained()}</p>
      <ol>
        ${repeat(
          branches,
          (run) => run.number,
          (run, i) =>
            html`<li>
              <span>${say.run(run)}</span>
              <button
                aria-label=${say.openLabel(run.number)}
                popovertarget=${id}
                popovertargetaction="hide"
                @click=${() => app.openBranch(i)}
              >
                ${say.open()}
              </button>
              <button aria-label=${say.dropLabel(run.number)} @click=${() => app.dropBranch(i)}>
                ${say.drop()}
              </button>
            </li>`,
        )}
      </ol>
    </section>
  `;
}

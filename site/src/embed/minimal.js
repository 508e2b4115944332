// The playground with little around it, as it stands within a text: the sentence, the picture, and with "minimal" a row
// of buttons beneath. Sentence and picture have one window between them, and nothing scrolls as long as there is room.

/** @import {App} from '../app.js' */
/** @import {Playground} from '../playground.js' */
/** @import {Widths} from '../view/page.js' */

import { html, nothing } from 'lit-html';
import { sendRecord } from '../sending.js';
import { loadLessons, question } from '../view/slots.js';
import { page, sentence, stage } from '../view/page.js';
import { button, notice } from '../view/transport.js';
import { localized, words } from '../words/words.js';
import { fullPage, openFull, prepare } from './full.js';
import { words as own } from './words.js';

/** @typedef {'full' | 'minimal' | 'none'} Controls */

/** What draws the playground with each. @type {Record<Controls, typeof page>} */
export const pages = {
  full: page,
  minimal: (app, widths, still) => small(app, widths, still, true),
  none: (app, widths, still) => small(app, widths, still, false),
};

/**
 * Shows a playground with more or less around it.
 * @param {Playground} playground
 * @param {Controls} controls
 */
export function showControls(playground, controls) {
  document.documentElement.dataset.controls = controls;
  playground.page = pages[controls];
  const { app } = playground;
  // Without the lesson's panel nobody could see what playing waits for.
  app.nextStop = () =>
    controls === 'full' || app.panels?.includes('lesson') ? (app.lesson?.stop ?? null) : null;
  if (controls !== 'full')
    loadLessons().then(
      () => app.changed(),
      () => {},
    );
  app.changed();
}

/**
 * @param {App} app
 * @param {Widths} widths
 * @param {Iterable<Element> | null} still
 * @param {boolean} bar whether there are buttons
 */
function small(app, widths, still, bar) {
  return html`
    ${bar ? buttons(app) : nothing}
    <main class="small-page" aria-busy=${app.model.working ? 'true' : 'false'}>
      ${waiting(app) ?? sentence(app)}
      <section class="stage" aria-label=${words().panels.picture()}>
        ${still ?? stage(app, { ...widths, tight: true })}
      </section>
    </main>
  `;
}

/** @param {App} app the question or the deed for which playing has stopped, in the place of the sentence */
function waiting(app) {
  const { waits, ended } = (app.panels?.includes('lesson') && app.lesson) || {};
  if (ended || waits?.question) return html`<div class="sentence">${question(app)}</div>`;
  if (!waits?.deed) return undefined;
  return html`<section class="sentence" aria-label=${words().panels.tabs.lesson()}>
    <p>${localized(waits.deed.text)}</p>
    <button class="primary" @click=${() => app.doAsCard()}>${own().showMe()}</button>
  </section>`;
}

/** @param {App} app */
function buttons(app) {
  const { progress, clock, state, toolbar } = app;
  const say = words().transport;
  const main = progress ? 'stop' : clock.playing ? 'pause' : 'play';
  return html`
    <section class=${app.fresh ? 'transport fresh' : 'transport'} aria-label=${say.label()}>
      <div class="buttons">
        ${button('round', main, say[main](), say.bySpace(say[main]()), () => app.toggle())}
        ${button('icon', 'back', say.back(), say.backHint(), () => app.stepMoment(-1), state.n === 0)}
        ${button('icon', 'forward', say.forward(), say.forwardHint(), () => app.stepMoment(1))}
        <button class="primary send-record" @click=${() => sendRecord(app, state.partitions[toolbar.target])}>
          ${words().controls.sendRecord()}
        </button>
      </div>
      <span class="now small">${say.now(state.t)}</span>
      <p class="notice small">${(!app.fresh && notice(app, progress)) || nothing}</p>
      <a
        class="open-full"
        target="_blank"
        rel="noopener"
        href=${fullPage()}
        title=${own().openFull()}
        @pointerdown=${(/** @type {Event} */ e) => prepare(app, e)}
        @click=${(/** @type {Event} */ e) => openFull(app, e)}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path class="line" d="M11 3h6v6M17 3l-8 8M8 5H4v11h11v-4" />
        </svg>
        <span class="visually-hidden">${own().openFull()}</span>
      </a>
    </section>
  `;
}

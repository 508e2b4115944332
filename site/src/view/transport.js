// Play, step, speed, and how far one is.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { paceNames } from '../pace.js';
import { words } from '../words/words.js';
import { timeline } from './timeline.js';

/** The drawings of the buttons. */
const drawings = {
  stop: 'M4 4h12v12H4z',
  pause: 'M5 3h4v14H5zM11 3h4v14h-4z',
  play: 'M6 3l11 7-11 7z',
  back: 'M3 4h2v12H3zM17 4v12L7 10z',
  forward: 'M15 4h2v12h-2zM3 4v12l10-6z',
  reset: 'M4.5 10a6 6 0 1 0 2-4.5M6.5 1.5v4h4',
};

/**
 * @param {App} app
 * @param {number} width of the timeline, px
 * @param {boolean} [small] whether there is room for one row only: then the pace and the way back to the start stand
 * with the controls
 */
export function transport(app, width, small = false) {
  const { progress } = app;
  const say = words().transport;
  const main = progress ? 'stop' : app.clock.playing ? 'pause' : 'play';
  const said = small && app.fresh && !progress ? '' : notice(app, progress);
  return html`
    <section class=${app.fresh ? 'transport fresh' : 'transport'} aria-label=${say.label()}>
      <div class="buttons">
        ${button('round', main, say[main](), say.bySpace(say[main]()), () => app.toggle())}
        ${button('icon', 'back', say.back(), say.backHint(), () => app.stepMoment(-1), app.state.n === 0)}
        ${button('icon', 'forward', say.forward(), say.forwardHint(), () => app.stepMoment(1))}
        ${small ? nothing : reset(app)}
      </div>
      ${
        small
          ? nothing
          : html`<div class="clock">
              <span class="now">${say.now(app.state.t)}</span>
              ${speed(app)}
            </div>`
      }
      ${timeline(app, width)}
      <p class="notice small">
        ${small ? html`<b class="now">${say.now(app.state.t)}</b>` : nothing} ${said}
      </p>
    </section>
  `;
}

/** @param {App} app the pace, and the way back to the start, where they do not stand beside the timeline */
export function paceAndReset(app) {
  return html`<div class="row pace">${speed(app)} ${reset(app)}</div>`;
}

/** @param {App} app */
function reset(app) {
  const say = words().transport;
  return button('icon', 'reset', say.reset(), say.resetHint(), () => app.reset());
}

/**
 * A button with a drawing.
 * @param {string} type
 * @param {keyof typeof drawings} drawing
 * @param {string} label
 * @param {string} hint
 * @param {() => void} act
 * @param {boolean} [idle] whether there is nothing to do: it says so, and keeps the focus
 */
export function button(type, drawing, label, hint, act, idle = false) {
  return html`<button
    class=${type}
    aria-label=${label}
    title=${hint}
    aria-disabled=${idle ? 'true' : nothing}
    @click=${() => !idle && act()}
  >
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path class=${drawing === 'reset' ? 'line' : ''} d=${drawings[drawing]} />
    </svg>
  </button>`;
}

/** @param {App} app */
function speed(app) {
  const say = words().transport;
  const choose = (/** @type {any} */ e) => app.setPace(e.target.value);
  return html`<label class="small"
    ><span class="visually-hidden">${say.speed()}</span
    ><select @change=${choose}>
      ${paceNames.map((name) => html`<option value=${name} .selected=${live(name === app.clock.pace && !app.clock.rate)}>${say.paces[name]()}</option>`)}
      ${app.clock.rate ? html`<option value=${app.clock.pace} .selected=${live(true)}>${say.rate(app.clock.rate)}</option>` : nothing}
    </select></label
  >`;
}

/**
 * What is said beside the time.
 * @param {App} app
 * @param {App['progress']} progress of a move that takes long
 */
export function notice(app, progress) {
  const say = words().transport;
  if (progress) {
    const percent = Math.floor(100 * progress.part);
    return html`<progress max="100" value=${percent} aria-label=${say.progress()}></progress>
      ${say.working(percent, progress.t, progress.goal)}`;
  }
  if (app.fresh) return html`<b>${say.startHere()}</b> ${say.firstSteps()}`;
  return app.notice ? marked(app.notice, app.foreign) : app.model.frame.past ? say.past() : '';
}

/**
 * @param {string} text
 * @param {string} foreign what of it is English whatever the language; '': nothing
 */
function marked(text, foreign) {
  const at = foreign ? text.indexOf(foreign) : -1;
  if (at < 0) return text;
  return html`${text.slice(0, at)}<span lang="en">${foreign}</span>${text.slice(at + foreign.length)}`;
}

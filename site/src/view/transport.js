// Play, step, speed, and how far one is.

/** @import {App} from '../app.js' */

import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { speeds } from '../clock.js';
import { thousands, time } from '../format.js';
import { timeline } from './timeline.js';

const past = 'You are in the past: what you do now replaces what followed.';
const hint = html`<b>Start here:</b> press Play and watch, or step with →. Then send a record of your own.`;

/**
 * @param {App} app
 * @param {number} width of the timeline, px
 */
export function transport(app, width) {
  const { progress } = app;
  const [verb, shape] = progress
    ? ['Stop', 'M4 4h12v12H4z']
    : app.clock.playing
      ? ['Pause', 'M5 3h4v14H5zM11 3h4v14h-4z']
      : ['Play', 'M6 3l11 7-11 7z'];
  return html`
    <section class=${app.fresh ? 'transport fresh' : 'transport'} aria-label="Time">
      <div class="buttons">
        <button class="round" aria-label=${verb} title=${`${verb} (Space)`} @click=${() => app.toggle()}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d=${shape} />
          </svg>
        </button>
        <button
          class="icon"
          aria-label="Step back"
          title="Step back (←)"
          ?disabled=${app.state.n === 0}
          @click=${() => app.step(-1)}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M3 4h2v12H3zM17 4v12L7 10z" />
          </svg>
        </button>
        <button class="icon" aria-label="Step forward" title="Step forward (→)" @click=${() => app.step(1)}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M15 4h2v12h-2zM3 4v12l10-6z" />
          </svg>
        </button>
        <button class="icon" aria-label="Reset" title="Start the scenario again" @click=${() => app.reset()}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path class="line" d="M4.5 10a6 6 0 1 0 2-4.5M6.5 1.5v4h4" />
          </svg>
        </button>
      </div>
      <div class="clock">
        <output class="now">t = ${time(app.state.t)}</output>
        <label class="small"
          ><span class="visually-hidden">Speed</span
          ><select
            @change=${(/** @type {any} */ e) => {
              app.clock.speed = Number(e.target.value);
              app.changed();
            }}
          >
            ${speeds.map((s) => html`<option value=${s} .selected=${live(s === app.clock.speed)}>${thousands(s)} ms/s</option>`)}
          </select></label
        >
      </div>
      ${timeline(app, width)}
      <p class="notice small">
        ${progress ? underway(progress) : app.fresh ? hint : app.notice || (app.model.frame.past ? past : '')}
      </p>
    </section>
  `;
}

/** @param {{part: number, t: number, goal: number}} progress of a move that takes long */
function underway({ part, t, goal }) {
  const percent = Math.floor(100 * part);
  return html`<progress max="100" value=${percent} aria-label="Progress"></progress> Working: ${percent} %.
    The clock stands at ${time(t)}, on its way to ${time(goal)}.`;
}

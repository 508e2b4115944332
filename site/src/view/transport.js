// Play, step, speed, and the timeline.

/** @import {App} from '../app.js' */
/** @import {Placed} from '../timescale.js' */

import { html, svg } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { speeds } from '../app.js';
import { thousands, time } from '../format.js';
import { nearest, place, placeX } from '../timescale.js';

const height = 44;

/** How a kind looks on the timeline: a shape of its own and a class for its colour. */
const looks = [
  { name: 'act', label: 'action', path: 'M-4 -4h8v8h-8z', kinds: ['step', 'config'] },
  {
    name: 'send',
    label: 'request',
    path: 'M-4 -5L5 0L-4 5z',
    kinds: ['request', 'enqueue', 'unsent', 'receive'],
  },
  { name: 'write', label: 'append', path: 'M-1.5 -8h3v16h-3z', kinds: ['append'] },
  { name: 'park', label: 'parked', path: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0', kinds: ['park', 'timer'] },
  { name: 'copy', label: 'copying', path: 'M-1 -4h2v8h-2z', kinds: ['fetch', 'fetch-response', 'replicate'] },
  { name: 'rise', label: 'high watermark', path: 'M-6 3q3 -7 6 -3t6 -3v6h-12z', kinds: ['high-watermark'] },
  { name: 'done', label: 'answer', path: 'M-5 0l3.5 4L5 -5', kinds: ['complete', 'response', 'acknowledge'] },
  {
    name: 'bad',
    label: 'refused or timed out',
    path: 'M-4 -4L4 4M4 -4L-4 4',
    kinds: ['refuse', 'expire', 'fail'],
  },
  { name: 'isr', label: 'ISR', path: 'M4 -6H-3V6H4', kinds: ['isr', 'partition'] },
];

/** @param {string} kind */
function look(kind) {
  return looks.find((l) => l.kinds.includes(kind)) ?? looks[0];
}

/**
 * @param {App} app
 * @param {number} width of the timeline, px
 */
export function transport(app, width) {
  return html`
    <section class="transport" aria-label="Time">
      <div class="buttons">
        <button
          class="round"
          aria-label=${app.playing ? 'Pause' : 'Play'}
          title=${app.playing ? 'Pause (Space)' : 'Play (Space)'}
          @click=${() => app.toggle()}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d=${app.playing ? 'M5 3h4v14H5zM11 3h4v14h-4z' : 'M6 3l11 7-11 7z'} />
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
            .value=${live(String(app.speed))}
            @change=${(/** @type {any} */ e) => {
              app.speed = Number(e.target.value);
              app.changed();
            }}
          >
            ${speeds.map((s) => html`<option value=${s}>${thousands(s)} ms/s</option>`)}
          </select></label
        >
      </div>
      ${timeline(app, width)}
      <p class="notice small">
        ${app.notice || (app.past ? 'You are in the past: what you do now replaces what followed.' : '')}
      </p>
    </section>
  `;
}

/**
 * @param {App} app
 * @param {number} width
 */
function timeline(app, width) {
  const marks = place(app.journal.marks, width);
  const { n, t } = app.state;
  const x = placeX(marks, n, t);
  const at = app.journal.notableBefore(n);
  const seekTo = (/** @type {number} */ i) => app.seek(i === 0 ? 0 : marks[i - 1].n + 1);
  return html`
    <div class="timeline">
      <svg
        viewBox="0 0 ${width} ${height}"
        width=${width}
        height=${height}
        aria-hidden="true"
        @pointerdown=${(/** @type {PointerEvent} */ e) => drag(e, marks, seekTo)}
      >
        <rect class="track" x="0.5" y="0.5" width=${width - 1} height=${height - 1} rx="8" />
        ${marks.map((m) => drawMark(m, m.n < n))}
        <path class="playhead" d=${`M${x} 2V${height - 2}`} />
        <circle class="playhead" cx=${x} cy="5" r="4.5" />
      </svg>
      <input
        class="scrub"
        type="range"
        min="0"
        max=${marks.length}
        step="1"
        aria-label="Place on the timeline"
        aria-valuetext=${at ? `after event ${at} of ${marks.length}: ${marks[at - 1].kind}, ${time(t)}` : 'before the first event'}
        .value=${live(String(at))}
        @input=${(/** @type {any} */ e) => seekTo(Number(e.target.value))}
      />
    </div>
  `;
}

/**
 * @param {Placed} mark
 * @param {boolean} happened
 */
function drawMark(mark, happened) {
  const l = look(mark.kind);
  return svg`<path class=${`mark ${l.name}${happened ? '' : ' ahead'}`} transform=${`translate(${mark.x} ${height / 2})`} d=${l.path}><title>${`${mark.kind}, ${time(mark.t)}`}</title></path>`;
}

/**
 * Scrubs for as long as the pointer is down.
 * @param {PointerEvent} event
 * @param {Placed[]} marks
 * @param {(i: number) => void} seekTo
 */
function drag(event, marks, seekTo) {
  const target = /** @type {SVGSVGElement} */ (event.currentTarget);
  let at = -1;
  const move = (/** @type {PointerEvent} */ e) => {
    const i = nearest(marks, e.clientX - target.getBoundingClientRect().left);
    if (i !== at) seekTo((at = i));
  };
  const up = () => {
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerup', up);
    target.removeEventListener('pointercancel', up);
  };
  target.setPointerCapture(event.pointerId);
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerup', up);
  target.addEventListener('pointercancel', up);
  move(event);
}

/** The shapes of the timeline and what they mean. */
export function legend() {
  return html`
    <ul class="legend">
      ${looks.map(
        (l) =>
          html`<li>
            <svg class="timeline-key" viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
              <path class=${`mark ${l.name}`} d=${l.path} /></svg
            >${l.label}
          </li>`,
      )}
    </ul>
  `;
}

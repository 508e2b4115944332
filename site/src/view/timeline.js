// The timeline: notable events as marks, and the place among them. A long run shows a window around the place, and
// beneath it a thin bar of the whole. Both are dragged to scrub.

/** @import {App} from '../app.js' */
/** @import {Look} from '../contract' */
/** @import {Marks} from '../marks.js' */
/** @import {Shown, UI} from '../ui.js' */

import { html, nothing, svg } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { time } from '../format.js';
import { lookOf } from '../kinds.js';
import { nearest, place, placeX, windowOf } from '../timescale.js';

const height = 44;
/** Of a long run: where its whole is drawn, and how high that is. */
const bar = { y: height - 9, height: 5 };

/** A look on the timeline: a shape of its own, relative to its place; its name is the class for its colour.
 * @type {Record<Look, {label: string, path: string}>}
 */
const drawings = {
  act: { label: 'action', path: 'm-4 -4h8v8h-8z' },
  send: { label: 'request', path: 'm-4 -5l9 5l-9 5z' },
  write: { label: 'append', path: 'm-1.5 -8h3v16h-3z' },
  park: { label: 'parked', path: 'm-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0' },
  copy: { label: 'copying', path: 'm-1 -4h2v8h-2z' },
  rise: { label: 'high watermark', path: 'm-6 3q3 -7 6 -3t6 -3v6h-12z' },
  done: { label: 'answer', path: 'm-5 0l3.5 4l6.5 -9' },
  bad: { label: 'refused, timed out or given up', path: 'm-4 -4l8 8m0 -8l-8 8' },
  again: { label: 'to be sent again', path: 'm4 -3a5 5 0 1 0 1 4m-1 -9v5h-5' },
  call: { label: 'a call blocks or returns', path: 'm-4 -6v12m8 -12v12' },
  isr: { label: 'ISR', path: 'm4 -6h-7v12h7' },
  life: { label: 'a broker goes or comes', path: 'm-3.5 -3a5 5 0 1 0 7 0m-3.5 -4v6' },
  lead: { label: 'election', path: 'm-4 7v-14l9 4l-9 4' },
  gone: { label: 'truncated', path: 'm5 -5h-8v10h8l-3 -2.5l3 -2.5l-3 -2.5z' },
  read: { label: 'read by a consumer', path: 'm-5 4l5 -8l5 8z' },
};
const looks = /** @type {Look[]} */ (Object.keys(drawings));

/**
 * @param {App} app
 * @param {number} width px
 */
export function timeline(app, width) {
  const { marks } = app.model;
  const { timeline } = app.ui;
  const { n, t } = app.state;
  const at = marks.notableBefore(n);
  const shown = look(timeline, marks, at, width);
  const long = shown.count > shown.to - shown.from;
  const paths = pathsOf(timeline, shown, at, long ? 17 : height / 2);
  const x = placeX(shown.placed, n, t);
  const mark = marks.all[at - 1];
  return html`
    <div class="timeline">
      <svg
        viewBox="0 0 ${width} ${height}"
        width=${width}
        height=${height}
        aria-hidden="true"
        @pointerdown=${(/** @type {PointerEvent} */ e) => drag(e, app, shown, width)}
        @pointermove=${(/** @type {PointerEvent} */ e) => name(e, shown)}
      >
        <title></title>
        <rect class="track" x="0.5" y="0.5" width=${width - 1} height=${height - 1} rx="8" />
        ${looks.map((l, i) => svg`<path class=${`mark ${l} ahead`} d=${paths[2 * i + 1]} /><path class=${`mark ${l}`} d=${paths[2 * i]} />`)}
        ${long ? whole(marks, shown, at, width) : nothing}
        <path
          class="playhead"
          d=${`M0 2V${long ? bar.y - 3 : height - 2}`}
          transform=${`translate(${x} 0)`}
        />
        <circle class="playhead" cx=${x} cy="5" r="4.5" />
      </svg>
      <input
        class="scrub"
        type="range"
        min="0"
        max=${shown.count}
        step="1"
        aria-label="Place on the timeline"
        aria-valuetext=${guard([app.narrated], () => (mark ? `after event ${at} of ${shown.count}: ${mark[2]}, ${time(t)}` : 'before the first event'))}
        .value=${live(String(at))}
        @input=${(/** @type {any} */ e) => seek(app, Number(e.target.value))}
      />
    </div>
  `;
}

/**
 * The window and its marks, placed anew only when they have changed.
 * @param {UI['timeline']} timeline
 * @param {Marks} marks
 * @param {number} at
 * @param {number} width
 * @returns {Shown}
 */
function look({ held, placed: last, drawn }, marks, at, width) {
  const { all } = marks;
  const [from, to] = held ?? windowOf(all.length, at, width);
  const key = `${from} ${to} ${width} ${marks.forks}`;
  if (marks !== last.marks || key !== last.key) {
    const placed = place(all.slice(from, to), width, from ? all[from - 1][1] : 0);
    Object.assign(last, { marks, key, shown: { from, to, placed, count: 0 } });
    drawn.key = '';
  }
  last.shown.count = all.length;
  return last.shown;
}

/**
 * Two paths for each look: what has happened, and what lies ahead.
 * @param {UI['timeline']} timeline
 * @param {Shown} shown
 * @param {number} at
 * @param {number} y
 */
function pathsOf({ drawn }, shown, at, y) {
  const key = `${at} ${y}`;
  if (key === drawn.key) return drawn.paths;
  const paths = looks.flatMap(() => ['', '']);
  shown.placed.forEach((mark, i) => {
    const look = mark.failed ? 'bad' : lookOf[mark.kind];
    const index = looks.indexOf(look);
    const half = shown.from + i < at ? 0 : 1;
    paths[2 * index + half] += `M${Math.round(mark.x * 10) / 10} ${y}${drawings[look].path}`;
  });
  Object.assign(drawn, { key, paths });
  return paths;
}

/**
 * The whole run as a bar: what has happened, where the window is, and where something was refused, timed out or
 * changed the ISR.
 * @param {Marks} marks
 * @param {Shown} shown
 * @param {number} at
 * @param {number} width
 */
function whole(marks, shown, at, width) {
  const room = width - 20;
  const scale = (/** @type {number} */ i) => 10 + Math.round((room * i) / shown.count);
  let ticks = '';
  let before = 0;
  for (const i of marks.landmarks) {
    const x = scale(i);
    if (x < before + 4) continue;
    ticks += `M${x} ${bar.y}v${bar.height}`;
    before = x;
  }
  return svg`
    <g class="whole">
      <rect class="run" x="10" y=${bar.y} width=${room} height=${bar.height} rx="2.5" />
      <rect class="passed" x="10" y=${bar.y} width=${scale(at) - 10} height=${bar.height} rx="2.5" />
      <path class="landmarks" d=${ticks} />
      <rect class="window" x=${scale(shown.from) - 2} y=${bar.y - 2} width=${Math.max(8, scale(shown.to) - scale(shown.from) + 4)} height=${bar.height + 4} rx="4" />
    </g>
  `;
}

/**
 * @param {App} app
 * @param {number} at how many marks shall have happened
 */
function seek(app, at) {
  app.seek(at === 0 ? 0 : app.model.marks.all[at - 1][0] + 1);
}

/**
 * Names the mark under the pointer.
 * @param {PointerEvent} event
 * @param {Shown} shown
 */
function name(event, shown) {
  const target = /** @type {SVGSVGElement} */ (event.currentTarget);
  const mark = shown.placed[nearest(shown.placed, event.offsetX) - 1];
  const title = /** @type {Element} */ (target.querySelector('title'));
  title.textContent = mark ? `${mark.kind}, ${time(mark.t)}` : '';
}

/**
 * Scrubs for as long as the pointer is down, within the window or, where the whole is drawn, over all of the run.
 * @param {PointerEvent} event
 * @param {App} app
 * @param {Shown} shown
 * @param {number} width
 */
function drag(event, app, shown, width) {
  const target = /** @type {SVGSVGElement} */ (event.currentTarget);
  const { top } = target.getBoundingClientRect();
  const { from, to, placed, count } = shown;
  const { timeline } = app.ui;
  const inWhole = count > to - from && event.clientY - top >= bar.y - 5;
  if (!inWhole) timeline.held = [from, to];
  let at = -1;
  const move = (/** @type {PointerEvent} */ e) => {
    const x = e.clientX - target.getBoundingClientRect().left;
    const part = Math.min(1, Math.max(0, (x - 10) / (width - 20)));
    const i = inWhole ? Math.round(part * count) : from + nearest(placed, x);
    if (i !== at) seek(app, (at = i));
  };
  const up = () => {
    timeline.held = null;
    app.changed();
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
export function shapes() {
  return html`
    <ul class="legend">
      ${looks.map(
        (l) =>
          html`<li>
            <svg class="timeline-key" viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
              <path class=${`mark ${l}`} d=${`M0 0${drawings[l].path}`} /></svg
            >${drawings[l].label}
          </li>`,
      )}
    </ul>
  `;
}

// The timeline: the moments as marks, with a word where there is room, and the place among them. A long run shows a
// window around the place, and beneath it a thin bar of the whole. Both are dragged to scrub.

/** @import {App} from '../app.js' */
/** @import {Marks} from '../marks.js' */
/** @import {MomentKind, MomentMark} from '../types' */
/** @import {Shown, UI} from '../ui.js' */

import { html, nothing, svg } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { flags } from '../marks.js';
import { labels, nearest, place, placeX, windowOf } from '../timescale.js';
import { language, words } from '../words/words.js';

const height = 46;
/** Where the marks stand, and the words beneath them. */
const line = 14;
const wordLine = 34;
/** Of a long run: where its whole is drawn, and how high that is. */
const bar = { y: height - 7, height: 4 };
/** About how wide a character of a word is, px. */
const letter = 5.9;

/**
 * @typedef
 * {'act' | 'send' | 'wait' | 'copy' | 'write' | 'rise' | 'done' | 'bad' | 'again' | 'isr' | 'life' | 'lead' | 'gone'
 * | 'shed' | 'read'}
 * Shape
 */

/** The shapes, relative to their place; the name is the class for the colour. @type {Record<Shape, string>} */
const drawings = {
  act: 'm-4 -4h8v8h-8z',
  send: 'm-4 -5l9 5l-9 5z',
  wait: 'm-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0',
  copy: 'm-1 -4h2v8h-2z',
  write: 'm-1.5 -7h3v14h-3z',
  rise: 'm-6 3q3 -7 6 -3t6 -3v6h-12z',
  done: 'm-5 0l3.5 4l6.5 -9',
  bad: 'm-4 -4l8 8m0 -8l-8 8',
  again: 'm4 -3a5 5 0 1 0 1 4m-1 -9v5h-5',
  isr: 'm4 -6h-7v12h7',
  life: 'm-3.5 -3a5 5 0 1 0 7 0m-3.5 -4v6',
  lead: 'm-4 7v-14l9 4l-9 4',
  gone: 'm5 -5h-8v10h8l-3 -2.5l3 -2.5l-3 -2.5z',
  shed: 'm-5 -5h8v10h-8l3 -2.5l-3 -2.5l3 -2.5z',
  read: 'm-5 4l5 -8l5 8z',
};
const shapesInOrder = /** @type {Shape[]} */ (Object.keys(drawings));

/** How each kind of moment is drawn where it tells of no failure. @type {Record<MomentKind, Shape>} */
const shapeOf = {
  deed: 'act',
  configured: 'act',
  seen: 'read',
  sent: 'send',
  queued: 'wait',
  handed: 'copy',
  copied: 'copy',
  told: 'again',
  written: 'write',
  lived: 'life',
  'in-sync': 'isr',
  reassigned: 'isr',
  answered: 'done',
  committed: 'rise',
  'timed-out': 'bad',
  refused: 'bad',
  fenced: 'life',
  deleted: 'shed',
  truncated: 'gone',
  elected: 'lead',
  leaderless: 'lead',
};

/**
 * Kinds that are an answer, or news of one: where they tell of a failure they are no success.
 * @type {Set<MomentKind>}
 */
const answers = new Set(['told', 'answered', 'sent']);

/** @param {MomentMark} mark */
function shapeFor([, , , kind, , flag]) {
  if (answers.has(kind) && flag & flags.failed) return 'bad';
  return kind === 'committed' && flag & flags.settles ? 'done' : shapeOf[kind];
}

/** @param {MomentMark} mark a word or two for it */
export function wordFor([, , , kind, , flag]) {
  const say = words().timeline;
  if (answers.has(kind) && flag & flags.failed) return say.failed();
  const settled = flag & flags.settles && (kind === 'committed' || kind === 'answered');
  return settled ? say.acknowledged() : say.kinds[kind]();
}

/**
 * What gets a word first where there is little room: a failure, a deed, what settles requests, an election.
 * @param {MomentMark} mark
 */
function weight([, , , kind, , flag]) {
  const about = flag & flags.failed ? 8 : 0;
  const routine = kind === 'handed' || kind === 'copied' || kind === 'told' || kind === 'seen' ? 0 : 1;
  return about + (flag & flags.deed ? 4 : 0) + (flag & flags.settles ? 2 : 0) + routine;
}

/**
 * @param {App} app
 * @param {number} width px
 */
export function timeline(app, width) {
  const { marks } = app.model;
  const { timeline } = app.ui;
  const { n, t } = app.state;
  const at = marks.endedBefore(n);
  const shown = look(timeline, marks, at, width);
  const { count, placed, drawn } = shown;
  const long = count > shown.to - shown.from;
  const paths = pathsOf(timeline, shown, at);
  const x = placeX(placed, n, t);
  const mark = marks.all[at - 1];
  const say = words().timeline;
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
        <rect class="track" x="0.5" y="0.5" width=${Math.max(0, width - 1)} height=${height - 1} rx="8" />
        ${shapesInOrder.map((l, i) => svg`<path class=${`mark ${l} ahead`} d=${paths[2 * i + 1]} /><path class=${`mark ${l}`} d=${paths[2 * i]} />`)}
        <path class="mark deed" d=${paths.at(-1)} />
        ${guard([drawn, at, language()], () => wordsOf(shown, at))}
        ${long ? whole(marks, shown, at, width) : nothing}
        <path
          class="playhead"
          d=${`M0 2V${long ? bar.y - 3 : height - 2}`}
          transform=${`translate(${x} 0)`}
        />
        <circle class="playhead" cx=${x} cy="4.5" r="4" />
      </svg>
      <input
        class="scrub"
        type="range"
        min="0"
        max=${lastKnown(app, count)}
        step="1"
        aria-label=${say.label()}
        aria-valuetext=${guard([app.narrated, language(), lastKnown(app, count)], () => (mark ? say.place(at, lastKnown(app, count), app.sentence.main, t) : say.start()))}
        .value=${live(String(at))}
        @input=${(/** @type {any} */ e) => app.seekMoment(Number(e.target.value) - 1)}
      />
    </div>
  `;
}

/**
 * How many moments one can go to: those the run has been at and, in a lesson, those up to its end.
 * @param {App} app
 * @param {number} count of moments that the run has been at
 */
function lastKnown({ lesson }, count) {
  return Math.max(count, (lesson?.plan?.end.moment ?? -1) + 1);
}

/**
 * The window and its marks, placed anew only when they have changed.
 * @param {UI['timeline']} timeline
 * @param {Marks} marks
 * @param {number} at
 * @param {number} width
 * @returns {Shown}
 */
function look({ held, placed: last, paths }, marks, at, width) {
  const { all } = marks;
  const [from, to] = held ?? windowOf(all.length, at, width);
  const key = `${from} ${to} ${width} ${marks.forks} ${all[to - 1]?.slice(3)} ${language()}`;
  if (marks !== last.marks || key !== last.key) {
    const part = all.slice(from, to);
    const placed = place(part, width, from ? all[from - 1][2] : 0);
    const texts = part.map(wordFor);
    const drawn = labels(
      placed.map((p) => p.x),
      texts.map((text) => text.length * letter),
      part.map(weight),
      width,
    ).map(({ i, x }) => ({ i, x, text: texts[i] }));
    Object.assign(last, { marks, key, shown: { from, to, placed, drawn, count: 0 } });
    paths.key = '';
  }
  last.shown.count = all.length;
  return last.shown;
}

/**
 * Two paths for each shape, what has happened and what lies ahead; and one that underlines the deeds.
 * @param {UI['timeline']} timeline
 * @param {Shown} shown
 * @param {number} at
 */
function pathsOf({ paths: last }, shown, at) {
  const key = `${at}`;
  if (key === last.key) return last.paths;
  const paths = [...shapesInOrder.flatMap(() => ['', '']), ''];
  shown.placed.forEach(({ mark, x }, i) => {
    const shape = shapeFor(mark);
    const index = shapesInOrder.indexOf(shape);
    const half = shown.from + i < at ? 0 : 1;
    const where = `M${Math.round(x * 10) / 10} ${line}`;
    paths[2 * index + half] += `${where}${drawings[shape]}`;
    if (mark[5] & flags.deed) paths[paths.length - 1] += `${where}m-6 8.5h12`;
  });
  Object.assign(last, { key, paths });
  return paths;
}

/**
 * @param {Shown} shown
 * @param {number} at
 */
function wordsOf({ drawn, placed, from }, at) {
  return drawn.map(({ i, x, text }) => {
    const deed = placed[i].mark[5] & flags.deed ? ' deed' : '';
    return svg`<text class=${`word${deed}${from + i < at ? '' : ' ahead'}`} x=${Math.round(x)} y=${wordLine}>${text}</text>`;
  });
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
  return svg`
    <g class="whole">
      <rect class="run" x="10" y=${bar.y} width=${Math.max(0, room)} height=${bar.height} rx="2" />
      <rect class="passed" x="10" y=${bar.y} width=${Math.max(0, scale(at) - 10)} height=${bar.height} rx="2" />
      <path class="landmarks" d=${guard([marks, marks.all.length, marks.forks, width], () => ticks(marks, scale))} />
      <rect class="window" x=${scale(shown.from) - 2} y=${bar.y - 2} width=${Math.max(8, scale(shown.to) - scale(shown.from) + 4)} height=${bar.height + 4} rx="4" />
    </g>
  `;
}

/**
 * @param {Marks} marks
 * @param {(i: number) => number} scale
 */
function ticks(marks, scale) {
  let path = '';
  let before = 0;
  marks.all.forEach((mark, i) => {
    const x = scale(i);
    if (x < before + 4 || !marks.isLandmark(mark)) return;
    path += `M${x} ${bar.y}v${bar.height}`;
    before = x;
  });
  return path;
}

/**
 * Names the mark under the pointer.
 * @param {PointerEvent} event
 * @param {Shown} shown
 */
function name(event, shown) {
  const target = /** @type {SVGSVGElement} */ (event.currentTarget);
  const placed = shown.placed[nearest(shown.placed, event.offsetX) - 1];
  const title = /** @type {Element} */ (target.querySelector('title'));
  title.textContent = placed ? words().timeline.mark(wordFor(placed.mark), placed.mark[2]) : '';
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
    if (i === at) return;
    at = i;
    app.seekMoment(i - 1);
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
  const say = words().timeline;
  return html`
    <ul class="legend">
      ${shapesInOrder.map(
        (l) =>
          html`<li>
            <svg class="timeline-key" viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
              <path class=${`mark ${l}`} d=${`M0 0${drawings[l]}`} /></svg
            >${say.shapes[l]()}
          </li>`,
      )}
      <li>${say.deed()}</li>
    </ul>
  `;
}

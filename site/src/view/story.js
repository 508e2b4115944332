// The story: the moments so far, one line each, the present one marked. Each leads back to its place.

/** @import {App} from '../app.js' */
/** @import {Line} from '../chronicle.js' */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { words } from '../words/words.js';
import { whole } from './whole.js';

/** Lines that are in the page at a time. */
const windowSize = 100;

/** @param {App} app */
export function story(app) {
  const { marks, state } = app.model;
  const { story } = app.ui;
  const at = marks.endedBefore(state.n) - 1;
  story.drawn = at;
  const to = Math.min(marks.all.length, Math.max(at + 1 + windowSize / 4, windowSize));
  const from = Math.max(0, to - windowSize - story.more);
  const lines = story.lines.of(app.model, from, to);
  const say = words().story;
  const id = `${app.name}-story`;
  return html`
    <div class="story" id=${id} tabindex="0" role="group" aria-label=${say.label()}>
      ${
        from > 0
          ? html`<button class="earlier" @click=${() => earlier(app)}>${say.earlier(from)}</button>`
          : nothing
      }
      ${lines.length ? nothing : html`<p class="small">${say.nothingYet()}</p>`}
      <ol>
        ${repeat(
          lines,
          (line) => line.n,
          (line) => draw(app, line, at),
        )}
      </ol>
    </div>
  `;
}

/**
 * @param {App} app
 * @param {Line} line
 * @param {number} at the moment that was over last
 */
function draw(app, { n, t, text, deed, own }, at) {
  const kind = `${deed ? 'deed' : ''} ${own ? 'own' : ''} ${n > at ? 'ahead' : ''}`;
  return html`<li class=${kind} data-n=${n} aria-current=${n === at ? 'step' : nothing}>
    <button @click=${() => app.seekMoment(n)}>
      <span class="at">${words().story.time(t)}</span> <span class="told">${whole(text)}</span>
    </button>
  </li>`;
}

/** @param {App} app */
function earlier(app) {
  app.ui.story.more += windowSize;
  app.changed();
}

/**
 * Whether the story has to be scrolled to the present line, which followStory does before the next frame changes
 * anything: what is measured then has been laid out already.
 * @param {App} app
 */
export function isStoryBehind({ ui: { story } }) {
  return story.at !== story.drawn;
}

/**
 * Keeps the present line in sight when the place has moved; what one scrolls to by oneself stays.
 * @param {App} app whose story was drawn in an earlier frame
 */
export function followStory(app) {
  const { story } = app.ui;
  if (!isStoryBehind(app)) return;
  story.at = story.drawn;
  const list = document.getElementById(`${app.name}-story`);
  const line = list?.querySelector('[aria-current]');
  const panel = list?.closest('[role=tabpanel]');
  if (!list || !line) return;
  for (const pane of panel ? [list, panel] : [list]) bringInto(pane, line); // either scrolls, or both; never the page
}

/**
 * @param {Element} pane is scrolled, if it can be, until the line is in sight in it
 * @param {Element} line
 */
function bringInto(pane, line) {
  const [frame, own] = [pane.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < frame.top) pane.scrollTop += own.top - frame.top - 8;
  else if (own.bottom > frame.bottom) pane.scrollTop += own.bottom - frame.bottom + 8;
}

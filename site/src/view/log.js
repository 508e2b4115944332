// The events as text: the complete record, of which a window is shown.

/** @import {App} from '../app.js' */
/** @import {Event} from '../types' */

import { html, nothing } from 'lit-html';
import { time } from '../format.js';
import { log as english } from '../words/en/log.js';
import { area } from '../words/words.js';

const words = area(english, (language) => language.log);

/** Lines that are in the page at a time. */
const windowSize = 200;

/** @param {App} app */
export function log(app) {
  return html`<div class="log">${list(app)}</div>`;
}

/** @param {App} app */
function list(app) {
  const say = words();
  const { n } = app.state;
  const { log } = app.ui;
  const end = Math.min(log.end ?? n, n);
  const start = Math.max(0, end - windowSize);
  const lines = log.lines.of(app, `${log.end}`, () => app.model.run.lines(start, end - start));
  const go = (/** @type {number | null} */ to) => () => {
    log.end = to;
    app.changed();
  };
  return html`
    ${
      n > windowSize
        ? html`<p class="pages">
            <button ?disabled=${start === 0} @click=${go(Math.max(windowSize, start))}>
              ${say.earlier()}
            </button>
            <button ?disabled=${end === n} @click=${go(end + windowSize >= n ? null : end + windowSize)}>
              ${say.later()}
            </button>
            <span class="small">${say.shown(start, end - 1)}</span>
          </p>`
        : nothing
    }
    <ol tabindex="0" aria-label=${say.list()}>
      ${lines.toReversed().map(
        (event) =>
          html`<li>
            <span class="n">${event.n}</span> <span class="at">${time(event.t)}</span>
            <span lang="en"><b>${event.kind}</b> ${members(event)}</span>
            ${event.cause === undefined ? nothing : html`<span class="because">· ${say.cause(event.cause)}</span>`}
          </li>`,
      )}
    </ol>
  `;
}

/**
 * The members of an event but its cause, as words: "request 1 · broker 1 · base offset 5".
 * @param {Event} event
 * @returns {string}
 */
export function members(event) {
  /** @type {Record<string, any>} */
  const { n, t, kind, cause, topic, partition, ...rest } = event;
  const place = topic === undefined ? [] : [partition === undefined ? topic : `${topic}-${partition}`];
  return [...place, ...Object.entries(rest).map(([key, value]) => field(key, value))]
    .filter(Boolean)
    .join(' · ');
}

/**
 * @param {string} key
 * @param {any} value
 * @returns {string}
 */
function field(key, value) {
  const name = key.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`);
  if (key === 'partitions')
    return value.map((/** @type {any} */ p) => `(${members({ ...p, n: 0, t: 0, kind: '' })})`).join(' ');
  if (Array.isArray(value)) return `${name} [${value.join(', ')}]`;
  return `${name} ${value}`;
}

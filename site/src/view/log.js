// The events as text: the complete record, of which a window is shown.

/** @import {App} from '../app.js' */
/** @import {Event} from '../types' */

import { html, nothing } from 'lit-html';
import { time } from '../format.js';

/** Lines that are in the page at a time. */
const windowSize = 200;

/** @param {App} app */
export function log(app) {
  return html`<div class="log">${list(app)}</div>`;
}

/** @param {App} app */
function list(app) {
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
            <button ?disabled=${start === 0} @click=${go(Math.max(windowSize, start))}>Earlier</button>
            <button ?disabled=${end === n} @click=${go(end + windowSize >= n ? null : end + windowSize)}>
              Later
            </button>
            <span class="small">events ${start} to ${end - 1}</span>
          </p>`
        : nothing
    }
    <ol tabindex="0" aria-label="Events, newest first">
      ${lines
        .toReversed()
        .map(
          (event) =>
            html`<li>
              <span class="n">${event.n}</span> <span class="at">${time(event.t)}</span>
              <b>${event.kind}</b> ${words(event)}
            </li>`,
        )}
    </ol>
  `;
}

/**
 * The fields of an event as words: "request 1 · broker 1 · base offset 5".
 * @param {Event} event
 * @returns {string}
 */
export function words(event) {
  /** @type {Record<string, any>} */
  const { n, t, kind, topic, partition, ...rest } = event;
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
  if (key === 'cause') return `because of ${value}`;
  if (key === 'partitions')
    return value.map((/** @type {any} */ p) => `(${words({ ...p, n: 0, t: 0, kind: '' })})`).join(' ');
  if (Array.isArray(value)) return `${name} [${value.join(', ')}]`;
  return `${name} ${value}`;
}

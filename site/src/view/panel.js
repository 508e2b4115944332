// Panels beneath the picture that open and close. Which are open is remembered until the page is closed. What they hold
// is drawn only while they are open.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';

/** What a panel is: its class, its summary, whether it is open unasked, whether every scenario shares it (otherwise
 * each remembers its own), and whether it is part of another card.
 * @typedef {{name: string, title: string, open: boolean, shared?: boolean, within?: boolean}} Panel
 */

/**
 * @param {App} app
 * @param {Omit<Panel, 'title'>} p
 */
export function isOpen(app, p) {
  return app.ui.panels.get(key(app, p)) ?? p.open;
}

/**
 * @param {App} app
 * @param {Omit<Panel, 'title'>} p
 */
function key(app, p) {
  return `${p.shared ? '' : app.model.scenario} ${p.name}`;
}

/**
 * @param {App} app
 * @param {Panel} p
 * @param {() => unknown} body is asked for only while it is open
 */
export function panel(app, p, body) {
  const open = isOpen(app, p);
  const toggle = (/** @type {MouseEvent} */ e) => {
    e.preventDefault(); // the element tells only later that it is open, when a frame may have closed it again
    app.ui.panels.set(key(app, p), !isOpen(app, p));
    app.changed();
  };
  return html`
    <details class=${p.within ? p.name : `card ${p.name}`} .open=${live(open)}>
      <summary @click=${toggle}>${p.title}</summary>
      ${open ? body() : nothing}
    </details>
  `;
}
